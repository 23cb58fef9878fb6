"""The metrics by name: the built-in ones, and those of installed packages."""

from collections.abc import Mapping
from typing import Any

import attrs

from markscheme.metrics.base import Metric
from markscheme.registry import Registry


def _fault(name: str, variant: Any) -> str:
    if not (isinstance(variant, type) and issubclass(variant, Metric)):
        return "it is not a subclass of markscheme.metrics.base.Metric"
    if getattr(variant, "name", None) != name:
        return f"its name is {getattr(variant, 'name', None)!r}, not that of its entry point"
    return ""


METRICS: Registry[type[Metric[Any]]] = Registry(
    "metric",
    {
        "cleme2": "markscheme.metrics.cleme2:Cleme2",
        "cleme": "markscheme.metrics.cleme:Cleme",
        "errant": "markscheme.metrics.overlap:Errant",
        "pt-errant": "markscheme.metrics.overlap:PtErrant",
        "uot-errant": "markscheme.metrics.uot_errant:UotErrant",
        "credit": "markscheme.metrics.credit:Credit",
        "impara": "markscheme.metrics.impara:Impara",
        "gleu": "markscheme.metrics.gleu:Gleu",
        "green": "markscheme.metrics.gleu:Green",
    },
    "markscheme.metrics",
    _fault,
)


def metric(name: str, **settings: Any) -> Metric[Any]:
    """Return a metric; without such a name raise RegistryError, without such a setting ValueError.

    >>> metric("errant", beta=1.0).beta
    1.0
    """
    kind = METRICS.get(name)
    names = settings_of(kind)
    unknown = [setting for setting in settings if setting not in names]
    if unknown:
        raise ValueError(f"{name} has no setting {unknown[0]!r}. Its settings are {', '.join(names)}")
    return kind(**settings)


def metric_with(name: str, settings: Mapping[str, object]) -> Metric[Any]:
    """Return a metric with its settings among these, unless ``None``; raise RegistryError if there is none."""
    kind = METRICS.get(name)
    names = settings_of(kind)
    chosen: dict[str, Any] = {key: value for key, value in settings.items() if key in names and value is not None}
    return kind(**chosen)


def settings_of(kind: type[Metric[Any]]) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(kind))
