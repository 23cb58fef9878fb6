"""P values of differences that were computed on samples of sentences."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

TOLERANCE = 1e-12
"""Differences no further apart than this are equal: sums of floats are exact to about as much."""


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
