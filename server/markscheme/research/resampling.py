"""How sentences are drawn: with replacement for intervals, and swapped between two systems for tests.

Bootstrap intervals (Efron and Tibshirani, 1993, chapter 13) reach between two percentiles of the drawn samples' values,
by linear interpolation. A sample has as many sentences as the pool.

Scores of many resamples at once, in arrays: the same numbers as a metric's fold, sample by sample.

All resamples are folded side by side, one sentence of each at a time. What a resample does:

- ERRANT, PT-ERRANT, CLEME and CLEME2.0 at corpus level fold its sentences in the order of the file, and choose
  references anew by the running total, as :meth:`~markscheme.metrics.base.Metric.fold` does.
- UOT-ERRANT, credit and GREEN at corpus level choose a sentence's reference by the sentence alone; so it stays.
- Every metric at sentence level, and IMPARA, take the mean of the sentences' scores.
- GLEU at corpus level keeps the reference that each of its draws gave a sentence, and weights by length keep the mean
  length of the whole corpus: see :func:`settled`.
- A metric of an installed package folds each resample.

Settled statistics of a sentence no longer depend on other sentences.
"""

import math
import random
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any, NamedTuple, Protocol

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.contract import shape
from markscheme.metrics.base import Metric
from markscheme.metrics.cleme2 import (
    SCORE_DECIMALS,
    ChunkMetric,
    ChunkRow,
    ChunkStatistics,
    Cleme,
    Cleme2,
    Factors,
    mean_length,
)
from markscheme.metrics.credit import Credit
from markscheme.metrics.errant import Errant
from markscheme.metrics.gleu import SEED_STEP, Gleu, GleuRow, GleuStatistics, Green
from markscheme.metrics.impara import Impara
from markscheme.metrics.overlap import OverlapMetric, PtErrant
from markscheme.metrics.uot_errant import UotErrant

Weights = npt.NDArray[np.float64]
"""How often each sample has each sentence, shape (samples, sentences); whole numbers."""
Integers = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]
"""Numbers of sentences, in half the memory."""

LEAST_SENTENCES = 2
"""Number of sentences from which drawn samples can differ: one sentence gives no interval."""


@attrs.frozen
class ResamplingSettings:
    """How sentences are drawn, and what an interval holds.

    What is drawn depends on the seed, of numpy's default generator, and the numbers
    of samples and sentences alone. A ``confidence`` of 0.95 is from percentile 2.5 to 97.5.
    """

    resamples: int = 1000
    """The number of bootstrap resamples, and of random swaps where systems are compared; 0 for no intervals."""
    seed: int = 1
    """The seed of the resamples."""
    confidence: float = attrs.field(default=0.95, validator=[attrs.validators.gt(0.0), attrs.validators.lt(1.0)])
    """The share of the resamples that an interval holds, above 0 and below 1."""

    @property
    def percentiles(self) -> tuple[float, float] | None:
        """The percentiles of the resampled values at which intervals begin and end; ``null`` without intervals."""
        tail = (1 - self.confidence) / 2 * 100
        return (tail, 100 - tail) if self.resamples else None

    @property
    def coverage(self) -> str:
        """The share that an interval holds, for people.

        >>> ResamplingSettings().coverage
        '95 %'
        """
        return f"{self.confidence * 100:.4g} %"

    def weights(self, sentences: int) -> Weights:
        """Return how often each sample has each sentence: (1 + resamples, sentences), the pool first, or it alone."""
        whole = np.ones((1, sentences))
        if sentences < LEAST_SENTENCES or not self.resamples:
            return whole
        return np.concatenate([whole, _drawn(sentences, self).astype(np.float64)])


def bootstrap_blocks(sentences: int, settings: ResamplingSettings, rows: int) -> Iterator[Places]:
    """Yield the sentences that the weights count, in the order of the file: arrays of shape (up to rows, sentences)."""
    generator = np.random.default_rng(settings.seed)
    chances, numbers = np.full(sentences, 1 / sentences), np.arange(sentences, dtype=np.int32)
    for size in _sizes(settings.resamples, rows):
        block = np.empty((size, sentences), dtype=np.int32)
        for row in block:
            row[:] = np.repeat(numbers, generator.multinomial(sentences, chances))
        yield block


def swap_blocks(sentences: int, settings: ResamplingSettings, rows: int) -> Iterator[npt.NDArray[np.bool_]]:
    """Yield which sentences two systems swap in each trial, at probability 1/2; shape (up to rows, sentences)."""
    generator = np.random.default_rng([settings.seed, 1])
    for size in _sizes(settings.resamples, rows):
        block = np.empty((size, sentences), dtype=np.bool_)
        for row in block:
            row[:] = generator.integers(0, 2, sentences)
        yield block


def _sizes(count: int, most: int) -> Iterator[int]:
    for begin in range(0, count, most):
        yield min(most, count - begin)


def _drawn(sentences: int, settings: ResamplingSettings) -> Integers:
    """Return how often each drawn sample has each sentence, shape (resamples, sentences)."""
    generator = np.random.default_rng(settings.seed)
    return generator.multinomial(sentences, np.full(sentences, 1 / sentences), settings.resamples)


def holm(values: Sequence[float]) -> tuple[float, ...]:
    """Return p values adjusted by Holm's method, in the order given, each in [0, 1] and at least the value itself.

    Holm, *A Simple Sequentially Rejective Multiple Test Procedure*, 1979.

    The smallest of m values is multiplied by m, the next one by m - 1, and so on; none is below one before it.

    >>> [round(value, 3) for value in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(1.0, values[index] * (len(values) - rank)))
        adjusted[index] = largest
    return tuple(adjusted)


Floats = npt.NDArray[np.float64]
Samples = npt.NDArray[np.float64]
"""A value for each sample, shape (samples,), the pool's first; NaN where it is not defined."""

LEAST_DEFINED = 0.5
"""Share of the samples in which a value must be defined for an interval."""


Ends = tuple[float | None, float | None]
"""Where an interval begins and ends; ``None`` without one."""


@shape(name="IntervalEstimate")
@attrs.frozen
class Estimate:
    """A number with its bootstrap interval."""

    value: float | None
    """The number, unrounded; ``null`` where it is not defined."""
    low: float | None = None
    """The lower end of its interval; ``null`` without resampling, and where too few samples have a value."""
    high: float | None = None
    """The upper end of its interval; ``null`` where the lower one is."""

    @classmethod
    def of(cls, value: float, low: float = math.nan, high: float = math.nan) -> "Estimate":
        """Return the estimate of three numbers; NaN stands for one that is not defined."""
        return cls(*(None if math.isnan(number) else float(number) for number in (value, low, high)))

    @property
    def ends(self) -> "Ends":
        return self.low, self.high


UNDEFINED = Estimate(None)


def percentile_intervals(samples: Floats, settings: ResamplingSettings) -> Floats:
    """Return the percentile intervals, shape (2, ...), of drawn samples' values, shape (resamples, ...).

    NaN samples don't count; an interval is NaN where too few have a value (:data:`LEAST_DEFINED`).
    """
    if not len(samples) or settings.percentiles is None:
        return np.full((2, *samples.shape[1:]), np.nan)
    defined = ~np.isnan(samples)
    enough = defined.any(axis=0) & (defined.mean(axis=0) >= LEAST_DEFINED)
    ends = np.nanpercentile(np.where(enough, samples, 0.0), settings.percentiles, axis=0)
    return np.asarray(np.where(enough, ends, np.nan))


def estimate(samples: Samples, settings: ResamplingSettings) -> Estimate:
    if np.isnan(samples[0]):
        return UNDEFINED
    low, high = percentile_intervals(samples[1:], settings)
    return Estimate.of(samples[0], low, high)


def mean(samples: Sequence[Samples]) -> Samples:
    """Return the mean of several values in each sample, of those that are defined there; NaN where none is."""
    if not samples:
        return np.full(1, np.nan)
    stacked = np.stack(samples)
    defined = ~np.isnan(stacked)
    count = defined.sum(axis=0)
    total = np.where(defined, stacked, 0.0).sum(axis=0)
    means = np.full(len(total), np.nan)
    np.divide(total, count, out=means, where=count > 0)
    return means


TOLERANCE = 1e-12
"""Differences no further apart than this are equal: sums of floats are exact to about as much."""


def randomisation_p(difference: Floats, swapped: Floats) -> Floats:
    """Return the two-sided p of a difference by paired approximate randomisation (Noreen, 1989).

    It is (trials at least as far apart + 1) / (trials + 1), in (0, 1]; ``nan`` where the difference, shape (...), is
    not defined. A swapped trial, shape (trials, ...), that is ``nan`` says nothing against chance, and counts as one at
    least as far apart: of an error type that is in few sentences, many trials have no score, and p is not small.
    """
    return _part_as_far(np.abs(difference), np.abs(swapped))


def bootstrap_p(difference: Floats, resampled: Floats) -> Floats:
    """Return the two-sided p of a difference by the paired bootstrap, shifted to no difference.

    Resampled differences are centred on their own mean, as under the hypothesis that there is no difference (Riezler
    and Maxwell, 2005, after Noreen, 1989). Shapes are those of :func:`randomisation_p`.
    """
    undefined = np.isnan(resampled).all(axis=0)
    mean = np.nanmean(np.where(undefined, 0.0, resampled), axis=0)
    return _part_as_far(np.abs(difference), np.abs(resampled - mean))


def _part_as_far(distance: Floats, distances: Floats) -> Floats:
    nearer = (distances < distance - TOLERANCE).sum(axis=0)
    trials = len(distances)
    return np.asarray(np.where(np.isnan(distance), np.nan, (trials - nearer + 1) / (trials + 1)))


def rows_of(rows: Iterable[Sequence[float]]) -> Floats:
    values = array("d")
    count = 0
    for row in rows:
        values.extend(row)
        count += 1
    return np.frombuffer(values, dtype=np.float64).reshape(count, -1) if count else np.empty((0, 0))


def lexical_ranks(rows: Floats) -> Integers:
    """Return each row's place, shape (rows,), in the order of rows by their numbers; equal rows have one place."""
    order = np.lexsort(rows.T[::-1])
    differs = (rows[order[1:]] != rows[order[:-1]]).any(axis=1)
    ranks = np.empty(len(rows), dtype=np.int64)
    ranks[order] = np.concatenate([[0], np.cumsum(differs)])
    return ranks


Resamples = npt.NDArray[np.int32] | npt.NDArray[np.int64]

Rank = Callable[[Floats], Floats]
"""Totals, shape (..., k), to what the best choice has most of, shape (...)."""


@attrs.frozen(eq=False)
class Candidates:
    """The numbers of n sentences against each of their references; each of these is a row.

    ``values``, shape (rows, k), are added to the total. ``places``, shape (n, most references), are rows; -1 for none.
    """

    values: Floats
    places: Places

    @classmethod
    def of(cls, sentences: Iterable[Sequence[Sequence[float]]]) -> "Candidates":
        """Return the candidates of sentences; raise ValueError if there is none, or one without a row of k numbers."""
        sizes = array("i")

        def rows() -> Iterator[Sequence[float]]:
            for sentence in sentences:
                sizes.append(len(sentence))
                yield from sentence

        values = rows_of(rows())
        counts = np.frombuffer(sizes, dtype=np.int32) if sizes else np.empty(0, dtype=np.int32)
        if not counts.all() or not len(counts):
            raise ValueError("every sentence needs a reference, and there must be one sentence")
        columns = np.arange(counts.max(), dtype=np.int32)[None, :]
        places = (np.cumsum(counts, dtype=np.int32) - counts)[:, None] + columns
        return cls(values, np.where(columns < counts[:, None], places, -1).astype(np.int32))

    def joined(self, other: "Candidates") -> "Candidates":
        width = max(self.places.shape[1], other.places.shape[1])
        behind = np.where(other.places < 0, -1, other.places + len(self.values)).astype(np.int32)
        wide = [
            np.pad(places, ((0, 0), (0, width - places.shape[1])), constant_values=-1)
            for places in (self.places, behind)
        ]
        return Candidates(np.concatenate([self.values, other.values]), np.concatenate(wide))


@attrs.frozen(eq=False)
class Choice:
    """The references that R resamples of n sentences choose: their rows, shape (R, n), and sums, shape (R, k)."""

    rows: Places
    totals: Floats


def choose_by_total(candidates: Candidates, resamples: Resamples, rank: Rank, preferred: Integers) -> Choice:
    """Choose the reference of each sentence by the running total of its resample.

    ``resamples``, shape (R, n), are in the order of folding. The largest ``rank`` of the total with a candidate
    decides, then the largest of ``preferred``, shape (rows,), then the first reference.
    """
    rows = np.empty(resamples.shape, dtype=np.int32)
    return Choice(rows, _chosen_totals(candidates, resamples, rank, preferred, rows))


def totals_by_choice(candidates: Candidates, resamples: Resamples, rank: Rank, preferred: Integers) -> Floats:
    """Return the same choice's totals alone, shape (R, k), in less memory."""
    return _chosen_totals(candidates, resamples, rank, preferred, None)


def _chosen_totals(
    candidates: Candidates, resamples: Resamples, rank: Rank, preferred: Integers, rows: Places | None
) -> Floats:
    totals = np.zeros((len(resamples), candidates.values.shape[1]))
    resample = np.arange(len(resamples))
    for number, sentences in enumerate(resamples.T):
        places = candidates.places[sentences]
        values = candidates.values[places]
        exists = places >= 0
        ranks = np.where(exists, rank(totals[:, None, :] + values), -np.inf)
        best = ranks == ranks.max(axis=1, keepdims=True)
        column = np.where(best & exists, preferred[places], -1).argmax(axis=1)
        if rows is not None:
            rows[:, number] = places[resample, column]
        totals += values[resample, column]
    return totals


STRETCH = 256
"""Sentences whose rows are taken for every draw at a time."""


class DrawnGleu(NamedTuple):
    """A sentence's length in words, its rows by reference, and the index of the reference that each draw gave it."""

    length: int
    rows: Sequence[GleuRow]
    draws: Sequence[int]


@attrs.frozen
class GleuDrawing:
    """Sentences with the references that GLEU's own fold draws for them; they are drawn anew each time."""

    statistics: Iterable[GleuStatistics]
    samples: int

    def __iter__(self) -> Iterator[DrawnGleu]:
        generators: list[random.Random] = []
        for length, rows in self.statistics:
            # With a single reference every draw is the same.
            generators = generators or [
                random.Random(number * SEED_STEP) for number in range(self.samples if len(rows) > 1 else 1)
            ]
            numbers = range(len(rows))
            yield DrawnGleu(length, rows, [generator.choice(numbers) for generator in generators])


@attrs.frozen(eq=False)
class GleuDraws:
    """The rows of n sentences, and which of them draws of a reference gave each sentence.

    ``lengths``, in words, and ``first``, each sentence's first row, have the shape (n,); ``draws``, indices of
    references, (n, draws); ``rows`` (rows, 1 + 2 longest): the reference's length, then n-grams for and against the
    hypothesis.
    """

    lengths: Floats
    rows: Floats
    first: Integers
    draws: npt.NDArray[np.uint16]

    @classmethod
    def of(cls, sentences: Iterable[DrawnGleu]) -> "GleuDraws":
        """Raise ValueError if there is no sentence."""
        lengths, sizes, draws = array("d"), array("l"), array("H")

        def rows() -> Iterator[GleuRow]:
            for sentence in sentences:
                lengths.append(sentence.length)
                sizes.append(len(sentence.rows))
                draws.extend(sentence.draws)
                yield from sentence.rows

        values = rows_of(rows())
        if not lengths:
            raise ValueError("there is no sentence to score")
        counts = np.asarray(sizes, dtype=np.int64)
        drawn = np.frombuffer(draws, dtype=np.uint16).reshape(len(lengths), -1)
        return cls(np.frombuffer(lengths, dtype=np.float64), values, np.cumsum(counts) - counts, drawn)

    def __call__(self, resamples: Resamples) -> Floats:
        draws, width = self.draws.shape[1], self.rows.shape[1]
        sums = np.zeros((len(resamples), draws * width))
        lengths = np.zeros(len(resamples))
        uses = np.stack([np.bincount(row, minlength=len(self.lengths)).astype(np.uint16) for row in resamples])
        # All numbers are whole, so sums of sums are exact.
        for begin in range(0, len(self.lengths), STRETCH):
            part = slice(begin, begin + STRETCH)
            some = uses[:, part].astype(np.float64)
            sums += some @ self.rows[self.first[part, None] + self.draws[part]].reshape(some.shape[1], -1)
            lengths += some @ self.lengths[part]
        by_draw = sums.reshape(len(resamples), draws, width)
        scores: Floats = _gleu(lengths[:, None], by_draw).mean(axis=1, keepdims=True)
        return scores

    def joined(self, other: "GleuDraws") -> "GleuDraws":
        return GleuDraws(
            np.concatenate([self.lengths, other.lengths]),
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.first, other.first + len(self.rows)]),
            np.concatenate([self.draws, other.draws]),
        )


def _gleu(lengths: Floats, sums: Floats) -> Floats:
    """Return 0 where one of the precisions is not above 0."""
    kept, against = sums[..., 1::2], sums[..., 2::2]
    precisions = np.divide(kept, kept + against, out=np.ones_like(kept), where=against != 0)
    possible = (precisions > 0).all(axis=-1)
    logarithms = np.log(np.where(precisions > 0, precisions, 1.0)).mean(axis=-1)
    penalty = np.minimum(0.0, 1 - sums[..., 0] / lengths)
    return np.asarray(np.where(possible, np.exp(penalty + logarithms), 0.0))


Cleme2Terms = tuple[Floats, Floats, Floats, Floats]
"""Hit, 1 - wrong, 1 - under and 1 - over: what CLEME2.0's factors weigh."""


def f_rank(beta: float, decimals: int | None = None) -> Callable[[Floats], Floats]:
    def rank(totals: Floats) -> Floats:
        _, _, f = f_scores(totals[..., 0], totals[..., 1], totals[..., 2], beta)
        return f if decimals is None else rounded(f, decimals)

    return rank


def f_scores(tp: Floats, fp: Floats, fn: Floats, beta: float) -> tuple[Floats, Floats, Floats]:
    precision, recall = _ratio(tp, tp + fp, 1.0), _ratio(tp, tp + fn, 1.0)
    f = _ratio((1 + beta**2) * precision * recall, beta**2 * precision + recall, 0.0)
    return precision, recall, f


def _cleme2_rank(factors: Factors) -> Callable[[Floats], Floats]:
    """Return CLEME2.0's score (Equation 5) of totals (tp, fp_ne, fp_un, fn, tn)."""
    alphas = attrs.astuple(factors)
    return lambda totals: cleme2_score(cleme2_terms(totals), alphas)


def cleme2_terms(totals: Floats) -> Cleme2Terms:
    """Return the terms of Equation 5 from counts or weights tp, fp_ne, fp_un, fn and tn, shape (..., 5)."""
    tp, wrong, over, missed = (totals[..., index] for index in range(4))
    necessary, corrected = tp + wrong + missed, tp + wrong + over
    return (
        _ratio(tp, necessary, 0.0),
        1 - _ratio(wrong, necessary, 0.0),
        1 - _ratio(missed, necessary, 0.0),
        1 - _ratio(over, corrected, 0.0),
    )


def cleme2_score(terms: Cleme2Terms, alphas: Sequence[float | Floats]) -> Floats:
    """Return Equation 5 by :func:`~markscheme.metrics.cleme2.scores_of`'s operations in order; ``alphas`` broadcast."""
    hit, right, seen, due = terms
    score: Floats = alphas[0] * hit + alphas[1] * right + alphas[2] * seen + alphas[3] * due
    return score


def rounded(values: Floats, decimals: int) -> Floats:
    """Return values rounded as Python's ``round`` rounds them.

    numpy multiplies before it rounds, and so it rounds some values up that are just below a half. Values near a half
    are rounded by Python.

    >>> rounded(np.array([0.00625, 0.12344]), 4).tolist()
    [0.0063, 0.1234]
    """
    scaled = values * 10.0**decimals
    near = np.abs(scaled - np.floor(scaled) - 0.5) < 1e-6
    result: Floats = np.rint(scaled) / 10.0**decimals
    result[near] = [round(value, decimals) for value in values[near].tolist()]
    return result


def _ratio(part: Floats, whole: Floats, otherwise: float) -> Floats:
    ratio: Floats = np.divide(part, whole, out=np.full(np.shape(part), otherwise), where=whole != 0)
    return ratio


class ResampleFold(Protocol):
    """The scores of resamples of some sentences."""

    def __call__(self, resamples: Resamples) -> Floats:
        """Return scores (R, scores), in the order of the metric's fields, of sentences (R, m) in the file's order."""
        ...

    def joined(self, other: Any) -> "ResampleFold":
        """Return the fold of these sentences and, numbered behind them, those of another fold of the metric."""
        ...


def score_values(metric: Metric[Any], statistics: Sequence[Any]) -> tuple[float, ...]:
    return attrs.astuple(metric.fold(statistics, keep_sentences=False).scores, recurse=False)


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
    """Chooses references by the running total, and scores the total; ``prefer`` is largest for the best of equals."""

    candidates: Candidates
    rank: Rank
    prefer: Callable[[Floats], Integers]
    score: Callable[[Floats], tuple[float, ...]]
    preferred: Integers = attrs.field(
        init=False, default=attrs.Factory(lambda self: self.prefer(self.candidates.values), takes_self=True)
    )

    def choice(self, resamples: Resamples) -> Choice:
        return choose_by_total(self.candidates, resamples, self.rank, self.preferred)

    def __call__(self, resamples: Resamples) -> Floats:
        totals = totals_by_choice(self.candidates, resamples, self.rank, self.preferred)
        return np.asarray([self.score(total) for total in totals])

    def joined(self, other: "RunningFold") -> "RunningFold":
        return RunningFold(self.candidates.joined(other.candidates), self.rank, self.prefer, self.score)


@singledispatch
def array_fold(metric: Metric[Any], statistics: Iterable[Any]) -> ResampleFold:
    """Return a fold side by side, which may read statistics often; register one for each class that has one."""
    return Refold(metric, list(statistics))


def resample_fold(metric: Metric[Any], statistics: Iterable[Any]) -> ResampleFold:
    """Return the fold of resamples of sentences with these settled statistics, which can be read again.

    A subclass may fold in another way than its base, so it has the base's fold only if it is registered itself. Raise
    ValueError if there is no sentence, or one without a reference that the metric needs.
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


@array_fold.register(Errant)
@array_fold.register(PtErrant)
def running_overlap(metric: OverlapMetric, statistics: Iterable[Any]) -> ResampleFold:
    if metric.level == "sentence":
        return _mean(metric, statistics)
    return RunningFold(
        Candidates.of(statistics),
        f_rank(metric.beta, metric.decimals),
        overlap_preferences,
        lambda total: score_values(metric, [(tuple(total.tolist()),)]),
    )


@array_fold.register
def _(metric: Cleme2, statistics: Iterable[Any]) -> ResampleFold:
    if metric.level == "sentence":
        return _mean(metric, statistics)
    return RunningFold(
        Candidates.of(_sums(statistics)),
        _cleme2_rank(metric.factors),
        _cleme2_preferences,
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


def _cleme2_preferences(rows: Floats) -> Integers:
    """Return the same of rows (tp, fp_ne, fp_un, fn, tn): more TP, fewer FP, fewer FN, more TN."""
    tp, wrong, over, fn, tn = rows.T
    return lexical_ranks(np.stack([tp, -(wrong + over), -fn, tn], axis=1))


def _sums(statistics: Iterable[ChunkStatistics]) -> Iterator[list[Sequence[float]]]:
    for one in statistics:
        rows = (ChunkRow(*row) for row in one[0])
        yield [row.counts if row.weights is None else row.weights for row in rows]


def _one_row(tp: float, wrong: float, over: float, fn: float, tn: float) -> ChunkStatistics:
    five = (tp, wrong, over, fn, tn)
    return ChunkStatistics((ChunkRow(0, 0, five, five),))


@array_fold.register
def _(metric: Gleu, statistics: Iterable[DrawnGleu]) -> ResampleFold:
    if metric.level == "sentence":
        return _mean(metric, statistics)
    return GleuDraws.of(statistics)


@singledispatch
def settled(metric: Metric[Any], statistics: Iterable[Any]) -> Iterable[Any]:
    """Return the settled statistics of one system's sentences, in order, computed anew each time they are read."""
    return statistics


@settled.register
def _(metric: Gleu, statistics: Iterable[GleuStatistics]) -> Iterable[Any]:
    return statistics if metric.level == "sentence" else GleuDrawing(statistics, metric.samples)


@settled.register
def _(metric: ChunkMetric, statistics: Iterable[ChunkStatistics]) -> Iterable[ChunkStatistics]:  # type: ignore[type-arg]
    if not metric.weighting.by_length:
        return statistics
    return WeighedByLength(metric, statistics, mean_length(statistics))


@attrs.frozen
class WeighedByLength:
    """Statistics with weights in place of lengths, by the mean length of all sentences' chunks."""

    metric: ChunkMetric[Any, Any, Any]
    statistics: Iterable[ChunkStatistics]
    mean: float

    def __iter__(self) -> Iterator[ChunkStatistics]:
        for one in self.statistics:
            yield ChunkStatistics(tuple(self.metric.weighed(ChunkRow(*row), self.mean) for row in one[0]))
