"""Blocks marked by worker processes, each of which loads the models that it needs once.

Pebble keeps the pool: a worker that dies costs its block, which is marked again, and nothing else.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import BaseContext
from typing import Final, Self

import attrs
from pebble import ProcessExpired, ProcessPool

from markscheme.left_out import begin_own_process
from markscheme.scoring.blocks.block import Block
from markscheme.scoring.blocks.executor import BlockProgress
from markscheme.scoring.blocks.journal import MarkedBlock, packed
from markscheme.scoring.blocks.marking import Marking
from markscheme.scoring.models import Models
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError

BLOCKS_A_WORKER: Final = 2
"""Blocks in flight for each worker: one that it marks, and one that waits for it."""
STOP_TIMEOUT: Final = 0.4
"""Seconds to wait for the end of workers of a run that is stopped."""
POLL_INTERVAL: Final = 1.0
"""Seconds after which the pool itself is looked at, if no block is done."""
MAX_RENEWALS: Final = 20
"""Pools that are made anew in one run."""
ATTEMPTS: Final = 3
"""Times that a block is marked whose workers die."""


def available_cores() -> int:
    """Return the number of processor cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


@attrs.frozen
class WorkerPool:
    """Marks blocks in worker processes.

    Attributes
    ----------
    workers
        Their number.
    settings
        What each worker's models are loaded with.
    """

    workers: int
    settings: EngineSettings

    def run(
        self,
        marking: Marking,
        blocks: Iterable[Block],
        progress: BlockProgress,  # noqa: ARG002  # workers report whole blocks
    ) -> Iterator[MarkedBlock]:
        threads = max(1, available_cores() // self.workers)
        with _RenewedPool(self.workers, (marking, self.settings, threads)) as pool:
            for block in blocks:
                pool.take(block)
                while len(pool.waiting) >= BLOCKS_A_WORKER * self.workers:
                    yield from pool.finished()
            while pool.waiting:
                yield from pool.finished()


class _RenewedPool:
    """A pool that is made anew where Pebble gives it up: where a worker dies before it has said what it works on."""

    def __init__(self, workers: int, arguments: tuple[Marking, EngineSettings, int]) -> None:
        self._workers = workers
        self._arguments = arguments
        self._pool = self._new()
        self._renewals = 0
        self.waiting: dict[Future[MarkedBlock], tuple[Block, int]] = {}

    def _new(self) -> ProcessPool:
        return ProcessPool(self._workers, initializer=_start, initargs=self._arguments, context=_context())

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

    def take(self, block: Block, attempt: int = 1) -> None:
        """Have a block marked."""
        try:
            future = self._pool.schedule(_marked, args=[block])
        except RuntimeError:  # it has been given up since it was last looked at
            self._renew()
            future = self._pool.schedule(_marked, args=[block])
        self.waiting[future] = (block, attempt)

    def finished(self) -> Iterator[MarkedBlock]:
        """Yield the blocks that are done; the block of a worker that died goes to another one."""
        for future in wait(self.waiting, POLL_INTERVAL, FIRST_COMPLETED).done:
            try:
                marked = future.result()
            except ProcessExpired as error:
                block, attempt = self.waiting.pop(future)
                if attempt == ATTEMPTS:
                    raise _deadly(block, error.exitcode) from error
                self.take(block, attempt + 1)
            except BrokenProcessPool:
                continue
            else:
                del self.waiting[future]
                yield marked
        if not self._pool.active:
            self._renew()

    def _renew(self) -> None:
        """Have all blocks that wait marked by new workers, but those that are done."""
        self._renewals += 1
        if self._renewals > MAX_RENEWALS:
            raise DocumentError(
                f"the worker processes ended {MAX_RENEWALS} times before they began", remedy="Take one worker"
            )
        self._stop()
        self._pool = self._new()
        lost = {
            future: item
            for future, item in self.waiting.items()
            if not future.done() or isinstance(future.exception(), BrokenProcessPool)
        }
        for future, (block, attempt) in lost.items():
            del self.waiting[future]
            self.take(block, attempt)


def _deadly(block: Block, status: object) -> DocumentError:
    return DocumentError(
        f"the process that marked sentences {block.first + 1} to {block.first + block.size} died {ATTEMPTS} times "
        f"(exit status {status})",
        remedy="If memory is short, take fewer workers",
    )


def _context() -> BaseContext:
    """Return how workers are started: not as copies of this process, whose threads (PyTorch's) would be lost."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])  # imported once, and shared by all workers
    return context


@attrs.define
class _Worker:
    """What a worker process has loaded."""

    marking: Marking
    models: Models


_worker: _Worker


def _start(marking: Marking, settings: EngineSettings, threads: int) -> None:
    """Prepare a worker: ends with its parent, leaves Ctrl-C to it, and uses its share of the cores."""
    global _worker  # a process has one
    begin_own_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ["OMP_NUM_THREADS"] = str(threads)
    _worker = _Worker(marking, Models(settings))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _marked(block: Block) -> MarkedBlock:
    return packed(_worker.marking.marked(block, _worker.models))
