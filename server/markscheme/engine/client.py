"""The language server's end: an engine that is there when it is needed, shared with other windows."""

import asyncio
import itertools
import logging
from collections.abc import Callable
from typing import Any

from markscheme.engine.channel import Channel, ChannelClosed
from markscheme.engine.failures import EngineDied, EngineError
from markscheme.engine.messages import (
    CLEAR_CACHE,
    ESTIMATE,
    JUDGE,
    PLAN,
    REVIEW,
    STATUS,
    STOP,
    ClearedCache,
    EngineStatus,
    EstimateReply,
    EstimateRequest,
    JudgeReply,
    JudgeRequest,
    PlanReply,
    PlanRequest,
    ProgressNote,
    ReviewReply,
    ReviewRequest,
)
from markscheme.engine.starter import joined
from markscheme.marking.tasks import EstimateTask, ReviewTask
from markscheme.scoring.settings import EngineSettings

logger = logging.getLogger(__name__)

IDLE = 300.0
"""Seconds that an engine stays after its last client has left, unless set otherwise."""


def _untold() -> None:
    """Nobody is told of an engine's death."""


class EngineClient:
    """Asks an engine for reviews; joins it, or starts it, on first need, and again if it dies."""

    def __init__(
        self, settings: EngineSettings, *, idle: float = IDLE, on_restart: Callable[[], None] = _untold
    ) -> None:
        """A client that has not joined yet.

        Parameters
        ----------
        idle
            Seconds that the engine stays if this client is the last to leave it; 0: it ends at once.
        on_restart
            Called, in the event loop's thread, each time an engine has died under this client.
        """
        self.settings = settings
        self.idle = idle
        self._on_restart = on_restart
        self._channel: Channel | None = None
        self._left = False
        self._joining = asyncio.Lock()
        self._jobs = itertools.count(1)
        self._watchers: dict[int, Callable[[ProgressNote], None]] = {}

    @property
    def running(self) -> bool:
        """Whether the client has an engine."""
        return self._channel is not None and not self._channel.closed.done()

    async def review(self, task: ReviewTask, watch: Callable[[ProgressNote], None], priority: int = 0) -> ReviewReply:
        """One document's review. Cancelling the coroutine stops the engine's work within one batch.

        Parameters
        ----------
        priority
            0 for a document that a person looks at, 1 for the rest of a workspace; lower goes first.

        Raises
        ------
        EngineError
            If the engine failed at this task, can't be started, or died twice in a row; then with its last words.
        """
        job = next(self._jobs)
        reply: ReviewReply = await self._watched(REVIEW, ReviewRequest(job, task, priority), watch)
        return reply

    async def estimate(
        self, task: EstimateTask, watch: Callable[[ProgressNote], None], priority: int = 0
    ) -> EstimateReply:
        """One document's estimate, without a reference; as a review.

        Raises
        ------
        EngineError
            As :meth:`review`.
        """
        job = next(self._jobs)
        reply: EstimateReply = await self._watched(ESTIMATE, EstimateRequest(job, task, priority), watch)
        return reply

    async def judge(self, task: ReviewTask, key: str | None, watch: Callable[[ProgressNote], None]) -> JudgeReply:
        """Ask the task's language model what its review needs; cancelling the coroutine stops it.

        Parameters
        ----------
        key
            The endpoint's.

        Raises
        ------
        EngineError
            As :meth:`review`.
        """
        job = next(self._jobs)
        reply: JudgeReply = await self._watched(JUDGE, JudgeRequest(job, task, key), watch)
        return reply

    async def plan(self, task: ReviewTask, passage: int) -> PlanReply:
        """The transport plans of one of a document's passages; cancelled as a review is.

        Raises
        ------
        EngineError
            As :meth:`review`.
        """
        reply: PlanReply = await self._answer(PLAN, PlanRequest(task, passage))
        return reply

    async def status(self) -> EngineStatus:
        """What the engine has loaded and is at; starts it if need be.

        Raises
        ------
        EngineError
            If the engine can't be started, or lacks a part.
        """
        status: EngineStatus = await self._answer(STATUS)
        return status

    async def glance(self) -> EngineStatus | None:
        """What the engine has loaded and is at, if this client has one; it is neither joined nor started.

        Raises
        ------
        EngineError
            If the engine lacks a part.
        """
        if self._channel is None or self._channel.closed.done():
            return None
        try:
            status: EngineStatus = await self._channel.request(STATUS, None)
        except ChannelClosed:
            return None
        return status

    async def clear_cache(self) -> ClearedCache:
        """Forget all that the engine keeps on disk; starts it if need be.

        Raises
        ------
        EngineError
            If the engine can't be started, or another process keeps the cache locked.
        """
        cleared: ClearedCache = await self._answer(CLEAR_CACHE)
        return cleared

    async def restart(self) -> None:
        """End the engine, for all its clients, and start a new one; what they wait for is begun again.

        Raises
        ------
        EngineError
            If it can't be started.
        """
        channel = await self._joined()
        try:
            await channel.request(STOP)
        except ChannelClosed:
            logger.info("the engine ended before it was asked to")
        await asyncio.wait({channel.closed})
        await self._joined()

    def stop(self) -> None:
        """Leave the engine, for good; it ends when it has been without clients for a while."""
        self._left = True
        if self._channel is not None:
            self._channel.close()

    async def _watched(
        self, method: str, params: ReviewRequest | EstimateRequest | JudgeRequest, watch: Callable[[ProgressNote], None]
    ) -> Any:
        self._watchers[params.job] = watch
        try:
            return await self._answer(method, params)
        finally:
            del self._watchers[params.job]

    async def _answer(
        self, method: str, params: ReviewRequest | EstimateRequest | JudgeRequest | PlanRequest | None = None
    ) -> Any:
        deaths = 0
        while True:
            channel = await self._joined()
            try:
                return await channel.request(method, params)
            except ChannelClosed:
                deaths += not channel.foreseen
                if deaths == 2:
                    raise EngineDied(channel.last_words) from None

    async def _joined(self) -> Channel:
        async with self._joining:
            if self._channel is None or self._channel.closed.done():
                self._refuse_when_left()
                channel = self._channel = await joined(self.settings, self.idle, self._tell)
                channel.closed.add_done_callback(lambda _: self._heard_end(channel))
                if self._left:
                    channel.close()
            self._refuse_when_left()
            return self._channel

    def _refuse_when_left(self) -> None:
        if self._left:
            raise EngineError("the engine was left")

    def _heard_end(self, channel: Channel) -> None:
        if not channel.foreseen:
            logger.warning("the engine ended; it is started again when it is needed")
            self._on_restart()

    def _tell(self, note: ProgressNote) -> None:
        watch = self._watchers.get(note.job)
        if watch is not None:
            watch(note)


__all__ = ["IDLE", "EngineClient", "EngineDied", "EngineError"]
