"""The engine as a process of its own, shared by all windows of a user; a lock keeps it the only one for its settings.

It ends a while after its last client. The event loop reads messages while the scheduler's one worker thread works:
lower priority numbers go first, then jobs that came first. Identical jobs join: they run once, and stop when all
callers have cancelled. A running job stops at its next batch for one of better priority and starts again later; the
cache has the results of its finished batches.

Handlers import spaCy and torch in their bodies, for a fast start.
"""

import asyncio
import faulthandler
import gc
import logging
import os
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, partial
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
from cachetools import LRUCache
from filelock import FileLock, Timeout
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async
from pygls.server import JsonRPCServer

from markscheme.errors import DocumentError, JudgeError, LanguageError
from markscheme.inference.settings import EngineSettings
from markscheme.marking.driver import Outcome, PassagePlan, Task
from markscheme.metrics.base import ModelQuestion
from markscheme.processes import QuietCollection, collect_seldom, keep_large_values_apart
from markscheme.progress import Cancelled, Progress, silent
from markscheme.research.adjudication import Wording, WordsQuestion
from markscheme.research.pool import PooledTexts
from markscheme.server.engine import protocol
from markscheme.server.engine.endpoint import (
    ANSWER_TIMEOUT,
    Announcement,
    Endpoint,
    EngineError,
    EngineIncomplete,
    Reader,
    admit,
    listen,
    log_failure,
)
from markscheme.server.engine.protocol import KeptTexts, MarkReply, Request, SentReviews, protocol_version

if TYPE_CHECKING:
    from markscheme.inference.cache import CacheStats
    from markscheme.inference.judge_panel import JudgePanel
    from markscheme.inference.models import Models
    from markscheme.marking.documents import DocumentMarker


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
        that raises pass. The caller's is called in the event loop's thread, with the stage ``start`` when work begins.
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

P = TypeVar("P")
R = TypeVar("R")

_KEPT_QUESTIONS = 8
"""Exercises whose questions are kept, by last use."""


class Service:
    """What the connections of an engine process share. Models are imported on first use."""

    def __init__(self, settings: EngineSettings) -> None:
        self.scheduler = Scheduler()
        self.texts = KeptTexts()
        self.questions: LRUCache[str, protocol.QuestionsReply] = LRUCache(_KEPT_QUESTIONS)
        self._settings = settings
        self._creation = Lock()
        self._documents: DocumentMarker | None = None
        self._frozen = (False, False, 0)

    def documents(self) -> "DocumentMarker":
        """Return what marks documents; may be called from any thread."""
        from markscheme.inference.models import Models
        from markscheme.marking.documents import DocumentMarker

        with self._creation:
            if self._documents is None:
                self._documents = DocumentMarker(Models(self._settings))
            return self._documents

    @cached_property
    def judges(self) -> "JudgePanel":
        from markscheme.inference.judge_panel import JudgePanel

        return JudgePanel()

    def freeze(self, models: "Models") -> None:
        """Exclude loaded models from garbage collection: scanning them takes longer than marking one sentence."""
        loaded = (models.pipeline_loaded, models.loaded_encoder is not None, models.loaded_estimators)
        if loaded != self._frozen:
            self._frozen = loaded
            gc.freeze()


@attrs.define
class Client:
    """A client, as handlers see it. ``idle``: seconds the engine stays if it leaves last; ``None`` before its hello."""

    count_clients: Callable[[], int]
    stop_engine: Callable[[], None]
    idle: float | None = None


@attrs.frozen
class Call:
    """One call of a request, as its handler sees it.

    Calls of the same request with equal parameters have an equal key, whoever sends them. ``progress`` may be called in
    the event loop's thread only.
    """

    key: str
    priority: int
    progress: Progress
    client: Client
    service: Service

    async def run(self, work: Callable[["DocumentMarker", Progress], T]) -> T:
        """Run work in the engine's worker thread when its turn comes. Calls with equal keys run once.

        Work calls its progress between batches and lets what that raises pass. Cancelling the coroutine returns at
        once; the work stops within one batch, unless other calls share it. Raise DocumentError if the documents prevent
        the work, EngineIncomplete if the installation does.
        """

        def job(report: Progress) -> T:
            from markscheme.errors import EncoderError

            try:
                documents = self.service.documents()
                result = work(documents, report)
                self.service.freeze(documents.models)
                return result
            except (EncoderError, LanguageError, JudgeError) as error:
                raise EngineIncomplete(str(error)) from error
            except (DocumentError, Cancelled):
                raise
            except Exception as error:
                log_failure(error)
                raise

        return await self.service.scheduler.result(self.key, job, self.priority, self.progress)


Handler = Callable[[Call, P], Awaitable[R]]
"""Runs in the event loop. Cancelled when the caller cancels the request or leaves."""

HANDLERS: dict[Request[Any, Any], Handler[Any, Any]] = {}


def _answers(request: Request[P, R]) -> Callable[[Handler[P, R]], Handler[P, R]]:
    def register(handler: Handler[P, R]) -> Handler[P, R]:
        HANDLERS[request] = handler
        return handler

    return register


@_answers(protocol.HELLO)
async def _hello(call: Call, idle: float) -> None:
    call.client.idle = idle


@_answers(protocol.MARK)
async def _mark(call: Call, task: Task) -> MarkReply:
    def work(documents: "DocumentMarker", progress: Progress) -> MarkReply:
        try:
            return MarkReply(*documents.mark_in_parts(task, progress))
        except DocumentError as problem:
            return MarkReply(Outcome(None, (problem,)))

    return await call.run(work)


@_answers(protocol.PLAN)
async def _plan(call: Call, params: protocol.PlanParams) -> PassagePlan:
    return await call.run(lambda documents, progress: documents.plan(params.task, params.passage, progress))


@_answers(protocol.JUDGE)
async def _judge(call: Call, params: protocol.JudgeParams) -> None:
    """Send the questions from the event loop, beside other work."""
    models = (await asyncio.to_thread(call.service.documents)).models
    questions = await asyncio.to_thread(_unanswered, params, models)
    if not questions:
        return
    try:
        await call.service.judges.ask(questions, params.judge, params.key, models, call.progress)
    except JudgeError as error:
        raise EngineIncomplete(str(error)) from error


def _unanswered(params: protocol.JudgeParams, models: "Models") -> dict[ModelQuestion, str]:
    """Return the questions without an answer yet: another document may have had the same ones answered."""
    answered = models.judgements([question for question, _ in params.questions], models.judge_identity(params.judge))
    return {question: place for question, place in params.questions if question not in answered}


@_answers(protocol.DIFFERENCES)
async def _differences(call: Call, texts: tuple[PooledTexts, ...]) -> protocol.DifferencesReply:
    def work(documents: "DocumentMarker", progress: Progress) -> protocol.DifferencesReply:
        from markscheme.research.adjudication_result import pooled_differences

        pool, differences = pooled_differences(texts, documents.models, progress)
        return protocol.DifferencesReply(differences, pool.problems)

    return await call.run(work)


@_answers(protocol.WORDING)
async def _wording(call: Call, question: WordsQuestion) -> Wording:
    def work(documents: "DocumentMarker", _: Progress) -> Wording:

        return question.wording(documents.models)

    return await call.run(work)


@_answers(protocol.EXPORT)
async def _export(call: Call, params: protocol.ExportParams) -> protocol.ExportReply:
    def work(documents: "DocumentMarker", progress: Progress) -> protocol.ExportReply:
        from markscheme.documents.files import read_text
        from markscheme.documents.formats import FORMATS
        from markscheme.research.adjudication import Adjudication
        from markscheme.research.adjudication_result import adjudicated_files, pooled_differences

        models = documents.models
        pool, differences = pooled_differences(params.texts, models, progress)
        adjudication = Adjudication.read(params.path, differences, read_text)
        texts, result = adjudicated_files(pool, adjudication, params.export, models, progress)
        title = FORMATS.corpus(params.export.format).title
        return protocol.ExportReply(texts.files, title, result.filled, texts.losses)

    return await call.run(work)


@_answers(protocol.QUESTIONS)
async def _questions(call: Call, params: protocol.QuestionsParams) -> protocol.QuestionsReply:
    def work(documents: "DocumentMarker", progress: Progress) -> protocol.QuestionsReply:
        from markscheme.research.pool import Pool
        from markscheme.research.question_queue import questions_of
        from markscheme.research.questions import unanimities

        kept = call.service.questions.get(call.key)
        if kept is None:
            pool = Pool.of([params.texts], documents.models, progress)
            asked = questions_of(pool, documents.models, params.wanted, progress)
            kept = protocol.QuestionsReply(asked, unanimities(pool), pool.unused)
            call.service.questions[call.key] = kept
        return kept

    return await call.run(work)


@_answers(protocol.STATUS)
async def _status(call: Call, _: None) -> protocol.EngineStatus:
    try:
        return await asyncio.to_thread(_state, call.service, call.client.count_clients())
    except Exception as error:
        raise EngineError(str(error)) from error


def _state(service: Service, clients: int) -> protocol.EngineStatus:
    import psutil

    models, scheduler = service.documents().models, service.scheduler
    encoder, cache = models.loaded_encoder, _cache_size(service)
    return protocol.EngineStatus(
        pid=os.getpid(),
        pipeline=models.pipeline_identity,
        pipeline_loaded=models.pipeline_loaded,
        encoder=models.encoder_identity if models.has_encoder else None,
        encoder_loaded=encoder is not None,
        device=encoder.device if encoder else None,
        cache=str(models.cache.path),
        memory=psutil.Process().memory_info().rss,
        clients=clients,
        queue=scheduler.queue,
        running=scheduler.running,
        batches=scheduler.batches,
        encoder_loads=models.encoder_loads,
        cache_entries=cache.vectors + cache.records if cache else None,
        cache_bytes=cache.bytes if cache else None,
    )


def _cache_size(service: Service) -> "CacheStats | None":
    import sqlite3

    try:
        return service.documents().models.cache.stats()
    except sqlite3.OperationalError:
        return None


@_answers(protocol.CLEAR_CACHE)
async def _clear_cache(call: Call, _: None) -> protocol.ClearedCache:
    try:
        return await asyncio.to_thread(_cleared, call.service)
    except Exception as error:
        raise EngineError(str(error)) from error


def _cleared(service: Service) -> protocol.ClearedCache:
    cache = service.documents().models.cache
    before = cache.stats()
    cache.clear()
    return protocol.ClearedCache(before.vectors + before.records, max(0, before.bytes - cache.stats().bytes))


@_answers(protocol.STOP)
async def _stop(call: Call, _: None) -> None:
    call.client.stop_engine()


Handlers = Mapping[Request[Any, Any], Handler[Any, Any]]

_MAX_UNREAD_BYTES = 1_000_000
"""Bytes that a client may leave unread before it gets no further notifications of progress."""


class Connection(JsonRPCServer):
    """Answers the requests of one client."""

    def __init__(self, writer: asyncio.StreamWriter, handlers: Handlers, service: Service, client: Client) -> None:
        self._converter = protocol.make_converter()
        super().__init__(protocol.EngineProtocol, lambda: self._converter)
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
        if not (isinstance(error, JsonRpcException) and error.code in protocol.EXPECTED_CODES):
            log_failure(error)

    async def close(self) -> None:
        """Notify the client and close the connection after all earlier messages are sent."""
        self.protocol.notify(protocol.GOODBYE)
        self._writer.close()
        await self._writer.wait_closed()

    def _handler(self, request: Request[Any, Any], handler: Handler[Any, Any]) -> Callable[[Any], Awaitable[Any]]:
        async def handle(message: Any) -> Any:
            task = asyncio.current_task()
            assert task is not None
            self._calls.add(task)
            try:
                return await self._answer(request, handler, self._converter.structure(message, protocol.Envelope))
            except (EngineError, DocumentError) as error:
                raise protocol.to_error(error) from error
            finally:
                self._calls.discard(task)

        return handle

    async def _answer(self, request: Request[Any, Any], handler: Handler[Any, Any], envelope: protocol.Envelope) -> str:
        params = self._converter.structure(self._service.texts.attach(envelope.params, envelope.texts), request.params)
        progress = self._progress() if request.reports_progress else silent
        key = f"{request.method} {envelope.key}"
        reply = await handler(Call(key, envelope.priority, progress, self.client, self._service), params)
        return protocol.reply_text(self._reviews.parted(reply, envelope.basis))

    def _progress(self) -> Progress:
        request_id = str(self.protocol.msg_id)

        def notify(stage: str, done: int, total: int) -> None:
            if self._writer.transport.get_write_buffer_size() < _MAX_UNREAD_BYTES:
                self.protocol.notify(protocol.PROGRESS, protocol.ProgressNote(request_id, stage, done, total))

        return notify


LOCK_TIMEOUT = 0.5
"""Seconds to wait for the engine's lock. A client holds it for a moment to see whether an engine does."""
_ANNOUNCEMENT_CHECK_INTERVAL = 30.0
"""Seconds between two checks that clients can still find this engine."""
SHUTDOWN_GRACE = 1.0
"""Seconds that clients have to read the last messages."""


class EngineProcess:
    """Listens, admits clients, and ends when it is no longer needed."""

    def __init__(self, settings: EngineSettings, endpoint: Endpoint, handlers: Handlers = HANDLERS) -> None:
        self._endpoint = endpoint
        self._handlers = handlers
        self._token = secrets.token_urlsafe(32)
        self._service = Service(settings)
        self._clients: set[Connection] = set()
        self._over = asyncio.Event()
        self._leaving: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        server, address = await listen(self._endpoint.socket, self._accept)
        announcement = Announcement(address, self._token, os.getpid(), protocol_version())
        self._endpoint.announce(announcement)
        with suppress(NotImplementedError):  # Windows ends a process without a signal
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._over.set)
        self._end_in(ANSWER_TIMEOUT)
        checks = asyncio.create_task(self._check_announcement(announcement))
        await self._over.wait()
        # The reply to the request that stops the engine is written in this turn of the loop.
        await asyncio.sleep(0)
        checks.cancel()
        self._endpoint.withdraw(announcement)
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
                self._end_in(ANSWER_TIMEOUT if client.idle is None else client.idle)

    def _end_in(self, seconds: float) -> None:
        self._leaving = asyncio.get_running_loop().call_later(max(0.0, seconds), self._over.set)

    async def _check_announcement(self, announcement: Announcement) -> None:
        """End the engine when its announcement is gone: clients can't find it and would start another one."""
        while self._endpoint.announcement() == announcement:
            await asyncio.sleep(_ANNOUNCEMENT_CHECK_INTERVAL)
        self._over.set()


def run(settings: EngineSettings, endpoint: Endpoint) -> None:
    """Be the engine of these settings; end at once if there is one already."""
    lock = FileLock(endpoint.life_lock)
    try:
        lock.acquire(timeout=LOCK_TIMEOUT)
    except Timeout:
        return
    _begin_log()
    collect_seldom()
    keep_large_values_apart()
    os.chdir(endpoint.base.parent)
    try:
        asyncio.run(EngineProcess(settings, endpoint).run())
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
