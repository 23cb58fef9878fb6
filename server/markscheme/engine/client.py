"""The language server's end of the channel: starts the engine on first need, and again if it dies."""

import asyncio
import itertools
import json
import logging
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException

from markscheme.engine.messages import (
    PROGRESS,
    REVIEW,
    STATUS,
    CancelParams,
    EngineProtocol,
    EngineStatus,
    ProgressNote,
    ReviewReply,
    ReviewRequest,
    make_converter,
)
from markscheme.engine.settings import EngineSettings
from markscheme.engine.tasks import ReviewTask

logger = logging.getLogger(__name__)

LAST_WORDS = 20
"""So many lines of a dead engine's standard error are told."""


class EngineError(Exception):
    """The engine could not answer; the message says what it said of that."""


class EngineDied(EngineError):
    """The engine process ended while it was needed."""


class _Channel(JsonRPCClient):
    """One engine process."""

    def __init__(self) -> None:
        super().__init__(EngineProtocol, make_converter)
        self.last_words: list[str] = []
        self.died = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None

    async def start(self, settings: EngineSettings) -> None:
        text = json.dumps(make_converter().unstructure(settings))
        await self.start_io(sys.executable, "-m", "markscheme.engine", text)
        self._reader = asyncio.create_task(self._read_errors())

    async def _read_errors(self) -> None:
        process = self._server
        if process is None or process.stderr is None:
            return
        async for line in process.stderr:
            text = line.decode("utf-8", "replace").rstrip()
            logger.info("engine: %s", text)
            self.last_words = [*self.last_words, text][-LAST_WORDS:]

    async def server_exit(self, server: asyncio.subprocess.Process) -> None:
        del server
        self.died.set()

    def kill(self) -> None:
        if self._server is not None and self._server.returncode is None:
            self._server.kill()


class EngineClient:
    """Asks an engine process for reviews."""

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings
        self._channel: _Channel | None = None
        self._starting = asyncio.Lock()
        self._jobs = itertools.count(1)
        self._watchers: dict[int, Callable[[ProgressNote], None]] = {}

    @property
    def running(self) -> bool:
        return self._channel is not None and not self._channel.died.is_set()

    async def review(self, task: ReviewTask, watch: Callable[[ProgressNote], None]) -> ReviewReply:
        """One document's review. Cancelling the coroutine stops the engine's work within one batch.

        Raises
        ------
        EngineError
            If the engine failed at this task, or ended twice in a row; then with its last words.
        """
        job = next(self._jobs)
        request = ReviewRequest(job, task)
        self._watchers[job] = watch
        try:
            try:
                reply: ReviewReply = await self._request(REVIEW, request)
            except EngineDied:
                logger.warning("the engine ended; it is started again")
                reply = await self._request(REVIEW, request)
        finally:
            del self._watchers[job]
        return reply

    async def status(self) -> EngineStatus:
        """What the engine has loaded; starts it if need be."""
        status: EngineStatus = await self._request(STATUS, None)
        return status

    def stop(self) -> None:
        """End the engine process at once; what it computed is in the cache."""
        if self._channel is not None:
            self._channel.kill()
        self._channel = None

    async def _request(self, method: str, params: ReviewRequest | None) -> Any:
        channel = await self._running_channel()
        number = f"{method}-{next(self._jobs)}"
        answer = asyncio.ensure_future(channel.protocol.send_request_async(method, params, msg_id=number))
        death = asyncio.create_task(channel.died.wait())
        try:
            await asyncio.wait({answer, death}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done() or isinstance(answer.exception(), RuntimeError):
                raise EngineDied("\n".join(channel.last_words) or "the engine ended without a word")
            return answer.result()
        except asyncio.CancelledError:
            channel.protocol.notify("$/cancelRequest", CancelParams(number))
            raise
        except JsonRpcException as error:
            raise EngineError(str(error)) from error
        finally:
            answer.cancel()
            death.cancel()

    async def _running_channel(self) -> _Channel:
        async with self._starting:
            if self._channel is None or self._channel.died.is_set():
                channel = _Channel()
                channel.feature(PROGRESS)(partial(_tell, self._watchers))
                await channel.start(self.settings)
                self._channel = channel
            return self._channel


def _tell(watchers: dict[int, Callable[[ProgressNote], None]], note: ProgressNote) -> None:
    watch = watchers.get(note.job)
    if watch is not None:
        watch(note)
