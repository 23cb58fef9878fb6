"""Where work is done: an executor takes work and items, and returns what becomes of each, in any order.

Work is a value that other processes and machines can be sent. What it needs loaded, its tools, each process loads once.
Work also says what becomes of an item that ends every process (:mod:`markscheme.execution.trials`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Generic, Protocol, TypeVar

import attrs

from markscheme.garbage_collection import collection_after_item
from markscheme.progress import Progress
from markscheme.text.errors import DocumentError

Item = TypeVar("Item")
Result = TypeVar("Result")
Tools = TypeVar("Tools")
ItemIn = TypeVar("ItemIn", contravariant=True)
ToolsIn = TypeVar("ToolsIn", contravariant=True)
ToolsOut = TypeVar("ToolsOut", covariant=True)

ItemProgress = Callable[[Item], Progress]
"""Returns the progress of the work on an item."""
ATTEMPTS: Final = 3
"""Times that an item is tried whose processes die."""


@attrs.frozen
class Loss:
    """How the processes ended that worked on an item, each time that it was tried.

    Attributes
    ----------
    ending
        What each process did: "died", or "ran out of memory".
    status
        With what the last one ended; may be empty.
    """

    ending: str = "died"
    status: str = ""

    def problem(self, title: str, path: Path | None = None) -> DocumentError:
        """Return why there is no result.

        Parameters
        ----------
        title
            What the item is called.
        path
            Its file, if it has one.
        """
        status = f" ({self.status})" if self.status else ""
        return DocumentError(
            f"the process that worked on {title} {self.ending} {ATTEMPTS} times{status}",
            path=path,
            remedy="If memory is short, take fewer workers",
        )


class Work(Protocol[Item, Result, ToolsIn]):
    """What is done with each item: a pure function of the item, whichever process computes it. It can be pickled."""

    def done(self, item: Item, tools: ToolsIn, progress: Progress) -> Result:
        """Return what becomes of an item; both can be pickled.

        Raises
        ------
        DocumentError
            If the item can't be used.
        """
        ...

    def title(self, item: Item) -> str:
        """Return what an item is called in a message: "sentences 1 to 1024"."""
        ...

    def parts(self, item: Item) -> Sequence[Item]:
        """Return what an item is cut into, to find the part that ends processes; one or none: it can't be cut."""
        ...

    def joined(self, item: Item, results: Sequence[Result]) -> Result:
        """Return what becomes of an item, from what becomes of its parts, in their order."""
        ...

    def lost(self, item: Item, loss: Loss) -> Result:
        """Return what becomes of an item that can't be cut and has ended its process each time.

        Raises
        ------
        DocumentError
            If there is no result without this item: the run ends.
        """
        ...


class WholeWork(Generic[Item, Result]):
    """The part of work whose result must lack no item, and whose items are not cut."""

    def title(self, item: Item) -> str:
        """Return what an item is called in a message."""
        raise NotImplementedError

    def parts(self, item: Item) -> Sequence[Item]:
        """Return nothing."""
        del item
        return ()

    def joined(self, item: Item, results: Sequence[Result]) -> Result:
        """Raise an error: there are no parts."""
        raise NotImplementedError(f"{item!r} has {len(results)} parts")

    def lost(self, item: Item, loss: Loss) -> Result:
        """End the run, with the item's title."""
        raise loss.problem(self.title(item))


class Executor(Protocol[ToolsOut]):
    """Does work, and holds few items at a time."""

    def run(
        self, work: Work[Item, Result, ToolsOut], items: Iterable[Item], progress: ItemProgress[Item]
    ) -> Iterator[Result]:
        """Yield what becomes of every item, as each is done.

        Raises
        ------
        DocumentError
            If an item can't be used, or its process dies again and again and the work can't do without it.
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
