"""Chao1 and ACE, by the textbook formulas worked out by hand."""

from math import exp, log, sqrt

import pytest

from markscheme.research.distinct_corrections import SpeciesEstimate, species_estimate


def spiders() -> list[int]:
    """Return how often 26 species of spiders were seen: 12 of them once, 4 twice (as in Chao et al., 2014)."""
    return [46, 22, 17, 15, 15, 9, 8, 6, 6, 4, 2, 2, 2, 2, *[1] * 12]


def test_chao1_with_its_log_normal_interval():
    own = species_estimate(spiders())
    assert (own.observed, own.once, own.twice) == (26, 12, 4)
    assert own.chao1 == pytest.approx(26 + 12**2 / (2 * 4))
    variance = 4 * (0.25 * 3**4 + 3**3 + 0.5 * 3**2)
    factor = exp(1.959963984540054 * sqrt(log(1 + variance / 18**2)))
    assert own.interval == pytest.approx((26 + 18 / factor, 26 + 18 * factor))
    assert own.missing == pytest.approx(18)
    assert own.completeness == pytest.approx(1 - 12 / 168)


def test_ace():
    # Rare, seen 10 times at most: 12 x 1, 4 x 2, 1 x 4, 2 x 6, 1 x 8, 1 x 9: 21 species, 53 individuals; 5 abundant.
    coverage = 1 - 12 / 53
    pairs = 4 * 2 + 4 * 3 + 2 * 6 * 5 + 8 * 7 + 9 * 8
    spread = max(21 / coverage * pairs / (53 * 52) - 1, 0)
    assert species_estimate(spiders()).ace == pytest.approx(5 + 21 / coverage + 12 / coverage * spread)


def test_nothing_seen_twice_takes_the_corrected_form():
    own = species_estimate([1, 1, 1, 5])
    assert own.chao1 == 4 + 3 * 2 / 2
    variance = 3 * 2 / 2 + 3 * 5**2 / 4 - 3**4 / (4 * 7)
    factor = exp(1.959963984540054 * sqrt(log(1 + variance / 3**2)))
    assert own.interval == pytest.approx((4 + 3 / factor, 4 + 3 * factor))


def test_nothing_is_missing_where_everybody_agrees():
    own = species_estimate([2, 3, 2])
    assert (own.chao1, own.interval, own.ace, own.completeness) == (3, None, pytest.approx(3), 1.0)


def test_what_is_not_defined():
    assert species_estimate([]) == SpeciesEstimate()
    assert species_estimate([]).missing is None
    alone = species_estimate([1])
    assert (alone.chao1, alone.interval, alone.ace) == (1, None, None)
    assert species_estimate([1, 1, 1]).ace is None
    assert species_estimate([11, 12]).ace == 2
