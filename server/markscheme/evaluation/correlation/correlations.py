"""Correlations of two scores of systems, in many samples at once: each is an object in a registry.

All are NaN where one of the two is constant. For one sample they equal scipy's ``pearsonr``, ``spearmanr`` and
``kendalltau`` (tau-b); scipy has no form of the last two over samples.
"""

from collections.abc import Callable

import attrs
import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from markscheme.registry import Registry

Numbers = npt.NDArray[np.float64]


def pearson(one: Numbers, other: Numbers) -> Numbers:
    """Return Pearson's r of each row, shape (samples,), from two arrays of shape (samples, systems)."""
    one = one - one.mean(axis=1, keepdims=True)
    other = other - other.mean(axis=1, keepdims=True)
    return _cosine(one, other)


def spearman(one: Numbers, other: Numbers) -> Numbers:
    """Return Spearman's rho of each row, with the mean rank for equal values; as :func:`pearson`."""
    return pearson(rankdata(one, axis=1), rankdata(other, axis=1))


def kendall(one: Numbers, other: Numbers) -> Numbers:
    """Return Kendall's tau-b of each row; as :func:`pearson`."""
    rows, columns = np.triu_indices(one.shape[1], 1)
    return _cosine(np.sign(one[:, rows] - one[:, columns]), np.sign(other[:, rows] - other[:, columns]))


def _cosine(one: Numbers, other: Numbers) -> Numbers:
    product = (one * other).sum(axis=1)
    size = np.sqrt((one**2).sum(axis=1) * (other**2).sum(axis=1))
    values = np.full(len(product), np.nan)
    np.divide(product, size, out=values, where=size > 0)
    clipped: Numbers = np.clip(values, -1.0, 1.0)
    return clipped


@attrs.frozen
class Correlation:
    """A correlation.

    Attributes
    ----------
    title
        What people call it.
    symbol
        Its letter in tables.
    of
        Return it for each sample.
    """

    title: str
    symbol: str
    of: Callable[[Numbers, Numbers], Numbers]


PEARSON = Correlation("Pearson", "r", pearson)
SPEARMAN = Correlation("Spearman", "ρ", spearman)
KENDALL = Correlation("Kendall", "τ", kendall)

CORRELATIONS: Registry[Correlation] = Registry(
    "correlation", {name: f"{__name__}:{name.upper()}" for name in ("pearson", "spearman", "kendall")}
)
"""The correlations by their names."""
