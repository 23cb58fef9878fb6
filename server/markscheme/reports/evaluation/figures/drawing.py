"""What all figures share: colours and marks that colour-blind people tell apart, panels, and files."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any

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
    for number in range(count):
        yield COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)], LINES[number % len(LINES)]


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
    """Return a context in which figures are drawn alike."""
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
    """Return the area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0.0) * max(up, 0.0)
