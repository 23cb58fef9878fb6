"""What to change in a file with UA-GEC's annotations: read again it has the words, and all else as before."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.formats.uagec.test_uagec import corrected, file_of, plain, written
from markscheme.documents.rewriting import Rewording, SourcePlace
from markscheme.documents.uagec import UAGEC, read_annotated, recognises
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

NOWHERE = SourcePlace(0, 0, 0)


def reworded(text: str, *wanted: tuple[Span, str]) -> str:
    [document] = UAGEC.texts(file_of(text), "lea").corrections
    file = UAGEC.hypothesis_file(document, text)
    change = file.reworded([Rewording(span, words, NOWHERE) for span, words in wanted])
    return change.applied(text) if change else text


def rewrite(text: str, old: str, new: str) -> str:
    """Return the file after the first ``old`` of its corrected text became ``new``."""
    start = read_annotated(text).corrected.index(old)
    return reworded(text, (Span(start, start + len(old)), new))


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("She {like=>likes:::error_type=G/Number} tea here.", "tea", "coffee",
         "She {like=>likes:::error_type=G/Number} {tea=>coffee} here."),
        ("She {like=>likes:::error_type=G/Number} tea.", "likes", "loves", "She {like=>loves} tea."),
        ("She {like=>likes:::error_type=G/Number} {the =>}tea.", "likes", "like", "She like {the =>}tea."),
        ("She {like=>likes:::error_type=G/Number} tea.", "likes", "like", "She like tea.{=>}"),
        ("I {am=>is:::error_type=G/Number:::by=kim} happy", "is happy", "is glad",
         "I {am=>is:::error_type=G/Number:::by=kim} {happy=>glad}"),
        ("see {this old hat=>NO_SUGGESTIONS:::error_type=F/Other} now {x=>y}", "now", "then",
         "see {this old hat=>NO_SUGGESTIONS:::error_type=F/Other} {now=>then} {x=>y}"),
        ("see {hat=>NO_SUGGESTIONS:::error_type=Spelling} now", "hat", "cap", "see {hat=>cap} now"),
        ("a {=>b}\r\nc", "b", "d\ne", "a {=>d\\ne}\r\nc"),
        ("I {goes=>go|went} home", "go", "went", "I {goes=>went} home"),
    ],
)  # fmt: skip
def test_it_is_what_a_person_would_write(text: str, old: str, new: str, expected: str):
    assert rewrite(text, old, new) == expected


@pytest.mark.parametrize("words", ["a|b", "{x", "x}", "x=>y", ":::", "NO_SUGGESTIONS"])
def test_words_that_an_annotation_can_not_hold_are_refused(words: str):
    with pytest.raises(DocumentError, match="can't be written in UA-GEC's annotation"):
        rewrite("She {like=>likes} tea.", "tea", words)


def test_the_source_stays_the_same_where_braces_stand_in_the_text():
    with pytest.raises(DocumentError, match="the text before the corrections would be another one"):
        rewrite("{ a{=>b} => c} {x=>y}", "b", "")


@given(corrected(plain), plain, st.data())
def test_read_again_it_has_the_words_and_the_source_is_the_same(case, words: str, data: st.DataObject):
    text = written(*case)
    if not recognises(text):
        return
    before = read_annotated(text)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(before.corrected))] * 2)))
    changed = reworded(text, (Span(start, end), words))
    after = read_annotated(changed)
    wanted = before.corrected[:start] + words + before.corrected[end:]
    assert recognises(changed)
    assert after.source == before.source
    assert re.sub(r"\s+", "", after.corrected) == re.sub(r"\s+", "", wanted)
    [document] = UAGEC.texts(file_of(text), "lea").corrections
    change = UAGEC.hypothesis_file(document, text).exchanged(Span(start, end), words)
    if change.applied(text) != text:
        places = (change.span.start, change.span.end)
        assert not any(item.span.start < place < item.span.end for item in before.marks for place in places)


@given(corrected(plain), st.data())
def test_several_stretches_at_once(case, data: st.DataObject):
    text = written(*case)
    if not recognises(text):
        return
    before = read_annotated(text)
    length = len(before.corrected)
    places = (
        sorted(data.draw(st.lists(st.integers(0, length), min_size=4, max_size=4, unique=True))) if length > 4 else []
    )
    wanted = [(Span(*places[index : index + 2]), data.draw(plain)) for index in range(0, len(places), 2)]
    changed = reworded(text, *wanted)
    assert read_annotated(changed).source == before.source
    expected = before.corrected
    for span, words in reversed(wanted):
        expected = expected[: span.start] + words + expected[span.end :]
    assert re.sub(r"\s+", "", read_annotated(changed).corrected) == re.sub(r"\s+", "", expected)


def test_a_malformed_file_is_not_changed():
    from markscheme.documents.corpus import Document

    with pytest.raises(DocumentError, match="not closed"):
        UAGEC.hypothesis_file(Document("lea", "", Path("a.ann"), format="uagec"), "{a=>b")
