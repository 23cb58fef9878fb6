"""Markdown of figures: numbers as papers print them, rows and tables."""

from collections.abc import Iterable, Sequence

from markscheme.reports.tables import UNDEFINED, markdown_rows, number


def numbers(values: Iterable[float | None] | None, digits: int = 3) -> str:
    """Return numbers with slashes between them; a dash if there are none."""
    return UNDEFINED if values is None else " / ".join(number(value, digits) for value in values)


def signed(value: float) -> str:
    """Return a difference with its sign."""
    text = number(value)
    return text if text.startswith("-") else f"+{text}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return markdown_rows([head, ["---"] * len(head), *rows])
