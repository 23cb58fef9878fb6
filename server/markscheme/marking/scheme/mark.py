"""A document's mark by a mark scheme: an exact sum of lines."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

import attrs

from markscheme.contract import shape
from markscheme.exercises.scheme.scheme import Band, BasisName
from markscheme.languages.segments import Span
from markscheme.marking.verdicts.verdict import OpenAnswers


@attrs.frozen
class Earning:
    """What a finding earns, and what it would earn if all that was needed were done; both with its weight."""

    value: Fraction
    possible: Fraction

    def scaled(self, factor: Fraction) -> "Earning":
        return Earning(self.value * factor, self.possible * factor)


class Basis(ABC):
    """How what findings earn becomes a mark. No basis lowers a mark when a finding earns more."""

    is_from_maximum = False

    def scale(self, maximum: Fraction, possible: Fraction) -> Fraction:
        """Return the worth of one earned point; ``possible`` is what all findings could earn."""
        del maximum, possible
        return Fraction(1)

    @abstractmethod
    def points(self, earning: Earning) -> Fraction:
        """Return what a finding adds to the mark."""

    def beyond_cap(self, earnings: Iterable[Earning], cap: Fraction) -> Fraction:
        """Return what is given back since findings together take more than a cap."""
        lost = sum((item.possible - item.value for item in earnings), Fraction(0))
        return max(lost - cap, Fraction(0))


class Share(Basis):
    """Each finding gives its part of the best mark."""

    def scale(self, maximum: Fraction, possible: Fraction) -> Fraction:
        return maximum / possible

    def points(self, earning: Earning) -> Fraction:
        return earning.value


class Sum(Basis):
    """Each finding gives its points; a cap is the most that findings give or take together."""

    def points(self, earning: Earning) -> Fraction:
        return earning.value

    def beyond_cap(self, earnings: Iterable[Earning], cap: Fraction) -> Fraction:
        """Return what is taken or given back: a cap is the most that findings give, or take, together."""
        given = sum((item.value for item in earnings), Fraction(0))
        return min(max(given, -cap), cap) - given


class Deduction(Basis):
    """Each finding takes what it lacks to a correct one."""

    is_from_maximum = True

    def points(self, earning: Earning) -> Fraction:
        return earning.value - earning.possible


BASES: Mapping[BasisName, Basis] = MappingProxyType({"share": Share(), "points": Sum(), "deduct": Deduction()})


@shape(name="MarkLineKind")
class LineKind(Enum):
    """What a line of a mark stands for.

    FULL is the best mark, from which points are taken. FOCUS stands for the findings that do not count, CAP for what a
    kind of error takes or gives beyond its cap. FLOOR and MAX are what lacks to the lowest mark or exceeds the best
    one, ROUNDING what lacks to a multiple of the step.
    """

    FULL = "full"
    PLACE = "place"
    GIVEN = "given"
    FOCUS = "focus"
    CAP = "cap"
    NOTHING_RIGHT = "nothing-right"
    WORDS = "words"
    FLOOR = "floor"
    MAX = "max"
    ROUNDING = "rounding"


@shape(
    "kind",
    "points",
    "why",
    "finding",
    "span",
    "weight",
    "by",
    "by_scheme",
    renamed={"span": "range", "by_scheme": "scheme"},
    optional=("finding", "span", "weight", "by_scheme"),
)
@attrs.frozen
class MarkLine:
    """One line of a mark's sum.

    ``full`` is what a finding would add if all that was needed were done. ``earning`` is in points of the mark.
    """

    kind: LineKind
    """What the line stands for: ``place`` for a finding; ``given`` for a teacher's points, for a finding, for other
    words or for the whole text; else the best mark to begin with, findings out of focus, a cap, a text in which nothing
    is corrected, the number of words, the lowest or the best mark, or rounding."""
    points: Fraction
    """What the line adds, unrounded; negative where it takes."""
    why: str
    """The reason, in plain words; without a full stop."""
    finding: int | None = None
    """The index of the line's finding in ``findings``, for ``place``, and for ``given`` where it is a finding."""
    weight: Fraction | None = None
    """The factor of the finding's kind of error, for ``place``."""
    teacher: str = ""
    by_scheme: Fraction | None = None
    """What the mark scheme would add in place of the teacher's points, for ``given`` at a finding."""
    full: Fraction | None = None
    span: Span | None = None
    """The line's place in the hypothesis, where it has one."""
    earning: Earning | None = None

    @property
    def by(self) -> str | attrs.NothingType | None:
        """The teacher who gave the points, for ``given``; ``null`` where the file does not say."""
        return (self.teacher or None) if self.kind is LineKind.GIVEN else attrs.NOTHING


@attrs.frozen
class MarkRange:
    """The mark if all open answers (at least 1) were wrong, and if all were right.

    The mark itself, and the mark after any decisions, lie between them. Both have points; neither has a range of its
    own.
    """

    lowest: "Mark"
    highest: "Mark"
    open: int

    @property
    def low(self) -> Fraction:
        return self.lowest.points or Fraction(0)

    @property
    def high(self) -> Fraction:
        return self.highest.points or Fraction(0)


@shape(
    "points",
    "maximum",
    "band",
    "withheld",
    "open",
    "ends",
    "lines",
    renamed={"maximum": "max", "ends": "range"},
    nullable=("withheld",),
)
@attrs.frozen
class Mark:
    """A document's mark by the mark scheme of its exercise, as a sum.

    The exact sum is in [floor, ``maximum``]; what nobody has decided yet counts as no reference's. No range for a mark
    that is final, or withheld.
    """

    points: Fraction | None
    """The mark, with at most two decimals; ``null`` where it is withheld."""
    maximum: Fraction
    """The best mark."""
    band: Band | None = None
    """The band of the mark; ``null`` where the scheme has none for it."""
    lines: tuple[MarkLine, ...] = ()
    """The sum; the ``points`` of all lines together are the mark. Empty where the mark is withheld."""
    withheld: str = ""
    """Why there is no mark, in plain words; ``null`` where there is one."""
    range: MarkRange | None = None

    @property
    def certain_band(self) -> Band | None:
        """The band of the mark; ``None`` where there is none, and where open places may change it."""
        own = self.range
        return self.band if own is None or own.lowest.band == own.highest.band else None

    @property
    def open(self) -> int:
        """The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final."""
        return 0 if self.range is None else self.range.open

    @property
    def ends(self) -> tuple[Fraction, Fraction] | None:
        """The mark if all these answers are wrong, and if all are right; ``null`` where it is withheld."""
        if self.points is None:
            return None
        return (self.points, self.points) if self.range is None else (self.range.low, self.range.high)

    def settled(self, answers: OpenAnswers) -> "Mark":
        """Return the mark that is given back although places are open; it is final."""
        if self.range is None:
            return self
        ends = {OpenAnswers.LOWEST: self.range.lowest, OpenAnswers.HIGHEST: self.range.highest}
        return ends.get(answers) or attrs.evolve(self, range=None)


@shape(
    "mark.points",
    "mark.maximum",
    "mark.band",
    "mark.withheld",
    "mark.open",
    "mark.ends",
    renamed={"mark.maximum": "max", "mark.ends": "range"},
    nullable=("mark.withheld",),
)
@attrs.frozen
class MarkSummary:
    """A document's mark by the mark scheme of its exercise."""

    mark: Mark
