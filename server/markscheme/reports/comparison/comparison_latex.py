"""A comparison of systems as tables in LaTeX, with the package booktabs."""

from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.reports.comparison.comparison_tables import ComparisonTable, signatures, summary, tables
from markscheme.text.products import MARK_LINE

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "–": "--",
        **{character: f"\\{character}" for character in "&%$#_{}"},
    }
)


def comparison_latex(comparison: Comparison) -> str:
    """Return a comparison as tables for a document that loads ``booktabs``."""
    lines = ["% Needs \\usepackage{booktabs}", f"% {summary(comparison)}"]
    lines += [f"% {signature}" for signature in signatures(comparison)]
    for table in tables(comparison):
        lines += ["", *_table(table)]
    return "\n".join(lines) + "\n"


def latex_in_file(text: str) -> str:
    """Return a LaTeX text with the mark of a product, which is not typeset."""
    return f"\\iffalse\n{MARK_LINE}\n\\fi\n{text}"


def _table(table: ComparisonTable) -> list[str]:
    columns = "l" * table.names + "r" * (len(table.columns) - table.names)
    return [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_escaped(table.title)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        _row(table.columns),
        r"\midrule",
        *(_row([cell.words for cell in row]) for row in table.rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def _row(words: "tuple[str, ...] | list[str]") -> str:
    return " & ".join(map(_escaped, words)) + r" \\"


def _escaped(words: str) -> str:
    return words.translate(_SPECIAL)
