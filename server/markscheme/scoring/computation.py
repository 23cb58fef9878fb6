"""What models compute for many sentences at once, and the questions that a language model has not answered yet."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeVar

from markscheme.encoders.settings import Vectorisation
from markscheme.judges.identity import JudgeIdentity
from markscheme.metrics.base import NO_INPUTS, ModelInputs, ModelOutputs
from markscheme.metrics.question import Question
from markscheme.progress import Progress
from markscheme.scoring.models import Models

Item = TypeVar("Item")


def compute(
    inputs: Sequence[ModelInputs],
    models: Models,
    progress: Progress,
    *,
    vectorisation: Vectorisation = "removing",
    estimator: str = "bundled",
    judge: JudgeIdentity | None = None,
) -> ModelOutputs:
    """Return what models compute for these sentences, each thing once.

    Parameters
    ----------
    judge
        The language model that has answered the questions: nothing is sent to it.
    """
    inputs = [item for item in inputs if item is not NO_INPUTS]
    corrections = _distinct(item.corrections for item in inputs)
    estimates = _distinct(item.estimates for item in inputs)
    texts = _distinct(item.texts for item in inputs)
    pairs = _distinct(item.similarities for item in inputs)
    questions = _distinct(item.questions for item in inputs)
    return ModelOutputs(
        dict(zip(corrections, models.vectors(corrections, vectorisation, progress), strict=True))
        if corrections
        else {},
        models.similarities(pairs, progress) if pairs else {},
        models.judgements(questions, judge) if judge is not None else {},
        dict(zip(estimates, models.estimates(estimates, estimator, progress), strict=True)) if estimates else {},
        dict(zip(texts, models.sentence_vectors(texts, progress), strict=True)) if texts else {},
    )


def unanswered(inputs: Iterable[ModelInputs], judge: JudgeIdentity, models: Models) -> dict[Question, int]:
    """Return the questions that a language model has not answered before, each with the number of its sentence.

    Numbers are 1-based.
    """
    numbers: dict[Question, int] = {}
    for number, item in enumerate(inputs, 1):
        for question in item.questions:
            numbers.setdefault(question, number)
    answers = models.judgements(numbers, judge)
    return {question: number for question, number in numbers.items() if question not in answers}


def _distinct(rows: Iterable[Iterable[Item]]) -> list[Item]:
    return list(dict.fromkeys(chain.from_iterable(rows)))
