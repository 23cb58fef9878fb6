"""Grids with the axes that a person names: ``credit.floor``, or with values of one's own ``credit.tau=0.5,0.7``."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from markscheme.evaluation.tuning.grids import GRIDS, Axis, Grid
from markscheme.metrics.registry import METRICS
from markscheme.scoring.metric_settings.values import setting_value
from markscheme.text.errors import ChoiceError

NO_AXES = ("level", "factors", "weighting")
"""Settings that no values can be named for: candidates score sentences, and factors have a grid of their own."""


def grids_with(metrics: Sequence[str], axes: Sequence[str]) -> tuple[Grid, ...]:
    """Return the grids of metrics, with axes.

    Parameters
    ----------
    metrics
        Names of metrics. One without a grid needs an axis with values.
    axes
        ``METRIC.SETTING`` for an axis that the metric's grid has beside its usual ones, with its values there; or
        ``METRIC.SETTING=VALUE,VALUE`` for any setting of the metric, in place of the grid's own values of it.

    Raises
    ------
    ChoiceError
        If an axis is not written so, its metric is not among the metrics, it has no such setting, or a value is out of
        bounds.
    RegistryError
        If a metric is not there, or has neither a grid nor an axis.
    """
    named = [_parts(axis) for axis in axes]
    if unknown := next((metric for metric, _, _ in named if metric not in metrics), None):
        raise ChoiceError(f"{unknown} is not tuned. Add it with --metric {unknown}")
    grids: list[Grid] = []
    for metric in dict.fromkeys(metrics):
        values_of = {setting: values for name, setting, values in named if name == metric}
        grid = GRIDS.get(metric) if metric in GRIDS.names or not values_of else Grid(metric, ())
        for setting, values in values_of.items():
            grid = grid.with_axis(_axis(grid, setting, values))
        grids.append(grid)
    return tuple(grids)


def _parts(axis: str) -> tuple[str, str, str]:
    """Return an axis's metric, setting and values."""
    name, _, values = axis.partition("=")
    metric, point, setting = (part.strip() for part in name.partition("."))
    if not (metric and point and setting) or ("=" in axis and not values.strip()):
        raise ChoiceError(f"{axis!r} is no axis. Write one such as credit.floor or credit.tau=0.5,0.7")
    return metric, setting, values


def _axis(grid: Grid, setting: str, values: str) -> Axis:
    axes = {axis.setting: axis for axis in (*grid.axes, *grid.further)}
    if not values:
        if setting not in axes:
            raise ChoiceError(
                f"{grid.metric} has no axis {setting!r}. "
                f"Its axes are {', '.join(axes) or 'none'}; for another setting give values, such as {setting}=0.5,1"
            )
        return axes[setting]
    chosen = _values(grid.metric, setting, values.split(","))
    return attrs.evolve(axes[setting], values=chosen) if setting in axes else Axis(setting, chosen)


def _values(metric: str, setting: str, texts: Sequence[str]) -> tuple[Any, ...]:
    fields: Mapping[str, attrs.Attribute[Any]] = {
        field.name: field for field in attrs.fields(METRICS.get(metric)) if field.name not in NO_AXES
    }
    if setting not in fields:
        likely = difflib.get_close_matches(setting, fields, 1) or list(fields)
        raise ChoiceError(f"{metric} has no setting {setting!r} to be tried. Choose {' or '.join(likely)}")
    try:
        return tuple(sorted({setting_value(fields[setting], _plain(text.strip())) for text in texts}))
    except ValueError as error:
        raise ChoiceError(f"{metric}: {error}") from error


def _plain(text: str) -> int | float | str:
    """Return a number if the text is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
