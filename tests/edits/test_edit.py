"""Edits made, and edits taken from M2."""

from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.m2 import read_m2
from markscheme.edits.edit import Edit, Edits, annotated_edits, apply_edits, target_start
from markscheme.languages.segments import Span, whitespace_segment

tokens = st.lists(st.sampled_from(["a", "b", "the", "😀"]), max_size=3).map(tuple)
stretches = st.lists(st.tuples(tokens, st.none() | tokens), max_size=6)
"""A sentence as stretches of source tokens, each with its replacement or ``None``."""


def corrected(parts: list[tuple[tuple[str, ...], tuple[str, ...] | None]]) -> tuple[tuple[str, ...], tuple, Edits]:
    source: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    edits: list[Edit] = []
    for old, new in parts:
        if new is not None:
            edits.append(Edit(len(source), len(source) + len(old), new, "R:OTHER"))
        source += old
        target += old if new is None else new
    return source, target, tuple(edits)


@given(stretches)
def test_the_source_with_its_edits_is_the_target(parts: list):
    source, target, edits = corrected(parts)
    assert apply_edits(source, edits) == target


@given(stretches)
def test_without_edits_the_source_stays(parts: list):
    source, _, _ = corrected(parts)
    assert apply_edits(source, ()) == source


@given(stretches)
def test_each_replacement_stands_where_it_is_said_to_in_the_target(parts: list):
    _, target, edits = corrected(parts)
    for index, edit in enumerate(edits):
        start = target_start(edits, index)
        assert target[start : start + len(edit.replacement)] == edit.replacement


@given(stretches, st.data())
def test_edits_are_made_independently(parts: list, data: st.DataObject):
    """Leaving one edit out puts its source tokens back and moves nothing else."""
    source, _, edits = corrected(parts)
    if not edits:
        return
    left_out = data.draw(st.integers(0, len(edits) - 1))
    kept = edits[:left_out] + edits[left_out + 1 :]
    edit = edits[left_out]
    before, after = apply_edits(source[: edit.start], edits[:left_out]), source[edit.start : edit.end]
    rest = tuple(Edit(item.start - edit.end, item.end - edit.end, item.replacement) for item in edits[left_out + 1 :])
    assert apply_edits(source, kept) == before + after + apply_edits(source[edit.end :], rest)


def test_the_same_correction_may_have_two_types():
    assert Edit(1, 2, ("goes",), "R:VERB:SVA").key == Edit(1, 2, ("goes",), "R:VERB:TENSE").key
    assert Edit(1, 2, ("goes",)).key != Edit(1, 2, ("went",)).key
    assert Edit(1, 2, ("goes",)).key != Edit(1, 1, ("goes",)).key


def test_tokens_stand_on_their_characters():
    text = "He  go home ."
    source = whitespace_segment(text)
    assert source.characters(1, 3).of(text) == "go home"
    assert source.characters(1, 1) == Span(4, 4)
    assert source.characters(4, 4) == Span(len(text), len(text))


def test_annotators_edits_come_from_m2():
    [sentence] = read_m2(
        "S He go home\n"
        "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
        "A 3 3|||M:PUNCT|||.|||REQUIRED|||-NONE-|||0\n"
        "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n"
    )
    assert annotated_edits(sentence, 0) == (Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(3, 3, (".",), "M:PUNCT"))
    assert annotated_edits(sentence, 1) == annotated_edits(sentence, 7) == ()
    assert apply_edits(sentence.source.tokens, annotated_edits(sentence, 0)) == ("He", "goes", "home", ".")
