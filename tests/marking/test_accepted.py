"""The one more reference: what is accepted becomes a hit, and nothing else is touched."""

from typing import Literal

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from markscheme.edits.edit import Edit, Edits, PassageEdits, apply_edits
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions
from markscheme.marking.marks import ChunkMark, PassageKey, PassageMarks, mark_passage
from markscheme.marking.places import verdicts
from markscheme.marking.settings import MarkSettings
from markscheme.marking.verdict import TokenRange
from markscheme.metrics.base import Category
from markscheme.metrics.cleme2 import Factors, scores_of
from markscheme.scoring.statistics import accepted_reference, with_accepted

WORDS = ("a", "b", "the", "😀")
Assumption = Literal["dependent", "independent"]
ASSUMPTIONS: tuple[Assumption, ...] = ("dependent", "independent")


def edits_in(length: int) -> st.SearchStrategy[Edits]:
    """Disjoint edits in source order; they may touch, and insert at one place."""

    def edit(start: int, end: int) -> st.SearchStrategy[Edit]:
        replacement = st.lists(st.sampled_from(WORDS), min_size=int(start == end), max_size=2)
        return st.builds(Edit, st.just(start), st.just(end), replacement.map(tuple), st.just("R:OTHER"))

    def paired(cuts: list[int]) -> st.SearchStrategy[Edits]:
        return st.tuples(*(edit(*place) for place in zip(cuts[::2], cuts[1::2], strict=False)))

    return st.lists(st.integers(0, length), max_size=8).map(sorted).flatmap(paired)


@st.composite
def passages(draw: st.DrawFn, most: int = 3) -> PassageEdits:
    source = tuple(draw(st.lists(st.sampled_from(WORDS), max_size=10)))
    side = edits_in(len(source))
    references = tuple(draw(st.lists(side, min_size=min(most, 1), max_size=most)))
    return PassageEdits(source, draw(side), references, draw(st.booleans()))


def marked(passage: PassageEdits, assumption: Assumption = "dependent") -> PassageMarks:
    return mark_passage(PassageKey(passage), verdicts(passage), None, MarkSettings(assumption))


def alternative(passage: PassageEdits, mark: ChunkMark) -> Decision:
    """What a person accepts who is shown a mark."""
    target = apply_edits(passage.source, passage.hypothesis)[mark.target.start : mark.target.end]
    return Decision(DecisionKind.ACCEPTED, passage.source, mark.source.start, mark.source.end, target, mark.type, "Kim")


def accepting(passage: PassageEdits, *alternatives: Decision) -> PassageEdits:
    [changed], _ = with_accepted([passage], Decisions(alternatives), Factors())
    return changed


@pytest.mark.parametrize("assumption", ASSUMPTIONS)
@given(passages(), st.data())
def test_what_is_accepted_is_a_hit_and_no_other_mark_changes(
    assumption: Assumption, passage: PassageEdits, data: st.DataObject
):
    before = marked(passage, assumption)
    wrong = [mark for mark in before.marks if mark.category in (Category.WRONG, Category.OVER)]
    assume(wrong)
    # in parallel texts a reference without words is one that is not there
    assume(not passage.parallel or apply_edits(passage.source, passage.hypothesis))
    chosen = data.draw(st.sampled_from(wrong))
    after = marked(accepting(passage, alternative(passage, chosen)), assumption)
    assert [(mark.source, mark.category) for mark in after.marks] == [
        (mark.source, Category.HIT if mark is chosen else mark.category) for mark in before.marks
    ]
    assert scores_of(after.counts).score > scores_of(before.counts).score


@given(passages(), st.lists(st.sampled_from(WORDS), max_size=2).map(tuple), st.data())
def test_a_correction_that_the_hypothesis_does_not_make_changes_nothing(
    passage: PassageEdits, words: tuple[str, ...], data: st.DataObject
):
    start = data.draw(st.integers(0, len(passage.source)))
    end = data.draw(st.integers(start, len(passage.source)))
    there = tuple(edit for edit in passage.hypothesis if start <= edit.end and edit.start <= end)
    within = bool(there) and start <= there[0].start and there[-1].end <= end
    whole = apply_edits(passage.source, there)
    assume(not within or whole[start : len(whole) - len(passage.source) + end] != words)
    assert accepting(passage, Decision(DecisionKind.ACCEPTED, passage.source, start, end, words, "R:OTHER")) == passage


@given(passages(most=0))
def test_where_no_reference_is_there_what_is_accepted_counts_alone(passage: PassageEdits):
    before = marked(passage)
    assume(len(before.marks) > 1)
    assume(not passage.parallel or apply_edits(passage.source, passage.hypothesis))
    after = marked(accepting(passage, alternative(passage, before.marks[0])))
    assert [mark.category for mark in after.marks] == [Category.HIT] + [Category.OVER] * (len(before.marks) - 1)


@given(passages(), passages())
def test_other_sentences_are_left_as_they_are(passage: PassageEdits, other: PassageEdits):
    assume(passage.source)
    other = attrs.evolve(other, source=tuple(f"other-{token}" for token in other.source))
    known = Decisions(alternative(passage, mark) for mark in marked(passage).marks)
    found, references = with_accepted([other, passage], known, Factors())
    assert found[0] is other
    assert references.keys() <= {1}


def passage(hypothesis: Edits, *references: Edits) -> PassageEdits:
    return PassageEdits(("She", "like", "the", "musics", "."), hypothesis, references, parallel=False)


LOVES = Decision(DecisionKind.ACCEPTED, ("She", "like", "the", "musics", "."), 1, 2, ("loves",), "R:VERB", "Kim")
LOVED = Edit(1, 2, ("loves",))
LIKES, MUSIC, SONGS = Edit(1, 2, ("likes",)), Edit(3, 4, ("music",)), Edit(2, 4, ("songs",))


def test_the_reference_is_another_but_for_what_is_accepted():
    found = accepted_reference(passage((LOVED, SONGS), (LIKES, MUSIC), (LIKES, SONGS)), Decisions([LOVES]))
    assert found is None  # "the" is changed right behind it: the correction there is another
    found = accepted_reference(passage((LOVED, MUSIC), (LIKES,), (LIKES, MUSIC)), Decisions([LOVES]))
    assert found is not None
    assert found.edits == (LOVED, MUSIC)
    assert found.title() == "accepted (Kim)"
    assert not found.reaches(TokenRange(3, 4))


def test_several_alternatives_are_one_reference_with_each_persons_name():
    music = attrs.evolve(LOVES, start=3, end=4, replacement=("music",), author="Roy")
    found = accepted_reference(passage((LOVED, MUSIC), (LIKES,)), Decisions([LOVES, music]))
    assert found is not None
    assert found.edits == (LOVED, MUSIC)
    assert found.title() == "accepted (Kim; Roy)"
    assert found.title(TokenRange(3, 4)) == "accepted (Roy)"
