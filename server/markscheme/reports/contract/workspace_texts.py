"""The answers of ``markscheme/exercises`` and ``markscheme/texts``: exercises, their files and their texts."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class Reference(TypedDict):
    """A teacher's correction."""

    name: str
    """The name in findings and reports."""
    label: str
    """The name as people read it."""
    uri: str
    """The file's URI."""
    view: str | None
    """The URI of the text of a file without lines, else ``null``."""


class Hypothesis(TypedDict):
    """A correction to be marked."""

    name: str
    """The name in findings and reports."""
    label: str
    """The name as people read it."""
    uri: str
    """The file's URI."""
    lines: bool
    """Whether the file has lines that an editor can go to."""
    author: str | None
    """The author of this correction if the file holds several, else ``null``."""
    view: str | None
    """The URI of this correction's text if the file has no lines, else ``null``."""


class Exercise(TypedDict):
    """An exercise and its files."""

    name: str
    """The exercise's name."""
    assignment: str
    """The assignment's name: the exercise's, unless each student has an essay of their own."""
    folder: str
    """The URI of the folder of its class: that of its ``markscheme.toml``, or else ``uri``."""
    student: str | None
    """The student whose essay the source is, as people read the name; ``null`` where all share the source."""
    problem: str | None
    """Why the exercise can't be marked, if it can't."""
    notices: list[str]
    """What a person should know of its files, or of its class's: files that fit no pattern, for example."""
    uri: str
    """The folder of the source; without a source file, the folder of all documents."""
    source: str | None
    """The URI of the source file; ``null`` where the other files carry the source."""
    source_view: str | None
    """The URI of the source's text if the source file has no lines, else ``null``."""
    hypotheses: list[Hypothesis]
    """The corrections to be marked."""
    references: list[Reference]
    """The teachers' corrections; of a file without lines, each one in it."""


class ExerciseText(TypedDict):
    """The running text of a source, a hypothesis or a reference."""

    name: str
    """The name in findings and reports; ``source`` for the source."""
    label: str
    """The name as people read it."""
    uri: str
    """The file's URI."""
    view: str | None
    """The URI of the text of a file without lines, else ``null``."""
    text: str | None
    """The text; ``null`` if the file can't be read."""
    whole: bool
    """Whether the file holds exactly this text. If so, a client may open the file instead."""
    problem: NotRequired[str]
    """Why the file can't be read."""


class Texts(TypedDict):
    """The answer of ``markscheme/texts``."""

    exercise: str
    """The exercise's name."""
    source: ExerciseText
    """The source."""
    hypothesis: ExerciseText | None
    """The document of the request, if it is a hypothesis, else ``null``."""
    references: list[ExerciseText]
    """The references."""


class View(TypedDict):
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


class Views(TypedDict):
    """The answer of ``markscheme/views``."""

    exercise: str | None
    """The exercise's name; ``null`` for a file of no exercise."""
    views: list[View]
    """The texts: hypotheses first, then the source, then references; empty for a file with lines."""


class MarkedWorkspace(TypedDict):
    """The result of the command ``markscheme.markWorkspace``."""

    documents: int
    """The number of marked documents."""
    findings: int
    """The number of places to check in students' documents."""
    problems: int
    """The number of files that can't be used."""


class LensData(TypedDict):
    """The ``data`` of a code lens."""

    estimate: bool
    """Whether the lens shows an estimate. An estimate has no transport plan."""
