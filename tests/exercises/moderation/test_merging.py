"""Two teachers' entries as one set: nothing is lost, and nothing is decided silently."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from class_marked_twice import day
from markscheme.exercises.comment_bank import Quote
from markscheme.exercises.decisions import Decision, DecisionKind
from markscheme.exercises.given_comments import GivenComment, Subject
from markscheme.exercises.moderation import NONE, PREFERENCES, A, B, Entry, by_topic, differences, merge, newer

DAYS = st.one_of(st.none(), st.sampled_from([day(20), day(21)]))
AUTHORS = st.sampled_from(["Ms Kim", "Ms Baker", ""])
DECISIONS = st.builds(
    Decision,
    st.sampled_from(DecisionKind),
    st.just(("She", "like", "it")),
    st.just(1),
    st.just(2),
    st.sampled_from([("likes",), ("liked",)]),
    st.sampled_from(["R:VERB", ""]),
    AUTHORS,
    DAYS,
)
COMMENTS = st.builds(
    GivenComment,
    st.sampled_from(Subject),
    st.sampled_from(["Good.", "Why?"]),
    student=st.sampled_from(["Mei", "Ada"]),
    quote=st.sampled_from([Quote(), Quote("She", "like", "it")]),
    author=AUTHORS,
    date=DAYS,
)
ENTRIES = st.lists(st.one_of(DECISIONS, COMMENTS), max_size=8)
CHOICES = st.sampled_from([PREFERENCES.get(name).choose for name in PREFERENCES.names])


@given(ENTRIES, CHOICES)
def test_entries_merged_with_themselves_stay(entries: list[Entry], choose):
    merged = merge(entries, entries, choose)
    assert set(merged.entries) == set(by_topic(entries).values())
    assert not merged.added
    assert not merged.replaced
    assert not merged.open


@given(ENTRIES, ENTRIES)
def test_the_newer_ones_are_the_same_from_both_sides(one: list[Entry], other: list[Entry]):
    assert merge(one, other, newer).entries == merge(other, one, newer).entries


@given(ENTRIES, ENTRIES, CHOICES)
def test_nothing_is_lost(one: list[Entry], other: list[Entry], choose):
    merged = merge(one, other, choose)
    first, second = by_topic(one), by_topic(other)
    dropped = {entry.topic for entry in merged.dropped}
    assert by_topic(merged.entries).keys() | dropped == first.keys() | second.keys()
    assert not set(merged.entries) & set(merged.dropped)
    assert set(merged.entries) <= {*first.values(), *second.values()}
    contrary = [pair for pair in differences(one, other) if pair.one and pair.other]
    assert len(merged.replaced) + len(merged.open) == len(contrary)
    for old, new in merged.replaced:
        assert {old, new} == {first[old.topic], second[old.topic]}
        assert new in merged.entries


@given(ENTRIES, ENTRIES)
def test_a_teacher_is_preferred_or_nobody(one: list[Entry], other: list[Entry]):
    for pair in (pair for pair in differences(one, other) if pair.one and pair.other):
        assert pair.one in merge(one, other, A.choose).entries
        assert pair.other in merge(one, other, B.choose).entries
        assert pair in merge(one, other, NONE.choose).open
        assert pair.one in merge(one, other, NONE.choose).entries


def test_of_the_same_decision_the_earlier_author_stays():
    early = Decision(DecisionKind.WRONG, ("She", "like"), 1, 2, ("liked",), "R:VERB", "Ms Kim", day(20))
    late = attrs.evolve(early, author="Ms Baker", date=day(21))
    assert merge([late], [early], A.choose).entries == (early,)
    assert differences([late], [early]) == ()


@pytest.mark.parametrize("is_first", [False, True])
def test_a_rejection_that_loses_goes_as_a_whole(is_first: bool):
    wrong = Decision(DecisionKind.WRONG, ("She", "like"), 1, 2, ("liked",), "R:VERB", "Zoë", day(20))
    rejection = [wrong, attrs.evolve(wrong, kind=DecisionKind.OPTIONAL)]
    accepted = [attrs.evolve(wrong, kind=DecisionKind.ACCEPTED, author="Jan", date=day(21))]
    sides = (rejection, accepted) if is_first else (accepted, rejection)
    merged = merge(*sides, newer)
    assert merged.entries == tuple(accepted)
    assert merged.dropped == (rejection[1],)
    assert merged.added == ()
    assert set(merge(*sides, A.choose if is_first else B.choose).entries) == set(rejection)


def test_the_same_line_of_somebody_else_stays():
    wrong = Decision(DecisionKind.WRONG, ("She", "like"), 1, 2, ("liked",), "R:VERB", "Zoë", day(20))
    optional = attrs.evolve(wrong, kind=DecisionKind.OPTIONAL)
    accepted = attrs.evolve(wrong, kind=DecisionKind.ACCEPTED, author="Jan", date=day(21))
    own = attrs.evolve(optional, author="Jan", date=day(21))
    assert set(merge([wrong, optional], [accepted, own], newer).entries) == {accepted, own}
