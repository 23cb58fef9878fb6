"""A class as JSON: its overview, its mark scheme, its set-up."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import attrs

from markscheme.exercises.own_files import Keys
from markscheme.exercises.scheme.scheme import PRESETS, Scheme
from markscheme.exercises.scheme.scheme_file import SchemeFile, TableFault
from markscheme.formats.registry import has_lines
from markscheme.languages.language import error_types
from markscheme.marking.wording.words import person_name
from markscheme.reports.classes import ClassOverview, Person, PreviewedMark, PreviewedSum, Totals, classes_of
from markscheme.reports.contract import classes as contract
from markscheme.reports.contract import editor
from markscheme.reports.json.review_json import (
    comment_uses_json,
    counts_by_verdict_json,
    glance_json,
    mark_json,
    mark_summary_json,
    marks_json,
    verdicts_json,
)
from markscheme.reports.overview import AcceptedCorrection, ExerciseOverview, GroupCounts, Overview, Student, TypeCounts
from markscheme.reports.report import problem_words
from markscheme.text.places import LineIndex, PositionEncoding


@attrs.frozen
class Uris:
    """Give the URIs of files and folders, and of the texts of files without lines by author."""

    file: Callable[[Path], str]
    view: Callable[[Path, str | None], str | None]


def overview_json(overview: Overview, uris: Uris) -> editor.Overview:
    return {
        "classes": [_class(item, uris) for item in classes_of(overview.exercises)],
        "exercises": [_exercise(item, uris) for item in overview.exercises],
        "signature": overview.signature,
        "problems": [problem_words(problem, None) for problem in overview.problems],
        "notices": [notice.problem for notice in overview.notices],
    }


def _class(item: ClassOverview, uris: Uris) -> editor.OverviewClass:
    return {
        "name": item.folder.name,
        "uri": uris.file(item.folder),
        "people": [_person(person) for person in item.people],
        "assignments": [{"name": one.name, **_totals(one.totals)} for one in item.assignments],
        **_totals(item.totals),
    }


def _person(person: Person) -> editor.Person:
    return {
        "name": person.name,
        "label": person_name(person.name),
        "essays": [
            {"assignment": essay.assignment, "exercise": essay.exercise, "student": essay.student}
            for essay in person.essays
        ],
        "verdicts": verdicts_json(person.verdicts) if person.verdicts is not None else None,
    }


def _totals(totals: Totals) -> editor.Totals:
    shown: editor.Totals = {
        "references": totals.references,
        "groups": [_group(counts) for counts in totals.groups],
        "types": [_type(counts) for counts in totals.types],
        "accepted": [_accepted(accepted) for accepted in totals.accepted],
    }
    if totals.comments is not None:
        shown["comments"] = comment_uses_json(totals.comments)
    return shown


def _exercise(item: ExerciseOverview, uris: Uris) -> editor.OverviewExercise:
    shown: editor.OverviewExercise = {
        "name": item.exercise.name,
        "assignment": item.exercise.assignment,
        "uri": uris.file(item.exercise.folder),
        "references": item.references,
        "students": [_student(student, uris) for student in item.students],
        "groups": [_group(counts) for counts in item.groups],
        "types": [_type(counts) for counts in item.types],
        "accepted": [_accepted(accepted) for accepted in item.accepted],
        "problems": [problem_words(problem, None) for problem in item.problems],
    }
    if item.comments is not None:
        shown["comments"] = comment_uses_json(item.comments)
    if item.reference_authors:
        shown["reference_authors"] = item.reference_authors
    return shown


def _student(student: Student, uris: Uris) -> editor.OverviewStudent:
    review = student.review
    marks, estimate = (None, None) if review is None else (review.marks, review.estimate)
    shown: editor.OverviewStudent = {
        "name": student.name,
        "uri": uris.file(student.path),
        "lines": has_lines(student.path),
        "author": student.author,
        "view": uris.view(student.path, student.author),
        "marks": marks_json(marks) if marks else None,
        "estimate": glance_json(review, estimate) if review and estimate else None,
        "problem": problem_words(student.problem, student.path) if student.problem else None,
    }
    if student.mark is not None:
        shown["mark"] = mark_summary_json(student.mark)
    return shown


def _group(group: GroupCounts) -> editor.GroupCounts:
    return {"group": group.group, "counts": counts_by_verdict_json(group.counts)}


def _type(counts: TypeCounts) -> editor.TypeCounts:
    return {
        "type": counts.type,
        "counts": {
            "hit-correction": counts.hit,
            "wrong-correction": counts.wrong,
            "under-correction": counts.under,
            "over-correction": counts.over,
        },
    }


def _accepted(accepted: AcceptedCorrection) -> editor.AcceptedAlternative:
    return {
        "source": accepted.source,
        "replacement": accepted.replacement,
        "type": accepted.type,
        "by": list(accepted.by),
        "students": list(accepted.students),
    }


_BY_KIND = ("weights", "caps")


def scheme_form_json(file: SchemeFile, exercise: int | None, uris: Uris) -> contract.SchemeForm:
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
