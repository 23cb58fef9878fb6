"""Mark schemes as JSON, and from it; the members have other names than TOML's keys where those are no identifiers."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

from markscheme.exercises.scheme.presets import PRESETS
from markscheme.exercises.scheme.scheme import Scheme
from markscheme.exercises.scheme.scheme_file import SchemeFile, TableFault
from markscheme.exercises.toml import Keys
from markscheme.languages.catalogue import error_types
from markscheme.marking.wording.people import person_name
from markscheme.reports.contract.classes import scheme as contract
from markscheme.reports.json.mark_json import mark_json, mark_summary_json
from markscheme.reports.json.overview_json import Uris
from markscheme.reports.scheme_preview import PreviewedMark, PreviewedSum
from markscheme.text.positions import LineIndex, PositionEncoding

_BY_KIND = ("weights", "caps")


def scheme_form_json(file: SchemeFile, exercise: int | None, uris: Uris) -> contract.SchemeForm:
    """Return the mark scheme of an exercise, or of the whole file, with all that a form needs."""
    table, effective = file.table(exercise), file.scheme(exercise)
    targets = [(None, file.path.parent.name), *enumerate(file.names)]
    return {
        "configuration": uris.file(file.path),
        "exercise": exercise,
        "targets": [
            {"exercise": number, "name": name, "written": file.table(number) is not None} for number, name in targets
        ],
        "table": table_json(table) if table is not None else None,
        "inherited": _values(file.inherited(exercise)),
        "effective": _values(effective) if effective is not None else None,
        "presets": [
            {"name": item.name, "description": item.description, "table": table_json(item.content)}
            for item in map(PRESETS.get, PRESETS.names)
        ],
        "groups": list(file.kinds(exercise).names),
        "types": list(error_types()),
        "digest": file.digest,
    }


def table_json(table: Mapping[str, Any]) -> contract.SchemeTable:
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
    return cast("contract.SchemeTable", shown)


def toml_table(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return what :func:`table_json` was made from; of two rows for one kind of error the last holds.

    Raises
    ------
    KeyError, TypeError, AttributeError
        If a list or its items are not as they should be; other values are left to the file's JSON schema.

    Examples
    --------
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


def fault_json(fault: TableFault, table: Mapping[str, Any]) -> contract.SchemeFault:
    """Return a fault of a table of TOML, with the path in the table's JSON."""
    return {"path": _path(fault.keys, table), "message": fault.message}


def _path(keys: Keys, table: Mapping[str, Any]) -> list[str | int]:
    match keys:
        case ["points", str(verdict)]:
            return ["points", verdict.replace("-", "_")]
        case ["weights" | "caps" as key, str(kind)]:
            return [key, list(table[key]).index(kind)]
        case ["words", int(number), *_]:
            return ["words", number]
        case ["bands", int(number), str(key)]:
            return ["bands", number, "lowest" if key == "from" else key]
    return list(keys)


def preview_json(
    marks: list[PreviewedMark],
    chosen: PreviewedSum | None,
    faults: list[contract.SchemeFault],
    uris: Uris,
    encoding: PositionEncoding,
) -> contract.SchemePreview:
    """Return the marks of a class before and after a change of its mark scheme, with one as a sum."""
    return {
        "faults": faults,
        "students": [
            {
                "id": item.id,
                "name": person_name(item.name),
                "assignment": item.assignment,
                "before": mark_summary_json(item.before) if item.before is not None else None,
                "after": mark_summary_json(item.after) if item.after is not None else None,
                "problem": item.problem,
            }
            for item in marks
        ],
        "sum": _sum(chosen, uris, encoding) if chosen is not None else None,
    }


def _sum(chosen: PreviewedSum, uris: Uris, encoding: PositionEncoding) -> contract.SchemeSum:
    return {
        "id": chosen.id,
        "uri": uris.file(chosen.path),
        "view": uris.view(chosen.path, chosen.author),
        "mark": mark_json(chosen.mark, chosen.findings, LineIndex(chosen.text), encoding),
    }


def _values(scheme: Scheme) -> contract.SchemeTable:
    """Return every value of a mark scheme."""
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
