"""Correlations over windows of systems that people score alike (SEEDA, Section 5.3)."""

from typing import TYPE_CHECKING

from markscheme.evaluation.correlation.columns import Column
from markscheme.reports.evaluation.figures.drawing import looks, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CORRELATIONS = ("pearson", "spearman")


def window_plot(column: Column, title: str) -> "Figure | None":
    """Return a panel for each correlation with a line for each metric; ``None`` with fewer than two windows."""
    if len(column.rows[0].windows) < 2:
        return None
    size = len(column.rows[0].windows[0].systems)
    figure = new_figure(10, 3.8)
    figure.suptitle(f"{title}: correlations over {size} systems that follow each other by people's scores", fontsize=11)
    cells = list(figure.subplots(1, 2, sharey=True).flat)
    for axes, name in zip(cells, CORRELATIONS, strict=True):
        for row, (colour, mark, line) in zip(column.rows, looks(len(column.rows)), strict=True):
            points = [(window.first, value) for window in row.windows if (value := getattr(window, name)) is not None]
            ranks, values = [rank for rank, _ in points], [value for _, value in points]
            axes.plot(ranks, values, line, color=colour, marker=mark, markersize=4, label=row.title)
        axes.axhline(0, color="#999999", linewidth=0.8)
        axes.set_title(name.capitalize())
        axes.set_xlabel("people's rank of the first system")
        axes.set_xticks([window.first for window in column.rows[0].windows])
        axes.set_ylim(-1.05, 1.05)
        axes.grid(visible=True, color="#e4e4e4", linewidth=0.6)
    cells[0].set_ylabel("correlation")
    figure.legend(*cells[0].get_legend_handles_labels(), loc="outside right center", frameon=False)
    return figure
