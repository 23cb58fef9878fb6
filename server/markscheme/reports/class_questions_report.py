"""The questions of a class for a terminal, and as JSON."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from markscheme.marking.wording.words import TITLES, between, counted, number, one_line, person_name, to_decide
from markscheme.reports.class_questions import (
    ClassQuestion,
    ClassQuestions,
    Concerned,
    Move,
    Standing,
    StudentSheet,
    TextMark,
)
from markscheme.reports.contract import classes as contract

MOST_STUDENTS = 4
"""The number of students whose marks a question on a terminal shows."""

UriOf = Callable[[Path], str]


def questions_json(
    state: ClassQuestions, uri_of: UriOf, problems: Iterable[str] = (), limit: int | None = None
) -> contract.ClassQuestions:
    return {
        "questions": [question_json(item, uri_of) for item in state.questions[:limit]],
        "open": len(state.questions),
        "sheets": [_sheet(item, uri_of) for item in sorted(state.sheets, key=lambda item: -item.width)],
        "marks": [_mark(item, uri_of) for item in state.marks],
        "course": [
            {"change": item.change, "decided": item.decided, "students": [*item.students]} for item in state.course
        ],
        "problems": [*problems],
    }


def question_json(item: ClassQuestion, uri_of: UriOf) -> contract.ClassQuestion:
    return {
        "key": item.key,
        "assignment": item.assignment,
        "verdict": item.verdict.value,
        "sentence": item.sentence,
        "corrected": item.corrected,
        "source": item.source,
        "answer": item.answer,
        "change": item.change,
        "sentences": item.sentences,
        "rulings": [ruling.value for ruling in item.rulings],
        "teachers": [{"names": names, "text": text} for names, text in item.teachers],
        "students": [_concerned(one, uri_of) for one in item.students],
        "width": item.width,
    }


def _sheet(sheet: StudentSheet, uri_of: UriOf) -> contract.StudentSheet:
    return {
        "key": sheet.key,
        "label": person_name(sheet.mark.student),
        "uri": uri_of(sheet.mark.path),
        "mark": standing_words(sheet.mark),
        "answers": [
            {
                "key": item.key,
                "sentence": one_line(sentence),
                "change": item.change,
                "teachers": [{"names": names, "text": text} for names, text in item.teachers],
                "rulings": [ruling.value for ruling in item.rulings],
                "right": item.if_right.value,
            }
            for item, sentence in zip(sheet.questions, sheet.sentences, strict=True)
        ],
    }


def moves_json(moves: Iterable[Move]) -> list[contract.MovedMark]:
    return [
        {
            "student": move.after.student,
            "label": person_name(move.after.student),
            "before": standing_words(move.before),
            "after": standing_words(move.after),
        }
        for move in moves
    ]


def _concerned(item: Concerned, uri_of: UriOf) -> contract.ConcernedStudent:
    return {
        "student": item.student,
        "label": person_name(item.student),
        "uri": uri_of(item.path),
        "points": None if item.now is None else item.now.points,
        "max": None if item.now is None else item.now.maximum,
        "after": {ruling.value: [after.points, after.maximum] for ruling, after in item.after.items()},
    }


def _mark(item: TextMark, uri_of: UriOf) -> contract.TextMark:
    return {
        "student": item.student,
        "label": person_name(item.student),
        "uri": uri_of(item.path),
        "points": item.now.points,
        "max": item.now.maximum,
        "range": [item.lowest.points, item.highest.points],
        "open": item.open,
        "final": item.final or None,
        "reopened": item.reopened or None,
    }


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
        table.add_row(person_name(student.student), effects(student))
    if (more := len(item.students) - MOST_STUDENTS) > 0:
        table.add_row("", f"and {counted(more, 'more student')}")
    yield table


def sheet_parts(sheet: StudentSheet, position: str) -> Iterator[Text | Table]:
    head = Text(position, style="bold")
    head.append(f" · {person_name(sheet.mark.student)}: {standing_words(sheet.mark)}", style="not bold")
    yield head
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("", justify="right", no_wrap=True, style="dim")
    table.add_column("sentence", overflow="fold", ratio=3)
    table.add_column("answer", overflow="fold", ratio=2, style="bold")
    table.add_column("teachers", overflow="fold", ratio=2)
    before = ""
    for index, (item, own) in enumerate(zip(sheet.questions, sheet.sentences, strict=True), 1):
        teachers = "; ".join(f"{names}: {text}" for names, text in item.teachers)
        sentence = one_line(own)
        table.add_row(str(index), "" if sentence == before else sentence, item.change, teachers)
        before = sentence
    yield table


def effects(item: Concerned) -> str:
    if item.now is None or not item.after:
        return "no mark"
    rulings = (f"{ruling.value} {_points(after, item.now)}" for ruling, after in item.after.items())
    return f"{number(item.now.points)} of {number(item.now.maximum)}: {', '.join(rulings)}"


def _points(standing: Standing, now: Standing) -> str:
    own = number(standing.points)
    return own if standing.maximum == now.maximum else f"{own}/{number(standing.maximum)}"


def standing_words(item: TextMark) -> str:
    """Return a text's mark in words, as a range while answers are open."""
    low, high = number(item.lowest.points), number(item.highest.points)
    waiting = f", {to_decide(item.open)}" if item.open else ", final" if item.final else ""
    return f"{between(low, high)} of {number(item.now.maximum)}{waiting}"


def list_parts(state: ClassQuestions, limit: int | None) -> Iterator[Text | Table]:
    yield from _question_list(state, limit)
    if state.course:
        table = _columns("answer", "decided", "students")
        for item in state.course:
            table.add_row(item.change, item.decided, _names(item.students))
        yield Text("\nDecided for the course:", style="dim")
        yield table


def _question_list(state: ClassQuestions, limit: int | None) -> Iterator[Text | Table]:
    listed = state.questions[:limit]
    if not listed:
        yield Text("Nothing is left to decide.")
        return
    table = _columns("answer", "teachers", "students", before="key")
    for item in listed:
        teachers = "; ".join(f"{names}: {text}" for names, text in item.teachers)
        table.add_row(item.key, item.change, teachers, _names([one.student for one in item.students]))
    yield table
    left = len(state.questions) - len(listed)
    yield Text(f"{counted(len(state.questions), 'question')} open{f', {left} not listed' if left else ''}", style="dim")


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
