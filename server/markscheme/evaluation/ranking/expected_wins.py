"""Expected Wins (Bojar et al., WMT 2013, Section 3.2): how often a system is better than another one.

A system's score is the mean, over the other systems, of its wins as a share of the decided comparisons with that
system. Ties do not count. Systems that were never compared, or always tied, have no part in each other's mean.
"""

import numpy as np
import numpy.typing as npt

from markscheme.evaluation.judgements.ranking import Comparisons

Numbers = npt.NDArray[np.float64]


def expected_wins(wins: Numbers) -> Numbers:
    """Return the scores of systems, shape (..., systems), in [0, 1]; NaN for a system without a decided comparison.

    Parameters
    ----------
    wins
        How often each system (row) is better than each other one (column), shape (..., systems, systems).
    """
    decided = wins + np.swapaxes(wins, -1, -2)
    shares = np.divide(wins, decided, out=np.zeros_like(wins), where=decided > 0)
    opponents = (decided > 0).sum(axis=-1)
    scores = np.full(wins.shape[:-1], np.nan)
    np.divide(shares.sum(axis=-1), opponents, out=scores, where=opponents > 0)
    return scores


def wins_in(comparisons: Comparisons, systems: int) -> Numbers:
    """Return how often each system is better than each other one, shape (systems, systems)."""
    wins = np.zeros((systems, systems))
    first, second = comparisons.outcomes > 0, comparisons.outcomes < 0
    np.add.at(wins, (comparisons.first[first], comparisons.second[first]), 1.0)
    np.add.at(wins, (comparisons.second[second], comparisons.first[second]), 1.0)
    return wins


def wins_by_scores(scores: Numbers) -> Numbers:
    """Return whether each system's sentence scores higher than each other one's.

    Parameters
    ----------
    scores
        Shape (systems, sentences).

    Returns
    -------
    1 or 0, shape (sentences, systems, systems).
    """
    by_sentence = scores.T
    return (by_sentence[:, :, None] > by_sentence[:, None, :]).astype(np.float64)
