"""What credit promises: bounded, 1 for a perfect correction, 0 for none, and the best plan there is."""

import math
from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linprog

from markscheme.edits.edit import Edit, apply_edits
from markscheme.errors import ChoiceError
from markscheme.metrics.credit import NULL_NORM, Credit, CreditPlan, CreditSettings, EditVectors, credit
from markscheme.metrics.overlap import Scores, f_score

SOURCE = ("a", "b", "b", "a", "c", "d")
DIMENSIONS = 4
EXACT = 1e-9

Array = npt.NDArray[np.float64]


@attrs.frozen(eq=False)
class Side:
    """Edits and their vectors."""

    edits: tuple[Edit, ...]
    vectors: Array

    def permuted(self, order: Sequence[int]) -> "Side":
        return Side(tuple(self.edits[index] for index in order), self.vectors[list(order)])


edits = st.builds(
    lambda start, length, word: Edit(start, start + length, (word,)),
    st.integers(0, 5),
    st.integers(0, 1),
    st.sampled_from(["a", "b", "c"]),
)
sizes = st.sampled_from([0.0, 1e-7, 0.01, 0.1, 1.0, 3.0, 40.0])


@st.composite
def sides(draw: st.DrawFn, min_size: int = 0) -> Side:
    own = draw(st.lists(edits, min_size=min_size, max_size=4, unique_by=lambda edit: edit.key))
    directions = draw(arrays(np.float64, (len(own), DIMENSIONS), elements=st.integers(-3, 3).map(float)))
    lengths = draw(arrays(np.float64, (len(own), 1), elements=sizes))
    return Side(tuple(own), directions * lengths)


credit_settings = st.builds(
    CreditSettings,
    tau=st.sampled_from([0.1, 1 / math.sqrt(2), 1.0, 2.0]),
    floor=st.sampled_from([0.01, 0.1, 1.0]),
    beta=st.sampled_from([0.5, 1.0, 2.0]),
    ceiling=st.sampled_from([0.0, 0.75, 1.0]),
    kept=st.sampled_from([0.0, 0.005, 2.0]),
)


def planned(hypothesis: Side, reference: Side, own: CreditSettings = CreditSettings()) -> CreditPlan:
    return credit(SOURCE, *(EditVectors(side.edits, side.vectors) for side in (hypothesis, reference)), own)


def edit_credits(plan: CreditPlan) -> Array:
    """The share of each hypothesis edit's mass that gains."""
    gained = (plan.gain * plan.transport).sum(axis=1)
    return np.divide(gained, plan.hypothesis, out=np.zeros_like(gained), where=plan.hypothesis > 0)


def same(edit: Edit, other: Edit, own: CreditSettings) -> bool:
    """Whether two edits are the same correction, by the definition: the whole text that each alone makes."""
    if own.ceiling == 1:
        return edit.key == other.key
    return apply_edits(SOURCE, (edit,)) == apply_edits(SOURCE, (other,))


def has_same_corrections(hypothesis: Side, reference: Side, own: CreditSettings) -> bool:
    return any(same(edit, other, own) for edit in hypothesis.edits for other in reference.edits)


def scored(hypothesis: Side, reference: Side, own: CreditSettings = CreditSettings()) -> Scores:
    return f_score(planned(hypothesis, reference, own).overlap, own.beta)


@given(sides(), credit_settings)
def test_a_perfect_correction_has_full_credit(side: Side, own: CreditSettings):
    plan = planned(side, side, own)
    scores = f_score(plan.overlap, own.beta)
    assert attrs.astuple(scores) == pytest.approx((1.0, 1.0, 1.0), abs=EXACT)
    assert edit_credits(plan) == pytest.approx(np.ones(len(side.edits)), abs=EXACT)


@given(sides(min_size=1), credit_settings)
def test_the_same_corrections_have_full_credit_whatever_their_vectors(side: Side, own: CreditSettings):
    turned = Side(side.edits, np.roll(side.vectors, 1, axis=1))
    assert scored(side, turned, own).f == pytest.approx(1.0, abs=EXACT)


@given(sides(min_size=1), credit_settings)
def test_no_correction_where_one_was_due_has_credit_only_for_what_is_kept(reference: Side, own: CreditSettings):
    nothing = Side((), np.zeros((0, DIMENSIONS)))
    scores = scored(nothing, reference, own)
    if own.kept:
        assert 0.0 < scores.recall < 1.0
    else:
        assert (scores.recall, scores.f) == (0.0, 0.0)
        assert scored(reference, nothing, own).f == 0.0


def test_no_correction_where_none_was_due_has_full_credit():
    nothing = Side((), np.zeros((0, DIMENSIONS)))
    assert scored(nothing, nothing) == Scores(1.0, 1.0, 1.0)


@given(sides(), sides(), credit_settings)
def test_everything_is_bounded(hypothesis: Side, reference: Side, own: CreditSettings):
    plan = planned(hypothesis, reference, own)
    assert all(0.0 <= score <= 1.0 for score in attrs.astuple(f_score(plan.overlap, own.beta)))
    assert min(attrs.astuple(plan.overlap)) >= 0.0
    for part in (plan.gain, edit_credits(plan)):
        assert np.all((part >= 0.0) & (part <= 1.0 + EXACT))
    assert np.all(plan.transport >= 0.0)
    assert np.all(plan.transport.sum(axis=1) <= plan.hypothesis * (1 + EXACT))
    assert np.all(plan.transport.sum(axis=0) <= plan.reference * (1 + EXACT))


@given(sides(), sides(), credit_settings, st.data())
def test_the_order_of_edits_does_not_matter(
    hypothesis: Side, reference: Side, own: CreditSettings, data: st.DataObject
):
    rows = data.draw(st.permutations(range(len(hypothesis.edits))))
    columns = data.draw(st.permutations(range(len(reference.edits))))
    plan = planned(hypothesis, reference, own)
    other = planned(hypothesis.permuted(rows), reference.permuted(columns), own)
    assert attrs.astuple(other.overlap) == pytest.approx(attrs.astuple(plan.overlap), rel=EXACT, abs=EXACT)
    assert other.transport == pytest.approx(plan.transport[np.ix_(rows, columns)], rel=EXACT, abs=EXACT)
    assert edit_credits(other) == pytest.approx(edit_credits(plan)[list(rows)], rel=EXACT, abs=EXACT)


@given(sides(), sides(), credit_settings)
def test_precision_one_way_is_recall_the_other(hypothesis: Side, reference: Side, own: CreditSettings):
    there, back = scored(hypothesis, reference, own), scored(reference, hypothesis, own)
    assert (there.precision, there.recall) == pytest.approx((back.recall, back.precision), rel=EXACT, abs=EXACT)


@given(sides(min_size=1), sides(min_size=1), credit_settings)
def test_the_same_span_and_replacement_gain_all(hypothesis: Side, reference: Side, own: CreditSettings):
    typed = (attrs.evolve(hypothesis.edits[0], type="R:OTHER"), *reference.edits[1:])
    assume(len({edit.key for edit in typed}) == len(typed))
    gain = planned(hypothesis, Side(typed, reference.vectors), own).gain
    assert gain[0, 0] == 1.0


@given(sides(min_size=1), sides(min_size=1), credit_settings, st.sampled_from([0.0, NULL_NORM / 10]))
def test_a_vector_of_no_length_gains_only_where_the_edits_are_the_same(
    hypothesis: Side, reference: Side, own: CreditSettings, length: float
):
    hypothesis.vectors[0] = np.eye(DIMENSIONS)[0] * length
    for given_sides in ((hypothesis, reference), (reference, hypothesis)):
        gain = planned(*given_sides, own).gain
        own_gains = gain[0] if given_sides[0] is hypothesis else gain[:, 0]
        assert list(own_gains) == [float(same(edit, hypothesis.edits[0], own)) for edit in reference.edits]


@given(sides(min_size=1), sides(min_size=1), credit_settings)
def test_only_the_same_correction_gains_more_than_the_ceiling(hypothesis: Side, reference: Side, own: CreditSettings):
    gain = planned(hypothesis, reference, own).gain
    for i, edit in enumerate(hypothesis.edits):
        for j, other in enumerate(reference.edits):
            if same(edit, other, own):
                assert gain[i, j] == 1.0
            else:
                assert gain[i, j] <= own.ceiling


@given(sides(min_size=1), sides(min_size=1), credit_settings)
def test_a_ceiling_changes_nothing_below_it(hypothesis: Side, reference: Side, own: CreditSettings):
    assume(own.ceiling > 0)
    lower = planned(hypothesis, reference, own).gain
    higher = planned(hypothesis, reference, attrs.evolve(own, ceiling=1.0)).gain
    below = lower < own.ceiling
    assert np.array_equal(lower[below], higher[below])


@given(sides(), sides(), credit_settings, st.data())
def test_the_credit_of_a_place_is_bounded_and_the_same_from_both_sides(
    hypothesis: Side, reference: Side, own: CreditSettings, data: st.DataObject
):
    rows, columns = (
        data.draw(st.lists(st.sampled_from(range(len(side.edits))), unique=True)) if side.edits else []
        for side in (hypothesis, reference)
    )
    there = planned(hypothesis, reference, own).place_credit(rows, columns)
    back = planned(reference, hypothesis, own).place_credit(columns, rows)
    assert 0.0 <= there <= 1.0
    if own.ceiling < 1 and has_same_corrections(hypothesis, reference, own):
        return  # they have the hypothesis's mass
    if len(rows) == len(hypothesis.edits) and len(columns) == len(reference.edits):
        assert there == pytest.approx(back, rel=EXACT, abs=EXACT), "parts may differ between equally good plans"


@given(sides(min_size=1), credit_settings, st.data())
def test_a_place_where_something_is_missing_or_too_much_has_less_than_full_credit(
    side: Side, own: CreditSettings, data: st.DataObject
):
    """A proper part of the other side's edits: its own part gains fully, and the rest of the place does not."""
    every = range(len(side.edits))
    kept = data.draw(st.lists(st.sampled_from(every), unique=True, max_size=len(side.edits) - 1))
    part, rows = side.permuted(kept), list(range(len(kept)))
    assert planned(part, side, own).place_credit(rows, list(every)) < 1
    assert planned(side, part, own).place_credit(list(every), rows) < 1
    assert planned(side, side, own).place_credit(list(every), list(every)) == pytest.approx(1.0, abs=EXACT)


@given(sides(min_size=1), sides(), credit_settings, st.data())
def test_the_same_correction_has_full_credit_below_a_ceiling(
    hypothesis: Side, reference: Side, own: CreditSettings, data: st.DataObject
):
    """Whatever the vectors say of it beside other edits, as of a comma in two corrections of a long sentence."""
    assume(own.ceiling < 1)
    shared = data.draw(st.sampled_from(hypothesis.edits))
    row = hypothesis.edits.index(shared)
    vector = data.draw(arrays(np.float64, (1, DIMENSIONS), elements=st.integers(-3, 3).map(float)))
    others = [j for j, edit in enumerate(reference.edits) if edit.key != shared.key]
    with_shared = Side(
        (shared, *(reference.edits[j] for j in others)), np.concatenate([vector, reference.vectors[others]])
    )
    plan = planned(hypothesis, with_shared, own)
    assert edit_credits(plan)[row] == pytest.approx(1.0, abs=EXACT)
    assert plan.reference[0] == plan.hypothesis[row] == plan.transport[row, 0]


@given(sides(min_size=1), sides(min_size=1), credit_settings)
def test_no_other_plan_gains_more(hypothesis: Side, reference: Side, own: CreditSettings):
    """Against a linear programme of the definition itself."""
    plan = planned(hypothesis, reference, own)
    rows, columns = plan.gain.shape
    by_row, by_column = np.kron(np.eye(rows), np.ones(columns)), np.kron(np.ones(rows), np.eye(columns))
    masses = [np.maximum(np.linalg.norm(side.vectors, axis=1), own.floor) for side in (hypothesis, reference)]
    limits = np.concatenate(masses)
    best = linprog(-plan.gain.ravel(), A_ub=np.vstack([by_row, by_column]), b_ub=limits, method="highs")
    assert plan.overlap.tp == pytest.approx(own.kept - best.fun, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("size", [0.02, 0.1, 1.0, 7.0])
def test_unrelated_edits_of_equal_size_gain_nothing(size: float):
    hypothesis = Side((Edit(0, 1, ("a",)),), np.array([[size, 0.0]]))
    reference = Side((Edit(1, 2, ("b",)),), np.array([[0.0, size]]))
    assert planned(hypothesis, reference).gain[0, 0] == pytest.approx(0.0, abs=EXACT)


@pytest.mark.parametrize("size", [0.02, 0.1, 1.0, 7.0])
def test_opposite_edits_gain_nothing(size: float):
    hypothesis = Side((Edit(0, 1, ("a",)),), np.array([[size, 0.0]]))
    reference = Side((Edit(0, 1, ("b",)),), np.array([[-size, 0.0]]))
    assert planned(hypothesis, reference).gain[0, 0] == 0.0


def test_another_edit_with_an_equal_vector_has_full_credit():
    vector = np.array([[0.3, -0.4]])
    assert scored(Side((Edit(0, 1, ("a",)),), vector), Side((Edit(4, 4, ("b",)),), vector)).f == pytest.approx(1.0)


def test_with_a_ceiling_another_edit_with_an_equal_vector_has_no_more_than_it():
    vector = np.array([[0.3, -0.4]])
    own = CreditSettings(ceiling=0.75)
    assert scored(Side((Edit(0, 1, ("A",)),), vector), Side((Edit(0, 1, ("an",)),), vector), own).f == 0.75


def test_with_a_ceiling_edits_that_make_the_same_text_are_the_same_correction():
    """Either of two equal words is deleted."""
    first, second = Side((Edit(1, 2, ()),), np.array([[1.0, 0.0]])), Side((Edit(2, 3, ()),), np.array([[0.0, 1.0]]))
    assert scored(first, second).f == 0
    assert scored(first, second, CreditSettings(ceiling=0.75)).f == 1


@given(sides(min_size=1), credit_settings)
def test_with_a_kept_mass_changing_nothing_is_better_than_changing_the_wrong_words(
    hypothesis: Side, own: CreditSettings
):
    assume(own.kept)
    reference = Side((Edit(5, 6, ("e",)),), np.zeros((1, DIMENSIONS)))
    assume(not planned(hypothesis, reference, own).gain.any())
    nothing = Side((), np.zeros((0, DIMENSIONS)))
    assert 0.0 < scored(hypothesis, reference, own).f < scored(nothing, reference, own).f


@given(sides(), sides(), credit_settings)
def test_no_score_falls_with_the_kept_mass_and_the_credit_of_edits_stays(
    hypothesis: Side, reference: Side, own: CreditSettings
):
    more = attrs.evolve(own, kept=own.kept + 1.0)
    for before, after in zip(
        attrs.astuple(scored(hypothesis, reference, own)),
        attrs.astuple(scored(hypothesis, reference, more)),
        strict=True,
    ):
        assert after >= before - EXACT
    plans = planned(hypothesis, reference, own), planned(hypothesis, reference, more)
    assert np.array_equal(*map(edit_credits, plans))


def test_a_negative_kept_mass_is_refused():
    with pytest.raises(ChoiceError, match="kept must be a number of at least 0"):
        Credit(kept=-0.1)


def test_the_kept_mass_is_in_the_signature_only_where_there_is_one():
    assert "kept" not in CreditSettings().signature_settings("encoder")
    assert CreditSettings(kept=0.005).signature_settings("encoder")["kept"] == 0.005


def test_the_ceiling_is_in_the_signature_only_where_there_is_one():
    assert "ceiling" not in CreditSettings().signature_settings("encoder")
    assert CreditSettings(ceiling=0.75).signature_settings("encoder")["ceiling"] == 0.75


def test_gain_falls_evenly_with_distance():
    own = CreditSettings(tau=1.0)
    hypothesis = Side((Edit(0, 1, ("a",)),), np.array([[1.0, 0.0]]))
    reference = Side((Edit(0, 1, ("b",)),), np.array([[0.0, 1.0]]))
    assert planned(hypothesis, reference, own).gain[0, 0] == pytest.approx(1 - math.sqrt(2) / 2)


def test_an_edit_the_encoder_does_not_see_keeps_its_floor():
    capital = Side((Edit(0, 1, ("I",)),), np.zeros((1, 2)))
    plan = planned(capital, capital, CreditSettings(floor=0.25))
    assert attrs.astuple(plan.overlap) == (0.25, 0.0, 0.0)


def test_mass_is_spent_once():
    """Two edits that both match one reference edit share it; the rest is a false positive."""
    vectors = np.array([[1.0, 0.0], [1.0, 0.0]])
    hypothesis = Side((Edit(0, 1, ("a",)), Edit(1, 2, ("b",))), vectors)
    reference = Side((Edit(0, 1, ("a",)),), vectors[:1])
    assert attrs.astuple(planned(hypothesis, reference).overlap) == pytest.approx((1.0, 1.0, 0.0))
