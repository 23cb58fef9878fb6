"""Metrics' times for a sentence, by the number of edits (UOT-ERRANT, Figure 7)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from markscheme.evaluation.correlation.times import Times
from markscheme.reports.evaluation.figures.drawing import looks, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def time_plot(times: Times, titles: Mapping[str, str]) -> "Figure":
    """Return a line for each metric over the systems, which stand at their mean number of edits."""
    figure = new_figure(9, 4.6)
    axes = figure.subplots()
    edits = [row.edits for row in times.systems]
    for (metric, title), (colour, mark, line) in zip(titles.items(), looks(len(titles)), strict=True):
        seconds = [row.seconds[metric] for row in times.systems]
        axes.plot(edits, seconds, line, color=colour, marker=mark, markersize=4, label=title)
    axes.set_yscale("log")
    axes.set_ylabel("CPU seconds for a sentence")
    axes.set_xlabel("edits in a sentence, on average")
    axes.set_title(
        f"Time with an empty cache: {times.sentences} sentences, {len(times.references.texts)} "
        f"references ({times.references.title})"
    )
    axes.grid(visible=True, color="#e4e4e4", linewidth=0.6)
    above = axes.secondary_xaxis("top")
    above.set_xticks(edits, [row.system for row in times.systems], rotation=60, ha="left", fontsize=7)
    above.tick_params(length=2)
    figure.legend(loc="outside right center", frameon=False)
    return figure
