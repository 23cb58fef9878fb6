"""An overview as JSON."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from markscheme.metrics.cleme2 import Category
from markscheme.reports.estimate_json import glance_json
from markscheme.reports.overview import AcceptedCorrection, ExerciseOverview, Overview, StudentMarks, TypeCounts
from markscheme.reports.review_json import marks_json
from markscheme.text.errors import DocumentError

Uri = Callable[[Path], str]


def overview_json(overview: Overview, uri: Uri = Path.as_uri) -> dict[str, Any]:
    """The whole of it; ``uri`` names files and folders."""
    return {
        "exercises": [_exercise(item, uri) for item in overview.exercises],
        "signature": overview.signature,
        "problems": [told(problem, None) for problem in overview.problems],
    }


def _exercise(item: ExerciseOverview, uri: Uri) -> dict[str, Any]:
    return {
        "name": item.exercise.name,
        "uri": uri(item.exercise.folder),
        "references": item.references,
        "students": [_student(student, uri) for student in item.students],
        "types": [_type(counts) for counts in item.types],
        "accepted": [_accepted(accepted) for accepted in item.accepted],
        "problems": [told(problem, None) for problem in item.problems],
    }


def _student(student: StudentMarks, uri: Uri) -> dict[str, Any]:
    return {
        "name": student.name,
        "uri": uri(student.path),
        "author": student.author,
        "marks": marks_json(student.marks) if student.marks else None,
        "estimate": glance_json(student.estimate) if student.estimate else None,
        "problem": told(student.problem, student.path) if student.problem else None,
    }


def told(problem: DocumentError, here: Path | None) -> str:
    """A problem in words; a file is named by its name alone, and not at all where it is the one that is spoken of."""
    name = problem.path.name if problem.path and problem.path != here else None
    line = f"line {problem.line}" if problem.line and name is None else problem.line
    place = ":".join(str(part) for part in (name, line) if part is not None)
    return f"{place}: {problem.explanation}" if place else problem.explanation


def _type(counts: TypeCounts) -> dict[str, Any]:
    return {
        "type": counts.type,
        "counts": {
            Category.HIT.value: counts.hit,
            Category.WRONG.value: counts.wrong,
            Category.UNDER.value: counts.under,
            Category.OVER.value: counts.over,
        },
    }


def _accepted(accepted: AcceptedCorrection) -> dict[str, Any]:
    return {
        "source": accepted.source,
        "replacement": accepted.replacement,
        "type": accepted.type,
        "by": list(accepted.by),
        "students": list(accepted.students),
    }
