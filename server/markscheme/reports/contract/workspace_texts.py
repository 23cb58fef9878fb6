"""What ``markscheme/exercises`` and ``markscheme/texts`` answer: which exercises there are, and what they say."""

from typing import NotRequired

from typing_extensions import TypedDict


class Reference(TypedDict):
    """A teacher's file."""

    name: str
    uri: str


class Hypothesis(TypedDict):
    """A correction to be marked."""

    name: str
    uri: str
    author: str | None
    """Whose it is, where the file holds several corrections."""


class Exercise(TypedDict):
    """One of the answers of ``markscheme/exercises``."""

    name: str
    uri: str
    """The folder that holds the source, or else all documents."""
    source: str | None
    hypotheses: list[Hypothesis]
    references: list[Reference]


class ExerciseText(TypedDict):
    """One version as running text."""

    name: str
    uri: str
    text: str | None
    """``null`` where the file can't be read."""
    whole: bool
    """Whether the file holds exactly this text, so that a client may open it instead."""
    problem: NotRequired[str]


class Texts(TypedDict):
    """The answer of ``markscheme/texts``."""

    exercise: str
    source: ExerciseText
    hypothesis: ExerciseText | None
    references: list[ExerciseText]


class MarkedWorkspace(TypedDict):
    """The result of the command ``markscheme.markWorkspace``: how many there are of each."""

    documents: int
    findings: int
    problems: int


class LensData(TypedDict):
    """The ``data`` of a code lens."""

    estimate: bool
    """Whether the lens shows an estimate, so that there is no plan for it."""
