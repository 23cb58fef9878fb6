"""A teacher who decides about a class at a terminal: rulings are written, and all marks follow."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import comments_of
from markscheme.marking.driver import Driver, TaskSettings, WorkItem, requested, run_at_once, work_items
from markscheme.marking.findings import TITLES
from markscheme.marking.local import Engine, LocalMarker, NamedJudge
from markscheme.marking.verdict import OpenAnswers
from markscheme.progress import Progress, silent
from markscheme.reports.class_questions import (
    ClassQuestion,
    ClassQuestions,
    ConcernedStudent,
    EarnedPoints,
    Ruling,
    StudentSheet,
    TextMark,
    class_questions,
    key_item,
    key_questions,
)
from markscheme.reports.rulings import SEVERAL, Ruled, Rulings, Step
from markscheme.wording import amount, counted, one_line, person_name


class ClassDecisions:
    """The questions of the classes at some paths; with ``checks_key``, those about the teachers' own corrections."""

    def __init__(
        self,
        paths: Sequence[Path],
        engine: Engine,
        author: str,
        progress: Progress = silent,
        *,
        checks_key: bool = False,
    ) -> None:
        self._checks_key = checks_key
        self._paths = [path.absolute() for path in paths]
        self._engine = engine
        self._author = author
        self._rulings = Rulings()
        self.state = ClassQuestions()
        self._mark(progress)

    def rule(self, key: str, ruling: Ruling, *, always: bool = False) -> Ruled:
        """Write a ruling and mark the class again; with ``always`` it holds in all exercises of the course. Raise
        DocumentError if there is no such question or a file of decisions can't be used, ValueError if the question
        can't have the ruling.
        """
        return self._write(self.state.find(key), ruling, always=always)

    def accept_words(self, key: str, words: Sequence[str], *, always: bool = False) -> Ruled:
        """Write that a correction is needed, and that other words are right there too; otherwise as :meth:`rule`."""
        question = self.state.find(key)
        wordings = [question.typed(item).wording(self._engine.models) for item in words]
        return self._write(question.with_words(wordings), Ruling.NEEDED, always=always)

    def _write(self, question: ClassQuestion, ruling: Ruling, *, always: bool) -> Ruled:
        step = self._rulings.write(question.key, [(question, ruling)], self._author, always=always)
        return self._followed(step, ruling)

    def call_final(self, mark: TextMark, answers: OpenAnswers | None) -> Ruled:
        """Call a mark final, or with ``None`` open again; mark the class again. Raise DocumentError as :meth:`undo`."""
        return self._followed(self._rulings.call_final(mark, answers, self._author), answers)

    def rule_sheet(self, sheet: StudentSheet, others: Mapping[int, Ruling]) -> Ruled:
        """Write that every answer of a text is right but some, and mark the class again; otherwise as :meth:`rule`."""
        return self._followed(self._rulings.write(sheet.key, sheet.rulings_but(others), self._author), SEVERAL)

    def undo(self) -> Ruled | None:
        """Take back what this session wrote last; raise DocumentError if a file is broken or can't be written."""
        step = self._rulings.undo()
        return None if step is None else self._followed(step, None)

    def _followed(self, step: Step, ruling: str | None) -> Ruled:
        before = self.state
        self._mark(silent)
        return Ruled.of(step, ruling, before, self.state)

    def _items(self, exercise: Exercise, participants: Iterable[Participant | None]) -> Iterator[WorkItem]:
        """Yield an exercise's texts, or its source as a text in which nobody changed anything, to check its key."""
        settings = TaskSettings(vectors="scheme")
        if not self._checks_key:
            yield from work_items(exercise, participants, read_text, settings)
            return
        yield from map(key_item, work_items(exercise, (None,), read_text, settings))

    def _mark(self, progress: Progress) -> None:
        problems: list[DocumentError] = []
        requests = (request for path in self._paths for request in requested(path, read_text, problems.append))
        items = [item for exercise, participants in requests for item in self._items(exercise, participants)]
        policy = NamedJudge(None, self._engine.models)
        driver = Driver(LocalMarker(self._engine.documents, silent), policy, progress)
        outcomes = run_at_once(driver.outcomes(items))
        self.state = (
            key_questions(outcomes, problems)
            if self._checks_key
            else class_questions(outcomes, lambda exercise: comments_of(exercise, read_text), problems)
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
        table.add_row(student.label, _effects(student))
    if (more := len(item.students) - MOST_STUDENTS) > 0:
        table.add_row("", f"and {counted(more, 'more student')}")
    yield table


def sheet_parts(sheet: StudentSheet, position: str) -> Iterator[Text | Table]:
    head = Text(position, style="bold")
    head.append(f" · {sheet.mark.label}: {sheet.mark.in_words}", style="not bold")
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


def _effects(item: ConcernedStudent) -> str:
    if item.now is None or not item.after:
        return "no mark"
    rulings = (f"{ruling.value} {_points(after, item.now)}" for ruling, after in item.after.items())
    return f"{amount(item.now.points)} of {amount(item.now.maximum)}: {', '.join(rulings)}"


def _points(after: EarnedPoints, now: EarnedPoints) -> str:
    own = amount(after.points)
    return own if after.maximum == now.maximum else f"{own}/{amount(after.maximum)}"


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
