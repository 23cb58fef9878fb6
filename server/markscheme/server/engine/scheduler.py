"""The order of an engine's work: lower priority numbers go first, then jobs that came first.

Identical jobs join: they run once, and stop when all callers have cancelled. A running job stops at its next batch for
one of better priority and starts again later; the cache has the results of its finished batches.
"""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import attrs

from markscheme.garbage_collection import QuietCollection
from markscheme.progress import Cancelled, Progress

T = TypeVar("T")


@attrs.frozen
class _Caller:
    priority: int
    progress: Progress


class _Job:
    def __init__(self, number: int, work: Callable[[Progress], Any]) -> None:
        self.number = number
        self.work = work
        self.callers: dict[asyncio.Future[Any], _Caller] = {}
        self.interrupted = False
        """Read by the worker thread; set and cleared by the event loop."""

    @property
    def wanted(self) -> bool:
        return any(not future.done() for future in self.callers)

    @property
    def priority(self) -> int:
        return min(caller.priority for caller in self.callers.values())

    def report(self, stage: str, done: int, total: int) -> None:
        for future, caller in self.callers.items():
            if not future.done():
                caller.progress(stage, done, total)


class Scheduler:
    """Jobs by key. Its methods are called in the event loop's thread; only the jobs run in the worker thread."""

    def __init__(self) -> None:
        self.batches = 0
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._jobs: dict[Hashable, _Job] = {}
        self._running: _Job | None = None
        self._arrivals = 0
        self._collection = QuietCollection()

    @property
    def running(self) -> bool:
        return self._running is not None

    @property
    def queue(self) -> int:
        return len(self._jobs) - self.running

    async def result(self, key: Hashable, work: Callable[[Progress], T], priority: int, progress: Progress) -> T:
        """Return what the work returns, or raise what it raises. Cancelling the coroutine withdraws this caller.

        Work with an equal key is equal. It runs in the worker thread, calls its progress between batches and lets what
        that raises pass. The caller's is called in the event loop's thread, with the stage ``start`` when work begins.
        """
        job = self._jobs.get(key)
        if job is None:
            self._arrivals += 1
            job = self._jobs[key] = _Job(self._arrivals, work)
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job.callers[result] = _Caller(priority, progress)
        self._arrange()
        try:
            return await result
        finally:
            del job.callers[result]
            if not job.callers and job is not self._running and self._jobs.get(key) is job:
                del self._jobs[key]
            self._arrange()

    def _arrange(self) -> None:
        wanted = {key: job for key, job in self._jobs.items() if job.wanted}
        running = self._running
        if running is not None:
            better = any(job.priority < running.priority for job in wanted.values()) if running.wanted else True
            running.interrupted = better
        elif wanted:
            self._begin(*min(wanted.items(), key=lambda item: (item[1].priority, item[1].number)))

    def _begin(self, key: Hashable, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        self._running, job.interrupted = job, False
        self._collection.work_begins()

        def progress(stage: str, done: int, total: int) -> None:
            if job.interrupted:
                raise Cancelled
            self.batches += 1
            loop.call_soon_threadsafe(job.report, stage, done, total)

        job.report("start", 0, 1)
        future = loop.run_in_executor(self._worker, job.work, progress)
        future.add_done_callback(partial(self._ended, key, job))

    def _ended(self, key: Hashable, job: _Job, ended: asyncio.Future[Any]) -> None:
        self._running = None
        error = ended.exception()
        if not (isinstance(error, Cancelled) and job.wanted):
            del self._jobs[key]
            for result in job.callers:
                if result.done():
                    continue
                if error is None:
                    result.set_result(ended.result())
                else:
                    result.set_exception(error)
        self._collection.work_ends()
        self._arrange()
