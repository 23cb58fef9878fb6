"""The heat map of systems by error types as an image."""

import io
import re
from collections.abc import Sequence
from typing import Any

from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.reports.comparison.comparison_tables import heat_map
from markscheme.reports.drawing_library import require_matplotlib
from markscheme.reports.tables.heat_colours import DARK, HEAT_COLOURS, heat_step
from markscheme.reports.tables.table import Table
from markscheme.text.errors import DocumentError
from markscheme.text.products import MARK

FIGURE_FORMATS = ("svg", "pdf", "png")
CELL_WIDTH, CELL_HEIGHT = 0.95, 0.3
"""Inches of a cell; it is wider where a system's name is."""
CHARACTER = 0.09
"""Inches that a character of a name takes at most, at the size of the figure's words."""
MARGIN = 0.9
"""Inches for a map's title."""
UNDEFINED_COLOUR = "FFFFFF"


def heat_map_figure(comparison: Comparison, form: str) -> bytes:
    """Return the heat maps of all metrics that have one, below each other, as an image.

    Parameters
    ----------
    form
        One of :data:`FIGURE_FORMATS`.

    Raises
    ------
    DocumentError
        If matplotlib is not installed, or no metric has scores by error type.
    """
    maps = [heat_map(item, comparison) for item in comparison.metrics if item.groups]
    if not maps:
        raise DocumentError("there is no score by error type to show in a figure")
    require_matplotlib()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    heights = [MARGIN + CELL_HEIGHT * len(table.rows) for table in maps]
    # Text stays text, also "$" in a system's name, and nothing in the file depends on when it was made.
    style: Any = {"svg.fonttype": "none", "svg.hashsalt": "markscheme", "font.size": 9, "text.parse_math": False}
    with rc_context(style):
        figure = Figure(figsize=(_width(maps, comparison.systems), sum(heights)), layout="constrained")
        parts = figure.subplots(len(maps), 1, squeeze=False, height_ratios=heights)[:, 0]
        for axes, table in zip(parts, maps, strict=True):
            _draw(axes, table)
        stream = io.BytesIO()
        figure.savefig(stream, format=form, dpi=200, metadata=dict.fromkeys(_METADATA[form]))
    image = stream.getvalue()
    return _SVG.sub(rf"\g<0><metadata>{MARK}</metadata>".encode(), image, count=1) if form == "svg" else image


_METADATA = {"png": ("Software",), "svg": ("Date", "Creator", "Format", "Type"), "pdf": ("CreationDate",)}
"""What matplotlib would say of a file, which is left out: the time, and its own version."""
_SVG = re.compile(rb"<svg [^>]*>")


def _width(maps: Sequence[Table], systems: Sequence[str]) -> float:
    """Return the figure's width in inches: of the groups' names, and beside them of the systems' names or the title."""
    groups = CHARACTER * max(len(row[0].words) for table in maps for row in table.rows)
    cell = max(CELL_WIDTH, CHARACTER * (max(map(len, systems)) + 1))
    title = CHARACTER * max(len(table.title) for table in maps)
    return 0.4 + groups + max(cell * len(systems), title)


def _draw(axes: Any, table: Table) -> None:
    """Draw a map: a cell for each system and group, with its score in it."""
    systems, cells = table.columns[1:], [row[1:] for row in table.rows]
    axes.imshow(
        [
            [_rgb(UNDEFINED_COLOUR if cell.heat is None else HEAT_COLOURS[heat_step(cell.heat)].cell) for cell in row]
            for row in cells
        ],
        aspect="auto",
    )
    axes.set_title(table.title, loc="left", fontsize=10)
    axes.set_xticks(range(len(systems)), systems)
    axes.set_yticks(range(len(cells)), [row[0].words for row in table.rows])
    axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    axes.spines[:].set_visible(False)
    for line, row in enumerate(cells):
        for place, cell in enumerate(row):
            colour = DARK if cell.heat is None else HEAT_COLOURS[heat_step(cell.heat)].words
            axes.text(place, line, cell.words, ha="center", va="center", color=f"#{colour}")


def _rgb(colour: str) -> Sequence[float]:
    return [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
