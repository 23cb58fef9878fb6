"""What a class found and missed over its assignments (``markscheme/progress``)."""

from typing_extensions import TypedDict


class ProgressTally(TypedDict):
    """Numbers of errors. Those of sentences that are rewritten freely are a kind of their own."""

    made: int
    """The errors that there were to correct."""
    found: int
    """Those that were corrected, wholly or in part."""
    missed: int
    """Those that were left, or changed otherwise than by any teacher: ``made`` without ``found``."""


class ProgressGroup(TypedDict):
    """One kind of error over the assignments."""

    group: str
    """The group, in a teacher's words."""
    tallies: list[ProgressTally | None]
    """One element for each assignment; ``null`` for one that was not handed in or can't be compared."""


class ProgressCourse(TypedDict):
    """What one student, or the class, did over the assignments."""

    name: str
    """The student's name, by which ``markscheme/places`` knows the student; empty for the class."""
    label: str
    """The name as people read it."""
    totals: list[ProgressTally | None]
    """All kinds of errors together, one element for each assignment."""
    groups: list[ProgressGroup]
    """The kinds of errors with places; those with the most errors come first."""


class ProgressClass(TypedDict):
    """The progress of one class."""

    name: str
    """The folder's name."""
    uri: str
    """The folder's URI."""
    assignments: list[str]
    """The names of the assignments, in the order of ``markscheme.toml``, or else by name. Names that differ by numbers
    alone stand by these."""
    whole: ProgressCourse
    """The class as one."""
    people: list[ProgressCourse]
    """The students, by name. Of several versions of one text, the one that counts takes part."""


class Progress(TypedDict):
    """The answer of ``markscheme/progress``."""

    classes: list[ProgressClass]
    """The classes that have marks."""
    missing: list[str]
    """Who and what is missing, and why, in plain words."""
