"""People over exercises: a student with several essays is one person. The exercises of one folder, or of one
``markscheme.toml``, are one class. Pure: overviews of exercises in, sums out.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.contract import shape
from markscheme.exercises.material import comments_of
from markscheme.exercises.scheme.scheme import Scheme
from markscheme.exercises.upkeep import superseded
from markscheme.marking.comments import CommentUse, summed_uses
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.review.document_review import VerdictCounts
from markscheme.marking.scheme.mark import Mark
from markscheme.reports.overview import (
    AcceptedCorrection,
    ExerciseOverview,
    GroupCounts,
    Student,
    TypeCounts,
    summed_alternatives,
    summed_groups,
    summed_types,
)
from markscheme.reports.report import comments_for, student_mark
from markscheme.text.errors import DocumentError
from markscheme.text.files import TextSource


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


@attrs.frozen
class Person:
    """A student over all assignments; verdicts are of all marked essays, of several versions the one that counts."""

    name: str
    essays: tuple[Essay, ...]
    verdicts: VerdictCounts | None


@attrs.frozen
class Totals:
    """What several exercises have together, as :class:`ExerciseOverview` has it."""

    references: int
    groups: tuple[GroupCounts, ...]
    types: tuple[TypeCounts, ...]
    accepted: tuple[AcceptedCorrection, ...]
    comments: tuple[CommentUse, ...] | None = None


@attrs.frozen
class Assignment:
    """What the students of a class were set: one exercise, or one of each student."""

    name: str
    totals: Totals


@attrs.frozen
class ClassOverview:
    """The exercises that ``folder`` holds; people are in the order of their names, whatever their capital letters."""

    folder: Path
    people: tuple[Person, ...]
    assignments: tuple[Assignment, ...]
    totals: Totals


def classes_of(exercises: Sequence[ExerciseOverview]) -> tuple[ClassOverview, ...]:
    """Return the classes of an overview, in the order of their first exercises."""
    folders: dict[Path, list[int]] = {}
    for number, item in enumerate(exercises):
        folders.setdefault(item.exercise.class_folder, []).append(number)
    return tuple(_class_of(folder, exercises, numbers) for folder, numbers in folders.items())


def _class_of(folder: Path, exercises: Sequence[ExerciseOverview], numbers: Sequence[int]) -> ClassOverview:
    names = dict.fromkeys(exercises[number].exercise.assignment for number in numbers)
    members = {name: [exercises[number] for number in numbers if _is_of(exercises[number], name)] for name in names}
    return ClassOverview(
        folder,
        tuple(_people(exercises, numbers)),
        tuple(Assignment(name, _totals(own)) for name, own in members.items()),
        _totals([exercises[number] for number in numbers]),
    )


def _is_of(item: ExerciseOverview, assignment: str) -> bool:
    return item.exercise.assignment == assignment


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
    reviews = (student.review for student in students)
    marks = [review.marks.verdicts for review in reviews if review is not None and review.marks is not None]
    return sum(marks, VerdictCounts()) if marks else None


def _totals(exercises: Sequence[ExerciseOverview]) -> Totals:
    return Totals(
        max((item.references for item in exercises), default=0),
        summed_groups(item.groups for item in exercises),
        summed_types(item.types for item in exercises),
        summed_alternatives(item.accepted for item in exercises),
        summed_uses(used) if (used := [item.comments for item in exercises if item.comments is not None]) else None,
    )


@attrs.frozen
class PreviewedMark:
    """A student's mark by two mark schemes; ``None`` where a scheme gives none."""

    id: str
    name: str
    assignment: str
    before: Mark | None
    after: Mark | None
    outcome: ItemOutcome

    @property
    def problem(self) -> str | None:
        if self.outcome.outcome.review is not None:
            return None
        return next((item.explanation for item in self.outcome.outcome.problems), "it could not be marked")


@attrs.frozen
class PreviewedSum:
    """A student's mark, and the text into which its lines point."""

    id: str
    path: Path
    author: str | None
    mark: Mark
    text: str


def previewed_marks(
    outcomes: Iterable[ItemOutcome], before: Scheme | None, after: Scheme | None, read: TextSource
) -> Iterator[PreviewedMark]:
    """Yield marks by two mark schemes, ``None`` for no marks; the points that teachers gave count in both."""
    for outcome in outcomes:
        item = outcome.item
        yield PreviewedMark(
            f"{item.exercise.name}/{item.name}",
            item.person,
            item.exercise.assignment,
            _mark(outcome, before, read),
            _mark(outcome, after, read),
            outcome,
        )


def _mark(outcome: ItemOutcome, scheme: Scheme | None, read: TextSource) -> Mark | None:
    item, review = outcome.item, outcome.outcome.review
    if item.task is None or review is None or scheme is None:
        return None
    comments = comments_for(item, review, comments_of(item.exercise, read))
    return student_mark(item.task, review, attrs.evolve(item.exercise, scheme=scheme), comments)


def chosen_sum(marks: Iterable[PreviewedMark], student: str | None, read: TextSource) -> PreviewedSum | None:
    """Return the mark of a student by the second scheme, or else of the first one who has a mark."""
    marked = [item for item in marks if item.after is not None]
    chosen = next((item for item in marked if item.id == student), None) or next(
        (item for item in marked if item.after is not None and item.after.points is not None), None
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
    return PreviewedSum(chosen.id, item.path, item.author, chosen.after, text)
