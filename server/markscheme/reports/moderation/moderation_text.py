"""A moderation as text: the marks as a table, then each place on which both teachers differ."""

from pathlib import Path

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from markscheme.reports.moderation.moderation import Moderation, PlaceDifference, StudentModeration
from markscheme.reports.moderation.moderation_words import (
    difference_words,
    location,
    mark_words,
    opinion_words,
    rest,
    summary,
)
from markscheme.reports.terminal import rendered

OUTSIDE = "!"
"""The sign of a difference beyond the tolerance."""


def moderation_text(moderation: Moderation, width: int, colour: bool = False) -> str:
    """Return a moderation for a terminal of some columns.

    Parameters
    ----------
    colour
        Whether the text has escape sequences for colours.
    """
    parts: list[RenderableType] = [Text("\n".join(summary(moderation))), Text()]
    parts += [_marks(moderation), Text()]
    for student in moderation.students:
        if student.places:
            parts += _student(student, moderation)
    if not any(student.places for student in moderation.students):
        parts.append(Text("Both decided the same everywhere."))
    return rendered(parts, width, colour)


def _marks(moderation: Moderation) -> Table:
    table = Table(box=None, padding=(0, 2), header_style="dim")
    several = len({student.assignment for student in moderation.students}) > 1
    table.add_column("")
    for teacher in moderation.teachers:
        table.add_column(teacher, justify="right")
    table.add_column("difference", justify="right")
    table.add_column("places that differ", justify="right")
    for student in moderation.students:
        name = f"{student.student}, {student.assignment}" if several else student.student
        difference = student.difference
        is_outside = difference is not None and abs(difference) > moderation.tolerance
        shown = f"{difference_words(difference)}{f' {OUTSIDE}' if is_outside else ''}"
        table.add_row(name, mark_words(student.one), mark_words(student.other), shown, str(len(student.places)))
    return table


def _student(student: StudentModeration, moderation: Moderation) -> list[RenderableType]:
    heading = Text(student.student, style="bold")
    if difference_words(student.difference):
        heading.append(
            f"  {mark_words(student.one)} and {mark_words(student.other)}: {difference_words(student.difference)}",
            style="not bold",
        )
    parts: list[RenderableType] = [heading]
    for place in student.places:
        parts.append(Padding(_place(place, moderation), (0, 0, 0, 2)))
    parts += [Padding(Text(f"{words}: {difference_words(points)}"), (0, 0, 0, 2)) for words, points in rest(student)]
    return [*parts, Text()]


def _place(place: PlaceDifference, moderation: Moderation) -> Table:
    root = Path.cwd()
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    words = Text(place.words, style="bold").append(f"  {location(place.text_place, root)}", "not bold dim")
    table.add_row(difference_words(place.difference) if place.difference else "", words)
    if place.sentence:
        table.add_row("", Text(place.sentence, style="italic"))
    for teacher, opinion in zip(moderation.teachers, (place.one, place.other), strict=True):
        where = location(opinion.place, root)
        table.add_row(teacher, Text(opinion_words(opinion, teacher)).append(f"  {where}" if where else "", "dim"))
    return table
