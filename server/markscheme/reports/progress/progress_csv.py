"""Progress as CSV: a row for each person, assignment and kind of error."""

import csv
from collections.abc import Sequence
from io import StringIO

from markscheme.reports.progress.progress import Progress, courses
from markscheme.text.products import MARK
from markscheme.text.spreadsheet_cells import harmless

COLUMNS = ("name", "assignment", "group", "made", "found", "missed", MARK)
"""The columns; the last one is the mark of a product and has no cells."""


def progress_csv(classes: Sequence[Progress]) -> str:
    """Return the tallies of classes; the class as one is a person of that name.

    An assignment that was not handed in, or can't be compared, has no row.
    """
    lines = StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for progress in classes:
        for course in courses(progress):
            for group, row in course.tallies:
                for assignment, tally in zip(progress.assignments, row, strict=True):
                    if tally is not None:
                        texts = map(harmless, (course.name, assignment, group))
                        writer.writerow([*texts, tally.made, tally.found, tally.missed, ""])
    return lines.getvalue()
