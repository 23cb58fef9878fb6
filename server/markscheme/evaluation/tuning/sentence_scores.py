"""The scores of sentences under many candidates, from statistics that the candidates share.

CLEME2.0's grid has 1,771 candidates, so its sentences are scored in arrays, to the last bit as the metric scores them,
ties included. Every other metric folds.
"""

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.ranking.aggregations import main_score
from markscheme.evaluation.resampling.ranks import cleme2_score, cleme2_terms
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
    if any(row.lengths is not None for references in rows for row in references):
        return _folding(statistics)
    firsts = np.cumsum([0, *map(len, rows[:-1])])
    sums = [row.counts if row.weights is None else row.weights for references in rows for row in references]
    terms = cleme2_terms(np.array(sums, dtype=np.float64))

    def scores(candidate: Metric[Any]) -> Numbers:
        totals = cleme2_score(terms, attrs.astuple(candidate.factors))  # type: ignore[attr-defined]
        best: Numbers = np.maximum.reduceat(totals, firsts)
        return best

    return scores
