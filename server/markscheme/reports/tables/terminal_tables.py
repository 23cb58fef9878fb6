"""Tables for a terminal."""

from typing import Literal

from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from markscheme.reports.tables.table import Table, TableReport
from markscheme.reports.terminal import rendered


def terminal_report(report: TableReport, width: int) -> str:
    """Return tables for a terminal of some columns, with their summary above and their signatures below."""
    parts: list[RenderableType] = [*map(Text, report.summary), Text()]
    for table in report.tables:
        parts += [Text(table.title, "bold"), _table(table)]
        parts += [Text(table.note, "dim"), Text()] if table.note else [Text()]
    parts += [Text(signature, "dim") for signature in report.signatures]
    return rendered(parts, width)


def _table(table: Table) -> RichTable:
    shown = RichTable(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
    for place, column in enumerate(table.columns):
        justify: Literal["left", "right"] = "right" if table.is_number(place) else "left"
        shown.add_column(column, justify=justify, no_wrap=_is_of_names(table, place))
    for rows in table.blocks:
        for row in rows:
            shown.add_row(*(Text(cell.words) for cell in row), end_section=row is rows[-1])
    return shown


def _is_of_names(table: Table, place: int) -> bool:
    """Return whether a column holds names of one word, which are not broken in a narrow terminal."""
    return place < table.names and not any(" " in row[place].words for row in table.rows)
