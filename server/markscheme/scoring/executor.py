"""Where work is done: an executor takes work and items, and returns what becomes of each, in any order.

Work can be sent to other processes and machines; each loads its tools once. Items whose processes die are tried again,
then cut into parts, and at last lost (:class:`Trials`), by one rule for all executors; what an item is cut into, and
what becomes of a lost one, its work says. A person asks for an executor by a :class:`Placement`.
"""

import gc
import pickle
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final, Generic, Literal, Protocol, TypeVar

import attrs

from markscheme.errors import DocumentError
from markscheme.processes import begin_own_process, collection_after_item
from markscheme.progress import Progress, silent
from markscheme.registry import Registry

Item = TypeVar("Item")
Result = TypeVar("Result")
Tools = TypeVar("Tools")
ItemIn = TypeVar("ItemIn", contravariant=True)
ToolsIn = TypeVar("ToolsIn", contravariant=True)
ToolsOut = TypeVar("ToolsOut", covariant=True)

ItemProgress = Callable[[Item], Progress]
ATTEMPTS: Final = 3
"""Times that an item is tried whose processes die."""


@attrs.frozen
class Loss:
    """How the processes ended that worked on an item: "died" or "ran out of memory", each time that it was tried."""

    ending: str = "died"
    status: str = ""

    def problem(self, title: str, path: Path | None = None) -> DocumentError:
        status = f" ({self.status})" if self.status else ""
        return DocumentError(
            f"the process that worked on {title} {self.ending} {ATTEMPTS} times{status}",
            path=path,
            remedy="If memory is short, take fewer workers",
        )


class Work(Protocol[Item, Result, ToolsIn]):
    """What is done with each item: a pure function of the item, whichever process computes it. It can be pickled."""

    def done(self, item: Item, tools: ToolsIn, progress: Progress) -> Result:
        """Return what becomes of an item; both can be pickled. Raise DocumentError if it can't be used."""
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
        """Return what becomes of an item that always ended its process; raise DocumentError to end the run."""
        ...


class WholeWork(Generic[Item, Result]):
    """The part of work whose result must lack no item, and whose items are not cut."""

    def title(self, item: Item) -> str:
        raise NotImplementedError

    def parts(self, item: Item) -> Sequence[Item]:
        del item
        return ()

    def joined(self, item: Item, results: Sequence[Result]) -> Result:
        raise NotImplementedError(f"{item!r} has {len(results)} parts")

    def lost(self, item: Item, loss: Loss) -> Result:
        raise loss.problem(self.title(item))


class Executor(Protocol[ToolsOut]):
    """Does work, and holds few items at a time."""

    def run(
        self, work: Work[Item, Result, ToolsOut], items: Iterable[Item], progress: ItemProgress[Item]
    ) -> Iterator[Result]:
        """Yield results, each as it is done; raise DocumentError for an unusable item, or a lost one that is needed."""
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


class Worker:
    """Work and its tools in a process of their own."""

    def __init__(self, work: Work[Any, Any, Any], load: Callable[[], Any]) -> None:
        begin_own_process()
        self._work = work
        self._tools = load()
        gc.freeze()  # nothing that is here now goes before the process does

    def load(self, model: str) -> None:
        """Load one of the tools' models now (:func:`markscheme.processes.before_loading`)."""
        self._tools.load(model)

    def done(self, item: object) -> Any:
        with collection_after_item():
            return self._work.done(item, self._tools, silent)


class Numbered(Protocol):
    """A result that says which item it is of."""

    @property
    def number(self) -> int:
        """The 0-based place of its item among all."""
        ...


N = TypeVar("N", bound=Numbered)


def in_order(results: Iterable[N]) -> Iterator[N]:
    """Yield results by number, from 0 on; those that come before their turn, however many, wait in a temporary file."""
    turn = 0
    early: dict[int, tuple[int, int]] = {}
    with _waiting_file() as waiting:
        for result in results:
            if result.number != turn:
                data = pickle.dumps(result)
                early[result.number] = waiting.seek(0, 2), len(data)
                waiting.write(data)
                continue
            yield result
            turn += 1
            while place := early.pop(turn, None):
                waiting.seek(place[0])
                yield pickle.loads(waiting.read(place[1]))  # noqa: S301  # written above
                turn += 1
            if not early:
                waiting.truncate(0)


def _waiting_file() -> IO[bytes]:
    """Return a temporary file, or memory where none can be made."""
    try:
        return TemporaryFile()
    except OSError:
        return BytesIO()


ATTEMPTS_IN_ONE: Final = 2
"""Times that an item is tried in one, if it can be cut; its parts are tried as often as any item."""
MAX_LOSSES: Final = 100
"""Items that may be lost on end, with none done between them; with one more the run ends."""


@attrs.frozen(eq=False)
class Trial(Generic[Item, Result]):
    """A tried item, and its process's deaths; ``cut``, ``place``: of which item it is a part; ``None`` for none."""

    item: Item
    failures: int = 0
    cut: "_Cut[Item, Result] | None" = None
    place: int = 0


@attrs.define(eq=False)
class _Cut(Generic[Item, Result]):
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

    def failed(
        self, trial: Trial[Item, Result], loss: Loss, error: BaseException | None = None
    ) -> Continuation[Item, Result]:
        """Return how a run goes on; raise DocumentError if it can't lack the item, or too many on end are lost."""
        again = attrs.evolve(trial, failures=trial.failures + 1)
        parts = self._work.parts(trial.item) if again.failures >= ATTEMPTS_IN_ONE else ()
        if len(parts) > 1:
            cut = _Cut(trial, len(parts))
            return Continuation(tuple(Trial(part, 0, cut, place) for place, part in enumerate(parts)))
        if again.failures < ATTEMPTS:
            return Continuation((again,))
        try:
            result = self._work.lost(trial.item, loss)
        except DocumentError as problem:
            raise problem from error
        self._losses += 1
        if self._losses > MAX_LOSSES:
            title = f"{self._work.title(trial.item)}, and on each of {MAX_LOSSES} items before,"
            raise loss.problem(title) from error
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


ITEMS_A_WORKER: Final = 2
"""Items in flight for each worker: one that it works on, and one that waits for it."""


@attrs.define(eq=False)
class Member(Generic[Item, Result]):
    """A worker as its driver sees it; ``trials`` are what it has to do, in order, by what is known of their answers."""

    trials: dict[Any, Trial[Item, Result]] = attrs.field(factory=dict, init=False)

    @property
    def is_free(self) -> bool:
        return len(self.trials) < ITEMS_A_WORKER

    def taken(self) -> Trial[Item, Result]:
        """Take the first trial away, and return it."""
        return self.trials.pop(next(iter(self.trials)))


M = TypeVar("M", bound=Member[Any, Any])


class Crew(ABC, Generic[M, Item, Result]):
    """Hands items to workers in turn, and again to others if they die."""

    def __init__(self, work: Work[Item, Result, Any]) -> None:
        self.members: list[M] = []
        self.trials: Trials[Item, Result] = Trials(work)
        self._again: deque[Trial[Item, Result]] = deque()

    @abstractmethod
    def hand(self, member: M, trial: Trial[Item, Result]) -> None:
        """Give a worker one more item."""

    @abstractmethod
    def finished(self) -> Iterator[Result]:
        """Wait for the next answers, and yield what is done by them; replace workers that have died."""

    def results(self, items: Iterator[Item]) -> Iterator[Result]:
        while True:
            while (member := self._free()) is not None and (trial := self._next(items)) is not None:
                self.hand(member, trial)
            if self._free() is not None and not any(member.trials for member in self.members):
                return
            yield from self.finished()

    def give_up(self, member: M) -> None:
        """Let others do what a worker has to do."""
        self.members.remove(member)
        self._again += member.trials.values()

    def try_again(self, trial: Trial[Item, Result], loss: Loss, error: BaseException | None = None) -> Iterator[Result]:
        following = self.trials.failed(trial, loss, error)
        self._again += following.trials
        yield from following.results

    def _free(self) -> M | None:
        free = (member for member in self.members if member.is_free)
        return min(free, key=lambda member: len(member.trials), default=None)

    def _next(self, items: Iterator[Item]) -> Trial[Item, Result] | None:
        if self._again:
            return self._again.popleft()
        return next(map(Trial, items), None)


Workers = int | Literal["auto"] | None
"""A number of processes; ``auto``: as many as save time; ``None``: one here, and on a cluster as many as it takes."""
AUTO: Final = "auto"
DOCUMENTS_A_WORKER: Final = 60
"""Documents for which a worker is worth its start, which takes as long as one process takes for 30 to 60 of them."""


@attrs.frozen
class ExecutorKind:
    """A kind of executor of several processes; ``is_elsewhere``: on machines that have other files than this one."""

    make: "Callable[[Placement, Callable[[], Any]], Executor[Any]]"
    is_elsewhere: bool = False


@attrs.frozen
class Placement:
    """Where a person wants work done, on a kind of :data:`EXECUTORS`.

    ``workers`` is ``None`` for one here, and on a cluster for as many as it has room for. ``address`` is ``None`` for a
    cluster of this machine alone. With ``gpu`` each worker on a cluster has one to itself.
    """

    workers: int | None = None
    on: str = "local"
    address: str | None = None
    gpu: bool = False

    @property
    def kind(self) -> ExecutorKind:
        """Raise RegistryError if there is no such kind."""
        return EXECUTORS.get(self.on)

    @property
    def is_one_process(self) -> bool:
        return not self.kind.is_elsewhere and (self.workers or 1) == 1

    def executor(self, tools: Tools, load: Callable[[], Tools]) -> Executor[Tools]:
        """Return where to work: here with these tools, or in processes that load theirs; RegistryError if none."""
        return OneProcess(tools) if self.is_one_process else self.kind.make(self, load)


def workers_for(workers: Workers, on: str, documents: int, items: int) -> int | None:
    """Return a number of processes in place of ``auto``; documents are marked in ``items`` items.

    >>> workers_for("auto", "local", 50, 7), workers_for("auto", "ray", 50, 7), workers_for(2, "local", 50, 7)
    (1, None, 2)
    """
    if workers != AUTO:
        return workers
    if EXECUTORS.get(on).is_elsewhere:
        return None
    from markscheme.scoring.worker_pool import available_cores

    return max(1, min(available_cores(), items, documents // DOCUMENTS_A_WORKER))


def _worker_pool(placement: Placement, load: Callable[[], Tools]) -> Executor[Tools]:
    from markscheme.scoring.worker_pool import WorkerPool

    return WorkerPool(placement.workers or 1, load)


def _ray_actors(placement: Placement, load: Callable[[], Tools]) -> Executor[Tools]:
    from markscheme.scoring.ray_cluster import RayActors

    return RayActors(placement.workers, load, placement.address, placement.gpu)


LOCAL: Final = ExecutorKind(_worker_pool)
RAY: Final = ExecutorKind(_ray_actors, is_elsewhere=True)
EXECUTORS: Final[Registry[ExecutorKind]] = Registry(
    "executor",
    {"local": "markscheme.scoring.executor:LOCAL", "ray": "markscheme.scoring.executor:RAY"},
)
