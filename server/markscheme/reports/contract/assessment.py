"""What teachers add to a review for their students: comments, and the mark by a mark scheme."""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from markscheme.reports.contract.shapes import Range


class Comment(TypedDict):
    """What a student reads at a place, or of the whole text."""

    code: str
    """The code for the margin; empty where a teacher gave none."""
    text: str
    """The comment."""
    key: str | None
    """The entry of the bank that it is, else ``null``."""
    given: bool
    """Whether a teacher gave it here; ``false`` where it is the bank's for such a place."""
    by: str | None
    """The teacher who gave it, else ``null``."""
    date: str | None
    """The day on which it was given, such as ``2026-11-22``, else ``null``."""


class PlaceComment(Comment):
    """A teacher's comment on a place that is no finding."""

    range: Range
    """The place in the hypothesis."""


class UnplacedComment(TypedDict):
    """A teacher's comment, or a teacher's points, whose place is no longer in the text."""

    words: str
    """The words that it was about."""
    text: str
    """The comment; empty for points."""
    points: NotRequired[float]
    """The points, where it is no comment."""
    by: str | None
    """The teacher who gave it, else ``null``."""
    date: str | None
    """The day on which it was given, else ``null``."""


class Comments(TypedDict):
    """The comments of a document that are on no finding."""

    whole: list[Comment]
    """The teachers' comments on the whole text."""
    places: list[PlaceComment]
    """The teachers' comments on other places, in the order of the text."""
    unplaced: list[UnplacedComment]
    """The teachers' comments and points whose places are no longer there. They stay in their file."""


class CommentUse(TypedDict):
    """A comment, and how often students are given it."""

    code: str
    """The code for the margin."""
    text: str
    """The comment, with its placeholders."""
    key: str | None
    """The entry of the bank that it is, else ``null``."""
    count: int
    """The number of places and texts that have it."""


MarkLineKind = TypeAliasType(
    "MarkLineKind",
    Literal["full", "place", "given", "focus", "cap", "nothing-right", "words", "floor", "max", "rounding"],
)
"""What a line of a mark stands for."""


class Band(TypedDict):
    """A name for a range of marks."""

    name: str
    """The band's name, such as ``B`` or ``good``."""
    text: str
    """The teacher's sentence for the student; empty where there is none."""


class MarkLine(TypedDict):
    """One line of a mark's sum."""

    kind: MarkLineKind
    """What the line stands for: ``place`` for a finding; ``given`` for a teacher's points, for a finding, for other
    words or for the whole text; else the best mark to begin with, findings out of focus, a cap, a text in which nothing
    is corrected, the number of words, the lowest or the best mark, or rounding."""
    points: float
    """What the line adds, unrounded; negative where it takes."""
    why: str
    """The reason, in plain words."""
    finding: NotRequired[int]
    """The index of the line's finding in ``findings``, for ``place``, and for ``given`` where it is a finding."""
    range: NotRequired[Range]
    """The line's place in the hypothesis, where it has one."""
    weight: NotRequired[float]
    """The factor of the finding's kind of error, for ``place``."""
    by: NotRequired[str | None]
    """The teacher who gave the points, for ``given``; ``null`` where the file does not say."""
    scheme: NotRequired[float]
    """What the mark scheme would add in place of the teacher's points, for ``given`` at a finding."""


class MarkSummary(TypedDict):
    """A document's mark by the mark scheme of its exercise."""

    points: float | None
    """The mark, with at most two decimals; ``null`` where it is withheld."""
    max: float
    """The best mark."""
    band: Band | None
    """The band of the mark; ``null`` where the scheme has none for it."""
    withheld: str | None
    """Why there is no mark, in plain words; ``null`` where there is one."""
    open: int
    """The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final."""
    range: list[float] | None
    """The mark if all these answers are wrong, and if all are right; ``null`` where it is withheld."""


class Mark(MarkSummary):
    """A document's mark by the mark scheme of its exercise, as a sum."""

    lines: list[MarkLine]
    """The sum; the ``points`` of all lines together are the mark. Empty where the mark is withheld."""


class WithMark(TypedDict):
    """What a mark scheme adds to a document."""

    mark: NotRequired[Mark]
    """The mark, where ``markscheme.toml`` has a mark scheme; absent for a source that nobody has corrected."""


class CommentChoice(TypedDict):
    """A comment of the bank that a teacher can give at a place."""

    code: str
    """The code for the margin."""
    text: str
    """The comment, with its placeholders filled for this place."""
    template: str
    """The comment with its placeholders, as ``markscheme.comment`` takes it."""
    key: str | None
    """The entry's name in the bank, else ``null``."""
    fits: bool
    """Whether the entry is for such a place; these come first, the most specific one at the top."""


class PlacePoints(TypedDict):
    """Points that a place, or a criterion of the whole text, brings to the mark."""

    criterion: str
    """What points for a whole text are for; empty for a place, and for the text as a whole."""
    points: float | None
    """The points in the sum; ``null`` where there are none."""
    given: bool
    """Whether a teacher gave them."""
    by: str | None
    """The teacher who gave them, else ``null``."""
    scheme: float | None
    """What the mark scheme gives; ``null`` where it gives nothing to such a place."""


class PlaceChoices(TypedDict):
    """The answer of ``markscheme/placeChoices``: what a teacher can say and give at a place, or for the whole text."""

    about: str
    """The place in words, such as ``go → went`` or ``at home``; empty for the whole text."""
    range: Range | None
    """The place, to be sent with commands: a finding's, or a word's around an empty range; ``null`` for the whole
    text."""
    finding: int | None
    """The index of the finding in ``findings``; ``null`` for other words and for the whole text."""
    comment: Comment | None
    """The comment there now; ``null`` where nothing is said."""
    template: str
    """This comment with its placeholders; empty without one."""
    changed: bool
    """Whether a teacher gave the comment, or left it out, so that ``markscheme.restoreComment`` does something."""
    choices: list[CommentChoice]
    """The comments of the bank that can be given here."""
    points: list[PlacePoints] | None
    """The points there now: one for a place, and one for each criterion of a whole text; ``null`` without a mark
    scheme, where points can't be given."""
    by: str
    """The name with which comments and points are saved; may be empty."""
