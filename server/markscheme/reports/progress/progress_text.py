"""Progress as text: a table for each person."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from markscheme.marking.wording.words import percent
from markscheme.reports.progress.progress import Course, Progress, Tally, courses
from markscheme.reports.terminal import rendered

NOT_HANDED_IN = "–"
MOST_GROUPS = 8
"""Largest number of kinds of errors that are listed for a person; the most frequent ones are."""


def progress_text(progress: Sequence[Progress], width: int, colour: bool = False) -> str:
    """Return what the class and each person found of what there was to correct, by kind of error.

    Parameters
    ----------
    width
        Columns of the terminal.
    colour
        Whether the text has escape sequences for colours.
    """
    parts: list[Table | Text] = []
    for item in progress:
        for course in courses(item):
            notes = [Text(note) for note in course.notes]
            parts += [Text(course.name, style="bold"), *notes, _table(course, item.assignments), Text()]
    return rendered(parts, width, colour)


def cell(tally: Tally | None) -> str:
    """Return a tally in words.

    >>> cell(Tally(4, 3, 1)), cell(Tally()), cell(None)
    ('3 of 4', '', '–')
    """
    if tally is None:
        return NOT_HANDED_IN
    return f"{tally.found} of {tally.made}" if tally.made else ""


def _table(course: Course, assignments: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("")
    for name in assignments:
        table.add_column(name, justify="right")
    table.add_row("all", *(_total(tally) for tally in course.totals or (None,) * len(assignments)), style="bold")
    for group, row in course.tallies[:MOST_GROUPS]:
        table.add_row(group, *map(cell, row))
    return table


def _total(tally: Tally | None) -> str:
    share = None if tally is None else tally.share
    return cell(tally) if share is None else f"{cell(tally)} ({percent(share)})"
