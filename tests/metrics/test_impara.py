"""IMPARA's Equations 1 and 3 to 10, by hand and by their properties."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.metrics import impara


def test_an_impact_is_one_minus_the_cosine():
    whole = np.array([3.0, 4.0])
    without = np.array([[6.0, 8.0], [4.0, -3.0], [-3.0, -4.0], [5.0, 0.0]])
    assert impara.impacts(whole, without) == pytest.approx([0, 1, 2, 0.4])


def test_an_edit_that_the_encoder_does_not_see_has_no_impact_at_all():
    whole = np.random.default_rng(1).normal(size=384).astype(np.float32)
    assert impara.impacts(whole, np.stack([whole, whole])).tolist() == [0.0, 0.0]


def test_the_subset_with_more_impact_is_the_better_one():
    own = [0.1, 0.02, 0.03]
    low, high = frozenset({1, 2}), frozenset({0})
    assert impara.overall_impact(own, {0, 1, 2}) == pytest.approx(0.15)
    assert impara.ordered(high, low, own) == impara.ordered(low, high, own) == (low, high)
    assert impara.ordered(frozenset(), low, own) == (frozenset(), low)


def test_subsets_of_equal_impact_have_no_order():
    assert impara.ordered(frozenset({0}), frozenset({1}), [0.1, 0.1 + 1e-9]) is None


def test_a_correction_not_more_similar_than_the_threshold_scores_nothing():
    result = impara.Impara(threshold=0.9).fold(zip([0.0, 3.0, 3.0], [0.91, 0.9, 0.2], strict=True))
    assert [sentence.scores.score for sentence in result.sentences] == [0.5, 0.0, 0.0]
    assert result.scores.score == pytest.approx(0.5 / 3)
    assert result.scores.quality == pytest.approx((0.5 + 2 / (1 + math.exp(-3))) / 3)
    assert result.scores.similarity == pytest.approx(2.01 / 3)


def test_a_quality_stays_in_its_range_however_large_the_estimate():
    assert (impara.quality(-1e4), impara.quality(0), impara.quality(1e4)) == (0.0, 0.5, 1.0)


counts = st.integers(1, 12)
seeds = st.integers(0, 2**32)


@given(counts, st.integers(1, 30), seeds, st.integers(0, 10**6))
def test_subsets_differ_stay_in_range_and_are_not_drawn_twice(edits: int, most: int, seed: int, pair: int):
    found = impara.random_subsets(edits, most, seed, pair)
    assert len(found) <= most
    assert len({frozenset(subsets) for subsets in found}) == len(found)
    for first, second in found:
        assert first != second
        assert first
        assert first | second <= set(range(edits))


@given(counts, seeds)
def test_more_draws_only_add_subsets(edits: int, seed: int):
    few, many = (impara.random_subsets(edits, most, seed, 7) for most in (5, 30))
    assert many[: len(few)] == few


def test_the_subsets_are_those_of_equation_9():
    """k is uniform in 1 to n; each edit changes sides with probability 1 / n; of 12,000 pairs' first draws."""
    edits, pairs = 4, 12_000
    found = [subsets for pair in range(pairs) for subsets in impara.random_subsets(edits, 1, 1, pair)]
    unchanged = (1 - 1 / edits) ** edits
    assert len(found) / pairs == pytest.approx(1 - unchanged, abs=0.02)
    for size in range(1, edits + 1):
        assert sum(len(first) == size for first, _ in found) / len(found) == pytest.approx(1 / edits, abs=0.02)
    changed = sum(len(first ^ second) for first, second in found) / len(found)
    assert changed == pytest.approx(1 / (1 - unchanged), abs=0.03)
    for edit in range(edits):
        share = sum(edit in first for first, _ in found) / len(found)
        assert share == pytest.approx((edits + 1) / 2 / edits, abs=0.02)


def test_the_subsets_of_a_pair_are_the_same_in_every_version():
    first, second = impara.random_subsets(3, 2, seed=1, pair=0)
    assert first == ({0, 1, 2}, {0, 2})
    assert second == ({0}, {0, 1})
    assert impara.random_subsets(1, 30, seed=1, pair=5) == [({0}, set())]
