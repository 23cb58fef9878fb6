"""One connection to an engine, seen from its client."""

import asyncio
import itertools
import logging
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import attrs
from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async

from markscheme.engine.admission import credential
from markscheme.engine.failures import EngineError
from markscheme.engine.messages import (
    GOODBYE,
    PROGRESS,
    CancelParams,
    EngineProtocol,
    Envelope,
    ProgressNote,
    make_converter,
)
from markscheme.engine.rendezvous import Rendezvous
from markscheme.engine.replies import read_reply
from markscheme.engine.requests.fingerprint import protocol
from markscheme.engine.requests.lifecycle import HELLO
from markscheme.engine.requests.request import Request
from markscheme.engine.review_parts import ReadReviews
from markscheme.engine.texts import SentTexts, TextsMissing, detach
from markscheme.engine.transport import connect, is_socket
from markscheme.progress import Progress, silent

logger = logging.getLogger(__name__)
P = TypeVar("P")
R = TypeVar("R")

HELLO_TIMEOUT = 60.0
"""Seconds to wait for an engine's reply to the first request."""


class ChannelClosed(Exception):
    """The connection ended before the reply came."""


class Channel(JsonRPCClient):
    """A connection to an engine.

    Attributes
    ----------
    closed
        Done when the connection has ended.
    expected
        Whether the engine or the client ended it on purpose.
    log_tail
        The end of the engine's log, where the connection ended unexpectedly.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rendezvous: Rendezvous) -> None:
        self._converter = make_converter()
        super().__init__(EngineProtocol, lambda: self._converter)
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.expected = False
        self.log_tail = ""
        self._numbers = itertools.count(1)
        self._rendezvous = rendezvous
        self._writer = writer
        self._progress: dict[str, Progress] = {}
        self._sent = SentTexts()
        self._reviews = ReadReviews()
        self.protocol.set_writer(writer)
        # pygls sets an attribute on a handler, which a bound method does not take.
        self.feature(PROGRESS)(partial(self._report))
        self.feature(GOODBYE)(partial(self._expect_end))
        self._reading = asyncio.create_task(self._read(reader))
        self._reading.add_done_callback(self._end)

    @classmethod
    async def open(cls, rendezvous: Rendezvous, idle: float) -> "Channel | None":
        """Connect to the engine announced there. Return ``None`` if there is no engine or it is about to end.

        Raises
        ------
        EngineError
            If there is an engine that does not reply, or one of another version of the protocol.
        """
        meeting = rendezvous.meeting()
        if meeting is None or not (is_socket(meeting.address) or rendezvous.occupied()):
            return None
        try:
            reader, writer = await connect(meeting.address)
        except (OSError, ValueError):
            return None
        if meeting.protocol != protocol():
            # This program started the engine after its files were replaced by another version's.
            writer.close()
            raise EngineError("Markscheme was updated while this server ran; restart the server")
        writer.write(credential(meeting.token))
        channel = cls(reader, writer, rendezvous)
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                await channel.ask(HELLO, idle)
        except ChannelClosed:
            return None
        except TimeoutError:
            channel.close()
            raise EngineError(f"the engine (process {meeting.pid}) does not answer; end that process") from None
        except BaseException:
            channel.close()
            raise
        return channel

    async def ask(
        self, request: Request[P, R], params: P, progress: Progress = silent, priority: int | None = None
    ) -> R:
        """Return the engine's reply. Cancelling the coroutine cancels the request.

        Parameters
        ----------
        progress
            Called in the event loop's thread, where the request reports progress.
        priority
            Used in place of the request's own.

        Raises
        ------
        ChannelClosed
            If the connection ends first.
        EngineError
            If the engine fails to answer.
        """
        if self.closed.done():
            raise ChannelClosed
        packed, texts = detach(self._converter.unstructure(params, request.params))
        basis = self._reviews.basis(params)
        unsent = self._sent.unsent(texts)
        envelope = Envelope(packed, request.priority if priority is None else priority, unsent, basis.name)
        try:
            try:
                result = await self._result(request.method, envelope, progress)
            except JsonRpcException as error:
                if error.code != TextsMissing.CODE:
                    raise
                result = await self._result(request.method, attrs.evolve(envelope, texts=texts), progress)
        except JsonRpcException as error:
            raise EngineError(str(error)) from error
        return self._reviews.whole(read_reply(result, request.reply), params, basis)

    def close(self) -> None:
        """Leave the engine. Requests without a reply end with :class:`ChannelClosed`."""
        self._reading.cancel()

    async def _result(self, method: str, envelope: Envelope, progress: Progress) -> Any:
        number = f"{method}-{next(self._numbers)}"
        reply = self.protocol.send_request_async(method, envelope, msg_id=number)
        reply.add_done_callback(_retrieve)
        self._progress[number] = progress
        try:
            await asyncio.wait({reply, self.closed}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if not self.closed.done():
                self.protocol.notify("$/cancelRequest", CancelParams(number))
            raise
        finally:
            del self._progress[number]
        if not reply.done():
            raise ChannelClosed
        return reply.result()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            await run_async(self._stop_event, reader, self.protocol, logger, self.report_server_error)

    def _report(self, note: ProgressNote) -> None:
        self._progress.get(note.id, silent)(note.stage, note.done, note.total)

    def _expect_end(self, _: None) -> None:
        self.expected = True

    def _end(self, reading: asyncio.Task[None]) -> None:
        self.expected |= reading.cancelled()
        self._writer.close()
        if not self.expected:
            self.log_tail = self._rendezvous.log_tail()
        self.closed.set_result(None)


def _retrieve(reply: "asyncio.Future[Any]") -> None:
    """Retrieve an error that no caller is left to see; asyncio would log it."""
    if not reply.cancelled():
        reply.exception()
