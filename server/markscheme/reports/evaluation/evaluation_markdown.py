"""A meta-evaluation as Markdown."""

from collections.abc import Iterable, Sequence

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.reports.evaluation.evaluation_tables import DEFAULT_TABLES, protocol, tables
from markscheme.reports.evaluation.text_table import Table


def evaluation_markdown(evaluation: MetaEvaluation, names: Sequence[str] = DEFAULT_TABLES) -> str:
    """Return the tables with a heading each, and under them how the numbers were made."""
    return markdown_tables(tables(evaluation, names), protocol(evaluation))


def markdown_tables(shown: Iterable[Table], notes: Iterable[str]) -> str:
    """Return tables with a heading each, and notes under them."""
    parts = [f"### {table.title}\n\n{_table(table)}" for table in shown]
    lines = "\n".join(f"- {line}" for line in notes)
    return "\n\n".join([*parts, lines]) + "\n"


def _table(table: Table) -> str:
    rule = ["---", *("---:" for _ in table.header[1:])]
    rows = [row for block in table.blocks for row in block]
    return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in (table.header, rule, *rows))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
