"""Numbers with their bootstrap intervals (Efron and Tibshirani, 1993, chapter 13).

Each sample draws as many sentences as the pool has, with replacement. An interval reaches between two percentiles of
the drawn samples' values, by linear interpolation.
"""

import math
from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.resampling.draws import ResamplingSettings

Floats = npt.NDArray[np.float64]
Samples = npt.NDArray[np.float64]
"""A value for each sample, shape (samples,), the pool's first; NaN where it is not defined."""

LEAST_DEFINED = 0.5
"""Share of the samples in which a value must be defined for an interval."""


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

    @classmethod
    def of(cls, value: float, low: float = math.nan, high: float = math.nan) -> "Estimate":
        """Return the estimate of three numbers; NaN stands for one that is not defined."""
        return cls(*(None if math.isnan(number) else float(number) for number in (value, low, high)))


UNDEFINED = Estimate(None)


def percentile_intervals(samples: Floats, settings: ResamplingSettings) -> Floats:
    """Return the percentile intervals of drawn samples' values.

    Parameters
    ----------
    samples
        Shape (resamples, ...); NaN where a value is not defined. Such a sample does not count.

    Returns
    -------
    Shape (2, ...): low and high; NaN where too few samples have a value (:data:`LEAST_DEFINED`).
    """
    if not len(samples):
        return np.full((2, *samples.shape[1:]), np.nan)
    defined = ~np.isnan(samples)
    enough = defined.any(axis=0) & (defined.mean(axis=0) >= LEAST_DEFINED)
    ends = np.nanpercentile(np.where(enough, samples, 0.0), settings.percentiles, axis=0)
    return np.asarray(np.where(enough, ends, np.nan))


def estimate(samples: Samples, settings: ResamplingSettings) -> Estimate:
    """Return the pool's value with its interval."""
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
