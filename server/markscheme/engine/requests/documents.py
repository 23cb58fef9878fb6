"""The requests about documents: reviews, estimates, plans, and the questions for a language model."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import attrs

from markscheme.engine.requests.request import Call, Request
from markscheme.judges.errors import JudgeError
from markscheme.judges.inquiry import Inquiry
from markscheme.judges.judge_settings import NOT_CONFIGURED
from markscheme.judges.prompt import Question
from markscheme.marking.estimates import DocumentEstimate
from markscheme.marking.findings import DocumentReview
from markscheme.marking.plan import PassagePlan
from markscheme.marking.tasks import EstimateTask, ReviewTask
from markscheme.progress import Progress, silent
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.marking.engine import Engine


@attrs.frozen
class ReviewReply:
    """A review; ``None`` where the documents (``problems``) or the installation (``failure``) prevent it.

    ``inquiry``: the questions that a language model must answer before edits can be weighed.
    """

    review: DocumentReview | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None
    inquiry: Inquiry | None = None


@attrs.frozen
class EstimateReply:
    """An estimate; ``None`` where the documents (``problems``) or the installation (``failure``) prevent it."""

    estimate: DocumentEstimate | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class PlanParams:
    """The index of one of a document's passages."""

    task: ReviewTask
    passage: int


@attrs.frozen
class PlanReply:
    """A passage's plans; ``None`` where the documents (``problems``) or the installation (``failure``) prevent them."""

    plan: PassagePlan | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class JudgeParams:
    """A task, and the key of its language model's endpoint. No other message holds the key, and nothing keeps it."""

    task: ReviewTask
    key: str | None = attrs.field(default=None, repr=False)


@attrs.frozen
class JudgeReply:
    """``failure``: why some questions have no answer; ``None`` where all have one."""

    failure: str | None = None


async def _review(call: Call, task: ReviewTask) -> ReviewReply:
    def work(engine: "Engine", progress: Progress) -> ReviewReply:
        outcome, judge = engine.review(task, progress), task.settings.judge
        inquiry = Inquiry.of(outcome.unanswered, judge) if judge and outcome.unanswered else None
        return ReviewReply(outcome.review, outcome.problems, inquiry=inquiry)

    return await call.run(work, partial(ReviewReply, None))


async def _estimate(call: Call, task: EstimateTask) -> EstimateReply:
    def work(engine: "Engine", progress: Progress) -> EstimateReply:
        outcome = engine.estimate(task, progress)
        return EstimateReply(outcome.estimate, outcome.problems)

    return await call.run(work, partial(EstimateReply, None))


async def _plan(call: Call, params: PlanParams) -> PlanReply:
    def work(engine: "Engine", progress: Progress) -> PlanReply:
        return PlanReply(engine.plan(params.task, params.passage, progress))

    return await call.run(work, partial(PlanReply, None))


async def _judge(call: Call, params: JudgeParams) -> JudgeReply:
    """Find the questions in the worker thread, and send them from the event loop, beside other work."""
    from markscheme.judges.asking import sentence_places

    settings, path = params.task.settings.judge, params.task.marked.path
    if settings is None:
        return JudgeReply(NOT_CONFIGURED)

    def work(engine: "Engine", progress: Progress) -> Mapping[Question, int]:
        return engine.review(params.task, progress).unanswered

    questions = await call.run(work, _message, silent)
    if isinstance(questions, str):
        return JudgeReply(questions)
    places = sentence_places(questions, path.name if path else None)
    try:
        await call.service.judges.ask(places, settings, params.key, call.service.engine().models, call.progress)
    except JudgeError as error:
        return JudgeReply(str(error))
    return JudgeReply()


def _message(problems: tuple[DocumentError, ...], failure: str | None) -> str:
    return failure or str(problems[0])


REVIEW = Request("engine/review", ReviewTask, ReviewReply, _review, reports_progress=True)
"""Marks a document against its references."""
ESTIMATE = Request("engine/estimate", EstimateTask, EstimateReply, _estimate, reports_progress=True)
"""Estimates a document that has no reference."""
PLAN = Request("engine/plan", PlanParams, PlanReply, _plan)
"""Returns the transport plans of one of a document's passages."""
JUDGE = Request("engine/judge", JudgeParams, JudgeReply, _judge, reports_progress=True)
"""Asks a language model the questions of a review's ``inquiry``. The client has the person's consent."""
