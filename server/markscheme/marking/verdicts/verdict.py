"""The verdict on a place, what it was judged against, and what it earns. Ours.

Plain values over a passage's tokens; no documents and no vectors.
"""

from enum import Enum, StrEnum

import attrs

from markscheme.edits.edit import Edit, Edits


class Verdict(Enum):
    """A verdict on one place; the values are those of JSON.

    Attributes
    ----------
    CORRECT
        As a reference, or as an accepted alternative.
    PARTLY
        A proper part of what a reference does there.
    DIFFERENT
        Changed otherwise than by any reference.
    MISSED
        Left as it is where every reference changes it, or where each corrects it in another place close by.
    NOT_NEEDED
        Changed where no reference changes it.
    OPTIONAL
        Left as it is where at least one reference changes it and another leaves it, with nothing in its place.
    """

    CORRECT = "correct"
    PARTLY = "partly-correct"
    DIFFERENT = "different"
    MISSED = "missed"
    NOT_NEEDED = "not-needed"
    OPTIONAL = "optional"


ANSWERS = frozenset({Verdict.PARTLY, Verdict.DIFFERENT, Verdict.NOT_NEEDED})
"""The verdicts on what a student made that no reference has."""


def is_open(verdict: Verdict, decided: str, *, is_alone: bool = False) -> bool:
    """Return whether a place waits for a person.

    The answer may be right although no reference has it; or a correction may be to the taste of its teacher.

    Parameters
    ----------
    decided
        Who decided so, and when; empty for nobody.
    is_alone
        Whether the only teacher corrects what nearly nobody in the class does.

    >>> is_open(Verdict.DIFFERENT, ""), is_open(Verdict.DIFFERENT, "wrong, Ms Kim"), is_open(Verdict.MISSED, "")
    (True, False, False)
    """
    return (verdict in ANSWERS or (verdict is Verdict.MISSED and is_alone)) and not decided


class OpenAnswers(StrEnum):
    """What is given back for answers that nobody has decided; the values are those of the command line.

    Attributes
    ----------
    AS_THEY_ARE
        What they earn now: nothing, or what is partly right.
    LOWEST, HIGHEST
        What they earn if all are wrong, and if all are right.
    """

    AS_THEY_ARE = "as-they-are"
    LOWEST = "lowest"
    HIGHEST = "highest"


@attrs.frozen
class Stretch:
    """Half-open token range."""

    start: int
    end: int


@attrs.frozen
class Points:
    """What places earn, and what there was to earn; both at least 0, ``earned`` at most ``due``."""

    earned: float = 0.0
    due: int = 0

    def __add__(self, other: "Points") -> "Points":
        return Points(self.earned + other.earned, self.due + other.due)

    @property
    def share(self) -> float | None:
        """``earned / due`` in [0, 1]; ``None`` where nothing was due."""
        return self.earned / self.due if self.due else None

    def is_at_least(self, before: "Points") -> bool:
        """Return whether no mark falls when these points replace ``before`` in it, whatever else the mark has."""
        return self.earned - before.earned >= max(0, self.due - before.due) - ROUNDING


ROUNDING = 1e-9
"""Largest difference of two sums of the same points in another order."""


@attrs.frozen
class ReferenceChange:
    """One change of a reference, which a teacher may call optional.

    Attributes
    ----------
    edit
        The change as one edit, without the tokens that it leaves as they are at its ends.
    target
        Its tokens in the reference.
    """

    edit: Edit
    target: Stretch


@attrs.frozen
class Version:
    """What one reference has at a place.

    Attributes
    ----------
    reference
        The reference's index.
    source
        The source tokens that it replaces there; the place's own where it leaves them.
    target
        Its own tokens there.
    replacement
        The same, as words.
    edits
        Its edits there, in source order; none where it leaves the place as it is.
    changes
        What these edits change, in source order.
    is_beside
        Whether they only stand beside what the hypothesis changes there, which the reference leaves as it is.
    """

    reference: int
    source: Stretch
    target: Stretch
    replacement: tuple[str, ...]
    edits: Edits
    changes: tuple[ReferenceChange, ...] = ()
    is_beside: bool = False

    @property
    def keeps(self) -> bool:
        """Whether the reference leaves the place as it is."""
        return not self.edits


@attrs.frozen
class Suggestion:
    """Other words for some of the hypothesis's, as references have them.

    Attributes
    ----------
    references
        The indices of the references that have them.
    target
        The hypothesis's tokens that they replace.
    replacement
        The tokens that stand there then.
    source
        The source tokens under both.
    words
        The same tokens in the first of the references.
    """

    references: tuple[int, ...]
    target: Stretch
    replacement: tuple[str, ...]
    source: Stretch
    words: Stretch


@attrs.frozen
class Remainder:
    """An edit that is left to be done.

    Attributes
    ----------
    target
        The hypothesis's tokens.
    replacement
        Those that belong there.
    words
        The same tokens in the reference that the verdict follows first.
    """

    target: Stretch
    replacement: tuple[str, ...]
    words: Stretch


@attrs.frozen
class Place:
    """The verdict on one place of a passage.

    Attributes
    ----------
    source, target
        Its tokens in the source and in the hypothesis.
    edits
        The indices of the hypothesis's edits there; none where it left the source as it is.
    type
        ERRANT's types of those edits, or else of a reference's, joined by ``+``.
    versions
        What each reference has there, those that the verdict follows first.
    follows
        How many of the first versions the verdict was judged against.
    suggestions
        What could stand there instead, that of the reference which the verdict follows first.
    missing
        For ``PARTLY``: the edits that are left.
    tolerances
        For ``CORRECT`` and ``OPTIONAL``: the names of the tolerances that make it so.
    points
        What it earns, and what there was to earn.
    decided
        Who decided so, and when; empty where the references did.
    is_alone
        For ``MISSED``: whether the only teacher corrects there what nearly nobody in the class does.
    needs
        How many corrections were needed there: what was due, without a change that was not needed.
    """

    verdict: Verdict
    source: Stretch
    target: Stretch
    edits: tuple[int, ...]
    type: str
    versions: tuple[Version, ...]
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
        """Whether it waits for a person's decision."""
        return is_open(self.verdict, self.decided, is_alone=self.is_alone)
