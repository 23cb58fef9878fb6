"""An annotator's lines in an M2 file: read again they say what was asked for, and all other lines are as before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.formats.m2.test_sentences import CHERRANT, REST, TWO_ANNOTATORS, annotated_sentences, words, written
from markscheme.documents.m2 import M2Sentence, read_m2
from markscheme.documents.m2_format import rewritten_annotations
from markscheme.documents.rewriting import SourcePlace
from markscheme.edits.edit import Edit
from markscheme.errors import DocumentError


def annotate(file_text: str, sentence: int, annotator: int, start: int, end: int, *edits: Edit) -> str:
    chunk = SourcePlace(sentence, start, end)
    return rewritten_annotations(file_text, None, annotator, chunk, edits).applied(file_text)


LIKES, MUSIC = f"A 1 2|||R:VERB:SVA|||likes{REST}", f"A 3 4|||R:NOUN:NUM|||music{REST}"
THE = "A 2 3|||U:DET||||||REQUIRED|||-NONE-|||1"
NOOP, RAIN = f"A -1 -1|||noop|||-NONE-{REST}", "A 2 2|||M:ADV|||a lot|||REQUIRED|||-NONE-|||1"


@pytest.mark.parametrize(
    ("sentence", "annotator", "chunk", "edits", "first", "second"),
    [
        (0, 0, (1, 2), [], [MUSIC, THE], [NOOP, RAIN]),
        (0, 1, (2, 3), [], [LIKES, MUSIC, NOOP.replace("|||0", "|||1")], [NOOP, RAIN]),
        (0, 0, (1, 2), [Edit(1, 2, ("loves",), "R:VERB")], [f"A 1 2|||R:VERB|||loves{REST}", MUSIC, THE], [NOOP, RAIN]),
        (0, 0, (2, 3), [Edit(2, 3, (), "U:DET")], [LIKES, f"A 2 3|||U:DET|||{REST}", MUSIC, THE], [NOOP, RAIN]),
        (0, 0, (0, 1), [Edit(0, 1, ("He",), "")], [f"A 0 1|||R:OTHER|||He{REST}", LIKES, MUSIC, THE], [NOOP, RAIN]),
        (0, 0, (0, 5), [Edit(0, 0, ("So",), "M:ADV")], [f"A 0 0|||M:ADV|||So{REST}", THE], [NOOP, RAIN]),
        (1, 0, (1, 2), [Edit(1, 2, ("is",), "R")], [LIKES, MUSIC, THE], [f"A 1 2|||R|||is{REST}", RAIN]),
        (
            1,
            2,
            (1, 2),
            [Edit(1, 2, ("is",), "R")],
            [LIKES, MUSIC, THE],
            [NOOP, RAIN, "A 1 2|||R|||is" + REST[:-1] + "2"],
        ),
        (1, 0, (1, 2), [], [LIKES, MUSIC, THE], [NOOP, RAIN]),
        (1, 1, (2, 2), [Edit(2, 2, ("a", "lot"), "M:OTHER")], [LIKES, MUSIC, THE], [NOOP, RAIN]),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_an_annotators_lines_are_changed_and_all_others_kept(
    sentence: int, annotator: int, chunk: tuple[int, int], edits: list[Edit], first, second, newline: str, end: str
):
    text = (TWO_ANNOTATORS.rstrip() + end).replace("\n", newline)
    expected = "\n".join(["S She like the musics .", *first, "", "S It rains .", *second]) + end
    assert annotate(text, sentence, annotator, *chunk, *edits) == expected.replace("\n", newline)


def test_an_error_without_a_correction_and_a_file_without_annotators_are_kept():
    detected = f"S a b c\nA 0 3|||UNK|||a b c{REST}\nA 1 2|||R|||x{REST}\nA 1 2|||R:OTHER|||x{REST}\n"
    for chunk in ((1, 2), (0, 3)):
        assert annotate(detected, 0, 0, *chunk) == f"S a b c\nA 0 3|||UNK|||a b c{REST}\n"
    assert annotate("S a\n\nS b", 0, 0, 0, 1, Edit(0, 1, ("x",), "R")) == f"S a\nA 0 1|||R|||x{REST}\n\nS b"
    assert annotate("S a", 0, 0, 0, 1, Edit(0, 1, (), "UNK")) == f"S a\nA 0 1|||UNK|||{REST}"


def test_other_alignments_of_a_target_are_kept():
    undone = annotate(CHERRANT, 0, 0, 1, 2)
    assert undone == CHERRANT.replace(
        "A 1 1|||M|||昨 天|||REQUIRED|||-NONE-|||0\nA 2 2|||M|||了|||REQUIRED|||-NONE-|||0\n", ""
    )
    said_again = f"S a b\nT0-A0 a b\nA 0 1|||R|||x{REST}\nT0-A1 a b\n{NOOP}\n"
    replaced = annotate(said_again, 0, 0, 0, 1, Edit(0, 1, ("y",), "R"))
    assert replaced == said_again.replace("|||x|||", "|||y|||")
    made = annotate(undone, 0, 0, 2, 2, Edit(2, 2, ("了",), "M"))
    assert [item.replacement for item in read_m2(made)[0].annotations[0]] == [("了",)]


@pytest.mark.parametrize("correction", [("a||b",), ("-NONE-",), ("a b",), ("",)])
def test_a_correction_that_m2_cannot_say_is_refused(correction: tuple[str, ...]):
    with pytest.raises(DocumentError, match="can't be written as M2") as refused:
        annotate("S a\n\nS b\n", 1, 0, 0, 1, Edit(0, 1, correction, "R"))
    assert refused.value.line == 3


@pytest.mark.parametrize(
    ("chunk", "edit"),
    [((1, 2), Edit(0, 1, ("x",), "R")), ((0, 1), Edit(0, 2, ("x",), "R")), ((3, 5), Edit(4, 5, (), "U"))],
)
def test_a_chunk_that_cuts_an_edit_is_refused(chunk: tuple[int, int], edit: Edit):
    with pytest.raises(ValueError, match="tokens"):
        annotate(f"S a b c d e\nA 2 4|||R|||x{REST}\n", 0, 0, *chunk, edit)


def said(sentence: M2Sentence, annotator: int) -> list[tuple[int, int, tuple[str, ...]]]:
    return [(item.start, item.end, item.replacement) for item in sentence.annotations.get(annotator, ())]


@given(st.lists(annotated_sentences(), min_size=1, max_size=3), st.integers(0, 3), st.data())
def test_an_annotator_read_again_has_the_edits_and_all_else_is_as_before(
    sentences, annotator: int, data: st.DataObject
):
    newline = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    text = written(sentences).replace("\n", newline).removesuffix(data.draw(st.sampled_from(["", newline])))
    number = data.draw(st.integers(0, len(sentences) - 1))
    before = read_m2(text)
    length = len(before[number].source.tokens)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, length)] * 2)))
    for edit_start, edit_end, _ in said(before[number], annotator):
        if edit_start <= end and start <= edit_end:
            start, end = min(start, edit_start), max(end, edit_end)
    cuts = sorted(data.draw(st.lists(st.integers(start, end), max_size=4, unique=True)))
    tokens = st.lists(words, max_size=2).map(tuple)
    edits = [Edit(*place, data.draw(tokens), "R") for place in zip(cuts[::2], cuts[1::2], strict=False)]
    changed = annotate(text, number, annotator, start, end, *edits)
    after = read_m2(changed)
    assert [sentence.source.tokens for sentence in after] == [sentence.source.tokens for sentence in before]
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        for other in old.annotations.keys() | new.annotations.keys() | {annotator}:
            if (index, other) != (number, annotator):
                assert said(new, other) == said(old, other)
    outside = [edit for edit in said(before[number], annotator) if edit[1] < start or end < edit[0]]
    assert said(after[number], annotator) == sorted([*outside, *(edit.key for edit in edits)])
    assert set(before[number].annotations) <= set(after[number].annotations)
    theirs = f"|||{annotator}"
    if not before[number].annotations:
        named = {one for sentence in before for one in sentence.annotations} - {annotator}
        assert set(after[number].annotations) - {annotator} == (named if after[number].annotations else set())
        return
    assert [line for line in changed.split(newline) if not line.endswith(theirs)] == [
        line for line in text.split(newline) if not line.endswith(theirs)
    ]
    assert annotate(changed, number, annotator, start, end, *edits) == changed
