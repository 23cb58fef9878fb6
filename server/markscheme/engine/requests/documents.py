"""The requests about documents: marking, plans, and the questions for a judge."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import attrs

from markscheme.engine.requests.request import Call, Request
from markscheme.engine.review_parts import MarkReply
from markscheme.judges.errors import JudgeError
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.marking.passages.transport_plan import PassagePlan
from markscheme.marking.tasks import Outcome, Task
from markscheme.metrics.question import Question
from markscheme.progress import Progress
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.marking.documents import DocumentMarker
    from markscheme.scoring.models import Models


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

    questions: tuple[tuple[Question, str], ...]
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


def _unanswered(params: JudgeParams, models: "Models") -> dict[Question, str]:
    """Return the questions that have no answer yet: another document may have had the same ones answered."""
    answered = models.judgements([question for question, _ in params.questions], models.judge_identity(params.judge))
    return {question: place for question, place in params.questions if question not in answered}


MARK = Request("engine/mark", Task, MarkReply, _mark, reports_progress=True)
"""Marks a document against its references, or estimates it."""
PLAN = Request("engine/plan", PlanParams, PlanReply, _plan)
"""Returns the transport plans of one of a document's passages."""
JUDGE = Request("engine/judge", JudgeParams, JudgeReply, _judge, reports_progress=True)
"""Asks a judge the questions that an outcome leaves open. The client has the person's consent."""
