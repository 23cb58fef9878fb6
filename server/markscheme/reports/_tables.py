"""Tables of numbers with what is said of them: one value, and one writer each for text, Markdown, LaTeX and a page."""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import attrs
from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from markscheme.reports.output import Layouts, layouts, page, rendered, unbroken

if TYPE_CHECKING:
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
        "<": "$<$",
        ">": "$>$",
        "|": r"\textbar{}",
        "–": "--",
        "±": r"$\pm$",
        "×": r"$\times$",
        "→": r"$\rightarrow$",
        "α": r"$\alpha$",
        "β": r"$\beta$",
        "γ": r"$\gamma$",
        "ε": r"$\varepsilon$",
        "ρ": r"$\rho$",
        "τ": r"$\tau$",
        **{character: rf"\{character}" for character in "&%$#_{}"},
    }
)
_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0323": "d",
    "\u0327": "c",
    "\u0328": "k",
}
"""LaTeX's commands for combining characters."""


def latex_words(text: str) -> str:
    r"""Return a text as LaTeX that shows it. Letters that no accent makes of ASCII stay as they are.

    >>> print(latex_words("R:NOUN_A & *"), latex_words("Zoë--1"))
    R:NOUN\_A \& {*} Zo\"{e}-{}-1
    """
    words = " ".join(text.split()).replace("--", "-\0-")
    return "".join(map(_latex_letter, words)).replace("\0", "{}")


def _latex_letter(character: str) -> str:
    base, mark = (*unicodedata.normalize("NFD", character), "", "")[:2]
    if character.isascii() or not base.isascii() or unicodedata.normalize("NFC", base + mark) != character:
        return character.translate(_LATEX_SPECIAL)
    command = _ACCENTS.get(mark)
    if command is None:
        return character
    dotless = "\\" if base in "ij" and command not in "cdk" else ""
    return rf"\{command}{{{dotless}{base}}}"


@attrs.frozen
class Cell:
    """A cell of a table; ``heat`` is its score in [0, 1] in a heat map, ``None`` elsewhere; pages show the note.

    Behind the words stand a ``mark``, raised, and a ``detail``, such as an interval, small.
    """

    words: str
    heat: float | None = None
    note: str = ""
    is_bold: bool = False
    mark: str = ""
    detail: str = ""

    @property
    def text(self) -> str:
        return " ".join(filter(None, (f"{self.words}{self.mark}", self.detail)))


Row = tuple[Cell, ...]
Rows = Iterable[Iterable[str | Cell]]


def _blocks(blocks: Iterable[Rows]) -> tuple[tuple[Row, ...], ...]:
    return tuple(
        tuple(tuple(Cell(cell) if isinstance(cell, str) else cell for cell in row) for row in rows) for rows in blocks
    )


@attrs.frozen
class Table:
    """A table with lines between blocks; ``names`` columns at the left hold names, ``words`` at the right words.

    ``spans`` are words above neighbouring columns, and the number of these, from the first on; no words above names.
    In LaTeX a table can be referred to by its ``label``, and ``signatures`` stand in its caption.
    """

    title: str
    columns: tuple[str, ...]
    blocks: tuple[tuple[Row, ...], ...] = attrs.field(converter=_blocks)
    names: int = 1
    words: int = 0
    is_heat_map: bool = False
    note: str = ""
    spans: tuple[tuple[str, int], ...] = ()
    label: str = ""
    signatures: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for rows in self.blocks for row in rows)

    @property
    def headings(self) -> tuple[str, ...]:
        """The columns' names, with the words above them, for kinds of output that have one line of names."""
        above = [words for words, number in self.spans for _ in range(number)] or [""] * len(self.columns)
        return tuple(" ".join(filter(None, pair)) for pair in zip(above, self.columns, strict=True))

    @staticmethod
    def is_heading(row: Row) -> bool:
        """Whether a row is words above those that follow."""
        return len(row) > 1 and not any(cell.words for cell in row[1:])

    def is_number(self, place: int) -> bool:
        return self.names <= place < len(self.columns) - self.words


@attrs.frozen
class TableReport:
    """Tables; ``summary`` says first what was computed and how, ``signatures`` last how the numbers were made."""

    tables: tuple[Table, ...]
    summary: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    title: str = ""


LONGEST = 40
"""Rows of a table that fits a page; a longer one is parted."""
TEXT_WIDTH, COLUMN_WIDTH = 345.0, 215.0
"""Points of the text of LaTeX's ``article``, and of a column of a page that has two."""
_LETTER, _DETAIL, _GAP = 5.2, 3.9, 12.0
"""Points of a letter of the usual size, of one in a detail, and between two columns."""
_SIZES = (
    ((), 1.0, 1.0),
    ((r"\small",), 0.9, 1.0),
    ((r"\footnotesize",), 0.8, 1.0),
    ((r"\footnotesize", r"\setlength{\tabcolsep}{3pt}"), 0.8, 0.5),
    ((r"\scriptsize", r"\setlength{\tabcolsep}{2.5pt}"), 0.7, 0.42),
)
"""Ways to set a table, with the share of the usual that letters and gaps have then."""
_SHRUNK = (r"\resizebox{\textwidth}{!}{%",)


def latex_report(report: TableReport) -> str:
    """Return tables for a document that loads the packages that the first line names; what is said is in comments."""
    tables = [_latex_table(table) for table in report.tables]
    lines = [f"% Needs {' '.join(_latex_packages(report.tables, tables))}"]
    shown = "".join(line for table in tables for line in table)
    if strange := "".join(dict.fromkeys(letter for letter in shown if not letter.isascii() and letter > "ſ")):
        lines.append(f"% Needs XeLaTeX or LuaLaTeX, and a font that has {strange}")
    in_captions = {signature for table in report.tables for signature in table.signatures}
    said = (*report.summary, *(signature for signature in report.signatures if signature not in in_captions))
    lines += [f"% {' '.join(line.split())}" for line in said]
    for table in tables:
        lines += ["", *table]
    return "\n".join(lines) + "\n"


def _latex_packages(tables: Sequence[Table], written: Iterable[Sequence[str]]) -> Iterator[str]:
    yield r"\usepackage{booktabs}"
    if any(_is_long(table) for table in tables):
        yield r"\usepackage{longtable}"
    if any(table.is_heat_map for table in tables):
        yield r"\usepackage[table]{xcolor}"
    if any(_SHRUNK[0] in lines for lines in written):
        yield r"\usepackage{graphicx}"


def _is_long(table: Table) -> bool:
    return len(table.rows) > LONGEST


def _latex_table(table: Table) -> list[str]:
    columns = "".join("r" if table.is_number(place) else "l" for place in range(len(table.columns)))
    head = [r"\toprule", *_latex_spans(table), _latex_row(map(_latex_heading, table.columns)), r"\midrule"]
    label = [rf"\label{{{table.label}}}"] if table.label else []
    if _is_long(table):
        return [
            rf"\begin{{longtable}}{{{columns}}}",
            rf"\caption{{{_latex_caption(table)}}}{''.join(label)} \\",
            *head,
            r"\endhead",
            *_latex_rows(table),
            r"\bottomrule",
            r"\end{longtable}",
        ]
    fitted = next((setting for setting, *shares in _SIZES if _width(table, *shares) <= TEXT_WIDTH), _SHRUNK)
    environment = "table" if _width(table) <= COLUMN_WIDTH else "table*"
    return [
        rf"\begin{{{environment}}}",
        r"\centering",
        *fitted,
        rf"\begin{{tabular}}{{{columns}}}",
        *head,
        *_latex_rows(table),
        r"\bottomrule",
        rf"\end{{tabular}}{'}' if fitted is _SHRUNK else ''}",
        *([r"\normalsize"] if fitted else []),
        rf"\caption{{{_latex_caption(table)}}}",
        *label,
        rf"\end{{{environment}}}",
    ]


def _width(table: Table, letters: float = 1.0, gaps: float = 1.0) -> float:
    """Return about how many points a table is wide; details keep their size."""
    gap = _GAP * gaps

    def points(cell: Cell) -> float:
        wide = sum(letter.isupper() for letter in cell.words)
        usual = len(cell.words) + 0.4 * wide + bool(cell.mark or cell.detail)
        return _LETTER * letters * usual + _DETAIL * (len(cell.detail) + bool(cell.detail))

    rows = (row for row in table.rows if not table.is_heading(row))
    widths = [
        max(points(Cell(heading)), *map(points, cells), 0) for heading, *cells in zip(table.columns, *rows, strict=True)
    ]
    place = 0
    for words, number in table.spans:
        within = slice(place, place + number)
        missing = points(Cell(words)) - sum(widths[within]) - gap * (number - 1)
        widths[within] = [width + max(missing, 0) / number for width in widths[within]]
        place += number
    return sum(widths) + gap * len(widths)


def _latex_caption(table: Table) -> str:
    words = [f"{part.rstrip('.')}." for part in (table.title, table.note) if part]
    caption = latex_words(" ".join(words))
    if not table.signatures:
        return caption.removesuffix(".") if not table.note else caption
    signatures = (latex_words(one).replace(r"\textbar{}", r"\textbar\allowbreak{}") for one in table.signatures)
    breakable = (re.sub(r"([,:])", r"\1\\allowbreak{}", one) for one in signatures)
    return rf"{caption} {{\scriptsize\ttfamily {' '.join(breakable)}}}"


def _latex_spans(table: Table) -> Iterator[str]:
    if not table.spans:
        return
    places, rules, place = [], [], 1
    for words, number in table.spans:
        alignment = "c" if number > 1 else "r" if words else "l"
        places.append(rf"\multicolumn{{{number}}}{{{alignment}}}{{{latex_words(words)}}}" if words else "")
        places += [""] * (number - 1 if not words else 0)
        if number > 1:
            rules.append(rf"\cmidrule(lr){{{place}-{place + number - 1}}}")
        place += number
    yield _latex_row(places)
    yield from filter(None, ["".join(rules)])


def _latex_heading(words: str) -> str:
    return re.sub(r"^F(\d[\d.]*)$", r"F$_{\1}$", latex_words(words))


def _latex_rows(table: Table) -> Iterator[str]:
    marked = [any(row[place].mark for row in table.rows) for place in range(len(table.columns))]
    for number, rows in enumerate(table.blocks):
        if number:
            yield r"\midrule"
        for row in rows:
            if table.is_heading(row):
                yield _latex_row([rf"\multicolumn{{{len(row)}}}{{l}}{{{latex_words(row[0].words)}}}"])
            else:
                yield _latex_row(_latex_cell(cell, has_marks) for cell, has_marks in zip(row, marked, strict=True))


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_cell(cell: Cell, has_marks: bool) -> str:
    """Return a cell; in a column with marks, one without has their space, so that digits stand in line."""
    words = latex_words(cell.words)
    if cell.is_bold:
        words = rf"\textbf{{{words}}}"
    if has_marks:
        words += rf"$^{{{cell.mark}}}$" if cell.mark else r"\phantom{$^{*}$}"
    if cell.detail:
        words += rf" {{\scriptsize {latex_words(cell.detail)}}}"
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


def markdown_rows(rows: Iterable[Iterable[str]]) -> str:
    """Return the lines of a table, of which the first two are its columns and their rules; cells are Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _summary(summary: Iterable[str]) -> str:
    lines = [_escaped(line) for line in summary]
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def _markdown_table(table: Table) -> str:
    rules = ["---:" if table.is_number(place) else "---" for place in range(len(table.columns))]
    rows = (map(_markdown_cell, row) for row in table.rows)
    return markdown_rows([map(_escaped, table.headings), rules, *rows])


def _markdown_cell(cell: Cell) -> str:
    words = f"**{_escaped(cell.words)}**" if cell.is_bold else _escaped(cell.words)
    return " ".join(filter(None, (words + _escaped(cell.mark), _escaped(cell.detail))))


def _escaped(words: str) -> str:
    return _MARKDOWN_SPECIAL.sub(r"\\\1", words)


def page_report(report: TableReport) -> str:
    """Return a page with tables; it loads nothing and has no script."""
    return page("tables", report=report, colours=HEAT_COLOURS, step=lambda cell: f"heat-{heat_step(cell.heat)}")


def table_layouts(report: Callable[..., TableReport], **others: Callable[..., Any]) -> Layouts:
    """Return kinds of output of a report of tables, which is made for the kind that is named last.

    ``others`` are as in :func:`layouts`.
    """
    return layouts(
        text=lambda *result: terminal_report(report(*result[:-1], "text"), result[-1]),
        md=lambda *result: markdown_report(report(*result, "md")),
        latex=lambda *result: latex_report(report(*result, "latex")),
        html=lambda *result: page_report(report(*result, "html")),
        **others,
    )


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


def ends(interval: "Ends") -> str:
    low, high = interval
    return UNDEFINED if low is None or high is None else f"{number(low)} to {number(high)}"


def terminal_report(report: TableReport, width: int) -> str:
    parts: list[RenderableType] = [*map(Text, report.summary), Text()] if report.summary else []
    for table in report.tables:
        parts += [Text(table.title, "bold"), _terminal_table(table)]
        parts += [Text(table.note, "dim"), Text()] if table.note else [Text()]
    return rendered(parts, width) + unbroken(report.signatures)


def _terminal_table(table: Table) -> RichTable:
    shown = RichTable(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
    for place, column in enumerate(table.headings):
        justify: Literal["left", "right"] = "right" if table.is_number(place) else "left"
        shown.add_column(column, justify=justify, no_wrap=_is_of_names(table, place))
    for rows in table.blocks:
        for row in rows:
            cells = (Text(cell.text, "bold" if cell.is_bold else "") for cell in row)
            shown.add_row(*cells, end_section=row is rows[-1])
    return shown


def _is_of_names(table: Table, place: int) -> bool:
    return place < table.names and not any(" " in row[place].words for row in table.rows)
