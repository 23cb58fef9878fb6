"""An overview as JSON."""

from collections.abc import Callable
from pathlib import Path

import attrs

from markscheme.formats.registry import has_lines
from markscheme.marking.wording.people import person_name
from markscheme.reports.classes import ClassOverview, Person, Totals, classes_of
from markscheme.reports.contract import glance
from markscheme.reports.json.comment_json import comment_uses_json
from markscheme.reports.json.estimate_json import glance_json
from markscheme.reports.json.mark_json import mark_summary_json
from markscheme.reports.json.review_json import counts_by_verdict_json, marks_json, verdicts_json
from markscheme.reports.overview import AcceptedCorrection, ExerciseOverview, GroupCounts, Overview, Student, TypeCounts
from markscheme.text.errors import DocumentError


@attrs.frozen
class Uris:
    """Give the URIs of files and folders, and of the texts of files without lines by author."""

    file: Callable[[Path], str]
    view: Callable[[Path, str | None], str | None]


def overview_json(overview: Overview, uris: Uris) -> glance.Overview:
    """Return an overview."""
    return {
        "classes": [_class(item, uris) for item in classes_of(overview.exercises)],
        "exercises": [_exercise(item, uris) for item in overview.exercises],
        "signature": overview.signature,
        "problems": [problem_words(problem, None) for problem in overview.problems],
        "notices": [notice.problem for notice in overview.notices],
    }


def _class(item: ClassOverview, uris: Uris) -> glance.OverviewClass:
    return {
        "name": item.folder.name,
        "uri": uris.file(item.folder),
        "people": [_person(person) for person in item.people],
        "assignments": [{"name": one.name, **_totals(one.totals)} for one in item.assignments],
        **_totals(item.totals),
    }


def _person(person: Person) -> glance.Person:
    return {
        "name": person.name,
        "label": person_name(person.name),
        "essays": [
            {"assignment": essay.assignment, "exercise": essay.exercise, "student": essay.student}
            for essay in person.essays
        ],
        "verdicts": verdicts_json(person.verdicts) if person.verdicts is not None else None,
    }


def _totals(totals: Totals) -> glance.Totals:
    shown: glance.Totals = {
        "references": totals.references,
        "groups": [_group(counts) for counts in totals.groups],
        "types": [_type(counts) for counts in totals.types],
        "accepted": [_accepted(accepted) for accepted in totals.accepted],
    }
    if totals.comments is not None:
        shown["comments"] = comment_uses_json(totals.comments)
    return shown


def _exercise(item: ExerciseOverview, uris: Uris) -> glance.OverviewExercise:
    shown: glance.OverviewExercise = {
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


def _student(student: Student, uris: Uris) -> glance.OverviewStudent:
    review = student.review
    marks, estimate = (None, None) if review is None else (review.marks, review.estimate)
    shown: glance.OverviewStudent = {
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


def problem_words(problem: DocumentError, here: Path | None = None) -> str:
    """Return a problem in words, with its file's name unless that is ``here``."""
    name = problem.path.name if problem.path and problem.path != here else None
    line = f"line {problem.line}" if problem.line and name is None else problem.line
    place = ":".join(str(part) for part in (name, line) if part is not None)
    return f"{place}: {problem.explanation}" if place else problem.explanation


def _group(group: GroupCounts) -> glance.GroupCounts:
    return {"group": group.group, "counts": counts_by_verdict_json(group.counts)}


def _type(counts: TypeCounts) -> glance.TypeCounts:
    return {
        "type": counts.type,
        "counts": {
            "hit-correction": counts.hit,
            "wrong-correction": counts.wrong,
            "under-correction": counts.under,
            "over-correction": counts.over,
        },
    }


def _accepted(accepted: AcceptedCorrection) -> glance.AcceptedAlternative:
    return {
        "source": accepted.source,
        "replacement": accepted.replacement,
        "type": accepted.type,
        "by": list(accepted.by),
        "students": list(accepted.students),
    }
