"""A comparison of systems as a page, with a heat map of systems by error types."""

from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.reports.comparison.comparison_tables import comparison_report
from markscheme.reports.pages import page_style, page_template
from markscheme.reports.tables.heat_colours import HEAT_COLOURS, heat_step
from markscheme.reports.tables.table import Cell
from markscheme.version import VERSION


def comparison_page(comparison: Comparison) -> str:
    """Return a page with a comparison; it loads nothing and has no script."""
    return page_template("comparison").render(
        version=VERSION,
        style=page_style("comparison"),
        title=", ".join(comparison.systems),
        report=comparison_report(comparison),
        colours=HEAT_COLOURS,
        step=_step,
    )


def _step(cell: Cell) -> str:
    """Return the class of a cell's colour; empty where it has no score."""
    if cell.heat is None:
        return ""
    return f"heat-{heat_step(cell.heat)}"
