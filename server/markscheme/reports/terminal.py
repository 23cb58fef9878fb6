"""Results for a terminal: tables and texts as one text."""

from collections.abc import Sequence
from io import StringIO

from rich.console import Console, JustifyMethod, OverflowMethod, RenderableType
from rich.table import Table

from markscheme.reports.json.json_text import encodable


def rendered(parts: Sequence[RenderableType], width: int, colour: bool = False) -> str:
    """Return tables and texts as one text, for a terminal of some columns.

    Parameters
    ----------
    colour
        Whether the text has escape sequences for colours.
    """
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=colour, no_color=not colour, highlight=False)
    for part in parts:
        console.print(part)
    return encodable(stream.getvalue())


def table_of_numbers(*columns: str, keeps_names: bool = False) -> Table:
    """Return a table whose first column is words, and the others numbers.

    Parameters
    ----------
    keeps_names
        Whether the words of the first column stay on one line in a narrow terminal; other columns' titles are then
        cut, and not folded.
    """
    table = Table(box=None, padding=(0, 1), header_style="dim")
    overflow: OverflowMethod = "ellipsis" if keeps_names else "fold"
    for index, name in enumerate(columns):
        is_first = index == 0
        justify: JustifyMethod = "left" if is_first else "right"
        table.add_column(name, justify=justify, overflow=overflow, no_wrap=is_first and keeps_names)
    return table
