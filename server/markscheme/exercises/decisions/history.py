"""The answers that one session wrote to a folder's files of decisions, each of which can be taken back.

To take back an answer, the files get the contents that they had before it, and later answers are written again. So
taking back the last one that is left restores every byte, in whatever order. Where another program has changed a file
meanwhile, the answer's decisions are removed, and those that it replaced are written again.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import attrs

from markscheme.exercises.decisions.decision import Decision
from markscheme.exercises.decisions.decision_folder import DecisionFolder, Rewriting, restore, rewrite, rewritten


@attrs.frozen
class Step:
    """One answer: the key of its question, its decisions, and how it changed the files."""

    key: str
    decisions: tuple[Decision, ...]
    withdrawn: tuple[Decision, ...]
    rewriting: Rewriting


class AnswerHistory:
    """The answers of a session, in their order; ``len`` is the number of those that can be taken back."""

    def __init__(self, folder: DecisionFolder) -> None:
        self._folder = folder
        self._steps: list[Step] = []

    def __len__(self) -> int:
        return len(self._steps)

    def answer(self, key: str, decisions: Sequence[Decision], withdrawn: Sequence[Decision] = ()) -> None:
        """Write the decisions of an answer, without those that it withdraws.

        Raises
        ------
        DocumentError, ValueError
            As :func:`markscheme.exercises.decisions.decision_folder.decide`.
        """
        rewriting = rewrite(self._folder, decisions, withdrawn)
        self._steps.append(Step(key, tuple(decisions), tuple(withdrawn), rewriting))

    def has(self, key: str) -> bool:
        """Return whether a question was answered in this session."""
        return any(step.key == key for step in self._steps)

    def undo(self, key: str) -> None:
        """Take back the last answer to a question.

        Raises
        ------
        DocumentError
            If a file is broken or can't be written; then the files are as they were.
        """
        number = max(index for index, step in enumerate(self._steps) if step.key == key)
        later = self._replayed(number)
        if later is not None and restore(self._steps[-1].rewriting, _end(self._steps[number], later)):
            self._steps[number:] = later
            return
        step = self._steps[number].rewriting
        rewrite(self._folder, step.removed, step.added)
        del self._steps[number]

    def _replayed(self, number: int) -> list[Step] | None:
        """Return the steps after one as they are without it; ``None`` if a file was changed between them."""
        steps = self._steps[number:]
        if any(one.rewriting.after != other.rewriting.before for one, other in pairwise(steps)):
            return None
        state = steps[0].rewriting.before
        replayed: list[Step] = []
        for step in steps[1:]:
            rewriting = rewritten(self._folder, state, step.decisions, step.withdrawn)
            replayed.append(attrs.evolve(step, rewriting=rewriting))
            state = rewriting.after
        return replayed


def _end(undone: Step, later: Sequence[Step]) -> dict[Path, bytes | None]:
    return dict(later[-1].rewriting.after if later else undone.rewriting.before)
