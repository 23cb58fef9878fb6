"""Statistics of all sentences, settled: each sentence's numbers no longer depend on the others.

Most statistics are settled as they are. Weights by length depend on the mean length of the corpus, and GLEU draws
references in the order of the file; both stay what they are for all sentences, in every resample.
"""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any

import attrs

from markscheme.evaluation.resampling.gleu_draws import GleuDrawing
from markscheme.metrics.base import Metric
from markscheme.metrics.categories import COUNTED
from markscheme.metrics.chunk_metric import ChunkMetric, ChunkRow, ChunkStatistics
from markscheme.metrics.gleu import Gleu, GleuStatistics


@singledispatch
def settled(metric: Metric[Any], statistics: Iterable[Any]) -> Iterable[Any]:
    """Return the settled statistics of one system's sentences, in the order of the file.

    Both can be read several times; what is settled is computed anew each time.
    """
    return statistics


@settled.register
def _(metric: Gleu, statistics: Iterable[GleuStatistics]) -> Iterable[Any]:
    return statistics if metric.level == "sentence" else GleuDrawing(statistics, metric.samples)


@settled.register
def _(metric: ChunkMetric, statistics: Iterable[ChunkStatistics]) -> Iterable[ChunkStatistics]:  # type: ignore[type-arg]
    if not metric.weighting.by_length:
        return statistics
    chunks = tokens = 0
    for one in statistics:
        read = ChunkStatistics(*one)
        chunks += read.changed_chunks
        tokens += read.changed_tokens
    return WeighedByLength(metric, statistics, tokens / chunks if chunks else 1.0)


@attrs.frozen
class WeighedByLength:
    """Statistics with weights in place of lengths, by the mean length of all sentences' chunks."""

    metric: ChunkMetric[Any, Any, Any]
    statistics: Iterable[ChunkStatistics]
    mean: float

    def __iter__(self) -> Iterator[ChunkStatistics]:
        for one in self.statistics:
            yield ChunkStatistics(tuple(_weighed(self.metric, ChunkRow(*row), self.mean) for row in one[0]))


def _weighed(metric: ChunkMetric[Any, Any, Any], row: ChunkRow, mean: float) -> ChunkRow:
    """Return a row with weights in place of the lengths that they are made of."""
    sums = [0.0, 0.0, 0.0, 0.0, float(row.counts[-1])]
    for category, length in row.lengths or ():
        sums[category] += metric.weighting.length_weight(
            COUNTED[category], length, mean, metric.assumption, metric.level
        )
    tp, wrong, over, fn, tn = sums
    return row._replace(weights=(tp, wrong, over, fn, tn), lengths=None)
