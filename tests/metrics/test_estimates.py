"""IMPARA's view of a sentence and its edits, from numbers alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.metrics import impara
from markscheme.metrics.impara import Closeness, Quality, mean_estimate, sentence_estimate

q = st.floats(-60, 60)
perhaps = st.none() | q
vectors = st.lists(st.lists(st.floats(-5, 5), min_size=4, max_size=4), min_size=1, max_size=6)


@given(st.lists(perhaps, min_size=2, max_size=8), st.floats(0, 20))
def test_an_edit_lowers_exactly_where_the_sentence_without_it_is_better_by_more_than_the_margin(
    estimates: list[float | None], margin: float
):
    found = sentence_estimate(estimates, None, 0.9, margin)
    whole = estimates[1]
    assert [edit.lowers for edit in found.edits] == [
        whole is not None and part is not None and part - whole > margin for part in estimates[2:]
    ]
    assert (found.text.similarity, found.text.score) == (None, None)
    assert all(edit.impact is None for edit in found.edits)


@given(st.lists(perhaps, min_size=2, max_size=8), st.floats(0, 10), st.floats(0, 10))
def test_a_larger_margin_tells_of_no_edit_that_a_smaller_one_does_not(
    estimates: list[float | None], one: float, other: float
):
    low, high = (sentence_estimate(estimates, None, 0.9, margin) for margin in sorted((one, other)))
    assert all(few.lowers <= many.lowers for few, many in zip(high.edits, low.edits, strict=True))


@given(perhaps, perhaps, st.floats(-1, 1), st.floats(0, 1))
def test_the_score_is_that_of_score_metric_impara(
    before: float | None, after: float | None, near: float, threshold: float
):
    found = sentence_estimate([before, after], Closeness(near, ()), threshold, 3.0)
    if after is None:
        assert found.text.score == 0
    else:
        assert found.text.score == impara.Impara(threshold=threshold).fold([(after, near)]).scores.score


@given(vectors)
def test_impacts_lie_between_0_and_2_and_an_edit_that_changes_nothing_has_none(rows: list[list[float]]):
    whole, *parts = np.array(rows)
    found = impara.impacts(whole, np.array([whole, *parts]))
    assert found[0] == 0
    assert np.all((found >= -1e-12) & (found <= 2 + 1e-12))


@given(st.lists(st.lists(q, min_size=2, max_size=4), min_size=1, max_size=5))
def test_means_are_over_the_sentences_that_have_words(estimates: list[list[float]]):
    sentences = [sentence_estimate(own, Closeness(1.0, (0.0,) * (len(own) - 2)), 0.9, 3.0).text for own in estimates]
    nothing = sentence_estimate([None, None], Closeness(0.0, ()), 0.9, 3.0).text
    alone, beside = mean_estimate(sentences), mean_estimate([*sentences, nothing])
    assert (alone.before, alone.after) == (beside.before, beside.after)
    assert alone.after is not None
    assert 0 <= alone.after.quality <= 1
    assert beside.score == pytest.approx(alone.score * len(sentences) / (len(sentences) + 1))
    assert mean_estimate([nothing]).before is None
    assert mean_estimate([]).score is None


def test_numbers_of_other_edits_are_refused():
    with pytest.raises(ValueError, match="zip"):
        sentence_estimate([0.0, 1.0, 2.0], Closeness(1.0, ()), 0.9, 3.0)


@given(q)
def test_a_quality_keeps_what_it_was_made_of(value: float):
    found = Quality.of(value)
    assert found is not None
    assert (found.q, found.quality) == (value, impara.quality(value))
