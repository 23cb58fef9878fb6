"""A teacher's rulings on a class, written to the files of decisions; each step can be taken back."""

import datetime
from collections.abc import Sequence

import attrs

from markscheme.contract import shape
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import AnswerHistory, DecisionFolder
from markscheme.exercises.decisions import Decision
from markscheme.marking.driver import FINAL_ANSWERS
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.class_questions import ClassQuestion, ClassQuestions, Move, Ruling, TextMark, deeds

RuledQuestions = Sequence[tuple[ClassQuestion, Ruling]]


@attrs.frozen
class Step:
    """What was written together, and the folders whose files it changed."""

    key: str
    """The key of the question, or of the mark that was called final."""
    change: str
    """What it is about, in words."""
    folders: tuple[DecisionFolder, ...] = ()


SEVERAL = "several"
"""The ruling where several were written together."""


@shape("step.key", "step.change", "ruling", "moves", "state")
@attrs.frozen
class Ruled:
    """The result of ``markscheme.decideAnswer``, ``decideSheet``, ``callMarkFinal`` and ``undoDecision``."""

    step: Step
    ruling: str | None
    """The ruling, ``several`` for several at once, or what open answers count as in a final mark; ``null`` where it was
    taken back."""
    moves: tuple[Move, ...]
    """The marks that followed."""
    state: ClassQuestions
    """What is left to decide now."""

    @classmethod
    def of(cls, step: Step, ruling: str | None, before: ClassQuestions, now: ClassQuestions) -> "Ruled":
        return cls(step, ruling, now.moves_from(before), now)


class Rulings:
    """The rulings of one session, each of which can be taken back, the last one first."""

    def __init__(self) -> None:
        self._histories: dict[DecisionFolder, AnswerHistory] = {}
        self._steps: list[Step] = []

    def write(self, key: str, rulings: RuledQuestions, author: str, *, always: bool = False) -> Step:
        """Write rulings together, signed and dated; ``key`` is the question's, or the text's. With ``always`` they hold
        in all exercises of the course. Raise DocumentError or ValueError if a file of decisions is broken or can't be
        written; then all files are as they were.
        """
        decisions: dict[DecisionFolder, list[Decision]] = {}
        for question, ruling in rulings:
            for folder, decision in question.signed(ruling, author, datetime.date.today(), always=always):
                decisions.setdefault(folder, []).append(decision)
        written: list[DecisionFolder] = []
        try:
            for folder, own in decisions.items():
                self._history(folder).answer(key, own)
                written.append(folder)
        except (DocumentError, ValueError):
            for folder in reversed(written):
                self._histories[folder].undo(key)
            raise
        return self._done(Step(key, deeds(question for question, _ in rulings), tuple(written)))

    def call_final(self, mark: TextMark, answers: OpenAnswers | None, author: str) -> Step:
        """Write that a mark is final, or with ``None`` that it is open again; raise DocumentError as :meth:`undo`."""
        folder = mark.folder
        if folder is None:
            raise DocumentError("there is no correction beside which this could be kept", path=mark.path)
        every = [attrs.evolve(mark.as_final, kind=kind) for kind in FINAL_ANSWERS]
        chosen = [
            attrs.evolve(item, author=author, date=datetime.date.today())
            for item in every
            if FINAL_ANSWERS[item.kind] is answers
        ]
        self._history(folder).answer(mark.key, chosen, () if chosen else every)
        return self._done(Step(mark.key, mark.words, (folder,)))

    def _done(self, step: Step) -> Step:
        self._steps.append(step)
        return step

    def _history(self, folder: DecisionFolder) -> AnswerHistory:
        return self._histories.setdefault(folder, AnswerHistory(folder))

    def undo(self, key: str | None = None) -> Step | None:
        """Take back what was written last, or last about ``key``, a question or final mark; return it, or ``None``
        without any. Raise DocumentError if a file of decisions is broken or can't be written.
        """
        numbers = [number for number, step in enumerate(self._steps) if key in (None, step.key)]
        if not numbers:
            return None
        step = self._steps[numbers[-1]]
        for folder in step.folders:
            self._histories[folder].undo(step.key)
        del self._steps[numbers[-1]]
        return step
