"""What a format needs is found by the real pipeline: edits that lead to each text exactly, and sentences in which
no token is lost."""

import re
from itertools import pairwise

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from documents.formats.files import read, written
from markscheme.documents import word, word_writing
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.edits.passages import paragraphs
from markscheme.languages.segments import Span
from markscheme.marking.local import Engine
from markscheme.scoring._preparation import prepared, tokenised, with_edits

ESSAYS = (
    "Yesterday I goed to the cinema with my brother. It were very good 😀!\n\n"
    "The film's hero said \"don't go\"... He is well-known, isn't he? I like he.\n",
    "  Dear Ms. Kim,\n\nI write you because I can not come on monday: my café are closed.\n"
    "We was 3 people (and a dog) – it rained all the day!! See you\tsoon,\n\nMax",
    "My town have two rivers and\nmany bridge, so people walks\nalong them in the evening. I\nlikes this. Do you?",
    "It rain.",
    "",
)
WORDS = (
    *("the", "a", "went", "was", "likes", "He", "Monday", "don’t", "don't", "isn't", "café", "cafe\u0301", "Ms."),
    *(
        "😀",
        "👩‍🏫",
        "“good”",
        '"good"',
        "well-known",
        "3",
        "...",
        "…",
        "?!",
        "–",
        "-",
        "his/her",
        "e.g.",
        "(",
        "\u00ad",
    ),
    *("\u200b", "’", "soon.", ". It", "\u0301"),
)
SPACES = (" ", "  ", "\n", "\n\n", "\t", "\u00a0", " \n", "\u2028", "\x0c", "")
WITH_PIPELINE = settings(max_examples=settings().max_examples // 2)
"""An example is parted, tagged and parsed."""
CURLY = str.maketrans({'"': "”", "'": "’"})
PLAIN = str.maketrans({"”": '"', "“": '"', "’": "'"})


# Essays and their corrections.


def sentences(text: str) -> list[str]:
    """Pieces of a text, cut roughly behind sentences."""
    return re.split(r"(?<=[.!?] )|(?<=\n)", text)


def change(draw: st.DrawFn, text: str) -> str:
    """One change that a student or a teacher might make, or a careless editor."""
    kind = draw(st.sampled_from(["word", "word", "word", "space", "swap", "drop", "join", "part", "quotes", "case"]))
    if kind in ("word", "space"):
        pieces = re.split(r"(\s+)", text)
        places = [at for at in range(len(pieces)) if at % 2 == (kind == "space")]
        if places:
            pieces[draw(st.sampled_from(places))] = draw(
                st.sampled_from(SPACES) if kind == "space" else st.sampled_from(WORDS) | st.just("")
            )
        return "".join(pieces)
    if kind in ("swap", "drop"):
        pieces = sentences(text)
        at = draw(st.integers(0, len(pieces) - 1))
        own = pieces.pop(at)
        return "".join([own, *pieces] if kind == "swap" else pieces)
    if kind == "join":
        return re.sub(r"[.!?]\s+(\w)", lambda found: f", {found[1].lower()}", text, count=1)
    if kind == "part":
        return re.sub(r",?\s(and|because|so|with)\s", lambda found: f". {found[1].capitalize()} ", text, count=1)
    return text.swapcase() if kind == "case" else text.translate(draw(st.sampled_from([CURLY, PLAIN])))


@st.composite
def corrected(draw: st.DrawFn, essay: str) -> str:
    text = essay
    for _ in range(draw(st.integers(0, 6))):
        text = change(draw, text)
    return text


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    source = draw(st.sampled_from(ESSAYS).flatmap(corrected))
    people = st.lists(st.sampled_from(["ada", "bo", "kim"]), unique=True, max_size=2)

    def corrections() -> tuple[Correction, ...]:
        return tuple(
            Correction(name, draw(corrected(source) | st.sampled_from(["", source, *ESSAYS]))) for name in draw(people)
        )

    return Entry(draw(st.sampled_from(["", "essay"])), source, corrections(), corrections())


def texts_only(corpus: Corpus) -> Corpus:
    def bare(items: tuple[Correction, ...]) -> tuple[Correction, ...]:
        return tuple(attrs.evolve(item, edits=None) for item in items)

    return attrs.evolve(
        corpus,
        entries=tuple(
            attrs.evolve(entry, hypotheses=bare(entry.hypotheses), references=bare(entry.references))
            for entry in corpus.entries
        ),
    )


def check_edits(corpus: Corpus, annotated: Corpus) -> None:
    """Nothing but edits was added, and they lead to the texts."""
    assert texts_only(annotated) == corpus
    for entry in annotated.entries:
        for item in entry.corrections:
            assert item.edits is not None
            assert corrected_text(entry.source, item.edits) == item.text
            assert all(0 <= edit.span.start <= edit.span.end <= len(entry.source) for edit in item.edits)
            assert all(one.span.end <= other.span.start for one, other in pairwise(item.edits))
            assert all(edit.replacement != edit.span.of(entry.source) for edit in item.edits), "an edit changes nothing"


def essay(source: str, *texts: str) -> Entry:
    return Entry("", source, references=tuple(Correction(str(number), text) for number, text in enumerate(texts)))


CASES = [
    essay(ESSAYS[0]),
    essay(ESSAYS[0], ESSAYS[0]),
    essay("", ""),
    essay("", "It rains.\n\nIt pours."),
    essay("It rain.\n\nIt pour.", ""),
    essay("It rain.", "", "It rains.", "It rain."),
    essay(" \n", "\n \n"),
    essay("It  rain.\n", "It rain.", "It\nrain.\n\n", " It  rain. "),
    essay("I don’t “know”.", 'I don\'t "know".', "I do not “know”."),
    essay("He is 😀 and she are 👩‍🏫.", "He is 😀 and she is 👩‍🏫.", "He is and she is 👩‍🏫."),
    essay("One. Two. Three.", "Three. One. Two.", "One, two. Three."),
]


@pytest.mark.parametrize("entry", CASES)
def test_edits_lead_to_a_text(engine: Engine, entry: Entry):
    corpus = Corpus((entry,), tokenised=False)
    check_edits(corpus, with_edits(corpus, engine.models))


@WITH_PIPELINE
@given(st.lists(entries(), max_size=3))
def test_edits_lead_to_any_text_exactly(engine: Engine, drawn: list[Entry]):
    corpus = Corpus(tuple(drawn), tokenised=False)
    check_edits(corpus, with_edits(corpus, engine.models))


@WITH_PIPELINE
@given(entries())
def test_what_edits_are_found_for_is_written_and_read(engine: Engine, entry: Entry):
    """In every format with edits that holds running text: the same texts, by the same edits."""
    corpus = with_edits(Corpus((entry,), tokenised=False), engine.models)
    [own] = corpus.entries
    [again] = read("wi", written("wi", corpus).decode()).entries
    assert (again.source, [item.edits for item in again.references]) == (
        own.source,
        [item.edits for item in own.corrections],
    )
    for item in own.corrections:
        alone = Corpus((Entry("", own.source, (item,)),), tokenised=False)
        [[found]] = [
            entry.hypotheses for entry in read("criticmarkup", written("criticmarkup", alone).decode()).entries
        ]
        assert (found.text, found.edits) == (item.text, item.edits)
        if "\x0c" not in own.source + item.text:
            document = word.read_document(word_writing.write_corpus(alone))
            [found] = document.corrections([(author,) for author in document.authors])
            assert found.text == item.text


def edits_of(engine: Engine, source: str, text: str) -> list[tuple[str, str | None, str]]:
    [entry] = with_edits(Corpus((essay(source, text),), tokenised=False), engine.models).entries
    return [(edit.span.of(source), edit.replacement, edit.type) for edit in entry.references[0].edits or ()]


@pytest.mark.parametrize(
    ("source", "text", "edits"),
    [
        ("She like music.", "She likes music.", [("like", "likes", "R:VERB:SVA")]),
        ("She like music.", "She likes  music.", [("like", "likes ", "R:VERB:SVA")]),
        ("I want go.", "I want to go.", [("", "to ", "M:VERB:FORM")]),
        ("I don’t know.", "I don't know.", [("n’t", "n't", "")]),
        ("One day.\nIt rain.", "One day. It rains.", [("\n", " ", ""), ("rain", "rains", "R:VERB:SVA")]),
        ("One day.", "One day.", []),
        (
            "Two dog bark.",
            "The dogs are barking.",
            [("Two dog bark", "The dogs are barking", "R:DET+R:NOUN:NUM+R:OTHER")],
        ),
    ],
)
def test_an_edit_is_no_larger_than_its_words(
    engine: Engine, source: str, text: str, edits: list[tuple[str, str | None, str]]
):
    assert edits_of(engine, source, text) == edits


def test_edits_that_are_there_are_kept(engine: Engine):
    own = Correction("kim", "She likes music.", (TextEdit(Span(0, 15), "She likes music.", "R:MINE"),))
    entry = Entry("x", "She like music.", (Correction("mei", "She liked music."),), (own, Correction("roy", "She!")))
    [found] = with_edits(Corpus((entry,), tokenised=False), engine.models).entries
    assert found.references[0] == own
    assert [item.edits is None for item in found.corrections] == [False] * 3
    assert [item.name for item in found.corrections] == ["mei", "kim", "roy"]


def test_a_corpus_that_needs_nothing_stays_as_it_is(engine: Engine):
    for entry in (Entry("x", "She like music."), essay("She like.")):
        corpus = Corpus((entry,), tokenised=False)
        assert with_edits(corpus, engine.models) == corpus
    assert with_edits(Corpus((), tokenised=True), engine.models) == tokenised(
        Corpus((), tokenised=False), engine.models
    )


# Sentences.

TOKENS = ("the", "a", "went", "was", "likes", "He", "I", "n't", "do", "😀", "cafe\u0301", ".", ",", "“", "to", "-", "|")


@st.composite
def tokenised_entries(draw: st.DrawFn) -> Entry:
    """A sentence, and somebody's correction of it: a person may be missing."""
    source = draw(st.lists(st.sampled_from(TOKENS), max_size=8))

    def corrections(names: list[str]) -> tuple[Correction, ...]:
        made: list[Correction] = []
        for name in draw(st.lists(st.sampled_from(names), unique=True)):
            tokens = list(source)
            for _ in range(draw(st.integers(0, 4))):
                at, end = sorted(draw(st.integers(0, len(tokens))) for _ in range(2))
                tokens[at : min(end, at + 2)] = draw(st.lists(st.sampled_from(TOKENS), max_size=2))
            made.append(Correction(name, " ".join(tokens)))
        return tuple(made)

    return Entry("", " ".join(source), corrections(["ada", "bo"]), corrections(["kim", "ada"]))


@WITH_PIPELINE
@given(st.lists(tokenised_entries(), min_size=1, max_size=4))
@example([Entry("", "")])
@example([essay("", "")])
@example([essay("", "He went .")])
@example([essay("He went .", "")])
@example([essay("He went .", "He went .", "He goes ."), essay("I go ."), essay("I go .", "", "I go")])
def test_sentences_with_edits_are_written_as_m2_and_read(engine: Engine, drawn: list[Entry]):
    corpus = Corpus(tuple(drawn), tokenised=True)
    annotated = with_edits(corpus, engine.models)
    check_edits(corpus, annotated)
    in_m2 = read("m2", written("m2", annotated).decode())
    people = [("hypothesis", entry.hypotheses) for entry in drawn] + [("ref", entry.references) for entry in drawn]
    order = list(dict.fromkeys((part, item.name) for part, items in people for item in items))
    kept = len(order) > 0 and sorted(name for _, name in order) == sorted({name for _, name in order if name.isdigit()})
    for entry, found in zip(drawn, in_m2.entries, strict=True):
        assert found.source == entry.source
        texts = {("hypothesis", item.name): item.text for item in entry.hypotheses}
        texts |= {("ref", item.name): item.text for item in entry.references}
        expected = {name if kept else str(number): texts.get((part, name)) for number, (part, name) in enumerate(order)}
        present = {name: text for name, text in expected.items() if text is not None}
        left_by_all = dict.fromkeys(expected if any(item.corrections for item in drawn) else ["0"], entry.source)
        assert {item.name: item.text for item in found.references} == (present or left_by_all)


def tokens_of(engine: Engine, text: str) -> list[str]:
    parts = [(span.of(text), span.start) for span in paragraphs(text)]
    return [token for part in parts for segment in engine.models.split(*part) for token in segment.tokens]


@WITH_PIPELINE
@given(st.lists(entries(), max_size=3))
@example(CASES)
def test_sentences_lose_no_token_of_any_side(engine: Engine, drawn: list[Entry]):
    found = iter(tokenised(Corpus(tuple(drawn), tokenised=False), engine.models).entries)
    for entry in drawn:
        wanted = [tokens_of(engine, text) for text in (entry.source, *(item.text for item in entry.corrections))]
        sides: list[list[str]] = [[] for _ in wanted]
        while sides != wanted:
            sentence = next(found)
            assert [item.name for item in sentence.hypotheses] == [item.name for item in entry.hypotheses]
            assert [item.name for item in sentence.references] == [item.name for item in entry.references]
            texts = (sentence.source, *(item.text for item in sentence.corrections))
            assert any(texts)
            for side, tokens, text in zip(sides, wanted, texts, strict=True):
                side += text.split(" ") if text else []
                assert side == tokens[: len(side)]
    assert next(found, None) is None


def test_sentences_are_lined_up_across_the_sides(engine: Engine):
    corpus = Corpus((essay("It rain. We was home.", "It rains, we were home.", "We were home."),), tokenised=False)
    found = tokenised(corpus, engine.models)
    assert [(entry.source, *(item.text for item in entry.corrections)) for entry in found.entries] == [
        ("It rain . We was home .", "It rains , we were home .", "We were home .")
    ]
    corpus = Corpus((essay("It rain. We was home.\n\nMax", "It rains. We were home.\n\nMax"),), tokenised=False)
    assert [(entry.source, entry.references[0].text) for entry in tokenised(corpus, engine.models).entries] == [
        ("It rain .", "It rains ."),
        ("We was home .", "We were home ."),
        ("Max", "Max"),
    ]


# For every format.

WITH_EDITS = ["m2", "criticmarkup", "brat", "uagec", "xmi", "docx", "nucle", "wi"]


@pytest.mark.parametrize("name", FORMATS.corpus_names)
def test_a_corpus_has_what_the_format_needs(engine: Engine, name: str):
    corpus = Corpus((essay("She like music. It rain.", "She likes music. It rains."),), tokenised=False)
    form = FORMATS.corpus(name)
    found = prepared(corpus, form, engine.models).corpus
    assert found.tokenised == (name in ("lines", "m2"))
    assert len(found.entries) == (2 if found.tokenised else 1)
    has_edits = {item.edits is not None for entry in found.entries for item in entry.corrections}
    assert has_edits == {name in WITH_EDITS}
    assert form.write_corpus(found, "a.src.txt")


def test_the_matrix_names_every_format():
    assert [form.name for form in FORMATS.corpora if "edits" in form.carries] == WITH_EDITS
