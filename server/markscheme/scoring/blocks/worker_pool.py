"""Blocks marked by worker processes, each of which loads the models that it needs once.

Pebble keeps the pool: a worker that dies costs its block, which is marked again, and nothing else.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import BaseContext
from typing import Final

import attrs
from pebble import ProcessExpired, ProcessPool

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
        with _pool(self.workers, (marking, self.settings, threads)) as pool:
            waiting: dict[Future[MarkedBlock], tuple[Block, int]] = {}
            for block in blocks:
                waiting[pool.schedule(_marked, args=[block])] = (block, 1)
                while len(waiting) >= BLOCKS_A_WORKER * self.workers:
                    yield from _finished(pool, waiting)
            while waiting:
                yield from _finished(pool, waiting)


def _finished(pool: ProcessPool, waiting: dict[Future[MarkedBlock], tuple[Block, int]]) -> Iterator[MarkedBlock]:
    """Yield the blocks that are done, at least one unless a worker died, whose block goes to another one."""
    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
        block, attempt = waiting.pop(future)
        try:
            yield future.result()
        except ProcessExpired as error:
            if attempt == ATTEMPTS:
                raise DocumentError(
                    f"the process that marked sentences {block.first + 1} to {block.first + block.size} died "
                    f"{ATTEMPTS} times (exit status {error.exitcode})",
                    path=None,
                    remedy="If memory is short, take fewer workers or smaller blocks",
                ) from error
            waiting[pool.schedule(_marked, args=[block])] = (block, attempt + 1)


@contextmanager
def _pool(workers: int, arguments: tuple[Marking, EngineSettings, int]) -> Iterator[ProcessPool]:
    """Yield a pool whose processes are ended when the block ends, whatever ends it."""
    pool = ProcessPool(workers, initializer=_start, initargs=arguments, context=_context())
    try:
        yield pool
    except BaseException:
        pool.stop()
        # A worker that is still starting ends later, with this process.
        with suppress(TimeoutError):
            pool.join(STOP_TIMEOUT)
        raise
    pool.close()
    pool.join()


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
