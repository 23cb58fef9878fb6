"""Figures of an evaluation as files, drawn with matplotlib where it is installed.

The heat map of pairs has how often metrics agree with people for each pair of systems (UOT-ERRANT, Figure 6): first the
shares of ERRANT, as in the paper, or else of the first metric, then the others' differences from them.
"""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from markscheme.errors import DocumentError, installing
from markscheme.reports._tables import number
from markscheme.research.meta_evaluation import Column, MetaEvaluation, Row, Times
from markscheme.research.ranking import AGGREGATIONS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9", "#8C6D31")
"""After Okabe and Ito (2008), without the yellow that hardly shows on white."""
MARKS = "osD^vPX<>*hdp8"
LINES = ("-", "--", "-.", ":")
KINDS_OF_FILES = ("png", "svg")
RESOLUTION = 160
"""Dots of PNG for an inch."""
_STYLE: Any = {
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "markscheme",
    "text.parse_math": False,
}


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure of a size in inches, whose parts keep clear of each other."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def panels(count: int, width: float, height: float, columns: int = 4) -> "tuple[Figure, list[Axes]]":
    """Return a figure with panels of a size in inches, in rows; cells without a panel are hidden."""
    across = min(count, columns)
    down = ceil(count / across)
    figure = new_figure(width * across, height * down)
    cells = list(figure.subplots(down, across, squeeze=False).flat)
    for cell in cells[count:]:
        cell.set_visible(False)
    return figure, cells[:count]


def looks(count: int) -> Iterator[tuple[str, str, str]]:
    """Yield a colour, a mark and a kind of line for each of several series; no two are alike in colour and mark."""
    for index in range(count):
        yield COLOURS[index % len(COLOURS)], MARKS[index % len(MARKS)], LINES[index % len(LINES)]


def files_of(figure: "Figure") -> dict[str, bytes]:
    """Return a figure by kind of file; the same figure gives the same bytes."""
    import matplotlib as mpl

    files: dict[str, bytes] = {}
    for kind in KINDS_OF_FILES:
        stream = BytesIO()
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        with mpl.rc_context(_STYLE):
            figure.savefig(stream, format=kind, dpi=RESOLUTION, metadata=metadata)
        files[kind] = stream.getvalue()
    return files


def style() -> Any:
    import matplotlib as mpl

    return mpl.rc_context(_STYLE)


def label_points(axes: "Axes", points: Sequence[tuple[float, float]], labels: Sequence[str], size: float = 6.5) -> None:
    """Write a label beside each point, on the side where it covers least of other labels and points."""
    figure = axes.figure
    unit = figure.dpi / 72 * size
    places = [tuple(axes.transData.transform(point)) for point in points]
    marks = [(x - unit / 3, y - unit / 3, x + unit / 3, y + unit / 3) for x, y in places]
    boxes: list[tuple[float, float, float, float]] = []
    frame = axes.get_window_extent()
    for (x, y), point, label in zip(places, points, labels, strict=True):
        width = 0.6 * unit * len(label)
        sides = {
            ("left", "center"): (x + unit * 0.6, y - unit / 2),
            ("right", "center"): (x - unit * 0.6 - width, y - unit / 2),
            ("center", "bottom"): (x - width / 2, y + unit * 0.5),
            ("center", "top"): (x - width / 2, y - unit * 1.5),
            ("left", "bottom"): (x + unit * 0.4, y + unit * 0.3),
            ("left", "top"): (x + unit * 0.4, y - unit * 1.3),
            ("right", "bottom"): (x - unit * 0.4 - width, y + unit * 0.3),
            ("right", "top"): (x - unit * 0.4 - width, y - unit * 1.3),
        }

        def cost(side: tuple[str, str]) -> float:
            left, low = sides[side]  # noqa: B023
            box = (left, low, left + width, low + unit)  # noqa: B023
            outside = max(frame.x0 - box[0], 0) + max(box[2] - frame.x1, 0)
            return float(sum(_shared(box, other) for other in (*boxes, *marks)) + outside * unit)

        chosen = min(sides, key=cost)
        left, low = sides[chosen]
        boxes.append((left, low, left + width, low + unit))
        across, up = chosen
        offset = {"left": 4, "right": -4, "center": 0}[across], {"bottom": 3, "top": -3, "center": 0}[up]
        axes.annotate(
            label, point, offset, textcoords="offset points", ha=across, va=up, fontsize=size, color="#333333"
        )


def _shared(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0.0) * max(up, 0.0)


def require_matplotlib() -> None:
    """Raise a DocumentError that says what to install if there is no matplotlib."""
    if find_spec("matplotlib") is None:
        raise DocumentError("a figure needs matplotlib, which is not installed", remedy=installing("figures"))


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
    rated = {name: value for name, value in column.people.items() if value is not None}
    names = [*sorted(rated, key=rated.__getitem__, reverse=True), *column.unrated]
    rows = sorted(column.rows, key=lambda row: row.metric != BASE)
    tables = [_shares(row, names) for row in rows]
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
        _names(axes, names)
    return figure


def _largest(tables: list[Numbers]) -> float:
    return max([LEAST_SPAN, *(float(np.nanmax(np.abs(table))) for table in tables if not np.isnan(table).all())])


def _shares(row: Row, names: Sequence[str]) -> Numbers:
    """Return the shares of agreement below the diagonal and above, NaN where there is no comparison."""
    table = np.full((len(names), len(names)), np.nan)
    for pair in row.pairs:
        first, second = map(names.index, pair.systems)
        table[first, second] = table[second, first] = pair.accuracy
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


def scatter(column: Column, title: str) -> "Figure":
    """Return a panel for each metric with a point for each system (UOT-ERRANT, Figure 3)."""
    figure, cells = panels(len(column.rows), 3.2, 2.9)
    figure.suptitle(f"{title}: systems' scores by people and by metrics", fontsize=11)
    for place, (axes, row) in enumerate(zip(cells, column.rows, strict=True)):
        points = _points(column, row).values()
        axes.scatter([people for people, _ in points], [own for _, own in points], s=20, color=COLOURS[0], zorder=3)
        r, rho = (number(row.correlations[name].value) for name in ("pearson", "spearman"))
        axes.set_title(f"{row.title}  (r {r}, ρ {rho})")
        axes.margins(0.12)
        axes.grid(visible=True, color="#e4e4e4", linewidth=0.6)
        axes.set_xlabel("people")
        if place % 4 == 0:
            axes.set_ylabel("metric")
    figure.draw_without_rendering()
    for axes, row in zip(cells, column.rows, strict=True):
        named = _points(column, row)
        label_points(axes, list(named.values()), list(named))
    return figure


def _points(column: Column, row: Row) -> dict[str, tuple[float, float]]:
    scores = {name: (column.people[name], score) for name, score in row.scores.items()}
    return {name: (people, own) for name, (people, own) in scores.items() if people is not None and own is not None}


LABEL_GAP = 0.022
"""Least distance of two systems' names, as a share of the axis."""


def time_plot(times: Times) -> "Figure":
    """Return a line for each metric over the systems, at their mean numbers of edits (UOT-ERRANT, Figure 7)."""
    figure = new_figure(9, 4.6)
    axes = figure.subplots()
    edits = [row.edits for row in times.systems]
    for index, (metric, (colour, mark, line)) in enumerate(zip(times.metrics, looks(len(times.metrics)), strict=True)):
        seconds = [row.seconds[index] for row in times.systems]
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
    gap = LABEL_GAP * max(places[-1] - places[0], 1e-9)
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + gap) if moved else place)
    return moved


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


OF_COLUMNS = {"scatter": scatter, "pairs": pair_heat_map, "windows": window_plot}


def figure_files(evaluation: MetaEvaluation) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file, PNG and SVG; the name has what a column shows, its judgements,
    references and systems, and the way to make people's scores if there are several. Raise DocumentError if matplotlib
    is not installed.
    """
    require_matplotlib()
    with style():
        for name, figure in _figures(evaluation):
            for kind, content in files_of(figure).items():
                yield f"{name}.{kind}", content


def _figures(evaluation: MetaEvaluation) -> "Iterator[tuple[str, Figure]]":
    several = len(evaluation.settings.people) > 1
    for column in evaluation.columns:
        method = (column.method,) if several else ()
        ending = "-".join((column.judgements.title.lower(), column.references.name, column.systems.name, *method))
        title = _title(column, several=several)
        for name, draw in OF_COLUMNS.items():
            if (figure := draw(column, title)) is not None:
                yield f"{name}-{ending}", figure
    if evaluation.times is not None:
        yield "times", time_plot(evaluation.times)


def _title(column: Column, *, several: bool) -> str:
    judgements = column.judgements.title
    if several:
        judgements = f"{judgements} by {AGGREGATIONS.get(column.method).title}"
    return f"{judgements}, {column.references.title} ({column.systems.title})"
