"""A teacher's rulings on a class, written to the files of decisions; each step can be taken back."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import attrs

from markscheme.contract import shape
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import AnswerHistory, DecisionFolder
from markscheme.exercises.decisions import Decision, DecisionKind
from markscheme.marking.driver import FINAL_ANSWERS
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.class_questions import ClassQuestion, ClassQuestions, MovedMark, OpenPlace, Ruling, TextMark

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


_NOW: Mapping[str, str] = MappingProxyType(
    {
        DecisionKind.ACCEPTED.value: "Correct now",
        Ruling.CORRECT: "Correct now",
        Ruling.PARTLY: "Partly correct now",
        Ruling.WRONG: "Wrong now",
        Ruling.EITHER: "Optional now",
        DecisionKind.OPTIONAL.value: "Optional now",
        Ruling.NEEDED: "Required now",
        DecisionKind.NOT_COUNTED.value: "Not counted now",
        "not-counted": "Not counted now",
        Ruling.TASTE: "Not counted now",
        SEVERAL: "Decided",
    }
)
"""What a place is after a ruling, or a decision of a kind."""


@shape("step.key", "step.change", "ruling", "message", "moves", "next_place", "state", renamed={"next_place": "next"})
@attrs.frozen
class Ruled:
    """The result of every command that decides about places or marks, and of ``markscheme.undoDecision``."""

    step: Step
    ruling: str | None
    """The ruling or the kind of decision, ``several`` for several at once, or what open answers count as in a final
    mark; ``null`` where it was taken back."""
    moves: tuple[MovedMark, ...]
    """The marks that followed."""
    state: ClassQuestions
    """What is left to decide now."""
    next_place: OpenPlace | None = None
    """The open place that follows the one in the text that was decided about; ``null`` where there is none, and after
    a decision that was not made in a text."""

    @classmethod
    def of(cls, step: Step, ruling: str | None, before: ClassQuestions, now: ClassQuestions) -> "Ruled":
        return cls(step, ruling, now.moves_from(before), now)

    @property
    def message(self) -> str:
        """What changed, in a few words."""
        if self.ruling in [*OpenAnswers]:
            return f"Final now: {self.step.change}"
        moved = dict.fromkeys(item.after.label for item in self.moves if item.before.now != item.after.now)
        if len(moved) == 1:
            marks = f"{next(iter(moved))}'s mark changed"
        else:
            marks = f"{len(moved)} students' marks changed" if moved else "no mark changed"
        return f"{'Taken back' if self.ruling is None else _NOW[self.ruling]}: {marks}"


class Rulings:
    """The rulings and decisions of one session, each of which can be taken back, the last one first."""

    def __init__(self) -> None:
        self._histories: dict[DecisionFolder, AnswerHistory] = {}
        self._steps: list[Step] = []
        self._places: dict[str, Path | None] = {}

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
        return self._done(Step(key, _changes_in_words(question for question, _ in rulings), tuple(written)))

    def decide(self, step: Step, decisions: Sequence[Decision], withdrawn: Sequence[Decision] = ()) -> Step:
        """Write decisions about one place, or take others back, in each folder of a step; raise as :meth:`write`."""
        for folder in step.folders:
            self._history(folder).answer(step.key, decisions, withdrawn)
        return self._done(step)

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

    def count_in(self, step: Step, place: Path | None) -> None:
        """Remember in whose classes a step's effects were counted, by their folder; ``None``: in all."""
        self._places[step.key] = place

    def place_of(self, key: str | None = None) -> Path | None:
        """Return what :meth:`count_in` remembers of the step that :meth:`undo` takes back."""
        steps = [step for step in self._steps if key in (None, step.key)]
        return self._places.get(steps[-1].key) if steps else None

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


def _changes_in_words(questions: Iterable[ClassQuestion]) -> str:
    changes = [item.change for item in questions]
    return changes[0] if len(changes) == 1 else f"{len(changes)} answers"
