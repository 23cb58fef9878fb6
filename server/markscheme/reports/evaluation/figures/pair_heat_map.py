"""How often metrics agree with people, for each pair of systems (UOT-ERRANT, Figure 6).

The first panel has a metric's own shares: ERRANT's, as in the paper, or the first metric's. The others have the
differences from it.
"""

from math import isnan
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.columns import Column, Row
from markscheme.reports.evaluation.figures.drawing import panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Numbers = npt.NDArray[np.float64]

BASE = "errant"
"""The metric whose shares stand beside the others' differences, if it is there."""
LEAST_SPAN = 0.1
"""Smallest difference at which a scale of colours ends."""
DARK = 0.55
"""Brightness of a cell below which its number is white."""


def pair_heat_map(column: Column, title: str) -> "Figure | None":
    """Return a panel for each metric with a cell for each pair of systems, in percent; ``None`` without any."""
    if not any(row.pairs for row in column.rows):
        return None
    names = column.systems.systems
    order = sorted(range(len(names)), key=lambda place: (isnan(column.people[place]), -column.people[place]))
    rows = sorted(column.rows, key=lambda row: row.metric != BASE)
    tables = [_shares(row, len(names))[np.ix_(order, order)] for row in rows]
    size = max(3.0, 0.25 * len(names) + 1.2)
    figure, cells = panels(len(rows), size, size, columns=3)
    figure.suptitle(f"{title}: agreement with people by pairs of systems, in percent", fontsize=11)
    differences = [table - tables[0] for table in tables[1:]]
    span, reach = _largest(differences), _largest([tables[0] - 0.5])
    for axes, row, table, difference in zip(cells, rows, tables, [None, *differences], strict=True):
        shown = table if difference is None else difference
        limits = (0.5 - reach, 0.5 + reach) if difference is None else (-span, span)
        _cells(axes, shown, limits, "cividis" if difference is None else "PuOr", signed=difference is not None)
        axes.set_title(row.title if difference is None else f"{row.title} less {rows[0].title}")
        _names(axes, [names[place] for place in order])
    return figure


def _largest(tables: list[Numbers]) -> float:
    """Return the largest absolute number; at least :data:`LEAST_SPAN`."""
    return max([LEAST_SPAN, *(float(np.nanmax(np.abs(table))) for table in tables if not np.isnan(table).all())])


def _shares(row: Row, systems: int) -> Numbers:
    """Return the shares of agreement below the diagonal and above, NaN where there is no comparison."""
    table = np.full((systems, systems), np.nan)
    for first, second, share, _ in row.pairs:
        table[first, second] = table[second, first] = share
    return table


def _cells(axes: "Axes", table: Numbers, limits: tuple[float, float], colours: str, *, signed: bool) -> None:
    lower = np.where(np.tri(len(table), k=-1, dtype=bool), table, np.nan)
    image = axes.imshow(lower, cmap=colours, vmin=limits[0], vmax=limits[1])
    for place in zip(*np.nonzero(~np.isnan(lower)), strict=True):
        value = lower[place]
        red, green, blue, _ = image.to_rgba(value)
        bright = 0.299 * red + 0.587 * green + 0.114 * blue
        text = f"{100 * value:+.0f}" if signed else f"{100 * value:.0f}"
        axes.text(
            place[1], place[0], text, ha="center", va="center", fontsize=6, color="black" if bright > DARK else "white"
        )


def _names(axes: "Axes", names: list[str]) -> None:
    axes.set_xticks(range(len(names) - 1), names[:-1], rotation=90, fontsize=7)
    axes.set_yticks(range(1, len(names)), names[1:], fontsize=7)
    axes.set_xlim(-0.5, len(names) - 1.5)
    axes.set_ylim(len(names) - 0.5, 0.5)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
