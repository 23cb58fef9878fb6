"""A meta-evaluation as LaTeX tables, for the package booktabs."""

from collections.abc import Iterable, Sequence

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.reports.evaluation.evaluation_tables import DEFAULT_TABLES, protocol, tables
from markscheme.reports.evaluation.text_table import Table
from markscheme.reports.latex_words import latex_words


def evaluation_latex(evaluation: MetaEvaluation, names: Sequence[str] = DEFAULT_TABLES) -> str:
    """Return the tables, and before them how the numbers were made, as comments."""
    return latex_tables(tables(evaluation, names), protocol(evaluation))


def latex_tables(shown: Iterable[Table], notes: Iterable[str]) -> str:
    """Return tables, and notes before them, as comments."""
    return "\n".join([*(f"% {line}" for line in notes), *map(_table, shown)]) + "\n"


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
            rf"\caption{{{latex_words(table.title)}}}",
            r"\end{table*}",
        ]
    )


def _row(cells: Iterable[str]) -> str:
    return " & ".join(map(latex_words, cells)) + r" \\"
