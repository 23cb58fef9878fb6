"""A report made of parts: what becomes of some work items, added up in order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.exercises.upkeep.comment_names import comment_name_problems
from markscheme.exercises.upkeep.repeats import superseded
from markscheme.marking.comments.usage import CommentUse, summed_uses
from markscheme.marking.work import ItemOutcome
from markscheme.reports.report import Remarks, Report, ReviewedDocument, UnmarkedText, reviewed_document, uses_in
from markscheme.text.errors import DocumentError, NoText, NothingToMark, OtherText, Reminder
from markscheme.text.reading import TextSource

Shown = TypeVar("Shown")
"""What becomes of a reviewed document: itself, or its part of an output."""
UNMARKED: Mapping[type[DocumentError], str] = {
    NoText: "handed in nothing readable",
    OtherText: "handed in another text: read it",
}
"""Why a text that a student handed in has no mark, in words."""


@attrs.frozen
class ReportPart(Generic[Shown]):
    """What a report has of some work items; a small value, which other processes can send.

    Attributes
    ----------
    number
        Its 0-based place among the report's parts.
    documents
        What is shown of the documents.
    problems
        In the order in which they came up.
    judge_problems
        Why edits are not weighed by a language model.
    unmarked, comment_uses
        As in :class:`Remarks`.
    given_comments
        The files of teachers' comments of the items' exercises, there or not.
    superseded
        The files in place of which another version by the same student counts.
    """

    number: int
    documents: tuple[Shown, ...]
    problems: tuple[DocumentError, ...]
    judge_problems: tuple[DocumentError, ...] = ()
    unmarked: tuple[UnmarkedText, ...] = ()
    comment_uses: tuple[CommentUse, ...] | None = None
    given_comments: tuple[Path, ...] = ()
    superseded: frozenset[Path] = frozenset()


def report_part(
    outcomes: Iterable[ItemOutcome],
    read: TextSource,
    show: Callable[[ReviewedDocument], Shown],
    number: int = 0,
    judge_problems: Iterable[DocumentError] = (),
) -> ReportPart[Shown]:
    """Return the part of a report that some outcomes make."""
    problems: list[DocumentError] = []
    reviewed: list[ReviewedDocument] = []
    unmarked: list[UnmarkedText] = []
    exercises: dict[int, Exercise] = {}
    for item in outcomes:
        exercises[id(item.item.exercise)] = item.item.exercise
        unmarked += _unmarked(item)
        problems += item.outcome.problems
        try:
            document = reviewed_document(item, read)
        except DocumentError as problem:
            problems.append(problem)
            continue
        if document is not None:
            reviewed.append(document)
            problems += document.comments.problems if document.comments is not None else ()
    given = (exercise.given_comments for exercise in exercises.values())
    return ReportPart(
        number,
        tuple(show(document) for document in reviewed),
        tuple(problems),
        tuple(judge_problems),
        tuple(unmarked),
        uses_in(reviewed),
        tuple(dict.fromkeys(path for path in given if path is not None)),
        frozenset(path for exercise in exercises.values() for path in superseded(exercise)),
    )


def joined_parts(number: int, parts: Sequence[ReportPart[Shown]]) -> ReportPart[Shown]:
    """Return several parts as one of this number, in their order."""
    uses = [part.comment_uses for part in parts if part.comment_uses is not None]
    return ReportPart(
        number,
        tuple(document for part in parts for document in part.documents),
        tuple(problem for part in parts for problem in part.problems),
        tuple(problem for part in parts for problem in part.judge_problems),
        tuple(text for part in parts for text in part.unmarked),
        summed_uses(uses) if uses else None,
        tuple(dict.fromkeys(path for part in parts for path in part.given_comments)),
        frozenset(path for part in parts for path in part.superseded),
    )


class RemarkSum:
    """Adds up what the parts of a report say beside their documents; equal problems count once.

    Attributes
    ----------
    superseded
        The files in place of which another version by the same student counts.
    """

    def __init__(self, problems: Iterable[DocumentError] = ()) -> None:
        """Begin with the problems that are known before anything is marked."""
        self.superseded: frozenset[Path] = frozenset()
        self._begin = _by_text(problems)
        self._of_judge: dict[str, DocumentError] = {}
        self._of_items: dict[str, DocumentError] = {}
        self._unmarked: list[UnmarkedText] = []
        self._uses: tuple[CommentUse, ...] | None = None
        self._given: dict[Path, None] = {}

    def add(self, part: ReportPart[Shown]) -> None:
        """Add a part; the parts come in their order."""
        self._of_judge |= _by_text(part.judge_problems)
        self._of_items |= _by_text(part.problems)
        self._unmarked += part.unmarked
        self._given |= dict.fromkeys(part.given_comments)
        self.superseded |= part.superseded
        if part.comment_uses is not None:
            self._uses = summed_uses([self._uses or (), part.comment_uses])

    def remarks(self, read: TextSource) -> Remarks:
        """Return what all parts say; of files of comments, also the names that are no student's."""
        names = [problem for path in self._given for problem in _name_problems(path, read)]
        every = (self._begin | self._of_judge | self._of_items | _by_text(names)).values()
        return Remarks(
            tuple(problem for problem in every if not isinstance(problem, NothingToMark | Reminder)),
            tuple(problem for problem in every if isinstance(problem, NothingToMark)),
            tuple(problem for problem in every if isinstance(problem, Reminder)),
            tuple(self._unmarked),
            self._uses,
        )


def _by_text(problems: Iterable[DocumentError]) -> dict[str, DocumentError]:
    return {str(problem): problem for problem in problems}


def report_of(outcomes: Iterable[ItemOutcome], problems: Iterable[DocumentError], read: TextSource) -> Report:
    """Return the report of what was reviewed; equal problems are in it once."""
    remarks = RemarkSum(problems)
    part = report_part(outcomes, read, itself)
    remarks.add(part)
    return whole_report(part.documents, remarks, read)


def whole_report(documents: Iterable[ReviewedDocument], remarks: RemarkSum, read: TextSource) -> Report:
    """Return the report of documents whose parts' remarks were added up."""
    old, end = remarks.superseded, remarks.remarks(read)
    marked = (attrs.evolve(item, is_superseded=True) if item.path in old else item for item in documents)
    return Report(tuple(marked), end.problems, end.absent, end.notices, end.unmarked)


def itself(document: ReviewedDocument) -> ReviewedDocument:
    """Show a document as it is."""
    return document


def _name_problems(path: Path, read: TextSource) -> tuple[DocumentError, ...]:
    """Return the problems of names in a file of teachers' comments; none where it is not there."""
    try:
        return comment_name_problems(path, read)
    except DocumentError:
        return ()


def _unmarked(reviewed: ItemOutcome) -> Iterator[UnmarkedText]:
    """Yield the text of a work item, if a student handed it in and it can't be marked."""
    item = reviewed.item
    reason = UNMARKED.get(type(item.problem)) if item.problem is not None else None
    if reason is not None:
        yield UnmarkedText(item.person, item.exercise.assignment, item.exercise.class_folder, item.path, reason)
