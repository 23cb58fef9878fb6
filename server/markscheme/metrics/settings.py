"""Settings of metrics: what each may be stands at its field, and is checked wherever a value comes from.

A field of a number says its bounds by :func:`number`. Those of text, of ``bool``, of a ``Literal``, of a class of
numbers and with a converter from a name need nothing more, so that a metric of an installed package needs no other
declaration.
"""

import math
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import attrs

from markscheme.errors import ChoiceError, RegistryError, suggestion

_BOUNDS = "bounds"


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


def number(default: float, *, least: float = -math.inf, most: float = math.inf, above: bool = False) -> Any:
    """Return the field of a metric that is a number within bounds, which are included; ``above`` excludes ``least``."""
    return attrs.field(default=default, metadata={_BOUNDS: Bounds(least, most, above)})


def fields_of(metric: "type[attrs.AttrsInstance]") -> "Mapping[str, attrs.Attribute[Any]]":
    """Return a metric's fields by name, with their types as classes; raise ChoiceError if a type is not known."""
    try:
        attrs.resolve_types(metric)
    except NameError as error:
        raise ChoiceError(f"a setting of {metric.__name__} has a type that is not known: {error}") from error
    return {field.name: field for field in attrs.fields(metric)}


def chosen_field(metric: str, fields: "Mapping[str, attrs.Attribute[Any]]", name: str) -> "attrs.Attribute[Any]":
    """Return the field of a setting; raise ChoiceError if the metric of this name has none."""
    if name not in fields:
        remedy = suggestion(name, fields, f"Its settings are {', '.join(fields)}")
        raise ChoiceError(f"{metric} has no setting {name!r}. {remedy}")
    return fields[name]


def setting_value(field: "attrs.Attribute[Any]", value: Any) -> Any:
    """Return the value of a metric's field from a plain one; raise ChoiceError for another type, or out of bounds."""
    kind, is_optional = _kind(field)
    if value is None and is_optional:
        return None
    if get_origin(kind) is Literal:
        return _one_of(field.name, value, get_args(kind))
    if kind in (float, int):
        return _number(field.name, value, kind, field.metadata.get(_BOUNDS, Bounds()))
    if not isinstance(kind, type):
        raise ChoiceError(f"{field.name} can't be {value!r} here")
    if isinstance(value, kind):
        return value
    if isinstance(value, str) and field.converter is not None:
        return _converted(field, value)
    if attrs.has(kind) and isinstance(value, Mapping):
        return _table(field.name, value, kind)
    raise ChoiceError(f"{field.name} must be {_words(kind)}, not {value!r}")


def check_setting(field: "attrs.Attribute[Any]", value: Any) -> None:
    """Raise ChoiceError if a metric's field can't have the value; a type that no text can name is not looked at."""
    kind, _ = _kind(field)
    if isinstance(kind, type) or get_origin(kind) is Literal:
        setting_value(field, value)


def read_setting(field: "attrs.Attribute[Any]", text: str) -> Any:
    """Return the value of a metric's field from a text, numbers of a class apart by commas; raise ChoiceError."""
    kind, is_optional = _kind(field)
    if is_optional and text == "none":
        return None
    if kind is bool:
        return setting_value(field, {"true": True, "false": False}.get(text, text))
    if kind in (float, int):
        return setting_value(field, _plain(text))
    if isinstance(kind, type) and attrs.has(kind) and field.converter is None:
        names, parts = [item.name for item in attrs.fields(kind)], text.split(",")
        if len(names) != len(parts):
            raise ChoiceError(f"{field.name} must be {len(names)} numbers, {','.join(names)}, not {text!r}")
        return setting_value(field, dict(zip(names, map(_plain, parts), strict=True)))
    return setting_value(field, text)


def plain_value(value: Any) -> Any:
    """Return a setting's value in a form that TOML has; the reverse of :func:`setting_value`."""
    if not attrs.has(type(value)):
        return value
    return value.name if hasattr(type(value), "name") else attrs.asdict(value)


def _kind(field: "attrs.Attribute[Any]") -> tuple[Any, bool]:
    if get_origin(field.type) not in (Union, UnionType):
        return field.type, False
    kinds = [kind for kind in get_args(field.type) if kind is not NoneType]
    return (kinds[0] if len(kinds) == 1 else field.type), NoneType in get_args(field.type)


def _plain(text: str) -> float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text.strip()


def _number(name: str, value: Any, kind: Any, bounds: Bounds) -> float:
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    if not numeric or not bounds.allow(value) or (kind is int and not isinstance(value, int)):
        expected = "a whole number" if kind is int and numeric and bounds.allow(value) else str(bounds)
        raise ChoiceError(f"{name} must be {expected}, not {value!r}")
    return float(value) if kind is float else int(value)


def _one_of(name: str, value: Any, allowed: Sequence[str]) -> Any:
    if value not in allowed:
        raise ChoiceError(f"{name} must be one of {', '.join(map(str, allowed))}, not {value!r}")
    return value


def _converted(field: "attrs.Attribute[Any]", value: str) -> Any:
    converter: Any = field.converter
    try:
        return converter(value)
    except (RegistryError, ValueError) as error:
        raise ChoiceError(f"{field.name}: {error}") from error


def _table(name: str, value: "Mapping[str, Any]", kind: "type[attrs.AttrsInstance]") -> Any:
    fields = fields_of(kind)
    if sorted(value) != sorted(fields):
        raise ChoiceError(f"{name} must be a table with {', '.join(fields)}")
    values: dict[str, Any] = {}
    for key, item in value.items():
        try:
            values[key] = setting_value(fields[key], item)
        except ChoiceError as error:
            raise ChoiceError(f"{name}.{error}") from error
    return kind(**values)


def _words(kind: type) -> str:
    return {str: "text", bool: "true or false"}.get(kind, f"a {kind.__name__}")
