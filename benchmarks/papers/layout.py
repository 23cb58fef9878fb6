"""Markdown of figures: numbers as papers print them, rows and tables."""

from collections.abc import Iterable, Sequence

MISSING = "–"


def number(value: float | None, digits: int = 3) -> str:
    """Return a number without the 0 before its point.

    >>> [number(value) for value in (0.5, -0.0712, 1.0, None)]
    ['.500', '-.071', '1.000', '–']
    """
    if value is None:
        return MISSING
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def numbers(values: Iterable[float | None] | None, digits: int = 3) -> str:
    """Return numbers with slashes between them; a dash if there are none."""
    return MISSING if values is None else " / ".join(number(value, digits) for value in values)


def signed(value: float) -> str:
    """Return a difference with its sign."""
    text = number(value)
    return text if text.startswith("-") else f"+{text}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
