"""A meta-evaluation as Markdown."""

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.reports.evaluation.evaluation_tables import Table, protocol, tables


def evaluation_markdown(evaluation: MetaEvaluation) -> str:
    """Return the tables with a heading each, and under them how the numbers were made."""
    parts = [f"### {table.title}\n\n{_table(table)}" for table in tables(evaluation)]
    notes = "\n".join(f"- {line}" for line in protocol(evaluation))
    return "\n\n".join([*parts, notes]) + "\n"


def _table(table: Table) -> str:
    rule = ["---", *("---:" for _ in table.header[1:])]
    rows = [row for block in table.blocks for row in block]
    return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in (table.header, rule, *rows))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
