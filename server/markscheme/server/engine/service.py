"""An engine's models and request handlers; handlers import spaCy and torch in their bodies, for a fast start."""

import asyncio
import gc
import logging
import os
import traceback
from collections.abc import Awaitable, Callable
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
from cachetools import LRUCache

from markscheme.errors import DocumentError
from markscheme.inference.judge import JudgeError
from markscheme.inference.settings import EngineSettings
from markscheme.languages.language import LanguageError
from markscheme.marking.driver import Outcome, PassagePlan, Task
from markscheme.metrics.base import ModelQuestion
from markscheme.progress import Cancelled, Progress
from markscheme.research.adjudication import Wording, WordsQuestion
from markscheme.research.pool import PooledTexts
from markscheme.server.engine import requests
from markscheme.server.engine.messages import EngineError, EngineIncomplete, KeptTexts
from markscheme.server.engine.requests import Request
from markscheme.server.engine.review_parts import MarkReply
from markscheme.server.engine.scheduler import Scheduler

if TYPE_CHECKING:
    from markscheme.inference.cache import CacheStats
    from markscheme.inference.judge_panel import JudgePanel
    from markscheme.inference.models import Models
    from markscheme.marking.documents import DocumentMarker

logger = logging.getLogger(__name__)

P = TypeVar("P")
R = TypeVar("R")
T = TypeVar("T")

KEPT_QUESTIONS = 8
"""Exercises whose questions are kept, by last use."""


class Service:
    """What the connections of an engine process share. Models are imported on first use."""

    def __init__(self, settings: EngineSettings) -> None:
        self.scheduler = Scheduler()
        self.texts = KeptTexts()
        self.questions: LRUCache[str, requests.QuestionsReply] = LRUCache(KEPT_QUESTIONS)
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


def log_failure(error: Exception) -> None:
    """Log an error's type and place, without its message: that may quote a document."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s\n%s", type(error).__name__, frames)


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
            from markscheme.inference.settings import EncoderError

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


@_answers(requests.HELLO)
async def _hello(call: Call, idle: float) -> None:
    call.client.idle = idle


@_answers(requests.MARK)
async def _mark(call: Call, task: Task) -> MarkReply:
    def work(documents: "DocumentMarker", progress: Progress) -> MarkReply:
        try:
            return MarkReply(documents.mark(task, progress))
        except DocumentError as problem:
            return MarkReply(Outcome(None, (problem,)))

    return await call.run(work)


@_answers(requests.PLAN)
async def _plan(call: Call, params: requests.PlanParams) -> PassagePlan:
    return await call.run(lambda documents, progress: documents.plan(params.task, params.passage, progress))


@_answers(requests.JUDGE)
async def _judge(call: Call, params: requests.JudgeParams) -> None:
    """Send the questions from the event loop, beside other work."""
    models = (await asyncio.to_thread(call.service.documents)).models
    questions = await asyncio.to_thread(_unanswered, params, models)
    if not questions:
        return
    try:
        await call.service.judges.ask(questions, params.judge, params.key, models, call.progress)
    except JudgeError as error:
        raise EngineIncomplete(str(error)) from error


def _unanswered(params: requests.JudgeParams, models: "Models") -> dict[ModelQuestion, str]:
    """Return the questions without an answer yet: another document may have had the same ones answered."""
    answered = models.judgements([question for question, _ in params.questions], models.judge_identity(params.judge))
    return {question: place for question, place in params.questions if question not in answered}


@_answers(requests.DIFFERENCES)
async def _differences(call: Call, texts: tuple[PooledTexts, ...]) -> requests.DifferencesReply:
    def work(documents: "DocumentMarker", progress: Progress) -> requests.DifferencesReply:
        from markscheme.research.reading import pooled_differences

        pool, differences = pooled_differences(texts, documents.models, progress)
        return requests.DifferencesReply(differences, pool.problems)

    return await call.run(work)


@_answers(requests.WORDING)
async def _wording(call: Call, question: WordsQuestion) -> Wording:
    def work(documents: "DocumentMarker", _: Progress) -> Wording:
        from markscheme.research.adjudication import wording_of

        return wording_of(question, documents.models)

    return await call.run(work)


@_answers(requests.EXPORT)
async def _export(call: Call, params: requests.ExportParams) -> requests.ExportReply:
    def work(documents: "DocumentMarker", progress: Progress) -> requests.ExportReply:
        from markscheme.documents.files import read_text
        from markscheme.documents.formats import corpus_format
        from markscheme.research.adjudicated import adjudication_of
        from markscheme.research.reading import adjudicated_files, pooled_differences

        models = documents.models
        pool, differences = pooled_differences(params.texts, models, progress)
        adjudication = adjudication_of(params.path, differences, read_text)
        texts, result = adjudicated_files(pool, adjudication, params.export, models, progress)
        title = corpus_format(params.export.format).title
        return requests.ExportReply(texts.files, title, result.filled, texts.losses)

    return await call.run(work)


@_answers(requests.QUESTIONS)
async def _questions(call: Call, params: requests.QuestionsParams) -> requests.QuestionsReply:
    def work(documents: "DocumentMarker", progress: Progress) -> requests.QuestionsReply:
        from markscheme.research.asking import questions_of
        from markscheme.research.questions import unanimities
        from markscheme.research.reading import pool_of

        kept = call.service.questions.get(call.key)
        if kept is None:
            pool = pool_of([params.texts], documents.models, progress)
            asked = questions_of(pool, documents.models, params.wanted, progress)
            kept = requests.QuestionsReply(asked, unanimities(pool), pool.unused)
            call.service.questions[call.key] = kept
        return kept

    return await call.run(work)


@_answers(requests.STATUS)
async def _status(call: Call, _: None) -> requests.EngineStatus:
    try:
        return await asyncio.to_thread(_state, call.service, call.client.count_clients())
    except Exception as error:
        raise EngineError(str(error)) from error


def _state(service: Service, clients: int) -> requests.EngineStatus:
    import psutil

    models, scheduler = service.documents().models, service.scheduler
    encoder, cache = models.loaded_encoder, _cache_size(service)
    return requests.EngineStatus(
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


def _cache_size(service: Service) -> "CacheStats | None":
    import sqlite3

    try:
        return service.documents().models.cache.stats()
    except sqlite3.OperationalError:
        return None


@_answers(requests.CLEAR_CACHE)
async def _clear_cache(call: Call, _: None) -> requests.ClearedCache:
    try:
        return await asyncio.to_thread(_cleared, call.service)
    except Exception as error:
        raise EngineError(str(error)) from error


def _cleared(service: Service) -> requests.ClearedCache:
    cache = service.documents().models.cache
    before = cache.stats()
    cache.clear()
    return requests.ClearedCache(before.vectors + before.records, max(0, before.bytes - cache.stats().bytes))


@_answers(requests.STOP)
async def _stop(call: Call, _: None) -> None:
    call.client.stop_engine()
