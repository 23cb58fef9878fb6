"""What an engine does for its clients, however they are connected."""

import asyncio
import gc
import logging
import os
import sqlite3
import traceback
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

import attrs
import psutil

from markscheme.engine.messages import (
    JUDGE,
    LOOKED_AT,
    ClearedCache,
    EngineStatus,
    EstimateReply,
    EstimateRequest,
    JudgeReply,
    JudgeRequest,
    PlanReply,
    PlanRequest,
    ReviewReply,
    ReviewRequest,
)
from markscheme.engine.scheduler import Scheduler
from markscheme.judges.errors import JudgeError
from markscheme.judges.inquiry import Inquiry
from markscheme.judges.judge_settings import NOT_CONFIGURED
from markscheme.judges.prompt import Question
from markscheme.languages.pipeline import PipelineError
from markscheme.marking.tasks import EstimateTask, ReviewOutcome, ReviewTask, Task
from markscheme.progress import Cancelled, Progress, silent
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.judges.asking import Judges
    from markscheme.marking.engine import Engine
    from markscheme.scoring.models import Models
    from markscheme.store.cache import CacheStats

logger = logging.getLogger(__name__)
R = TypeVar("R")
F = TypeVar("F")


class Service:
    """One engine, which is made when somebody first needs it: until then a client is answered at once."""

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings
        self._scheduler = Scheduler()
        self._making = Lock()
        self._made: Engine | None = None
        self._frozen = (False, False, 0)
        self._judges: Judges | None = None

    async def review(self, request: ReviewRequest, watch: Progress) -> ReviewReply:
        """One document's review. Cancelling the coroutine is over at once; the work stops within one batch."""
        work = partial(self._review, request.task)
        return await self._scheduler.result(_identity(request.task), work, request.priority, watch)

    async def estimate(self, request: EstimateRequest, watch: Progress) -> EstimateReply:
        """One document's estimate; scheduled and cancelled as a review is."""
        work = partial(self._estimate, request.task)
        return await self._scheduler.result(_identity(request.task), work, request.priority, watch)

    async def judge(self, request: JudgeRequest, watch: Progress) -> JudgeReply:
        """Ask a language model what a review needs; other work goes on. Cancelling the coroutine stops it at once."""
        from markscheme.judges.asking import Judges, sentence_places

        settings = request.task.settings.judge
        if settings is None:
            return JudgeReply(NOT_CONFIGURED)
        if self._judges is None:
            self._judges = Judges()
        work = partial(self._unanswered, request.task)
        found = await self._scheduler.result((_identity(request.task), JUDGE), work, LOOKED_AT, silent)
        if isinstance(found, str):
            return JudgeReply(found)
        try:
            path = request.task.marked.path
            places = sentence_places(found, path.name if path else None)
            await self._judges.ask(places, settings, request.key, self._engine().models, watch)
        except JudgeError as error:
            return JudgeReply(str(error))
        return JudgeReply()

    def _unanswered(self, task: ReviewTask, progress: Progress) -> Mapping[Question, int] | str:
        """What is to be asked; or why that can't be known."""
        reply = _reply(lambda: self._engine().review(task, progress), lambda _, problems, told: (problems, told))
        if isinstance(reply, ReviewOutcome):
            return reply.unanswered
        problems, told = reply
        return told or str(problems[0])

    async def plan(self, request: PlanRequest) -> PlanReply:
        """One passage's plans; cancelled as a review is."""
        work = partial(self._plan, request)
        return await self._scheduler.result((_identity(request.task), request.passage), work, 0, silent)

    async def status(self, clients: int) -> EngineStatus:
        """What is loaded, and what the engine is at.

        Raises
        ------
        EncoderError, PipelineError
            If one of them is not installed.
        """
        return await asyncio.to_thread(self._status, clients)

    async def clear_cache(self) -> ClearedCache:
        """Forget what is kept on disk.

        Raises
        ------
        sqlite3.OperationalError
            If another process keeps the file locked.
        """
        return await asyncio.to_thread(self._clear_cache)

    def _engine(self) -> "Engine":
        from markscheme.marking.engine import Engine

        with self._making:
            if self._made is None:
                self._made = Engine(self._settings)
            return self._made

    def _review(self, task: ReviewTask, progress: Progress) -> ReviewReply:
        def review() -> ReviewReply:
            engine = self._engine()
            outcome = engine.review(task, progress)
            self._freeze(engine.models)
            judge = task.settings.judge
            inquiry = Inquiry.of(outcome.unanswered, judge) if judge and outcome.unanswered else None
            return ReviewReply(outcome.review, outcome.problems, inquiry=inquiry)

        return _reply(review, ReviewReply)

    def _estimate(self, task: EstimateTask, progress: Progress) -> EstimateReply:
        def estimate() -> EstimateReply:
            engine = self._engine()
            outcome = engine.estimate(task, progress)
            self._freeze(engine.models)
            return EstimateReply(outcome.estimate, outcome.problems)

        return _reply(estimate, EstimateReply)

    def _freeze(self, models: "Models") -> None:
        """Spare garbage collections the models: to walk through them takes longer than to mark a changed sentence."""
        loaded = (models.pipeline_loaded, models.loaded_encoder is not None, models.loaded_estimators)
        if loaded != self._frozen:
            self._frozen = loaded
            gc.freeze()

    def _plan(self, request: PlanRequest, progress: Progress) -> PlanReply:
        return _reply(lambda: PlanReply(self._engine().plan(request.task, request.passage, progress)), PlanReply)

    def _status(self, clients: int) -> EngineStatus:
        models = self._engine().models
        encoder = models.loaded_encoder
        kept = _unless_locked(models.cache.stats)
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
            queue=self._scheduler.queue,
            running=self._scheduler.running,
            batches=self._scheduler.batches,
            encoder_loads=models.encoder_loads,
            cache_entries=kept.vectors + kept.records if kept else None,
            cache_bytes=kept.bytes if kept else None,
        )

    def _clear_cache(self) -> ClearedCache:
        cache = self._engine().models.cache
        before = cache.stats()
        cache.clear()
        freed = before.bytes - cache.stats().bytes
        return ClearedCache(before.vectors + before.records, max(0, freed))


def _reply(work: Callable[[], R], refusal: Callable[[None, tuple[DocumentError, ...], str | None], F]) -> R | F:
    """What the work gives, or a reply that says why there is nothing."""
    from markscheme.encoders.encoder import EncoderError

    try:
        return work()
    except DocumentError as problem:
        return refusal(None, (problem,), None)
    except (EncoderError, PipelineError, JudgeError) as error:
        return refusal(None, (), str(error))
    except Cancelled:
        raise
    except Exception as error:
        log_failure(error)
        raise


def log_failure(error: Exception) -> None:
    """Log where it happened and not what it says: a message may quote a document."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s\n%s", type(error).__name__, frames)


def _identity(task: Task) -> Hashable:
    """Equal for equal tasks; problems are exceptions, which are equal to nothing but themselves."""
    problems = tuple((str(item), item.line, item.column, item.length, item.remedy) for item in task.material.problems)
    return attrs.evolve(task, material=attrs.evolve(task.material, problems=())), problems


def _unless_locked(stats: Callable[[], "CacheStats"]) -> "CacheStats | None":
    try:
        return stats()
    except sqlite3.OperationalError:
        return None
