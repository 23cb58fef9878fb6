"""A mark scheme as a form shows and writes it; :mod:`markscheme.reports.contract.classes` says what its JSON is."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

import attrs

from markscheme.contract import shape
from markscheme.exercises.scheme import scheme
from markscheme.exercises.scheme.scheme import PRESETS, Scheme
from markscheme.exercises.scheme.scheme_file import SchemeFile, TableFault
from markscheme.languages.language import error_types
from markscheme.reports.contract.classes import SchemeTable

_BY_KIND = ("weights", "caps")


def table_json(table: Mapping[str, Any]) -> SchemeTable:
    """Return a table of a mark scheme, whose values the JSON schema of the file allows.

    >>> table_json({"max": 5, "weights": {"tense": 2}, "bands": [{"from": 4, "name": "A"}]})
    {'max': 5, 'weights': [{'kind': 'tense', 'value': 2}], 'bands': [{'lowest': 4, 'name': 'A', 'text': ''}]}
    """
    shown = dict(table)
    if "points" in table:
        shown["points"] = {key.replace("-", "_"): value for key, value in table["points"].items()}
    for key in _BY_KIND:
        if key in table:
            shown[key] = [{"kind": kind, "value": value} for kind, value in table[key].items()]
    if "words" in table:
        shown["words"] = [
            {"over": "over" in item, "bound": item.get("over", item.get("under")), "points": item["points"]}
            for item in table["words"]
        ]
    if "bands" in table:
        shown["bands"] = [
            {"lowest": item["from"], "name": item["name"], "text": item.get("text", "")} for item in table["bands"]
        ]
    return cast("SchemeTable", shown)


def toml_table(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return what :func:`table_json` was made from; of two rows for one kind of error the last holds.

    Raise KeyError, TypeError or AttributeError for a wrong list or item; other values are left to the file's JSON
    schema.

    >>> toml_table({"points": {"not_needed": -1}, "caps": [{"kind": "spelling", "value": 2}]})
    {'points': {'not-needed': -1}, 'caps': {'spelling': 2}}
    """
    content = {key: value for key, value in table.items() if value is not None}
    if "points" in content:
        content["points"] = {key.replace("_", "-"): value for key, value in content["points"].items()}
    for key in _BY_KIND:
        if key in content:
            content[key] = {str(item["kind"]): item["value"] for item in content[key]}
    if "words" in content:
        content["words"] = [
            {"over" if item["over"] else "under": item["bound"], "points": item["points"]} for item in content["words"]
        ]
    if "bands" in content:
        content["bands"] = [
            {"from": item["lowest"], "name": item["name"], **({"text": item["text"]} if item["text"] else {})}
            for item in content["bands"]
        ]
    return content


def _values(scheme: Scheme) -> SchemeTable:
    points = scheme.points
    return {
        "basis": scheme.basis,
        "max": _number(scheme.maximum),
        "floor": _number(scheme.floor),
        "rounding": _number(scheme.rounding),
        "points": {
            "correct": _number(points.correct),
            "partly_correct": "share" if points.partly is None else _number(points.partly),
            "different": "credit" if points.different is None else _number(points.different),
            "missed": _number(points.missed),
            "not_needed": _number(points.not_needed),
        },
        "weights": [{"kind": kind, "value": _number(value)} for kind, value in scheme.weights],
        "focus": list(scheme.focus),
        "caps": [{"kind": kind, "value": _number(value)} for kind, value in scheme.caps],
        "words": [{"over": rule.is_over, "bound": rule.bound, "points": _number(rule.points)} for rule in scheme.words],
        "bands": [{"lowest": _number(band.lowest), "name": band.name, "text": band.text} for band in scheme.bands],
    }


def _number(value: Fraction) -> float:
    return int(value) if value.denominator == 1 else float(value)


@shape("preset.name", "preset.description", "table")
@attrs.frozen
class SchemePreset:
    """A mark scheme to begin with."""

    preset: scheme.SchemePreset

    @property
    def table(self) -> SchemeTable:
        """Its values; the values of a table come before them."""
        return table_json(self.preset.content)


@shape()
@attrs.frozen
class SchemeTarget:
    """A part of ``markscheme.toml`` that can have a mark scheme."""

    exercise: int | None
    """The number of the ``[[exercise]]`` table, from 0; ``null`` for the whole file."""
    name: str
    """The exercise's name; the folder's for the whole file."""
    written: bool
    """Whether it has a mark scheme of its own."""


@shape(
    *("file.path", "exercise", "targets", "table", "inherited", "effective", "presets", "groups", "types"),
    "file.digest",
    renamed={"file.path": "configuration"},
    uris=("file.path",),
)
@attrs.frozen
class SchemeForm:
    """The answer of ``markscheme/scheme``."""

    file: SchemeFile
    exercise: int | None
    """The exercise whose mark scheme this is; ``null`` for the whole file's."""

    @property
    def targets(self) -> tuple[SchemeTarget, ...]:
        """What can have a mark scheme, the whole file first."""
        names = [(None, self.file.path.parent.name), *enumerate(self.file.names)]
        return tuple(SchemeTarget(number, name, self.file.table(number) is not None) for number, name in names)

    @property
    def table(self) -> SchemeTable | None:
        """The table as it is written; ``null`` where there is none."""
        table = self.file.table(self.exercise)
        return None if table is None else table_json(table)

    @property
    def inherited(self) -> SchemeTable:
        """The values that hold where the table has none, without those of its preset: every member but ``preset``."""
        return _values(self.file.inherited(self.exercise))

    @property
    def effective(self) -> SchemeTable | None:
        """The values that hold now: every member but ``preset``; ``null`` where no mark is wanted."""
        effective = self.file.scheme(self.exercise)
        return None if effective is None else _values(effective)

    @property
    def presets(self) -> tuple[SchemePreset, ...]:
        """The mark schemes to begin with."""
        return tuple(SchemePreset(PRESETS.get(name)) for name in PRESETS.names)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of errors, the teacher's own first."""
        return self.file.kinds(self.exercise).names

    @property
    def types(self) -> tuple[str, ...]:
        """ERRANT's types, which can be named in place of a group."""
        return tuple(error_types())


@shape("path", "fault.message")
@attrs.frozen
class SchemeFault:
    """What is wrong with a table, which is as TOML has it."""

    fault: TableFault
    table: Mapping[str, Any]

    @property
    def path(self) -> tuple[str | int, ...]:
        """The path to the value in the table's JSON, such as ``["bands", 1, "name"]``; empty for another part of the
        file.
        """
        match self.fault.keys:
            case ["points", str(verdict)]:
                return "points", verdict.replace("-", "_")
            case ["weights" | "caps" as key, str(kind)]:
                return key, list(self.table[key]).index(kind)
            case ["words", int(number), *_]:
                return "words", number
            case ["bands", int(number), str(key)]:
                return "bands", number, "lowest" if key == "from" else key
        return tuple(self.fault.keys)


@shape("written", "faults")
@attrs.frozen
class WrittenScheme:
    """The answer of ``markscheme/writeScheme``."""

    faults: tuple[SchemeFault, ...]
    """What is wrong with the table."""

    @property
    def written(self) -> bool:
        """Whether the file was written; not where the table has faults."""
        return not self.faults
