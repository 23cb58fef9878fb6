"""Work done by worker processes, each of which loads its tools once.

Pebble keeps the pool: a worker that dies costs its item, which is tried again
(:class:`markscheme.scoring.executor.Trials`), and nothing else.
"""

import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, Final, Generic, Self

import attrs
from pebble import ProcessExpired, ProcessPool

from markscheme.errors import ChoiceError, DocumentError
from markscheme.processes import is_own_process
from markscheme.scoring.executor import Item, ItemProgress, Loss, Result, Tools, Trial, Trials, Work, Worker

VISIBLE: Final = "CUDA_VISIBLE_DEVICES"
"""The environment variable that says which devices a process sees; CUDA reads it when it is first used."""

_DEVICE_FILE = re.compile(r"nvidia\d+")


def visible_devices(environment: Mapping[str, str], folder: Path = Path("/dev")) -> tuple[str, ...]:
    """Return the CUDA devices that an environment shows; loads no library. ``folder``: the driver's files (Linux)."""
    if VISIBLE in environment:
        return tuple(filter(None, (name.strip() for name in environment[VISIBLE].split(","))))
    try:
        count = sum(_DEVICE_FILE.fullmatch(path.name) is not None for path in folder.iterdir())
    except OSError:
        return ()
    return tuple(map(str, range(count)))


def device_of(worker: int, devices: Sequence[str]) -> str | None:
    """Return the device of the worker of this 0-based number; ``None`` where there is no choice.

    >>> [device_of(worker, ["0", "1"]) for worker in range(3)], device_of(1, ["0"])
    (['0', '1', '0'], None)
    """
    return devices[worker % len(devices)] if len(devices) > 1 else None


ITEMS_A_WORKER: Final = 2
"""Items in flight for each worker: one that it works on, and one that waits for it."""
STOP_TIMEOUT: Final = 0.4
"""Seconds to wait for the end of workers of a run that is stopped."""
POLL_INTERVAL: Final = 1.0
"""Seconds after which the pool itself is looked at, if no item is done."""
MAX_RENEWALS: Final = 20
"""Pools that are made anew on end, with no item done between them."""
MAX_FIRST_RENEWALS: Final = 2
"""Pools that are made anew before any worker has begun."""
GUARD: Final = 'if __name__ == "__main__":'
"""What a script that starts processes must begin with: they import it anew."""
_OWN_PROCESS: Final = "markscheme.own_process"


def available_cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def prepare_workers(modules: Sequence[str]) -> None:
    """Begin to start worker processes: they import these modules while this process does something else.

    It returns at once. Modules that are named after a worker was started are imported by each worker itself.
    """
    if _context(modules).get_start_method() == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()


@attrs.frozen
class WorkerPool(Generic[Tools]):
    """Does work in worker processes; ``load`` can be pickled."""

    workers: int
    load: Callable[[], Tools]

    def run(
        self,
        work: Work[Item, Result, Tools],
        items: Iterable[Item],
        progress: ItemProgress[Item],  # noqa: ARG002  # workers report whole items
    ) -> Iterator[Result]:
        _check_guard()
        threads = max(1, available_cores() // self.workers)
        with _RenewedPool(self.workers, work, (work, self.load, threads)) as pool:
            for item in items:
                pool.take(Trial(item))
                while len(pool.waiting) >= ITEMS_A_WORKER * self.workers:
                    yield from pool.finished()
            while pool.waiting:
                yield from pool.finished()


class _RenewedPool(Generic[Item, Result]):
    """Pebble gives a pool up where a worker dies before it has said what it works on."""

    def __init__(self, workers: int, work: Work[Item, Result, Any], arguments: tuple[object, ...]) -> None:
        self._workers = workers
        self._trials: Trials[Item, Result] = Trials(work)
        self._context = _context([type(work).__module__])
        self._started = self._context.Value("i", 0)
        self._arguments = (*arguments, visible_devices(os.environ), self._started)
        self._pool = self._new()
        self._renewals = 0
        self.waiting: dict[Future[Result], Trial[Item, Result]] = {}

    def _new(self) -> ProcessPool:
        return ProcessPool(self._workers, initializer=_start, initargs=self._arguments, context=self._context)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._pool.close()
            self._pool.join()
        else:
            self._stop()

    def _stop(self) -> None:
        self._pool.stop()
        # A worker that is still starting ends later, with this process.
        with suppress(TimeoutError):
            self._pool.join(STOP_TIMEOUT)

    def take(self, trial: Trial[Item, Result]) -> None:
        try:
            future = self._pool.schedule(_done, args=[trial.item])
        except RuntimeError:  # it has been given up since it was last looked at
            self._renew()
            future = self._pool.schedule(_done, args=[trial.item])
        self.waiting[future] = trial

    def finished(self) -> Iterator[Result]:
        for future in wait(self.waiting, POLL_INTERVAL, FIRST_COMPLETED).done:
            try:
                result = future.result()
            except ProcessExpired as error:
                yield from self._lose(future, Loss(status=f"exit status {error.exitcode}"), error)
            except MemoryError as error:
                yield from self._lose(future, Loss("ran out of memory"), error)
            except BrokenProcessPool:
                continue
            else:
                self._renewals = 0
                yield from self._trials.done(self.waiting.pop(future), result)
        if not self._pool.active:
            self._renew()

    def _lose(self, future: Future[Result], loss: Loss, error: BaseException) -> Iterator[Result]:
        following = self._trials.failed(self.waiting.pop(future), loss, error)
        for trial in following.trials:
            self.take(trial)
        yield from following.results

    def _renew(self) -> None:
        self._renewals += 1
        if self._renewals > MAX_FIRST_RENEWALS and not self._started.value:
            raise DocumentError(
                "the worker processes end before they begin",
                remedy=f"Take one worker. If a script asks for several, call this below {GUARD}",
            )
        if self._renewals > MAX_RENEWALS:
            raise deadly_start()
        self._stop()
        self._pool = self._new()
        lost = {
            future: trial
            for future, trial in self.waiting.items()
            if not future.done() or isinstance(future.exception(), BrokenProcessPool)
        }
        for future, trial in lost.items():
            del self.waiting[future]
            self.take(trial)


def deadly_start() -> DocumentError:
    return DocumentError(f"the worker processes ended {MAX_RENEWALS} times before they began", remedy="Take one worker")


def _check_guard() -> None:
    """Raise ChoiceError in a worker that imports the script that asked for workers: it would start workers again."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise ChoiceError(f"workers import the script that asks for them. Call this below {GUARD}")


def _context(modules: Sequence[str]) -> BaseContext:
    """Return a context that does not copy this process, whose threads (PyTorch's) would be lost."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    own = [_OWN_PROCESS] if is_own_process() else []
    context.set_forkserver_preload([*own, __name__, *modules])
    return context


_worker: Worker[Any]


def _start(
    work: Work[Any, Any, Any], load: Callable[[], object], threads: int, devices: Sequence[str], started: Any
) -> None:
    """Prepare a worker: it ends with its parent and leaves Ctrl-C to it. ``started`` counts on beyond dead ones."""
    global _worker  # a process has one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ["OMP_NUM_THREADS"] = str(threads)
    with started.get_lock():
        number, started.value = started.value, started.value + 1
    device = device_of(number, devices)
    if device is not None:
        os.environ[VISIBLE] = device
    _worker = Worker(work, load)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _done(item: object) -> Any:
    return _worker.done(item)
