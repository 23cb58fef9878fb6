"""Numbers as papers write them."""

import math

from markscheme.resampling.intervals import Estimate

UNDEFINED = "–"
"""Stands for a number that is not defined."""
SMALLEST_SHOWN = 0.001
"""Smallest p value that is written out."""


def number(value: float | None, digits: int = 3) -> str:
    """Return a number as papers write it, without the zero before the point.

    >>> number(-0.0512), number(1.0), number(None), number(math.nan)
    ('-.051', '1.000', '–', '–')
    """
    if value is None or math.isnan(value):
        return UNDEFINED
    text = f"{value:z.{digits}f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def probability(value: float | None) -> str:
    """Return a p value as papers write it.

    >>> probability(0.0002), probability(0.04)
    ('<.001', '.040')
    """
    return "<.001" if value is not None and value < SMALLEST_SHOWN else number(value)


def ends(estimate: Estimate) -> str:
    """Return the two ends of an interval."""
    if estimate.low is None or estimate.high is None:
        return UNDEFINED
    return f"{number(estimate.low)} to {number(estimate.high)}"
