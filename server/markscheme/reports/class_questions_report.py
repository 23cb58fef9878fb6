"""The questions of a class for a terminal."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from markscheme.marking.words import TITLES, counted, number, one_line, person_name
from markscheme.reports.class_questions import (
    ClassQuestion,
    ClassQuestions,
    Concerned,
    Standing,
    StudentSheet,
)

MOST_STUDENTS = 4
"""The number of students whose marks a question on a terminal shows."""


def question_parts(item: ClassQuestion, position: str) -> Iterator[Text | Table]:
    """Yield a question for a terminal; ``position`` says which of how many it is."""
    head = Text(position, style="bold")
    head.append(f" · {item.assignment}" if item.assignment else "", style="not bold")
    if item.sentences > 1:
        head.append(f" · in {item.sentences} sentences", style="not bold")
    yield head
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    table.add_row("Text", one_line(item.sentence))
    if item.corrected != item.sentence:
        table.add_row("Student", one_line(item.corrected))
    table.add_row("Answer", Text(item.change, style="bold"))
    for names, text in item.teachers:
        table.add_row(names, text)
    table.add_row("Now", TITLES[item.verdict].lower())
    for student in item.students[:MOST_STUDENTS]:
        table.add_row(student.label, effects(student))
    if (more := len(item.students) - MOST_STUDENTS) > 0:
        table.add_row("", f"and {counted(more, 'more student')}")
    yield table


def sheet_parts(sheet: StudentSheet, position: str) -> Iterator[Text | Table]:
    head = Text(position, style="bold")
    head.append(f" · {sheet.mark.label}: {sheet.mark.standing}", style="not bold")
    yield head
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("", justify="right", no_wrap=True, style="dim")
    table.add_column("sentence", overflow="fold", ratio=3)
    table.add_column("answer", overflow="fold", ratio=2, style="bold")
    table.add_column("teachers", overflow="fold", ratio=2)
    before = ""
    for index, item in enumerate(sheet.answers, 1):
        sentence = "" if item.sentence == before else item.sentence
        table.add_row(str(index), sentence, item.question.change, _versions(item.question))
        before = item.sentence
    yield table


def effects(item: Concerned) -> str:
    if item.now is None or not item.after:
        return "no mark"
    rulings = (f"{ruling.value} {_points(after, item.now)}" for ruling, after in item.after.items())
    return f"{number(item.now.points)} of {number(item.now.maximum)}: {', '.join(rulings)}"


def _points(standing: Standing, now: Standing) -> str:
    own = number(standing.points)
    return own if standing.maximum == now.maximum else f"{own}/{number(standing.maximum)}"


def _versions(item: ClassQuestion) -> str:
    return "; ".join(f"{names}: {text}" for names, text in item.teachers)


def list_parts(state: ClassQuestions) -> Iterator[Text | Table]:
    yield from _question_list(state)
    if state.course:
        table = _columns("answer", "decided", "students")
        for item in state.course:
            table.add_row(item.change, item.decided, _names(item.students))
        yield Text("\nDecided for the course:", style="dim")
        yield table


def _question_list(state: ClassQuestions) -> Iterator[Text | Table]:
    if not state.listed:
        yield Text("Nothing is left to decide.")
        return
    table = _columns("answer", "teachers", "students", before="key")
    for item in state.listed:
        table.add_row(item.key, item.change, _versions(item), _names([one.student for one in item.students]))
    yield table
    left = state.open - len(state.listed)
    yield Text(f"{counted(state.open, 'question')} open{f', {left} not listed' if left else ''}", style="dim")


def _columns(first: str, second: str, last: str, before: str | None = None) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    if before is not None:
        table.add_column(before, no_wrap=True)
    for name, ratio in ((first, 2), (second, 2), (last, 1)):
        table.add_column(name, overflow="fold", ratio=ratio)
    return table


def _names(students: Sequence[str]) -> str:
    names = ", ".join(map(person_name, students[:MOST_STUDENTS]))
    more = len(students) - MOST_STUDENTS
    return names + (f" and {more} more" if more > 0 else "")
