"""Tables of numbers with what is said of them, for a terminal, in Markdown and in LaTeX: one value, one writer each."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import attrs
from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from markscheme.documents.files import MARK_LINE
from markscheme.reports.output import rendered
from markscheme.research.resampling import Ends

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


# In a new row, LaTeX takes a star or a bracket for an argument of the row's end before it: patterns begin with both.
_LATEX_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "*": "{*}",
        "[": "{[}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "–": "--",
        "ρ": r"$\rho$",
        "τ": r"$\tau$",
        **{character: rf"\{character}" for character in "&%$#_{}"},
    }
)


def latex_words(text: str) -> str:
    r"""Return a text as LaTeX that shows it.

    >>> print(latex_words("R:NOUN_A & *"))
    R:NOUN\_A \& {*}
    """
    return text.translate(_LATEX_SPECIAL)


@attrs.frozen
class Cell:
    """A cell of a table; ``heat`` is its score in [0, 1] in a heat map, ``None`` elsewhere; pages show the note."""

    words: str
    heat: float | None = None
    note: str = ""


Row = tuple[Cell, ...]
Rows = Iterable[Iterable[str | Cell]]


def _blocks(blocks: Iterable[Rows]) -> tuple[tuple[Row, ...], ...]:
    return tuple(
        tuple(tuple(Cell(cell) if isinstance(cell, str) else cell for cell in row) for row in rows) for rows in blocks
    )


@attrs.frozen
class Table:
    """A table with lines between blocks; ``names`` columns at the left hold names, ``words`` at the right words."""

    title: str
    columns: tuple[str, ...]
    blocks: tuple[tuple[Row, ...], ...] = attrs.field(converter=_blocks)
    names: int = 1
    words: int = 0
    is_heat_map: bool = False
    note: str = ""

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for rows in self.blocks for row in rows)

    def is_number(self, place: int) -> bool:
        return self.names <= place < len(self.columns) - self.words


@attrs.frozen
class TableReport:
    """Tables; ``summary`` says first what was computed and how, ``signatures`` last how the numbers were made."""

    tables: tuple[Table, ...]
    summary: tuple[str, ...]
    signatures: tuple[str, ...]


LONGEST = 40
"""Rows of a table that fits a page; a longer one is parted."""
NARROWEST_WIDE = 6
"""Columns from which a table spans both columns of a page that has two."""


def latex_report(report: TableReport) -> str:
    """Return tables for a document that loads the packages that the first line names; what is said is in comments."""
    lines = [f"% Needs {' '.join(_latex_packages(report.tables))}"]
    lines += [f"% {line}" for line in (*report.summary, *report.signatures)]
    for table in report.tables:
        lines += ["", *_latex_table(table)]
    return "\n".join(lines) + "\n"


def latex_in_file(text: str) -> str:
    """Return a LaTeX text with the mark of a product, which is not typeset."""
    return f"\\iffalse\n{MARK_LINE}\n\\fi\n{text}"


def _latex_packages(tables: Sequence[Table]) -> Iterator[str]:
    yield r"\usepackage{booktabs}"
    if any(_is_long(table) for table in tables):
        yield r"\usepackage{longtable}"
    if any(table.is_heat_map for table in tables):
        yield r"\usepackage[table]{xcolor}"


def _is_long(table: Table) -> bool:
    return len(table.rows) > LONGEST


def _latex_table(table: Table) -> list[str]:
    columns = "".join("r" if table.is_number(place) else "l" for place in range(len(table.columns)))
    caption = latex_words(". ".join(filter(None, (table.title, table.note))))
    head = [r"\toprule", _latex_row(map(latex_words, table.columns)), r"\midrule"]
    body = list(_latex_rows(table))
    if _is_long(table):
        return [
            rf"\begin{{longtable}}{{{columns}}}",
            rf"\caption{{{caption}}} \\",
            *head,
            r"\endhead",
            *body,
            r"\bottomrule",
            r"\end{longtable}",
        ]
    environment = "table*" if len(table.columns) >= NARROWEST_WIDE else "table"
    return [
        rf"\begin{{{environment}}}",
        r"\centering",
        rf"\caption{{{caption}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        *head,
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        rf"\end{{{environment}}}",
    ]


def _latex_rows(table: Table) -> Iterator[str]:
    for number, rows in enumerate(table.blocks):
        if number:
            yield r"\midrule"
        yield from (_latex_row(map(_latex_cell, row)) for row in rows)


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_cell(cell: Cell) -> str:
    words = latex_words(cell.words)
    if cell.heat is None:
        return words
    colour = HEAT_COLOURS[heat_step(cell.heat)]
    return rf"\cellcolor[HTML]{{{colour.cell}}}\textcolor[HTML]{{{colour.words}}}{{{words}}}"


_MARKDOWN_SPECIAL = re.compile(r"([\\`*_|<>\[\]])")


def markdown_report(report: TableReport) -> str:
    parts = [_summary(report.summary)] if report.summary else []
    for table in report.tables:
        parts += [
            f"### {_escaped(table.title)}\n\n{_markdown_table(table)}",
            *filter(None, [_escaped(table.note)]),
        ]
    parts += [f"`{signature.replace('`', '')}`" for signature in report.signatures]
    return "\n\n".join(parts) + "\n"


def markdown_in_file(text: str) -> str:
    """Return a Markdown text with the mark of a product, which is not shown."""
    return f"<!--\n{MARK_LINE}\n-->\n\n{text}"


def markdown_rows(rows: Iterable[Iterable[str]]) -> str:
    """Return the lines of a table, of which the first two are its columns and their rules; cells are Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _summary(summary: Iterable[str]) -> str:
    lines = [_escaped(line) for line in summary]
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def _markdown_table(table: Table) -> str:
    rules = ["---:" if table.is_number(place) else "---" for place in range(len(table.columns))]
    rows = ([_escaped(cell.words) for cell in row] for row in table.rows)
    return markdown_rows([map(_escaped, table.columns), rules, *rows])


def _escaped(words: str) -> str:
    return _MARKDOWN_SPECIAL.sub(r"\\\1", words)


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


def ends(interval: Ends) -> str:
    low, high = interval
    return UNDEFINED if low is None or high is None else f"{number(low)} to {number(high)}"


def terminal_report(report: TableReport, width: int) -> str:
    parts: list[RenderableType] = [*map(Text, report.summary), Text()]
    for table in report.tables:
        parts += [Text(table.title, "bold"), _terminal_table(table)]
        parts += [Text(table.note, "dim"), Text()] if table.note else [Text()]
    parts += [Text(signature, "dim") for signature in report.signatures]
    return rendered(parts, width)


def _terminal_table(table: Table) -> RichTable:
    shown = RichTable(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
    for place, column in enumerate(table.columns):
        justify: Literal["left", "right"] = "right" if table.is_number(place) else "left"
        shown.add_column(column, justify=justify, no_wrap=_is_of_names(table, place))
    for rows in table.blocks:
        for row in rows:
            shown.add_row(*(Text(cell.words) for cell in row), end_section=row is rows[-1])
    return shown


def _is_of_names(table: Table, place: int) -> bool:
    return place < table.names and not any(" " in row[place].words for row in table.rows)
