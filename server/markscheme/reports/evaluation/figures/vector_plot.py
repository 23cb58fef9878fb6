"""A system's edit vectors on a plane, by error type (UOT-ERRANT, Figure 5)."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from markscheme.evaluation.edit_space.projections import PROJECTIONS
from markscheme.evaluation.edit_space.typed_vectors import TypedVectors
from markscheme.reports.evaluation.figures.drawing import looks, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SEED = 1


def vector_plot(edits: TypedVectors) -> "Figure | None":
    """Return a point for each edit of a frequent type; ``None`` where there are too few edits.

    The plane is t-SNE's if scikit-learn is installed, and else that of the first two principal components.
    """
    frequent = edits.frequent
    vectors = [edits.of_type(name).astype(np.float64) for name in frequent]
    if sum(map(len, vectors)) < 3:
        return None
    projection = next(item for item in PROJECTIONS.variants().values() if not item.module or find_spec(item.module))
    points = projection.of(np.concatenate(vectors), SEED)
    figure = new_figure(8.6, 6.2)
    axes = figure.subplots()
    axes.set_title(f"Vectors of {edits.system}'s edits by error type: {projection.title} of {edits.encoder}")
    parts = np.split(points, np.cumsum([len(of_type) for of_type in vectors])[:-1])
    for name, part, (colour, mark, _) in zip(frequent, parts, looks(len(frequent)), strict=True):
        axes.scatter(
            part[:, 0],
            part[:, 1],
            s=14,
            marker=mark,
            color=colour,
            alpha=0.75,
            linewidths=0,
            label=f"{name} ({len(part)})",
        )
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[["left", "bottom"]].set_visible(False)
    figure.legend(loc="outside right center", frameon=False, title="type (edits)", markerscale=1.6)
    return figure
