"""Where annotators differ, and what comes of any sequence of decisions."""

import datetime
from itertools import pairwise
from pathlib import Path
from random import Random

import attrs
import pytest

from formats.word.tracked import instead, paragraph, run, word
from markscheme import EngineSettings
from markscheme.annotation.adjudication.adjudicated_texts import (
    adjudicated_exercises,
    adjudicated_texts,
    adjudication_of,
)
from markscheme.annotation.adjudication.adjudication import Adjudication, State, progress_of
from markscheme.annotation.adjudication.adjudicator_words import wording_of
from markscheme.annotation.adjudication.changes import changes_of
from markscheme.annotation.adjudication.choices import Choice, decide, restore
from markscheme.annotation.adjudication.differences import Differences, Place, Sentence
from markscheme.annotation.adjudication.pooling import pooled_differences
from markscheme.annotation.adjudication.result import open_choice, result_m2, result_of
from markscheme.annotation.adjudication.taking import Decider, WordsQuestion, majority, rulings_of
from markscheme.annotation.adjudication.taking import result_of as decided_words
from markscheme.annotation.pool import Pool
from markscheme.exercises.adjudication.adjudicated_folder import read_adjudicated
from markscheme.exercises.adjudication.provenance import Origin
from markscheme.formats.m2.sentences import read_m2
from markscheme.marking.local_engine import Engine
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text

LEE = Decider("Ms Lee", datetime.date(2026, 11, 22))
THREE = """S She like to listen music since two year .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
A 4 4|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||for||over|||REQUIRED|||-NONE-|||0
A 7 8|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||liked|||REQUIRED|||-NONE-|||1
A 4 5|||R:OTHER|||to the music|||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||over|||REQUIRED|||-NONE-|||1
A 7 8|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||1
A 1 2|||UNK|||like|||REQUIRED|||-NONE-|||2
A 5 6|||R:PREP|||over|||REQUIRED|||-NONE-|||2
A 7 8|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||2

S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1

S He go home .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 3|||R:OTHER|||Home he goes|||REQUIRED|||-NONE-|||1
A 3 3|||M:ADV|||now|||REQUIRED|||-NONE-|||2

S It is right .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
"""


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def compared(folder: Path, engine: Engine) -> tuple[Path, Pool, Differences]:
    [group] = adjudicated_texts(adjudicated_exercises(folder, read_text), read_text)
    return group.path, *pooled_differences(group.texts, engine.models)


def adjudicated(folder: Path, engine: Engine) -> Adjudication:
    path, _, differences = compared(folder, engine)
    return adjudication_of(path, differences, read_text)


@pytest.fixture
def three(tmp_path: Path, engine: Engine) -> Adjudication:
    (tmp_path / "x.ref.m2").write_text(THREE)
    return adjudicated(tmp_path, engine)


def current(adjudication: Adjudication) -> Adjudication:
    return attrs.evolve(adjudication, records=read_adjudicated(adjudication.path).records)


def shown(place: Place) -> tuple[int, int, list[tuple[str, str, str]]]:
    """Return a place with the words of its versions, the numbers of their annotators, and of those with a choice."""
    ends = [
        (" ".join(item.words), *("".join(name[-1] for name in names) for names in (item.annotators, item.alternatives)))
        for item in place.versions
    ]
    return place.start, place.end, ends


def test_places_are_the_unions_of_edits_that_overlap(three: Adjudication):
    first, second, third, last = three.differences.sentences
    assert three.differences.annotators == ("x#0", "x#1", "x#2") or len(three.differences.annotators) == 3
    assert [shown(place) for place in first.places] == [
        (1, 2, [("likes", "0", ""), ("liked", "1", ""), ("like", "2", "")]),
        (4, 5, [("to music", "0", ""), ("to the music", "1", ""), ("music", "2", "")]),
    ]
    assert [shown(place) for place in first.agreed] == [(5, 6, [("over", "12", "0")]), (7, 8, [("years", "012", "")])]
    assert [edit.type for edit in first.places[0].versions[2].edits] == ["UNK"]
    assert [name[-1] for name in second.absent] == ["2"]
    assert [item.key[1] for item in (first, second, third)] == [1, 1, 2]
    assert [(place.start, place.end) for place in third.places] == [(0, 3)]
    assert [name[-1] for name in last.annotators] == ["0", "1"]
    assert last.is_agreed


def test_a_majority_is_more_than_half_of_those_who_have_seen_the_sentence(tmp_path: Path, engine: Engine):
    texts = {
        "src": "He go home .\n",
        "ref.a": "He goes home .\n",
        "ref.b": "He goes home .\n",
        "ref.c": "He went home .\n",
    }
    for name, text in texts.items():
        (tmp_path / f"x.{name}").write_text(text)
    [sentence] = adjudicated(tmp_path, engine).differences.sentences
    version = majority(sentence.places[0], len(sentence.annotators))
    assert version is not None
    assert version.words == ("goes",)
    (tmp_path / "x.ref.d").write_text("He went home .\n")
    [sentence] = adjudicated(tmp_path, engine).differences.sentences
    assert majority(sentence.places[0], len(sentence.annotators)) is None


def test_a_difference_that_a_tolerance_makes_equal_is_shown_with_its_name(tmp_path: Path, engine: Engine):
    texts = {"src": "I do n't know it .\n", "ref.a": "I do not know it .\n", "ref.b": "I do n't know it .\n"}
    for name, text in texts.items():
        (tmp_path / f"x.{name}").write_text(text)
    (tmp_path / "markscheme.toml").write_text('[marking]\nequal = ["contractions"]\n')
    [sentence] = adjudicated(tmp_path, engine).differences.sentences
    assert [place.equal for place in sentence.places] == [("contractions",)]


def test_one_annotator_has_nothing_to_decide(tmp_path: Path, engine: Engine):
    (tmp_path / "x.ref.m2").write_text("S He go .\nA 1 2|||R:VERB|||goes||went|||REQUIRED|||-NONE-|||0\n")
    own = adjudicated(tmp_path, engine)
    assert [own.state(item) for item in own.differences.sentences] == [State.AGREED]
    assert "A 1 2|||R:VERB|||goes|||" in result_m2(result_of(own))


def test_running_text_is_decided_by_passages(tmp_path: Path, engine: Engine):
    texts = {
        "src": "I went home, I ate soup. It was good.\n",
        "ref.kim": "I went home. I ate soup. It was good.\n",
        "ref.roy": "I went home and I ate soup. It was very good.\n",
    }
    for name, text in texts.items():
        (tmp_path / f"x.{name}.txt").write_text(text)
    own = adjudicated(tmp_path, engine)
    assert [" ".join(item.source) for item in own.differences.sentences] == [
        "I went home , I ate soup .",
        "It was good .",
    ]
    assert [len(item.places) for item in own.differences.sentences] == [1, 1]


def test_the_authors_of_a_word_document_are_annotators(tmp_path: Path, engine: Engine):
    body = run("He ") + instead("A", "go", "goes") + run(" home and ") + instead("B", "eat", "ate") + run(" soup.")
    (tmp_path / "x.docx").write_bytes(word(paragraph(body)))
    (tmp_path / "x.txt").write_text("He go home and eat soup.\n")
    (tmp_path / "markscheme.toml").write_text(
        '[[exercise]]\nname = "x"\nsource = "x.txt"\nreferences = ["x.docx#Ann", "x.docx#Ben"]\n'
    )
    own = adjudicated(tmp_path, engine)
    assert own.differences.annotators == ("Ann", "Ben")
    [sentence] = own.differences.sentences
    assert [[(" ".join(item.words), *item.annotators) for item in place.versions] for place in sentence.places] == [
        [("goes", "Ann"), ("go", "Ben")],
        [("eat", "Ann"), ("ate", "Ben")],
    ]
    decide(own.path, own.differences.keys, [sentence], Choice("take", annotator="Ben"), LEE)
    assert decided_words(sentence, current(own).record(sentence)) == ("He", "go", "home", "and", "ate", "soup", ".")


def random_choice(random: Random, sentence: Sentence, engine: Engine) -> Choice:
    action = random.choice(["take", "own", "leave", "majority", "withdraw"])
    stretches = sentence.places if action == "withdraw" else sentence.stretches
    place = random.choice([*stretches, None]) if stretches else None
    span = None if place is None else (place.start, place.end)
    if action == "own":
        words = random.choice(["", "so", "he goes now", "like", " ".join(sentence.source)])
        return Choice(action, span, wording=wording_of(WordsQuestion(sentence.source, span, words), engine.models))
    return Choice(action, span, random.choice(sentence.annotators))


@pytest.mark.parametrize("seed", range(8))
def test_any_sequence_of_decisions_is_read_back_and_undone(three: Adjudication, engine: Engine, seed: int):
    random, path, keys = Random(seed), three.path, three.differences.keys
    undo, texts = [], [None]
    for _ in range(25):
        sentence = random.choice(three.differences.sentences)
        choice = random_choice(random, sentence, engine)
        decider = attrs.evolve(LEE, reason=random.choice(["", "so; it is"]))
        decided = decide(path, keys, [sentence], choice, decider)
        undo.append(decided.before)
        texts.append(path.read_bytes() if path.exists() else None)
        state = current(three)
        assert dict(state.records) == dict(decided.file.records)
        for item in three.differences.sentences:
            rulings = rulings_of(item, state.record(item))
            places = [ruling.place for ruling in rulings if not ruling.is_whole]
            assert places == sorted(places)
            assert all(one[1] <= other[0] for one, other in pairwise(places))
            text = list(item.source)
            for ruling in reversed([ruling for ruling in rulings if ruling.changes]):
                text[ruling.start : ruling.end] = ruling.replacement
            assert tuple(text) == decided_words(item, state.record(item))
            if state.state(item) is State.DECIDED:
                assert all(state.records[item.key].at(place.start, place.end) for place in item.places)
    for before, text in zip(reversed(undo), reversed(texts[:-1]), strict=True):
        restore(path, keys, before)
        assert (path.read_bytes() if path.exists() else None) == text
    assert list(path.parent.iterdir()) == [path.parent / "x.ref.m2"]


def test_a_place_is_decided_with_its_sentence_and_can_be_taken_again(three: Adjudication):
    first = three.differences.sentences[0]
    keys, names = three.differences.keys, three.differences.annotators
    decide(three.path, keys, [first], Choice("take", annotator=names[0]), LEE)
    assert decided_words(first, current(three).record(first)) == (
        "She",
        "likes",
        "to",
        "listen",
        "to",
        "music",
        "over",
        "two",
        "years",
        ".",
    )
    decide(three.path, keys, [first], Choice("take", (1, 2), names[1]), LEE)
    record = current(three).record(first)
    assert record is not None
    assert record.is_decided
    assert decided_words(first, record)[1] == "liked"
    decide(three.path, keys, [first], Choice("withdraw", (4, 5)), LEE)
    assert current(three).state(first) is State.OPEN
    assert [item.place for item in current(three).records[first.key].rulings] == [(1, 2)]


def test_words_that_an_annotator_has_are_the_annotators(three: Adjudication, engine: Engine):
    first = three.differences.sentences[0]
    wording = wording_of(WordsQuestion(first.source, (1, 2), "liked"), engine.models)
    decide(three.path, three.differences.keys, [first], Choice("own", (1, 2), wording=wording), LEE)
    [ruling] = current(three).records[first.key].rulings
    assert ruling.provenance.origin is Origin.ANNOTATORS
    assert [name[-1] for name in ruling.provenance.annotators] == ["1"]


def test_open_sentences_are_refused_or_filled_in(three: Adjudication):
    with pytest.raises(DocumentError, match="3 of 4 sentences are open"):
        result_of(three)
    names = three.differences.annotators
    result = result_of(three, open_choice(f"first {names[1]}", names))
    text = result_m2(result)
    assert result.filled == 3
    sentences = read_m2(text)
    assert [item.source.tokens for item in sentences] == [key[0] for key in three.differences.keys]
    assert "not decided: the version of" in text
    first = sentences[0].annotations[0]
    assert [item.replacement for item in first] == [("liked",), ("to", "the", "music"), ("over",), ("years",)]
    left = read_m2(result_m2(result_of(three, open_choice("leave", names))))
    assert [len(item.annotations[0]) for item in left] == [2, 0, 0, 0]
    with pytest.raises(DocumentError, match="can't be filled in by 'last'"):
        open_choice("last", names)


def test_everybody_sees_what_was_changed_of_theirs(three: Adjudication):
    keys, names = three.differences.keys, three.differences.annotators
    first, second, *_ = three.differences.sentences
    decide(three.path, keys, [first], Choice("take", annotator=names[1]), attrs.evolve(LEE, reason="tense"))
    decide(three.path, keys, [second], Choice("leave"), LEE)
    own = changes_of(current(three), names[0])
    assert (own.seen, own.kept) == (2, 2)
    assert [(" ".join(item.theirs), " ".join(item.result), item.provenance.reason) for item in own.changes] == [
        ("likes", "liked", "tense"),
        ("to music", "to the music", "tense"),
        ("goes", "go", ""),
    ]
    assert [item.sentence for item in changes_of(current(three), names[1]).changes] == [2]
    assert [item.their_types for item in changes_of(current(three), names[2]).changes] == [("UNK",), ()]
    assert progress_of(current(three)).by == (("Ms Lee", 3),)


def test_a_named_file_is_no_annotator(three: Adjudication, tmp_path: Path, engine: Engine):
    decide(three.path, three.differences.keys, [three.differences.sentences[1]], Choice("leave"), LEE)
    (tmp_path / "markscheme.toml").write_text('[[exercise]]\nname = "x"\nreferences = ["x.ref.m2", "adjudicated.m2"]\n')
    own = adjudicated(tmp_path, engine)
    assert len(own.differences.annotators) == 3
    assert own.state(own.differences.sentences[1]) is State.DECIDED


def test_exercises_that_share_a_folder_share_a_file(tmp_path: Path, engine: Engine):
    for stem in "ab":
        for name, text in {"src": "He go .\n", "ref.kim": "He goes .\n", "ref.roy": "He went .\n"}.items():
            (tmp_path / f"{stem}.{name}").write_text(text)
    own = adjudicated(tmp_path / "b.src", engine)
    assert [(item.exercise, item.key[1]) for item in own.differences.sentences] == [("a", 1), ("b", 2)]
    decide(own.path, own.differences.keys, own.differences.sentences[1:], Choice("take", annotator="roy"), LEE)
    assert [own.state(item).value for item in own.differences.sentences] == ["open", "open"]
    assert [current(own).state(item).value for item in own.differences.sentences] == ["open", "decided"]


def test_a_folder_that_cannot_be_written_is_named(three: Adjudication, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("markscheme.exercises.locked_files.write_text", refuse)
    with pytest.raises(DocumentError, match="can't be written"):
        decide(three.path, three.differences.keys, three.differences.sentences[:1], Choice("leave"), LEE)
    assert not three.path.exists()
