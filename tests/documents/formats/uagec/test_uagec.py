"""UA-GEC's annotation: its two texts, its edits and their places; what is refused; that what is written is read."""

import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.formats import FORMATS, DocumentFile
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.documents.uagec import UAGEC, read_annotated, recognises
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

PATH = Path("0001.a1.ann")
SAMPLE = (
    "Our dog {bark=>barks:::error_type=G/Number} at {the =>:::error_type=F/Style}strangers"
    "{=>,:::error_type=Punctuation} but it {is liking=>likes|loves:::error_type=G/Tense:::comment=ask} "
    "{biskits=>NO_SUGGESTIONS:::error_type=Spelling}{ =>}."
)


def file_of(text: str, name: str = "0001.a1.ann") -> DocumentFile:
    return DocumentFile(Path(name), lambda _: text)


def test_both_texts_and_the_edits():
    document = read_annotated(SAMPLE)
    assert document.source == "Our dog bark at the strangers but it is liking biskits ."
    assert document.corrected == "Our dog barks at strangers, but it likes biskits."
    assert [(edit.span.of(document.source), edit.replacement, edit.type) for edit in document.edits] == [
        ("bark", "barks", "G/Number"),
        ("the ", "", "F/Style"),
        ("", ",", "Punctuation"),
        ("is liking", "likes", "G/Tense"),
        ("biskits", None, "Spelling"),
        (" ", "", ""),
    ]
    assert corrected_text(document.source, document.edits) == document.corrected
    assert [edit.details.note for edit in document.edits if edit.details.note]
    assert document.left_out == ("the further corrections of edits that have several (1)",)


def test_further_corrections_are_alternatives_of_a_document():
    texts = UAGEC.texts(file_of(SAMPLE), "0001.a1")
    assert [item.name for item in (*texts.corrections, *texts.alternatives)] == ["0001.a1", "0001.a1 (2)"]
    assert texts.alternatives[0].text == "Our dog barks at strangers, but it loves biskits."
    places = texts.alternatives[0].places
    assert places is not None
    at = texts.alternatives[0].text.index("loves")
    assert places.span(Span(at, at + 5)).of(SAMPLE) == "loves"


@pytest.mark.parametrize(
    ("text", "source", "corrected", "kind"),
    [
        ("{a=>b}", "a", "b", ""),
        ("{a=>b=>c:::error_type=X}", "a=>b", "c", "X"),
        ("{a=>b::::error_type=X}", "a", "b:", "X"),
        ("{a:::b=>c}", "a:::b", "c", ""),
        ("{a=>b:::status=ok:::error_type=G/Case}", "a", "b", "G/Case"),
        ("{a=>b:::G/Case}", "a", "b", ""),
        ("{a|b=>c}", "a|b", "c", ""),
        (r"{One.\nTwo=>One, two:::error_type=Punctuation}", "One.\nTwo", "One, two", "Punctuation"),
        ("{One.\nTwo=>One, two:::error_type=Punctuation}", "One.\nTwo", "One, two", "Punctuation"),
        (r"C:\new {a=>b}", "C:\\new a", "C:\\new b", ""),
        ("{x} {a=>b} => {", "{x} a => {", "{x} b => {", ""),
        ("a}{b=>c}", "a}b", "a}c", ""),
        ("{{a=>b}", "{a", "{b", ""),
        ("{a=>a:::error_type=Spelling}", "a", "a", "Spelling"),
    ],
)
def test_odds_of_the_dialect(text: str, source: str, corrected: str, kind: str):
    document = read_annotated(text)
    assert (document.source, document.corrected) == (source, corrected)
    assert [edit.type for edit in document.edits] == [kind]


def test_line_ends_of_the_file_stand_in_annotations():
    document = read_annotated("One\r\n{two.\\nThree=>two, three}\r\n")
    assert document.source == "One\r\ntwo.\r\nThree\r\n"
    [entry] = UAGEC.read_corpus(file_of("One\r\n{two.\\nThree=>two, three}\r\n")).entries
    assert (entry.source, entry.references[0].text) == ("One\ntwo.\nThree\n", "One\ntwo, three\n")


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("One.\nI {likes=>like:::error_type=G/Number turtles.\n{a=>b}", 2, 3, "this annotation is not closed"),
        ("I {likes=>{like=>liked:::error_type=X}:::error_type=Y}", 1, 3, "this annotation is not closed"),
        ("{a=>b{c}", 1, 1, "this annotation is not closed"),
        ("{a=>b} and likes=>like:::error_type=X}", 1, 23, "this type stands outside of an annotation"),
        ("{:}=>:):::error_type=Punctuation}", 1, 8, "this type stands outside of an annotation"),
    ],
)
def test_what_is_malformed_is_refused_at_its_place(text: str, line: int, column: int, problem: str):
    with pytest.raises(DocumentError) as refused:
        read_annotated(text, PATH)
    assert (refused.value.path, refused.value.line, refused.value.column) == (PATH, line, column)
    assert refused.value.problem == problem
    assert "{error=>correction:::error_type=Type}" in refused.value.remedy


@pytest.mark.parametrize(
    ("name", "text", "is_annotated"),
    [
        ("a.txt", "I {likes=>like:::error_type=G/Number} turtles.", True),
        ("a.md", "I {likes=>like} turtles.", True),
        ("a.ann", "I {,=>} like turtles.", True),
        ("a.txt", "I {likes=>like:::error_type=G/Number turtles.", True),
        ("a.txt", "items.map({ x => x + 1 })", False),
        ("a.txt", "{\n  a: (x) =>x\n}", False),
        ("a.txt", "I {like} turtles => and cats.", False),
        ("a.ann", "I like turtles.", False),
        ("a.ann", "T1\tR:VERB 2 6\tlike\n", False),
        ("a.md", "I {~~likes~>like~~} {turtles=>tortoises}.", False),
    ],
)
def test_the_content_decides(name: str, text: str, is_annotated: bool):
    file = file_of(text, name)
    assert (FORMATS.recognised(file) is UAGEC) == is_annotated
    assert (FORMATS.to_read(file) is UAGEC) == is_annotated


# Writing.

SIGNS = ("{", "}", "=>", ":::", "|", "\\n", ":", "=", "error_type", "NO_SUGGESTIONS", "\\")
LETTERS = ("a", "b ", " ", "\n", "é", "😀", "\u2028", "the ")
plain = st.lists(st.sampled_from(LETTERS), max_size=8).map("".join)
texts = plain | st.lists(st.sampled_from(SIGNS + LETTERS), max_size=8).map("".join)
schemes = st.sampled_from(["", "G/Case", "Spelling", "R:VERB:SVA", "a:", "a|b"])
types = schemes | texts


def corpus_of(source: str, *corrections: tuple[TextEdit, ...]) -> Corpus:
    references = tuple(Correction.of(f"a{number}", source, edits) for number, edits in enumerate(corrections, 1))
    return Corpus((Entry("", source, references=references),), tokenised=False)


def written(source: str, edits: tuple[TextEdit, ...]) -> str:
    [data] = UAGEC.write_corpus(corpus_of(source, edits), "a.ann").values()
    return data.decode()


@st.composite
def corrected(
    draw: st.DrawFn, words: st.SearchStrategy[str], kinds: st.SearchStrategy[str] = schemes
) -> tuple[str, tuple[TextEdit, ...]]:
    source = draw(words)
    cuts = sorted(draw(st.lists(st.integers(0, len(source)), max_size=8)))
    edits: list[TextEdit] = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        replacement = draw(st.none() | words)
        if replacement != "" or start < end:
            edits.append(TextEdit(Span(start, end), replacement, draw(kinds)))
    return source, tuple(edits)


@given(corrected(texts, types))
@example(("=>", (TextEdit(Span(0, 2), "→", "Other"),)))
@example(("a", (TextEdit(Span(0, 1), "b:", "X"),)))
def test_what_is_written_is_read_or_it_is_refused(case: tuple[str, tuple[TextEdit, ...]]):
    source, edits = case
    try:
        text = written(source, edits)
    except DocumentError:
        characters = source + "".join((edit.replacement or "") + edit.type for edit in edits)
        assert any(sign in characters for sign in ("{", "}", "=>", ":::", "|", "\\n", "NO_SUGGESTIONS"))
        return
    document = read_annotated(text)
    assert (document.source, document.corrected, document.edits) == (source, corrected_text(source, edits), edits)


@given(corrected(plain))
def test_text_without_signs_is_always_written_and_every_character_is_at_its_place(
    case: tuple[str, tuple[TextEdit, ...]],
):
    source, edits = case
    text = written(source, edits)
    document = read_annotated(text)
    assert document.edits == edits
    for side, places in (
        (document.source, document.source_places),
        (document.corrected, document.corrected_places),
    ):
        shown = [places.span(Span(at, at + 1)).of(text) for at in range(len(side))]
        assert [character for character in shown if character not in "\n\\"] == [
            character for character in side if character != "\n"
        ]


@given(st.lists(st.sampled_from(SIGNS + LETTERS), max_size=30).map("".join) | st.text())
def test_any_text_is_read_or_refused(text: str):
    recognises(text)
    with suppress(DocumentError):
        document = read_annotated(text)
        assert corrected_text(document.source, document.edits) == document.corrected


@pytest.mark.parametrize(
    ("source", "edit", "unwritable"),
    [
        ("a b", TextEdit(Span(0, 1), "x|y"), "'|'"),
        ("a b", TextEdit(Span(0, 1), "{x}", "G/Case"), "'{', '}'"),
        ("a b", TextEdit(Span(0, 1), "x=>y"), "'=>'"),
        ("a b", TextEdit(Span(0, 1), "x:::y"), "':::'"),
        ("a b", TextEdit(Span(0, 1), "NO_SUGGESTIONS"), "'NO_SUGGESTIONS'"),
        ("a b", TextEdit(Span(0, 1), "x", "G:::H"), "':::'"),
        (r"C:\new b", TextEdit(Span(0, 6), "D:"), r"'\n'"),
    ],
)
def test_what_can_not_be_written_is_named(source: str, edit: TextEdit, unwritable: str):
    with pytest.raises(DocumentError) as refused:
        written(source, (edit,))
    assert "can't be written in UA-GEC's annotation" in refused.value.problem
    assert refused.value.remedy == f"It has no way to write {unwritable} there"


@pytest.mark.parametrize("source", ["{a=>b} c", "{ c => d", "a:::error_type=x c"])
def test_a_text_that_reads_as_an_annotation_is_refused(source: str):
    with pytest.raises(DocumentError, match="the text has braces, '=>' or ':::error_type='"):
        written(source, (TextEdit(Span(len(source) - 1, len(source)), "e"),))


def test_several_annotators_have_a_file_each():
    one, other = (TextEdit(Span(2, 7), "like", "G/Number"),), (TextEdit(Span(2, 7), "love", "F/Style"),)
    files = UAGEC.write_corpus(corpus_of("I likes turtles.", one, other), "0001.ann")
    assert {name: data.decode() for name, data in files.items()} == {
        "0001.ref.a1.ann": "I {likes=>like:::error_type=G/Number} turtles.",
        "0001.ref.a2.ann": "I {likes=>love:::error_type=F/Style} turtles.",
    }
    with pytest.raises(DocumentError, match="there are 0"):
        UAGEC.write_corpus(corpus_of("I like turtles."), "0001.ann")


def test_reading_takes_linear_time(thorough: bool):
    size = 300_000 if thorough else 100_000
    begin = time.process_time()
    for unit in ("{", "}", "=>", "{=>", "{=>}", ":::", "{a=>b:::", "{a\n=>", "|", "{a=>b|"):
        text = unit * (size // len(unit))
        recognises(text)
        with suppress(DocumentError):
            read_annotated(text)
    assert time.process_time() - begin < size / 30_000
