"""CLEME: precision, recall and F over chunks, without the bias of several references' different edits.

Ye et al., *CLEME: Debiasing Multi-reference Evaluation for Grammatical Error Correction*, EMNLP 2023. Wrong and
over-corrections of CLEME2.0 are false positives together.
"""

from collections.abc import Mapping
from typing import Self

import attrs

from markscheme.metrics import overlap
from markscheme.metrics.base import ModelNames, Score
from markscheme.metrics.chunk_metric import ChunkMetric, Five
from markscheme.metrics.overlap import Overlap, f_score
from markscheme.metrics.weightings import LengthWeighting, Weighting, weighting_or_name

SCORE_DECIMALS = 4
"""Decimals to which the official implementation rounds scores when it chooses references."""


@attrs.frozen
class Tally(Overlap):
    """Hits, false corrections, misses and chunks rightly unchanged: their numbers, or their summed weights."""

    tn: float = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn)


@attrs.frozen
class Scores(overlap.Scores):
    """Precision, recall, F of beta and accuracy, each in [0, 1]."""

    accuracy: float


ClemeScore = Score[Tally, Scores]


def scores_of(tally: Tally, beta: float = 0.5) -> Scores:
    """Return P, R and F, 1 where their denominator is 0; accuracy (TP + TN) / all, 0 where there is no chunk.

    >>> scores_of(Tally(tp=1, fp=1, fn=0, tn=2)).accuracy
    0.75
    """
    scores = f_score(tally, beta)
    chunks = tally.tp + tally.fp + tally.fn + tally.tn
    return Scores(scores.precision, scores.recall, scores.f, (tally.tp + tally.tn) / chunks if chunks else 0.0)


@attrs.frozen(kw_only=True)
class Cleme(ChunkMetric[Tally, Tally, Scores]):
    """CLEME.

    The reference of a sentence is, at corpus level, the one that makes the running total's F best, ties broken by
    more TP, fewer FP, fewer FN and more TN; at sentence level the one with the best F, then P, R and accuracy. With
    weights all of these are weights instead of counts.
    """

    name = "cleme"
    title = "CLEME"

    weighting: Weighting = attrs.field(factory=LengthWeighting, converter=weighting_or_name)
    beta: float = 0.5

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return self._signature_settings(models, beta=self.beta)

    def _counts(self, counts: Five) -> Tally:
        tp, fp_ne, fp_un, fn, tn = map(int, counts)
        return Tally(tp, fp_ne + fp_un, fn, tn)

    def _sums(self, sums: Five) -> Tally:
        tp, fp_ne, fp_un, fn, tn = map(float, sums)
        return Tally(tp, fp_ne + fp_un, fn, tn)

    def scores(self, sums: Tally) -> Scores:
        return scores_of(sums, self.beta)

    def rank(self, sums: Tally, running: Tally | None) -> tuple[float, ...]:
        if running is None:
            scores = scores_of(sums, self.beta)
            values = (scores.f, scores.precision, scores.recall, scores.accuracy)
            return tuple(round(value, SCORE_DECIMALS) for value in values)
        f = round(scores_of(running + sums, self.beta).f, SCORE_DECIMALS)
        return (f, sums.tp, -sums.fp, -sums.fn, sums.tn)
