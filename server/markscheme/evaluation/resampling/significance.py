"""Intervals and p values of scores that were computed on resamples of sentences."""

import attrs
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

TOLERANCE = 1e-12
"""Differences no further apart than this are equal: sums of floats are exact to about as much."""


@attrs.frozen
class ResamplingSettings:
    """How resamples are drawn.

    Attributes
    ----------
    resamples
        Number of bootstrap resamples, and of random swaps; at least 1.
    confidence
        Part of the resamples that an interval covers, in percent, above 0 and below 100.
    seed
        Of numpy's default generator. Resamples depend on it, their number and the number of sentences alone.
    """

    resamples: int = 1000
    confidence: float = 95.0
    seed: int = 1


def bootstrap_resamples(sentences: int, settings: ResamplingSettings) -> Integers:
    """Return the sentences of each bootstrap resample: drawn with replacement, in the order of the file.

    Returns
    -------
    Shape (resamples, sentences).
    """
    generator = np.random.default_rng(settings.seed)
    return np.sort(generator.integers(0, sentences, (settings.resamples, sentences)), axis=1)


def random_swaps(sentences: int, settings: ResamplingSettings) -> npt.NDArray[np.bool_]:
    """Return the sentences that two systems swap in each trial of a randomisation test, each with probability 1/2.

    Returns
    -------
    Shape (resamples, sentences).
    """
    generator = np.random.default_rng([settings.seed, 1])
    return generator.integers(0, 2, (settings.resamples, sentences)).astype(np.bool_)


def percentile_interval(scores: Floats, confidence: float) -> Floats:
    """Return the percentile interval of resampled scores (Efron and Tibshirani, 1993, Chapter 13).

    Parameters
    ----------
    scores
        Shape (resamples, ...); ``nan`` where a score is not defined. Such a resample does not count.

    Returns
    -------
    Shape (2, ...): low and high; ``nan`` where no resample has a score.
    """
    outside = (1 - confidence / 100) / 2
    undefined = np.isnan(scores).all(axis=0)
    quantiles = np.nanquantile(np.where(undefined, 0.0, scores), [outside, 1 - outside], axis=0)
    return np.asarray(np.where(undefined, np.nan, quantiles))


def randomisation_p(difference: Floats, swapped: Floats) -> Floats:
    """Return the two-sided p of a difference by paired approximate randomisation (Noreen, 1989).

    It is (trials at least as far apart + 1) / (trials + 1).

    Parameters
    ----------
    difference
        Shape (...): what was measured.
    swapped
        Shape (trials, ...): the same where the systems have swapped sentences. Where it is not defined (``nan``), a
        trial says nothing against chance, and counts as one at least as far apart: of an error type that is in few
        sentences, many trials have no score, and p is not small.

    Returns
    -------
    Shape (...): in (0, 1]; ``nan`` where the difference is not defined.
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
