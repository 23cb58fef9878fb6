"""A moderation as JSON."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from markscheme.reports.moderation.moderation import Moderation, Opinion, PlaceDifference, StudentModeration
from markscheme.reports.moderation.standing import Standing

SCHEMA = 1


def moderation_json(moderation: Moderation) -> str:
    """Return a moderation as one object; numbers are unrounded, and paths absolute."""
    marks, verdicts = moderation.marks, moderation.verdicts
    content = {
        "schema": SCHEMA,
        "teachers": list(moderation.teachers),
        "sample": moderation.sample or None,
        "tolerance": float(moderation.tolerance),
        "marks": None
        if marks is None
        else {
            "count": marks.count,
            "mean_difference": float(marks.mean),
            "mean_absolute_difference": float(marks.absolute),
            "largest_difference": float(marks.largest),
            "outside_tolerance": marks.outside,
        },
        "bands": None if moderation.bands is None else dict(zip(("same", "count"), moderation.bands, strict=True)),
        "verdicts": {"count": verdicts.count, "same": verdicts.same, "kappa": verdicts.kappa},
        "only_first": list(moderation.unmatched[0]),
        "only_second": list(moderation.unmatched[1]),
        "students": [_student(student) for student in moderation.students],
    }
    return f"{json.dumps(content, indent=2, ensure_ascii=False)}\n"


def _student(student: StudentModeration) -> dict[str, Any]:
    return {
        "student": student.student,
        "assignment": student.assignment,
        "first": _standing(student.one),
        "second": _standing(student.other),
        "difference": _number(student.difference),
        "places": [_place(place) for place in student.places],
        "other_places": _number(student.elsewhere),
        "whole_text": _number(student.whole),
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "points": _number(standing.points),
        "max": float(standing.maximum),
        "band": standing.band.name if standing.band is not None else None,
        "withheld": standing.withheld or None,
    }


def _place(place: PlaceDifference) -> dict[str, Any]:
    return {
        "sentence": place.sentence,
        "words": place.words,
        "at": _at(place.text_place),
        "first": _opinion(place.one),
        "second": _opinion(place.other),
        "difference": _number(place.difference),
    }


def _opinion(opinion: Opinion) -> dict[str, Any]:
    return {
        "verdict": opinion.verdict or None,
        "decision": opinion.decision or None,
        "at": _at(opinion.place),
        "points": _number(opinion.points),
    }


def _at(place: tuple[Path, int | None] | None) -> dict[str, Any] | None:
    return None if place is None else {"path": str(place[0]), "line": place[1]}


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
