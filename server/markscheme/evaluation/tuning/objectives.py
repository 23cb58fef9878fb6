"""What candidates are ranked by: how far scores agree with people's, of systems and of single outputs.

Each is an object in a registry. Systems are few: a setting may rank them better and yet tie most outputs. Agreement on
single comparisons of two outputs of one sentence sees that.
"""

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
        Return the agreement over systems for each row of two arrays of shape (samples, systems); NaN where one is
        constant.
    single
        The weight of Kendall's tau on single comparisons, in [0, 1]; the rest is the weight of ``of``.
    """

    title: str
    of: Callable[[Numbers, Numbers], Numbers]
    single: float = 0.0

    def with_people(self, ratings: Numbers, people: Numbers) -> Numbers:
        """Return the agreement over systems for each sample, shape (samples,); unrated systems are left out.

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


BOTH = Objective(
    "mean of two: Pearson's r and Spearman's ρ over systems, on average, and Kendall's τ on single comparisons",
    average,
    single=0.5,
)
AVERAGE = Objective("mean of Pearson's r and Spearman's ρ over systems", average)
PEARSON = Objective("Pearson's r over systems", pearson)
SPEARMAN = Objective("Spearman's ρ over systems", spearman)
KENDALL = Objective("Kendall's τ over systems", kendall)
COMPARISONS = Objective("Kendall's τ on single comparisons", average, single=1.0)

OBJECTIVES: Registry[Objective] = Registry(
    "objective",
    {
        name: f"{__name__}:{name.upper()}"
        for name in ("both", "average", "pearson", "spearman", "kendall", "comparisons")
    },
)
"""The objectives by their names."""
