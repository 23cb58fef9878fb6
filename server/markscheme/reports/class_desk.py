"""A teacher at a class's questions, in this process: rulings are written, and all marks follow."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import comments_of
from markscheme.marking.driver import Driver, TaskSettings, WorkItem, requested, run_at_once, work_items
from markscheme.marking.local import Engine, LocalMarker, NamedJudge
from markscheme.marking.verdict import OpenAnswers
from markscheme.progress import Progress, silent
from markscheme.reports.class_questions import (
    ClassQuestion,
    ClassQuestions,
    Ruling,
    StudentSheet,
    TextMark,
    class_questions,
    key_item,
    key_questions,
)
from markscheme.reports.rulings import SEVERAL, Ruled, Rulings, Step
from markscheme.research.adjudication import wording_of


class ClassDesk:
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
        wordings = [wording_of(question.typed(item), self._engine.models) for item in words]
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
        settings = TaskSettings(with_vectors=False)
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
