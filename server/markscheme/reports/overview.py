"""A class at a glance: each student's marks, which types of correction go well and which don't, what was accepted.

Pure: outcomes of reviews in, counts out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.accepted import Accepted, Alternatives, read_accepted
from markscheme.exercises.exercises import Exercise
from markscheme.formats.document import Document
from markscheme.marking.estimates import DocumentEstimate
from markscheme.marking.findings import DocumentReview, Finding, Marks
from markscheme.metrics.cleme2 import Category
from markscheme.metrics.signature import common_signature
from markscheme.reports.worklist import Outcome
from markscheme.text.errors import DocumentError


@attrs.frozen
class StudentMarks:
    """One correction's marks; ``None`` where ``problem`` says why it can't be marked, or there is no reference.

    Then ``estimate`` is what a model makes of it, which counts nowhere.
    """

    name: str
    path: Path
    author: str | None
    marks: Marks | None
    problem: DocumentError | None = None
    estimate: DocumentEstimate | None = None


@attrs.frozen
class TypeCounts:
    """How often findings of one type (ERRANT's, several joined by ``+``) are of each category, in all students'."""

    type: str
    hit: int
    wrong: int
    under: int
    over: int

    @property
    def missed(self) -> int:
        """All that are no hit."""
        return self.wrong + self.under + self.over


@attrs.frozen
class AcceptedCorrection:
    """An accepted alternative that students make: its words before and after, who accepted it, whose it is."""

    source: str
    replacement: str
    type: str
    by: tuple[str, ...]
    students: tuple[str, ...]


@attrs.frozen
class ExerciseOverview:
    """An exercise's students.

    Attributes
    ----------
    references
        The most that any of them is marked against.
    types
        The most frequent of what is no hit first, then by name.
    accepted
        What most students make first, then by their words.
    problems
        Files, such as references, that could not be used for the marks that are there.
    """

    exercise: Exercise
    references: int
    students: tuple[StudentMarks, ...]
    types: tuple[TypeCounts, ...]
    accepted: tuple[AcceptedCorrection, ...]
    problems: tuple[DocumentError, ...]


@attrs.frozen
class Overview:
    """Exercises at a glance; ``problems`` tell what could not be searched for more."""

    exercises: tuple[ExerciseOverview, ...]
    problems: tuple[DocumentError, ...] = ()

    @property
    def signature(self) -> str:
        """What the signatures of all marks have in common, and in what they differ; empty without marks.

        Estimates have no part in it.
        """
        marks = (item.marks for exercise in self.exercises for item in exercise.students)
        return common_signature([own.signature for own in marks if own is not None])


def exercise_overview(exercise: Exercise, outcomes: Sequence[Outcome]) -> ExerciseOverview:
    """One exercise's students, from the reviews of their corrections."""
    students = tuple(_student(outcome) for outcome in outcomes)
    reviews = [(outcome, outcome.review) for outcome in outcomes if outcome.review is not None]
    usable = [outcome for outcome in outcomes if outcome.review is not None or outcome.estimate is not None]
    problems = {str(problem): problem for outcome in usable for problem in outcome.problems}
    return ExerciseOverview(
        exercise,
        max((review.marks.references for _, review in reviews), default=len(exercise.references)),
        students,
        _types(finding for _, review in reviews for finding in review.findings),
        _accepted(reviews),
        tuple(problems.values()),
    )


def _student(outcome: Outcome) -> StudentMarks:
    item = outcome.item
    if outcome.review is not None:
        return StudentMarks(item.name, item.path, item.author, outcome.review.marks)
    if outcome.estimate is not None:
        return StudentMarks(item.name, item.path, item.author, None, estimate=outcome.estimate)
    why = next(iter(outcome.problems), DocumentError("it could not be marked", path=item.path))
    return StudentMarks(item.name, item.path, item.author, None, why)


def _types(findings: Iterable[Finding]) -> tuple[TypeCounts, ...]:
    counted = Counter((finding.type, finding.category) for finding in findings)
    order = (Category.HIT, Category.WRONG, Category.UNDER, Category.OVER)
    found = (TypeCounts(name, *(counted[name, category] for category in order)) for name in {key[0] for key in counted})
    return tuple(sorted(found, key=lambda item: (-item.missed, item.type)))


def _accepted(reviews: Sequence[tuple[Outcome, DocumentReview]]) -> tuple[AcceptedCorrection, ...]:
    people: dict[tuple[str, str, str], dict[str, None]] = {}
    students: dict[tuple[str, str, str], dict[str, None]] = {}
    known: dict[str, Alternatives] = {}
    for outcome, review in reviews:
        for item in _made(outcome, review, known):
            key = " ".join(item.source[item.start : item.end]), " ".join(item.replacement), item.type
            people.setdefault(key, {}).update({item.author: None} if item.author else {})
            students.setdefault(key, {})[outcome.item.name] = None
    found = (AcceptedCorrection(*key, tuple(people[key]), tuple(students[key])) for key in students)
    return tuple(sorted(found, key=lambda item: (-len(item.students), item.source, item.replacement, item.type)))


def _made(outcome: Outcome, review: DocumentReview, known: dict[str, Alternatives]) -> Iterator[Accepted]:
    """The accepted alternatives that one student makes; ``known`` are those of files looked at before, by text."""
    accepted = outcome.item.task.material.accepted if outcome.item.task else None
    if accepted is None:
        return
    if accepted.text not in known:
        known[accepted.text] = _alternatives(accepted)
    alternatives = known[accepted.text]
    for finding in review.findings if len(alternatives) else ():
        if finding.category is Category.HIT:
            tokens, place = review.passages[finding.passage].source.tokens, finding.source_tokens
            yield from alternatives.at(tokens, place.start, place.end, finding.target)


def _alternatives(accepted: Document) -> Alternatives:
    """None in a file that is broken, of which a review tells."""
    try:
        return Alternatives(read_accepted(accepted.text, accepted.path))
    except DocumentError:
        return Alternatives()
