"""CriticMarkup: its two texts, its changes and their places; what is refused; that what is written is read."""

import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from documents.formats.files import read, written
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.critic_markup import Markup, read_critic_markup, recognises
from markscheme.documents.files import read_text
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.documents.rewriting import MarkedText
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

LETTER = (
    "I {~~am agree~>agree~~} with{++ the++} idea{--s--}.{>>only one idea?<<} "
    "{==My friend==}{>>who?<<} come{++s++}{>>R:VERB:SVA<<} too."
)
SIGNS = ["{++", "++}", "{--", "--}", "{~~", "~>", "~~}", "{>>", "<<}", "{==", "==}", *"{}+-~<>=\\", "\\\\"]
LETTERS = [*"ab .", "\n", "\r\n", "\r", "😀", "e\u0301", "\u2028", "\u00a0", "👩\u200d🏫", "\0"]


def read_corpus(text: str, path: Path = Path("essay.md")) -> Corpus:
    return read("criticmarkup", text, path)


def write_corpus(corpus: Corpus) -> str:
    return written("criticmarkup", corpus).decode()


def comments_of(document: MarkedText[Markup], text: str) -> list[str]:
    """Return the words of a document's comments, those that give a type left out."""
    comments = ((item, item.span.of(text)) for item in document.marks if item.is_comment)
    return [words.removeprefix("{>>" + item.metadata).removesuffix("<<}") for item, words in comments]


def test_a_document_is_two_texts_and_the_changes_between_them():
    document = read_critic_markup(LETTER)
    assert document.source == "I am agree with ideas. My friend come too."
    assert document.corrected == "I agree with the idea. My friend comes too."
    assert document.edits == (
        TextEdit(Span(2, 10), "agree"),
        TextEdit(Span(15, 15), " the"),
        TextEdit(Span(20, 21), ""),
        TextEdit(Span(37, 37), "s", "R:VERB:SVA"),
    )
    assert comments_of(document, LETTER) == ["only one idea?", "who?"]


def test_marks_are_underlined_where_they_stand():
    document = read_critic_markup(LETTER)
    agree = Span(2, 7)
    assert document.corrected_places.span(agree).of(LETTER) == "agree"
    assert document.source_places.span(Span(2, 10)).of(LETTER) == "am agree"
    no_s = document.corrected.index(".")
    assert document.corrected_places.span(Span(no_s, no_s)).of(LETTER) == "{--s--}"
    before_the = document.source.index(" idea")
    assert document.source_places.span(Span(before_the, before_the)).of(LETTER) == "{++ the++}"


def test_markup_is_told_with_its_place_and_what_it_holds():
    document = read_critic_markup(LETTER)
    told = [
        (item.span.of(LETTER), item.source.of(document.source), item.corrected.of(document.corrected), item.is_type)
        for item in document.marks
    ]
    assert told == [
        ("{~~am agree~>agree~~}", "am agree", "agree", False),
        ("{++ the++}", "", " the", False),
        ("{--s--}", "s", "", False),
        ("{>>only one idea?<<}", "", "", False),
        ("{==", "", "", False),
        ("==}", "", "", False),
        ("{>>who?<<}", "", "", False),
        ("{++s++}", "", "s", False),
        ("{>>R:VERB:SVA<<}", "", "", True),
    ]
    assert all(item.span.of(LETTER).startswith(item.mark) for item in document.marks)


@pytest.mark.parametrize(
    ("text", "source", "hypothesis"),
    [
        ("", "", ""),
        ("no marks, a ~> b", "no marks, a ~> b", "no marks, a ~> b"),
        ("{--a--}", "a", ""),
        ("{++a++}", "", "a"),
        ("{++++}{----}{~~~>~~}{====}{>><<}", "", ""),
        ("One.{++\n\n++}Two.", "One.Two.", "One.\n\nTwo."),
        ("One.{~~\r\n~> ~~}Two.", "One.\r\nTwo.", "One. Two."),
        ("{==He {~~go~>goes~~} {>>verb<<}home==}.", "He go home.", "He goes home."),
        ("{~~a~>b ~> c~~}", "a", "b ~> c"),
        ("{~~~~>~~~}", "~", "~"),
        (r"\{++ and \++}", "{++ and ++}", "{++ and ++}"),
        (r"C:\\{++a++}", "C:\\", "C:\\a"),
        (r"\\\{++ \* \\ \~>", r"\{++ \* \\ \~>", r"\{++ \* \\ \~>"),
        (r"{~~a\~>b~>c~~}", "a~>b", "c"),
        (r"{++\{++}", "", "{"),
        ("`{++code++}`", "``", "`code`"),
        ("{+a+} {{++x++}}", "{+a+} {}", "{+a+} {x}"),
    ],
)
def test_texts(text: str, source: str, hypothesis: str):
    document = read_critic_markup(text)
    assert (document.source, document.corrected) == (source, hypothesis)
    assert corrected_text(source, document.edits) == hypothesis


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("{++a++}{>> M:DET <<}", [TextEdit(Span(0, 0), "a", "M:DET")]),
        ("{++a++}{>>why<<}{>>M:DET<<}", [TextEdit(Span(0, 0), "a", "M:DET")]),
        ("{++a++} {>>M:DET<<}", [TextEdit(Span(0, 0), "a")]),
        ("{++a++}{>>M:DET?<<}", [TextEdit(Span(0, 0), "a")]),
        ("{++a++}{>>M:DET<<}{>>R:DET<<}", [TextEdit(Span(0, 0), "a", "M:DET")]),
        ("{==ab==}{>>UNK<<}", [TextEdit(Span(0, 2), None, "UNK")]),
        ("{==ab==}{>>R:NOUN:NUM<<}", [TextEdit(Span(0, 2), None, "R:NOUN:NUM")]),
        ("{==a{++b++}==}{>>UNK<<}", [TextEdit(Span(1, 1), "b")]),
        ("{==ab==}{>>hm<<}", []),
        ("{>>M:DET<<}", []),
        ("{--a--}{++b++}{>>R:X<<}", [TextEdit(Span(0, 1), ""), TextEdit(Span(1, 1), "b", "R:X")]),
    ],
)
def test_a_type_is_a_comment_right_behind_its_change(text: str, edits: list[TextEdit]):
    assert list(read_critic_markup(text).edits) == edits


MALFORMED = {
    "never closed": ("a\n\nb {++c\nd", 3, 3, "'{++' is never closed. Write '++}' where it ends"),
    "a highlight never closed": ("a {==b {++c++}", 1, 3, "'{==' is never closed"),
    "a substitution never closed": ("{~~b~>c", 1, 1, "'{~~' is never closed. Write '~~}'"),
    "never opened": ("a\nb++} c", 2, 2, "'++}' closes nothing. Write '{++' where it begins"),
    "a highlight never opened": ("b==}", 1, 2, "'==}' closes nothing"),
    "nested": ("{++a\nb{--c--}++}", 2, 2, "'{--' stands inside the '{++' of line 1. Close that with '++}' before it"),
    "nested in a substitution": ("{~~a~>{++b++}~~}", 1, 7, "'{++' stands inside the '{~~' of line 1"),
    "a highlight in a change": ("{++{==a==}++}", 1, 4, "'{==' stands inside the '{++'"),
    "a highlight in a highlight": ("{=={==a==}==}", 1, 4, "'{==' stands inside the '{=='"),
    "a change in a comment": ("{>>a {++b++}<<}", 1, 6, "'{++' stands inside the '{>>'"),
    "closed by another": ("\r\n{++a--}", 2, 5, "'--}' stands where '++}' should close the '{++' of line 2"),
    "no arrow": ("x {~~old~~}", 1, 3, "no '~>' between the old text and the new"),
}


@pytest.mark.parametrize(("text", "line", "column", "problem"), MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize("read", [read_critic_markup, read_corpus])
def test_a_misplaced_mark_is_refused_with_its_place(read, text: str, line: int, column: int, problem: str):
    path = Path("essay.md")
    with pytest.raises(DocumentError) as refused:
        read(text, path)
    assert (refused.value.path, refused.value.line, refused.value.column) == (path, line, column)
    assert problem in str(refused.value)
    assert str(refused.value).startswith(f"essay.md:{line}:")
    assert "if the text has these characters" in refused.value.remedy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LETTER, True),
        ("{++a++}", True),
        ("{>>a<<} {++", True),
        ("{==a\nb==}", True),
        ("{~~a~>b~~}", True),
        ("a ~> b {~~c~~}", False),
        ("{++ a --}", False),
        ("++} a {++", False),
        (r"\{++a\++}", False),
        ("plain {text}", False),
        ("", False),
    ],
)
def test_critic_markup_is_told_by_a_complete_mark(text: str, expected: bool):
    assert recognises(text) is expected


def test_a_corpus_has_one_entry_with_one_hypothesis():
    corpus = read_corpus("I {++a++}\r\nb\rc", Path("lea.md"))
    correction = Correction("lea", "I a\nb\nc", (TextEdit(Span(2, 2), "a"),))
    assert corpus == Corpus((Entry("", "I \nb\nc", hypotheses=(correction,)),), tokenised=False)
    assert write_corpus(corpus) == "I {++a++}\nb\nc"


def test_the_example_postcard_has_a_comment_a_highlight_and_a_dropped_and_a_joined_sentence():
    path = Path(__file__).parents[4] / "examples" / "postcard" / "postcard.hyp.lea.md"
    text = read_text(path)
    document = read_critic_markup(text, path)
    assert [comment[:6] for comment in comments_of(document, text)] == ["I want", "either"]
    assert "I find it was beautiful. " in {edit.span.of(document.source) for edit in document.edits}
    assert ", but" in {edit.replacement for edit in document.edits}
    assert not any(recognises(read_text(other)) for other in path.parent.glob("*.ref.*"))


def corpus_of(source: str, edits: tuple[TextEdit, ...]) -> Corpus:
    correction = Correction.of("", source, edits)
    return Corpus((Entry("", source, hypotheses=(correction,)),), tokenised=False)


def test_what_is_written_is_what_a_person_would_write():
    edits = (
        TextEdit(Span(4, 8), "likes", "R:VERB:SVA"),
        TextEdit(Span(9, 9), "the "),
        TextEdit(Span(14, 15), ""),
        TextEdit(Span(16, 20), None),
    )
    text = write_corpus(corpus_of("She like music s blue.", edits))
    assert text == "She {~~like~>likes~~}{>>R:VERB:SVA<<} {++the ++}music{-- --}s{== blu==}{>>UNK<<}e."


def test_another_schemes_type_is_read_back_as_a_comment():
    text = write_corpus(corpus_of("a", (TextEdit(Span(0, 1), "b", "ArtOrDet"),)))
    assert text == "{~~a~>b~~}{>>ArtOrDet<<}"
    document = read_critic_markup(text)
    assert document.edits == (TextEdit(Span(0, 1), "b"),)
    assert comments_of(document, text) == ["ArtOrDet"]


@pytest.mark.parametrize(
    ("corpus", "problem"),
    [
        (Corpus((), tokenised=False), "holds one text, and there are 0"),
        (Corpus((Entry("", "a"), Entry("", "b")), tokenised=False), "holds one text, and there are 2"),
        (Corpus((Entry("", "a"),), tokenised=False), "holds one correction of a text, and there are 0"),
        (Corpus((Entry("", "a", (Correction("kim", "b"),)),), tokenised=False), "of kim is only a text"),
        (
            Corpus((Entry("", "a", (Correction("", "b", (TextEdit(Span(0, 2), "b"),)),)),), tokenised=False),
            "an unnamed person has an edit of characters 0 to 2",
        ),
        (Corpus((Entry("", "a", (Correction("", "b", ()),)),), tokenised=False), "don't lead to its text"),
    ],
)
def test_what_critic_markup_has_no_room_for_is_refused(corpus: Corpus, problem: str):
    with pytest.raises(DocumentError, match=problem):
        write_corpus(corpus)


texts = st.lists(st.sampled_from(SIGNS + LETTERS), max_size=14).map("".join)
types = st.sampled_from(["", "R:VERB:SVA", "M:PUNCT", "U:DET", "UNK"])


@st.composite
def corrected(draw: st.DrawFn) -> tuple[str, tuple[TextEdit, ...]]:
    source = draw(texts)
    cuts = sorted(draw(st.lists(st.integers(0, len(source)), max_size=8)))
    edits: list[TextEdit] = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        replacement, kind = draw(st.none() | texts), draw(types)
        if replacement is None:
            edits.append(TextEdit(Span(start, end), None, kind or "UNK"))
        elif replacement or start < end:
            edits.append(TextEdit(Span(start, end), replacement, kind))
    return source, tuple(edits)


@given(corrected())
@example(("{++}", (TextEdit(Span(1, 1), "+"),)))
@example(("{+", (TextEdit(Span(0, 2), "{~"),)))
@example(("\\\\", (TextEdit(Span(1, 2), "\\"),)))
def test_what_is_written_is_read(case: tuple[str, tuple[TextEdit, ...]]):
    source, edits = case
    document = read_critic_markup(write_corpus(corpus_of(source, edits)))
    assert (document.source, document.edits) == (source, edits)
    assert not any(item.is_comment for item in document.marks)
    assert document.corrected == corrected_text(source, edits)


@given(corrected())
def test_every_character_is_at_its_place(case: tuple[str, tuple[TextEdit, ...]]):
    text = write_corpus(corpus_of(*case))
    document = read_critic_markup(text)
    for side, places in (
        (document.source, document.source_places),
        (document.corrected, document.corrected_places),
    ):
        assert "".join(places.span(Span(at, at + 1)).of(text) for at in range(len(side))) == side
        assert len(places) == len(side)


@given(st.lists(st.sampled_from(SIGNS + LETTERS), max_size=30).map("".join) | st.text())
def test_any_text_is_read_or_refused(text: str):
    recognised = recognises(text)
    try:
        document = read_critic_markup(text)
    except DocumentError:
        return
    assert corrected_text(document.source, document.edits) == document.corrected
    if not recognised:
        assert not document.edits


@pytest.mark.parametrize("part", ["{++", "\\", "\\\\{", "{~~", "~>", "{~~a~>", "{++a++}", "{>>", "~~", "{"])
def test_a_long_text_takes_no_longer_than_its_length(part: str):
    text = part * 30_000
    recognises(text)
    with suppress(DocumentError):
        read_critic_markup(text)
    write_corpus(corpus_of(text, (TextEdit(Span(0, len(text)), text[::-1]),)))


# Metadata.

KIM = '{"author":"Kim","time":1732262400}@@'
OBSIDIAN = (
    f"In {{++{KIM}the ++}}bank {{~~{KIM}they was~>they were~~}}{{>>{KIM}R:VERB:SVA<<}} {{--{KIM}so --}}"
    f"{{=={KIM}late==}}{{>>{KIM}how late?<<}}."
)


def test_metadata_is_in_neither_text():
    document = read_critic_markup(OBSIDIAN)
    assert document.source == "In bank they was so late."
    assert document.corrected == "In the bank they were late."
    assert [(edit.span.of(document.source), edit.replacement, edit.type) for edit in document.edits] == [
        ("", "the ", ""),
        ("they was", "they were", "R:VERB:SVA"),
        ("so ", "", ""),
    ]
    assert comments_of(document, OBSIDIAN) == ["how late?"]
    assert document.corrected_places.span(Span(3, 6)).of(OBSIDIAN) == "the"
    assert [item.metadata for item in document.marks if item.mark != "==}"] == [KIM] * 6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{++{}@@the++}", "the"),
        ('{++{"author": "{++a++} ~> <<}"}@@the++}', "the"),
        ('{++{"a": {"b": [1, "}@@"]}}@@the++}', "the"),
        ("{++{the}@@ a++}", "{the}@@ a"),
        ('{++["Kim"]@@the++}', '["Kim"]@@the'),
        ('{++{"author":"Kim"} @@the++}', '{"author":"Kim"} @@the'),
        ('{++ {"author":"Kim"}@@the++}', ' {"author":"Kim"}@@the'),
        ('\\{++{"author":"Kim"}@@the', '{++{"author":"Kim"}@@the'),
    ],
)
def test_only_a_json_object_at_the_beginning_is_metadata(text: str, words: str):
    assert read_critic_markup(text).corrected == words


def test_text_that_begins_as_metadata_is_written_and_read():
    words = '{"a": 1}@@b'
    edits = (TextEdit(Span(0, len(words)), f"{words}!"), TextEdit(Span(len(words), len(words)), words))
    corpus = Corpus((Entry("", words, hypotheses=(Correction.of("essay", words, edits),)),), tokenised=False)
    assert read_corpus(write_corpus(corpus)) == corpus


def test_the_one_author_of_all_changes_is_the_corrections_name():
    assert [item.name for item in read_corpus(OBSIDIAN).entries[0].hypotheses] == ["Kim"]
    assert read_corpus(OBSIDIAN).left_out == ("comments (1)", "metadata of marks, such as authors and dates (6)")
    two = OBSIDIAN + '{++{"author":"Roy"}@@!++}'
    assert [item.name for item in read_corpus(two).entries[0].hypotheses] == ["essay"]
    assert [item.name for item in read_corpus("{++a++}" + OBSIDIAN).entries[0].hypotheses] == ["essay"]


@given(
    st.lists(st.sampled_from(["{++", "++}", "{~~", "~>", "~~}", "{==", "==}", KIM, "{}@@", "{", "a", '"']), max_size=12)
)
def test_any_metadata_is_read_or_refused(pieces: list[str]):
    with suppress(DocumentError):
        document = read_critic_markup("".join(pieces))
        assert corrected_text(document.source, document.edits) == document.corrected


def test_many_openings_of_metadata_are_read_in_linear_time():
    text = '{++{"author":"' * 1 + "x" * 200_000 + "++}" + '{++{"a":[++}' * 20_000
    started = time.process_time()
    read_critic_markup(text)
    assert time.process_time() - started < 5
