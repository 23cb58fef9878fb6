"""A class at a glance: students' marks, kinds of errors that go well or not, accepted alternatives. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.contract import shape
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import ExerciseComments, Material, decisions_of
from markscheme.exercises.upkeep import superseded
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.comments import CommentUse, DocumentComments, comment_uses
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.review.document_review import DocumentReview, Finding, VerdictCount, verdict_counts
from markscheme.marking.scheme.mark import Mark
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import group_of
from markscheme.marking.wording.words import authorship
from markscheme.metrics.base import Category, common_signature
from markscheme.reports.report import comments_for, student_mark
from markscheme.text.errors import DocumentError, Reminder


@attrs.frozen
class Student:
    """One student's correction; ``problem`` says why ``review`` is ``None``. An estimate in its place is not counted.
    ``person`` is the student's name in all of their corrections; ``mark`` is ``None`` without a mark scheme.
    """

    name: str
    path: Path
    author: str | None
    review: DocumentReview | None
    problem: DocumentError | None = None
    person: str = attrs.field(default=attrs.Factory(lambda self: self.name, takes_self=True))
    mark: Mark | None = None


@attrs.frozen
class GroupCounts:
    """Places of one group in a teacher's words, in the order of :class:`Verdict`, without verdicts of no place."""

    group: str
    counts: tuple[VerdictCount, ...]

    @property
    def faults(self) -> int:
        """The number of places at which something is to be done."""
        return sum(count for verdict, count in self.counts if verdict not in (Verdict.CORRECT, Verdict.OPTIONAL))


@attrs.frozen
class TypeCounts:
    """The numbers of CLEME2.0's chunks of one ERRANT type; several types are joined by ``+``."""

    type: str
    hit: int
    wrong: int
    under: int
    over: int

    def __add__(self, other: "TypeCounts") -> "TypeCounts":
        return TypeCounts(
            self.type, self.hit + other.hit, self.wrong + other.wrong, self.under + other.under, self.over + other.over
        )

    @property
    def non_hits(self) -> int:
        return self.wrong + self.under + self.over


@shape(name="AcceptedAlternative")
@attrs.frozen
class AcceptedCorrection:
    """An accepted correction that students make."""

    source: str
    """The words that the correction replaces."""
    replacement: str
    """The words of the correction."""
    type: str
    """ERRANT's type."""
    by: tuple[str, ...]
    """The people who accepted the correction."""
    students: tuple[str, ...]
    """The students who make the correction."""


@attrs.frozen
class ExerciseOverview:
    """An exercise's students; ``references`` is the largest number that one is marked against. Groups with the most
    faults come first, without sentences rewritten freely; types with the most non-hits; both then by name. Alternatives
    are by numbers of students, then words; comments by uses, ``None`` where none are in use. ``problems`` are of files,
    such as references; ``reference_authors`` says how a file's authors share the work, or is empty.
    """

    exercise: Exercise
    references: int
    students: tuple[Student, ...]
    groups: tuple[GroupCounts, ...]
    types: tuple[TypeCounts, ...]
    accepted: tuple[AcceptedCorrection, ...]
    problems: tuple[DocumentError, ...]
    reference_authors: str = ""
    comments: tuple[CommentUse, ...] | None = None


@attrs.frozen
class Overview:
    """Exercises at a glance; the problems are those of folders that could not be searched."""

    exercises: tuple[ExerciseOverview, ...]
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[Reminder, ...] = ()

    @property
    def signature(self) -> str:
        """What the signatures of all marks (not of estimates) share, and where they differ; empty without marks."""
        reviews = (item.review for exercise in self.exercises for item in exercise.students)
        marks = (review.marks for review in reviews if review is not None)
        return common_signature([own.signature for own in marks if own is not None])


def exercise_overview(
    exercise: Exercise, outcomes: Sequence[ItemOutcome], comments: ExerciseComments | None = None
) -> ExerciseOverview:
    reviews = [(item, item.outcome.review) for item in outcomes if item.outcome.review is not None]
    problems = {str(problem): problem for item, _ in reviews for problem in item.outcome.problems}
    marks = [review.marks for _, review in reviews if review.marks is not None]
    said = [_comments(item, comments) for item in outcomes]
    earlier = superseded(exercise)
    counting = [(item, review) for item, review in reviews if item.item.path not in earlier]
    remarks = [own for item, own in zip(outcomes, said, strict=True) if item.item.path not in earlier]
    return ExerciseOverview(
        exercise,
        max((own.references for own in marks), default=len(exercise.references)),
        tuple(map(_student, outcomes, said)) or tuple(_absent(exercise)),
        _groups((finding for _, review in counting for finding in review.findings), exercise),
        _types(finding for _, review in counting for finding in review.chunks),
        _accepted(reviews),
        tuple(problems.values()),
        next((authorship(item.item.task.material.references) for item in outcomes if item.item.task is not None), ""),
        None if comments is None else comment_uses(comment for document in remarks for comment in document or ()),
    )


def _comments(reviewed: ItemOutcome, comments: ExerciseComments | None) -> DocumentComments | None:
    review = reviewed.outcome.review
    return None if review is None else comments_for(reviewed.item, review, comments)


def _student(reviewed: ItemOutcome, comments: DocumentComments | None) -> Student:
    item, outcome = reviewed.item, reviewed.outcome
    problem = None
    if outcome.review is None:
        problem = next(iter(outcome.problems), DocumentError("it could not be marked", path=item.path))
    mark = None
    if item.task is not None and outcome.review is not None:
        mark = student_mark(item.task, outcome.review, item.exercise, comments)
    return Student(item.name, item.path, item.author, outcome.review, problem, item.person, mark)


def _absent(exercise: Exercise) -> Iterator[Student]:
    problem = exercise.problem
    if exercise.student is not None and problem is not None and not exercise.hypotheses:
        path = exercise.source or problem.path or exercise.folder
        yield Student(exercise.student, path, None, None, problem)


def counted_group(finding: Finding, exercise: Exercise) -> str | None:
    """Return the group that a finding counts in; ``None`` for a sentence that is rewritten freely, and for a chunk."""
    if finding.place is None or finding.place.rewritten:
        return None
    return group_of(finding, exercise.marking.language or DEFAULT_LANGUAGE, exercise.groups)


def _groups(findings: Iterable[Finding], exercise: Exercise) -> tuple[GroupCounts, ...]:
    numbers: dict[str, Counter[Verdict]] = {}
    for finding in findings:
        group = counted_group(finding, exercise)
        if finding.verdict is not None and group is not None:
            numbers.setdefault(group, Counter())[finding.verdict] += 1
    return _sorted_groups(numbers)


def summed_groups(several: Iterable[Iterable[GroupCounts]]) -> tuple[GroupCounts, ...]:
    numbers: dict[str, Counter[Verdict]] = {}
    for groups in several:
        for item in groups:
            numbers.setdefault(item.group, Counter()).update(dict(item.counts))
    return _sorted_groups(numbers)


def _sorted_groups(numbers: Mapping[str, Counter[Verdict]]) -> tuple[GroupCounts, ...]:
    counts = (GroupCounts(group, verdict_counts(number)) for group, number in numbers.items())
    return tuple(sorted(counts, key=lambda item: (-item.faults, item.group)))


def _types(findings: Iterable[Finding]) -> tuple[TypeCounts, ...]:
    numbers = Counter((finding.type, finding.category) for finding in findings if finding.category is not None)
    order = (Category.HIT, Category.WRONG, Category.UNDER, Category.OVER)
    types = {type_ for type_, _ in numbers}
    return _sorted_types(TypeCounts(type_, *(numbers[type_, category] for category in order)) for type_ in types)


def summed_types(several: Iterable[Iterable[TypeCounts]]) -> tuple[TypeCounts, ...]:
    sums: dict[str, TypeCounts] = {}
    for types in several:
        for item in types:
            sums[item.type] = sums.get(item.type, TypeCounts(item.type, 0, 0, 0, 0)) + item
    return _sorted_types(sums.values())


def _sorted_types(counts: Iterable[TypeCounts]) -> tuple[TypeCounts, ...]:
    return tuple(sorted(counts, key=lambda item: (-item.non_hits, item.type)))


def summed_alternatives(several: Iterable[Iterable[AcceptedCorrection]]) -> tuple[AcceptedCorrection, ...]:
    """Return the alternatives of several exercises, equal ones once, in the order of one exercise's."""
    people: dict[tuple[str, str, str], dict[str, None]] = {}
    students: dict[tuple[str, str, str], dict[str, None]] = {}
    for alternatives in several:
        for item in alternatives:
            key = item.source, item.replacement, item.type
            people.setdefault(key, {}).update(dict.fromkeys(item.by))
            students.setdefault(key, {}).update(dict.fromkeys(item.students))
    return _sorted_alternatives(people, students)


def _sorted_alternatives(
    people: Mapping[tuple[str, str, str], Iterable[str]], students: Mapping[tuple[str, str, str], Iterable[str]]
) -> tuple[AcceptedCorrection, ...]:
    corrections = (AcceptedCorrection(*key, tuple(people[key]), tuple(students[key])) for key in students)
    return tuple(sorted(corrections, key=lambda item: (-len(item.students), item.source, item.replacement, item.type)))


def _accepted(reviews: Sequence[tuple[ItemOutcome, DocumentReview]]) -> tuple[AcceptedCorrection, ...]:
    people: dict[tuple[str, str, str], dict[str, None]] = {}
    students: dict[tuple[str, str, str], dict[str, None]] = {}
    known: dict[tuple[str | None, str | None], Decisions] = {}
    for reviewed, review in reviews:
        for item in _used_alternatives(reviewed, review, known):
            key = " ".join(item.source[item.start : item.end]), " ".join(item.replacement), item.type
            people.setdefault(key, {}).update({item.author: None} if item.author else {})
            students.setdefault(key, {})[reviewed.item.name] = None
    return _sorted_alternatives(people, students)


def _used_alternatives(
    reviewed: ItemOutcome, review: DocumentReview, known: dict[tuple[str | None, str | None], Decisions]
) -> Iterator[Decision]:
    if reviewed.item.task is None:
        return
    alternatives = _alternatives(reviewed.item.task.material, known)
    for finding in review.findings if len(alternatives) else ():
        if finding.category is Category.HIT:
            tokens, place = review.passages[finding.passage].source.tokens, finding.source_tokens
            yield from alternatives.at(tokens, place.start, place.end, finding.target)


def _alternatives(material: Material, known: dict[tuple[str | None, str | None], Decisions]) -> Decisions:
    accepted, others = material.accepted, material.decisions
    key = (accepted.text if accepted else None, others.text if others else None)
    if key not in known:
        decisions, _ = decisions_of(material)
        known[key] = decisions.only(DecisionKind.ACCEPTED)
    return known[key]
