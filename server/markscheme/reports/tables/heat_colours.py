"""The colours of a heat map, from a score of 0 to one of 1: the same on a page, in LaTeX and in an image."""

import attrs

DARK, LIGHT = "1A1A1A", "FFFFFF"


@attrs.frozen
class HeatColour:
    """A colour of a cell, and that of the words in it, as hexadecimal RGB."""

    cell: str
    words: str = DARK


HEAT_COLOURS = (
    HeatColour("F7FBFF"),
    HeatColour("E6F0FA"),
    HeatColour("D5E5F4"),
    HeatColour("BED8EC"),
    HeatColour("9ECAE1"),
    HeatColour("78B5D9"),
    HeatColour("529DCC"),
    HeatColour("2873B2", LIGHT),
    HeatColour("1864AA", LIGHT),
    HeatColour("08458C", LIGHT),
)
"""From light to dark, so that they differ in print too. Words stand out by at least 4.5 to 1 (WCAG 2, 1.4.3)."""


def heat_step(value: float) -> int:
    """Return the number of the colour of a score; scores beyond 0 and 1 have those of the ends.

    >>> heat_step(0.0), heat_step(0.55), heat_step(1.0), heat_step(-0.2)
    (0, 5, 9, 0)
    """
    steps = len(HEAT_COLOURS)
    return min(max(int(value * steps), 0), steps - 1)
