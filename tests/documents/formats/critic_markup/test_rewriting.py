"""What to change in a hypothesis's file: read again it has the words that were asked for, and all else as before."""

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from documents.formats.critic_markup.test_critic_markup import LETTERS, SIGNS, corpus_of, corrected, write_corpus
from markscheme.documents.corpus import Document
from markscheme.documents.critic_markup import Markup, quote, read_critic_markup
from markscheme.documents.formats import FORMATS
from markscheme.documents.rewriting import Replacement, Rewording, SourcePlace
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

ERRANT_TYPE = re.compile(r"\s*([MUR]:[A-Z:+]+|UNK)\s*")


def document_of(file_text: str) -> Document:
    found = read_critic_markup(file_text)
    return Document("lea", found.corrected, places=found.corrected_places, edits=found.edits, format="criticmarkup")


def rewritten(document: Document, file_text: str, span: Span, words: str) -> Replacement:
    return FORMATS.of(document).hypothesis_file(document, file_text).exchanged(span, words)


def rewrite(file_text: str, old: str, new: str) -> str:
    """The file after the first ``old`` of its hypothesis became ``new``; a ``|`` in it is the place of an insertion."""
    document = document_of(file_text)
    before, _, behind = old.partition("|")
    start = document.text.index(before + behind) + (len(before) if "|" in old else 0)
    end = start if "|" in old else start + len(old)
    return rewritten(document, file_text, Span(start, end), new).applied(file_text)


@pytest.mark.parametrize(
    ("file_text", "old", "new", "expected"),
    [
        ("She like music.{>>!<<}", "like", "likes", "She {~~like~>likes~~} music.{>>!<<}"),
        ("in {--the --}bank", "in |bank", "the ", "in the bank"),
        ("in{-- the--} bank", "in |bank", "the ", "in the bank"),
        ("{++So ++}in{-- the--} bank", "in |bank", "the ", "{++So ++}in the bank"),
        ("{++Z++} {++a ++}{++b ++}{~~a b x~>x~~}{--c--}", "a b x|", "c", "{++Z++} a b xc"),
        ("in {++the ++}bank", "the ", "", "in bank"),
        ("in{++ the++} bank", "the ", "", "in bank"),
        ("I {~~am agree~>agree~~}{>>R:VERB<<} too", "agree", "am agree", "I am agree too"),
        ("I {~~am agree~>agree~~}{>>why?<<} too", "agree", "am agree", "I am agree{>>why?<<} too"),
        ("I {~~am agree~>agree~~} too", "agree", "agreed", "I {~~am agree~>agreed~~} too"),
        ("I {~~am~>is~~} happy", "is happy", "was glad", "I {~~am~>was~~} {~~happy~>glad~~}"),
        ("I {~~am~>is~~}{>>R:X<<} happy", "is happy", "is glad", "I {~~am~>is~~}{>>R:X<<} {~~happy~>glad~~}"),
        ("{~~He~>She~~}{>>R:PRON<<} go home", "She go", "She goes", "{~~He~>She~~}{>>R:PRON<<} {~~go~>goes~~} home"),
        (
            'I {~~{"author":"Kim"}@@am~>is~~}{>>R:X<<} happy',
            "is happy",
            "is glad",
            'I {~~{"author":"Kim"}@@am~>is~~}{>>R:X<<} {~~happy~>glad~~}',
        ),
        ('I {~~{"author":"Kim"}@@am~>is~~} happy', "is happy", "was happy", "I {~~am~>was~~} happy"),
        ('{=={"author":"Kim"}@@My dog==} go', "dog go", "dog goes", '{=={"author":"Kim"}@@My dog==} {~~go~>goes~~}'),
        ("I am", "I |am", '{"a":1}@@b ', 'I {++{}@@{"a":1}@@b ++}am'),
        ("idea{--s--}.{>>one<<} Yes", "idea", "notion", "{~~ideas~>notion~~}.{>>one<<} Yes"),
        ("a{--b--}{++c++} d", "ac", "ab", "ab d"),
        ("{==My friend==} come", "friend come", "friends came", "{==My {~~friend~>friends~~}==} {~~come~>came~~}"),
        ("{==My friend==} come", "friend |come", "often ", "{==My friend==} {++often ++}come"),
        ("see {==it==}{>>UNK<<} now", "it", "that", "see {=={~~it~>that~~}==} now"),
        ("see {==it==}{>>UNK<<} now", "it| now", " all", "see {==it==}{>>UNK<<}{++ all++} now"),
        ("see {==this old one==}{>>UNK<<} now", "this", "that", "see {=={~~this~>that~~} old one==} now"),
        ("{=={++the++}==} end", "the", "then", "{=={++then++}==} end"),
        ("{=={++the++}==} end", "the", "the very", "{=={++the very++}==} end"),
        ("{==a b==} {==c d==}", "a b c d", "x", "{=={~~a b~>x~~}==}{-- --}{=={--c d--}==}"),
        ("in {>>article?<<}bank", "in |bank", "the ", "in {++the ++}{>>article?<<}bank"),
        ("go {>>where?<<}to home", "go to", "went", "{~~go to~>went~~}{>>where?<<} home"),
        ("{>>1<<}a{>>2<<}", "a", "", "{>>1<<}{--a--}{>>2<<}"),
        (r"C:\\{++a++} b", "a", "", "C:\\ b"),
        (r"\{++{--x--} b", "|{++", "x", r"{++x++}\{++{--x--} b"),
        ("a {++b++}{++++}{----}{~~~>~~} c", "b", "", "a  c"),
        ("{++ab++}ab{--ab--}x", "x", "", "{++ab++}ab{--abx--}"),
        ("{++ab++}ab{--ab--}{++x++}", "x", "", "abab"),
        ("a{++b++}\r\nc", "b", "d\ne", "a{++d\r\ne++}\r\nc"),
    ],
)
def test_critic_markup_is_what_a_person_would_write(file_text: str, old: str, new: str, expected: str):
    assert rewrite(file_text, old, new) == expected


@pytest.mark.parametrize("words", ["~>", "++}", "a {--b--} c", "{~~a~>b~~}", "\\", "\\{++", "{", "<<}", "==}"])
def test_words_may_have_the_characters_of_marks(words: str):
    changed = rewrite("{~~in~>on~~} {==the==} bank+", "the", words)
    assert read_critic_markup(changed).source == "in the bank+"
    assert read_critic_markup(changed).corrected == f"on {words} bank+"


pieces = st.lists(st.sampled_from([*SIGNS, *LETTERS, "the ", " bank"]), max_size=8).map("".join)
plain_words = st.lists(st.sampled_from(["a", "b", "the", " ", " ", ".", "\n"]), max_size=6).map("".join)
texts = pieces | plain_words


def marked(opening: str, closing: str, words: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return words.map(lambda text: opening + quote(text, closing) + closing)


substitutions = st.tuples(texts, texts).map(
    lambda sides: "{~~" + quote(sides[0], "~>") + "~>" + quote(sides[1], "~~}") + "~~}"
)
types = st.sampled_from(["{>>R:VERB<<}", "{>>UNK<<}", "{>> M:DET <<}"])
changes = st.one_of(marked("{++", "++}", texts), marked("{--", "--}", texts), substitutions)
comments = marked("{>>", "<<}", texts)
items = st.lists(st.tuples(st.just(""), changes | comments | types) | st.tuples(texts, st.just("")), max_size=6)
highlights = items.map(lambda inside: [("", "{=="), *inside, ("", "==}")])


@st.composite
def critic_markup(draw: st.DrawFn) -> str:
    """Text, changes, comments and types in any order, some of them in highlights."""
    parts = [part for group in draw(st.lists(items | highlights, max_size=4)) for part in group]
    written, text = "", ""
    for words, markup in parts:
        text += words
        if markup:
            written += quote(text, markup[:3]) + markup
            text = ""
    return written + quote(text, "")


files = critic_markup() | corrected().map(lambda case: write_corpus(corpus_of(*case)))


def stretch_of(data: st.DataObject, text: str) -> Span:
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    return Span(start, end)


def outside_of_types(markup: tuple[Markup, ...], file_text: str) -> list[str]:
    """Comments that can't be taken for a type."""
    raw = [item.span.of(file_text) for item in markup if item.mark == "{>>"]
    return [comment for comment in raw if not ERRANT_TYPE.fullmatch(comment[3:-3])]


def highlighted(markup: tuple[Markup, ...]) -> list[tuple[str, int]]:
    return [(item.mark, item.source.start) for item in markup if item.mark in ("{==", "==}")]


@given(files, texts, st.data())
def test_critic_markup_read_again_has_the_words_and_all_else_as_before(file_text: str, words: str, data: st.DataObject):
    before, document = read_critic_markup(file_text), document_of(file_text)
    span = stretch_of(data, document.text)
    end = re.search("\r\n|\n|\r", file_text)
    kept = words == span.of(document.text)
    made = words if kept else re.sub("\r\n|\n|\r", end[0] if end else "\n", words)
    replacement = rewritten(document, file_text, span, words)
    changed = replacement.applied(file_text)
    after = read_critic_markup(changed)
    assert after.source == before.source
    assert after.corrected == document.text[: span.start] + made + document.text[span.end :]
    assert outside_of_types(after.marks, changed) == outside_of_types(before.marks, file_text)
    assert highlighted(after.marks) == highlighted(before.marks)
    if kept:
        assert changed == file_text
    elif after.corrected == after.source != before.corrected:
        assert {item.mark for item in after.marks} <= {"{>>", "{==", "==}"}
    for item in before.marks:
        if changed != file_text and item.mark not in ("{==", "==}"):
            assert not any(
                item.span.start < place < item.span.end for place in (replacement.span.start, replacement.span.end)
            )


@given(texts, texts, st.data())
def test_a_change_that_is_undone_leaves_the_file_as_it_was(source: str, words: str, data: st.DataObject):
    file_text = quote(source, "")
    assume("\r" not in source + words)
    span = stretch_of(data, source)
    once = rewritten(document_of(file_text), file_text, span, words).applied(file_text)
    back = Span(span.start, span.start + len(words))
    again = rewritten(document_of(once), once, back, span.of(source)).applied(once)
    assert again == file_text


@given(texts, texts, st.data())
@example("😀\r\ne\u0301\u2028", "👩\u200d🏫", None)
def test_a_plain_text_is_changed_at_the_place_itself(text: str, words: str, data: st.DataObject | None):
    span = stretch_of(data, text) if data else Span(1, 4)
    changed = rewritten(Document("lea", text), text, span, words).applied(text)
    assert changed[: span.start] == text[: span.start]
    assert changed[len(changed) - len(text) + span.end :] == text[span.end :]
    put = changed[span.start : len(changed) - len(text) + span.end]
    assert re.split("\r\n|\n|\r", put) == re.split("\r\n|\n|\r", words)
    if words == span.of(text):
        assert changed == text


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_breaks_become_those_of_the_file(newline: str):
    text = f"One.{newline}Two."
    changed = rewritten(Document("lea", text), text, Span(len(text), len(text)), "\n\r\nThree.\rFour.").applied(text)
    assert changed == f"One.{newline}Two.{newline}{newline}Three.{newline}Four."


@pytest.mark.parametrize("text", ["one\r\ntwo\nthree\rfour", "one{++\r\n++}two\nthree{-- --}\rfour"])
def test_a_stretch_that_reads_so_already_keeps_its_own_line_breaks(text: str):
    document = document_of(text) if "{" in text else Document("lea", text)
    span = Span(0, len(document.text))
    assert rewritten(document, text, span, document.text).applied(text) == text


@pytest.mark.parametrize(
    ("text", "words"), [("One two.", "{++x++}"), ("{++ One", "++}"), ("Go home.", "S a b\nA 0 1|||R|||c|||")]
)
def test_a_plain_text_is_not_made_another_format(text: str, words: str):
    document = Document("lea", text)
    wanted = Rewording(Span(0 if words[0] == "S" else 6, len(text)), words, SourcePlace(0, 0, 0))
    with pytest.raises(DocumentError, match="no longer be read as plain text"):
        FORMATS.of(document).hypothesis_file(document, text).reworded([wanted])
