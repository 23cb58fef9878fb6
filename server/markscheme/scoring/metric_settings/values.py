"""Values of a metric's settings from plain ones, such as those of TOML, and back.

The type of a value is that of the metric's field. The bounds are those of the command line's options of the same name.
"""

import math
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import attrs

from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.weightings.catalogue import WEIGHTINGS, weighting_or_name
from markscheme.metrics.weightings.weighting import Weighting


@attrs.frozen
class Bounds:
    """The numbers that a setting may have.

    Attributes
    ----------
    least, most
        The smallest and the largest number.
    above
        Whether the smallest itself is excluded.
    """

    least: float = -math.inf
    most: float = math.inf
    above: bool = False

    def allow(self, number: float) -> bool:
        """Return whether a number is within the bounds and finite."""
        high_enough = self.least < number if self.above else self.least <= number
        return math.isfinite(number) and high_enough and number <= self.most

    def __str__(self) -> str:
        if math.isfinite(self.most):
            return f"a number from {self.least:g} to {self.most:g}"
        if math.isfinite(self.least):
            return f"a number {'above' if self.above else 'of at least'} {self.least:g}"
        return "a finite number"


BOUNDS: Mapping[str, Bounds] = {
    "tau": Bounds(0, above=True),
    "regularisation": Bounds(0, above=True),
    "relaxation": Bounds(0, above=True),
    "floor": Bounds(0),
    "beta": Bounds(0),
    "ceiling": Bounds(0, 1),
    "kept": Bounds(0),
    "longest": Bounds(1),
    "samples": Bounds(1),
}
"""By the name of the setting; a setting that is not here may be any finite number."""


def setting_value(field: "attrs.Attribute[Any]", value: Any) -> Any:
    """Return the value of a metric's field from a plain one.

    Raises
    ------
    ValueError
        If it has another type, or is out of bounds.
    """
    kind = field.type
    if kind is Factors:
        return _factors(field.name, value)
    if get_origin(kind) is Literal:
        return _one_of(field.name, value, get_args(kind))
    if kind is Weighting:
        return weighting_or_name(_one_of(field.name, value, WEIGHTINGS.names))
    if kind in (float, int):
        return _number(field.name, value, kind, BOUNDS.get(field.name, Bounds()))
    if kind in (str, bool) and type(value) is kind:
        return value
    raise ValueError(f"{field.name} can't be {value!r} in a file")


def plain_value(value: Any) -> Any:
    """Return a setting's value in a form that TOML has; the reverse of :func:`setting_value`."""
    if isinstance(value, Factors):
        return attrs.asdict(value)
    return value.name if isinstance(value, Weighting) else value


def _number(name: str, value: Any, kind: Any, bounds: Bounds) -> float:
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    if not numeric or not bounds.allow(value) or (kind is int and not isinstance(value, int)):
        expected = "a whole number" if kind is int and numeric and bounds.allow(value) else str(bounds)
        raise ValueError(f"{name} must be {expected}, not {value!r}")
    return float(value) if kind is float else int(value)


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> Any:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(str, allowed))}, not {value!r}")
    return value


def _factors(name: str, value: Any) -> Factors:
    names = [field.name for field in attrs.fields(Factors)]
    if not isinstance(value, dict) or sorted(value) != sorted(names):
        raise ValueError(f"{name} must be a table with {', '.join(names)}")
    return Factors(**{key: _number(f"{name}.{key}", item, float, Bounds(0)) for key, item in value.items()})
