"""A client's JSON settings as options, with a message about those that are wrong."""

import difflib
import math
from collections.abc import Iterable, Mapping
from types import EllipsisType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs
import cattrs
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, override
from cattrs.v import transform_error

from markscheme.languages.catalogue import LANGUAGES, tolerance_names
from markscheme.lsp.editor.options import MARK_METRICS, Options, Severities
from markscheme.metrics.registry import METRICS

SECTION = "markscheme"
_CLIENT_KEYS = {"trace", "server", "view", "llm"}
"""Keys of the section that only clients read."""


def section_of(settings: object, default: object = None) -> object:
    """Return Markscheme's section of a client's settings; ``default`` if they have no such section.

    >>> section_of({"markscheme": {"debounce": 50}})
    {'debounce': 50}
    """
    return settings[SECTION] if isinstance(settings, dict) and SECTION in settings else default


def camel(name: str) -> str:
    """Return a field's JSON name.

    >>> camel("semantic_tokens")
    'semanticTokens'
    """
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


_FIELDS = {camel(field.name): field.name for field in attrs.fields(Options)}
_MINIMA = {
    "debounce": 0,
    "tau": 1e-6,
    "beta": 1e-6,
    "maximum_size": 1,
    "engine_idle": 0,
    "layer": 0,
    "estimate_margin": 0,
}

_converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)


@_converter.register_structure_hook
def _strict_bool(value: Any, _: type) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, not {value!r}")
    return value


@_converter.register_structure_hook
def _strict_text(value: Any, _: type) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a text, not {value!r}")
    return value


@_converter.register_structure_hook
def _strict_number(value: Any, _: type) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"expected a number, not {value!r}")
    return float(value)


@_converter.register_structure_hook
def _strict_integer(value: Any, _: type) -> int:
    number = _strict_number(value, float)
    if not number.is_integer():
        raise ValueError(f"expected a whole number, not {value!r}")
    return int(number)


def _is_choice(wanted: Any) -> bool:
    origin: object = get_origin(wanted)
    return origin is Literal


def _strict_choice(value: Any, choices: Any) -> Any:
    permitted = get_args(choices)
    if value not in permitted:
        raise ValueError(f"expected one of {', '.join(permitted)}, not {value!r}")
    return value


def _is_list(wanted: Any) -> bool:
    origin = get_origin(wanted)
    return isinstance(origin, type) and issubclass(origin, tuple)


def _strict_list(value: Any, wanted: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"expected a list, not {value!r}")
    parameters = get_args(wanted)
    types = parameters[:1] * len(value) if isinstance(parameters[-1], EllipsisType) else parameters
    if len(types) != len(value):
        raise ValueError(f"expected {len(types)} values, not {len(value)}")
    return tuple(_converter.structure(item, kind) for item, kind in zip(value, types, strict=True))


_converter.register_structure_hook_func(_is_choice, _strict_choice)
_converter.register_structure_hook_func(_is_list, _strict_list)
_converter.register_structure_hook(
    Severities,
    make_dict_structure_fn(
        Severities, _converter, _cattrs_forbid_extra_keys=True, not_needed=override(rename=camel("not_needed"))
    ),
)


def read_options(*values: object) -> tuple[Options, str | None]:
    """Return the options in a client's JSON values, and one message about wrong settings; ``None`` if all are right.

    Later values come before earlier ones. A wrong setting is left out, and the others are used.

    >>> options, complaint = read_options({"debounce": 50, "tau": "big"}, {"debounce": 100})
    >>> options.debounce
    100
    >>> complaint
    "Markscheme does not use these settings: markscheme.tau: expected a number, not 'big'"
    """
    settings: dict[str, Any] = {}
    complaints: list[str] = []
    for value in values:
        if value is not None and not isinstance(value, Mapping):
            complaints.append(f"{SECTION}: expected an object, not {value!r}")
            continue
        for key, item in (value or {}).items():
            if key in _CLIENT_KEYS or item is None:
                continue
            try:
                name = _field_name(key)
                settings[name] = _structured(name, item)
            except (BaseValidationError, ValueError, TypeError) as error:
                complaints += _reasons(error, f"{SECTION}.{key}")
    message = f"Markscheme does not use these settings: {'; '.join(dict.fromkeys(complaints))}" if complaints else None
    return Options(**settings), message


def _field_name(key: str) -> str:
    if key in _FIELDS:
        return _FIELDS[key]
    matches = difflib.get_close_matches(key, _FIELDS, 1)
    raise ValueError("there is no such setting" + (f"; did you mean {matches[0]}?" if matches else ""))


def _structured(name: str, value: object) -> Any:
    setting = _converter.structure(value, get_type_hints(Options)[name])
    if name == "language" and setting not in LANGUAGES.names:
        raise ValueError(f"expected one of {', '.join(LANGUAGES.names)}, not {value!r}")
    if name == "metric" and setting not in MARK_METRICS and setting not in METRICS.names:
        raise ValueError(f"expected one of {', '.join(dict.fromkeys((*MARK_METRICS, *METRICS.names)))}, not {value!r}")
    if name == "equal":
        _check_tolerances(setting)
    minimum = _MINIMA.get(name)
    if minimum is not None and setting < minimum:
        raise ValueError(f"expected at least {minimum:g}, not {value!r}")
    return setting


def _check_tolerances(names: Iterable[str]) -> None:
    for name in names:
        if name not in tolerance_names():
            raise ValueError(f"expected any of {', '.join(tolerance_names())}, not {name!r}")


def _reasons(error: Exception, path: str) -> list[str]:
    if not isinstance(error, BaseValidationError):
        return [f"{path}: {error}"]
    messages = transform_error(error, path=path, format_exception=_message)
    return [f"{place}: {reason}" for reason, _, place in (item.rpartition(" @ ") for item in messages)]


def _message(error: BaseException, _: type | None) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        return f"there is no such setting as {', '.join(sorted(error.extra_fields))}"
    return str(error)
