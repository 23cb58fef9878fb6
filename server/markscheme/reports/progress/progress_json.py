"""Progress as JSON."""

from collections.abc import Callable, Sequence
from pathlib import Path

from markscheme.marking.wording.people import person_name
from markscheme.reports.contract.classes import progress as shapes
from markscheme.reports.json.overview_json import problem_words
from markscheme.reports.progress.progress import Course, Progress, Tally, left_out_texts, progress_of
from markscheme.reports.report import Report

LARGEST = 5
"""The largest number of texts without a teacher's correction that are named."""


def progress_json(report: Report, uri_of: Callable[[Path], str]) -> shapes.Progress:
    """Return the progress of each class in a report, and what is missing in it."""
    return {
        "classes": [_class(item, uri_of) for item in progress_of(report)],
        "missing": [
            *(problem_words(problem) for problem in (*report.absent, *report.problems)),
            *_not_compared(report),
            *_estimated(report),
        ],
    }


def _class(item: Progress, uri_of: Callable[[Path], str]) -> shapes.ProgressClass:
    return {
        "name": item.folder.name,
        "uri": uri_of(item.folder),
        "assignments": [*item.assignments],
        "whole": _course(item.whole, len(item.assignments)),
        "people": [_course(course, len(item.assignments)) for course in item.people],
    }


def _course(course: Course, length: int) -> shapes.ProgressCourse:
    return {
        "name": course.person,
        "label": course.name,
        "totals": _tallies(course.totals or (None,) * length),
        "groups": [{"group": group, "tallies": _tallies(row)} for group, row in course.tallies],
    }


def _tallies(row: Sequence[Tally | None]) -> list[shapes.ProgressTally | None]:
    return [
        None if tally is None else {"made": tally.made, "found": tally.found, "missed": tally.missed} for tally in row
    ]


def _not_compared(report: Report) -> list[str]:
    """Return a sentence for each text that is largely written anew."""
    marked = {item.path for item in report.documents}
    return [
        f"{person_name(item.student)} ({item.assignment}): {item.reason}"
        for item in left_out_texts(report)
        if item.path in marked
    ]


def _estimated(report: Report) -> list[str]:
    """Return a sentence that names the texts without a teacher's correction; nothing where there are none."""
    names = [f"{person_name(item.student)} ({item.assignment})" for item in report.estimated]
    if not names:
        return []
    more = f" and {len(names) - LARGEST} more" if len(names) > LARGEST else ""
    return [f"No teacher has corrected these texts, so they don't count: {', '.join(names[:LARGEST])}{more}"]
