"""Classes: people over exercises. A student with several essays is one person.

The exercises of one folder, or of one ``markscheme.toml``, are one class. Pure: overviews of exercises in, sums out.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.contract import View, shape
from markscheme.documents.files import TextSource
from markscheme.errors import DocumentError, Reminder
from markscheme.exercises.material import comments_of
from markscheme.exercises.scheme.scheme import Scheme
from markscheme.exercises.upkeep import superseded
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.mark import Mark, MarkSummary
from markscheme.marking.review import VerdictCounts
from markscheme.marking.words import person_name
from markscheme.metrics.base import common_signature
from markscheme.reports.overview import ExerciseOverview, Student, Totals, totals_of
from markscheme.reports.report import comments_for, problem_words, student_mark
from markscheme.reports.scheme_form import SchemeFault


@shape()
@attrs.frozen
class Essay:
    """A student's correction in a class, which stands in ``exercises``."""

    assignment: str
    """The assignment's name."""
    exercise: int
    """The index in ``exercises``."""
    student: int
    """The index in the exercise's ``students``."""


@shape("name", "label", "essays", "verdicts")
@attrs.frozen
class Person:
    """A student over all assignments of a class."""

    name: str
    """The student's name, by which ``markscheme/places`` knows the student."""
    essays: tuple[Essay, ...]
    """The student's corrections, in the order of ``assignments``."""
    verdicts: VerdictCounts | None
    """The verdicts of all corrections with marks together, of several versions of one text the one that counts;
    ``null`` where there are none."""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return person_name(self.name)


_TOTALS = tuple(f"totals.{field.name}" for field in attrs.fields(Totals))


@shape("name", *_TOTALS, name="OverviewAssignment")
@attrs.frozen
class Assignment:
    """What the students of a class were set: one exercise, or an essay of each student's own."""

    name: str
    """The assignment's name."""
    totals: Totals


@shape(
    *("name", "folder", "people", "assignments", *_TOTALS),
    name="OverviewClass",
    renamed={"folder": "uri"},
    uris=("folder",),
)
@attrs.frozen
class ClassOverview:
    """A class: the people of all exercises of one ``markscheme.toml``, or of one folder without it."""

    folder: Path
    """The folder's URI."""
    people: tuple[Person, ...]
    """The students, by name."""
    assignments: tuple[Assignment, ...]
    """The assignments, by folder and name."""
    totals: Totals

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name


@shape(
    *("classes", "exercises", "signature", "faults", "remarks"),
    renamed={"faults": "problems", "remarks": "notices"},
)
@attrs.frozen
class Overview:
    """The answer of ``markscheme/overview``."""

    exercises: tuple[ExerciseOverview, ...]
    """The exercises, by folder and name."""
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[Reminder, ...] = ()

    @property
    def classes(self) -> tuple[ClassOverview, ...]:
        """The classes: people over exercises."""
        folders: dict[Path, list[int]] = {}
        for number, item in enumerate(self.exercises):
            folders.setdefault(item.exercise.class_folder, []).append(number)
        return tuple(_class_of(folder, self.exercises, numbers) for folder, numbers in folders.items())

    @property
    def signature(self) -> str:
        """The signature of all marks. A setting in which they differ has each value: ``refs:1/2``."""
        marks = (student.marks for exercise in self.exercises for student in exercise.students)
        return common_signature([own.signature for own in marks if own is not None])

    @property
    def faults(self) -> tuple[str, ...]:
        """Folders that could not be searched."""
        return tuple(map(problem_words, self.problems))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of the files, without a fault: files that fit no pattern, several versions by one
        student, an assignment without a teacher's correction."""
        return tuple(notice.problem for notice in self.notices)


def _class_of(folder: Path, exercises: Sequence[ExerciseOverview], numbers: Sequence[int]) -> ClassOverview:
    assignments: dict[str, list[Totals]] = {}
    for number in numbers:
        assignments.setdefault(exercises[number].exercise.assignment, []).append(exercises[number].totals)
    return ClassOverview(
        folder,
        tuple(_people(exercises, numbers)),
        tuple(Assignment(name, totals_of(own)) for name, own in assignments.items()),
        totals_of([exercises[number].totals for number in numbers]),
    )


def _people(exercises: Sequence[ExerciseOverview], numbers: Iterable[int]) -> Iterable[Person]:
    essays: dict[str, list[Essay]] = {}
    for number in numbers:
        item = exercises[number]
        for place, student in enumerate(item.students):
            essays.setdefault(student.person, []).append(Essay(item.exercise.assignment, number, place))
    for name in sorted(essays, key=lambda one: (one.casefold(), one)):
        own = essays[name]
        yield Person(name, tuple(own), _verdicts(_counting(exercises, own)))


def _counting(exercises: Sequence[ExerciseOverview], essays: Iterable[Essay]) -> Iterator[Student]:
    for essay in essays:
        item = exercises[essay.exercise]
        if item.students[essay.student].path not in superseded(item.exercise):
            yield item.students[essay.student]


def _verdicts(students: Iterable[Student]) -> VerdictCounts | None:
    marks = [student.marks.verdicts for student in students if student.marks is not None]
    return sum(marks, VerdictCounts()) if marks else None


@shape("id", "name", "assignment", "before", "after", "problem", name="SchemeStudent")
@attrs.frozen
class PreviewedMark:
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
    outcome: ItemOutcome

    @property
    def problem(self) -> str | None:
        """Why the text can't be marked."""
        if self.outcome.outcome.review is not None:
            return None
        return next((item.explanation for item in self.outcome.outcome.problems), "it could not be marked")


@shape("id", "path", "view", "mark", name="SchemeSum", renamed={"path": "uri"}, uris=("path", "view"))
@attrs.frozen
class PreviewedSum:
    """The mark of one student by the table, as a sum."""

    id: str
    """The student's ``id``."""
    path: Path
    """The document's URI."""
    view: View
    """The URI of the text of a file without lines, as a document of its own."""
    mark: Mark
    """The mark, with its sum."""
    text: str


@shape()
@attrs.frozen
class SchemePreview:
    """The answer of ``markscheme/previewScheme``."""

    faults: tuple[SchemeFault, ...]
    """What is wrong with the table; no mark is computed by a table with faults."""
    students: tuple[PreviewedMark, ...]
    """The students whose marks the table decides, by exercise."""
    sum: PreviewedSum | None
    """The mark of the student who was named, or else of the first one with a mark; ``null`` where there is none."""


def previewed_marks(
    outcomes: Iterable[ItemOutcome], before: Scheme | None, after: Scheme | None, read: TextSource
) -> Iterator[PreviewedMark]:
    """Yield marks by two mark schemes, ``None`` for no marks; the points that teachers gave count in both."""
    for outcome in outcomes:
        item = outcome.item
        yield PreviewedMark(
            f"{item.exercise.name}/{item.name}",
            person_name(item.person),
            item.exercise.assignment,
            _mark(outcome, before, read),
            _mark(outcome, after, read),
            outcome,
        )


def _mark(outcome: ItemOutcome, scheme: Scheme | None, read: TextSource) -> MarkSummary | None:
    item, review = outcome.item, outcome.outcome.review
    if item.task is None or review is None or scheme is None:
        return None
    comments = comments_for(item, review, comments_of(item.exercise, read))
    mark = student_mark(item.task, review, attrs.evolve(item.exercise, scheme=scheme), comments)
    return None if mark is None else MarkSummary(mark)


def chosen_sum(marks: Iterable[PreviewedMark], student: str | None, read: TextSource) -> PreviewedSum | None:
    """Return the mark of a student by the second scheme, or else of the first one who has a mark."""
    marked = [item for item in marks if item.after is not None]
    chosen = next((item for item in marked if item.id == student), None) or next(
        (item for item in marked if item.after is not None and item.after.mark.points is not None), None
    )
    if chosen is None or chosen.after is None:
        return None
    item, review = chosen.outcome.item, chosen.outcome.outcome.review
    if item.task is None or review is None:
        return None
    document = item.task.marked
    try:
        text = document.text if document.places is None else read(item.path)
    except DocumentError:
        return None
    return PreviewedSum(chosen.id, item.path, View(item.path, item.author), chosen.after.mark, text)
