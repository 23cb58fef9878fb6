"""Which candidate is chosen, and whether the choice holds on what it was not chosen on. Numbers in, numbers out.

The best candidate is found as CLEME2.0's factors are (the paper's Appendix B.5): each set of references is left out in
turn, the candidate that is best on the others wins, and among the winners the one with the best mean over all sets is
taken. The paper leaves open how winners of different sets are compared; the mean over all sets treats them alike.
"""

from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.resampling.intervals import Estimate

Numbers = npt.NDArray[np.float64]

DECIMALS = 9
"""Decimals to which values are compared: beyond them, sums of floating-point numbers differ by their order."""
DEFAULT = 0
"""The index of the default settings among candidates."""

POLICY = (
    "The default stays unless all of this holds: the interval of the paired difference, best minus default, is above "
    "0; settings chosen on the other sets of references are better than the default on the set left out, on average; "
    "settings chosen on one half of the sentences are better than the default on the other half, on average."
)
ALWAYS = "The best settings are taken, whatever the evidence."


@attrs.frozen
class Fold:
    """Settings chosen on one part of the data, and how good they are on the other part.

    Attributes
    ----------
    winner
        The index of the candidate that is best on the first part.
    chosen, default
        The winner's value and the default's on the other part.
    """

    winner: int
    chosen: float
    default: float

    @property
    def gain(self) -> float:
        """How much better the winner is than the default there."""
        return self.chosen - self.default


def best(values: Numbers, among: Sequence[int] | None = None) -> int:
    """Return the index of the highest value, the first of equals; NaN is the lowest.

    Parameters
    ----------
    values
        Shape (candidates,).
    among
        The indices to choose from; all if ``None``.
    """
    indices = np.arange(len(values)) if among is None else np.array(sorted(set(among)))
    return int(indices[np.argmax(np.nan_to_num(values[indices].round(DECIMALS), nan=-np.inf))])


def folds_over_references(values: Numbers) -> tuple[Fold, ...]:
    """Return a fold for each set of references that is left out; none if there is one set.

    Parameters
    ----------
    values
        Shape (sets, candidates).
    """
    if len(values) < 2:
        return ()
    winners = [best(np.delete(values, number, axis=0).mean(axis=0)) for number in range(len(values))]
    return tuple(
        Fold(winner, float(row[winner]), float(row[DEFAULT])) for winner, row in zip(winners, values, strict=True)
    )


def folds_over_halves(values: Numbers) -> tuple[Fold, ...]:
    """Return a fold for each half of the sentences that settings are chosen on; the other half judges them.

    Parameters
    ----------
    values
        Means over sets of references, shape (candidates, splits, 2): the two halves of each split.
    """
    folds: list[Fold] = []
    for split in range(values.shape[1]):
        for half in (0, 1):
            winner, other = best(values[:, split, half]), values[:, split, 1 - half]
            folds.append(Fold(winner, float(other[winner]), float(other[DEFAULT])))
    return tuple(folds)


def mean_gain(folds: Sequence[Fold]) -> float | None:
    """Return the mean gain over the default, of the folds where it is defined; ``None`` without any."""
    gains = [fold.gain for fold in folds if not np.isnan(fold.gain)]
    return float(np.mean(gains)) if gains else None


def best_candidate(values: Numbers, folds: Sequence[Fold]) -> int:
    """Return the winner of a fold with the highest mean over all sets; without folds, the best of all candidates.

    Parameters
    ----------
    values
        Shape (sets, candidates).
    folds
        Over the sets of references.
    """
    return best(values.mean(axis=0), [fold.winner for fold in folds] or None)


def holds(difference: Estimate, *gains: float | None) -> bool:
    """Return whether the evidence is enough to leave the default, by :data:`POLICY`.

    Parameters
    ----------
    difference
        The best candidate's value minus the default's, paired by sample.
    gains
        The mean gain of each kind of folds; ``None`` for a kind without folds, which decides nothing.
    """
    return difference.low is not None and difference.low > 0 and all(gain is None or gain > 0 for gain in gains)
