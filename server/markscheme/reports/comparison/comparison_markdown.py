"""A comparison of systems as tables in Markdown."""

import re

from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.reports.comparison.comparison_tables import ComparisonTable, tables
from markscheme.reports.comparison.comparison_words import signatures, summary
from markscheme.text.products import MARK_LINE

_SPECIAL = re.compile(r"([\\`*_|<>\[\]])")


def comparison_markdown(comparison: Comparison) -> str:
    """Return a comparison as a Markdown text."""
    parts = [_escaped(summary(comparison))]
    for table in tables(comparison):
        parts += [f"### {_escaped(table.title)}\n\n{_table(table)}", *filter(None, [_escaped(table.note)])]
    parts += [f"`{signature.replace('`', '')}`" for signature in signatures(comparison)]
    return "\n\n".join(parts) + "\n"


def markdown_in_file(text: str) -> str:
    """Return a Markdown text with the mark of a product, which is not shown."""
    return f"<!--\n{MARK_LINE}\n-->\n\n{text}"


def _table(table: ComparisonTable) -> str:
    rule = ["--:" if table.is_number(place) else ":--" for place in range(len(table.columns))]
    rows = [[_escaped(name) for name in table.columns], rule]
    rows += [[_escaped(cell.words) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _escaped(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", words)
