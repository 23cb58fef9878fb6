"""The exercises of a workspace and the texts of their files, as an editor lists and opens them."""

from pathlib import Path
from typing import Literal

import attrs

from markscheme.contract import View, shape
from markscheme.documents.formats import has_lines
from markscheme.edits.running_texts import RunningText
from markscheme.marking.words import person_name, teacher_name


@shape("name", "label", "path", "view", name="Reference", renamed={"path": "uri"}, uris=("path", "view"))
@attrs.frozen
class ListedReference:
    """A teacher's correction."""

    name: str
    """The name in findings and reports."""
    path: Path
    """The file's URI."""
    author: str | None

    @property
    def label(self) -> str:
        """The name as people read it."""
        return teacher_name(self.name)

    @property
    def view(self) -> View:
        """The URI of the text of a file without lines, else ``null``."""
        return View(self.path, self.author)


@shape(
    *("name", "label", "path", "lines", "author", "view"),
    name="Hypothesis",
    renamed={"path": "uri"},
    uris=("path", "view"),
)
@attrs.frozen
class ListedHypothesis:
    """A correction to be marked."""

    name: str
    """The name in findings and reports."""
    path: Path
    """The file's URI."""
    author: str | None
    """The author of this correction if the file holds several, else ``null``."""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return person_name(self.name)

    @property
    def lines(self) -> bool:
        """Whether the file has lines that an editor can go to."""
        return has_lines(self.path)

    @property
    def view(self) -> View:
        """The URI of this correction's text if the file has no lines, else ``null``."""
        return View(self.path, self.author)


@shape(
    *("name", "assignment", "class_folder", "student", "problem", "notices", "folder", "source", "source_view"),
    *("hypotheses", "references"),
    name="Exercise",
    renamed={"class_folder": "folder", "folder": "uri"},
    uris=("class_folder", "folder", "source", "source_view"),
)
@attrs.frozen
class ListedExercise:
    """An exercise and its files."""

    name: str
    """The exercise's name."""
    assignment: str
    """The assignment's name: the exercise's, unless each student has an essay of their own."""
    class_folder: Path
    """The URI of the folder of its class: that of its ``markscheme.toml``, or else ``uri``."""
    student: str | None
    """The student whose essay the source is, as people read the name; ``null`` where all share the source."""
    problem: str | None
    """Why the exercise can't be marked, if it can't."""
    notices: tuple[str, ...]
    """What a person should know of its files, or of its class's: files that fit no pattern, for example."""
    folder: Path
    """The folder of the source; without a source file, the folder of all documents."""
    source: Path | None
    """The URI of the source file; ``null`` where the other files carry the source."""
    hypotheses: tuple[ListedHypothesis, ...]
    """The corrections to be marked."""
    references: tuple[ListedReference, ...]
    """The teachers' corrections; of a file without lines, each one in it."""

    @property
    def source_view(self) -> View | None:
        """The URI of the source's text if the source file has no lines, else ``null``."""
        return None if self.source is None else View(self.source)


@shape(
    *("item.name", "label", "item.path", "view", "item.text", "item.whole", "problem"),
    renamed={"item.path": "uri"},
    optional=("problem",),
    uris=("item.path", "view"),
)
@attrs.frozen
class ExerciseText:
    """The running text of a source, a hypothesis or a reference."""

    item: RunningText
    label: str
    """The name as people read it."""
    author: str | None

    @property
    def view(self) -> View:
        """The URI of the text of a file without lines, else ``null``."""
        return View(self.item.path, self.author)

    @property
    def problem(self) -> str | None:
        """Why the file can't be read."""
        return None if self.item.problem is None else str(self.item.problem)


@shape()
@attrs.frozen
class Texts:
    """The answer of ``markscheme/texts``."""

    exercise: str
    """The exercise's name."""
    source: ExerciseText
    """The source."""
    hypothesis: ExerciseText | None
    """The document of the request, if it is a hypothesis, else ``null``."""
    references: tuple[ExerciseText, ...]
    """The references."""


@shape(name="View")
@attrs.frozen
class ShownView:
    """A text of a file without lines, which an editor shows as a document of its own."""

    name: str
    """The name in findings and reports; ``source`` for the source."""
    label: str
    """The name as people read it: the student's, or the teacher's, or the same as ``name``."""
    author: str | None
    """The author of the text if the file holds several, else ``null``."""
    role: Literal["source", "hypothesis", "reference"] | None
    """The text's role in the exercise; ``null`` in a file of no exercise."""
    uri: str
    """The URI of the text."""


@shape()
@attrs.frozen
class Views:
    """The answer of ``markscheme/views``."""

    exercise: str | None
    """The exercise's name; ``null`` for a file of no exercise."""
    views: tuple[ShownView, ...]
    """The texts: hypotheses first, then the source, then references; empty for a file with lines."""
