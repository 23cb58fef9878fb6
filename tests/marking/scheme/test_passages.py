"""Marks of random passages: what a student does better in the text never lowers the mark."""

from fractions import Fraction

import attrs
import pytest
from hypothesis import given, settings
from tests.marking.verdicts.passages import passages

from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.scheme.error_kinds import ErrorKinds
from markscheme.exercises.scheme.scheme import BasisName, scheme_of
from markscheme.marking.scheme.award import award
from markscheme.marking.scheme.bases import BASES
from markscheme.marking.scheme.entries import Entry
from markscheme.marking.verdicts.places import verdicts
from markscheme.marking.verdicts.verdict import Verdict

many = settings(max_examples=500, deadline=None)
REST = (Entry(90, Verdict.CORRECT, 3, Fraction(3), ""), Entry(91, Verdict.MISSED, 2, Fraction(0), ""))
"""The rest of a text, so that something is right and something is left."""


def entries(passage: PassageEdits) -> tuple[Entry, ...]:
    return tuple(
        Entry(number, place.verdict, place.needs, Fraction(place.points.earned).limit_denominator(1000), place.type)
        for number, place in enumerate(verdicts(passage))
    )


def mark(basis: BasisName, found: tuple[Entry, ...]) -> Fraction | None:
    scheme = scheme_of({"basis": basis, "max": 30})
    assert scheme is not None
    return award(scheme, found, ErrorKinds()).points


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
@many
@given(passages())
def test_a_better_text_has_no_lower_mark(verdict: Verdict, passage: PassageEdits):
    before, after = (entries(item) for item in (passage, better(passage, verdict)))
    for basis in BASES:
        old, new = mark(basis, (*before, *REST)), mark(basis, (*after, *REST))
        assert old is not None
        assert new is not None
        assert old <= new


@many
@given(passages())
def test_a_change_that_was_not_needed_alters_no_need(passage: PassageEdits):
    undone = better(passage, Verdict.NOT_NEEDED)
    assert sum(item.needs for item in entries(passage)) == sum(item.needs for item in entries(undone))


@many
@given(passages())
def test_the_unchanged_source_earns_nothing_and_a_references_text_everything(passage: PassageEdits):
    unchanged = entries(attrs.evolve(passage, hypothesis=()))
    right = entries(attrs.evolve(passage, hypothesis=passage.references[0]))
    for basis in BASES:
        assert mark(basis, unchanged) in (None, 0)
        assert mark(basis, right) in (None, 30 if basis != "points" else sum(item.needs for item in right))
