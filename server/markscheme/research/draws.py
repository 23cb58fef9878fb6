"""How sentences are drawn: with replacement for intervals, and swapped between two systems for tests.

Bootstrap intervals (Efron and Tibshirani, 1993, chapter 13) reach between two percentiles of the drawn samples' values,
by linear interpolation. A sample has as many sentences as the pool.
"""

import math
from collections.abc import Iterator, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.contract import shape

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
