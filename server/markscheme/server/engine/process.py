"""The engine as a process of its own, shared by all windows of a user; a lock keeps it the only one for its settings.

It ends a while after its last client. The event loop reads messages while the scheduler's one worker thread works.
"""

import asyncio
import faulthandler
import logging
import os
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from threading import Event
from typing import Any

from filelock import FileLock, Timeout
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async
from pygls.server import JsonRPCServer

from markscheme.errors import DocumentError
from markscheme.garbage_collection import collect_seldom
from markscheme.inference.settings import EngineSettings
from markscheme.progress import Progress, silent
from markscheme.server.engine import messages
from markscheme.server.engine.admission import Reader, admit
from markscheme.server.engine.rendezvous import Meeting, Rendezvous, listen
from markscheme.server.engine.requests import Request, protocol
from markscheme.server.engine.review_parts import SentReviews
from markscheme.server.engine.service import HANDLERS, Call, Client, Handler, Service, log_failure

logger = logging.getLogger(__name__)

Handlers = Mapping[Request[Any, Any], Handler[Any, Any]]

MAX_UNREAD_BYTES = 1_000_000
"""Bytes that a client may leave unread before it gets no further notifications of progress."""


class Connection(JsonRPCServer):
    """Answers the requests of one client."""

    def __init__(self, writer: asyncio.StreamWriter, handlers: Handlers, service: Service, client: Client) -> None:
        self._converter = messages.make_converter()
        super().__init__(messages.EngineProtocol, lambda: self._converter)
        self.client = client
        self._writer = writer
        self._service = service
        self._reviews = SentReviews()
        self._calls: set[asyncio.Task[Any]] = set()
        self.protocol.set_writer(writer)
        for request, handler in handlers.items():
            self.protocol.fm.feature(request.method)(self._handler(request, handler))

    async def serve(self, reader: Reader) -> None:
        """Answer until the client leaves; then cancel its requests that have no reply yet."""
        try:
            await run_async(Event(), reader, self.protocol, logger, self.report_server_error)
        finally:
            for task in self._calls:
                task.cancel()

    def report_server_error(self, error: Exception, source: Any) -> None:
        del source
        if not (isinstance(error, JsonRpcException) and error.code in messages.EXPECTED_CODES):
            log_failure(error)

    async def close(self) -> None:
        """Notify the client and close the connection after all earlier messages are sent."""
        self.protocol.notify(messages.GOODBYE)
        self._writer.close()
        await self._writer.wait_closed()

    def _handler(self, request: Request[Any, Any], handler: Handler[Any, Any]) -> Callable[[Any], Awaitable[Any]]:
        async def handle(message: Any) -> Any:
            task = asyncio.current_task()
            assert task is not None
            self._calls.add(task)
            try:
                return await self._answer(request, handler, self._converter.structure(message, messages.Envelope))
            except (messages.EngineError, DocumentError) as error:
                raise messages.to_error(error) from error
            finally:
                self._calls.discard(task)

        return handle

    async def _answer(self, request: Request[Any, Any], handler: Handler[Any, Any], envelope: messages.Envelope) -> str:
        params = self._converter.structure(self._service.texts.attach(envelope.params, envelope.texts), request.params)
        progress = self._progress() if request.reports_progress else silent
        key = f"{request.method} {envelope.key}"
        reply = await handler(Call(key, envelope.priority, progress, self.client, self._service), params)
        return messages.reply_text(self._reviews.parted(reply, envelope.basis))

    def _progress(self) -> Progress:
        request_id = str(self.protocol.msg_id)

        def notify(stage: str, done: int, total: int) -> None:
            if self._writer.transport.get_write_buffer_size() < MAX_UNREAD_BYTES:
                self.protocol.notify(messages.PROGRESS, messages.ProgressNote(request_id, stage, done, total))

        return notify


LOCK_TIMEOUT = 0.5
"""Seconds to wait for the engine's lock. A client holds it for a moment to see whether an engine does."""
FIRST_CLIENT_TIMEOUT = 60.0
"""Seconds to wait for the client that started the engine."""
RENDEZVOUS_CHECK_INTERVAL = 30.0
"""Seconds between two checks that clients can still find this engine."""
SHUTDOWN_GRACE = 1.0
"""Seconds that clients have to read the last messages."""


class EngineProcess:
    """Listens, admits clients, and ends when it is no longer needed."""

    def __init__(self, settings: EngineSettings, rendezvous: Rendezvous, handlers: Handlers = HANDLERS) -> None:
        self._rendezvous = rendezvous
        self._handlers = handlers
        self._token = secrets.token_urlsafe(32)
        self._service = Service(settings)
        self._clients: set[Connection] = set()
        self._over = asyncio.Event()
        self._leaving: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        server, address = await listen(self._rendezvous.socket, self._accept)
        meeting = Meeting(address, self._token, os.getpid(), protocol())
        self._rendezvous.announce(meeting)
        with suppress(NotImplementedError):  # Windows ends a process without a signal
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._over.set)
        self._end_in(FIRST_CLIENT_TIMEOUT)
        checks = asyncio.create_task(self._check_rendezvous(meeting))
        await self._over.wait()
        # The reply to the request that stops the engine is written in this turn of the loop.
        await asyncio.sleep(0)
        checks.cancel()
        self._rendezvous.withdraw(meeting)
        server.close()
        closing = [asyncio.create_task(client.close()) for client in self._clients]
        if closing:
            await asyncio.wait(closing, timeout=SHUTDOWN_GRACE)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                admitted = await admit(reader, self._token)
                if admitted is not None and not self._over.is_set():
                    await self._serve(admitted, writer)
        finally:
            writer.close()

    async def _serve(self, reader: Reader, writer: asyncio.StreamWriter) -> None:
        client = Client(lambda: len(self._clients), self._over.set)
        connection = Connection(writer, self._handlers, self._service, client)
        self._clients.add(connection)
        if self._leaving is not None:
            self._leaving.cancel()
        try:
            await connection.serve(reader)
        finally:
            self._clients.discard(connection)
            if not self._clients:
                self._end_in(FIRST_CLIENT_TIMEOUT if client.idle is None else client.idle)

    def _end_in(self, seconds: float) -> None:
        self._leaving = asyncio.get_running_loop().call_later(max(0.0, seconds), self._over.set)

    async def _check_rendezvous(self, meeting: Meeting) -> None:
        """End the engine when its announcement is gone: clients can't find it and would start another one."""
        while self._rendezvous.meeting() == meeting:
            await asyncio.sleep(RENDEZVOUS_CHECK_INTERVAL)
        self._over.set()


def run(settings: EngineSettings, rendezvous: Rendezvous) -> None:
    """Be the engine of these settings; end at once if there is one already."""
    lock = FileLock(rendezvous.life_lock)
    try:
        lock.acquire(timeout=LOCK_TIMEOUT)
    except Timeout:
        return
    _begin_log()
    collect_seldom()
    os.chdir(rendezvous.base.parent)
    try:
        asyncio.run(EngineProcess(settings, rendezvous).run())
    finally:
        sys.stderr.flush()
        # The worker thread may be in the middle of a job that no client needs.
        os._exit(0)


def _begin_log() -> None:
    """Log to standard error. pygls would log the messages themselves, which hold documents."""
    with suppress(OSError):  # a terminal, if a person runs it by hand
        os.ftruncate(sys.stderr.fileno(), 0)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    faulthandler.enable()
