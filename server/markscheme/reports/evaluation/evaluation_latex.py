"""A meta-evaluation as LaTeX tables, for the package booktabs."""

from collections.abc import Iterable

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.reports.evaluation.evaluation_tables import Table, protocol, tables

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        **{character: rf"\{character}" for character in "&%$#_{}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "ρ": r"$\rho$",
        "τ": r"$\tau$",
        "–": "--",
        "<": "$<$",
    }
)


def evaluation_latex(evaluation: MetaEvaluation) -> str:
    """Return the tables, and before them how the numbers were made, as comments."""
    notes = [f"% {line}" for line in protocol(evaluation)]
    return "\n".join([*notes, *map(_table, tables(evaluation))]) + "\n"


def _table(table: Table) -> str:
    body = "\n\\midrule\n".join("\n".join(map(_row, rows)) for rows in table.blocks)
    return "\n".join(
        [
            r"\begin{table*}",
            r"\centering",
            rf"\begin{{tabular}}{{l{'r' * (len(table.header) - 1)}}}",
            r"\toprule",
            _row(table.header),
            r"\midrule",
            body,
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{table.title.translate(_ESCAPES)}}}",
            r"\end{table*}",
        ]
    )


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cell.translate(_ESCAPES) for cell in cells) + r" \\"
