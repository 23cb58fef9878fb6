"""Marks of random passages: what a student does better in the text never lowers the mark."""

from fractions import Fraction
from typing import get_args

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.marking.verdicts.passages import passages

from markscheme.edits.edit import PassageEdits, apply_edits
from markscheme.exercises.decisions import Decision, DecisionKind, Placed
from markscheme.exercises.schemes import BasisName, ErrorKinds, scheme_of
from markscheme.marking.changes import Rules
from markscheme.marking.mark import Assessment, Entry, Mark, award
from markscheme.marking.places import verdicts
from markscheme.marking.verdict import Place, Verdict

BASES: tuple[BasisName, ...] = get_args(BasisName)
REST = (Entry(90, Verdict.CORRECT, 3, Fraction(3), ""), Entry(91, Verdict.MISSED, 2, Fraction(0), ""))
"""The rest of a text, so that something is right and something is left."""


DECIDED = (DecisionKind.ACCEPTED, DecisionKind.PARTLY, DecisionKind.WRONG, DecisionKind.NOT_COUNTED)
"""What a person can say of a student's answer."""


def entries(passage: PassageEdits, rules: Rules = Rules()) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            number,
            place.verdict,
            place.needs,
            Fraction(place.points.earned).limit_denominator(1000),
            place.type,
            is_open=place.is_open,
        )
        for number, place in enumerate(verdicts(passage, rules))
    )


def whole_mark(basis: BasisName, found: tuple[Entry, ...]) -> Mark:
    scheme = scheme_of({"basis": basis, "max": 30})
    assert scheme is not None
    return award(Assessment(scheme, ErrorKinds()), found)


def mark(basis: BasisName, found: tuple[Entry, ...]) -> Fraction | None:
    return whole_mark(basis, found).points


def better(passage: PassageEdits, verdict: Verdict) -> PassageEdits:
    """Undo the first change that was not needed, or make the first correction that was missed, where there is one."""
    place = next((item for item in verdicts(passage) if item.verdict is verdict), None)
    if place is None:
        return passage
    kept = tuple(edit for number, edit in enumerate(passage.hypothesis) if number not in place.edits)
    added = place.versions[0].edits if verdict is Verdict.MISSED else ()
    if any(edit.start <= new.end and new.start <= edit.end for edit in kept for new in added):
        return passage
    hypothesis = tuple(sorted((*kept, *added), key=lambda edit: (edit.start, edit.end)))
    return attrs.evolve(passage, hypothesis=hypothesis)


@pytest.mark.parametrize("verdict", [Verdict.NOT_NEEDED, Verdict.MISSED])
@given(passages())
def test_a_better_text_has_no_lower_mark(verdict: Verdict, passage: PassageEdits):
    before, after = (entries(item) for item in (passage, better(passage, verdict)))
    for basis in BASES:
        old, new = mark(basis, (*before, *REST)), mark(basis, (*after, *REST))
        assert old is not None
        assert new is not None
        assert old <= new


@given(passages())
def test_a_change_that_was_not_needed_alters_no_need(passage: PassageEdits):
    undone = better(passage, Verdict.NOT_NEEDED)
    assert sum(item.needs for item in entries(passage)) == sum(item.needs for item in entries(undone))


@given(passages())
def test_the_unchanged_source_earns_nothing_and_a_references_text_everything(passage: PassageEdits):
    """A reference of three that leaves what all others correct alike is outvoted there."""
    own, *others = ({(edit.start, edit.end, edit.replacement) for edit in side} for side in passage.references)
    assume(len(others) < 2 or set.intersection(*others) <= own)
    unchanged = entries(attrs.evolve(passage, hypothesis=()))
    right = entries(attrs.evolve(passage, hypothesis=passage.references[0]))
    for basis in BASES:
        assert mark(basis, unchanged) in (None, 0)
        assert mark(basis, right) in (None, 30 if basis != "points" else sum(item.needs for item in right))


def about(passage: PassageEdits, place: Place, kind: DecisionKind) -> Placed:
    """Return the decision about what the student made of a place."""
    start, end = place.source.start, place.source.end
    words = apply_edits(passage.source, passage.hypothesis)[place.target.start : place.target.end]
    return Placed(Decision(kind, passage.source, start, end, words, place.type, "Kim"), start, end)


@given(passages(), st.data())
def test_decisions_keep_a_mark_within_its_range(passage: PassageEdits, data: st.DataObject):
    waiting = [place for place in verdicts(passage) if place.is_open]
    decided = data.draw(st.lists(st.sampled_from(waiting), unique=True)) if waiting else []
    decisions = tuple(about(passage, place, data.draw(st.sampled_from(DECIDED))) for place in decided)
    for basis in BASES:
        before = whole_mark(basis, (*entries(passage), *REST))
        after = whole_mark(basis, (*entries(passage, Rules(decisions=decisions)), *REST))
        assert (before.range is None) == (not waiting)
        low, high = (before.points,) * 2 if before.range is None else (before.range.low, before.range.high)
        assert None not in (low, high, after.points)
        assert low <= after.points <= high
