"""The requests that an engine answers: each one object that both ends use, listed in ``REQUESTS``.

Clients import this module too, so a handler imports what is slow to import (spaCy, torch) in its own body.
"""

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from enum import IntEnum
from functools import cache, partial
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args

import attrs

from markscheme.annotation.adjudicated import ResultExport
from markscheme.annotation.adjudication import Wording, WordsQuestion
from markscheme.annotation.differences import Differences
from markscheme.annotation.pool import PooledTexts
from markscheme.annotation.questions import Question, Unanimity, Wanted
from markscheme.contract import shape
from markscheme.engine.messages import EngineError, Envelope, ProgressNote, ReplyMessage
from markscheme.engine.review_parts import MarkReply
from markscheme.judges.judge import JudgeError, JudgeSettings
from markscheme.marking.driver import Outcome, Task
from markscheme.marking.marks import PassagePlan
from markscheme.metrics.base import ModelQuestion
from markscheme.progress import Progress
from markscheme.text.errors import DocumentError
from markscheme.version import VERSION

if TYPE_CHECKING:
    from markscheme.engine.process import Connection, Service
    from markscheme.marking.documents import DocumentMarker
    from markscheme.scoring.models import Models
    from markscheme.store.cache import CacheStats


P = TypeVar("P")
R = TypeVar("R", covariant=True)
T = TypeVar("T")
F = TypeVar("F")


class Priority(IntEnum):
    """The order of work: lower goes first."""

    OPEN_DOCUMENT = 0
    WORKSPACE = 1


@attrs.frozen
class Call:
    """One call of a request, as its handler sees it.

    Calls of the same request with equal parameters have an equal key, whoever sends them. ``progress`` may be called in
    the event loop's thread only.
    """

    key: str
    priority: int
    progress: Progress
    connection: "Connection"
    service: "Service"

    async def run(
        self,
        work: Callable[["DocumentMarker", Progress], T],
        on_failure: Callable[[tuple["DocumentError", ...], str | None], F],
        progress: Progress | None = None,
    ) -> T | F:
        """Run work in the engine's worker thread when its turn comes. Calls with equal keys run once.

        Work calls its progress between batches and lets what that raises pass. ``on_failure`` makes the result from the
        documents' problems, or from the installation's.
        """
        return await self.service.run(self.key, work, on_failure, self.priority, progress or self.progress)


Handler = Callable[[Call, P], Awaitable[R]]
"""Cancelled when the caller cancels the request or leaves."""


@attrs.frozen(eq=False)
class Request(Generic[P, R]):
    """A row of the table of requests; the handler runs in the engine's event loop, callers may set a priority."""

    method: str
    params: type[P]
    reply: type[R]
    handler: Handler[P, R]
    priority: int = Priority.OPEN_DOCUMENT
    reports_progress: bool = False


@attrs.frozen
class DifferencesParams:
    """The texts of the exercises that share a file of decisions."""

    texts: tuple[PooledTexts, ...]


@attrs.frozen
class DifferencesReply:
    """Where annotators differ; ``None`` where the installation (``failure``) prevents it."""

    differences: Differences | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class WordingReply:
    """The edits of some words; ``None`` where the words (``problems``) or the installation (``failure``) prevent it."""

    wording: Wording | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class ExportParams:
    """What the client writes of an adjudication; ``path`` is the file of decisions, there or not."""

    texts: tuple[PooledTexts, ...]
    path: Path
    export: ResultExport


@attrs.frozen
class ExportReply:
    """Files to write, by name; none where the texts (``problems``) or the installation (``failure``) prevent it.

    ``losses`` say what the format can't hold, a line each; ``fill_open`` decided ``filled`` open sentences.
    """

    files: Mapping[str, bytes]
    format: str = ""
    filled: int = 0
    losses: tuple[str, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


async def _differences(call: Call, params: DifferencesParams) -> DifferencesReply:
    def work(documents: "DocumentMarker", progress: Progress) -> DifferencesReply:
        from markscheme.annotation.reading import pooled_differences

        pool, differences = pooled_differences(params.texts, documents.models, progress)
        return DifferencesReply(differences, pool.problems)

    return await call.run(work, partial(DifferencesReply, None))


async def _wording(call: Call, question: WordsQuestion) -> WordingReply:
    def work(documents: "DocumentMarker", _: Progress) -> WordingReply:
        from markscheme.annotation.adjudication import wording_of

        return WordingReply(wording_of(question, documents.models))

    return await call.run(work, partial(WordingReply, None))


async def _export(call: Call, params: ExportParams) -> ExportReply:
    def work(documents: "DocumentMarker", progress: Progress) -> ExportReply:
        from markscheme.annotation.adjudicated import adjudication_of
        from markscheme.annotation.reading import adjudicated_files, pooled_differences
        from markscheme.formats.registry import corpus_format
        from markscheme.text.files import read_text

        models = documents.models
        pool, differences = pooled_differences(params.texts, models, progress)
        adjudication = adjudication_of(params.path, differences, read_text)
        texts, result = adjudicated_files(pool, adjudication, params.export, models, progress)
        return ExportReply(texts.files, corpus_format(params.export.format).title, result.filled, texts.losses)

    return await call.run(work, partial(ExportReply, {}, "", 0, ()))


DIFFERENCES = Request("engine/differences", DifferencesParams, DifferencesReply, _differences, reports_progress=True)
WORDING = Request("engine/wording", WordsQuestion, WordingReply, _wording)
EXPORT = Request("engine/adjudicatedFiles", ExportParams, ExportReply, _export, reports_progress=True)


@attrs.frozen
class PlanParams:
    """The index of one of a document's passages."""

    task: Task
    passage: int


@attrs.frozen
class PlanReply:
    """A passage's plans; ``None`` where the documents (``problems``) or the installation (``failure``) prevent them."""

    plan: PassagePlan | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class JudgeParams:
    """Questions, each with the place of its sentence, and the judge that answers them.

    ``key`` is that of the judge's endpoint. No other message holds it, and nothing keeps it.
    """

    questions: tuple[tuple[ModelQuestion, str], ...]
    judge: JudgeSettings
    key: str | None = attrs.field(default=None, repr=False)


@attrs.frozen
class JudgeReply:
    """``failure``: why some questions have no answer; ``None`` where all have one."""

    failure: str | None = None


async def _mark(call: Call, task: Task) -> MarkReply:
    def work(documents: "DocumentMarker", progress: Progress) -> MarkReply:
        return MarkReply(documents.mark(task, progress))

    def failed(problems: tuple[DocumentError, ...], failure: str | None) -> MarkReply:
        return MarkReply(Outcome(None, problems), failure)

    return await call.run(work, failed)


async def _plan(call: Call, params: PlanParams) -> PlanReply:
    def work(documents: "DocumentMarker", progress: Progress) -> PlanReply:
        return PlanReply(documents.plan(params.task, params.passage, progress))

    return await call.run(work, partial(PlanReply, None))


async def _judge(call: Call, params: JudgeParams) -> JudgeReply:
    """Send the questions from the event loop, beside other work."""
    models = (await asyncio.to_thread(call.service.documents)).models
    try:
        questions = await asyncio.to_thread(_unanswered, params, models)
        if questions:
            await call.service.judges.ask(questions, params.judge, params.key, models, call.progress)
    except JudgeError as error:
        return JudgeReply(str(error))
    return JudgeReply()


def _unanswered(params: JudgeParams, models: "Models") -> dict[ModelQuestion, str]:
    """Return the questions without an answer yet: another document may have had the same ones answered."""
    answered = models.judgements([question for question, _ in params.questions], models.judge_identity(params.judge))
    return {question: place for question, place in params.questions if question not in answered}


MARK = Request("engine/mark", Task, MarkReply, _mark, reports_progress=True)
PLAN = Request("engine/plan", PlanParams, PlanReply, _plan)
JUDGE = Request("engine/judge", JudgeParams, JudgeReply, _judge, reports_progress=True)
"""Asks a judge the questions that an outcome leaves open. The client has the person's consent."""


@shape(
    renamed={
        "pipeline_loaded": "pipelineLoaded",
        "encoder_loaded": "encoderLoaded",
        "encoder_loads": "encoderLoads",
        "cache_entries": "cacheEntries",
        "cache_bytes": "cacheBytes",
    }
)
@attrs.frozen
class EngineStatus:
    """The engine's models, memory, work and cache."""

    pid: int
    """The engine's process id."""
    pipeline: str
    """The language pipeline and its version."""
    pipeline_loaded: bool
    """Whether the pipeline is in memory."""
    encoder: str
    """The sentence encoder: name, revision, pooling and precision."""
    encoder_loaded: bool
    """Whether the encoder is in memory."""
    device: str | None
    """The device that the encoder runs on; ``null`` until the encoder is loaded."""
    cache: str
    """The path of the cache file."""
    memory: int
    """The engine's resident memory, in bytes."""
    clients: int
    """The number of windows that use the engine."""
    queue: int
    """The number of waiting jobs, without the running one."""
    running: bool
    """Whether a job is running."""
    batches: int
    """The number of batches that the engine has started."""
    encoder_loads: int
    """How often the engine has loaded the encoder."""
    cache_entries: int | None
    """The number of entries in the cache; ``null`` while another process locks it."""
    cache_bytes: int | None
    """The size of the cache, in bytes; ``null`` while another process locks it."""


@shape()
@attrs.frozen
class ClearedCache:
    """The result of the command ``markscheme.clearCache``."""

    entries: int
    """The number of deleted entries."""
    bytes: int
    """The number of bytes freed on disk."""


async def _hello(call: Call, idle: float) -> None:
    call.connection.idle = idle


async def _status(call: Call, _: None) -> EngineStatus:
    try:
        return await asyncio.to_thread(_state, call.service, call.connection.count_clients())
    except Exception as error:
        raise EngineError(str(error)) from error


def _state(service: "Service", clients: int) -> EngineStatus:
    import psutil

    models, scheduler = service.documents().models, service.scheduler
    encoder, cache = models.loaded_encoder, _cache_size(service)
    return EngineStatus(
        pid=os.getpid(),
        pipeline=models.pipeline_identity,
        pipeline_loaded=models.pipeline_loaded,
        encoder=models.encoder_identity,
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


def _cache_size(service: "Service") -> "CacheStats | None":
    import sqlite3

    try:
        return service.documents().models.cache.stats()
    except sqlite3.OperationalError:
        return None


async def _clear_cache(call: Call, _: None) -> ClearedCache:
    try:
        return await asyncio.to_thread(_cleared, call.service)
    except Exception as error:
        raise EngineError(str(error)) from error


def _cleared(service: "Service") -> ClearedCache:
    cache = service.documents().models.cache
    before = cache.stats()
    cache.clear()
    return ClearedCache(before.vectors + before.records, max(0, before.bytes - cache.stats().bytes))


async def _stop(call: Call, _: None) -> None:
    call.connection.stop_engine()


HELLO = Request("engine/hello", float, NoneType, _hello)
"""A client's first request: seconds that the engine stays if this client is the last to leave.

The reply says that the engine serves the client.
"""
STATUS = Request("engine/status", NoneType, EngineStatus, _status)
"""Returns the engine's state. Fails where the encoder or the pipeline is not installed."""
CLEAR_CACHE = Request("engine/clearCache", NoneType, ClearedCache, _clear_cache)
"""Removes everything from the cache on disk. Fails while another process holds its lock."""
STOP = Request("engine/stop", NoneType, NoneType, _stop)
"""Ends the engine for all its clients, after the reply."""


@attrs.frozen
class QuestionsParams:
    """An exercise's texts, without decisions: the questions do not depend on them.

    ``least``: smallest number of hypotheses that make a correction about which a question is asked.
    """

    texts: PooledTexts
    wanted: Wanted = Wanted()


@attrs.frozen
class QuestionsReply:
    """The questions, the most urgent first, and the agreement on each sentence."""

    questions: tuple[Question, ...] = ()
    unanimities: tuple[Unanimity, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


async def _questions(call: Call, params: QuestionsParams) -> QuestionsReply:
    def work(documents: "DocumentMarker", progress: Progress) -> QuestionsReply:
        from markscheme.annotation.asking import questions_of
        from markscheme.annotation.questions import unanimities
        from markscheme.annotation.reading import pool_of

        kept = call.service.questions.get(call.key)
        if kept is None:
            pool = pool_of([params.texts], documents.models, progress)
            asked = questions_of(pool, documents.models, params.wanted, progress)
            kept = QuestionsReply(asked, unanimities(pool), pool.unused)
            call.service.questions[call.key] = kept
        return kept

    def failed(problems: tuple[DocumentError, ...], failure: str | None) -> QuestionsReply:
        return QuestionsReply(problems=problems, failure=failure)

    return await call.run(work, failed)


QUESTIONS = Request(
    "engine/questions", QuestionsParams, QuestionsReply, _questions, priority=Priority.WORKSPACE, reports_progress=True
)
"""Returns the questions about an exercise. The engine keeps those of the last exercises by their texts."""


REQUESTS: tuple[Request[Any, Any], ...] = (
    HELLO,
    MARK,
    PLAN,
    JUDGE,
    DIFFERENCES,
    WORDING,
    EXPORT,
    QUESTIONS,
    STATUS,
    CLEAR_CACHE,
    STOP,
)


@cache
def protocol() -> str:
    """Return the program's version with a digest of all requests' methods and types.

    Ends that differ in it must not talk, even if somebody changed a type and left the version as it was.
    """
    return f"{VERSION}-{fingerprint(REQUESTS)}"


def fingerprint(requests: Iterable[Request[Any, Any]]) -> str:
    classes: dict[str, str] = {}
    for type_ in (Envelope, ProgressNote, ReplyMessage):
        _add_fields(type_, classes)
    methods = []
    for request in requests:
        methods.append(f"{request.method} {request.params} {request.reply}")
        _add_fields(request.params, classes)
        _add_fields(request.reply, classes)
    lines = [*sorted(methods), *(f"{name} {fields}" for name, fields in sorted(classes.items()))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _add_fields(type_: Any, classes: dict[str, str]) -> None:
    if isinstance(type_, type) and attrs.has(type_):
        name = f"{type_.__module__}.{type_.__qualname__}"
        if name not in classes:
            fields = attrs.fields(attrs.resolve_types(type_))
            classes[name] = ", ".join(f"{field.name}: {field.type}" for field in fields)
            for field in fields:
                _add_fields(field.type, classes)
    for argument in get_args(type_):
        _add_fields(argument, classes)
