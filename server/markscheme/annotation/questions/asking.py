"""All questions about a pool, before anybody has answered one."""

from collections.abc import Iterator

import attrs

from markscheme.annotation.pool import Pool
from markscheme.annotation.questions.evidence import credited_by, with_quality
from markscheme.annotation.questions.inquiry import LEAST_HYPOTHESES, Inquiry
from markscheme.annotation.questions.kinds import KINDS
from markscheme.annotation.questions.question import Evidence, Question
from markscheme.annotation.questions.queue import urgency
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models


def questions_of(
    pool: Pool,
    models: Models,
    least: int = LEAST_HYPOTHESES,
    evidence: Evidence = Evidence(),
    progress: Progress = silent,
) -> tuple[Question, ...]:
    """Return the questions about a pool, the most urgent first.

    Each key stands there once: a decision is about all sentences with the same tokens, so their effects are added.

    Parameters
    ----------
    pool
        Read without decisions.
    least
        Smallest number of hypotheses that make a correction about which a question is asked.
    evidence
        What the likelihood rests on beside people.

    Raises
    ------
    DocumentError
        If the estimator can't be used.
    Cancelled
        If ``progress`` raises it.
    """
    inquiry = Inquiry(pool, least, progress)
    if evidence.credit:
        inquiry = attrs.evolve(inquiry, credited=credited_by(models, progress))
    questions: dict[str, Question] = {}
    for question in _all(inquiry):
        other = questions.get(question.key)
        first = question if other is None or question.priority > other.priority else other
        effect = question.effect + (other.effect if other is not None else 0)
        questions[question.key] = attrs.evolve(first, effect=effect)
    asked = list(questions.values())
    return tuple(sorted(with_quality(asked, models, progress) if evidence.quality else asked, key=urgency))


def _all(inquiry: Inquiry) -> Iterator[Question]:
    for kind in KINDS.variants().values():
        yield from (inquiry.question(asked) for asked in kind.ask(inquiry))
