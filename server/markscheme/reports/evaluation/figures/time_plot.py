"""Metrics' times for a sentence, by the number of edits (UOT-ERRANT, Figure 7)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markscheme.evaluation.correlation.times import Times
from markscheme.reports.evaluation.figures.drawing import looks, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


LABEL_GAP = 0.022
"""Least distance of two systems' names, as a share of the axis."""


def time_plot(times: Times) -> "Figure":
    """Return a line for each metric over the systems, which stand at their mean number of edits."""
    figure = new_figure(9, 4.6)
    axes = figure.subplots()
    edits = [row.edits for row in times.systems]
    for number, (metric, (colour, mark, line)) in enumerate(zip(times.metrics, looks(len(times.metrics)), strict=True)):
        seconds = [row.seconds[number] for row in times.systems]
        axes.plot(edits, seconds, line, color=colour, marker=mark, markersize=4, label=metric.title)
    axes.set_yscale("log")
    axes.set_ylabel("CPU seconds for a sentence")
    axes.set_xlabel("edits in a sentence, on average")
    figure.suptitle(
        f"Time with an empty cache: {times.sentences} sentences, {len(times.references.texts)} "
        f"references ({times.references.title})",
        fontsize=11,
    )
    axes.grid(visible=True, color="#e4e4e4", linewidth=0.6)
    for row, place in zip(times.systems, _apart(edits), strict=True):
        axes.annotate(
            row.system,
            (row.edits, 1.0),
            (place, 1.06),
            axes.get_xaxis_transform(),
            textcoords=axes.get_xaxis_transform(),
            arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.6},
            rotation=90,
            ha="center",
            va="bottom",
            fontsize=7,
        )
    figure.legend(loc="outside right center", frameon=False)
    return figure


def _apart(places: Sequence[float]) -> list[float]:
    """Return places in ascending order for names, moved to the right where two would stand on each other."""
    gap = LABEL_GAP * max(places[-1] - places[0], 1e-9)
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + gap) if moved else place)
    return moved
