"""JSON that editors show: the engine's state, a text at a glance, the texts of a workspace."""

from typing import NotRequired

from typing_extensions import TypedDict

from markscheme.marking.comments import CommentUse
from markscheme.marking.review.document_review import Marks, VerdictCount, VerdictCounts
from markscheme.marking.scheme.mark import Mark, MarkSummary
from markscheme.reports.classes import Essay
from markscheme.reports.overview import AcceptedCorrection
from markscheme.reports.review_json import EstimateSummary
from markscheme.reports.scheme_form import SchemeFault

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
    mark: NotRequired[MarkSummary]
    """The mark, where ``markscheme.toml`` has a mark scheme."""
    estimate: EstimateSummary | None
    """The estimate of a document without a reference. It has no part in any other number of the overview."""
    problem: str | None
    """Why the document can't be marked."""


class OverviewExercise(TypedDict):
    """An exercise's students."""

    name: str
    """The exercise's name."""
    assignment: str
    """The assignment's name: the exercise's, unless each student has an essay of their own."""
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
    accepted: list[AcceptedCorrection]
    """Accepted alternatives that students make; those of the most students come first."""
    problems: list[str]
    """Files, such as references, that can't be used. The marks are made without them."""
    comments: NotRequired[list[CommentUse]]
    """The comments that students are given, the most frequent first, where comments are in use."""
    reference_authors: NotRequired[str]
    """How the authors of a file share the work, in words: ``Ms Kim and Mr Roy together``, or ``Ms Kim or Mr Roy``;
    absent where there is nothing to say."""


class Person(TypedDict):
    """A student over all assignments of a class."""

    name: str
    """The student's name, by which ``markscheme/places`` knows the student."""
    label: str
    """The name as people read it."""
    essays: list[Essay]
    """The student's corrections, in the order of ``assignments``."""
    verdicts: VerdictCounts | None
    """The verdicts of all corrections with marks together, of several versions of one text the one that counts;
    ``null`` where there are none."""


class Totals(TypedDict):
    """What the exercises of an assignment or a class have together; the members are those of an exercise."""

    references: int
    """The largest number of references that a student is marked against."""
    groups: list[GroupCounts]
    """Groups of errors."""
    types: list[TypeCounts]
    """ERRANT's types of CLEME2.0's chunks."""
    accepted: list[AcceptedCorrection]
    """Accepted alternatives that students make."""
    comments: NotRequired[list[CommentUse]]
    """The comments that students are given, where comments are in use."""


class OverviewAssignment(Totals):
    """What the students of a class were set: one exercise, or an essay of each student's own."""

    name: str
    """The assignment's name."""


class OverviewClass(Totals):
    """A class: the people of all exercises of one ``markscheme.toml``, or of one folder without it."""

    name: str
    """The folder's name."""
    uri: str
    """The folder's URI."""
    people: list[Person]
    """The students, by name."""
    assignments: list[OverviewAssignment]
    """The assignments, by folder and name."""


class Overview(TypedDict):
    """The answer of ``markscheme/overview``."""

    classes: list[OverviewClass]
    """The classes: people over exercises."""
    exercises: list[OverviewExercise]
    """The exercises, by folder and name."""
    signature: str
    """The signature of all marks. A setting in which they differ has each value: ``refs:1/2``."""
    problems: list[str]
    """Folders that could not be searched."""
    notices: list[str]
    """What a person should know of the files, without a fault: files that fit no pattern, several versions by one
    student, an assignment without a teacher's correction."""


class LensData(TypedDict):
    """The ``data`` of a code lens."""

    estimate: bool
    """Whether the lens shows an estimate. An estimate has no transport plan."""


class SchemeStudent(TypedDict):
    """A student's mark by the mark scheme as it is on disk, and by the table that is not written yet."""

    id: str
    """What ``student`` of the request stands for."""
    name: str
    """The student's name in words."""
    assignment: str
    """The name of the assignment."""
    before: MarkSummary | None
    """The mark by the file; ``null`` where it has no mark scheme, and without marks."""
    after: MarkSummary | None
    """The mark by the table; ``null`` where the table has faults or no mark is wanted, and without marks."""
    problem: str | None
    """Why the text can't be marked."""


class SchemeSum(TypedDict):
    """The mark of one student by the table, as a sum."""

    id: str
    """The student's ``id``."""
    uri: str
    """The document's URI."""
    view: str | None
    """The URI of the text of a file without lines, as a document of its own."""
    mark: Mark
    """The mark, with its sum."""


class SchemePreview(TypedDict):
    """The answer of ``markscheme/previewScheme``."""

    faults: list[SchemeFault]
    """What is wrong with the table; no mark is computed by a table with faults."""
    students: list[SchemeStudent]
    """The students whose marks the table decides, by exercise."""
    sum: SchemeSum | None
    """The mark of the student who was named, or else of the first one with a mark; ``null`` where there is none."""
