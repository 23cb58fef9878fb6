"""A class as JSON: its overview, its mark scheme, its set-up."""

from collections.abc import Sequence

from markscheme.contract import Placing, Uris, View, shown
from markscheme.formats.registry import has_lines
from markscheme.marking.scheme.mark import MarkSummary
from markscheme.marking.wording.words import person_name
from markscheme.reports.classes import ClassOverview, Person, PreviewedMark, PreviewedSum, Totals, classes_of
from markscheme.reports.contract import editor
from markscheme.reports.overview import ExerciseOverview, GroupCounts, Overview, Student, TypeCounts
from markscheme.reports.report import problem_words
from markscheme.reports.review_json import EstimateSummary
from markscheme.reports.scheme_form import SchemeFault
from markscheme.text.places import LineIndex, PositionEncoding


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
        "essays": shown(person.essays),
        "verdicts": shown(person.verdicts),
    }


def _totals(totals: Totals) -> editor.Totals:
    content: editor.Totals = {
        "references": totals.references,
        "groups": [_group(counts) for counts in totals.groups],
        "types": [_type(counts) for counts in totals.types],
        "accepted": shown(totals.accepted),
    }
    if totals.comments is not None:
        content["comments"] = shown(totals.comments)
    return content


def _exercise(item: ExerciseOverview, uris: Uris) -> editor.OverviewExercise:
    content: editor.OverviewExercise = {
        "name": item.exercise.name,
        "assignment": item.exercise.assignment,
        "uri": uris.file(item.exercise.folder),
        "references": item.references,
        "students": [_student(student, uris) for student in item.students],
        "groups": [_group(counts) for counts in item.groups],
        "types": [_type(counts) for counts in item.types],
        "accepted": shown(item.accepted),
        "problems": [problem_words(problem, None) for problem in item.problems],
    }
    if item.comments is not None:
        content["comments"] = shown(item.comments)
    if item.reference_authors:
        content["reference_authors"] = item.reference_authors
    return content


def _student(student: Student, uris: Uris) -> editor.OverviewStudent:
    review = student.review
    marks, estimate = (None, None) if review is None else (review.marks, review.estimate)
    content: editor.OverviewStudent = {
        "name": student.name,
        "uri": uris.file(student.path),
        "lines": has_lines(student.path),
        "author": student.author,
        "view": uris.view(View(student.path, student.author)),
        "marks": shown(marks),
        "estimate": shown(EstimateSummary(estimate, len(review.lowering))) if review and estimate else None,
        "problem": problem_words(student.problem, student.path) if student.problem else None,
    }
    if student.mark is not None:
        content["mark"] = shown(MarkSummary(student.mark))
    return content


def _group(group: GroupCounts) -> editor.GroupCounts:
    return {"group": group.group, "counts": shown(group.counts)}


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


def preview_json(
    marks: list[PreviewedMark],
    chosen: PreviewedSum | None,
    faults: Sequence[SchemeFault],
    uris: Uris,
    encoding: PositionEncoding,
) -> editor.SchemePreview:
    return {
        "faults": shown(faults),
        "students": [
            {
                "id": item.id,
                "name": person_name(item.name),
                "assignment": item.assignment,
                "before": shown(MarkSummary(item.before)) if item.before is not None else None,
                "after": shown(MarkSummary(item.after)) if item.after is not None else None,
                "problem": item.problem,
            }
            for item in marks
        ],
        "sum": _sum(chosen, uris, encoding) if chosen is not None else None,
    }


def _sum(chosen: PreviewedSum, uris: Uris, encoding: PositionEncoding) -> editor.SchemeSum:
    return {
        "id": chosen.id,
        "uri": uris.file(chosen.path),
        "view": uris.view(View(chosen.path, chosen.author)),
        "mark": shown(chosen.mark, Placing(LineIndex(chosen.text), encoding)),
    }
