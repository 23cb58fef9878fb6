"""People's scores of systems beside a metric's (UOT-ERRANT, Figure 3)."""

from math import isfinite
from typing import TYPE_CHECKING

from markscheme.evaluation.correlation.columns import Column
from markscheme.reports.evaluation.figures.drawing import COLOURS, label_points, panels
from markscheme.reports.tables.number_words import number

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def scatter(column: Column, title: str) -> "Figure":
    """Return a panel for each metric with a point for each system."""
    figure, cells = panels(len(column.rows), 3.2, 2.9)
    figure.suptitle(f"{title}: systems' scores by people and by metrics", fontsize=11)
    for place, (axes, row) in enumerate(zip(cells, column.rows, strict=True)):
        axes.scatter(column.people, row.scores, s=20, color=COLOURS[0], zorder=3)
        r, rho = (number(row.correlations[name].value) for name in ("pearson", "spearman"))
        axes.set_title(f"{row.title}  (r {r}, ρ {rho})")
        axes.margins(0.12)
        axes.grid(visible=True, color="#e4e4e4", linewidth=0.6)
        axes.set_xlabel("people")
        if place % 4 == 0:
            axes.set_ylabel("metric")
    figure.draw_without_rendering()
    for axes, row in zip(cells, column.rows, strict=True):
        points = dict(zip(column.systems.systems, zip(column.people, row.scores, strict=True), strict=True))
        shown = {name: point for name, point in points.items() if all(map(isfinite, point))}
        label_points(axes, list(shown.values()), list(shown))
    return figure
