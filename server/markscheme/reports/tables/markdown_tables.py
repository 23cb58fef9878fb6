"""Tables in Markdown."""

import re
from collections.abc import Iterable

from markscheme.reports.tables.table import Table, TableReport
from markscheme.text.products import MARK_LINE

_SPECIAL = re.compile(r"([\\`*_|<>\[\]])")


def markdown_report(report: TableReport) -> str:
    """Return tables with a heading each, their summary above and their signatures below."""
    parts = [_summary(report.summary)] if report.summary else []
    for table in report.tables:
        parts += [f"### {_escaped(table.title)}\n\n{_table(table)}", *filter(None, [_escaped(table.note)])]
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


def _table(table: Table) -> str:
    rules = ["---:" if table.is_number(place) else "---" for place in range(len(table.columns))]
    rows = ([_escaped(cell.words) for cell in row] for row in table.rows)
    return markdown_rows([map(_escaped, table.columns), rules, *rows])


def _escaped(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", words)
