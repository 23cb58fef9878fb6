"""Work on numbers that ends its process at some of them, as a lack of memory may."""

import os
import signal
import time
from collections.abc import Sequence

import attrs

from markscheme.errors import DocumentError
from markscheme.progress import Progress
from markscheme.scoring.executor import Loss

HANDED_OVER = 0.3
"""Seconds after which a process has handed over what it did before; else its death is that of the item before."""


def no_tools() -> None:
    """Load nothing."""


@attrs.frozen
class Numbers:
    """Consecutive numbers; ``number`` is their place among all items."""

    number: int
    begin: int
    end: int


@attrs.frozen
class Squared:
    """What becomes of an item: squares, and why others are missing."""

    number: int
    squares: tuple[int, ...]
    problems: tuple[str, ...] = ()


@attrs.frozen
class Squares:
    """Squares numbers, but for those that end the process, or take too much memory.

    Attributes
    ----------
    deadly, large
        These numbers.
    """

    deadly: frozenset[int] = frozenset()
    large: frozenset[int] = frozenset()

    def done(self, item: Numbers, tools: None, progress: Progress) -> Squared:
        own = range(item.begin, item.end)
        if self.deadly.intersection(own):
            time.sleep(HANDED_OVER)
            os.kill(os.getpid(), signal.SIGKILL)
        if self.large.intersection(own):
            raise MemoryError
        return Squared(item.number, tuple(number**2 for number in own))

    def title(self, item: Numbers) -> str:
        return f"numbers {item.begin} to {item.end - 1}"

    def parts(self, item: Numbers) -> Sequence[Numbers]:
        """Return two halves."""
        middle = (item.begin + item.end) // 2
        halves = (Numbers(item.number, item.begin, middle), Numbers(item.number, middle, item.end))
        return tuple(half for half in halves if half.begin < half.end)

    def joined(self, item: Numbers, results: Sequence[Squared]) -> Squared:
        squares = tuple(square for result in results for square in result.squares)
        return Squared(item.number, squares, tuple(problem for result in results for problem in result.problems))

    def lost(self, item: Numbers, loss: Loss) -> Squared:
        if item.begin < 0:
            raise DocumentError("no number is negative")
        return Squared(item.number, (), (str(loss.problem(self.title(item))),))
