"""By what metrics choose references, and CLEME2.0's score: for many totals at once, equal to the metrics' own."""

from collections.abc import Callable, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.metrics.cleme2 import Factors

Floats = npt.NDArray[np.float64]
Cleme2Terms = tuple[Floats, Floats, Floats, Floats]
"""Hit, 1 - wrong, 1 - under and 1 - over: what CLEME2.0's factors weigh."""


def f_rank(beta: float, decimals: int | None = None) -> Callable[[Floats], Floats]:
    """Return F of beta of totals that begin with tp, fp and fn, rounded to some decimals or as it is."""

    def rank(totals: Floats) -> Floats:
        _, _, f = f_scores(totals[..., 0], totals[..., 1], totals[..., 2], beta)
        return f if decimals is None else rounded(f, decimals)

    return rank


def f_scores(tp: Floats, fp: Floats, fn: Floats, beta: float) -> tuple[Floats, Floats, Floats]:
    """Return precision, recall and F; precision and recall are 1 where their denominator is 0."""
    precision, recall = _ratio(tp, tp + fp, 1.0), _ratio(tp, tp + fn, 1.0)
    f = _ratio((1 + beta**2) * precision * recall, beta**2 * precision + recall, 0.0)
    return precision, recall, f


def cleme2_rank(factors: Factors) -> Callable[[Floats], Floats]:
    """Return CLEME2.0's score (Equation 5) of totals (tp, fp_ne, fp_un, fn, tn)."""
    alphas = attrs.astuple(factors)
    return lambda totals: cleme2_score(cleme2_terms(totals), alphas)


def cleme2_terms(totals: Floats) -> Cleme2Terms:
    """Return the terms of Equation 5 (Equations 1 to 4): hit, 1 - wrong, 1 - under and 1 - over, each of shape (...).

    Parameters
    ----------
    totals
        Counts or summed weights tp, fp_ne, fp_un, fn and tn, shape (..., 5).
    """
    tp, wrong, over, missed = (totals[..., index] for index in range(4))
    necessary, corrected = tp + wrong + missed, tp + wrong + over
    return (
        _ratio(tp, necessary, 0.0),
        1 - _ratio(wrong, necessary, 0.0),
        1 - _ratio(missed, necessary, 0.0),
        1 - _ratio(over, corrected, 0.0),
    )


def cleme2_score(terms: Cleme2Terms, alphas: Sequence[float | Floats]) -> Floats:
    """Return Equation 5, by the operations of :func:`markscheme.metrics.cleme2.scores_of` in their order.

    Parameters
    ----------
    alphas
        The four factors: numbers, or arrays that broadcast with the terms.
    """
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
