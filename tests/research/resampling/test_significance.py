"""Intervals and p values beside independent slow computations, and under the null hypothesis."""

import random

import numpy as np
import pytest
from scipy.stats import bootstrap, kstest, permutation_test

from markscheme.metrics.base import metric
from markscheme.research.resampling import (
    ResamplingSettings,
    bootstrap_blocks,
    bootstrap_p,
    percentile_intervals,
    randomisation_p,
    resample_fold,
    swap_blocks,
)

TRIALS = 300


def bootstrap_resamples(sentences: int, settings: ResamplingSettings) -> np.ndarray:
    return next(bootstrap_blocks(sentences, settings, settings.resamples))


def random_swaps(sentences: int, settings: ResamplingSettings) -> np.ndarray:
    return next(swap_blocks(sentences, settings, settings.resamples))


def test_resamples_are_the_same_each_time_and_in_the_order_of_the_file():
    settings = ResamplingSettings(resamples=20, seed=7)
    resamples = bootstrap_resamples(30, settings)
    np.testing.assert_array_equal(resamples, bootstrap_resamples(30, settings))
    assert (np.diff(resamples, axis=1) >= 0).all()
    assert resamples.shape == random_swaps(30, settings).shape == (20, 30)
    assert (resamples != bootstrap_resamples(30, ResamplingSettings(resamples=20, seed=8))).any()


def test_intervals_are_those_of_sorted_scores():
    chance = random.Random(1)
    statistics = [((chance.randint(0, 3), chance.randint(0, 3), chance.randint(0, 3)),) for _ in range(25)]
    settings = ResamplingSettings(resamples=200, confidence=0.9)
    resamples = bootstrap_resamples(25, settings)
    chosen = metric("errant")
    scores = sorted(chosen.fold([statistics[index] for index in row]).scores.f for row in resamples.tolist())

    def quantile(share: float) -> float:
        place = share * (len(scores) - 1)
        below = int(place)
        above = min(below + 1, len(scores) - 1)
        return scores[below] + (place - below) * (scores[above] - scores[below])

    low, high = percentile_intervals(resample_fold(chosen, statistics)(resamples), settings)[:, 2]
    assert (low, high) == pytest.approx((quantile(0.05), quantile(0.95)))


def test_intervals_agree_with_scipy_s():
    values = np.random.default_rng(2).normal(size=200)
    settings = ResamplingSettings(resamples=4000)
    resamples = bootstrap_resamples(200, settings)
    low, high = percentile_intervals(values[resamples].mean(axis=1), settings)
    expected = bootstrap((values,), np.mean, n_resamples=4000, method="percentile", random_state=3)
    assert (low, high) == pytest.approx(
        (expected.confidence_interval.low, expected.confidence_interval.high), abs=0.015
    )


def test_resamples_are_the_weights_of_the_same_settings():
    settings = ResamplingSettings(resamples=20, seed=7)
    counted = [np.bincount(row, minlength=30) for row in bootstrap_resamples(30, settings)]
    np.testing.assert_array_equal(settings.weights(30)[1:], counted)
    assert bootstrap_resamples(1, settings).tolist() == [[0]] * 20
    assert settings.weights(1).tolist() == [[1.0]]


def test_a_score_that_few_samples_define_has_no_interval():
    samples = np.asarray([0.5, 0.6, np.nan, np.nan, np.nan])
    assert np.isnan(percentile_intervals(samples, ResamplingSettings(5))).all()
    assert np.isnan(percentile_intervals(np.empty((0, 3)), ResamplingSettings(0))).all()


def test_a_score_that_is_nowhere_defined_has_no_interval():
    scores = np.asarray([[np.nan, 0.5, np.nan], [np.nan, 0.7, 0.1]])
    intervals = percentile_intervals(scores, ResamplingSettings(confidence=0.5))
    assert np.isnan(intervals[:, 0]).all()
    assert intervals[:, 1:].tolist() == [[pytest.approx(0.55), 0.1], [pytest.approx(0.65), 0.1]]


def test_randomisation_agrees_with_scipy_s_permutations_of_all_swaps():
    generator = np.random.default_rng(4)
    one, other = generator.normal(0.4, 1, 10), generator.normal(0, 1, 10)
    swaps = random_swaps(10, ResamplingSettings(resamples=20_000))
    signed = np.where(swaps, other - one, one - other).mean(axis=1)
    p = randomisation_p(np.asarray((one - other).mean()), signed)

    def difference(x: np.ndarray, y: np.ndarray, axis: int) -> np.ndarray:
        return np.mean(x - y, axis=axis)

    exact = permutation_test((one, other), difference, permutation_type="samples", vectorized=True)
    assert float(p) == pytest.approx(exact.pvalue, abs=0.015)


def test_p_by_randomisation_is_uniform_if_systems_do_not_differ():
    generator = np.random.default_rng(5)
    values = []
    for trial in range(TRIALS):
        difficulty = generator.normal(size=40)
        statistics = [[(one, 0.95) for one in difficulty + generator.normal(size=40)] for _ in range(2)]
        fold = resample_fold(metric("impara"), [*statistics[0], *statistics[1]])
        swaps = random_swaps(40, ResamplingSettings(resamples=199, seed=trial))
        places = np.arange(40)
        whole = np.stack([places, places + 40])
        first, second = np.where(swaps, places + 40, places), np.where(swaps, places, places + 40)
        measured, swapped = fold(whole)[:, 1], fold(first)[:, 1] - fold(second)[:, 1]
        values.append(float(randomisation_p(measured[0] - measured[1], swapped)))
    assert kstest(values, "uniform").pvalue > 0.05


@pytest.mark.thorough
def test_p_is_uniform_where_references_are_chosen_by_the_total():
    """ERRANT over a corpus: each swap chooses the references of the sentences anew."""
    generator = np.random.default_rng(8)
    by_swaps, by_bootstrap = [], []
    places = np.arange(40)
    for trial in range(200):
        drawn = generator.integers(0, 4, (80, 2, 3))
        fold = resample_fold(metric("errant"), [tuple(map(tuple, rows)) for rows in drawn.tolist()])
        settings = ResamplingSettings(resamples=99, seed=trial)
        swaps, resamples = random_swaps(40, settings), bootstrap_resamples(40, settings)
        measured = np.subtract(*fold(np.stack([places, places + 40]))[:, 2])
        first, second = np.where(swaps, places + 40, places), np.where(swaps, places, places + 40)
        by_swaps.append(float(randomisation_p(measured, fold(first)[:, 2] - fold(second)[:, 2])))
        resampled = fold(resamples)[:, 2] - fold(resamples + 40)[:, 2]
        by_bootstrap.append(float(bootstrap_p(measured, resampled)))
    assert kstest(by_swaps, "uniform").pvalue > 0.05
    for alpha in (0.05, 0.2, 0.5):
        assert np.mean(np.asarray(by_bootstrap) <= alpha) == pytest.approx(alpha, abs=3 * (0.25 / 200) ** 0.5)


def test_p_is_small_where_one_system_is_better_everywhere():
    generator = np.random.default_rng(6)
    differences = generator.normal(1, 0.5, 50)
    settings = ResamplingSettings(resamples=999)
    swaps = random_swaps(50, settings)
    swapped = np.where(swaps, -differences, differences).mean(axis=1)
    assert float(randomisation_p(differences.mean(), swapped)) == 0.001
    resampled = differences[bootstrap_resamples(50, settings)].mean(axis=1)
    assert float(bootstrap_p(differences.mean(), resampled)) == 0.001
    assert np.isnan(bootstrap_p(np.asarray([np.nan]), np.full((9, 1), np.nan))).all()


def test_trials_without_a_score_say_nothing_against_chance():
    """An error type in one sentence of many: a third of the resamples have no score of it."""
    resampled = np.asarray([1.0, 1.0, np.nan] * 33)
    assert float(bootstrap_p(np.asarray(1.0), resampled)) == pytest.approx((33 + 1) / (99 + 1))
    assert float(randomisation_p(np.asarray(1.0), resampled - 1)) == pytest.approx((33 + 1) / (99 + 1))
