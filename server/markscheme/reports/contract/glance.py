"""The answer of ``markscheme/overview``: the marks of a class."""

from typing_extensions import TypedDict

from markscheme.reports.contract.review import EstimateSummary, Marks, VerdictCount

CategoryCounts = TypedDict(
    "CategoryCounts",
    {"hit-correction": int, "wrong-correction": int, "under-correction": int, "over-correction": int},
)
"""The number of CLEME2.0's chunks of each category."""


class GroupCounts(TypedDict):
    """The places of one group of errors, of all students, by verdict."""

    group: str
    """The group, in a teacher's words."""
    counts: list[VerdictCount]
    """The verdicts that places of this group have."""


class TypeCounts(TypedDict):
    """CLEME2.0's chunks of one type, of all students, by category."""

    type: str
    """ERRANT's type."""
    counts: CategoryCounts
    """The number of chunks of each category."""


class AcceptedAlternative(TypedDict):
    """An accepted correction that students make."""

    source: str
    """The words that the correction replaces."""
    replacement: str
    """The words of the correction."""
    type: str
    """ERRANT's type."""
    by: list[str]
    """The people who accepted the correction."""
    students: list[str]
    """The students who make the correction."""


class OverviewStudent(TypedDict):
    """One correction: its marks, or its estimate, or the problem that prevents both."""

    name: str
    """The student's name."""
    uri: str
    """The document's URI."""
    lines: bool
    """Whether the file has lines that an editor can go to."""
    author: str | None
    """The author of this correction if the file holds several, else ``null``."""
    view: str | None
    """The URI of this correction's text if the file has no lines, else ``null``."""
    marks: Marks | None
    """The marks, with categories only; ``null`` without a reference, and with a problem."""
    estimate: EstimateSummary | None
    """The estimate of a document without a reference. It has no part in any other number of the overview."""
    problem: str | None
    """Why the document can't be marked."""


class OverviewExercise(TypedDict):
    """An exercise's students."""

    name: str
    """The exercise's name."""
    uri: str
    """The exercise's folder."""
    references: int
    """The largest number of references that a student is marked against."""
    students: list[OverviewStudent]
    """One element for each correction."""
    groups: list[GroupCounts]
    """Groups of errors; groups with the most places at which something is to be done come first. Sentences that are
    rewritten freely are not counted."""
    types: list[TypeCounts]
    """ERRANT's types of CLEME2.0's chunks; types with the most chunks other than hits come first."""
    accepted: list[AcceptedAlternative]
    """Accepted alternatives that students make; those of the most students come first."""
    problems: list[str]
    """Files, such as references, that can't be used. The marks are made without them."""


class Overview(TypedDict):
    """The answer of ``markscheme/overview``."""

    exercises: list[OverviewExercise]
    """The exercises, by folder and name."""
    signature: str
    """The signature of all marks. A setting in which they differ has each value: ``refs:1/2``."""
    problems: list[str]
    """Folders that could not be searched."""
