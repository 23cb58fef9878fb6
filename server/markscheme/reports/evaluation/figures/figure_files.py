"""All figures of a meta-evaluation, as files by their names."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from markscheme.evaluation.correlation.columns import Column
from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.evaluation.ranking.aggregations import AGGREGATIONS
from markscheme.reports.drawing_library import require_matplotlib
from markscheme.reports.evaluation.figures.drawing import files_of, style
from markscheme.reports.evaluation.figures.pair_heat_map import pair_heat_map
from markscheme.reports.evaluation.figures.scatter import scatter
from markscheme.reports.evaluation.figures.time_plot import time_plot
from markscheme.reports.evaluation.figures.vector_plot import vector_plot
from markscheme.reports.evaluation.figures.window_plot import window_plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OF_COLUMNS = {"scatter": scatter, "pairs": pair_heat_map, "windows": window_plot}
"""The figures that each column has, by what their files' names begin with."""


def figure_files(evaluation: MetaEvaluation) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file: every figure as PNG and as SVG.

    A column's figures are called by what they show, the judgements, the references and the systems; and by the way to
    make people's scores, where there are several.

    Raises
    ------
    DocumentError
        If matplotlib is not installed.
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
    if evaluation.vectors is not None and (figure := vector_plot(evaluation.vectors)) is not None:
        yield f"vectors-{evaluation.vectors.system.lower()}", figure
    if evaluation.times is not None:
        yield "times", time_plot(evaluation.times)


def _title(column: Column, *, several: bool) -> str:
    judgements = column.judgements.title
    if several:
        judgements = f"{judgements} by {AGGREGATIONS.get(column.method).title}"
    return f"{judgements}, {column.references.title} ({column.systems.title})"
