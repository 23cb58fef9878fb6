"""A report: the documents that were reviewed, with their texts, and the problems."""

from collections.abc import Iterable
from pathlib import Path

import attrs

from markscheme.exercises.comments.exercise_comments import ExerciseComments, comments_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.people import ErrorGroups
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.marking.comments.comment import DocumentComments
from markscheme.marking.comments.filling import Reader
from markscheme.marking.comments.placing import CommentedText, document_comments
from markscheme.marking.comments.usage import CommentUse, comment_uses
from markscheme.marking.review.document_review import DocumentReview
from markscheme.marking.scheme.award import document_mark
from markscheme.marking.scheme.mark import Mark
from markscheme.marking.tasks import Task
from markscheme.marking.verdicts.verdict import OpenAnswers
from markscheme.marking.wording.authorship_words import authorship
from markscheme.marking.wording.notice_words import open_answers_words
from markscheme.marking.work import ItemOutcome, WorkItem
from markscheme.text.errors import DocumentError, NothingToMark, Reminder
from markscheme.text.reading import TextSource


@attrs.frozen
class ReviewedDocument:
    """A hypothesis document with its review.

    Attributes
    ----------
    path
        Its file.
    exercise
        Its exercise's name.
    text
        The text that the spans of findings point into: the file's text, or a Word document's corrected text.
    review
        Its findings, and its marks or its estimate.
    author
        The author's name in the file, where the file holds several corrections.
    source_text
        The text that the source spans of findings point into; ``None`` where it can't be read.
    language
        The code of the language whose words for kinds of errors are used.
    authors
        The authors whose changes together are the correction, where the file names them.
    student
        The name of the person whose correction it is.
    assignment
        The assignment that the exercise belongs to.
    groups
        The teacher's groups of errors.
    reference_authors
        How the authors of the references' files share the work, in words; empty where no file has several.
    folder
        The folder of its class: that of ``markscheme.toml``, or else the exercise's own.
    words
        The student's text itself, without a file's markup; text spans of findings point into it.
    comments
        The comments for the student; ``None`` where there are none to give.
    mark
        The student's mark; ``None`` without a mark scheme, without a reference, and for a source.
    names_people
        Whether a configuration says whose text it is.
    person
        The name that the student has in all of their documents.
    is_superseded
        Whether another version of the text by the same student counts in its place.
    """

    path: Path
    exercise: str
    text: str
    review: DocumentReview
    author: str | None = None
    source_text: str | None = None
    language: str = DEFAULT_LANGUAGE
    authors: tuple[str, ...] = ()
    reference_authors: str = ""
    student: str = ""
    assignment: str = ""
    groups: ErrorGroups = ErrorGroups()
    folder: Path = Path()
    words: str = ""
    comments: DocumentComments | None = None
    mark: Mark | None = None
    names_people: bool = False
    person: str = attrs.field(default=attrs.Factory(lambda self: self.student, takes_self=True))
    is_superseded: bool = False

    @property
    def open(self) -> int:
        """The number of answers that nobody has decided and that may change what the student is given back."""
        if self.mark is not None:
            return 0 if self.mark.range is None else self.mark.range.open
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
    """What a report says beside its documents.

    Attributes
    ----------
    problems
        What could not be used, and why.
    absent
        Of which students or classes there is nothing to mark yet.
    notices
        What else a person should know of the folders' files.
    unmarked
        What was handed in and can't be marked.
    comment_uses
        How often each comment is used; ``None`` where no document has comments.
    """

    problems: tuple[DocumentError, ...]
    absent: tuple[NothingToMark, ...] = ()
    notices: tuple[Reminder, ...] = ()
    unmarked: tuple[UnmarkedText, ...] = ()
    comment_uses: tuple[CommentUse, ...] | None = None


@attrs.frozen
class Report:
    """The documents that could be reviewed, in the order of the paths, and the problems.

    ``absent``, ``notices`` and ``unmarked`` are those of :class:`Remarks`.
    """

    reviewed: tuple[ReviewedDocument, ...]
    problems: tuple[DocumentError, ...]
    absent: tuple[NothingToMark, ...] = ()
    notices: tuple[Reminder, ...] = ()
    unmarked: tuple[UnmarkedText, ...] = ()

    @property
    def counting(self) -> tuple[ReviewedDocument, ...]:
        """The documents that have marks, of several versions of a student's text the one that counts."""
        return tuple(item for item in self.documents if not item.is_superseded)

    @property
    def documents(self) -> tuple[ReviewedDocument, ...]:
        """The documents that have marks."""
        return tuple(item for item in self.reviewed if item.review.marks is not None)

    @property
    def comment_uses(self) -> tuple[CommentUse, ...]:
        """How often each comment is used."""
        return uses_in(self.reviewed) or ()

    @property
    def estimated(self) -> tuple[ReviewedDocument, ...]:
        """The documents that have no reference; an estimate is never counted among marks."""
        return tuple(item for item in self.reviewed if item.review.estimate is not None)

    def of(self, assignment: str) -> "Report":
        """Return the report of one assignment's documents."""
        return attrs.evolve(self, reviewed=tuple(item for item in self.reviewed if item.assignment == assignment))

    @property
    def open(self) -> int:
        """The number of answers that nobody has decided yet."""
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

    @property
    def remarks(self) -> Remarks:
        """What it says beside its documents."""
        return Remarks(self.problems, self.absent, self.notices, self.unmarked, uses_in(self.reviewed))


def uses_in(documents: Iterable[ReviewedDocument]) -> tuple[CommentUse, ...] | None:
    """Return how often comments are used; ``None`` where no document has any."""
    commented = [item.comments for item in documents if item.comments is not None]
    return comment_uses(comment for comments in commented for comment in comments) if commented else None


def reviewed_document(reviewed: ItemOutcome, read: TextSource) -> ReviewedDocument | None:
    """Return the document of a work item with its text; ``None`` where it has no review.

    Raises
    ------
    DocumentError
        If the file can't be read any more.
    """
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
        item.author,
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
    )


def student_mark(
    task: Task, review: DocumentReview, exercise: Exercise, comments: DocumentComments | None
) -> Mark | None:
    """Return the mark of a student's text; ``None`` for a source, and where there is no mark scheme or reference.

    Parameters
    ----------
    comments
        The text's comments, with the points that teachers gave.
    """
    if task.material.hypothesis is None:
        return None
    return document_mark(review, exercise, comments.points if comments is not None else ())


def comments_for(item: WorkItem, review: DocumentReview, comments: ExerciseComments | None) -> DocumentComments | None:
    """Return the comments of a work item's document; ``None`` where its exercise has none."""
    if comments is None or item.task is None:
        return None
    exercise = item.exercise
    student = item.name if item.task.material.hypothesis is not None else ""
    reader = Reader(student, exercise.marking.language or DEFAULT_LANGUAGE, exercise.groups)
    return document_comments(CommentedText(review, item.task.marked, exercise.assignment, reader), comments)


def text_of_source(task: Task, review: DocumentReview, read: TextSource) -> str | None:
    """Return the text that the source spans of findings point into; ``None`` where it can't be read."""
    source = task.material.source
    if source is not None and source.places is None:
        return source.text
    try:
        return None if review.source.path is None else read(review.source.path)
    except DocumentError:
        return None
