"""Cross-validation equals slow loops, and the policy keeps the default without evidence."""

import math

import numpy as np
import pytest

from markscheme.research.resampling import Estimate
from markscheme.research.tuning import (
    best,
    best_candidate,
    folds_over_halves,
    folds_over_references,
    holds,
    mean_gain,
)

GENERATOR = np.random.default_rng(3)


def slow_winner(rows: list[list[float]]) -> int:
    means = [sum(row[number] for row in rows) / len(rows) for number in range(len(rows[0]))]
    return max(range(len(means)), key=lambda number: (means[number], -number))


def test_each_set_of_references_is_left_out_in_turn():
    values = GENERATOR.random((5, 40))
    folds = folds_over_references(values)
    rows = values.tolist()
    for number, fold in enumerate(folds):
        winner = slow_winner([row for place, row in enumerate(rows) if place != number])
        assert (fold.winner, fold.chosen, fold.default) == (winner, rows[number][winner], rows[number][0])
    winners = {fold.winner for fold in folds}
    taken = max(winners, key=lambda number: sum(row[number] for row in rows))
    assert best_candidate(values, folds) == taken
    gain = sum(fold.chosen - fold.default for fold in folds) / 5
    assert mean_gain(folds) == pytest.approx(gain)


def test_one_set_of_references_gives_no_folds_and_the_best_of_all():
    values = GENERATOR.random((1, 9))
    assert folds_over_references(values) == ()
    assert mean_gain(()) is None
    assert best_candidate(values, ()) == values[0].argmax()


def test_each_half_judges_what_the_other_half_chooses():
    values = GENERATOR.random((7, 3, 2))
    folds = iter(folds_over_halves(values))
    for split in range(3):
        for half in (0, 1):
            fold, column = next(folds), values[:, split, half].tolist()
            winner = column.index(max(column))
            other = values[:, split, 1 - half]
            assert (fold.winner, fold.chosen, fold.default) == (winner, other[winner], other[0])


def test_the_first_of_equals_is_the_best_whatever_the_order_of_sums():
    assert best(np.array([0.1 + 0.2, 0.3, np.nan])) == 0
    assert best(np.array([np.nan, 0.3, 0.1 + 0.2])) == 1
    assert best(np.array([0.1, 0.9, 0.5]), [2, 0]) == 2


@pytest.mark.parametrize(
    ("low", "gains", "expected"),
    [
        (0.01, (0.1, 0.1), True),
        (0.01, (None, 0.1), True),
        (0.0, (0.1, 0.1), False),
        (-0.01, (0.1, 0.1), False),
        (None, (0.1, 0.1), False),
        (0.01, (-0.1, 0.1), False),
        (0.01, (0.1, 0.0), False),
        (0.01, (math.nan, 0.1), False),
    ],
)
def test_the_default_is_left_only_if_everything_speaks_for_it(
    low: float | None, gains: tuple[float | None, ...], expected: bool
):
    assert holds(Estimate(0.05, low, 0.1), *gains) is expected
