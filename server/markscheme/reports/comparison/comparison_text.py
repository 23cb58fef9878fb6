"""A comparison of systems as tables in a terminal."""

from typing import Literal

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.reports.comparison.comparison_tables import ComparisonTable, tables
from markscheme.reports.comparison.comparison_words import signatures, summary
from markscheme.reports.terminal import rendered


def comparison_text(comparison: Comparison, width: int) -> str:
    """Return a comparison for a terminal of some columns."""
    parts: list[RenderableType] = [Text(summary(comparison)), Text()]
    for table in tables(comparison):
        parts += [Text(table.title, "bold"), _table(table)]
        parts += [Text(table.note, "dim"), Text()] if table.note else [Text()]
    parts += [Text(signature, "dim") for signature in signatures(comparison)]
    return rendered(parts, width)


def _table(table: ComparisonTable) -> Table:
    shown = Table(box=None, padding=(0, 1), header_style="dim")
    for place, column in enumerate(table.columns):
        justify: Literal["left", "right"] = "right" if table.is_number(place) else "left"
        shown.add_column(column, justify=justify, no_wrap=place < table.names)
    for row in table.rows:
        shown.add_row(*(Text(cell.words) for cell in row))
    return shown
