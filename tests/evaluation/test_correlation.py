"""Correlations, tests and agreement equal scipy's and slow computations."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from markscheme.evaluation.correlation.agreement_by_sentence import TIE_POLICIES, agreements
from markscheme.evaluation.correlation.correlations import kendall, pearson, spearman
from markscheme.evaluation.correlation.williams import williams
from markscheme.evaluation.correlation.windows import windows
from markscheme.evaluation.judgements.ranking import Ranking, comparisons_of

GENERATOR = np.random.default_rng(11)


@pytest.mark.parametrize(
    ("ours", "theirs"), [(pearson, stats.pearsonr), (spearman, stats.spearmanr), (kendall, stats.kendalltau)]
)
def test_correlations_are_scipy_s_with_equal_values_too(ours, theirs):
    one = GENERATOR.integers(0, 6, (20, 9)).astype(float)
    other = GENERATOR.normal(size=(20, 9)).round(0)
    expected = [theirs(*rows)[0] for rows in zip(one, other, strict=True)]
    assert ours(one, other) == pytest.approx(np.array(expected))
    assert np.isnan(ours(np.ones((1, 4)), np.arange(4.0)[None])).all()


def test_williams_test_is_the_formula_of_graham_and_baldwin():
    first, second, between, count = 0.9, 0.7, 0.6, 12
    k = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    below = 2 * k * (count - 1) / (count - 3) + (second + first) ** 2 / 4 * (1 - between) ** 3
    expected = (first - second) * ((count - 1) * (1 + between)) ** 0.5 / below**0.5
    result = williams(first, second, between, count)
    assert result.statistic == pytest.approx(expected)
    assert result.p == pytest.approx(2 * stats.t.sf(expected, count - 3))
    assert williams(second, first, between, count).p == pytest.approx(result.p)
    assert williams(0.5, 0.5, 1.0, 12).p == 1.0


def test_williams_test_rejects_rarely_where_correlations_are_equal():
    people = GENERATOR.normal(size=(2000, 12))
    one, other = (people + GENERATOR.normal(size=people.shape) for _ in range(2))
    values = zip(pearson(one, people), pearson(other, people), pearson(one, other), strict=True)
    rejected = np.mean([williams(*map(float, row), 12).p < 0.05 for row in values])
    assert 0.02 < rejected < 0.08


def test_williams_test_needs_four_systems():
    with pytest.raises(ValueError, match="4 systems"):
        williams(0.1, 0.2, 0.3, 3)


NAMES = ("A", "B", "C", "D")
RANKINGS = [
    Ranking(int(number), annotator, tuple(zip(NAMES, map(int, GENERATOR.integers(1, 4, 4)), strict=True)))
    for number in range(6)
    for annotator in ("ann", "bea")
]
SCORES = GENERATOR.integers(0, 3, (4, 6)).astype(float)


def slow_agreement(policy: str, sentences: list[int]) -> tuple[int, int]:
    agreed = counted = 0
    for number in sentences:
        for ranking in RANKINGS:
            if ranking.sentence != number:
                continue
            for first, second in combinations(range(4), 2):
                people = ranking.ranks[second][1] - ranking.ranks[first][1]
                metric = SCORES[first, number] - SCORES[second, number]
                if people == 0 or (metric == 0 and policy == "leave-out"):
                    continue
                if metric == 0 and policy == "first-loses":
                    metric = -1
                counted += 1
                agreed += people * metric > 0
    return agreed, counted


@pytest.mark.parametrize("policy", ["disagree", "first-loses", "leave-out"])
def test_accuracy_and_tau_count_comparisons_that_people_decide(policy: str):
    result = agreements(SCORES, comparisons_of(RANKINGS, NAMES), TIE_POLICIES.get(policy))
    for counts in ([1, 1, 1, 1, 1, 1], [2, 0, 1, 1, 2, 0]):
        agreed, counted = slow_agreement(policy, list(np.repeat(range(6), counts)))
        weights = np.array([counts], dtype=float)
        assert result.accuracy(weights)[0] == pytest.approx(agreed / counted)
        assert result.tau(weights)[0] == pytest.approx((agreed - (counted - agreed)) / counted)


def test_pairs_of_systems_add_up_to_the_whole():
    result = agreements(SCORES, comparisons_of(RANKINGS, NAMES), TIE_POLICIES.get("disagree"))
    assert np.triu(result.agreed_by_pair).sum() == result.agreed.sum()
    assert np.triu(result.counted_by_pair).sum() == result.counted.sum()
    np.testing.assert_array_equal(result.by_pair, result.by_pair.T)


def test_windows_go_from_the_best_system_on():
    metric, people = np.array([0.1, 0.5, 0.2, 0.9, 0.4]), np.array([1.0, 5.0, 3.0, 4.0, 2.0])
    first, second = windows(("A", "B", "C", "D", "E"), metric, people)
    assert first.systems == ("B", "D", "C", "E")
    assert second.first == 2
    assert first.pearson == pytest.approx(stats.pearsonr(metric[[1, 3, 2, 4]], people[[1, 3, 2, 4]])[0])
    assert second.spearman == pytest.approx(stats.spearmanr(metric[[3, 2, 4, 0]], people[[3, 2, 4, 0]])[0])
    assert windows(("A", "B"), metric[:2], people[:2]) == ()
