"""Settings of metrics in a file: read, checked, and those that ship.

A table below ``[metrics]`` has a metric's settings by the names of its fields::

    schema = 1
    [metrics.cleme2]
    factors = { hit = 0.5, wrong = 0.4, under = 0.05, over = 0.05 }

The metrics themselves say which settings there are and of what type, so that a metric of an installed package needs
nothing more. ``[evidence]`` says how the settings were chosen; nothing reads it here.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from markscheme.documents.files import read_text
from markscheme.documents.places import LineIndex
from markscheme.errors import ChoiceError, DocumentError, RegistryError, suggestion
from markscheme.exercises.own_files import Keys, TomlDocument, Unreadable, read_toml
from markscheme.metrics.base import METRICS, Metric, metric_with
from markscheme.metrics.settings import chosen_field, fields_of, read_setting, setting_value

SCHEMA = 1
SUFFIX = ".toml"
FOLDER = Path(__file__).with_name("shipped")
_KEYS = ("schema", "name", "metrics", "evidence")


@attrs.frozen
class MetricSettings:
    """The settings that a file has for metrics, by the metric's name and the names of its fields."""

    values: Mapping[str, Mapping[str, object]] = attrs.field(factory=dict)

    def of(self, metric: str) -> Mapping[str, object]:
        return self.values.get(metric, {})

    def metric(self, name: str, settings: Mapping[str, object] = {}) -> Metric[object]:
        """Return a metric; these settings, but ``None``, come before the file's. Raise RegistryError if unknown."""
        given = {key: value for key, value in settings.items() if value is not None}
        return metric_with(name, {**self.of(name), **given})

    def with_choices(self, choices: Iterable[str], metrics: Collection[str] = ()) -> "MetricSettings":
        """Return these settings with others, each as ``NAME.KEY=VALUE``, that come before them.

        With ``metrics``, the names of those in use, a setting of another one is refused. Raise ChoiceError for an
        unknown name, key or value, RegistryError if the metric's package can't be used.

        >>> MetricSettings().with_choices(["errant.beta=1", "cleme2.weighting=length"]).metric("errant").beta
        1.0
        """
        values = {name: dict(settings) for name, settings in self.values.items()}
        for choice in choices:
            name, key, value = _choice(choice, metrics)
            values.setdefault(name, {})[key] = value
        return MetricSettings(values)


def _choice(choice: str, metrics: Collection[str]) -> tuple[str, str, Any]:
    target, is_given, text = choice.partition("=")
    name, _, key = target.strip().rpartition(".")
    if not (is_given and name and key):
        raise ChoiceError(f"a setting is given as NAME.KEY=VALUE, such as errant.beta=1, and not as {choice!r}")
    if name not in METRICS.names:
        remedy = suggestion(name, METRICS.names, f"The metrics are {', '.join(METRICS.names)}")
        raise ChoiceError(f"there is no metric {name!r}. {remedy}")
    if metrics and name not in metrics:
        raise ChoiceError(f"{choice} is not used: the metric {name} is not among those asked for, {', '.join(metrics)}")
    field = chosen_field(name, fields_of(METRICS.get(name)), key)
    try:
        return name, key, read_setting(field, text.strip())
    except ChoiceError as error:
        raise ChoiceError(f"{name}: {error}") from error


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
        fields = fields_of(kind)
        values: dict[str, Any] = {}
        for key, value in table.items():
            if key not in fields:
                raise self._unknown((*keys, key), tuple(fields), f"setting of {name}")
            try:
                values[key] = setting_value(fields[key], value)
            except ChoiceError as error:
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
