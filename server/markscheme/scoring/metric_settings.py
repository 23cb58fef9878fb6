"""Settings of metrics in a file: read, checked, and those that ship.

A table below ``[metrics]`` has a metric's settings by the names of its fields::

    schema = 1
    [metrics.cleme2]
    factors = { hit = 0.5, wrong = 0.4, under = 0.05, over = 0.05 }

The metrics themselves say which settings there are and of what type, so that a metric of an installed package needs
nothing more. ``[evidence]`` says how the settings were chosen; nothing reads it here.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import attrs

from markscheme.documents.files import read_text
from markscheme.documents.places import LineIndex
from markscheme.errors import DocumentError, RegistryError
from markscheme.exercises.own_files import Keys, TomlDocument, Unreadable, read_toml, suggestion
from markscheme.metrics.base import METRICS, Metric, metric_with
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.weightings import WEIGHTINGS, Weighting, weighting_or_name


@attrs.frozen
class Bounds:
    """The numbers that a setting may have; ``above`` excludes the smallest."""

    least: float = -math.inf
    most: float = math.inf
    above: bool = False

    def allow(self, number: float) -> bool:
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
"""By the name of the setting, as for the command line's options; another setting may be any finite number."""


def setting_value(field: "attrs.Attribute[Any]", value: Any) -> Any:
    """Return the value of a metric's field from a plain one; raise ValueError for another type, or out of bounds."""
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


SCHEMA = 1
SUFFIX = ".toml"
FOLDER = Path(__file__).with_name("shipped")
_KEYS = ("schema", "name", "metrics", "evidence")


@attrs.frozen
class MetricSettings:
    """The settings that a file has for metrics, by the metric's name and the names of its fields."""

    values: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)

    def of(self, metric: str) -> Mapping[str, Any]:
        return self.values.get(metric, {})

    def metric(self, name: str, settings: Mapping[str, object] = {}) -> Metric[Any]:
        """Return a metric; these settings, but ``None``, come before the file's. Raise RegistryError if unknown."""
        given = {key: value for key, value in settings.items() if value is not None}
        return metric_with(name, {**self.of(name), **given})


def shipped_settings() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}")))


def read_metric_settings(name: str | Path) -> MetricSettings:
    """Return a file's settings, or those that ship under a name, which wins; raise DocumentError at its first fault."""
    if str(name) in shipped_settings():
        path = FOLDER / f"{name}{SUFFIX}"
        return parse_metric_settings(read_text(path), path)
    path = Path(name)
    if not path.exists():
        shipped = ", ".join(shipped_settings()) or "none"
        raise DocumentError("there is no such file of settings", path=path, remedy=f"Settings that ship: {shipped}")
    return parse_metric_settings(read_text(path), path)


def parse_metric_settings(text: str, path: Path | None = None) -> MetricSettings:
    """Return the settings of a file's text; raise DocumentError at the first fault, with its line and column."""
    index = LineIndex(text)
    try:
        document = read_toml(text)
    except Unreadable as error:
        raise error.fault.error(path) from None
    return _Reader(document, index, path).read()


@attrs.frozen(eq=False)
class _Reader:
    document: TomlDocument
    index: LineIndex
    path: Path | None

    def read(self) -> MetricSettings:
        content = self.document.content
        for key in content:
            if key not in _KEYS:
                raise self._unknown((key,), _KEYS)
        if content.get("schema") != SCHEMA:
            raise self._fault(
                ("schema",),
                f"schema must be {SCHEMA}",
                f"Write schema = {SCHEMA}; markscheme eval tune writes such files",
            )
        metrics = content.get("metrics")
        if not isinstance(metrics, dict):
            raise self._fault(("metrics",), "there is no table of metrics", "Write a table such as [metrics.credit]")
        return MetricSettings({name: self._metric(name, table) for name, table in metrics.items()})

    def _metric(self, name: str, table: Any) -> Mapping[str, Any]:
        keys: Keys = ("metrics", name)
        if name not in METRICS.names:
            raise self._unknown(keys, METRICS.names, "metric")
        if not isinstance(table, dict):
            raise self._fault(keys, f"{name} must be a table of settings", f"Write [metrics.{name}]")
        try:
            kind = METRICS.get(name)
        except RegistryError as error:
            raise self._fault(keys, str(error)) from error
        fields = {field.name: field for field in attrs.fields(kind)}
        values: dict[str, Any] = {}
        for key, value in table.items():
            if key not in fields:
                raise self._unknown((*keys, key), tuple(fields), f"setting of {name}")
            try:
                values[key] = setting_value(fields[key], value)
            except ValueError as error:
                raise self._fault((*keys, key), str(error)) from error
        return values

    def _unknown(self, keys: Keys, known: Sequence[str], kind: str = "key") -> DocumentError:
        key = str(keys[-1])
        remedy = suggestion(key, known, f"Choose one of {', '.join(known)}")
        return self._fault(keys, f"unknown {kind} {key!r}", remedy, at_key=True)

    def _fault(self, keys: Keys, problem: str, remedy: str = "", *, at_key: bool = False) -> DocumentError:
        place = self.document.place(keys)
        span = place.key if at_key and place.key is not None else place.value
        return _fault(self.index, self.path, span.start, problem, remedy)


def _fault(index: LineIndex, path: Path | None, offset: int, problem: str, remedy: str) -> DocumentError:
    place = index.position(offset, "utf-32")
    return DocumentError(problem, path=path, line=place.line + 1, column=place.character + 1, remedy=remedy)
