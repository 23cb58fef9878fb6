"""The verdict on a place, what it was judged against, and what it earns. Ours.

Plain values over a passage's tokens; no documents and no vectors.
"""

from enum import Enum, StrEnum

import attrs

from markscheme.contract import shape
from markscheme.edits.edit import Edit, Edits
from markscheme.wording import amount


@shape()
class Verdict(Enum):
    """A verdict on one place; the values are those of JSON.

    CORRECT: as a reference, or as an accepted alternative. PARTLY: a proper part of what a reference does. DIFFERENT:
    changed otherwise than by any. MISSED: left where every reference changes it, or each corrects it in another place
    close by. NOT_NEEDED: changed where no reference does. OPTIONAL: left where at least one reference changes it and
    another leaves it, with nothing in its place.
    """

    CORRECT = "correct"
    PARTLY = "partly-correct"
    DIFFERENT = "different"
    MISSED = "missed"
    NOT_NEEDED = "not-needed"
    OPTIONAL = "optional"


ANSWERS = frozenset({Verdict.PARTLY, Verdict.DIFFERENT, Verdict.NOT_NEEDED})


def is_open(verdict: Verdict, decided: str, *, is_alone: bool = False) -> bool:
    """Return whether a place waits for a person: the answer may be right, or a correction its teacher's taste.

    ``decided`` says who and when; empty for nobody. ``is_alone``: the only teacher corrects what nearly nobody in the
    class does.

    >>> is_open(Verdict.DIFFERENT, ""), is_open(Verdict.DIFFERENT, "wrong, Ms Kim"), is_open(Verdict.MISSED, "")
    (True, False, False)
    """
    return (verdict in ANSWERS or (verdict is Verdict.MISSED and is_alone)) and not decided


class OpenAnswers(StrEnum):
    """What is given back for answers that nobody has decided; the values are those of the command line.

    AS_THEY_ARE is nothing, or what is partly right; LOWEST if all are wrong; HIGHEST if all are right.
    """

    AS_THEY_ARE = "as-they-are"
    LOWEST = "lowest"
    HIGHEST = "highest"


@attrs.frozen
class TokenRange:
    """Half-open token range."""

    start: int
    end: int


@attrs.frozen
class Points:
    """What places earn, and what there was to earn."""

    earned: float = 0.0
    """Points earned; at least 0, and at most those due."""
    due: int = 0
    """Points due."""

    def __add__(self, other: "Points") -> "Points":
        return Points(self.earned + other.earned, self.due + other.due)

    @property
    def share(self) -> float | None:
        """``earned / due``, in 0 to 1; ``null`` where nothing was due."""
        return self.earned / self.due if self.due else None

    @property
    def in_words(self) -> str:
        """Earned points and those that were due, with at most two decimals.

        >>> Points(31.0, 48).in_words, Points(37.63636, 71).in_words
        ('31 of 48', '37.64 of 71')
        """
        return f"{amount(self.earned)} of {self.due}"

    def is_at_least(self, before: "Points") -> bool:
        """Return whether no mark falls when these points replace ``before`` in it, whatever else the mark has."""
        return self.earned - before.earned >= max(0, self.due - before.due) - ROUNDING


ROUNDING = 1e-9
"""Largest difference of two sums of the same points in another order."""


@attrs.frozen
class ReferenceChange:
    """One change of a reference, without the tokens that it leaves at its ends; ``target`` are its own tokens."""

    edit: Edit
    target: TokenRange


@attrs.frozen
class ReferenceVersion:
    """What one reference has at a place, with its edits there in source order.

    ``source`` are the tokens that it replaces, the place's own where it leaves them. ``is_beside``: its changes only
    stand beside what the hypothesis changes there.
    """

    reference: int
    source: TokenRange
    target: TokenRange
    replacement: tuple[str, ...]
    edits: Edits
    changes: tuple[ReferenceChange, ...] = ()
    is_beside: bool = False

    @property
    def keeps(self) -> bool:
        return not self.edits


@attrs.frozen
class Suggestion:
    """Other words for some of the hypothesis's: ``target`` are the hypothesis's tokens, ``source`` those under both.

    ``words`` are the new tokens in the first of the references.
    """

    references: tuple[int, ...]
    target: TokenRange
    replacement: tuple[str, ...]
    source: TokenRange
    words: TokenRange


@attrs.frozen
class Remainder:
    """An edit that is left to be done; ``words`` are its tokens in the reference that the verdict follows first."""

    target: TokenRange
    replacement: tuple[str, ...]
    words: TokenRange


@attrs.frozen
class Place:
    """The verdict on one place of a passage.

    ``edits`` are the hypothesis's, by index; ``type`` is ERRANT's of them or of a reference's, joined by ``+``.
    ``versions`` begin with those that the verdict ``follows``, a number. ``missing`` are edits left of PARTLY,
    ``tolerances`` make it CORRECT or OPTIONAL. ``decided`` says who and when; empty where the references did.
    ``is_alone``: the only teacher corrects what nearly nobody in the class does. ``needs`` is what was due, without a
    change that was not needed.
    """

    verdict: Verdict
    source: TokenRange
    target: TokenRange
    edits: tuple[int, ...]
    type: str
    versions: tuple[ReferenceVersion, ...]
    follows: int
    points: Points
    suggestions: tuple[Suggestion, ...] = ()
    missing: tuple[Remainder, ...] = ()
    tolerances: tuple[str, ...] = ()
    decided: str = ""
    is_alone: bool = False
    needs: int = attrs.field(
        default=attrs.Factory(
            lambda self: 0 if self.verdict is Verdict.NOT_NEEDED else self.points.due, takes_self=True
        )
    )

    @property
    def is_open(self) -> bool:
        return is_open(self.verdict, self.decided, is_alone=self.is_alone)
