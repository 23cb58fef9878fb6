"""A meta-evaluation as text for a terminal."""

from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.reports.evaluation.evaluation_tables import Table, protocol, tables
from markscheme.reports.terminal import rendered


def evaluation_text(evaluation: MetaEvaluation, width: int) -> str:
    """Return the tables for a terminal of some columns, and under them how the numbers were made."""
    parts: list[RenderableType] = []
    for table in tables(evaluation):
        parts += [Text(table.title, style="bold"), _table(table), Text()]
    return rendered([*parts, *map(Text, protocol(evaluation))], width)


def _table(table: Table) -> RichTable:
    shown = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for place, name in enumerate(table.header):
        shown.add_column(name, justify="right" if place else "left")
    for rows in table.blocks:
        for row in rows:
            shown.add_row(*row, end_section=row is rows[-1])
    return shown
