"""What ``markscheme/overview`` answers: a class at a glance."""

from typing_extensions import TypedDict

from markscheme.reports.contract.review import EstimateSummary, Marks

CategoryCounts = TypedDict(
    "CategoryCounts",
    {"hit-correction": int, "wrong-correction": int, "under-correction": int, "over-correction": int},
)
"""The number of findings of each category."""


class TypeCounts(TypedDict):
    """How the findings of one type are shared out among the categories, over all students."""

    type: str
    counts: CategoryCounts


class AcceptedAlternative(TypedDict):
    """An accepted correction that students make."""

    source: str
    replacement: str
    type: str
    by: list[str]
    """Who accepted it."""
    students: list[str]


class OverviewStudent(TypedDict):
    """One correction: its marks, or its estimate, or the problem that prevents both."""

    name: str
    uri: str
    author: str | None
    marks: Marks | None
    estimate: EstimateSummary | None
    problem: str | None


class OverviewExercise(TypedDict):
    """An exercise's students."""

    name: str
    uri: str
    references: int
    """The most references that any student is marked against."""
    students: list[OverviewStudent]
    types: list[TypeCounts]
    """Those with the most findings that are no hit first."""
    accepted: list[AcceptedAlternative]
    """Those of most students first."""
    problems: list[str]
    """Files, such as references, that the marks had to do without."""


class Overview(TypedDict):
    """The answer of ``markscheme/overview``."""

    exercises: list[OverviewExercise]
    signature: str
    """Of all marks; a setting in which they differ has each of its values."""
    problems: list[str]
    """Folders that could not be searched."""
