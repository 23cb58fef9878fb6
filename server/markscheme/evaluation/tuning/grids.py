"""Which settings of a metric are tried: a grid of each is an object in a registry.

To try one more setting of a metric, add an axis to its grid: to the further ones if it is to be tried only where it is
asked for (:mod:`markscheme.evaluation.tuning.named_axes`). Nothing else depends on the number of axes.
"""

import math
from collections.abc import Mapping
from itertools import product
from typing import Any

import attrs

from markscheme.evaluation.correlation.factor_grid import trade_offs
from markscheme.metrics.base import Metric
from markscheme.metrics.registry import METRICS
from markscheme.registry import Registry

Settings = Mapping[str, Any]
"""Values of a metric's settings by their names."""


@attrs.frozen
class Axis:
    """The values of one setting.

    Attributes
    ----------
    setting
        The name of one of the metric's fields.
    values
        The values that are tried, in ascending order.
    folded
        Whether only ``fold`` reads the setting, so that all its values share the metric's statistics.
    """

    setting: str
    values: tuple[Any, ...]
    folded: bool = False


@attrs.frozen
class Grid:
    """The settings of one metric that are tried: every combination of the axes' values, and the defaults.

    Attributes
    ----------
    metric
        The metric's name.
    axes
        The settings that are tried.
    further
        Axes that are tried where they are asked for: each one multiplies the number of candidates.
    """

    metric: str
    axes: tuple[Axis, ...]
    further: tuple[Axis, ...] = ()

    def with_axis(self, axis: Axis) -> "Grid":
        """Return the grid with an axis, in place of the one of the same setting if there is one."""
        kept = [axis if other.setting == axis.setting else other for other in self.axes]
        return attrs.evolve(self, axes=tuple(kept if axis in kept else [*kept, axis]))

    @property
    def default(self) -> Settings:
        """The default values of the axes' settings."""
        standard = METRICS.get(self.metric)()
        return {axis.setting: getattr(standard, axis.setting) for axis in self.axes}

    @property
    def candidates(self) -> tuple[Settings, ...]:
        """The default values first, then every other combination in the order of the axes."""
        names = [axis.setting for axis in self.axes]
        combinations = (dict(zip(names, values, strict=True)) for values in product(*(a.values for a in self.axes)))
        default = self.default
        return (default, *(candidate for candidate in combinations if candidate != default))

    def metric_of(self, candidate: Settings) -> Metric[Any]:
        """Return the metric with a candidate's settings, the others by default, at the level of sentences."""
        return METRICS.get(self.metric)(level="sentence", **candidate)

    def statistics_key(self, candidate: Settings) -> tuple[Any, ...]:
        """Return what decides the metric's statistics: candidates with equal keys share them."""
        return tuple(candidate[axis.setting] for axis in self.axes if not axis.folded)


CREDIT = Grid(
    "credit",
    (
        Axis("tau", (0.5, 0.65, 1 / math.sqrt(2), 0.85)),
        Axis("kept", (0.0, 0.0025, 0.01, 0.02, 0.05)),
        Axis("beta", (0.5, 1.0, 1.5, 2.0, 3.0), folded=True),
    ),
    (Axis("floor", (0.05, 0.1, 0.2)), Axis("ceiling", (0.6, 0.8, 0.9, 1.0))),
)
UOT_ERRANT = Grid(
    "uot-errant",
    (
        Axis("relaxation", (0.05, 0.1, 0.2)),
        Axis("beta", (0.5, 1.0, 2.0), folded=True),
    ),
    (Axis("regularisation", (0.05, 0.1, 0.2)),),
)
CLEME2 = Grid("cleme2", (Axis("factors", tuple(trade_offs()), folded=True),))
IMPARA = Grid(
    "impara",
    (Axis("threshold", (-1.0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99), folded=True),),
)

GRIDS: Registry[Grid] = Registry(
    "tuned metric",
    {
        "credit": f"{__name__}:CREDIT",
        "uot-errant": f"{__name__}:UOT_ERRANT",
        "cleme2": f"{__name__}:CLEME2",
        "impara": f"{__name__}:IMPARA",
    },
)
"""The grids by the names of metrics."""
