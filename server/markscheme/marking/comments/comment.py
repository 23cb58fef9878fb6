"""The comments of a document: on its findings, on other places, and on the whole text."""

import datetime
from collections.abc import Iterator
from fractions import Fraction

import attrs

from markscheme.exercises.comments.bank import SOLUTIONS, placeholders_in
from markscheme.exercises.comments.given_comment import GivenComment
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span


@attrs.frozen
class Comment:
    """What a student reads.

    Attributes
    ----------
    code
        What stands in the margin; may be empty.
    template
        The text before its placeholders were filled.
    key
        The entry of a bank that it is; may be empty.
    author, date
        The teacher who gave it, and when; empty and ``None`` where the file does not say, and for a bank's.
    given
        Whether a teacher gave it here; else it is the bank's for the place.
    """

    code: str
    text: str
    template: str
    key: str = ""
    author: str = ""
    date: datetime.date | None = None
    given: bool = False

    @property
    def gives_away(self) -> bool:
        """Whether it says what the teachers have at the place."""
        return not SOLUTIONS.isdisjoint(placeholders_in(self.template))


@attrs.frozen
class PlaceComment:
    """A teacher's comment on a place that is no finding.

    Attributes
    ----------
    span
        The place in the hypothesis's file.
    origin
        What the teacher gave.
    text_span
        The place in the student's text itself, without a file's markup.
    """

    span: Span
    comment: Comment
    origin: GivenComment
    text_span: Span


@attrs.frozen
class TeacherPoints:
    """Points that a teacher gave: for a finding, for other words, or for the whole text.

    Attributes
    ----------
    words
        The student's words at a place that is no finding, or the criterion of points for the whole text; may be empty.
    author
        The teacher; empty where the file does not say.
    finding
        The index of the finding; ``None`` for other points.
    span
        The place in the hypothesis's file, if it is no finding.
    origin
        What the teacher gave, as the file has it.
    """

    points: Fraction
    words: str = ""
    author: str = ""
    finding: int | None = None
    span: Span | None = None
    origin: GivenComment | None = None

    @property
    def is_whole(self) -> bool:
        """Whether they are for the whole text."""
        return self.finding is None and self.span is None


@attrs.frozen
class DocumentComments:
    """The comments of a document, and the points that teachers gave.

    Attributes
    ----------
    findings
        The comment on each of the review's findings, in their order; ``None`` where nothing is said.
    given
        What a teacher gave for each finding, which may be that nothing stands there; ``None`` where a margin or the
        bank decides.
    places
        In the order of the text.
    whole
        On the whole text, each with what the teacher gave.
    points
        The points that teachers gave: those of findings, then those of other places, then those of the whole text.
    unplaced
        The teachers' comments and points on this student's text whose places are no longer there.
    problems
        Why a file of comments can't be read; the others count.
    codes
        The codes of the exercise's banks, each with its meaning for students.
    in_margin
        The findings, by index, on which the margin of a reference has a comment, whether it stands there or not.
    """

    findings: tuple[Comment | None, ...] = ()
    given: tuple[GivenComment | None, ...] = ()
    places: tuple[PlaceComment, ...] = ()
    whole: tuple[tuple[Comment, GivenComment], ...] = ()
    points: tuple[TeacherPoints, ...] = ()
    unplaced: tuple[GivenComment, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()
    in_margin: frozenset[int] = frozenset()

    def __iter__(self) -> Iterator[Comment]:
        """Iterate over all comments that the student reads."""
        yield from (item for item in self.findings if item is not None)
        yield from (item.comment for item in self.places)
        yield from (comment for comment, _ in self.whole)
