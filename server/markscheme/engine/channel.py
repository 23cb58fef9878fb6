"""One connection to an engine, seen from its client."""

import asyncio
import itertools
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async

from markscheme.engine.admission import credential
from markscheme.engine.failures import EngineError
from markscheme.engine.messages import (
    GOODBYE,
    HELLO,
    PROGRESS,
    CancelParams,
    EngineProtocol,
    Hello,
    ProgressNote,
    make_converter,
)
from markscheme.engine.rendezvous import Rendezvous
from markscheme.engine.transport import connect, is_socket

logger = logging.getLogger(__name__)

ANSWER = 60.0
"""Seconds in which an engine must have said that it is there."""


class ChannelClosed(Exception):
    """The connection ended before an answer came."""


class Channel(JsonRPCClient):
    """A connection to an engine.

    Attributes
    ----------
    closed
        Done when the connection is over.
    foreseen
        Whether the engine or the client meant it to be.
    last_words
        What the engine's log ended with when the connection was over and this was not meant.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        rendezvous: Rendezvous,
        tell: Callable[[ProgressNote], None],
    ) -> None:
        super().__init__(EngineProtocol, make_converter)
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.foreseen = False
        self.last_words = ""
        self._numbers = itertools.count(1)
        self._rendezvous = rendezvous
        self._writer = writer
        self.protocol.set_writer(writer)
        self.feature(PROGRESS)(partial(tell))
        self.feature(GOODBYE)(partial(self._foresee))
        self._reading = asyncio.create_task(self._read(reader))
        self._reading.add_done_callback(self._end)

    @classmethod
    async def opened(
        cls, rendezvous: Rendezvous, idle: float, tell: Callable[[ProgressNote], None]
    ) -> "Channel | None":
        """A connection to the engine that can be met there. ``None``: there is none, or it is about to end.

        Raises
        ------
        EngineError
            If there is one that does not answer.
        """
        meeting = rendezvous.meeting()
        if meeting is None or not (is_socket(meeting.address) or rendezvous.occupied()):
            return None
        try:
            reader, writer = await connect(meeting.address)
        except (OSError, ValueError):
            return None
        writer.write(credential(meeting.token))
        channel = cls(reader, writer, rendezvous, tell)
        try:
            async with asyncio.timeout(ANSWER):
                await channel.request(HELLO, Hello(idle))
        except ChannelClosed:
            return None
        except TimeoutError:
            channel.close()
            raise EngineError(f"the engine (process {meeting.pid}) does not answer; end that process") from None
        except BaseException:
            channel.close()
            raise
        return channel

    async def request(self, method: str, params: Any = None) -> Any:
        """The engine's answer. Cancelling the coroutine cancels the request.

        Raises
        ------
        ChannelClosed
            If the connection ends first.
        EngineError
            If the engine answers that it failed.
        """
        if self.closed.done():
            raise ChannelClosed
        number = f"{method}-{next(self._numbers)}"
        answer = self.protocol.send_request_async(method, params, msg_id=number)
        answer.add_done_callback(_retrieved)
        try:
            await asyncio.wait({answer, self.closed}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if not self.closed.done():
                self.protocol.notify("$/cancelRequest", CancelParams(number))
            raise
        if not answer.done():
            raise ChannelClosed
        try:
            return answer.result()
        except JsonRpcException as error:
            raise EngineError(str(error)) from error

    def close(self) -> None:
        """Leave. What is still asked for ends with :class:`ChannelClosed`."""
        self._reading.cancel()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            await run_async(self._stop_event, reader, self.protocol, logger, self.report_server_error)

    def _end(self, reading: asyncio.Task[None]) -> None:
        self.foreseen |= reading.cancelled()
        self._writer.close()
        if not self.foreseen:
            self.last_words = self._rendezvous.last_words()
        self.closed.set_result(None)

    def _foresee(self, _: None) -> None:
        self.foreseen = True


def _retrieved(answer: "asyncio.Future[Any]") -> None:
    """Nobody may be left to look at an error."""
    if not answer.cancelled():
        answer.exception()
