"""The request for the questions about an exercise, and for how many annotators agree on each of its sentences."""

from typing import TYPE_CHECKING

import attrs

from markscheme.annotation.pooled_texts import PooledTexts
from markscheme.annotation.questions.question import Evidence, Question
from markscheme.annotation.questions.unanimity import Unanimity
from markscheme.engine.requests.request import Call, Priority, Request
from markscheme.progress import Progress
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.marking.documents import DocumentMarker


@attrs.frozen
class QuestionsParams:
    """An exercise's texts, without decisions: the questions do not depend on them.

    Attributes
    ----------
    least
        Smallest number of hypotheses that make a correction about which a question is asked.
    evidence
        What the likelihood of an answer rests on beside people.
    """

    texts: PooledTexts
    least: int
    evidence: Evidence = Evidence()


@attrs.frozen
class QuestionsReply:
    """The questions, the most urgent first, and the agreement on each sentence.

    Attributes
    ----------
    problems
        Why texts can't be used.
    failure
        Why the installation prevents it.
    """

    questions: tuple[Question, ...] = ()
    unanimities: tuple[Unanimity, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


async def _questions(call: Call, params: QuestionsParams) -> QuestionsReply:
    def work(documents: "DocumentMarker", progress: Progress) -> QuestionsReply:
        from markscheme.annotation.questions.asking import questions_of
        from markscheme.annotation.questions.unanimity import unanimities
        from markscheme.annotation.reading import pool_of

        kept = call.service.questions.get(call.key)
        if kept is None:
            pool = pool_of([params.texts], documents.models, progress)
            asked = questions_of(pool, documents.models, params.least, params.evidence, progress)
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
