"""A metric's fold over many resamples of sentences at once.

What a resample does:

- ERRANT, PT-ERRANT, CLEME and CLEME2.0 at corpus level fold its sentences in the order of the file, and choose
  references anew by the running total, as :meth:`~markscheme.metrics.base.Metric.fold` does.
- UOT-ERRANT, credit and GREEN at corpus level choose a sentence's reference by the sentence alone; so it stays.
- Every metric at sentence level, and IMPARA, take the mean of the sentences' scores.
- GLEU at corpus level keeps the reference that each of its draws gave a sentence, and weights by length keep the mean
  length of the whole corpus: see :mod:`markscheme.evaluation.resampling.settled`.
- A metric of an installed package folds each resample.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any, Protocol

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.resampling.candidates import (
    Candidates,
    Choice,
    Rank,
    Resamples,
    choose_by_total,
    totals_by_choice,
)
from markscheme.evaluation.resampling.columns import lexical_ranks, rows_of
from markscheme.evaluation.resampling.gleu_draws import DrawnGleu, GleuDraws
from markscheme.evaluation.resampling.ranks import cleme2_rank, f_rank
from markscheme.metrics.base import Metric
from markscheme.metrics.chunk_metric import ChunkRow, ChunkStatistics
from markscheme.metrics.cleme import SCORE_DECIMALS, Cleme
from markscheme.metrics.cleme2 import Cleme2
from markscheme.metrics.credit import Credit
from markscheme.metrics.errant import F_DECIMALS, Errant
from markscheme.metrics.gleu import Gleu
from markscheme.metrics.green import Green
from markscheme.metrics.impara import Impara
from markscheme.metrics.overlap import OverlapMetric
from markscheme.metrics.pt_errant import PtErrant
from markscheme.metrics.uot_errant import UotErrant

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class ResampleFold(Protocol):
    """The scores of resamples of some sentences."""

    def __call__(self, resamples: Resamples) -> Floats:
        """Return the scores of resamples.

        Parameters
        ----------
        resamples
            Shape (R, m): the sentences of each resample, in the order of the file.

        Returns
        -------
        Shape (R, scores), in the order of the fields of the metric's scores.
        """
        ...

    def joined(self, other: Any) -> "ResampleFold":
        """Return the fold of these sentences and, numbered behind them, those of another fold of the metric."""
        ...


def score_values(metric: Metric[Any], statistics: Sequence[Any]) -> tuple[float, ...]:
    """Return the scores of some sentences by the metric's own fold."""
    return attrs.astuple(metric.fold(statistics, keep_sentences=False).scores)


@attrs.frozen(eq=False)
class Refold:
    """Folds each resample by itself: right for every metric, and slow."""

    metric: Metric[Any]
    statistics: Sequence[Any]

    def __call__(self, resamples: Resamples) -> Floats:
        return np.asarray(
            [score_values(self.metric, [self.statistics[index] for index in row]) for row in resamples.tolist()]
        )

    def joined(self, other: "Refold") -> "Refold":
        return Refold(self.metric, [*self.statistics, *other.statistics])


@attrs.frozen(eq=False)
class MeanFold:
    """Takes the mean of the sentences' scores, shape (n, scores)."""

    scores: Floats

    def __call__(self, resamples: Resamples) -> Floats:
        return np.stack([column[resamples].mean(axis=1) for column in self.scores.T], axis=1)

    def joined(self, other: "MeanFold") -> "MeanFold":
        return MeanFold(np.concatenate([self.scores, other.scores]))


@attrs.frozen(eq=False)
class SumFold:
    """Sums the sentences' numbers, shape (n, k), and scores the sums."""

    values: Floats
    score: Callable[[Floats], tuple[float, ...]]

    def __call__(self, resamples: Resamples) -> Floats:
        sums = np.stack([column[resamples].sum(axis=1) for column in self.values.T], axis=1)
        return np.asarray([self.score(row) for row in sums])

    def joined(self, other: "SumFold") -> "SumFold":
        return SumFold(np.concatenate([self.values, other.values]), self.score)


@attrs.frozen(eq=False)
class RunningFold:
    """Chooses references by the running total, and scores the total.

    Attributes
    ----------
    candidates, rank
        As :func:`~markscheme.evaluation.resampling.candidates.choose_by_total` takes them.
    prefer
        Returns which of rows is preferred among equals, the largest first.
    """

    candidates: Candidates
    rank: Rank
    prefer: Callable[[Floats], Integers]
    score: Callable[[Floats], tuple[float, ...]]
    preferred: Integers = attrs.field(
        init=False, default=attrs.Factory(lambda self: self.prefer(self.candidates.values), takes_self=True)
    )

    def choice(self, resamples: Resamples) -> Choice:
        """Return the references that the resamples choose."""
        return choose_by_total(self.candidates, resamples, self.rank, self.preferred)

    def __call__(self, resamples: Resamples) -> Floats:
        totals = totals_by_choice(self.candidates, resamples, self.rank, self.preferred)
        return np.asarray([self.score(total) for total in totals])

    def joined(self, other: "RunningFold") -> "RunningFold":
        return RunningFold(self.candidates.joined(other.candidates), self.rank, self.prefer, self.score)


@singledispatch
def array_fold(metric: Metric[Any], statistics: Iterable[Any]) -> ResampleFold:
    """Return a metric's fold of resamples side by side; register one for each class of metrics that has one.

    It reads the statistics as often as it likes, and keeps arrays of numbers.
    """
    return Refold(metric, list(statistics))


def resample_fold(metric: Metric[Any], statistics: Iterable[Any]) -> ResampleFold:
    """Return the fold of resamples of sentences with these statistics, which are settled and can be read again.

    A subclass may fold in another way than its base, so it has the base's fold only if it is registered itself.

    Raises
    ------
    ValueError
        If there is no sentence, or one without a reference that the metric needs.
    """
    return array_fold(metric, statistics) if type(metric) in array_fold.registry else Refold(metric, list(statistics))


def _mean(metric: Metric[Any], statistics: Iterable[Any]) -> MeanFold:
    return MeanFold(rows_of(score_values(metric, [one]) for one in statistics))


@array_fold.register
def _(metric: Impara, statistics: Iterable[Any]) -> ResampleFold:
    return _mean(metric, statistics)


@array_fold.register(UotErrant)
@array_fold.register(Credit)
@array_fold.register(Green)
def _own_choice(metric: Metric[Any], statistics: Iterable[Any]) -> ResampleFold:
    if metric.level == "sentence":
        return _mean(metric, statistics)
    values = rows_of(rows[metric.fold([rows]).sentences[0].reference or 0] for rows in statistics)
    return SumFold(values, lambda sums: score_values(metric, [(tuple(sums.tolist()),)]))


@array_fold.register
def running_errant(metric: Errant, statistics: Iterable[Any]) -> ResampleFold:
    """Return ERRANT's fold."""
    return _running_overlap(metric, statistics, F_DECIMALS)


@array_fold.register
def _(metric: PtErrant, statistics: Iterable[Any]) -> ResampleFold:
    return _running_overlap(metric, statistics, None)


def _running_overlap(metric: OverlapMetric, statistics: Iterable[Any], decimals: int | None) -> ResampleFold:
    if metric.level == "sentence":
        return _mean(metric, statistics)
    return RunningFold(
        Candidates.of(statistics),
        f_rank(metric.beta, decimals),
        overlap_preferences,
        lambda total: score_values(metric, [(tuple(total.tolist()),)]),
    )


@array_fold.register
def _(metric: Cleme2, statistics: Iterable[Any]) -> ResampleFold:
    if metric.level == "sentence":
        return _mean(metric, statistics)
    return RunningFold(
        Candidates.of(_sums(statistics)),
        cleme2_rank(metric.factors),
        cleme2_preferences,
        lambda total: score_values(metric, [_one_row(*total.tolist())]),
    )


@array_fold.register
def _(metric: Cleme, statistics: Iterable[Any]) -> ResampleFold:
    if metric.level == "sentence":
        return _mean(metric, statistics)
    rows = ([(tp, wrong + over, fn, tn) for tp, wrong, over, fn, tn in sentence] for sentence in _sums(statistics))

    def score(total: Floats) -> tuple[float, ...]:
        tp, fp, fn, tn = total.tolist()
        return score_values(metric, [_one_row(tp, fp, 0.0, fn, tn)])

    return RunningFold(Candidates.of(rows), f_rank(metric.beta, SCORE_DECIMALS), _cleme_preferences, score)


def _cleme_preferences(rows: Floats) -> Integers:
    return lexical_ranks(rows * [1, -1, -1, 1])


def overlap_preferences(rows: Floats) -> Integers:
    """Return which of rows (tp, fp, fn) is preferred among equals: more TP, then fewer FP, then fewer FN."""
    return lexical_ranks(rows * [1, -1, -1])


def cleme2_preferences(rows: Floats) -> Integers:
    """Return the same of rows (tp, fp_ne, fp_un, fn, tn): more TP, fewer FP, fewer FN, more TN."""
    tp, wrong, over, fn, tn = rows.T
    return lexical_ranks(np.stack([tp, -(wrong + over), -fn, tn], axis=1))


def _sums(statistics: Iterable[ChunkStatistics]) -> Iterator[list[Sequence[float]]]:
    """Yield what each sentence adds to the total against each reference: weights, or counts without weights."""
    for one in statistics:
        rows = (ChunkRow(*row) for row in one[0])
        yield [row.counts if row.weights is None else row.weights for row in rows]


def _one_row(tp: float, wrong: float, over: float, fn: float, tn: float) -> ChunkStatistics:
    """Return totals as the statistics of one sentence with one reference."""
    five = (tp, wrong, over, fn, tn)
    return ChunkStatistics((ChunkRow(0, 0, five, five),))


@array_fold.register
def _(metric: Gleu, statistics: Iterable[DrawnGleu]) -> ResampleFold:
    if metric.level == "sentence":
        return _mean(metric, statistics)
    return GleuDraws.of(statistics)
