"""One client's connection, seen from the engine."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from threading import Event
from typing import Any

from pygls.exceptions import JsonRpcInternalError
from pygls.io_ import run_async
from pygls.server import JsonRPCServer

from markscheme.engine.admission import Reader
from markscheme.engine.failures import EngineError
from markscheme.engine.messages import GOODBYE, PROGRESS, EngineProtocol, Envelope, ProgressNote, make_converter
from markscheme.engine.replies import reply_text
from markscheme.engine.requests.request import Call, Request
from markscheme.engine.review_parts import SentReviews
from markscheme.engine.service import Service, log_failure
from markscheme.engine.texts import TextsMissing
from markscheme.progress import Progress, silent

logger = logging.getLogger(__name__)

MAX_UNREAD_BYTES = 1_000_000
"""Bytes that a client may leave unread before it gets no further notifications of progress."""


class Connection(JsonRPCServer):
    """Answers the requests of one client.

    Attributes
    ----------
    idle
        Seconds that the engine stays if this client is the last to leave; ``None`` before the client's hello.
    count_clients
        Returns the number of the engine's clients.
    stop_engine
        Ends the engine.
    """

    def __init__(
        self,
        writer: asyncio.StreamWriter,
        requests: Iterable[Request[Any, Any]],
        service: Service,
        count_clients: Callable[[], int],
        stop_engine: Callable[[], None],
    ) -> None:
        self._converter = make_converter()
        super().__init__(EngineProtocol, lambda: self._converter)
        self.idle: float | None = None
        self.count_clients = count_clients
        self.stop_engine = stop_engine
        self._writer = writer
        self._service = service
        self._reviews = SentReviews()
        self._calls: set[asyncio.Task[Any]] = set()
        self.protocol.set_writer(writer)
        for request in requests:
            self.protocol.fm.feature(request.method)(self._handler(request))

    async def serve(self, reader: Reader) -> None:
        """Answer until the client leaves; then cancel its requests that have no reply yet."""
        try:
            await run_async(Event(), reader, self.protocol, logger, self.report_server_error)
        finally:
            for task in self._calls:
                task.cancel()

    def report_server_error(self, error: Exception, source: Any) -> None:
        del source
        if not isinstance(error, TextsMissing):
            log_failure(error)

    async def close(self) -> None:
        """Notify the client and close the connection after all earlier messages are sent."""
        self.protocol.notify(GOODBYE)
        self._writer.close()
        await self._writer.wait_closed()

    def _handler(self, request: Request[Any, Any]) -> Callable[[Any], Awaitable[Any]]:
        async def handle(message: Any) -> Any:
            task = asyncio.current_task()
            assert task is not None
            self._calls.add(task)
            try:
                return await self._answer(request, self._converter.structure(message, Envelope))
            except EngineError as error:
                raise JsonRpcInternalError(str(error)) from error
            finally:
                self._calls.discard(task)

        return handle

    async def _answer(self, request: Request[Any, Any], envelope: Envelope) -> str:
        params = self._converter.structure(self._service.texts.attach(envelope.params, envelope.texts), request.params)
        progress = self._progress() if request.reports_progress else silent
        key = f"{request.method} {envelope.key}"
        reply = await request.handler(Call(key, envelope.priority, progress, self, self._service), params)
        return reply_text(self._reviews.parted(reply, envelope.basis))

    def _progress(self) -> Progress:
        """Return what notifies the client of the progress of the request that is being answered."""
        request_id = str(self.protocol.msg_id)

        def notify(stage: str, done: int, total: int) -> None:
            if self._writer.transport.get_write_buffer_size() < MAX_UNREAD_BYTES:
                self.protocol.notify(PROGRESS, ProgressNote(request_id, stage, done, total))

        return notify
