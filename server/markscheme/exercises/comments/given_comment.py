"""What teachers say of a student's text, and the points that they give: for a place, or for the whole text."""

import datetime
import enum
from collections.abc import Iterable
from fractions import Fraction

import attrs

from markscheme.exercises.comments.quotes import Quote, squeezed


class Subject(enum.Enum):
    """What a comment is about; the value is the word in the file."""

    SOURCE = "source"
    """A place of the text that was to be corrected."""
    STUDENT = "student"
    """A place of a student's own words."""
    WHOLE = "whole"
    """A student's text as a whole."""


Topic = tuple[str, Subject, str, tuple[str, str, str, int], str, str | None]
"""What one comment, or one number of points, is about: at one topic the newest counts."""
MOST_POINTS = 1000
"""The largest number of points that a teacher can give, or take."""


@attrs.frozen
class GivenComment:
    """A teacher's comment, or a teacher's points, or both.

    Attributes
    ----------
    text
        What the student reads; it may hold placeholders, as a bank's. Empty: nothing is said there, whatever a bank
        has. ``None``: points alone; then the comment is another teacher's, or the bank's.
    code
        What stands in the margin; may be empty.
    exercise
        The assignment; empty: any.
    student
        The student's name in the exercise; empty: every student.
    quote
        The place; empty for a whole text.
    change
        The student's words there, for a comment on one correction only; ``None``: whatever the student has there.
    key
        The entry of a bank from which the comment was taken; may be empty.
    author, date
        Who said it, and when; empty and ``None`` where the file does not say.
    points
        What the place adds to the mark, in place of the mark scheme's points; for a whole text, what is added beside
        them. In [-``MOST_POINTS``, ``MOST_POINTS``], in hundredths. ``None``: the mark scheme decides.
    criterion
        What points for a whole text are for, such as ``Content``: each criterion has its own. Empty: the text as a
        whole.
    """

    subject: Subject
    text: str | None
    code: str = ""
    exercise: str = ""
    student: str = ""
    quote: Quote = Quote()
    change: str | None = None
    key: str = ""
    author: str = ""
    date: datetime.date | None = None
    points: Fraction | None = None
    criterion: str = ""

    @property
    def parts(self) -> tuple["GivenComment", ...]:
        """The comment alone and the points alone, of those that it has."""
        comment = attrs.evolve(self, points=None, criterion="")
        points = attrs.evolve(self, text=None, code="", key="")
        return tuple(part for part, value in ((comment, self.text), (points, self.points)) if value is not None)

    @property
    def topic(self) -> Topic:
        """What one part is about, white space apart."""
        quote = self.quote
        place = squeezed(quote.before), squeezed(quote.words), squeezed(quote.after), quote.occurrence
        change = "\n" if self.change is None else squeezed(self.change)
        criterion = self.criterion.casefold() if self.text is None else None
        return self.exercise, self.subject, self.student, place, change, criterion

    @property
    def order(self) -> tuple[str, ...]:
        """Its place in a file: by exercise and place, so that what is about one place stands together."""
        quote = self.quote
        return self.exercise, self.subject.value, quote.before, quote.words, quote.after, self.student

    def concerns(self, exercise: str, student: str) -> bool:
        """Return whether it is about a student's text in an exercise."""
        return self.exercise in ("", exercise) and self.student in ("", student)


def newest(comments: Iterable[GivenComment]) -> tuple[GivenComment, ...]:
    """Return the part that counts on each topic: the one of the latest date, of equal ones the last."""
    by_topic: dict[Topic, GivenComment] = {}
    for item in (part for comment in comments for part in comment.parts):
        before = by_topic.get(item.topic)
        if before is None or _day(before) <= _day(item):
            by_topic[item.topic] = item
    return tuple(by_topic.values())


def _day(item: GivenComment) -> datetime.date:
    return item.date or datetime.date.min
