"""M2 as a corpus: token edits to character edits and back."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Command
from documents.formats.files import read
from documents.formats.files import written as file_of
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

Edits = list[tuple[int, int, str, str]]
"""Start, end, type and correction, of one annotator."""


def read_corpus(text: str, path: Path = Path("class.m2")) -> Corpus:
    return read("m2", text, path)


def write_corpus(corpus: Corpus) -> str:
    return file_of("m2", corpus).decode()


def m2(source: str, *annotators: Edits) -> str:
    lines = [f"S {source}"]
    for number, edits in enumerate(annotators):
        rest = f"|||REQUIRED|||-NONE-|||{number}"
        lines += [f"A {start} {end}|||{kind}|||{words}{rest}" for start, end, kind, words in edits]
        lines += [] if edits else [f"A -1 -1|||noop|||-NONE-{rest}"]
    return "\n".join(lines) + "\n\n"


def correction(source: str, *edits: tuple[int, int, str]) -> tuple[str, list[tuple[int, int, str | None]]]:
    """The corrected text and its edits, after checking that the one comes of the other."""
    [entry] = read_corpus(m2(source, [(start, end, "R", words) for start, end, words in edits])).entries
    [found] = entry.references
    assert found.edits is not None
    assert corrected_text(entry.source, found.edits) == found.text
    return found.text, [(edit.span.start, edit.span.end, edit.replacement) for edit in found.edits]


EDITS = {
    "a replacement": ("a bc d", [(1, 2, "x y")], "a x y d", [(2, 4, "x y")]),
    "an insertion before a token": ("a b", [(1, 1, "x")], "a x b", [(2, 2, "x ")]),
    "an insertion at the start": ("a b", [(0, 0, "x")], "x a b", [(0, 0, "x ")]),
    "an insertion at the end": ("a b", [(2, 2, "x")], "a b x", [(3, 3, " x")]),
    "an insertion into nothing": ("", [(0, 0, "x y")], "x y", [(0, 0, "x y")]),
    "two insertions into nothing": ("", [(0, 0, "x"), (0, 0, "y")], "x y", [(0, 0, "x"), (0, 0, " y")]),
    "a deletion": ("a bc d", [(1, 2, "")], "a d", [(2, 5, "")]),
    "a deletion at the start": ("a b", [(0, 1, "")], "b", [(0, 2, "")]),
    "a deletion at the end": ("a b", [(1, 2, "")], "a", [(1, 3, "")]),
    "all tokens": ("a b", [(0, 2, "")], "", [(0, 3, "")]),
    "all tokens one by one": ("a b", [(0, 1, ""), (1, 2, "")], "", [(0, 1, ""), (1, 3, "")]),
    "the last two": ("a b c", [(1, 2, ""), (2, 3, "")], "a", [(1, 3, ""), (3, 5, "")]),
    "another for the last": ("a b", [(1, 1, "x"), (1, 2, "")], "a x", [(1, 1, " x"), (1, 3, "")]),
    "another for all": ("a b", [(0, 2, ""), (2, 2, "x")], "x", [(0, 3, ""), (3, 3, "x")]),
    "others for all": (
        "a b",
        [(0, 0, "x"), (0, 1, ""), (1, 1, "y"), (1, 2, "")],
        "x y",
        [(0, 0, "x"), (0, 1, ""), (1, 1, " y"), (1, 3, "")],
    ),
    "neighbours": (
        "a b c",
        [(0, 0, "w"), (0, 1, ""), (1, 2, "x"), (2, 2, "y"), (2, 3, "z")],
        "w x y z",
        [(0, 0, "w "), (0, 2, ""), (2, 3, "x"), (4, 4, "y "), (4, 5, "z")],
    ),
}


@pytest.mark.parametrize(("source", "edits", "text", "expected"), EDITS.values(), ids=EDITS)
def test_an_edit_takes_its_space_with_it(source: str, edits: list, text: str, expected: list):
    assert correction(source, *edits) == (text, expected)
    written = m2(source, [(start, end, "R", words) for start, end, words in edits])
    assert write_corpus(read_corpus(written)) == written


def test_every_annotator_is_a_reference():
    text = "S She like music .\nA 1 2|||R:VERB:SVA|||likes||loves|||REQUIRED|||-NONE-|||3\n\nS It rain .\n"
    source, second = "She like music .", "It rain ."
    edits = (TextEdit(Span(4, 8), "likes", "R:VERB:SVA"),)
    assert read_corpus(text) == Corpus(
        (
            Entry("", source, references=(Correction("3", "She likes music .", edits),)),
            Entry("", second, references=(Correction("3", second, ()),)),
        ),
        tokenised=True,
    )


def test_a_sentence_nobody_is_named_for_was_left_as_it_is():
    assert read_corpus("S a b\n").entries[0].references == (Correction("0", "a b", ()),)


@pytest.mark.parametrize("line", ["UNK|||b", "UNK|||-NONE-", "Um|||"])
def test_an_error_without_a_correction_leaves_the_text(line: str):
    [entry] = read_corpus(f"S a b c\nA 1 2|||{line}|||REQUIRED|||-NONE-|||0\n").entries
    assert entry.references == (Correction("0", "a b c", (TextEdit(Span(2, 3), None, "UNK"),)),)


def test_a_malformed_line_is_refused_with_its_place():
    with pytest.raises(DocumentError) as refused:
        read_corpus("S a\nA 0 2|||R|||x|||REQUIRED|||-NONE-|||0\n", Path("class.m2"))
    assert str(refused.value) == "class.m2:2: the span 0 2 is outside its sentence of 1 tokens"


def written(source: str, *edits: TextEdit) -> list[str]:
    own = Correction.of("0", source, edits)
    lines = write_corpus(Corpus((Entry("", source, (own,)),), tokenised=True)).splitlines()
    return [line.removesuffix("|||REQUIRED|||-NONE-|||0") for line in lines[1:-1]]


WIDENED = {
    "a letter": ([TextEdit(Span(6, 6), "s", "R:VERB:SVA")], ["A 1 2|||R:VERB:SVA|||likes"]),
    "two of one word": ([TextEdit(Span(2, 3), ""), TextEdit(Span(4, 4), "k", "T")], ["A 1 2|||T|||ikke"]),
    "two words made one": ([TextEdit(Span(1, 2), "")], ["A 0 2|||R:OTHER|||Ilike"]),
    "one word made two": ([TextEdit(Span(4, 4), " ", "W")], ["A 1 2|||W|||li ke"]),
    "a word glued to the next": ([TextEdit(Span(6, 6), " the-", "M")], ["A 2 2|||M|||the-"]),
    "edits that meet inside a word": (
        [TextEdit(Span(0, 2), "We ", "A"), TextEdit(Span(2, 4), "lo", "B"), TextEdit(Span(4, 6), "ve", "C")],
        ["A 0 1|||A|||We", "A 1 2|||B|||love"],
    ),
    "no type": (
        [TextEdit(Span(0, 2), ""), TextEdit(Span(7, 7), "the ", "noop"), TextEdit(Span(7, 13), "song", "UNK")],
        ["A 0 1|||U:OTHER|||", "A 2 2|||M:OTHER|||the", "A 2 3|||R:OTHER|||song"],
    ),
    "unclear": (
        [TextEdit(Span(0, 2), "", "Um"), TextEdit(Span(2, 6), "hum", "Um")],
        ["A 0 1|||U:OTHER|||", "A 1 2|||Um|||hum"],
    ),
    "a detection": ([TextEdit(Span(3, 5), None, "V")], ["A 1 2|||UNK|||like"]),
    "a detection in a correction": (
        [TextEdit(Span(3, 5), None, "V"), TextEdit(Span(6, 6), "s", "W")],
        ["A 1 2|||W|||likes"],
    ),
    "nothing": ([], ["A -1 -1|||noop|||-NONE-"]),
}


@pytest.mark.parametrize(("edits", "lines"), WIDENED.values(), ids=WIDENED)
def test_edits_are_widened_to_tokens(edits: list[TextEdit], lines: list[str]):
    assert written("I like musics", *edits) == lines


@pytest.mark.parametrize("token", ["a||b", "-NONE-"])
def test_a_detection_needs_no_correction(token: str):
    assert written(token, TextEdit(Span(0, len(token)), None)) == ["A 0 1|||UNK|||"]


def test_people_are_numbered_hypotheses_first():
    own, kim, ada = (Correction(name, "a", ()) for name in ("own", "kim", "ada"))
    corpus = Corpus((Entry("1", "a", (), (kim,)), Entry("2", "a", (own,), (ada, kim))), tokenised=True)
    noop = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||"
    assert write_corpus(corpus) == f"S a\n{noop}1\n\nS a\n{noop}0\n{noop}1\n{noop}2\n\n"


@pytest.mark.parametrize("source", ["a   b c", "a  b", "  a", "a   ", "a \t b", "10\u00a0000 b"])
@pytest.mark.parametrize("edits", [[], [(1, 2, "R", "x")], [(0, 1, "U", "")], [(0, 0, "M", "x"), (1, 2, "U", "")]])
def test_blank_tokens_are_kept(source: str, edits: Edits):
    written = m2(source, edits)
    assert write_corpus(read_corpus(written)) == written


def test_an_annotator_who_has_not_seen_a_sentence_has_no_correction_of_it():
    text = m2("a b", [(0, 1, "R", "x")], []) + "S c d\nA 1 2|||R|||y|||REQUIRED|||-NONE-|||1\n\n"
    corpus = read_corpus(text)
    assert [[item.name for item in entry.references] for entry in corpus.entries] == [["0", "1"], ["1"]]
    assert write_corpus(corpus) == text


UNSAYABLE = {
    "a line end within a token": ("a\rb", [], "white space that parts no tokens"),
    "a space before the first token": (" a", [], "white space that parts no tokens"),
    "what parts alternatives": ("a", [TextEdit(Span(0, 1), "x||y", "R")], "a meaning of its own"),
    "what says nothing": ("a", [TextEdit(Span(0, 1), "-NONE-", "R")], "a meaning of its own"),
    "a type over two fields": ("a", [TextEdit(Span(0, 1), "x", "R|M")], "a character that ends a field"),
    "a type over two lines": ("a", [TextEdit(Span(0, 1), "x", "R\nM")], "a character that ends a field"),
}


@pytest.mark.parametrize(("source", "edits", "problem"), UNSAYABLE.values(), ids=UNSAYABLE)
def test_what_m2_can_not_say_is_refused(source: str, edits: list[TextEdit], problem: str):
    with pytest.raises(DocumentError, match=f"entry 1 can't be written as M2: .*{problem}"):
        written(source, *edits)


WRONG = {
    "running text": (Corpus((), tokenised=False), "only a tokenised corpus"),
    "no edits": (Correction("0", "b"), "has no edits"),
    "edits of another text": (Correction("0", "c", (TextEdit(Span(0, 1), "b"),)), "don't give its text"),
    "edits outside the source": (Correction("0", "ab", (TextEdit(Span(3, 3), "b"),)), "outside their source"),
    "edits out of order": (
        Correction("0", "axxa", (TextEdit(Span(1, 1), "x"), TextEdit(Span(0, 0), "x"))),
        "not in source order",
    ),
}


@pytest.mark.parametrize(("wrong", "problem"), WRONG.values(), ids=WRONG)
def test_what_is_no_tokenised_corpus_with_edits_is_the_callers_fault(wrong: Corpus | Correction, problem: str):
    corpus = wrong if isinstance(wrong, Corpus) else Corpus((Entry("", "a", (), (wrong,)),), tokenised=True)
    with pytest.raises(ValueError, match=problem):
        write_corpus(corpus)


words = st.text("ab😀e\u0301'-.|", min_size=1, max_size=3).filter(lambda word: "||" not in word)
phrases = st.lists(words, max_size=2).map(" ".join)
types = st.sampled_from(["R:NOUN", "M", "Wci"])


@st.composite
def annotations(draw: st.DrawFn, length: int) -> Edits:
    """Disjoint edits, touching or not: insertions, deletions, replacements and detections."""
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=8)))
    edits: Edits = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        words = draw(phrases)
        detected = draw(st.integers(0, 4)) == 0
        edits.append((start, end, "UNK" if detected else draw(types), "" if detected else words))
    return edits


@st.composite
def files(draw: st.DrawFn) -> tuple[str, list[list[str]]]:
    """M2, and what each annotator's tokens come to, sentence by sentence."""
    people = draw(st.integers(1, 3))
    text, targets = "", []
    for _ in range(draw(st.integers(1, 3))):
        tokens = draw(st.lists(words, max_size=6))
        edits = [draw(annotations(len(tokens))) for _ in range(people)]
        text += m2(" ".join(tokens), *edits)
        targets.append([made(tokens, own) for own in edits])
    return text, targets


def made(tokens: list[str], edits: Edits) -> str:
    result: list[str] = []
    position = 0
    for start, end, kind, words in edits:
        result += tokens[position:start]
        result += tokens[start:end] if kind == "UNK" else words.split()
        position = end
    return " ".join([*result, *tokens[position:]])


@given(files())
def test_character_edits_make_what_token_edits_do(file: tuple[str, list[list[str]]]):
    text, targets = file
    corpus = read_corpus(text)
    assert [[item.text for item in entry.references] for entry in corpus.entries] == targets
    for entry in corpus.entries:
        assert all(corrected_text(entry.source, item.edits or ()) == item.text for item in entry.references)


@given(files())
def test_what_is_written_is_read(file: tuple[str, list[list[str]]]):
    corpus = read_corpus(file[0])
    assert read_corpus(write_corpus(corpus)) == corpus


letters = st.text("ab 😀é", max_size=6)


@given(st.text("ab 😀é", max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.none() | letters)))
def test_widened_edits_give_the_same_tokens(source: str, drawn: list[tuple[int, int, str | None]]):
    source = " ".join(source.split())
    edits: list[TextEdit] = []
    for start, end, replacement in sorted((min(a, b), max(a, b), words or "") for a, b, words in drawn):
        if end <= len(source) and (not edits or edits[-1].span.end <= start):
            edits.append(TextEdit(Span(start, end), replacement or None))
    own = Correction.of("0", source, edits)
    [entry] = read_corpus(write_corpus(Corpus((Entry("", source, (), (own,)),), tokenised=True))).entries
    assert entry.references[0].text.split() == own.text.split()


@pytest.mark.parametrize(("words", "f"), [("goes", 1.0), ("went", 1.0), ("walks", 1.0), ("ran", 0.0)])
def test_each_of_several_acceptable_corrections_is_a_reference(
    tmp_path: Path, markscheme: Command, words: str, f: float
):
    line = "S He go .\nA 1 2|||R:VERB|||{}|||REQUIRED|||-NONE-|||0\n"
    (tmp_path / "reference.m2").write_text(line.format("goes||went||walks"), "utf-8")
    (tmp_path / "hypothesis.m2").write_text(line.format(words), "utf-8")
    files = ("--hypothesis", "hypothesis.m2", "--reference", "reference.m2")
    [run] = json.loads(markscheme("score", *files, "--metric", "errant", "--format", "json").stdout)["runs"]
    assert run["scores"]["f"] == f
