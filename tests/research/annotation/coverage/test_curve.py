"""The coverage curve equals the mean over all orders of references, counted one by one."""

from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.research.distinct_corrections import MOST_ENUMERATED, CountedCorrection, Curve, curve_of

SENTENCES = 4


SOME = st.frozensets(st.sampled_from("abcd"))
SOMEBODY = SOME.filter(bool)
ALL = st.just(frozenset("abcd"))


@st.composite
def corrections(
    draw: st.DrawFn, seen: st.SearchStrategy[frozenset[str]] = SOME.filter(bool)
) -> list[CountedCorrection]:
    """Draw corrections, each in a sentence that some annotators have seen."""
    seen_by = [draw(seen) for _ in range(SENTENCES)]
    item = st.tuples(st.integers(0, SENTENCES - 1), SOME, st.integers(1, 3))
    items = draw(st.lists(item, min_size=1, max_size=12))
    return [CountedCorrection(at, covering & seen_by[at], seen_by[at], weight) for at, covering, weight in items]


def slow_shares(items: list[CountedCorrection]) -> list[float]:
    """Return each point of the curve: every order of each sentence's annotators, its first k, counted."""
    total = sum(item.weight for item in items)
    shares = []
    for references in range(1, max(len(item.seen_by) for item in items) + 1):
        covered = 0.0
        for item in items:
            orders = list(permutations(item.seen_by))
            hits = sum(bool(item.covering & set(order[:references])) for order in orders)
            covered += item.weight * hits / len(orders)
        shares.append(covered / total)
    return shares


@given(corrections())
def test_each_point_is_the_mean_over_all_orders(items: list[CountedCorrection]):
    assert [point.share for point in curve_of(items, SENTENCES).points] == pytest.approx(slow_shares(items))


@given(corrections())
def test_the_curve_never_falls_and_ends_at_the_observed_coverage(items: list[CountedCorrection]):
    curve = curve_of(items, SENTENCES)
    shares = [point.share for point in curve.points]
    assert all(one <= other + 1e-12 for one, other in pairwise(shares))
    covered = sum(item.weight for item in items if item.covering)
    assert curve.covered == pytest.approx(covered / sum(item.weight for item in items))
    assert curve.corrections == sum(item.weight for item in items)


@given(corrections())
def test_the_extent_is_that_of_all_choices(items: list[CountedCorrection]):
    everybody = sorted(frozenset[str]().union(*(item.seen_by for item in items)))
    for point in curve_of(items, SENTENCES).points:
        shares = []
        for choice in map(set, combinations(everybody, point.references)):
            seen = [item for item in items if item.seen_by & choice]
            if seen:
                hits = sum(item.weight for item in seen if item.covering & choice)
                shares.append(hits / sum(item.weight for item in seen))
        assert point.extent == pytest.approx((min(shares), max(shares)))


@given(corrections(seen=ALL), st.permutations("abcd"))
def test_names_of_annotators_change_nothing(items: list[CountedCorrection], names: list[str]):
    renamed = [
        CountedCorrection(
            item.sentence, frozenset(names["abcd".index(one)] for one in item.covering), frozenset(names), item.weight
        )
        for item in items
    ]
    assert curve_of(renamed, SENTENCES) == curve_of(items, SENTENCES)


@given(corrections(seen=ALL))
def test_one_more_reference_covers_no_less(items: list[CountedCorrection]):
    """The curve of a fifth annotator, who covers what the first does, lies nowhere below the old one's end."""
    more = [
        CountedCorrection(
            item.sentence, item.covering | ({"e"} if "a" in item.covering else set()), item.seen_by | {"e"}, item.weight
        )
        for item in items
    ]
    before, after = curve_of(items, SENTENCES), curve_of(more, SENTENCES)
    assert after.covered is not None
    assert before.covered is not None
    assert after.covered >= before.covered - 1e-12


def test_intervals_hold_the_share_and_are_the_same_again():
    items = [CountedCorrection(at, frozenset("a" if at % 3 else ""), frozenset("ab"), 1 + at % 2) for at in range(40)]
    curve = curve_of(items, 40)
    assert curve == curve_of(items, 40)
    for point in curve.points:
        assert point.interval is not None
        low, high = point.interval
        assert 0 <= low < point.share < high <= 1


def test_corrections_of_one_sentence_have_no_interval():
    [point] = curve_of([CountedCorrection(0, frozenset("a"), frozenset("a"))], 3).points
    assert (point.share, point.interval, point.extent, point.corrections) == (1.0, None, (1.0, 1.0), 1)


def test_sentences_that_nobody_has_seen_are_left_out():
    unseen = CountedCorrection(0, frozenset(), frozenset())
    assert curve_of([unseen], 1) == Curve()
    assert curve_of([unseen, CountedCorrection(1, frozenset("a"), frozenset("a"))], 2).covered == 1


def test_choices_of_many_annotators_are_not_enumerated():
    everybody = frozenset("abcdefghijklmnopqrst"[: MOST_ENUMERATED + 1])
    points = curve_of([CountedCorrection(0, frozenset("a"), everybody)], 1).points
    assert {point.extent for point in points} == {None}
    assert points[0].share == pytest.approx(1 / len(everybody))
