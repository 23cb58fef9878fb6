"""Williams' test of two correlations with the same third variable (Williams, 1959; Graham and Baldwin, EMNLP 2014).

Two metrics score the same systems, so their correlations with people depend on each other. The test takes this into
account.
"""

from math import inf, sqrt

import attrs
from scipy.stats import t as student

LEAST_SYSTEMS = 4
"""Smallest number of systems for which the test has a degree of freedom."""


@attrs.frozen
class Williams:
    """The result of a test.

    Attributes
    ----------
    statistic
        Student's t; positive where the first correlation is higher.
    p
        The two-sided probability of such a difference if both correlations are equal.
    """

    statistic: float
    p: float


def williams(first: float, second: float, between: float, systems: int) -> Williams:
    """Return the test of two correlations.

    Parameters
    ----------
    first, second
        Pearson correlations of two metrics with people's scores.
    between
        The correlation of the two metrics with each other.
    systems
        Number of systems, at least four.

    Raises
    ------
    ValueError
        If there are fewer systems.
    """
    if systems < LEAST_SYSTEMS:
        raise ValueError(f"Williams' test needs {LEAST_SYSTEMS} systems, not {systems}")
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    variance = 2 * max(determinant, 0.0) * (systems - 1) / (systems - 3) + mean**2 * (1 - between) ** 3
    difference = first - second
    if variance <= 0:
        statistic = inf if difference > 0 else -inf if difference < 0 else 0.0
    else:
        statistic = difference * sqrt((systems - 1) * (1 + between) / variance)
    return Williams(statistic, float(2 * student.sf(abs(statistic), systems - 3)))
