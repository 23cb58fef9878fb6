"""A teacher at a class's questions, in this process: rulings are written, and all marks follow."""

import datetime
from collections.abc import Sequence
from pathlib import Path

import attrs

from markscheme.exercises.comments.exercise_comments import comments_of
from markscheme.exercises.decisions.decision_folder import DecisionFolder
from markscheme.exercises.decisions.history import AnswerHistory
from markscheme.marking.driver import Driver, run_at_once
from markscheme.marking.local import LocalMarker, NamedJudge
from markscheme.marking.local_engine import Engine
from markscheme.marking.tasks import TaskSettings
from markscheme.marking.work import requested, work_items
from markscheme.progress import Progress, silent
from markscheme.reports.class_questions import ClassQuestion, ClassQuestions, Move, Ruling, class_questions
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text


class Rulings:
    """The rulings of one session, each of which can be taken back, the last one first."""

    def __init__(self) -> None:
        self._histories: dict[DecisionFolder, AnswerHistory] = {}
        self._steps: list[tuple[ClassQuestion, list[DecisionFolder]]] = []

    def write(self, question: ClassQuestion, ruling: Ruling, author: str) -> tuple[DecisionFolder, ...]:
        """Write a ruling, signed and dated; return the folders whose files it changes.

        Raises
        ------
        DocumentError, ValueError
            If a file of decisions is broken or can't be written; then all files are as they were.
        """
        written: list[DecisionFolder] = []
        try:
            for folder, decisions in question.signed(ruling, author, datetime.date.today()).items():
                self._histories.setdefault(folder, AnswerHistory(folder)).answer(question.key, decisions)
                written.append(folder)
        except (DocumentError, ValueError):
            for folder in reversed(written):
                self._histories[folder].undo(question.key)
            raise
        self._steps.append((question, written))
        return tuple(written)

    def undo(self, key: str | None = None) -> tuple[ClassQuestion, tuple[DecisionFolder, ...]] | None:
        """Take the last ruling back, and return its question and folders; ``None`` where there is none.

        Parameters
        ----------
        key
            The question whose last ruling is meant; the last one of all if it is left out.

        Raises
        ------
        DocumentError
            If a file is broken or can't be written.
        """
        numbers = [number for number, (item, _) in enumerate(self._steps) if key in (None, item.key)]
        if not numbers:
            return None
        question, written = self._steps[numbers[-1]]
        for folder in written:
            self._histories[folder].undo(question.key)
        del self._steps[numbers[-1]]
        return question, tuple(written)


@attrs.frozen
class Ruled:
    """A ruling, or one that was taken back (``None``), with the marks that followed."""

    question: ClassQuestion
    ruling: Ruling | None
    moves: tuple[Move, ...]


class ClassDesk:
    """The questions of the classes at some paths.

    Attributes
    ----------
    state
        The open questions, and the marks that hang on them.
    problems
        What can't be used, and why.
    """

    def __init__(self, paths: Sequence[Path], engine: Engine, author: str, progress: Progress = silent) -> None:
        self._paths = [path.absolute() for path in paths]
        self._engine = engine
        self._author = author
        self._rulings = Rulings()
        self.problems: list[DocumentError] = []
        self.state = ClassQuestions()
        self._mark(progress)

    def rule(self, key: str, ruling: Ruling) -> Ruled:
        """Write a ruling, and mark the class again.

        Raises
        ------
        DocumentError
            If there is no such question, or a file of decisions is broken or can't be written.
        """
        question = self.state.find(key)
        self._rulings.write(question, ruling, self._author)
        return Ruled(question, ruling, self._moves())

    def undo(self) -> Ruled | None:
        """Take the last ruling back; ``None`` where there is none of this session.

        Raises
        ------
        DocumentError
            If a file is broken or can't be written.
        """
        taken_back = self._rulings.undo()
        return None if taken_back is None else Ruled(taken_back[0], None, self._moves())

    def _moves(self) -> tuple[Move, ...]:
        """Mark the class again, and return the texts whose marks are other ones than before."""
        before = self.state
        self._mark(silent)
        return self.state.moves_from(before)

    def _mark(self, progress: Progress) -> None:
        """Mark the texts as they stand with the decisions of now; passages that have not changed are remembered."""
        problems: list[DocumentError] = []
        settings = TaskSettings(with_vectors=False)
        items = [
            item
            for path in self._paths
            for exercise, participants in requested(path, read_text, problems.append)
            for item in work_items(exercise, participants, read_text, settings)
        ]
        policy = NamedJudge(None, self._engine.models)
        driver = Driver(LocalMarker(self._engine.documents, silent), policy, progress)
        outcomes = run_at_once(driver.outcomes(items))
        self.state = class_questions(outcomes, lambda exercise: comments_of(exercise, read_text))
        problems += (
            item.outcome.problems[0] for item in outcomes if item.outcome.review is None and item.outcome.problems
        )
        self.problems = problems
