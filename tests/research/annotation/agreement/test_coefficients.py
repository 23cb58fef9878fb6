"""Kappas and alpha: equal to slow computations, to the package's alpha, and to published examples."""

from collections import Counter
from itertools import combinations

import krippendorff
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from markscheme.research.coefficients import alpha, cohen, fleiss
from markscheme.research.resampling import Estimate, ResamplingSettings, estimate

Table = list[list[int]]

FOURTEEN_ANNOTATORS = [
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
]
"""How many annotators give each of five labels to each of ten units; a common example of Fleiss' kappa, 0.210."""


def one(table: Table, coefficient: object, sentences: list[int] | None = None) -> float:
    """Return a coefficient of a table with a row for each unit."""
    labels = np.array(table, dtype=np.int64)
    rows = np.array(sentences if sentences is not None else range(len(table)), dtype=np.int64)
    weights = np.ones((1, int(rows.max()) + 1))
    if coefficient is cohen:
        return float(cohen(labels[:, 0], labels[:, 1], rows, weights)[0])
    return float(coefficient(labels, rows, weights)[0])  # type: ignore[operator]


def slow_cohen(table: Table) -> float | None:
    pairs = [(row[0], row[1]) for row in table if row[0] >= 0 and row[1] >= 0]
    if not pairs:
        return None
    observed = sum(a == b for a, b in pairs) / len(pairs)
    labels = {label for pair in pairs for label in pair}
    expected = sum(
        sum(a == label for a, _ in pairs) / len(pairs) * sum(b == label for _, b in pairs) / len(pairs)
        for label in labels
    )
    return None if expected == pytest.approx(1) else (observed - expected) / (1 - expected)


def slow_fleiss(table: Table) -> float | None:
    units = [given for row in table if len(given := [label for label in row if label >= 0]) > 1]
    if not units:
        return None
    shares = [sum(a == b for a, b in combinations(given, 2)) / (len(given) * (len(given) - 1) / 2) for given in units]
    counts = Counter(label for given in units for label in given)
    total = sum(counts.values())
    expected = sum((count / total) ** 2 for count in counts.values())
    return None if expected == 1 else (sum(shares) / len(shares) - expected) / (1 - expected)


tables = st.integers(2, 5).flatmap(
    lambda people: st.lists(st.lists(st.integers(-1, 3), min_size=people, max_size=people), min_size=1, max_size=12)
)


@given(tables)
def test_alpha_is_the_packages(table: Table):
    pairable = [[label for label in row if label >= 0] for row in table]
    labels = {label for row in pairable if len(row) > 1 for label in row}
    value = one(table, alpha)
    if len(labels) < 2:
        assert np.isnan(value)
        return
    data = np.array([[np.nan if label < 0 else label for label in row] for row in table]).T
    assert value == pytest.approx(krippendorff.alpha(data, level_of_measurement="nominal"), abs=1e-9)


@given(tables)
def test_kappas_are_those_of_a_slow_computation(table: Table):
    for coefficient, slow in ((cohen, slow_cohen), (fleiss, slow_fleiss)):
        expected = slow(table)
        value = one(table, coefficient)
        assert np.isnan(value) if expected is None else value == pytest.approx(expected, abs=1e-9)


def test_published_examples():
    table = [[0, 0]] * 20 + [[0, 1]] * 5 + [[1, 0]] * 10 + [[1, 1]] * 15
    assert one(table, cohen) == pytest.approx(0.4)
    krippendorff_2011 = np.array(
        [
            [-1, -1, -1, -1, -1, 3, 4, 1, 2, 1, 1, 3, 3, -1, 3],
            [1, -1, 2, 1, 3, 3, 4, 3, -1, -1, -1, -1, -1, -1, -1],
            [-1, -1, 2, 1, 3, 4, 4, -1, 2, 1, 1, 3, 3, -1, 4],
        ]
    ).T
    assert one(krippendorff_2011.tolist(), alpha) == pytest.approx(0.691, abs=5e-4)
    given_labels = [[label for label, count in enumerate(unit) for _ in range(count)] for unit in FOURTEEN_ANNOTATORS]
    assert one(given_labels, fleiss) == pytest.approx(0.210, abs=5e-4)


def test_nothing_is_not_a_number():
    assert np.isnan(one([[0, 0], [0, 0]], cohen))
    assert np.isnan(one([[0, -1], [-1, 0]], cohen))
    assert np.isnan(one([[0, 0], [0, 0]], alpha))
    assert np.isnan(one([[0, -1], [-1, 1]], fleiss))


@given(tables, st.permutations(range(4)))
def test_the_names_of_labels_and_the_order_of_annotators_and_units_do_not_matter(table: Table, names: list[int]):
    renamed = [[names[label] if label >= 0 else label for label in row] for row in table]
    for coefficient in (alpha, fleiss):
        values = [one(table, coefficient)]
        values += [one(other, coefficient) for other in (renamed, table[::-1], [row[::-1] for row in table])]
        assert values == pytest.approx([values[0]] * 4, nan_ok=True)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=10))
def test_annotators_who_do_the_same_agree_fully(labels: list[int]):
    assume(len(set(labels)) > 1)
    table = [[label] * 3 for label in labels]
    for coefficient in (alpha, fleiss, cohen):
        assert one(table, coefficient) == pytest.approx(1)


def resampled(table: Table, sentences: list[int], counts: npt.NDArray[np.float64]) -> Table:
    """Return the units of a sample, written out."""
    repeated = [[row] * int(counts[sentence]) for row, sentence in zip(table, sentences, strict=True)]
    return [row for rows in repeated for row in rows]


def test_a_sample_has_the_values_of_its_sentences_written_out():
    table = [[0, 0, 1], [1, 1, 1], [0, 2, -1], [3, 3, 0], [0, 0, 0], [2, 2, -1], [1, 0, 1]]
    sentences = [0, 0, 1, 2, 2, 3, 3]
    weights = ResamplingSettings(50, seed=3).weights(4)
    assert weights.shape == (51, 4)
    assert weights[0].tolist() == [1, 1, 1, 1]
    assert set(weights.sum(axis=1)) == {4}
    labels, rows = np.array(table), np.array(sentences)
    for values, coefficient in (
        (alpha(labels, rows, weights), alpha),
        (fleiss(labels, rows, weights), fleiss),
        (cohen(labels[:, 0], labels[:, 1], rows, weights), cohen),
    ):
        expected = [one(resampled(table, sentences, counts), coefficient) for counts in weights]
        assert values.tolist() == pytest.approx(expected, nan_ok=True)


def test_an_interval_reaches_between_percentiles_of_the_drawn_samples():
    resampling = ResamplingSettings(confidence=0.9)
    assert resampling.percentiles == pytest.approx((5, 95))
    samples = np.array([7.0, *range(101)])
    item = estimate(samples, resampling)
    assert (item.value, item.low, item.high) == pytest.approx((7, 5, 95))
    assert estimate(np.array([7.0, np.nan, np.nan, 1.0]), resampling) == Estimate(7)
    assert estimate(np.array([np.nan, 1.0]), resampling) == Estimate(None)
    assert estimate(np.array([0.5]), resampling) == Estimate(0.5)


def test_the_same_seed_draws_the_same_samples():
    assert (ResamplingSettings(5, 1).weights(9) == ResamplingSettings(5, 1).weights(9)).all()
    assert (ResamplingSettings(5, 1).weights(9) != ResamplingSettings(5, 2).weights(9)).any()
    assert ResamplingSettings(0).weights(3).tolist() == [[1, 1, 1]]
    assert ResamplingSettings().weights(0).shape == (1, 0)
