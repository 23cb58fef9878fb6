"""What becomes of items whose processes die: they are tried again, then cut into parts, and at last lost.

The executors count here, so it is one rule for all of them. What an item is cut into, and what becomes of a lost one,
its work says.
"""

from collections.abc import Iterator
from typing import Any, Final, Generic, Self

import attrs

from markscheme.execution.executor import ATTEMPTS, Item, Loss, Result, Work

ATTEMPTS_IN_ONE: Final = 2
"""Times that an item is tried in one, if it can be cut; its parts are tried as often as any item."""
MAX_LOSSES: Final = 100
"""Items that may be lost on end, with none done between them; with one more the run ends."""


@attrs.frozen(eq=False)
class Trial(Generic[Item, Result]):
    """An item that is done, or tried.

    Attributes
    ----------
    failures
        How often its process died.
    cut, place
        The item that it is a part of, and which one; ``None`` for an item of the run itself.
    """

    item: Item
    failures: int = 0
    cut: "_Cut[Item, Result] | None" = None
    place: int = 0

    def next(self) -> Self:
        """Return the trial after this one, whose process died."""
        return attrs.evolve(self, failures=self.failures + 1)


@attrs.define(eq=False)
class _Cut(Generic[Item, Result]):
    """An item that was cut, and what became of its parts so far, by place."""

    trial: Trial[Item, Result]
    parts: int
    results: dict[int, Result] = attrs.field(factory=dict)


@attrs.frozen
class Continuation(Generic[Item, Result]):
    """How a run goes on: what is to be tried, and what is done with."""

    trials: tuple[Trial[Item, Result], ...] = ()
    results: tuple[Result, ...] = ()


class Trials(Generic[Item, Result]):
    """Decides for a run's items that were done, and for those whose process died, how it goes on."""

    def __init__(self, work: Work[Item, Result, Any]) -> None:
        self._work = work
        self._losses = 0

    def done(self, trial: Trial[Item, Result], result: Result) -> Iterator[Result]:
        """Yield what is done with, now that a trial has this result: a part's waits for the other parts."""
        self._losses = 0
        yield from self._ended(trial, result)

    def failed(self, trial: Trial[Item, Result], loss: Loss) -> Continuation[Item, Result]:
        """Return how a run goes on after a trial's process died.

        Raises
        ------
        DocumentError
            If the item is lost and no result may lack it, or too many items on end are lost.
        """
        again = trial.next()
        parts = self._work.parts(trial.item) if again.failures >= ATTEMPTS_IN_ONE else ()
        if len(parts) > 1:
            cut = _Cut(trial, len(parts))
            return Continuation(tuple(Trial(part, 0, cut, place) for place, part in enumerate(parts)))
        if again.failures < ATTEMPTS:
            return Continuation((again,))
        result = self._work.lost(trial.item, loss)
        self._losses += 1
        if self._losses > MAX_LOSSES:
            raise loss.problem(f"{self._work.title(trial.item)}, and on each of {MAX_LOSSES} items before,")
        return Continuation(results=tuple(self._ended(trial, result)))

    def _ended(self, trial: Trial[Item, Result], result: Result) -> Iterator[Result]:
        cut = trial.cut
        if cut is None:
            yield result
            return
        cut.results[trial.place] = result
        if len(cut.results) == cut.parts:
            results = [cut.results[place] for place in range(cut.parts)]
            yield from self._ended(cut.trial, self._work.joined(cut.trial.item, results))
