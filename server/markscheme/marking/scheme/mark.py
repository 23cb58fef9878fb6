"""A document's mark by a mark scheme: an exact sum of lines."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

import attrs

from markscheme.exercises.scheme.scheme import Band, BasisName
from markscheme.marking.verdicts.verdict import OpenAnswers
from markscheme.text.places import Span


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


class LineKind(Enum):
    """What a line of a mark stands for; the values are those of JSON.

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


@attrs.frozen
class MarkLine:
    """One line of a mark; its points are negative where it takes.

    ``why`` has no full stop. ``weight`` is the factor of a finding's kind of error. ``by_scheme`` is what the scheme
    would add in place of a teacher's points; ``None`` where it has none to give. ``full`` is what a finding would add
    if all that was needed were done. ``earning`` is in points of the mark. ``span`` is the place of a teacher's points
    for no finding.
    """

    kind: LineKind
    points: Fraction
    why: str
    finding: int | None = None
    weight: Fraction | None = None
    teacher: str = ""
    by_scheme: Fraction | None = None
    full: Fraction | None = None
    span: Span | None = None
    earning: Earning | None = None


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


@attrs.frozen
class Mark:
    """A document's mark; ``withheld`` says in plain words why there is none.

    ``points`` are the exact sum of the lines, in [floor, ``maximum``], with at most two decimals; what nobody has
    decided yet counts as no reference's. No range for a mark that is final, or withheld.
    """

    points: Fraction | None
    maximum: Fraction
    band: Band | None = None
    lines: tuple[MarkLine, ...] = ()
    withheld: str = ""
    range: MarkRange | None = None

    @property
    def certain_band(self) -> Band | None:
        """The band of the mark; ``None`` where there is none, and where open places may change it."""
        own = self.range
        return self.band if own is None or own.lowest.band == own.highest.band else None

    def settled(self, answers: OpenAnswers) -> "Mark":
        """Return the mark that is given back although places are open; it is final."""
        if self.range is None:
            return self
        ends = {OpenAnswers.LOWEST: self.range.lowest, OpenAnswers.HIGHEST: self.range.highest}
        return ends.get(answers) or attrs.evolve(self, range=None)
