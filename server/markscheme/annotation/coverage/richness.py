"""How many corrections are estimated to be missing: Chao1 and ACE, from ecology's unseen species.

A correction is a species, an annotator who makes it an individual of it. From how many corrections one annotator makes
alone, and how many two, both estimate how many distinct corrections annotators like these would make in all.

The assumptions of both don't hold here. An annotator makes one correction at a place, and so leaves out others that
would do as well; annotators follow the same guidelines and are not independent; and they are few. So the numbers are no
count of all good corrections: they are about a lower bound of what such annotators would still write.
"""

import math
from collections import Counter
from collections.abc import Iterable

import attrs

RARE = 10
"""Most annotators who make a correction that is rare for ACE (Chao and Lee, 1992)."""
NORMAL_QUANTILE = 1.959963984540054
"""The standard normal distribution's quantile of 0.975, for an interval of 95 %."""
LEAST_ANNOTATORS = 2
"""Annotators of a sentence without whom nothing can be estimated from it."""


@attrs.frozen
class Richness:
    """How many distinct corrections there are, and are estimated to be.

    Attributes
    ----------
    observed
        The number of distinct corrections.
    once, twice
        How many of them one annotator makes, and how many two.
    chao1
        Chao1's estimate of all (Chao, 1984), at least ``observed``; ``None`` without corrections.
    interval
        Its interval of 95 % by a log-normal distribution (Chao, 1987); ``None`` where the estimate is what is observed.
    ace
        The abundance-based coverage estimate of all (Chao and Lee, 1992); ``None`` where every rare correction is made
        once.
    completeness
        The share of such annotators' corrections that are among those observed (Good, 1953): 1 less the share of
        corrections made once; ``None`` without corrections.
    """

    observed: int = 0
    once: int = 0
    twice: int = 0
    chao1: float | None = None
    interval: tuple[float, float] | None = None
    ace: float | None = None
    completeness: float | None = None

    @property
    def missing(self) -> float | None:
        """How many corrections Chao1 estimates to be missing."""
        return None if self.chao1 is None else self.chao1 - self.observed


def richness(abundances: Iterable[int]) -> Richness:
    """Return the richness of corrections, from the number of annotators who make each; at least 1."""
    counts = Counter(abundances)
    observed = counts.total()
    if not observed:
        return Richness()
    once, twice = counts[1], counts[2]
    chao1 = observed + chao1_missing(once, twice)
    made = sum(number * count for number, count in counts.items())
    return Richness(observed, once, twice, chao1, _interval(observed, chao1, once, twice), ace(counts), 1 - once / made)


def chao1_missing(once: int, twice: int) -> float:
    """Return how many species are missing: ``f1^2 / (2 f2)`` (Chao, 1984); without f2, ``f1 (f1 - 1) / 2``.

    >>> chao1_missing(10, 5), chao1_missing(4, 0)
    (10.0, 6.0)
    """
    return once**2 / (2 * twice) if twice else once * (once - 1) / 2


def _interval(observed: int, chao1: float, once: int, twice: int) -> tuple[float, float] | None:
    """Return the interval in which the logarithm of what is missing is taken to be normal (Chao, 1987, Equation 8)."""
    missing = chao1 - observed
    if missing <= 0:
        return None
    if twice:
        ratio = once / twice
        variance = twice * (ratio**4 / 4 + ratio**3 + ratio**2 / 2)
    else:
        variance = once * (once - 1) / 2 + once * (2 * once - 1) ** 2 / 4 - once**4 / (4 * chao1)
    factor = math.exp(NORMAL_QUANTILE * math.sqrt(math.log(1 + variance / missing**2)))
    return observed + missing / factor, observed + missing * factor


def ace(counts: Counter[int]) -> float | None:
    """Return the abundance-based coverage estimate (Chao and Lee, 1992); ``None`` where the rare have no coverage.

    Parameters
    ----------
    counts
        How many corrections there are for each number of annotators who make one.
    """
    rare = {number: count for number, count in counts.items() if number <= RARE}
    rare_species, rare_individuals = sum(rare.values()), sum(number * count for number, count in rare.items())
    abundant = counts.total() - rare_species
    if not rare_species:
        return float(abundant)
    coverage = 1 - rare.get(1, 0) / rare_individuals
    if not coverage:
        return None
    pairs = sum(number * (number - 1) * count for number, count in rare.items())
    spread = rare_species / coverage * pairs / (rare_individuals * (rare_individuals - 1)) - 1
    return abundant + rare_species / coverage + rare.get(1, 0) / coverage * max(spread, 0.0)
