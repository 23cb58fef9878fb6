"""The server's engine, joined or started on first need, and shared; locks prevent a second for the same settings."""

import asyncio
import itertools
import json
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import attrs
from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async

from markscheme.inference.settings import EngineSettings
from markscheme.progress import Progress, silent
from markscheme.server.engine import protocol
from markscheme.server.engine.endpoint import (
    ANSWER_TIMEOUT,
    Endpoint,
    EngineDied,
    EngineError,
    connect,
    credential,
    is_socket,
    launch,
)
from markscheme.server.engine.protocol import HELLO, STOP, ReadReviews, Request, protocol_version

logger = logging.getLogger(__name__)
P = TypeVar("P")
R = TypeVar("R")


class _ChannelClosed(Exception):
    """The connection ended before the reply came."""


class Channel(JsonRPCClient):
    """A connection to an engine; ``closed`` is done when it has ended.

    ``expected`` if the engine or the client ended it on purpose, else ``log_tail`` has the end of the engine's log.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, endpoint: Endpoint) -> None:
        self._converter = protocol.make_converter()
        super().__init__(protocol.EngineProtocol, lambda: self._converter)
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.expected = False
        self.log_tail = ""
        self._numbers = itertools.count(1)
        self._endpoint = endpoint
        self._writer = writer
        self._progress: dict[str, Progress] = {}
        self._sent = protocol.SentTexts()
        self._reviews = ReadReviews()
        self.protocol.set_writer(writer)
        # pygls sets an attribute on a handler, which a bound method does not take.
        self.feature(protocol.PROGRESS)(partial(self._report))
        self.feature(protocol.GOODBYE)(partial(self._expect_end))
        self._reading = asyncio.create_task(self._read(reader))
        self._reading.add_done_callback(self._end)

    @classmethod
    async def open(cls, endpoint: Endpoint, idle: float) -> "Channel | None":
        """Connect to the engine announced there; ``None`` if there is none or it is about to end.

        Raise EngineError if it does not reply, or has another version of the protocol.
        """
        announcement = endpoint.announcement()
        if announcement is None or not (is_socket(announcement.address) or endpoint.occupied()):
            return None
        try:
            reader, writer = await connect(announcement.address)
        except (OSError, ValueError):
            return None
        if announcement.protocol != protocol_version():
            # This program started the engine after its files were replaced by another version's.
            writer.close()
            raise EngineError("Markscheme was updated while this server ran; restart the server")
        writer.write(credential(announcement.token))
        channel = cls(reader, writer, endpoint)
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await channel.ask(HELLO, idle)
        except _ChannelClosed:
            return None
        except TimeoutError:
            channel.close()
            raise EngineError(f"the engine (process {announcement.pid}) does not answer; end that process") from None
        except BaseException:
            channel.close()
            raise
        return channel

    async def ask(
        self, request: Request[P, R], params: P, progress: Progress = silent, priority: int | None = None
    ) -> R:
        """Return the engine's reply; cancelling cancels the request. Progress is called in the event loop's thread.

        Raise _ChannelClosed if the connection ends first, else as :meth:`EngineClient.ask`.
        """
        if self.closed.done():
            raise _ChannelClosed
        packed, texts = protocol.detach(self._converter.unstructure(params, request.params))
        basis = self._reviews.basis(params)
        unsent = self._sent.unsent(texts)
        envelope = protocol.Envelope(packed, request.priority if priority is None else priority, unsent, basis.name)
        try:
            try:
                result = await self._result(request.method, envelope, progress)
            except JsonRpcException as error:
                if error.code != protocol.TextsMissing.CODE:
                    raise
                result = await self._result(request.method, attrs.evolve(envelope, texts=texts), progress)
        except JsonRpcException as error:
            raise protocol.from_error(error) from error
        return self._reviews.whole(protocol.read_reply(result, request.reply), params, basis)

    def close(self) -> None:
        """Leave the engine. Requests without a reply end with :class:`_ChannelClosed`."""
        self._reading.cancel()

    async def _result(self, method: str, envelope: protocol.Envelope, progress: Progress) -> Any:
        number = f"{method}-{next(self._numbers)}"
        reply = self.protocol.send_request_async(method, envelope, msg_id=number)
        reply.add_done_callback(_retrieve)
        self._progress[number] = progress
        try:
            await asyncio.wait({reply, self.closed}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if not self.closed.done():
                self.protocol.notify("$/cancelRequest", protocol.CancelParams(number))
            raise
        finally:
            del self._progress[number]
        if not reply.done():
            raise _ChannelClosed
        return reply.result()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            await run_async(self._stop_event, reader, self.protocol, logger, self.report_server_error)

    def _report(self, note: protocol.ProgressNote) -> None:
        self._progress.get(note.id, silent)(note.stage, note.done, note.total)

    def _expect_end(self, _: None) -> None:
        self.expected = True

    def _end(self, reading: asyncio.Task[None]) -> None:
        self.expected |= reading.cancelled()
        self._writer.close()
        if not self.expected:
            self.log_tail = self._endpoint.log_tail()
        self.closed.set_result(None)


def _retrieve(reply: "asyncio.Future[Any]") -> None:
    """Retrieve an error that no caller is left to see; asyncio would log it."""
    if not reply.cancelled():
        reply.exception()


START_TIMEOUT = 120.0
"""Seconds to wait for an engine to start, or for an ending one to be gone."""
POLL_INTERVAL = 0.05
"""Seconds between two attempts to connect to a starting engine."""


async def join(settings: EngineSettings, idle: float) -> Channel:
    """Return a channel to the engine of these settings; start it if needed, or raise EngineError."""
    from filelock import AsyncFileLock

    settings = settings.resolved()
    endpoint = Endpoint.of(settings, protocol_version())
    channel = await Channel.open(endpoint, idle)
    if channel is not None:
        return channel
    try:
        async with asyncio.timeout(START_TIMEOUT):
            # Not in an executor: there, a cancelled coroutine would leave the lock taken.
            async with AsyncFileLock(endpoint.start_lock, run_in_executor=False):
                return await _start(settings, endpoint, idle)
    except TimeoutError:
        message = f"the engine did not start within {START_TIMEOUT:.0f} s; its log is {endpoint.log}"
        raise EngineError(message) from None


async def _start(settings: EngineSettings, endpoint: Endpoint, idle: float) -> Channel:
    pid: int | None = None
    while True:
        channel = await Channel.open(endpoint, idle)
        if channel is not None:
            return channel
        if not (pid and _is_running(pid)) and not endpoint.occupied():
            if pid:
                raise EngineDied(endpoint.log_tail())
            pid = await asyncio.to_thread(_launch, settings, endpoint)
        await asyncio.sleep(POLL_INTERVAL)


def _launch(settings: EngineSettings, endpoint: Endpoint) -> int:
    endpoint.shorten_log()
    text = json.dumps(protocol.make_converter().unstructure(settings))
    # -P: a Python file in the editor's working folder must not shadow the engine's modules.
    # -I: a client that ignores Python's environment variables starts an engine that ignores them too.
    isolation = "-I" if sys.flags.isolated else "-P"
    return launch([sys.executable, isolation, "-m", "markscheme.server.engine", text, str(endpoint.base)], endpoint.log)


def _is_running(pid: int) -> bool:
    import psutil

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


_MAX_CRASHES = 2
"""Engines that may crash under one request before the client gives it up."""


class EngineClient:
    """Sends requests to an engine. Joins or starts it on first need, and again after a crash."""

    def __init__(self, settings: EngineSettings, *, idle: float, on_restart: Callable[[], None] = lambda: None) -> None:
        """Join no engine yet.

        ``idle``: seconds that the engine stays if this client is the last to leave. ``on_restart`` is called in the
        event loop's thread each time an engine has crashed under this client.
        """
        self.settings = settings
        self.idle = idle
        self._on_restart = on_restart
        self._channel: Channel | None = None
        self._left = False
        self._joining: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self._channel is not None and not self._channel.closed.done()

    async def ask(
        self, request: Request[P, R], params: P, progress: Progress = silent, priority: int | None = None
    ) -> R:
        """Return the engine's reply; join or start the engine if needed. Lower priorities go first.

        Cancelling stops the engine's work within one batch. Progress is called in the event loop's thread. Raise
        DocumentError if the documents prevent the answer, EngineIncomplete if the engine lacks a part, EngineError if
        it fails to answer, can't be started, or crashes twice; then with the end of its log.
        """
        crashes = 0
        while True:
            channel = await self._join()
            try:
                return await channel.ask(request, params, progress, priority)
            except _ChannelClosed:
                crashes += not channel.expected
                if crashes == _MAX_CRASHES:
                    raise EngineDied(channel.log_tail) from None

    async def ask_if_running(self, request: Request[P, R], params: P) -> R | None:
        """Return ``None`` if this client is not connected to an engine; raise EngineError if it fails to answer."""
        if self._channel is None or self._channel.closed.done():
            return None
        try:
            return await self._channel.ask(request, params)
        except _ChannelClosed:
            return None

    async def restart(self) -> None:
        """End the engine for all clients and start a new one, or raise EngineError; open requests are sent again."""
        channel = await self._join()
        try:
            await channel.ask(STOP, None)
        except _ChannelClosed:
            logger.info("the engine ended before it was asked to")
        await asyncio.wait({channel.closed})
        await self._join()

    def stop(self) -> None:
        """Leave the engine for good; it ends when it has had no clients for a while."""
        self._left = True
        if self._channel is not None:
            self._channel.close()

    async def _join(self) -> Channel:
        """Join though the caller is cancelled, as by a keystroke: the next one would start a second engine."""
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
