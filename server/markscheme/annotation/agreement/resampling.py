"""Samples of sentences, and the values that they give: the bootstrap (Efron and Tibshirani, 1993, chapter 13).

The first sample is the pool itself. Each other one draws as many sentences as the pool has, with replacement. An
interval reaches between two percentiles of the drawn samples' values, by linear interpolation.
"""

from collections.abc import Sequence

import attrs
import numpy as np

from markscheme.annotation.agreement.coefficients import Samples, Weights

LEAST_SENTENCES = 2
"""Number of sentences from which drawn samples can differ: one sentence gives no interval."""
LEAST_DEFINED = 0.5
"""Share of the samples in which a value must be defined for an interval."""


@attrs.frozen
class Resampling:
    """How sentences are drawn.

    Attributes
    ----------
    resamples
        Number of drawn samples; 0 for no intervals.
    seed
        The number that chance begins with; the same one draws the same samples.
    confidence
        The share of the samples' values that an interval holds; 0.95 is from percentile 2.5 to percentile 97.5.
    """

    resamples: int = 1000
    seed: int = 1
    confidence: float = 0.95

    @property
    def percentiles(self) -> tuple[float, float]:
        """The percentiles at which an interval begins and ends."""
        tail = (1 - self.confidence) / 2 * 100
        return tail, 100 - tail

    def weights(self, sentences: int) -> Weights:
        """Return how often each sample has each sentence, shape (1 + resamples, sentences); the pool comes first."""
        whole = np.ones((1, sentences))
        if sentences < LEAST_SENTENCES or not self.resamples:
            return whole
        draws = np.random.default_rng(self.seed).multinomial(
            sentences, np.full(sentences, 1 / sentences), self.resamples
        )
        return np.concatenate([whole, draws.astype(np.float64)])


@attrs.frozen
class Estimate:
    """A value with its interval.

    Attributes
    ----------
    value
        ``None`` where it is not defined.
    low, high
        The ends of its interval; ``None`` without resampling, and where the value is not defined in most samples.
    """

    value: float | None
    low: float | None = None
    high: float | None = None


UNDEFINED = Estimate(None)


def estimate(samples: Samples, resampling: Resampling) -> Estimate:
    """Return the pool's value with its interval."""
    if np.isnan(samples[0]):
        return UNDEFINED
    drawn = samples[1:]
    defined = drawn[~np.isnan(drawn)]
    if not len(drawn) or len(defined) < LEAST_DEFINED * len(drawn):
        return Estimate(float(samples[0]))
    low, high = np.percentile(defined, resampling.percentiles)
    return Estimate(float(samples[0]), float(low), float(high))


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
