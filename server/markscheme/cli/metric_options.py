"""Options for the settings of metrics, which ``score`` and ``compare`` share, and the metric that they make.

An option that is not given has no value. Then the file of ``--settings`` decides, and else the metric's default.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import attrs
import typer

from markscheme.cli.options import FACTORS_HELP, finite, read_factors
from markscheme.encoders.settings import Vectorisation
from markscheme.metrics.base import Level, Metric
from markscheme.metrics.categories import Assumption
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.credit import CreditSettings
from markscheme.metrics.gleu import Counting
from markscheme.metrics.impara import ImparaSettings
from markscheme.metrics.registry import METRICS, settings_of
from markscheme.metrics.signature import numbers
from markscheme.metrics.uot_errant import Cost, Mass, UotErrant
from markscheme.metrics.weightings.weighting import WeightingName
from markscheme.registry import RegistryError
from markscheme.scoring.metric_settings.settings_file import (
    MetricSettings,
    read_metric_settings,
    shipped_settings,
)

_CREDIT = CreditSettings()
_UOT = UotErrant()

METRIC_NAMES = f"<{'|'.join(METRICS.built_in)}>"
"""What help shows for a metric's name."""


SettingsOption = Annotated[
    str | None,
    typer.Option(
        "--settings",
        metavar="FILE|NAME",
        help="Settings of metrics from a file of markscheme tune, or from one that ships: "
        f"{', '.join(shipped_settings()) or 'none'}. Other options win over it.",
    ),
]
LevelOption = Annotated[
    Level | None, typer.Option(help="Of summed counts, or the mean over sentences.", show_default="corpus")
]
AssumptionOption = Annotated[
    Assumption | None,
    typer.Option(help="CLEME, CLEME2.0: one reference a sentence, or any a chunk.", show_default="dependent"),
]
WeightingOption = Annotated[
    WeightingName | None,
    typer.Option(help="CLEME, CLEME2.0: how much each edit counts.", show_default="none; length for cleme"),
]
FactorsOption = Annotated[
    str | None,
    typer.Option(help=FACTORS_HELP, show_default=numbers(attrs.astuple(Factors()))),
]
BetaOption = Annotated[
    float | None, typer.Option(help="Of the F score.", show_default="0.5; 2 for green", min=0.0, callback=finite)
]
TauOption = Annotated[
    float | None,
    typer.Option(
        help="Credit: how far apart two edits may be and still gain.",
        show_default=f"{_CREDIT.tau:.4g}",
        min=1e-6,
        callback=finite,
    ),
]
FloorOption = Annotated[
    float | None,
    typer.Option(help="Credit: the least mass of an edit.", show_default=str(_CREDIT.floor), min=0.0, callback=finite),
]
CeilingOption = Annotated[
    float | None,
    typer.Option(
        help="Credit: most that two different corrections gain; review has 0.75.",
        show_default=str(_CREDIT.ceiling),
        min=0,
        max=1,
        callback=finite,
    ),
]
KeptOption = Annotated[
    float | None,
    typer.Option(
        help="Credit: mass of what a sentence leaves as it is, which gains all.",
        show_default=str(_CREDIT.kept),
        min=0,
        callback=finite,
    ),
]
VectorsOption = Annotated[
    Vectorisation | None,
    typer.Option(help="Edit vectors by removing or by adding an edit.", show_default="removing"),
]
MassOption = Annotated[Mass | None, typer.Option(help="UOT-ERRANT: an edit's mass.", show_default=_UOT.mass)]
CostOption = Annotated[Cost | None, typer.Option(help="UOT-ERRANT: the distance of two edits.", show_default=_UOT.cost)]
RegularisationOption = Annotated[
    float | None,
    typer.Option(
        "--reg",
        help="UOT-ERRANT: the weight of entropy, epsilon.",
        show_default=str(_UOT.regularisation),
        min=1e-6,
        callback=finite,
    ),
]
RelaxationOption = Annotated[
    float | None,
    typer.Option(
        "--reg-m",
        help="UOT-ERRANT: the weight of the marginals, lambda.",
        show_default=str(_UOT.relaxation),
        min=1e-6,
        callback=finite,
    ),
]
GleuOption = Annotated[
    Counting | None,
    typer.Option(help="GLEU: by its formula, or as the official script counts.", show_default="formula"),
]
EstimatorOption = Annotated[
    str | None,
    typer.Option(help="IMPARA: 'bundled', or the folder of a trained quality estimator.", show_default="bundled"),
]
ThresholdOption = Annotated[
    float | None,
    typer.Option(
        help="IMPARA: corrections no more similar to their source than this score 0.",
        show_default=str(ImparaSettings().threshold),
        callback=finite,
    ),
]


def metric_name(name: str) -> str:
    """Return the name; refuse one that no metric has, or whose package can't be used."""
    try:
        METRICS.get(name)
    except RegistryError as error:
        raise typer.BadParameter(str(error)) from error
    return name


def file_settings(settings: str | None) -> MetricSettings:
    """Return the settings of the file or name of ``--settings``; none without it."""
    return MetricSettings() if settings is None else read_metric_settings(settings)


def metric_from(name: str, given: Mapping[str, object], settings: str | None) -> Metric[Any]:
    """Return the metric of a name, with the options that it has, then the file's settings, then its defaults.

    Parameters
    ----------
    given
        The options' values by the names of metrics' fields; ``None`` for an option that is not given. ``factors`` are
        text.
    settings
        The value of ``--settings``.
    """
    factors = given.get("factors")
    values = dict(given) if factors is None else {**given, "factors": read_factors(str(factors))}
    return file_settings(settings).metric(metric_name(name), values)


def has_setting(name: str, setting: str) -> bool:
    """Return whether the metric of a name has a setting."""
    return setting in settings_of(METRICS.get(name))
