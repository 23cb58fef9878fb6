"""A moderation as CSV: a row for each text's marks, and one for each place on which both teachers differ."""

import csv
from fractions import Fraction
from io import StringIO

from markscheme.marking.wording.mark_words import amount
from markscheme.reports.moderation.moderation import Moderation, Opinion, StudentModeration
from markscheme.reports.moderation.moderation_words import location
from markscheme.text.products import MARK
from markscheme.text.spreadsheet_cells import harmless

COLUMNS = (
    "row",
    "name",
    "assignment",
    "points A",
    "points B",
    "difference",
    "maximum",
    "band A",
    "band B",
    "sentence",
    "words",
    "verdict A",
    "verdict B",
    "decision A",
    "decision B",
    "place A",
    "place B",
    MARK,
)
"""The columns; ``row`` is ``mark`` or ``place``, and the last one is the mark of a product and has no cells."""


def moderation_csv(moderation: Moderation) -> str:
    """Return the marks and the places of a moderation."""
    lines = StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for student in moderation.students:
        for row in _rows(student):
            writer.writerow([*map(harmless, row), ""])
    return lines.getvalue()


def _rows(student: StudentModeration) -> list[list[str]]:
    names = [student.student, student.assignment]
    one, other = student.one, student.other
    bands = [standing.band.name if standing.band is not None else "" for standing in (one, other)]
    marks = [_number(one.points), _number(other.points), _number(student.difference), amount(one.maximum)]
    rows = [["mark", *names, *marks, *bands, *[""] * 8]]
    for place in student.places:
        points = [_number(place.one.points), _number(place.other.points), _number(place.difference), "", "", ""]
        opinions = zip(_cells(place.one), _cells(place.other), strict=True)
        cells = [cell for pair in opinions for cell in pair]
        rows.append(["place", *names, *points, place.sentence, place.words, *cells])
    return rows


def _cells(opinion: Opinion) -> tuple[str, str, str]:
    return opinion.verdict, opinion.decision, location(opinion.place)


def _number(value: Fraction | None) -> str:
    return "" if value is None else amount(value)
