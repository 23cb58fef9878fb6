"""The page that holds the tables, each between ``<!-- table: NAME -->`` and ``<!-- end -->``."""

import re
from pathlib import Path

from benchmarks.papers.figures import measured
from benchmarks.papers.tables.catalogue import TABLES

PAGE = Path(__file__).parents[2] / "docs" / "tables" / "papers.md"
MARKER = re.compile(r"(<!-- table: (?P<name>[\w-]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
UNMEASURED = "No figures are stored; `python -m benchmarks.papers --measure DATA --table {name}` measures them."


def page_text(page: str) -> str:
    """Return the page with all tables made anew from the stored figures.

    Raises
    ------
    KeyError
        If the page names a table that there is none of.
    """
    figures = measured()

    def written(marker: re.Match[str]) -> str:
        name = marker["name"]
        table = TABLES[name]
        text = table.write(figures[name]).rstrip() if name in figures else UNMEASURED.format(name=name)
        return f"{marker[1]}{text}\n{marker[3]}"

    return MARKER.sub(written, page)
