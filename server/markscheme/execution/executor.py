"""Where work is done: an executor takes work and items, and returns what becomes of each, in any order.

Work is a value that other processes and machines can be sent. What it needs loaded, its tools, each process loads once.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

import attrs

from markscheme.garbage_collection import collection_after_item
from markscheme.progress import Progress

Item = TypeVar("Item")
Result = TypeVar("Result")
Tools = TypeVar("Tools")
ItemIn = TypeVar("ItemIn", contravariant=True)
ResultOut = TypeVar("ResultOut", covariant=True)
ToolsIn = TypeVar("ToolsIn", contravariant=True)
ToolsOut = TypeVar("ToolsOut", covariant=True)

ItemProgress = Callable[[Item], Progress]
"""Returns the progress of the work on an item."""


class Work(Protocol[ItemIn, ResultOut, ToolsIn]):
    """What is done with each item: a pure function of the item, whichever process computes it. It can be pickled."""

    def done(self, item: ItemIn, tools: ToolsIn, progress: Progress) -> ResultOut:
        """Return what becomes of an item; both can be pickled.

        Raises
        ------
        DocumentError
            If the item can't be used.
        """
        ...

    def title(self, item: ItemIn) -> str:
        """Return what an item is called in a message: "sentences 1 to 1024"."""
        ...


class Executor(Protocol[ToolsOut]):
    """Does work, and holds few items at a time."""

    def run(
        self, work: Work[Item, Result, ToolsOut], items: Iterable[Item], progress: ItemProgress[Item]
    ) -> Iterator[Result]:
        """Yield what becomes of every item, as each is done.

        Raises
        ------
        DocumentError
            If an item can't be used, or its process dies again and again.
        """
        ...


@attrs.frozen
class OneProcess(Generic[Tools]):
    """Does work here, one item after another, with tools that are there already."""

    tools: Tools

    def run(
        self, work: Work[Item, Result, Tools], items: Iterable[Item], progress: ItemProgress[Item]
    ) -> Iterator[Result]:
        for item in items:
            with collection_after_item():
                result = work.done(item, self.tools, progress(item))
            yield result
