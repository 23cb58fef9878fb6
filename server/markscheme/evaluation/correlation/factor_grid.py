"""CLEME2.0's scores of systems under many trade-off factors at once (the paper's Table 11 and Appendix B.5).

The factors decide which reference a sentence is scored against, so each combination folds the corpus anew. All
combinations are folded side by side, one sentence of each at a time.
"""

from collections.abc import Iterator, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.ranking.aggregations import MetricScores
from markscheme.evaluation.resampling.candidates import Candidates, totals_by_choice
from markscheme.evaluation.resampling.folds import cleme2_preferences
from markscheme.evaluation.resampling.ranks import cleme2_score, cleme2_terms
from markscheme.metrics.base import Level
from markscheme.metrics.chunk_metric import ChunkRow
from markscheme.metrics.cleme2 import Factors

Floats = npt.NDArray[np.float64]

STEPS = 20
"""The paper's grid: multiples of 0.05."""


def trade_offs(steps: int = STEPS) -> Iterator[Factors]:
    """Yield all factors that are multiples of 1 / steps and sum to 1.

    >>> len(list(trade_offs()))
    1771
    """
    for hit in range(steps + 1):
        for wrong in range(steps + 1 - hit):
            for under in range(steps + 1 - hit - wrong):
                parts = (hit, wrong, under, steps - hit - wrong - under)
                yield Factors(*(part / steps for part in parts))


def scores_by_factors(scores: MetricScores, factors: Sequence[Factors], level: Level) -> Floats:
    """Return the scores of systems under each of these factors, shape (factors, systems).

    Parameters
    ----------
    scores
        Of CLEME2.0 with any factors; its weighting must not depend on the corpus, as that by length does.
    level
        The score of the corpus, or the mean of the sentences' scores.

    Raises
    ------
    ValueError
        If chunks are weighed by length.
    """
    alphas = np.array([attrs.astuple(item) for item in factors])
    columns = [_system(_candidates(rows), alphas, level) for rows in scores.statistics]
    return np.stack(columns, axis=1)


def _candidates(statistics: Sequence[Sequence[object]]) -> list[list[tuple[float, ...]]]:
    """Return the counts or summed weights of each sentence against each reference."""
    sentences: list[list[tuple[float, ...]]] = []
    for rows, *_ in statistics:
        chunk_rows = [ChunkRow(*row) for row in rows]  # type: ignore[attr-defined]
        if any(row.lengths is not None for row in chunk_rows):
            raise ValueError("weights by length depend on the corpus; take another weighting")
        sentences.append([tuple(row.counts if row.weights is None else row.weights) for row in chunk_rows])
    return sentences


def _system(sentences: Sequence[Sequence[tuple[float, ...]]], alphas: Floats, level: Level) -> Floats:
    """Return one system's score under each of the factors, shape (factors,)."""
    candidates = Candidates.of(sentences)
    if level == "sentence":
        return _mean_of_best(candidates, alphas)
    order = np.broadcast_to(np.arange(len(sentences)), (len(alphas), len(sentences)))
    preferred = cleme2_preferences(candidates.values)
    totals = totals_by_choice(candidates, order, lambda totals: _scores(totals, alphas[:, None, :]), preferred)
    return _scores(totals, alphas)


def _mean_of_best(candidates: Candidates, alphas: Floats) -> Floats:
    """Return the mean over sentences of the best reference's score: ties between references don't change it."""
    total = np.zeros(len(alphas))
    for places in candidates.places:
        values = candidates.values[places[places >= 0]]
        total += _scores(values[None], alphas[:, None, :]).max(axis=1)
    return total / len(candidates.places)


def _scores(totals: Floats, alphas: Floats) -> Floats:
    """Return Equations 1 to 5 of totals, shape (..., 5), under factors, shape (..., 4)."""
    return cleme2_score(cleme2_terms(totals), tuple(np.moveaxis(alphas, -1, 0)))
