"""What candidates are ranked by: how far scores of systems agree with people's. Each is an object in a registry."""

from collections.abc import Callable

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.correlations import kendall, pearson, spearman
from markscheme.registry import Registry

Numbers = npt.NDArray[np.float64]


def average(one: Numbers, other: Numbers) -> Numbers:
    """Return the mean of Pearson's r and Spearman's rho of each row, as the "Avg." of CLEME2.0's tables."""
    return (pearson(one, other) + spearman(one, other)) / 2


@attrs.frozen
class Objective:
    """What candidates are ranked by; the higher, the better.

    Attributes
    ----------
    title
        What people call it.
    of
        Return it for each row of two arrays of shape (samples, systems); NaN where one is constant.
    """

    title: str
    of: Callable[[Numbers, Numbers], Numbers]

    def with_people(self, ratings: Numbers, people: Numbers) -> Numbers:
        """Return it for each sample, shape (samples,); systems that people did not rate are left out.

        Parameters
        ----------
        ratings
            A metric's scores of systems, shape (samples, systems).
        people
            People's, of the same shape or of shape (systems,); NaN for a system without a decided comparison.
        """
        people = np.broadcast_to(people, ratings.shape)
        if not np.isnan(people).any():
            return self.of(ratings, people)
        rows = zip(ratings, people, ~np.isnan(people), strict=True)
        return np.array([self.of(row[None, rated], other[None, rated])[0] for row, other, rated in rows])


AVERAGE = Objective("mean of Pearson's r and Spearman's ρ", average)
PEARSON = Objective("Pearson's r", pearson)
SPEARMAN = Objective("Spearman's ρ", spearman)
KENDALL = Objective("Kendall's τ", kendall)

OBJECTIVES: Registry[Objective] = Registry(
    "objective", {name: f"{__name__}:{name.upper()}" for name in ("average", "pearson", "spearman", "kendall")}
)
"""The objectives by their names."""
