"""One worker, many who ask: what is worked on, and when.

Jobs of a lower priority number go first, then those that came first. Identical jobs join: they are worked on
once, and all who asked get the result; a job is stopped when all have cancelled. A running job gives way to
one of better priority at its next batch and is begun again later: what its finished batches computed is in
the cache. All methods are called in the event loop's thread; only the jobs themselves run in the worker's.
"""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import attrs

from markscheme.progress import Cancelled, Progress

T = TypeVar("T")


@attrs.frozen
class _Watcher:
    """One who asked."""

    priority: int
    watch: Progress


class _Job:
    def __init__(self, number: int, work: Callable[[Progress], Any]) -> None:
        self.number = number
        self.work = work
        self.watchers: dict[asyncio.Future[Any], _Watcher] = {}
        self.interrupted = False
        """Read by the worker; set, and taken back, by the event loop."""

    @property
    def wanted(self) -> bool:
        return any(not future.done() for future in self.watchers)

    @property
    def priority(self) -> int:
        return min(watcher.priority for watcher in self.watchers.values())

    def tell(self, stage: str, done: int, total: int) -> None:
        for future, watcher in self.watchers.items():
            if not future.done():
                watcher.watch(stage, done, total)


class Scheduler:
    """Jobs by key.

    Attributes
    ----------
    batches
        Batches begun, of all jobs.
    """

    def __init__(self) -> None:
        self.batches = 0
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._jobs: dict[Hashable, _Job] = {}
        self._running: _Job | None = None
        self._arrivals = 0

    @property
    def running(self) -> bool:
        return self._running is not None

    @property
    def queue(self) -> int:
        """How many jobs wait."""
        return len(self._jobs) - self.running

    async def result(self, key: Hashable, work: Callable[[Progress], T], priority: int, watch: Progress) -> T:
        """What the work returns or raises, when its turn has come. Cancelling the coroutine takes the wish back.

        Parameters
        ----------
        key
            Equal for equal work.
        work
            Run in the worker's thread. It calls its progress between batches and lets what that raises pass.
        watch
            Told of the progress in the event loop's thread, and of the stage ``start`` when the work begins.
        """
        job = self._jobs.get(key)
        if job is None:
            self._arrivals += 1
            job = self._jobs[key] = _Job(self._arrivals, work)
        wish: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job.watchers[wish] = _Watcher(priority, watch)
        self._arrange()
        try:
            return await wish
        finally:
            del job.watchers[wish]
            if not job.watchers and job is not self._running and self._jobs.get(key) is job:
                del self._jobs[key]
            self._arrange()

    def _arrange(self) -> None:
        """Begin the best job if none runs; else see whether the running one is to be stopped."""
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

        def progress(stage: str, done: int, total: int) -> None:
            if job.interrupted:
                raise Cancelled
            self.batches += 1
            loop.call_soon_threadsafe(job.tell, stage, done, total)

        job.tell("start", 0, 1)
        begun = loop.run_in_executor(self._worker, job.work, progress)
        begun.add_done_callback(partial(self._ended, key, job))

    def _ended(self, key: Hashable, job: _Job, ended: asyncio.Future[Any]) -> None:
        self._running = None
        error = ended.exception()
        if not (isinstance(error, Cancelled) and job.wanted):
            del self._jobs[key]
            for wish in job.watchers:
                if wish.done():
                    continue
                if error is None:
                    wish.set_result(ended.result())
                else:
                    wish.set_exception(error)
        self._arrange()
