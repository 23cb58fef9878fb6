"""CLEME: precision, recall and F over chunks, without the bias of several references' different edits.

Ye et al., *CLEME: Debiasing Multi-reference Evaluation for Grammatical Error Correction*, EMNLP 2023. Chunks and
their categories are CLEME2.0's, with wrong and over-corrections together as false positives; by default they are
weighed by length (:mod:`markscheme.metrics.weighting`).
"""

from collections.abc import Sequence
from functools import partial

import attrs

from markscheme.edits.chunks import Partition
from markscheme.metrics.cleme2 import Assumption, Candidate, ChunkWeights, Counts, Level, Weights, candidates, mean_of
from markscheme.metrics.overlap import Overlap, f_score

ROUNDED = 4
"""The official implementation chooses references by scores rounded to so many decimals."""


@attrs.frozen
class Tally:
    """Hits, false corrections, misses and chunks rightly unchanged: their numbers, or their summed weights."""

    tp: float = 0
    fp: float = 0
    fn: float = 0
    tn: float = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn)


@attrs.frozen
class Scores:
    """Precision, recall, F of beta and accuracy, each in [0, 1]."""

    precision: float
    recall: float
    f: float
    accuracy: float


@attrs.frozen
class SentenceResult:
    """One sentence against its reference; as :class:`markscheme.metrics.cleme2.SentenceResult`."""

    reference: int | None
    counts: Tally
    scores: Scores
    weights: Tally | None
    weighed_against: int | None


@attrs.frozen
class Result:
    """A hypothesis's counts and weights (summed) and its scores at the chosen level, and each sentence's."""

    counts: Tally
    scores: Scores
    sentences: tuple[SentenceResult, ...]
    weights: Tally | None


def scores_of(own: Tally, beta: float = 0.5) -> Scores:
    """P, R and F, 1 where their denominator is 0; accuracy (TP + TN) / all, 0 where there is no chunk.

    >>> scores_of(Tally(tp=1, fp=1, fn=0, tn=2)).accuracy
    0.75
    """
    found = f_score(Overlap(own.tp, own.fp, own.fn), beta)
    chunks = own.tp + own.fp + own.fn + own.tn
    return Scores(found.precision, found.recall, found.f, (own.tp + own.tn) / chunks if chunks else 0.0)


def evaluate(
    sentences: Sequence[Partition],
    *,
    assumption: Assumption = "dependent",
    level: Level = "corpus",
    beta: float = 0.5,
    weights: Sequence[ChunkWeights] | None = None,
) -> Result:
    """CLEME of one hypothesis over its sentences.

    The reference of a sentence is, at corpus level, the one that makes the running total's F best, ties broken by
    more TP, fewer FP, fewer FN and more TN; at sentence level the one with the best F, then P, R and accuracy. With
    weights all of these are weights instead of counts.

    Raises
    ------
    ValueError
        If there is no sentence.
    """
    if not sentences:
        raise ValueError("there is no sentence to score")
    results: list[SentenceResult] = []
    total = Tally()
    for index, sentence in enumerate(sentences):
        against = candidates(sentence, assumption, weights[index] if weights is not None else None)
        best = max(against, key=partial(_rank, running=total if level == "corpus" else None, beta=beta))
        total = total + _sums(best)
        results.append(_result(best, beta))
    return Result(
        sum((own.counts for own in results), Tally()),
        scores_of(total, beta) if level == "corpus" else mean_of([own.scores for own in results]),
        tuple(results),
        total if weights is not None else None,
    )


def _result(best: Candidate, beta: float) -> SentenceResult:
    weights = _tally(best.weights) if best.weights is not None else None
    scores = scores_of(_sums(best), beta)
    return SentenceResult(best.reference, _tally(best.counts), scores, weights, best.weighed_against)


def _tally(own: Counts | Weights) -> Tally:
    return Tally(own.tp, own.fp_ne + own.fp_un, own.fn, own.tn)


def _sums(candidate: Candidate) -> Tally:
    return _tally(candidate.sums)


def _rank(candidate: Candidate, running: Tally | None, beta: float) -> tuple[float, ...]:
    own = _sums(candidate)
    if running is None:
        scores = scores_of(own, beta)
        return tuple(round(value, ROUNDED) for value in (scores.f, scores.precision, scores.recall, scores.accuracy))
    return (_official_f(running + own, beta), own.tp, -own.fp, -own.fn, own.tn)


def _official_f(own: Tally, beta: float) -> float:
    return round(scores_of(own, beta).f, ROUNDED)
