"""Tables in LaTeX, with the packages booktabs, and for some tables longtable and xcolor."""

from collections.abc import Iterable, Iterator, Sequence

from markscheme.reports.tables.heat_colours import HEAT_COLOURS, heat_step
from markscheme.reports.tables.latex_words import latex_words
from markscheme.reports.tables.table import Cell, Table, TableReport
from markscheme.text.products import MARK_LINE

LONGEST = 40
"""Rows of a table that fits a page; a longer one is parted."""
NARROWEST_WIDE = 6
"""Columns from which a table spans both columns of a page that has two."""


def latex_report(report: TableReport) -> str:
    """Return tables for a document that loads the packages that the first line names; what is said is in comments."""
    lines = [f"% Needs {' '.join(_packages(report.tables))}"]
    lines += [f"% {line}" for line in (*report.summary, *report.signatures)]
    for table in report.tables:
        lines += ["", *_table(table)]
    return "\n".join(lines) + "\n"


def latex_in_file(text: str) -> str:
    """Return a LaTeX text with the mark of a product, which is not typeset."""
    return f"\\iffalse\n{MARK_LINE}\n\\fi\n{text}"


def _packages(tables: Sequence[Table]) -> Iterator[str]:
    """Yield the commands that load what the tables are made with."""
    yield r"\usepackage{booktabs}"
    if any(_is_long(table) for table in tables):
        yield r"\usepackage{longtable}"
    if any(table.is_heat_map for table in tables):
        yield r"\usepackage[table]{xcolor}"


def _is_long(table: Table) -> bool:
    return len(table.rows) > LONGEST


def _table(table: Table) -> list[str]:
    columns = "".join("r" if table.is_number(place) else "l" for place in range(len(table.columns)))
    caption = latex_words(". ".join(filter(None, (table.title, table.note))))
    head = [r"\toprule", _row(map(latex_words, table.columns)), r"\midrule"]
    body = list(_body(table))
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


def _body(table: Table) -> Iterator[str]:
    for number, rows in enumerate(table.blocks):
        if number:
            yield r"\midrule"
        yield from (_row(map(_cell, row)) for row in rows)


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(cell: Cell) -> str:
    words = latex_words(cell.words)
    if cell.heat is None:
        return words
    colour = HEAT_COLOURS[heat_step(cell.heat)]
    return rf"\cellcolor[HTML]{{{colour.cell}}}\textcolor[HTML]{{{colour.words}}}{{{words}}}"
