"""A folder as a teacher keeps it, and what a careful colleague would say about its files."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import attrs


class Role(StrEnum):
    """What a text is in an assignment; `NONE` is for a file that belongs to no exercise."""

    SOURCE = "source"
    HYPOTHESIS = "hypothesis"
    REFERENCE = "reference"
    NONE = "none"


@attrs.frozen
class Expectation:
    """What a colleague says about a file, or about one author's part of it."""

    path: str
    """The file's path in the folder, with ``/``."""
    role: Role
    person: str | None = None
    """The student who wrote the text or corrected it, or the teacher; None where the folder does not show it."""
    assignment: str | None = None
    """A label: the files of one assignment have the same one. The program may give it another name."""
    author: str | None = None
    """The author of tracked changes whose work this is; ``"*"`` is the text with the changes of all authors.

    None stands for the file's text: in a Word document with tracked changes, the text before them.
    """


@attrs.frozen
class Question:
    """What nobody can know from the folder, so that a careful program asks."""

    text: str
    paths: tuple[str, ...]
    """The files that the question is about."""


@attrs.frozen
class TeachersFolder:
    """A folder, and the expected answer.

    Files that no question names are certain enough for a program to go on without asking.
    """

    name: str
    """The folder's name on the teacher's disk; unique."""
    description: str
    files: Mapping[str, bytes]
    """The contents of the files, by path."""
    expectations: tuple[Expectation, ...]
    """At least one for each file."""
    questions: tuple[Question, ...] = ()

    def write(self, parent: Path) -> Path:
        """Write the folder into an existing one, and return its path."""
        folder = parent / self.name
        for path, data in self.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        return folder

    def of(self, path: str) -> tuple[Expectation, ...]:
        """Return what is expected of a file: one item, or one for each author of tracked changes and the text."""
        return tuple(expectation for expectation in self.expectations if expectation.path == path)
