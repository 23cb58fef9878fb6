"""UOT-ERRANT's transport: closed forms of one edit against one, options, empty sides."""

import math

import attrs
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from markscheme.metrics.overlap import f_score
from markscheme.metrics.uot_errant import UotErrant, transport

Array = npt.NDArray[np.float64]

CLOSE = 1e-5
"""The iteration stops at its own tolerance, which is coarse where relaxation is well above regularisation."""


def vectors(*rows: list[float]) -> Array:
    return np.array(rows, dtype=np.float64)


sides = st.integers(1, 4).flatmap(
    lambda count: arrays(
        np.float64,
        (count, 3),
        elements=st.integers(-20, 20).map(lambda value: value / 10),
    ).filter(lambda rows: np.linalg.norm(rows, axis=1).min() > 0.05)
)
options = st.builds(UotErrant, mass=st.sampled_from(["norm", "uniform"]), cost=st.sampled_from(["euclidean", "cosine"]))


@pytest.mark.parametrize("size", [0.25, 0.5, 1.0, 2.0, 5.0])
def test_an_edit_against_itself_moves_its_size_to_the_four_thirds(size: float):
    plan = transport(vectors([size, 0.0]), vectors([size, 0.0]))
    assert plan.transport[0, 0] == pytest.approx(size ** (4 / 3), rel=CLOSE)
    assert plan.overlap.fp == plan.overlap.fn == pytest.approx(size - size ** (4 / 3), abs=CLOSE * size)
    assert f_score(plan.overlap).f == pytest.approx(size ** (1 / 3), rel=CLOSE)


@given(
    st.floats(0.2, 4.0),
    st.floats(0.2, 4.0),
    st.floats(0.0, math.pi),
    st.sampled_from([0.1, 0.3, 1.0]),
    st.sampled_from([0.05, 0.1]),
    options,
)
def test_one_edit_against_another_has_a_closed_form(
    a: float, b: float, angle: float, regularisation: float, relaxation: float, given_options: UotErrant
):
    """Where the derivative of Equation 4 is 0: reg log(T/ab) + reg_m (log(T/a) + log(T/b)) + cost = 0."""
    own = attrs.evolve(given_options, regularisation=regularisation, relaxation=relaxation)
    u, v = vectors([a, 0.0]), vectors([b * math.cos(angle), b * math.sin(angle)])
    cost = float(np.linalg.norm(u - v)) if own.cost == "euclidean" else 1 - math.cos(angle)
    # POT stops after one step that does not scale the reference, right or not.
    assume(cost > 0 or b != 1.0)
    masses = a * b if own.mass == "norm" else 1.0
    expected = ((regularisation + relaxation) * math.log(masses) - cost) / (regularisation + 2 * relaxation)
    plan = transport(u, v, own)
    assert plan.transport[0, 0] == pytest.approx(math.exp(expected), rel=CLOSE, abs=1e-9)


def test_edits_far_apart_move_next_to_nothing():
    plan = transport(vectors([2.0, 0.0]), vectors([0.0, 2.0]))
    assert 0.0 < plan.transport[0, 0] < 1e-3


@given(sides, sides, options)
def test_a_plan_is_finite_and_moves_what_it_counts(hypothesis: Array, reference: Array, own: UotErrant):
    plan = transport(hypothesis, reference, own)
    assert plan.transport.shape == (len(hypothesis), len(reference))
    assert np.all(np.isfinite(plan.transport))
    assert np.all(plan.transport >= 0)
    counts = plan.overlap
    assert counts.tp == pytest.approx(plan.transport.sum())
    assert counts.tp + counts.fp == pytest.approx(plan.hypothesis.sum())
    assert counts.tp + counts.fn == pytest.approx(plan.reference.sum())


@given(sides, options)
def test_uniform_masses_sum_to_one_and_norm_masses_are_lengths(rows: Array, own: UotErrant):
    plan = transport(rows, rows, own)
    if own.mass == "uniform":
        assert plan.hypothesis == pytest.approx(np.full(len(rows), 1 / len(rows)))
    else:
        assert plan.hypothesis == pytest.approx(np.linalg.norm(rows, axis=1))


@given(sides, sides, options, st.data())
def test_the_order_of_edits_does_not_matter(hypothesis: Array, reference: Array, own: UotErrant, data: st.DataObject):
    rows = data.draw(st.permutations(range(len(hypothesis))))
    columns = data.draw(st.permutations(range(len(reference))))
    plan = transport(hypothesis, reference, own).transport
    other = transport(hypothesis[rows], reference[columns], own).transport
    assert other == pytest.approx(plan[np.ix_(rows, columns)], rel=1e-6, abs=1e-9)


@given(sides, sides)
def test_direction_alone_counts_with_uniform_masses_and_cosine_cost(hypothesis: Array, reference: Array):
    own = UotErrant(mass="uniform", cost="cosine")
    plan, scaled = transport(hypothesis, reference, own), transport(hypothesis * 3, reference / 2, own)
    assert scaled.transport == pytest.approx(plan.transport, rel=1e-6)


@pytest.mark.parametrize("mass", ["norm", "uniform"])
@pytest.mark.parametrize(("rows", "columns"), [(0, 2), (2, 0), (0, 0)])
def test_a_side_without_edits_moves_nothing(rows: int, columns: int, mass: str):
    hypothesis, reference = np.ones((rows, 3)), np.ones((columns, 3))
    plan = transport(hypothesis, reference, UotErrant(mass=mass))
    assert plan.transport.shape == (rows, columns)
    assert plan.overlap.tp == 0.0
    assert (plan.overlap.fp > 0, plan.overlap.fn > 0) == (rows > 0, columns > 0)
    scores = f_score(plan.overlap)
    assert (scores.precision, scores.recall) == (float(rows == 0), float(columns == 0))


def test_without_edits_on_either_side_the_score_is_one():
    nothing = np.zeros((0, 3))
    assert f_score(transport(nothing, nothing).overlap).f == 1.0


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("cost", ["euclidean", "cosine"])
@pytest.mark.parametrize("mass", ["norm", "uniform"])
def test_a_vector_of_no_length_leaves_numbers(mass: str, cost: str):
    plan = transport(vectors([0.0, 0.0], [1.0, 0.0]), vectors([1.0, 0.0]), UotErrant(mass=mass, cost=cost))
    assert np.all(np.isfinite(plan.transport))
    assert all(math.isfinite(value) for value in attrs.astuple(plan.overlap))


WITH_CASE = vectors([0.0, 0.0], [-0.2, 0.8], [-0.8, -1.8])
"""A change of case, for an uncased encoder, and two other edits."""


def test_a_vector_of_no_length_is_dropped_on_request_and_then_equation_4_is_solved():
    hypothesis = vectors([2.1, 0.0], [0.4, -1.9])
    alone = transport(hypothesis, WITH_CASE[1:]).overlap
    dropped = transport(hypothesis, WITH_CASE, UotErrant(zero_vectors="dropped")).overlap
    official = transport(hypothesis, WITH_CASE).overlap
    assert attrs.astuple(dropped) == pytest.approx(attrs.astuple(alone))
    assert official.tp > 100 * alone.tp


def test_a_score_that_a_vector_of_no_length_decides_is_remarked_on():
    hypothesis = vectors([2.1, 0.0], [0.4, -1.9])
    for metric, words in ((UotErrant(), "in 1 of 2 sentences"), (UotErrant(zero_vectors="dropped"), "")):
        usual = transport(hypothesis, hypothesis, metric).overlap.row
        rows = [(transport(hypothesis, WITH_CASE, metric).overlap.row,), (usual,)]
        for keep_sentences in (True, False):
            remark = metric.fold(rows, keep_sentences=keep_sentences).remark
            assert remark.startswith(words)
            assert bool(remark) == bool(words)
