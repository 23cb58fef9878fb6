"""One client's connection, seen from the engine."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Event
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcInternalError
from pygls.io_ import run_async
from pygls.server import JsonRPCServer

from markscheme.engine.admission import Reader
from markscheme.engine.messages import (
    CLEAR_CACHE,
    ESTIMATE,
    GOODBYE,
    HELLO,
    JUDGE,
    PLAN,
    PROGRESS,
    REVIEW,
    STATUS,
    STOP,
    ClearedCache,
    EngineProtocol,
    EngineStatus,
    EstimateReply,
    EstimateRequest,
    Hello,
    JudgeReply,
    JudgeRequest,
    PlanReply,
    PlanRequest,
    ProgressNote,
    ReviewReply,
    ReviewRequest,
    make_converter,
)
from markscheme.engine.service import Service, log_failure
from markscheme.progress import Progress

logger = logging.getLogger(__name__)
T = TypeVar("T")

UNREAD = 1_000_000
"""Bytes that a client may leave unread before it is told no more of progress."""


class Connection(JsonRPCServer):
    """Answers the messages of :mod:`markscheme.engine.messages` to one client.

    Attributes
    ----------
    idle
        Seconds that the engine stays if this client is the last to leave; ``None`` before it has said hello.
    """

    def __init__(
        self, writer: asyncio.StreamWriter, service: Service, clients: Callable[[], int], stop: Callable[[], None]
    ) -> None:
        super().__init__(EngineProtocol, make_converter)
        self.idle: float | None = None
        self._writer = writer
        self._service = service
        self._works: set[asyncio.Task[Any]] = set()
        self.protocol.set_writer(writer)
        feature = self.protocol.fm.feature

        @feature(HELLO)
        def hello(params: Hello) -> None:
            self.idle = params.idle

        @feature(REVIEW)
        async def review(request: ReviewRequest) -> ReviewReply:
            return await self._watched(request.job, partial(self._service.review, request))

        @feature(ESTIMATE)
        async def estimate(request: EstimateRequest) -> EstimateReply:
            return await self._watched(request.job, partial(self._service.estimate, request))

        @feature(JUDGE)
        async def judge(request: JudgeRequest) -> JudgeReply:
            return await self._watched(request.job, partial(self._service.judge, request))

        @feature(PLAN)
        async def plan(request: PlanRequest) -> PlanReply:
            return await self._service.plan(request)

        @feature(STATUS)
        async def status(_: None) -> EngineStatus:
            return await _told(service.status(clients()))

        @feature(CLEAR_CACHE)
        async def clear_cache(_: None) -> ClearedCache:
            return await _told(service.clear_cache())

        @feature(STOP)
        async def stop_engine(_: None) -> None:
            stop()

    async def serve(self, reader: Reader) -> None:
        """Answer until the client leaves; what it still waits for is then wanted no more."""
        try:
            await run_async(Event(), reader, self.protocol, logger, self.report_server_error)
        finally:
            for task in self._works:
                task.cancel()

    def report_server_error(self, error: Exception, source: Any) -> None:
        del source
        log_failure(error)

    async def close(self) -> None:
        """Say goodbye; all that was said before arrives."""
        self.protocol.notify(GOODBYE)
        self._writer.close()
        await self._writer.wait_closed()

    async def _watched(self, job: int, work: Callable[[Progress], Awaitable[T]]) -> T:
        """Work of which the client is told as it goes on, and which ends if the client leaves."""
        task = asyncio.current_task()
        assert task is not None
        self._works.add(task)

        def watch(stage: str, done: int, total: int) -> None:
            if self._writer.transport.get_write_buffer_size() < UNREAD:
                self.protocol.notify(PROGRESS, ProgressNote(job, stage, done, total))

        try:
            return await work(watch)
        finally:
            self._works.discard(task)


async def _told(answer: Awaitable[T]) -> T:
    """What goes wrong is told to the client in the error's own words."""
    try:
        return await answer
    except Exception as error:
        raise JsonRpcInternalError(str(error)) from error
