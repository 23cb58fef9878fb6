"""Mark schemes to begin with. Installed packages may add more in the entry point group ``markscheme.schemes``."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import attrs

from markscheme.registry import Registry


@attrs.frozen
class SchemePreset:
    """A mark scheme with a name for teachers.

    Attributes
    ----------
    description
        What it does, in one sentence for teachers.
    content
        The keys of a ``[scheme]`` table, without ``preset``.
    notes
        A comment for each key, in the ``markscheme.toml`` that ``init`` writes.
    """

    name: str
    description: str
    content: Mapping[str, Any]
    notes: Mapping[str, str] = MappingProxyType({})


def _fault(name: str, preset: object) -> str:
    if not isinstance(preset, SchemePreset):
        return "it is not a SchemePreset"
    return "" if preset.name == name else f"its name is {preset.name!r}"


_MAX = "the best mark"
_ROUNDING = "the mark is a multiple of this"
_NOT_NEEDED = "for each change that was not needed"

SHARE = SchemePreset(
    "share of errors found",
    "The mark is the share of the errors that the student corrected.",
    {"basis": "share", "max": 10, "rounding": 0.5, "points": {"not-needed": -0.25}},
    {"basis": "the share of what there was to correct", "max": _MAX, "rounding": _ROUNDING, "not-needed": _NOT_NEEDED},
)
DEDUCT = SchemePreset(
    "deduct per error",
    "The mark begins at the best one, and each error that is left takes a point.",
    {"basis": "deduct", "max": 20, "rounding": 0.5, "points": {"correct": 1, "not-needed": -0.5}},
    {
        "basis": "points are taken from the best mark",
        "max": _MAX,
        "rounding": _ROUNDING,
        "correct": "what an error that is left takes",
        "not-needed": _NOT_NEEDED,
    },
)
TENSES = SchemePreset(
    "focus on tenses",
    "The mark is the share of the wrong tenses that the student corrected; other errors are shown and do not count.",
    {"basis": "share", "max": 10, "rounding": 0.5, "focus": ["tense"], "points": {"not-needed": -0.25}},
    {
        "basis": "the share of what there was to correct",
        "max": _MAX,
        "rounding": _ROUNDING,
        "focus": "only these groups of errors count",
        "not-needed": _NOT_NEEDED,
    },
)

PRESETS: Registry[SchemePreset] = Registry(
    "preset",
    {
        item.name: f"{__name__}:{symbol}"
        for symbol, item in {"SHARE": SHARE, "DEDUCT": DEDUCT, "TENSES": TENSES}.items()
    },
    "markscheme.schemes",
    _fault,
)
