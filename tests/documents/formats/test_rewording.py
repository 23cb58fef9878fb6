"""Several changes at once, in any format: read again, the hypothesis has what was wanted and the source is the same."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from documents.formats.critic_markup.test_rewriting import document_of, files, stretch_of, texts
from markscheme.documents.corpus import Document
from markscheme.documents.critic_markup import read_critic_markup, recognises
from markscheme.documents.formats import FORMATS
from markscheme.documents.m2 import read_m2
from markscheme.documents.rewriting import HypothesisFile, Rewording, SourcePlace
from markscheme.edits.edit import Edit, apply_edits
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

NOWHERE = SourcePlace(0, 0, 0)


def file_of(document: Document, text: str, *, tokenised: bool = False) -> HypothesisFile:
    return FORMATS.of(document).hypothesis_file(document, text, tokenised=tokenised)


def reworded(document: Document, text: str, *wanted: tuple[Span, str], tokenised: bool = False) -> str:
    file = file_of(document, text, tokenised=tokenised)
    change = file.reworded([Rewording(span, words, NOWHERE) for span, words in wanted])
    return change.applied(text) if change else text


def in_text(text: str, *wanted: tuple[str, str]) -> list[tuple[Span, str]]:
    return [(Span(text.index(old), text.index(old) + len(old)), new) for old, new in wanted]


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("He go to bank.", [("go", "goes"), ("bank", "the bank")], "He goes to the bank."),
        ("He go home", [("He", ""), ("go", "")], "home"),
        ("He go home", [("go", ""), ("home", "")], "He"),
        ("I like it, too.", [("it", "tea"), (",", ""), ("too", "")], "I like tea."),
        ("One two", [("One", "1"), ("two", ", 2")], "1, 2"),
    ],
)
def test_changes_beside_each_other_are_as_one_after_the_other(text: str, wanted: list[tuple[str, str]], expected: str):
    assert reworded(Document("lea", text), text, *in_text(text, *wanted)) == expected


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("I {~~am~>is~~} here.", [("is", "am")], "I am here.{>><<}"),
        (r"I {~~am~>is~~} in C:\ ", [("is", "am")], "I am in C:\\\\{>><<} "),
        ("I {~~am~>is~~} here{++, so++}.", [("is", "was"), ("here", "in")], "I {~~am~>was~~} {~~here~>in, so~~}."),
        ("He {--go--}{++went++} {~~to~>in~~} bank.", [("went", "goes"), ("in", "to the")],
         "He {~~go~>goes~~} to{++ the++} bank."),
    ],
)  # fmt: skip
def test_critic_markup_is_what_a_person_would_write(text: str, wanted: list[tuple[str, str]], expected: str):
    document = document_of(text)
    assert reworded(document, text, *in_text(document.text, *wanted)) == expected


def test_a_word_document_can_not_be_changed():
    with pytest.raises(DocumentError, match="word processor"):
        file_of(Document("lea", "Home.", Path("essay.docx"), format="docx"), "")


def test_what_reads_so_already_is_no_change():
    text = "I {~~am~>is~~} here."
    document = document_of(text)
    assert file_of(document, text).reworded([Rewording(Span(2, 4), "is", NOWHERE)]) is None
    assert file_of(document, text).reworded([]) is None


def test_two_halves_of_a_mark_make_no_other_format():
    text = "One and two."
    with pytest.raises(DocumentError, match="no longer be read as plain text"):
        reworded(Document("lea", text), text, *in_text(text, ("One", "{++"), ("two", "++}")))


def stretches_of(data: st.DataObject, text: str) -> list[Span]:
    """Some that share no character; they may touch, and be empty."""
    spans = sorted({stretch_of(data, text) for _ in range(data.draw(st.integers(1, 4)))})
    kept: list[Span] = []
    for span in spans:
        if not kept or (kept[-1].end <= span.start and kept[-1].start < span.start):
            kept.append(span)
    return kept


def without_space(text: str) -> str:
    return re.sub(r"\s+", "", text)


def wanted_text(text: str, wanted: list[tuple[Span, str]]) -> str:
    for span, words in reversed(wanted):
        text = text[: span.start] + words + text[span.end :]
    return text


@given(files, st.data(), st.booleans())
def test_critic_markup_read_again_has_all_that_was_wanted(file_text: str, data: st.DataObject, tokenised: bool):
    before, document = read_critic_markup(file_text), document_of(file_text)
    wanted = [(span, data.draw(texts)) for span in stretches_of(data, document.text)]
    changed = reworded(document, file_text, *wanted, tokenised=tokenised)
    after = read_critic_markup(changed)
    assert after.source == before.source
    assert without_space(after.corrected) == without_space(wanted_text(document.text, wanted))
    if changed != file_text:
        assert recognises(changed)
    one_by_one = file_text
    for change in reversed(wanted):
        own = read_critic_markup(one_by_one)
        now = Document("lea", own.corrected, places=own.corrected_places, edits=own.edits, format="criticmarkup")
        one_by_one = reworded(now, one_by_one, change, tokenised=tokenised)
    assert after.corrected == read_critic_markup(one_by_one).corrected


plain_word = st.sampled_from(
    ["tea", "the", "Kim", "x1", "naïve", "😀", ",", ".", "!", "(", ")", "–", "-", "“", "”", "$"]
)
SIMPLE = re.compile(r"\w+|[^\w\s]")


@given(
    st.lists(st.tuples(plain_word, st.sampled_from([" ", " ", "", "\n", "\r\n", "\u00a0"])), max_size=10),
    st.data(),
    st.booleans(),
)
@example([("a", " ")], None, True)
def test_a_plain_text_read_again_has_the_words_that_were_wanted(
    parts: list[tuple[str, str]], data: st.DataObject | None, tokenised: bool
):
    text = "".join(word + (space if not tokenised or space in ("\n", "\r\n") else " ") for word, space in parts)
    spans = [Span(match.start(), match.end()) for match in SIMPLE.finditer(text)]
    tokens = [span.of(text) for span in spans]
    wanted: list[tuple[Span, str]] = []
    expected: list[str] = []
    at = 0
    while data is not None and at < len(tokens):
        length = data.draw(st.integers(0, 2))
        end = min(at + length, len(tokens))
        if data.draw(st.booleans()):
            words = data.draw(st.lists(plain_word, max_size=2))
            place = Span(spans[at].start, spans[end - 1].end) if at < end else Span(spans[at].start, spans[at].start)
            wanted.append((place, " ".join(words)))
            expected += words
        else:
            expected += tokens[at:end]
        if at == end:
            expected += tokens[at : at + 1]
            at += 1
        at = max(at, end)
    changed = reworded(Document("lea", text), text, *wanted, tokenised=tokenised)
    if data is not None:
        assert SIMPLE.findall(changed) == expected
        assert changed.count("\n") == text.count("\n") - sum(span.of(text).count("\n") for span, _ in wanted)


m2_tokens = st.lists(st.sampled_from(["He", "go", "to", "the", "bank", ".", "😀"]), min_size=1, max_size=6)


@st.composite
def places(draw: st.DrawFn, sentences: list[list[str]]) -> list[tuple[SourcePlace, list[str]]]:
    """Stretches of sentences that do not touch, and what is wanted there."""
    found = []
    for number, tokens in enumerate(sentences):
        at = 0
        while at <= len(tokens):
            end = draw(st.integers(at, len(tokens)))
            if draw(st.booleans()):
                found.append((SourcePlace(number, at, end), draw(m2_tokens | st.just([]))))
            at = end + 1
    return found


NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"
noop = st.sampled_from([lambda newline: "", lambda newline: newline + NOOP])


def annotated(text: str, wanted: list[tuple[SourcePlace, list[str]]]) -> str:
    file = file_of(Document("lea", text, format="m2"), text)
    change = file.reworded([Rewording(Span(0, 0), " ".join(words), place) for place, words in wanted])
    return change.applied(text) if change else text


@given(st.lists(m2_tokens, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.data())
def test_an_m2_file_read_again_has_the_words_that_were_wanted(
    sentences: list[list[str]], newline: str, is_ended: bool, data: st.DataObject
):
    text = (newline * 2).join(f"S {' '.join(tokens)}{data.draw(noop)(newline)}" for tokens in sentences)
    text += newline if is_ended else ""
    wanted = data.draw(places(sentences))
    once = annotated(text, wanted)
    for number, (sentence, tokens) in enumerate(zip(read_m2(once), sentences, strict=True)):
        edits = tuple(
            Edit(item.start, item.end, item.replacement, item.type) for item in sentence.annotations.get(0, ())
        )
        expected = list(tokens)
        for place, words in reversed(wanted):
            if place.sentence == number:
                expected[place.start : place.end] = words
        assert list(apply_edits(tuple(tokens), edits)) == expected
    if newline in text:
        assert "\n" not in once.replace(newline, "")
    back = annotated(once, [(place, sentences[place.sentence][place.start : place.end]) for place, _ in wanted])
    assert all(not any(item.annotations.values()) for item in read_m2(back))


def test_an_m2_hypothesis_is_its_author_or_the_first_annotator():
    text = "S a\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||2\nA 0 1|||R|||y|||REQUIRED|||-NONE-|||1\n"
    wanted = [Rewording(Span(0, 0), "z", SourcePlace(0, 0, 1))]
    for author, old, number in [(None, "y", 1), ("2", "x", 2)]:
        change = file_of(Document("lea", text, author=author, format="m2"), text).reworded(wanted)
        assert change.applied(text) == text.replace(f"|||R|||{old}|||", "|||R:OTHER|||z|||")
        assert f"|||{number}" in change.applied(text)
    with pytest.raises(DocumentError, match="no annotator '3'"):
        file_of(Document("lea", text, author="3", format="m2"), text)


def test_what_m2_can_not_say_is_told_with_its_line():
    text = "S a\n\nS b\n"
    with pytest.raises(DocumentError, match="can't be written as M2") as told:
        annotated(text, [(SourcePlace(1, 0, 1), ["a||b"])])
    assert told.value.line == 3


def test_an_m2_correction_is_no_longer_than_what_changed():
    text = "S He go to bank by foot .\n"
    changed = annotated(text, [(SourcePlace(0, 0, 7), ["He", "goes", "to", "the", "bank", "on", "foot", "."])])
    assert [line.split("|||")[0] for line in changed.splitlines()[1:]] == ["A 1 2", "A 3 3", "A 4 5"]
