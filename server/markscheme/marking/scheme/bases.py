"""The bases of a mark: a share of what there was to correct, a sum of points, or points taken from the best mark."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

import attrs

from markscheme.exercises.scheme.scheme import BasisName


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
    """Whether the sum begins with the best mark."""

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
        """Return what is taken, or given back, since findings together give, or take, more than a cap."""
        given = sum((item.value for item in earnings), Fraction(0))
        return min(max(given, -cap), cap) - given


class Deduction(Basis):
    """Each finding takes what it lacks to a correct one."""

    is_from_maximum = True

    def points(self, earning: Earning) -> Fraction:
        return earning.value - earning.possible


BASES: Mapping[BasisName, Basis] = MappingProxyType({"share": Share(), "points": Sum(), "deduct": Deduction()})
