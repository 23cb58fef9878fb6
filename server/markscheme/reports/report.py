"""A report: the documents that were reviewed, with their texts, and the problems."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Generic, TypeVar

import attrs

from markscheme.contract import View
from markscheme.documents.files import TextSource
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError, LeftOut, NoText, NothingToMark, OtherText, Reminder
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import ExerciseComments, comments_of
from markscheme.exercises.schemes import ErrorGroups, ErrorKinds
from markscheme.exercises.upkeep import comment_name_problems, superseded
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.comments import (
    CommentedText,
    CommentUse,
    DocumentComments,
    Reader,
    summed_uses,
)
from markscheme.marking.driver import ItemOutcome, Task, WorkItem
from markscheme.marking.mark import Mark, student_mark
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import OpenAnswers
from markscheme.marking.words import authorship, open_answers_words


@attrs.frozen
class LocatedText:
    """Where a correction stands: its file, and its author if the file holds several."""

    path: Path
    """The document's URI."""
    author: str | None = attrs.field(default=None, kw_only=True)
    """The author of this correction if the file holds several, else ``null``."""

    @property
    def lines(self) -> bool:
        """Whether the file has lines that an editor can go to."""
        return FORMATS.has_lines(self.path)

    @property
    def view(self) -> View:
        """The URI of this correction's text if the file has no lines, else ``null``."""
        return View(self.path, self.author)


@attrs.frozen
class ReviewedDocument(LocatedText):
    """A hypothesis document with its review.

    ``text`` is what the spans of findings point into: the file's text, or a Word document's corrected text. Source
    spans point into ``source_text``, ``None`` where it can't be read. ``words`` is the student's text without a file's
    markup. ``authors`` are those whose changes together are the correction. ``person`` is the name that the student has
    in all documents; ``names_people`` is whether a configuration says it. ``language`` is the code of the language
    whose words for kinds of errors are used; ``groups`` are the teacher's groups of errors. ``folder`` is that of
    ``markscheme.toml``, or else the exercise's own. ``is_superseded`` is whether another version of the text by the
    same student counts in its place.
    """

    exercise: str
    """The exercise's name."""
    text: str
    review: DocumentReview
    source_text: str | None = None
    language: str = DEFAULT_LANGUAGE
    authors: tuple[str, ...] = ()
    reference_authors: str = ""
    """How the authors of a file share the work, in words: ``Ms Kim and Mr Roy together``, or ``Ms Kim or Mr Roy``;
    absent where there is nothing to say."""
    student: str = ""
    """The name of the person whose correction it is."""
    assignment: str = ""
    """The assignment's name: the exercise's, unless each student has an essay of their own."""
    groups: ErrorGroups = ErrorGroups()
    folder: Path = Path()
    words: str = ""
    comments: DocumentComments | None = None
    """The comments that are on no finding, where comments are in use."""
    mark: Mark | None = None
    """The mark, where ``markscheme.toml`` has a mark scheme; absent for a source that nobody has corrected."""
    names_people: bool = False
    person: str = attrs.field(default=attrs.Factory(lambda self: self.student, takes_self=True))
    """The student's name, as in ``people``."""
    is_superseded: bool = False

    @property
    def kinds(self) -> ErrorKinds:
        return ErrorKinds(self.language, self.groups)

    @property
    def open(self) -> int:
        """The number of answers that nobody has decided and that may change what the student is given back."""
        if self.mark is not None:
            return self.mark.open
        marks = self.review.marks
        return marks.verdicts.open if marks is not None and marks.verdicts.is_comparable else 0

    def settled(self, answers: OpenAnswers) -> "ReviewedDocument":
        """Return the document with a final mark, whatever is open in it."""
        review = self.review
        if review.marks is not None:
            marks = attrs.evolve(review.marks, verdicts=review.marks.verdicts.settled(answers))
            review = attrs.evolve(review, marks=marks)
        return attrs.evolve(self, review=review, mark=None if self.mark is None else self.mark.settled(answers))


@attrs.frozen
class UnmarkedText:
    """What a student handed in that can't be marked: the person, the assignment, the class's folder, and why."""

    student: str
    assignment: str
    folder: Path
    path: Path
    reason: str


@attrs.frozen
class Remarks:
    """What a report says beside its documents; ``unmarked`` is what was handed in and can't be marked."""

    problems: tuple[DocumentError, ...]
    """Files that can't be used."""
    absent: tuple[NothingToMark, ...] = ()
    notices: tuple[Reminder, ...] = ()
    """What a person should know of a folder's files, without a fault: files that fit no pattern, several versions by
    one student, an assignment without a teacher's correction."""
    unmarked: tuple[UnmarkedText, ...] = ()
    comment_uses: tuple[CommentUse, ...] | None = None
    """The comments that are used, the most frequent first, where comments are in use."""

    @property
    def absences(self) -> tuple[str, ...]:
        """Students of whom there is nothing to mark yet, such as a revision or a correction, a sentence each."""
        return tuple(item.problem for item in self.absent)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The files of a class that are not read: whoever gives the class its work back must know."""
        return tuple(item for item in self.notices if isinstance(item, LeftOut))


@attrs.frozen
class Report(Remarks):
    """The documents that could be reviewed, in the order of the paths, and what is said beside them."""

    reviewed: tuple[ReviewedDocument, ...] = ()

    @property
    def counting(self) -> tuple[ReviewedDocument, ...]:
        """The documents that have marks, of several versions of a student's text the one that counts."""
        return tuple(item for item in self.documents if not item.is_superseded)

    @property
    def documents(self) -> tuple[ReviewedDocument, ...]:
        return tuple(item for item in self.reviewed if item.review.marks is not None)

    @property
    def estimated(self) -> tuple[ReviewedDocument, ...]:
        """The documents that have no reference; an estimate is never counted among marks."""
        return tuple(item for item in self.reviewed if item.review.estimate is not None)

    def of(self, assignment: str) -> "Report":
        return attrs.evolve(self, reviewed=tuple(item for item in self.reviewed if item.assignment == assignment))

    @property
    def open(self) -> int:
        return sum(item.open for item in self.counting)

    @property
    def open_notice(self) -> str:
        """How many answers of how many students nobody has decided yet, in words; empty where there is none."""
        students = sum(item.open > 0 for item in self.counting)
        return open_answers_words(self.open, students) if students else ""

    def settled(self, answers: OpenAnswers | None) -> "Report":
        """Return the report with final marks; the same for ``None``, where nobody has chosen how."""
        if answers is None:
            return self
        return attrs.evolve(self, reviewed=tuple(item.settled(answers) for item in self.reviewed))


def uses_in(documents: Iterable[ReviewedDocument]) -> tuple[CommentUse, ...] | None:
    """Return how often comments are used; ``None`` where no document has any."""
    commented = [item.comments for item in documents if item.comments is not None]
    return summed_uses(use for comments in commented for use in comments.uses) if commented else None


def reviewed_document(reviewed: ItemOutcome, read: TextSource) -> ReviewedDocument | None:
    """Return a document with its text, ``None`` without a review; raise DocumentError if the file can't be read now."""
    item, review = reviewed.item, reviewed.outcome.review
    if item.task is None or review is None:
        return None
    marked = item.task.marked
    text = marked.text if marked.places is None else read(item.path)
    source_text = text_of_source(item.task, review, read)
    comments = comments_for(item, review, comments_of(item.exercise, read))
    return ReviewedDocument(
        item.path,
        item.exercise.name,
        text,
        review,
        source_text,
        item.exercise.marking.language or DEFAULT_LANGUAGE,
        marked.authors,
        authorship(item.task.material.references),
        item.name,
        item.exercise.assignment,
        item.exercise.groups,
        item.exercise.class_folder,
        marked.text,
        comments,
        student_mark(item.task, review, item.exercise, comments),
        item.exercise.configuration is not None and item.task.material.hypothesis is not None,
        item.person,
        author=item.author,
    )


def comments_for(item: WorkItem, review: DocumentReview, comments: ExerciseComments | None) -> DocumentComments | None:
    """Return the comments of a work item's document; ``None`` where its exercise has none."""
    if comments is None or item.task is None:
        return None
    exercise = item.exercise
    student = item.name if item.task.material.hypothesis is not None else ""
    reader = Reader(student, exercise.marking.language or DEFAULT_LANGUAGE, exercise.groups)
    return CommentedText(review, item.task.marked, exercise.assignment, reader).comments(comments)


def text_of_source(task: Task, review: DocumentReview, read: TextSource) -> str | None:
    source = task.material.source
    if source is not None and source.places is None:
        return source.text
    try:
        return None if review.source.path is None else read(review.source.path)
    except DocumentError:
        return None


Shown = TypeVar("Shown")
"""What becomes of a reviewed document: itself, or its part of an output."""


UNMARKED: Mapping[type[DocumentError], str] = {
    NoText: "handed in nothing readable",
    OtherText: "handed in another text: read it",
}


@attrs.frozen
class ReportPart(Generic[Shown]):
    """What a report has of some work items; a small value, which other processes can send. ``number``: its place among
    the parts, from 0. ``judge_problems``: why edits are not weighed by a language model. ``given_comments``: files of
    teachers' comments, there or not; ``superseded``: those in place of which another version by the student counts.
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
    uses = [part.comment_uses for part in parts if part.comment_uses is not None]
    return ReportPart(
        number,
        tuple(document for part in parts for document in part.documents),
        tuple(problem for part in parts for problem in part.problems),
        tuple(problem for part in parts for problem in part.judge_problems),
        tuple(text for part in parts for text in part.unmarked),
        summed_uses(chain.from_iterable(uses)) if uses else None,
        tuple(dict.fromkeys(path for part in parts for path in part.given_comments)),
        frozenset(path for part in parts for path in part.superseded),
    )


class RemarkSum:
    """Adds up what the parts of a report say beside their documents, which come in order; equal problems count once."""

    def __init__(self, problems: Iterable[DocumentError] = ()) -> None:
        self.superseded: frozenset[Path] = frozenset()
        self._begin = _by_text(problems)
        self._of_judge: dict[str, DocumentError] = {}
        self._of_items: dict[str, DocumentError] = {}
        self._unmarked: list[UnmarkedText] = []
        self._uses: tuple[CommentUse, ...] | None = None
        self._given: dict[Path, None] = {}

    def add(self, part: ReportPart[Shown]) -> None:
        self._of_judge |= _by_text(part.judge_problems)
        self._of_items |= _by_text(part.problems)
        self._unmarked += part.unmarked
        self._given |= dict.fromkeys(part.given_comments)
        self.superseded |= part.superseded
        if part.comment_uses is not None:
            self._uses = summed_uses((*(self._uses or ()), *part.comment_uses))

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


def problem_words(problem: DocumentError, here: Path | None = None) -> str:
    """Return a problem in words, with its file's name unless that is ``here``."""
    name = problem.path.name if problem.path and problem.path != here else None
    line = f"line {problem.line}" if problem.line and name is None else problem.line
    place = ":".join(str(part) for part in (name, line) if part is not None)
    return f"{place}: {problem.explanation}" if place else problem.explanation


def report_of(outcomes: Iterable[ItemOutcome], problems: Iterable[DocumentError], read: TextSource) -> Report:
    remarks = RemarkSum(problems)
    part = report_part(outcomes, read, itself)
    remarks.add(part)
    return whole_report(part.documents, remarks, read)


def whole_report(documents: Iterable[ReviewedDocument], remarks: RemarkSum, read: TextSource) -> Report:
    old, end = remarks.superseded, remarks.remarks(read)
    marked = (attrs.evolve(item, is_superseded=True) if item.path in old else item for item in documents)
    return Report(**attrs.asdict(end, recurse=False), reviewed=tuple(marked))


def itself(document: ReviewedDocument) -> ReviewedDocument:
    return document


def _name_problems(path: Path, read: TextSource) -> tuple[DocumentError, ...]:
    try:
        return comment_name_problems(path, read)
    except DocumentError:
        return ()


def _unmarked(reviewed: ItemOutcome) -> Iterator[UnmarkedText]:
    item = reviewed.item
    reason = UNMARKED.get(type(item.problem)) if item.problem is not None else None
    if reason is not None:
        yield UnmarkedText(item.person, item.exercise.assignment, item.exercise.class_folder, item.path, reason)
