"""Statistics of all sentences, settled: each sentence's numbers no longer depend on the others.

Most statistics are settled as they are. Weights by length depend on the mean length of the corpus, and GLEU draws
references in the order of the file; both stay what they are for all sentences, in every resample.
"""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from markscheme.evaluation.resampling.gleu_draws import DrawnGleu, drawn
from markscheme.metrics.base import Metric
from markscheme.metrics.categories import COUNTED
from markscheme.metrics.chunk_metric import ChunkMetric, ChunkRow, ChunkStatistics
from markscheme.metrics.gleu import Gleu, GleuStatistics


@singledispatch
def settled(metric: Metric[Any], statistics: Sequence[Any]) -> Sequence[Any]:
    """Return the settled statistics of one system's sentences, in the order of the file."""
    return statistics


@settled.register
def _(metric: Gleu, statistics: Sequence[GleuStatistics]) -> Sequence[GleuStatistics] | list[DrawnGleu]:
    return statistics if metric.level == "sentence" else drawn(statistics, metric.samples)


@settled.register
def _(metric: ChunkMetric, statistics: Sequence[ChunkStatistics]) -> Sequence[ChunkStatistics]:  # type: ignore[type-arg]
    if not metric.weighting.by_length:
        return statistics
    read = [ChunkStatistics(*one) for one in statistics]
    chunks = sum(one.changed_chunks for one in read)
    mean = sum(one.changed_tokens for one in read) / chunks if chunks else 1.0
    return [ChunkStatistics(tuple(_weighed(metric, ChunkRow(*row), mean) for row in one.rows)) for one in read]


def _weighed(metric: ChunkMetric[Any, Any, Any], row: ChunkRow, mean: float) -> ChunkRow:
    """Return a row with weights in place of the lengths that they are made of."""
    sums = [0.0, 0.0, 0.0, 0.0, float(row.counts[-1])]
    for category, length in row.lengths or ():
        sums[category] += metric.weighting.length_weight(
            COUNTED[category], length, mean, metric.assumption, metric.level
        )
    tp, wrong, over, fn, tn = sums
    return row._replace(weights=(tp, wrong, over, fn, tn), lengths=None)
