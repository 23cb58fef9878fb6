"""The scores of sentences under many candidates, from statistics that the candidates share.

CLEME2.0's grid has 1,771 candidates, so its sentences are scored in arrays, by the operations of
:func:`markscheme.metrics.cleme2.scores_of` in their order: equal scores, ties included. Every other metric folds.
"""

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any

import numpy as np
import numpy.typing as npt

from markscheme.evaluation.ranking.aggregations import main_score
from markscheme.metrics.base import Metric
from markscheme.metrics.chunk_metric import ChunkRow
from markscheme.metrics.cleme2 import Cleme2

Numbers = npt.NDArray[np.float64]
SentenceScores = Callable[[Metric[Any]], Numbers]
"""Returns the scores of sentences, shape (sentences,), under a metric that has these statistics."""


def sentence_scores(metric: Metric[Any], statistics: Sequence[Any]) -> SentenceScores:
    """Return what scores sentences with these statistics; a subclass of a registered metric folds.

    Parameters
    ----------
    metric
        One of the metrics that share the statistics.
    statistics
        Of each sentence; a sentence's score depends on its own alone.
    """
    return _scorer(metric, statistics) if type(metric) in _scorer.registry else _folding(statistics)


def _folding(statistics: Sequence[Any]) -> SentenceScores:
    def scores(metric: Metric[Any]) -> Numbers:
        return np.array([main_score(item.scores) for item in metric.fold(statistics).sentences])

    return scores


@singledispatch
def _scorer(metric: Metric[Any], statistics: Sequence[Any]) -> SentenceScores:
    return _folding(statistics)


@_scorer.register
def _(metric: Cleme2, statistics: Sequence[Any]) -> SentenceScores:
    rows = [[ChunkRow(*row) for row in one[0]] for one in statistics]
    if any(row.lengths is not None for own in rows for row in own):
        return _folding(statistics)
    firsts = np.cumsum([0, *map(len, rows[:-1])])
    sums = [row.counts if row.weights is None else row.weights for own in rows for row in own]
    hit, right, seen, due = _ratios(np.array(sums, dtype=np.float64).T)

    def scores(candidate: Metric[Any]) -> Numbers:
        factors = candidate.factors  # type: ignore[attr-defined]
        totals = factors.hit * hit + factors.wrong * right + factors.under * seen + factors.over * due
        best: Numbers = np.maximum.reduceat(totals, firsts)
        return best

    return scores


def _ratios(sums: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return Equations 1 to 4 against each reference: hit, 1 - wrong, 1 - under, 1 - over."""
    hits, wrongs, overs, unders, _ = sums
    necessary = hits + wrongs + unders
    corrected = hits + wrongs + overs

    def share(part: Numbers, whole: Numbers) -> Numbers:
        values: Numbers = np.divide(part, whole, out=np.zeros_like(part), where=whole != 0)
        return values

    return (
        share(hits, necessary),
        1 - share(wrongs, necessary),
        1 - share(unders, necessary),
        1 - share(overs, corrected),
    )
