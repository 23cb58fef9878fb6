"""A trained estimator's model card and report."""

import base64
import importlib.util
import io
from collections.abc import Mapping, Sequence

import attrs
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from markscheme.estimators.checkpoint import EpochFigures
from markscheme.estimators.folder import EstimatorConfiguration
from markscheme.estimators.training_settings import TrainingSettings

CARD, REPORT, CURVES = "README.md", "report.html", "curves.png"

_templates = Environment(
    loader=PackageLoader("markscheme.estimators"),
    autoescape=select_autoescape(["html.j2"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


@attrs.frozen
class TrainingReport:
    """What a training run's model card and report show.

    Attributes
    ----------
    supervision
        The supervision data's signature.
    sizes
        The number of instances by part of the split.
    """

    configuration: EstimatorConfiguration
    supervision: str
    settings: TrainingSettings
    sizes: Mapping[str, int]
    epochs: Sequence[EpochFigures]


def report_files(report: TrainingReport) -> dict[str, bytes]:
    """Return the card, the report as HTML and, if matplotlib is installed, its curves as PNG; by file name."""
    curves = _curves(report.epochs, int(report.configuration.figures["epoch"]))
    embedded = base64.b64encode(curves).decode() if curves else None
    values = {**attrs.asdict(report, recurse=False), "figures": report.configuration.figures, "curves": embedded}
    files = {CARD: _rendered("card.md.j2", values), REPORT: _rendered("report.html.j2", values)}
    return files | ({CURVES: curves} if curves else {})


def _rendered(template: str, values: Mapping[str, object]) -> bytes:
    return _templates.get_template(template).render(values).encode()


def _curves(epochs: Sequence[EpochFigures], kept: int) -> bytes | None:
    """Plot losses and accuracies by epoch, with a line at the epoch whose weights are kept."""
    if importlib.util.find_spec("matplotlib") is None:
        return None
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    numbers = range(1, len(epochs) + 1)
    losses, accuracies = figure.subplots(1, 2)
    losses.plot(numbers, [epoch.training_loss for epoch in epochs], marker="o", label="training, with dropout")
    losses.plot(numbers, [epoch.validation_loss for epoch in epochs], marker="o", label="validation")
    accuracies.plot(numbers, [100 * epoch.validation_accuracy for epoch in epochs], marker="o", color="C1")
    titles = ("Loss (Equation 4)", "Validation pairs ordered rightly, in %")
    for axes, title in zip((losses, accuracies), titles, strict=True):
        axes.axvline(kept, color="0.4", linestyle=":", label="kept")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        axes.set(title=title, xlabel="epoch", xlim=(0.5, len(epochs) + 0.5))
        axes.grid(axis="y", color="0.9")
        axes.spines[["top", "right"]].set_visible(False)
    figure.legend(*losses.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=120, metadata={"Software": None})
    return stream.getvalue()
