"""Markdown of figures: numbers as papers print them, rows and tables."""

import math
from collections.abc import Iterable, Sequence

UNDEFINED = "–"


def number(value: float | None, digits: int = 3) -> str:
    """Return a number as papers write it, without the zero before the point.

    >>> number(-0.0512), number(1.0), number(None), number(math.nan)
    ('-.051', '1.000', '–', '–')
    """
    if value is None or math.isnan(value):
        return UNDEFINED
    text = f"{value:z.{digits}f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def numbers(values: Iterable[float | None] | None, digits: int = 3) -> str:
    """Return numbers with slashes between them; a dash if there are none."""
    return UNDEFINED if values is None else " / ".join(number(value, digits) for value in values)


def signed(value: float) -> str:
    """Return a difference with its sign."""
    text = number(value)
    return text if text.startswith("-") else f"+{text}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])
