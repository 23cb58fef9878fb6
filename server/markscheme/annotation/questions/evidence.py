"""What credit and an estimator say of corrections that questions ask about."""

from collections.abc import Callable, Sequence

import attrs

from markscheme.annotation.coverage.corrections import PooledCorrections
from markscheme.annotation.coverage.credits import with_credit
from markscheme.annotation.pool import Pool
from markscheme.annotation.questions.question import Question
from markscheme.edits.edit import Edit, apply_edits
from markscheme.metrics.impara import ImparaSettings
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models


def credited_by(models: Models, progress: Progress = silent) -> Callable[[Pool, PooledCorrections], PooledCorrections]:
    """Return a function that adds credit to corrections."""
    return lambda pool, corrections: with_credit(pool, corrections, models, progress=progress)


def with_quality(questions: Sequence[Question], models: Models, progress: Progress = silent) -> list[Question]:
    """Return the questions with the estimated probability that the correction that is asked about is valid.

    It is made alone in its sentence, and rests on what it adds to q(Y).

    A question about several corrections, or none, stays as it is.

    Raises
    ------
    DocumentError
        If the estimator can't be used.
    """
    estimator = ImparaSettings().estimator
    calibration = models.calibration(estimator)
    texts = {question.key: _texts(question) for question in questions if len(question.about) == 1}
    wanted = list(dict.fromkeys(text for pair in texts.values() for text in pair if text))
    quality = dict(zip(wanted, models.estimates(wanted, estimator, progress), strict=True))
    assessed: list[Question] = []
    for question in questions:
        before, after = texts.get(question.key, ("", ""))
        gain = quality[after] - quality[before] if before and after else None
        assessed.append(question if gain is None else _with_probability(question, calibration.probability(gain)))
    return assessed


def _texts(question: Question) -> tuple[str, str]:
    """Return the sentence without and with the correction that is asked about."""
    item = question.alternatives[question.about[0]]
    corrected = apply_edits(item.source, (Edit(item.start, item.end, item.replacement),))
    return " ".join(item.source), " ".join(corrected)


def _with_probability(question: Question, probability: float) -> Question:
    return attrs.evolve(question, likelihood=attrs.evolve(question.likelihood, quality=probability))
