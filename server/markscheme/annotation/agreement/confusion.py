"""Which types two annotators give to the same correction, and to different corrections of the same unit."""

from collections.abc import Iterable

import attrs

from markscheme.annotation.agreement.answers import Example, example_of, pairs_who_change
from markscheme.annotation.agreement.units import Unit, Units


@attrs.frozen
class Confusion:
    """Two types that annotators give at the same units; ``one`` and ``other`` are equal where they give the same.

    Attributes
    ----------
    one, other
        Main types (:attr:`~markscheme.annotation.agreement.units.Treatment.type`), in the order of the alphabet.
    same_correction
        Number of pairs of annotators who make the same change of a unit and give these types.
    other_correction
        Number of pairs who change the same unit in different ways and give these types.
    example
        The first unit, one with the same correction if there is one.
    """

    one: str
    other: str
    same_correction: int
    other_correction: int
    example: Example

    @property
    def count(self) -> int:
        """Number of pairs of annotators."""
        return self.same_correction + self.other_correction


@attrs.define
class _Tally:
    """The counts of a :class:`Confusion`, and the first examples of both kinds, while units are read."""

    same_correction: int = 0
    other_correction: int = 0
    same_example: Example | None = None
    other_example: Example | None = None

    def add(self, unit: Unit, one: int, other: int, is_same: bool) -> None:
        if is_same:
            self.same_correction += 1
            self.same_example = self.same_example or example_of(unit, one, other)
        else:
            self.other_correction += 1
            self.other_example = self.other_example or example_of(unit, one, other)


def confusions(units: Units) -> tuple[Confusion, ...]:
    """Return all pairs of types, the most frequent first; equal types are among them."""
    tallies: dict[tuple[str, str], _Tally] = {}
    for unit in units.units:
        for one, other in pairs_who_change(unit):
            first, second = unit.treatments[one], unit.treatments[other]
            if first is None or second is None:
                continue
            if second.type < first.type:
                first, second, one, other = second, first, other, one
            tally = tallies.setdefault((first.type, second.type), _Tally())
            tally.add(unit, one, other, first.replacement == second.replacement)
    return tuple(sorted(_confusions(tallies.items()), key=lambda item: (-item.count, item.one, item.other)))


def _confusions(tallies: Iterable[tuple[tuple[str, str], _Tally]]) -> Iterable[Confusion]:
    for (one, other), tally in tallies:
        if (example := tally.same_example or tally.other_example) is not None:
            yield Confusion(one, other, tally.same_correction, tally.other_correction, example)
