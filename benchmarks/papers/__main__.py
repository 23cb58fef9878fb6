"""Write the tables of ``docs/tables/papers.md``: ``python -m benchmarks.papers``.

Without options the page is made from the stored figures; no data is needed. ``--measure DATA`` measures all tables anew
first, or those that ``--table`` names; DATA is the folder with ``seeda``, ``gjg15``, ``conll14``, ``sn8gec`` and
``jfleg``. With ``--check`` nothing is written, and the exit status is 1 if the page is stale.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.papers.figures import store
from benchmarks.papers.page import PAGE, page_text
from benchmarks.papers.study import Study
from benchmarks.papers.tables.catalogue import TABLES
from benchmarks.papers.tables.table import Table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", type=Path, metavar="DATA")
    parser.add_argument("--table", action="append", choices=list(TABLES))
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.measure is not None:
        _measure(Study(arguments.measure), [TABLES[name] for name in arguments.table or TABLES])
    text = page_text(PAGE.read_text("utf-8"))
    if arguments.check:
        return int(text != PAGE.read_text("utf-8"))
    PAGE.write_text(text, "utf-8")
    return 0


def _measure(study: Study, tables: Sequence[Table]) -> None:
    """Measure tables and store their figures; correlations first, so that tables share the scores of sentences."""
    begin = time.perf_counter()
    study.correlations([setup for table in tables for setup in table.setups()])
    print(f"correlations: {time.perf_counter() - begin:.0f} s", file=sys.stderr)
    for table in tables:
        begin = time.perf_counter()
        store(table.name, table.measure(study))
        print(f"{table.name}: {time.perf_counter() - begin:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
