"""All tables, in the page's order."""

from benchmarks.papers.tables import (
    cleme2_correlations,
    cleme2_counts,
    cleme2_factors,
    edit_types,
    impara,
    spread,
    uot_correlations,
)
from benchmarks.papers.tables.table import Table

_MODULES = (spread, cleme2_correlations, cleme2_factors, cleme2_counts, uot_correlations, edit_types, impara)

TABLES: dict[str, Table] = {table.name: table for module in _MODULES for table in module.TABLES}
"""The tables by name."""
