"""GLEU and GREEN: n-grams of source, hypothesis and references, counted by the library gec-metrics.

Napoles et al., *Ground Truth for Grammatical Error Correction Metrics*, ACL 2015, and *GLEU Without Tuning*, 2016;
Koyama et al., *n-gram F-score for Evaluating Grammatical Error Correction*, INLG 2024. Theirs are the formulas; here
is how they are asked, and which reference GREEN takes.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

import attrs

from markscheme.metrics.cleme2 import mean_of
from markscheme.metrics.impara import NoCounts
from markscheme.metrics.overlap import Aggregation
from markscheme.metrics.settings import NgramSettings

if TYPE_CHECKING:
    from gec_metrics import MetricBase


@attrs.frozen
class Scores:
    """In [0, 1]."""

    score: float


@attrs.frozen
class SentenceResult:
    """One sentence's score; the reference is GREEN's best one, and ``None`` for GLEU, which is the mean over all."""

    reference: int | None
    scores: Scores
    counts: NoCounts = NoCounts()


@attrs.frozen
class Result:
    """A hypothesis's score at the chosen level, and each sentence's."""

    scores: Scores
    sentences: tuple[SentenceResult, ...]
    counts: NoCounts = NoCounts()


def evaluate(
    sources: Sequence[str],
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    metric: Literal["gleu", "green"],
    level: Aggregation = "corpus",
    settings: NgramSettings = NgramSettings(),
) -> Result:
    """GLEU or GREEN of one hypothesis.

    Parameters
    ----------
    sources, hypotheses
        Sentences, tokens parted by single spaces; as many of each.
    references
        As many sentences of each reference; at least one reference.

    Raises
    ------
    ImportError
        If gec-metrics is not installed.
    ValueError
        If there is no sentence or no reference.
    """
    if not sources or not references:
        raise ValueError("every sentence needs a reference, and there must be one sentence")
    texts = list(sources), list(hypotheses), [list(reference) for reference in references]
    with _same_random_numbers():
        asked = _metric(metric, settings, several=len(references) > 1)
        sentences = _best(asked, *texts) if metric == "green" else _means(asked, *texts)
        if level == "sentence":
            return Result(mean_of([own.scores for own in sentences]), sentences)
        return Result(Scores(float(asked.score_corpus(*texts))), sentences)


def _metric(name: str, settings: NgramSettings, several: bool) -> "MetricBase":
    from gec_metrics import get_metric

    if name == "green":
        green = get_metric("green")
        return green(green.Config(n=settings.longest, beta=settings.beta))
    gleu = get_metric("gleuofficial" if settings.gleu == "official" else "gleu")
    # With one reference every draw is the same.
    return gleu(gleu.Config(n=settings.longest, iter=settings.samples if several else 1))


def _best(
    green: "MetricBase", sources: list[str], hypotheses: list[str], references: list[list[str]]
) -> tuple[SentenceResult, ...]:
    columns = [green.score_sentence(sources, hypotheses, [own]) for own in references]
    rows = zip(*columns, strict=True)
    best = (max(enumerate(map(float, row)), key=itemgetter(1)) for row in rows)
    return tuple(SentenceResult(index, Scores(score)) for index, score in best)


def _means(
    gleu: "MetricBase", sources: list[str], hypotheses: list[str], references: list[list[str]]
) -> tuple[SentenceResult, ...]:
    found = gleu.score_sentence(sources, hypotheses, references)
    return tuple(SentenceResult(None, Scores(float(score))) for score in found)


@contextmanager
def _same_random_numbers() -> Iterator[None]:
    """gec-metrics seeds Python's own generator; whoever calls us goes on with their numbers."""
    before = random.getstate()
    try:
        yield
    finally:
        random.setstate(before)
