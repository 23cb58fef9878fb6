"""W&I and FCE JSON lines: essays with edits by character."""

import json
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.formats.files import read, written
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span


def read_corpus(text: str, path: Path = Path("A.train.json")) -> Corpus:
    return read("wi", text, path)


def write_corpus(corpus: Corpus) -> str:
    return written("wi", corpus).decode()


def line(edits: object, text: str = "She like musics.") -> str:
    return json.dumps({"id": "1.p", "userid": "7", "cefr": "A2.i", "text": text, "edits": edits}) + "\n"


def test_an_essay_has_a_reference_for_each_annotator():
    [entry] = read_corpus(line([[0, [[4, 8, "likes"], [9, 15, "music"]]], [2, []]])).entries
    assert (entry.id, entry.source, entry.hypotheses) == ("1.p", "She like musics.", ())
    assert entry.references == (
        Correction("0", "She likes music.", (TextEdit(Span(4, 8), "likes"), TextEdit(Span(9, 15), "music"))),
        Correction("2", "She like musics.", ()),
    )


def test_fce_has_types():
    [entry] = read_corpus(line([[0, [[4, 8, "likes", "AGV"], [9, 15, None, "CN"], [15, 16, "", None]]]])).entries
    assert [(edit.replacement, edit.type) for edit in entry.references[0].edits or ()] == [
        ("likes", "AGV"),
        (None, "CN"),
        ("", ""),
    ]


def test_an_error_without_a_correction_leaves_the_text():
    [entry] = read_corpus(line([[0, [[9, 15, None]]]])).entries
    assert entry.references == (Correction("0", "She like musics.", (TextEdit(Span(9, 15), None),)),)


def test_a_test_set_has_no_references():
    corpus = read_corpus('{"id": 12, "text": "I goed."}\n\n{"text": ""}\n')
    assert corpus == Corpus((Entry("12", "I goed."), Entry("", "")), tokenised=False)


def test_edits_may_touch_and_come_in_any_order():
    [entry] = read_corpus(line([[0, [[8, 8, " the"], [8, 9, " "], [4, 8, "likes"], [8, 8, " all"]]]])).entries
    assert entry.references[0].text == "She likes the all musics."
    assert [edit.span for edit in entry.references[0].edits or ()] == [Span(4, 8), Span(8, 8), Span(8, 8), Span(8, 9)]


def test_an_edit_said_twice_is_made_once():
    [entry] = read_corpus(line([[0, [[4, 8, "likes"], [4, 8, "likes"]]]])).entries
    assert entry.references[0].text == "She likes musics."


def test_a_detection_gives_way_to_the_corrections_it_overlaps():
    [entry] = read_corpus(line([[0, [[4, 15, None], [4, 8, "likes"], [9, 15, None], [12, 15, None]]]])).entries
    assert entry.references[0].edits == (TextEdit(Span(4, 8), "likes"), TextEdit(Span(9, 15), None))


def test_line_ends_become_newlines_and_edits_stay_in_their_places():
    text = "One cat\r\n\r\nTwo cat\r\rThree cats"
    at = text.index("cat\r\r")
    [entry] = read_corpus(line([[0, [[at, at + 3, "cats"], [7, 9, "\r\n"], [9, 11, ""]]]], text)).entries
    assert entry.source == "One cat\n\nTwo cat\n\nThree cats"
    assert entry.references[0].text == "One cat\nTwo cats\n\nThree cats"


MALFORMED = {
    "nothing": ("\n", 1, "no record"),
    "no JSON": (line([]) + "{'id': 1}\n", 2, "this line is not JSON"),
    "an essay over several lines": ("{\n}\n", 1, "not JSON"),
    "no object": ("[1]\n", 1, "not an object"),
    "no text": ('{"id": "1"}\n', 1, "no text"),
    "a text that is none": ('{"text": ["She"]}\n', 1, "no text"),
    "an id that is none": ('{"id": null, "text": ""}\n', 1, "the id None is neither"),
    "a key twice": ('{"text": "a", "text": "b"}\n', 1, "a key stands twice in an object"),
    "NaN": ('{"text": "a", "edits": NaN}\n', 1, "NaN is not a JSON value"),
    "half a character": ('\n{"text": "a\\ud83d"}\n', 2, "half a surrogate pair"),
    "too deep": ('{"text": "a", "edits": ' + "[" * 100_000 + "\n", 1, "nested too deeply"),
    "too long a number": ('{"text": "a", "edits": ' + "1" * 5000 + "}\n", 1, "number that is too long"),
    "edits by nobody": (line([[4, 8, "likes"]]), 1, "not \\[annotator's number"),
    "edits that are none": (line({"0": []}), 1, "edits is not a list"),
    "an annotator by name": (line([["kim", []]]), 1, "not \\[annotator's number"),
    "an annotator that is true": (line([[True, []]]), 1, "not \\[annotator's number"),
    "an annotator twice": (line([[0, []], [0, []]]), 1, "annotator 0 stands twice"),
    "an edit beyond the text": (line([[3, [[9, 17, "music"]]]]), 1, "annotator 3 is at 9-17, outside its text of 16"),
    "an edit before it": (line([[0, [[-1, 2, "He"]]]]), 1, "at -1-2, outside"),
    "an edit that ends before it starts": (line([[0, [[5, 4, ""]]]]), 1, "at 5-4, outside"),
    "an edit far beyond": (line([[0, [[0, 10**4000, ""]]]]), 1, "outside its text of 16"),
    "a place that is no whole number": (line([[0, [[4.0, 8, "likes"]]]]), 1, "annotator 0 has an edit that can't"),
    "a place that is true": (line([[0, [[True, 8, "likes"]]]]), 1, "has an edit that can't be read"),
    "a correction that is no text": (line([[0, [[4, 8, ["likes"]]]]]), 1, "has an edit that can't be read"),
    "too many fields": (line([[0, [[4, 8, "likes", "V", 1]]]]), 1, "has an edit that can't be read"),
    "an edit that is none": (line([[0, ["likes"]]]), 1, "has an edit that can't be read"),
    "overlapping edits": (line([[0, [[4, 9, "likes "], [8, 10, " m"]]]]), 1, "annotator 0 overlap, at 4-9 and 8-10"),
    "an insertion inside an edit": (line([[0, [[4, 8, "likes"], [6, 6, "k"]]]]), 1, "overlap, at 4-8 and 6-6"),
}


@pytest.mark.parametrize(("text", "number", "problem"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_line_is_refused_with_its_number(text: str, number: int, problem: str):
    with pytest.raises(DocumentError, match=problem) as refused:
        read_corpus(text, Path("A.train.json"))
    assert str(refused.value).startswith(f"A.train.json:{number}:")
    assert len(str(refused.value)) < 300


def test_a_fault_of_json_has_its_column():
    with pytest.raises(DocumentError, match="not JSON") as refused:
        read_corpus('{"text": "a"}\n{"text": a}\n', Path("A.train.json"))
    assert str(refused.value).startswith("A.train.json:2:10: ")


def test_only_corrections_with_their_edits_can_be_written():
    entry = Entry("1", "a", references=(Correction("0", "b"),))
    with pytest.raises(ValueError, match="has no edits"):
        write_corpus(Corpus((entry,), tokenised=False))
    other = attrs.evolve(entry, references=(Correction("0", "b", ()),))
    with pytest.raises(ValueError, match="don't give its text"):
        write_corpus(Corpus((other,), tokenised=False))


def test_people_are_numbered_hypotheses_first():
    first = Entry("1", "a", references=(Correction("kim", "a", ()),))
    second = Entry("2", "b", (Correction("kim", "b", ()),), (Correction("ada", "b", ()), Correction("kim", "b", ())))
    read = read_corpus(write_corpus(Corpus((first, second), tokenised=False)))
    assert [[item.name for item in entry.references] for entry in read.entries] == [["1"], ["0", "1", "2"]]


texts = st.text("ab😀e\u0301\u2028\x0c\x85\t\n\"'\\ .", max_size=12)
types = st.sampled_from(["", "R:NOUN", "AGV"])


@st.composite
def corrections(draw: st.DrawFn, name: str, source: str) -> Correction:
    cuts = sorted(draw(st.lists(st.integers(0, len(source)), max_size=6)))
    edits: list[TextEdit] = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        replacement = draw(st.none() | texts) if start < end else draw(texts)
        edits.append(TextEdit(Span(start, end), replacement, draw(types)))
    return Correction.of(name, source, edits)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    entries: list[Entry] = []
    for _ in range(draw(st.integers(1, 3))):
        source = draw(texts)
        numbers = sorted(draw(st.sets(st.integers(0, 12), max_size=3)))
        entries.append(
            Entry(draw(texts), source, references=tuple(draw(corrections(str(number), source)) for number in numbers))
        )
    return Corpus(tuple(entries), tokenised=False)


@given(corpora())
def test_what_is_written_is_read(corpus: Corpus):
    assert read_corpus(write_corpus(corpus)) == corpus
