"""A comparison of systems as tables in LaTeX, with the packages booktabs, and for some tables longtable and xcolor."""

from collections.abc import Iterable, Iterator, Sequence

from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.reports.comparison.comparison_tables import Cell, ComparisonTable, tables
from markscheme.reports.comparison.comparison_words import signatures, summary
from markscheme.reports.comparison.heat_colours import HEAT_COLOURS, heat_step
from markscheme.reports.latex_words import latex_words
from markscheme.text.products import MARK_LINE

LONGEST = 40
"""Rows of a table that fits a page; a longer one is parted."""


def comparison_latex(comparison: Comparison) -> str:
    """Return a comparison as tables for a document that loads the packages that the first line names."""
    written = list(tables(comparison))
    lines = [f"% Needs {' '.join(_packages(written))}", f"% {summary(comparison)}"]
    lines += [f"% {signature}" for signature in signatures(comparison)]
    for table in written:
        lines += ["", *_table(table)]
    return "\n".join(lines) + "\n"


def _packages(written: Sequence[ComparisonTable]) -> Iterator[str]:
    """Yield the commands that load what the tables are made with."""
    yield r"\usepackage{booktabs}"
    if any(_is_long(table) for table in written):
        yield r"\usepackage{longtable}"
    if any(table.is_heat_map for table in written):
        yield r"\usepackage[table]{xcolor}"


def latex_in_file(text: str) -> str:
    """Return a LaTeX text with the mark of a product, which is not typeset."""
    return f"\\iffalse\n{MARK_LINE}\n\\fi\n{text}"


def _is_long(table: ComparisonTable) -> bool:
    return len(table.rows) > LONGEST


def _table(table: ComparisonTable) -> list[str]:
    columns = "".join("r" if table.is_number(place) else "l" for place in range(len(table.columns)))
    caption = latex_words(". ".join(filter(None, (table.title, table.note))))
    rows = [_row(map(_cell, row)) for row in table.rows]
    head = [r"\toprule", _row(map(latex_words, table.columns)), r"\midrule"]
    if _is_long(table):
        return [
            rf"\begin{{longtable}}{{{columns}}}",
            rf"\caption{{{caption}}} \\",
            *head,
            r"\endhead",
            *rows,
            r"\bottomrule",
            r"\end{longtable}",
        ]
    return [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{caption}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        *head,
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(cell: Cell) -> str:
    words = latex_words(cell.words)
    if cell.heat is None:
        return words
    colour = HEAT_COLOURS[heat_step(cell.heat)]
    return rf"\cellcolor[HTML]{{{colour.cell}}}\textcolor[HTML]{{{colour.words}}}{{{words}}}"
