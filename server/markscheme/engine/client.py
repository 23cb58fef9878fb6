"""An engine for the language server: joined or started on first need, and shared with other windows."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from markscheme.engine.channel import Channel, ChannelClosed
from markscheme.engine.failures import EngineDied, EngineError
from markscheme.engine.requests.lifecycle import STOP
from markscheme.engine.requests.request import Request
from markscheme.engine.starter import join
from markscheme.progress import Progress, silent
from markscheme.scoring.settings import EngineSettings

logger = logging.getLogger(__name__)
P = TypeVar("P")
R = TypeVar("R")

DEFAULT_IDLE = 300.0
"""Seconds that an engine stays after its last client has left, unless set otherwise."""
MAX_CRASHES = 2
"""Engines that may crash under one request before the client gives it up."""


class EngineClient:
    """Sends requests to an engine. Joins or starts it on first need, and again after a crash."""

    def __init__(
        self, settings: EngineSettings, *, idle: float = DEFAULT_IDLE, on_restart: Callable[[], None] = lambda: None
    ) -> None:
        """Create a client that has not joined yet.

        Parameters
        ----------
        idle
            Seconds that the engine stays if this client is the last to leave it; 0: it ends at once.
        on_restart
            Called in the event loop's thread each time an engine has crashed under this client.
        """
        self.settings = settings
        self.idle = idle
        self._on_restart = on_restart
        self._channel: Channel | None = None
        self._left = False
        self._joining: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether the client is connected to an engine."""
        return self._channel is not None and not self._channel.closed.done()

    async def ask(
        self, request: Request[P, R], params: P, progress: Progress = silent, priority: int | None = None
    ) -> R:
        """Return the engine's reply; join or start the engine if needed.

        Cancelling the coroutine stops the engine's work within one batch.

        Parameters
        ----------
        progress
            Called in the event loop's thread, where the request reports progress.
        priority
            Used in place of the request's own; lower goes first.

        Raises
        ------
        EngineError
            If the engine fails to answer, can't be started, or crashes twice; then with the end of its log.
        """
        crashes = 0
        while True:
            channel = await self._join()
            try:
                return await channel.ask(request, params, progress, priority)
            except ChannelClosed:
                crashes += not channel.expected
                if crashes == MAX_CRASHES:
                    raise EngineDied(channel.log_tail) from None

    async def ask_if_running(self, request: Request[P, R], params: P) -> R | None:
        """Return the engine's reply, or ``None`` if this client is not connected to an engine.

        Raises
        ------
        EngineError
            If the engine fails to answer.
        """
        if self._channel is None or self._channel.closed.done():
            return None
        try:
            return await self._channel.ask(request, params)
        except ChannelClosed:
            return None

    async def restart(self) -> None:
        """End the engine for all its clients and start a new one. Requests without a reply are sent again.

        Raises
        ------
        EngineError
            If it can't be started.
        """
        channel = await self._join()
        try:
            await channel.ask(STOP, None)
        except ChannelClosed:
            logger.info("the engine ended before it was asked to")
        await asyncio.wait({channel.closed})
        await self._join()

    def stop(self) -> None:
        """Leave the engine for good; it ends when it has had no clients for a while."""
        self._left = True
        if self._channel is not None:
            self._channel.close()

    async def _join(self) -> Channel:
        """Return the channel; join or start the engine if needed.

        A caller that is cancelled meanwhile, as by a keystroke, does not end that: the next one would start a second
        engine while the first still loads.
        """
        while self._channel is None or self._channel.closed.done():
            self._refuse_when_left()
            if self._joining is None:
                self._joining = asyncio.create_task(self._open())
                self._joining.add_done_callback(self._end_joining)
            await asyncio.shield(self._joining)
        self._refuse_when_left()
        return self._channel

    async def _open(self) -> None:
        channel = self._channel = await join(self.settings, self.idle)
        channel.closed.add_done_callback(lambda _: self._report_end(channel))
        if self._left:
            channel.close()

    def _end_joining(self, joining: asyncio.Task[None]) -> None:
        self._joining = None
        if not joining.cancelled():
            joining.exception()  # retrieved, in case no caller is left to see it

    def _refuse_when_left(self) -> None:
        if self._left:
            raise EngineError("the engine was left")

    def _report_end(self, channel: Channel) -> None:
        if not channel.expected:
            logger.warning("the engine ended; it is started again when it is needed")
            self._on_restart()


__all__ = ["DEFAULT_IDLE", "EngineClient", "EngineDied", "EngineError"]
