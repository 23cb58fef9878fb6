"""The engine as a process of its own, shared by all windows of a user.

It holds a lock for as long as it lives, so there is never a second one for the same settings. It ends a while after its
last client has left. The event loop reads requests and cancellations while the scheduler's one worker thread works.

Jobs with a lower priority number go first, then those that came first. Identical jobs join: they run once, and all
callers get the result. A job stops when all its callers have cancelled. A running job stops at its next batch for a job
of better priority and starts again later; the cache has the results of its finished batches.
"""

import asyncio
import faulthandler
import gc
import logging
import os
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, partial
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
from cachetools import LRUCache
from filelock import FileLock, Timeout
from pygls.exceptions import JsonRpcInternalError
from pygls.io_ import run_async
from pygls.server import JsonRPCServer

from markscheme.engine.admission import Reader, admit
from markscheme.engine.messages import (
    GOODBYE,
    PROGRESS,
    EngineError,
    EngineProtocol,
    Envelope,
    KeptTexts,
    ProgressNote,
    TextsMissing,
    make_converter,
    reply_text,
)
from markscheme.engine.rendezvous import Meeting, Rendezvous, listen, new_token
from markscheme.engine.requests import REQUESTS, Call, Request, protocol
from markscheme.engine.review_parts import SentReviews
from markscheme.garbage_collection import QuietCollection, collect_seldom
from markscheme.judges.judge import JudgeError
from markscheme.languages.language import LanguageError
from markscheme.progress import Cancelled, Progress, silent
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.engine.requests import QuestionsReply
    from markscheme.judges.panel import JudgePanel
    from markscheme.marking.documents import DocumentMarker
    from markscheme.scoring.models import Models


T = TypeVar("T")


@attrs.frozen
class _Caller:
    priority: int
    progress: Progress


class _Job:
    def __init__(self, number: int, work: Callable[[Progress], Any]) -> None:
        self.number = number
        self.work = work
        self.callers: dict[asyncio.Future[Any], _Caller] = {}
        self.interrupted = False
        """Read by the worker thread; set and cleared by the event loop."""

    @property
    def wanted(self) -> bool:
        return any(not future.done() for future in self.callers)

    @property
    def priority(self) -> int:
        return min(caller.priority for caller in self.callers.values())

    def report(self, stage: str, done: int, total: int) -> None:
        for future, caller in self.callers.items():
            if not future.done():
                caller.progress(stage, done, total)


class Scheduler:
    """Jobs by key. Its methods are called in the event loop's thread; only the jobs run in the worker thread."""

    def __init__(self) -> None:
        self.batches = 0
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._jobs: dict[Hashable, _Job] = {}
        self._running: _Job | None = None
        self._arrivals = 0
        self._collection = QuietCollection()

    @property
    def running(self) -> bool:
        return self._running is not None

    @property
    def queue(self) -> int:
        return len(self._jobs) - self.running

    async def result(self, key: Hashable, work: Callable[[Progress], T], priority: int, progress: Progress) -> T:
        """Return what the work returns, or raise what it raises. Cancelling the coroutine withdraws this caller.

        Work with an equal key is equal. It runs in the worker thread, calls its progress between batches and lets what
        that raises pass. The caller's progress is called in the event loop's thread, with the stage ``start`` when the
        work begins.
        """
        job = self._jobs.get(key)
        if job is None:
            self._arrivals += 1
            job = self._jobs[key] = _Job(self._arrivals, work)
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job.callers[result] = _Caller(priority, progress)
        self._arrange()
        try:
            return await result
        finally:
            del job.callers[result]
            if not job.callers and job is not self._running and self._jobs.get(key) is job:
                del self._jobs[key]
            self._arrange()

    def _arrange(self) -> None:
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
        self._collection.work_begins()

        def progress(stage: str, done: int, total: int) -> None:
            if job.interrupted:
                raise Cancelled
            self.batches += 1
            loop.call_soon_threadsafe(job.report, stage, done, total)

        job.report("start", 0, 1)
        future = loop.run_in_executor(self._worker, job.work, progress)
        future.add_done_callback(partial(self._ended, key, job))

    def _ended(self, key: Hashable, job: _Job, ended: asyncio.Future[Any]) -> None:
        self._running = None
        error = ended.exception()
        if not (isinstance(error, Cancelled) and job.wanted):
            del self._jobs[key]
            for result in job.callers:
                if result.done():
                    continue
                if error is None:
                    result.set_result(ended.result())
                else:
                    result.set_exception(error)
        self._collection.work_ends()
        self._arrange()


logger = logging.getLogger(__name__)

F = TypeVar("F")

KEPT_QUESTIONS = 8
"""Exercises whose questions are kept, by last use."""


class Service:
    """What the connections of an engine process share. Models are imported on first use: the process starts fast."""

    def __init__(self, settings: EngineSettings) -> None:
        self.scheduler = Scheduler()
        self.texts = KeptTexts()
        self.questions: LRUCache[str, QuestionsReply] = LRUCache(KEPT_QUESTIONS)
        self._settings = settings
        self._creation = Lock()
        self._documents: DocumentMarker | None = None
        self._frozen = (False, False, 0)

    def documents(self) -> "DocumentMarker":
        """Return what marks documents; may be called from any thread."""
        from markscheme.marking.documents import DocumentMarker
        from markscheme.scoring.models import Models

        with self._creation:
            if self._documents is None:
                self._documents = DocumentMarker(Models(self._settings))
            return self._documents

    @cached_property
    def judges(self) -> "JudgePanel":
        from markscheme.judges.panel import JudgePanel

        return JudgePanel()

    async def run(
        self,
        key: str,
        work: Callable[["DocumentMarker", Progress], T],
        on_failure: Callable[[tuple[DocumentError, ...], str | None], F],
        priority: int,
        progress: Progress,
    ) -> T | F:
        """Run work in the worker thread; see :meth:`markscheme.engine.requests.Call.run`.

        Cancelling the coroutine returns at once; the work stops within one batch, unless other calls share it.
        """

        def job(report: Progress) -> T | F:
            from markscheme.encoders.settings import EncoderError

            try:
                documents = self.documents()
                result = work(documents, report)
                self._freeze(documents.models)
                return result
            except DocumentError as problem:
                return on_failure((problem,), None)
            except (EncoderError, LanguageError, JudgeError) as error:
                return on_failure((), str(error))
            except Cancelled:
                raise
            except Exception as error:
                log_failure(error)
                raise

        return await self.scheduler.result(key, job, priority, progress)

    def _freeze(self, models: "Models") -> None:
        """Exclude loaded models from garbage collection: scanning them takes longer than marking one sentence."""
        loaded = (models.pipeline_loaded, models.loaded_encoder is not None, models.loaded_estimators)
        if loaded != self._frozen:
            self._frozen = loaded
            gc.freeze()


def log_failure(error: Exception) -> None:
    """Log an error's type and place, without its message: that may quote a document."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s\n%s", type(error).__name__, frames)


MAX_UNREAD_BYTES = 1_000_000
"""Bytes that a client may leave unread before it gets no further notifications of progress."""


class Connection(JsonRPCServer):
    """Answers the requests of one client.

    ``idle``: seconds that the engine stays if this client is the last to leave; ``None`` before the client's hello.
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
        request_id = str(self.protocol.msg_id)

        def notify(stage: str, done: int, total: int) -> None:
            if self._writer.transport.get_write_buffer_size() < MAX_UNREAD_BYTES:
                self.protocol.notify(PROGRESS, ProgressNote(request_id, stage, done, total))

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

    def __init__(
        self, settings: EngineSettings, rendezvous: Rendezvous, requests: Iterable[Request[Any, Any]] = REQUESTS
    ) -> None:
        self._rendezvous = rendezvous
        self._requests = tuple(requests)
        self._token = new_token()
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
        connection = Connection(writer, self._requests, self._service, lambda: len(self._clients), self._over.set)
        self._clients.add(connection)
        if self._leaving is not None:
            self._leaving.cancel()
        try:
            await connection.serve(reader)
        finally:
            self._clients.discard(connection)
            if not self._clients:
                self._end_in(FIRST_CLIENT_TIMEOUT if connection.idle is None else connection.idle)

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
