"""People's own edits of essays become edits of sentences' tokens: none is lost that tokens can hold."""

import json
import re
import time
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.formats.files import read, written
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.edits.passages import paragraphs
from markscheme.languages.segments import Span
from markscheme.marking.local import Engine
from markscheme.scoring._preparation import annotated, change_losses, prepared


def marked(text: str, *corrections: str | None, types: Sequence[str] = ()) -> str:
    """Return a record of W&I for a text with its edits' places in brackets, in order."""
    pieces = re.split(r"[\[\]]", text)
    ends = list(accumulate(map(len, pieces)))
    spans = zip(ends[::2], ends[1::2], strict=False)
    items = [[*span, correction] for span, correction in zip(spans, corrections, strict=True)]
    for item, kind in zip(items, types, strict=False):
        item.append(kind)
    return json.dumps({"id": "1", "text": "".join(pieces), "edits": [[0, items]]}) + "\n"


def as_m2(engine: Engine, record: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the M2 of W&I's lines, an edit's line in short, and what is lost."""
    preparation = prepared(read("wi", record), FORMATS.corpus("m2"), engine.models)
    lines = written("m2", preparation.corpus).decode().splitlines()
    short = [line.replace("|||REQUIRED|||-NONE-|||", "|||") for line in lines if line]
    return short, change_losses(preparation.changes)


CASES = {
    "a word": (
        marked("She [like] music.", "likes"),
        ["S She like music .", "A 1 2|||R:VERB:SVA|||likes|||0"],
    ),
    "its own type": (
        marked("She [like] music.", "likes", types=["AGV"]),
        ["S She like music .", "A 1 2|||AGV|||likes|||0"],
    ),
    "a detection": (
        marked("She like [musics].", None),
        ["S She like musics .", "A 2 3|||UNK|||musics|||0"],
    ),
    "a detection of a type": (
        marked("She like [musics].", None, types=["CN"]),
        ["S She like musics .", "A 2 3|||UNK|||musics|||0"],
    ),
    "a detected gap": (
        marked("She []like.", None),
        ["S She like .", "A 1 1|||UNK||||||0"],
    ),
    "two annotated edits that touch": (
        marked("She [like][] music.", "likes", " the"),
        ["S She like music .", "A 1 2|||R:VERB:SVA|||likes|||0", "A 2 2|||M:DET|||the|||0"],
    ),
    "a rewritten word stays one edit": (
        marked("[Two dog bark].", "The dogs are barking"),
        ["S Two dog bark .", "A 0 3|||R:OTHER|||The dogs are barking|||0"],
    ),
    "the end of a word": (
        marked("She like[] music.", "s"),
        ["S She like music .", "A 1 2|||R:VERB:SVA|||likes|||0"],
        "edits of parts of words: whole words are replaced (1)",
    ),
    "inside of a word": (
        marked("She li[c]es mu[s]ic.", "k", "z"),
        ["S She lices music .", "A 1 2|||R:SPELL|||likes|||0", "A 2 3|||R:NOUN|||muzic|||0"],
        "edits of parts of words: whole words are replaced (2)",
    ),
    "twice in one word": (
        marked("She l[y]k[]s music.", "i", "e"),
        ["S She lyks music .", "A 1 2|||R:SPELL|||likes|||0"],
        "edits of parts of words: whole words are replaced (1)",
        "edits that share a word with another: they are one edit (1)",
    ),
    "an error marked in a corrected word": (
        marked("She l[y]kes [mu]s[z]ic.", "i", None, ""),
        ["S She lykes muszic .", "A 1 2|||R:SPELL|||likes|||0", "A 2 3|||R:SPELL|||music|||0"],
        "edits of parts of words: whole words are replaced (2)",
        "errors that are marked without a correction, inside a corrected word (1)",
    ),
    "an error marked in a part of a word": (
        marked("She likes mu[si]c.", None),
        ["S She likes music .", "A 2 3|||UNK|||music|||0"],
    ),
    "equal words": (
        marked("[She like music].", "She likes music"),
        ["S She like music .", "A 1 2|||R:VERB:SVA|||likes|||0"],
        "unchanged words at the ends of edits (1)",
    ),
    "white space alone": (
        marked("She  [ ]likes[ ]\n\n[\n]music[’]s.", "", "  ", "", "'"),
        ["S She likes", "A -1 -1|||noop|||-NONE-|||0", "S music 's .", "A -1 -1|||noop|||-NONE-|||0"],
        "edits that change no word, but white space or the form of a mark (4)",
    ),
    "over a sentence's end": (
        marked("I was [tired. I go] home. We slept.", "tired and went"),
        [
            "S I was tired . I go home .",
            "A 3 6|||R:OTHER|||and went|||0",
            "S We slept .",
            "A -1 -1|||noop|||-NONE-|||0",
        ],
        "unchanged words at the ends of edits (1)",
    ),
    "over a paragraph's end": (
        marked("One day[.\n\nWe] go home.", ", we"),
        ["S One day . We go home .", "A 2 4|||R:PUNCT|||, we|||0"],
    ),
    "at the beginnings of paragraphs": (
        marked("[]it rains.\n\n[]we go. []stay.\n\n", "Today ", "Then ", "Please "),
        [
            "S it rains .",
            "A 0 0|||M:NOUN|||Today|||0",
            "S we go .",
            "A 0 0|||M:ADV|||Then|||0",
            "S stay .",
            "A 0 0|||M:OTHER|||Please|||0",
        ],
    ),
    "at the ends of paragraphs": (
        marked("It rains[]\n\nWe go[]\n[]Bye[]", ".", " now", "So, ", "!"),
        [
            "S It rains",
            "A 2 2|||M:PUNCT|||.|||0",
            "S We go",
            "A 2 2|||M:ADV|||now|||0",
            "S Bye",
            "A 0 0|||M:OTHER|||So ,|||0",
            "A 1 1|||M:PUNCT|||!|||0",
        ],
    ),
    "between sentences": (
        marked("He said “Go.[] We went.[] Bye.", "”", " And"),
        [
            'S He said " Go .',
            'A 5 5|||M:PUNCT|||"|||0',
            "S We went .",
            "A -1 -1|||noop|||-NONE-|||0",
            "S Bye .",
            "A 0 0|||M:CONJ|||And|||0",
        ],
    ),
    "two words run together": (
        marked("I like it a[]lot.", " "),
        ["S I like it alot .", "A 3 4|||R:ORTH|||a lot|||0"],
        "edits of parts of words: whole words are replaced (1)",
    ),
    "words that the tokeniser parts already": (
        marked("It (is[] fine[], so).", ")", ""),
        ["S It ( is fine , so ) .", "A 3 3|||M:PUNCT|||)|||0"],
        "edits that change no word, but white space or the form of a mark (1)",
    ),
    "a contraction": (
        marked("She [dont] know.", "doesn't"),
        ["S She do nt know .", "A 1 3|||R:OTHER|||does n't|||0"],
    ),
    "a text with nothing": (
        marked("[]", "It rains."),
        ["S ", "A 0 0|||M:OTHER|||It rains .|||0"],
    ),
    "no edit": (
        marked("It rains.\n \n\n"),
        ["S It rains .", "A -1 -1|||noop|||-NONE-|||0"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_edits_of_an_essay_are_those_of_its_sentences(engine: Engine, name: str):
    record, lines, *lost = CASES[name]
    assert as_m2(engine, record) == (lines, tuple(lost))


def test_an_aligned_text_is_in_the_sentences_of_the_edits(engine: Engine):
    """One person's edits reach across sentences, another's correction is only a text, which adds one."""
    source = "It rain. We go home. Bye."
    edits = (TextEdit(Span(7, 11), ", so we"),)
    entry = Entry(
        "",
        source,
        (Correction("mei", "It rains. We go home. Why? Bye."),),
        (Correction.of("kim", source, edits),),
    )
    corpus, changes = annotated(Corpus((entry,), tokenised=False), engine.models)
    assert not changes.total()
    assert [(item.source, [one.text for one in item.corrections]) for item in corpus.entries] == [
        ("It rain . We go home .", ["It rains . We go home . Why ?", "It rain , so we go home ."]),
        ("Bye .", ["Bye .", "Bye ."]),
    ]
    assert [item.edits is None for entry in corpus.entries for item in entry.corrections] == [True, False] * 2


def test_no_sentence_of_m2_is_empty(engine: Engine):
    """What a correction adds is with the sentence before, or with the first one."""
    entry = Entry("", "It rain.\n\nBye.", references=(Correction("0", "Hello!\n\nIt rains.\n\nWhy so? Well.\n\nBye."),))
    found = prepared(Corpus((entry,), tokenised=False), FORMATS.corpus("m2"), engine.models).corpus
    assert [(item.source, item.references[0].text) for item in found.entries] == [
        ("It rain .", "Hello ! It rains . Why so ? Well ."),
        ("Bye .", "Bye ."),
    ]


def test_files_say_how_many_edits_are_not_read():
    text = "She like musics."
    items = [[4, 8, "likes"], [4, 8, "likes"], [0, 8, None], [9, 15, None], [9, 15, None]]
    corpus = read("wi", json.dumps({"text": text, "edits": [[0, items]]}))
    assert corpus.left_out == (
        "errors that are marked without a correction, where a correction or another mark is (2)",
        "edits that stand twice (1)",
    )


ALPHABET = ("She", "like", "likes", "dont", "don't", "Mr.", ".", "!", "?", " ", " ", " ", "  ", "\n", "\n\n", "’", "-")
ALPHABET += ("😀", ",", "it", "2nd", "'", '"', ")", "\t", "...", "e\u0301", "a")
texts = st.lists(st.sampled_from(ALPHABET), max_size=14).map("".join)


@st.composite
def annotated_texts(draw: st.DrawFn) -> Entry:
    source = draw(texts)
    people: list[Correction] = []
    for name in range(draw(st.integers(1, 2))):
        places = sorted(draw(st.lists(st.integers(0, len(source)), max_size=8)))
        edits = tuple(
            TextEdit(Span(start, end), draw(st.none() | texts), draw(st.sampled_from(["", "R:MINE"])))
            for start, end in zip(places[::2], places[1::2], strict=False)
        )
        people.append(Correction.of(str(name), source, edits))
    return Entry("", source, references=tuple(people))


def words(engine: Engine, text: str) -> list[str]:
    segments = (segment for span in paragraphs(text) for segment in engine.models.split(span.of(text), span.start))
    return [token for segment in segments for token in segment.tokens]


@given(annotated_texts())
def test_sentences_lead_to_the_words_of_each_correction(engine: Engine, entry: Entry):
    """No word is lost or added, and every edit is kept or counted."""
    corpus, changes = annotated(Corpus((entry,), tokenised=False), engine.models)
    assert [word for item in corpus.entries for word in item.source.split()] == words(engine, entry.source)
    kept = 0
    for number, person in enumerate(entry.references):
        after: list[str] = []
        for sentence in corpus.entries:
            correction = sentence.references[number]
            assert correction.edits is not None
            assert corrected_text(sentence.source, correction.edits) == correction.text
            after += correction.text.split()
            kept += len(correction.edits)
            assert all(0 <= one.span.start <= one.span.end <= len(sentence.source) for one in correction.edits)
            assert all(one.span.end <= other.span.start for one, other in pairwise(correction.edits))
        assert after == words(engine, person.text)
    counts = Counter({change.name: count for change, count in changes.items()})
    lost = counts["JOINED"] + counts["BLANK"] + counts["COVERED"]
    assert kept + lost - counts["RETOKENISED"] == sum(len(item.edits or ()) for item in entry.references)


@settings(max_examples=settings().max_examples // 2)  # each has up to three texts that the pipeline parts
@given(st.lists(annotated_texts(), max_size=3))
def test_own_edits_are_written_as_m2_and_read(engine: Engine, entries: list[Entry]):
    found = prepared(Corpus(tuple(entries), tokenised=False), FORMATS.corpus("m2"), engine.models).corpus
    if found.entries and not any("|" in str(item) for item in found.entries):
        in_m2 = read("m2", written("m2", found).decode())
        for one, other in zip(found.entries, in_m2.entries, strict=True):
            assert other.source == one.source
            texts = {item.name: item.text for item in other.references}
            assert [texts[item.name] for item in one.references] == [item.text for item in one.references]


def test_essays_are_cut_in_linear_time(engine: Engine, thorough: bool):
    count = 2000 if thorough else 1000
    text = "She like music. I goes home.\n" * count
    edits = [[29 * number + 4, 29 * number + 8, "likes"] for number in range(count)]
    started = time.process_time()
    lines, lost = as_m2(engine, json.dumps({"text": text, "edits": [[0, edits]]}))
    assert (len(lines), lost) == (4 * count, ())
    assert time.process_time() - started < 0.015 * count
