"""A meta-evaluation as text for a terminal."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.reports.evaluation.evaluation_tables import DEFAULT_TABLES, protocol, tables
from markscheme.reports.evaluation.text_table import Table
from markscheme.reports.terminal import rendered


def evaluation_text(evaluation: MetaEvaluation, width: int, names: Sequence[str] = DEFAULT_TABLES) -> str:
    """Return the tables for a terminal of some columns, and under them how the numbers were made."""
    return text_tables(tables(evaluation, names), protocol(evaluation), width)


def text_tables(shown: Iterable[Table], notes: Iterable[str], width: int) -> str:
    """Return tables for a terminal of some columns, and notes under them."""
    parts: list[RenderableType] = []
    for table in shown:
        parts += [Text(table.title, style="bold"), _table(table), Text()]
    return rendered([*parts, *map(Text, notes)], width)


def _table(table: Table) -> RichTable:
    shown = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for place, name in enumerate(table.header):
        shown.add_column(name, justify="right" if place else "left")
    for rows in table.blocks:
        for row in rows:
            shown.add_row(*row, end_section=row is rows[-1])
    return shown
