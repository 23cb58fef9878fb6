"""What a mark scheme that is not written yet does to a class: each mark before and after, and one of them as a sum.

Pure: outcomes in, marks out. Nothing but sums is computed.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from markscheme.exercises.comments.exercise_comments import comments_of
from markscheme.exercises.scheme.scheme import Scheme
from markscheme.marking.review.findings import Finding
from markscheme.marking.scheme.mark import Mark
from markscheme.marking.work import ItemOutcome
from markscheme.reports.report import comments_for, student_mark
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource


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
        """Why the text can't be marked, in words."""
        if self.outcome.outcome.review is not None:
            return None
        return next((item.explanation for item in self.outcome.outcome.problems), "it could not be marked")


@attrs.frozen
class PreviewedSum:
    """A student's mark with its findings, and the text into which they point."""

    id: str
    path: Path
    author: str | None
    mark: Mark
    findings: tuple[Finding, ...]
    text: str


def previewed_marks(
    outcomes: Iterable[ItemOutcome], before: Scheme | None, after: Scheme | None, read: TextSource
) -> Iterator[PreviewedMark]:
    """Yield the marks of an exercise's students by two mark schemes; ``None``: no marks.

    The points that teachers gave count in both.
    """
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
    return PreviewedSum(chosen.id, item.path, item.author, chosen.after, review.findings, text)
