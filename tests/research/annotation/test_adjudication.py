"""Where annotators differ, and what comes of any sequence of decisions."""

import datetime
import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from filelock import SoftFileLock

from conftest import Command
from documents.formats.word.tracked import instead, paragraph, run, word
from markscheme import EngineSettings, Work
from markscheme.api.research import adjudications
from markscheme.documents.m2 import read_m2
from markscheme.edits.edit import Edit
from markscheme.exercises.adjudicated_file import AdjudicatedFile, Origin
from markscheme.marking.local import Engine
from markscheme.research.adjudication import Choice, Decider, Wording

Tokens = tuple[str, ...]
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


def adjudicated(folder: Path, engine: Engine) -> Any:
    [one] = adjudications(folder, work=Work(engine))
    return one.adjudication


@pytest.fixture
def three(tmp_path: Path, engine: Engine) -> Any:
    (tmp_path / "x.ref.m2").write_text(THREE)
    return adjudicated(tmp_path, engine)


def write(folder: Path, **texts: str) -> None:
    """Write the texts of an exercise, tokenised, a sentence a line."""
    for name, text in texts.items():
        (folder / f"x.{name.replace('_', '.')}").write_text(f"{text}\n")


@pytest.fixture
def adjudicate(markscheme: Command, tmp_path: Path, engine_settings: EngineSettings) -> Any:
    """Return a function that runs ``markscheme annotate adjudicate`` on the test's folder and returns what it prints.

    It has the cache of the engine, so that the pipeline is loaded once.
    """

    def run(command: str, *arguments: object) -> str:
        done = markscheme("annotate", "adjudicate", command, tmp_path, *arguments, "--cache", engine_settings.cache)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def status(adjudicate: Any) -> dict[str, Any]:
    [one] = json.loads(adjudicate("status", "--format", "json"))["adjudications"]
    return one


@pytest.fixture
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file for the result outside the exercise's folder, where it is no reference."""
    return tmp_path_factory.mktemp("result") / "result.m2"


def current(adjudication: Any) -> Any:
    return attrs.evolve(adjudication, records=AdjudicatedFile.read(adjudication.path).records)


def shown(place: Any) -> tuple[int, int, list[tuple[str, str, str]]]:
    """Return a place with the words of its versions, the numbers of their annotators, and of those with a choice."""
    ends = [
        (" ".join(item.words), *("".join(name[-1] for name in names) for names in (item.annotators, item.alternatives)))
        for item in place.versions
    ]
    return place.start, place.end, ends


def test_places_are_the_unions_of_edits_that_overlap(three: Any):
    first, second, third, last = three.differences.sentences
    assert three.differences.annotators == ("x#0", "x#1", "x#2") or len(three.differences.annotators) == 3
    assert [shown(place) for place in first.places] == [
        (1, 2, [("likes", "0", ""), ("liked", "1", ""), ("like", "2", "")]),
        (4, 5, [("to music", "0", ""), ("to the music", "1", ""), ("music", "2", "")]),
    ]
    assert [shown(place) for place in first.agreed] == [(5, 6, [("over", "12", "0")]), (7, 8, [("years", "012", "")])]
    assert [edit.type for edit in first.places[0].versions[2].edits] == ["UNK"]
    assert [name[-1] for name in second.absent] == ["2"]
    assert [item.key.number for item in (first, second, third)] == [1, 1, 2]
    assert [(place.start, place.end) for place in third.places] == [(0, 3)]
    assert [name[-1] for name in last.annotators] == ["0", "1"]
    assert last.is_agreed


def test_a_majority_is_more_than_half_of_those_who_have_seen_the_sentence(tmp_path: Path, adjudicate: Any):
    write(tmp_path, src="He go home .", ref_a="He goes home .", ref_b="He goes home .", ref_c="He went home .")
    assert adjudicate("take", "--majority", "--yes").endswith("\n1  decided: He goes home .\n")
    adjudicate("take", "--sentence", 1, "--withdraw")
    write(tmp_path, ref_d="He went home .")
    assert adjudicate("take", "--majority", "--yes").startswith("0 places in 0 sentences have a version")
    assert status(adjudicate)["counts"]["open"] == 1


def test_a_difference_that_a_tolerance_makes_equal_is_shown_with_its_name(tmp_path: Path, engine: Engine):
    write(tmp_path, src="I do n't know it .", ref_a="I do not know it .", ref_b="I do n't know it .")
    (tmp_path / "markscheme.toml").write_text('[marking]\nequal = ["contractions"]\n')
    [sentence] = adjudicated(tmp_path, engine).differences.sentences
    assert [place.equal for place in sentence.places] == [("contractions",)]


def test_one_annotator_has_nothing_to_decide(tmp_path: Path, target: Path, adjudicate: Any):
    (tmp_path / "x.ref.m2").write_text("S He go .\nA 1 2|||R:VERB|||goes||went|||REQUIRED|||-NONE-|||0\n")
    assert status(adjudicate)["counts"] == {
        "sentences": 1,
        "agreed": 1,
        "open": 0,
        "decided": 0,
        "tags": 0,
        "unseen": 0,
        "places": 0,
    }
    adjudicate("export", "--output", target)
    assert "A 1 2|||R:VERB|||goes|||" in target.read_text()


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


def test_the_authors_of_a_word_document_are_annotators(tmp_path: Path, engine: Engine, adjudicate: Any):
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
    assert adjudicate("take", "--sentence", 1, "--annotator", "Ben") == "1  decided: He go home and ate soup .\n"


def random_choice(random: Random, sentence: Any, engine: Engine) -> Choice:
    action = random.choice(["take", "own", "leave", "majority", "withdraw"])
    stretches = sentence.places if action == "withdraw" else sentence.stretches
    place = random.choice([*stretches, None]) if stretches else None
    span = None if place is None else (place.start, place.end)
    if action == "own":
        words = random.choice(["", "so", "he goes now", "like", " ".join(sentence.source)])
        return Choice(action, span, wording=wording(sentence.source, span, tuple(words.split()), engine))
    return Choice(action, span, random.choice(sentence.annotators))


def wording(source: Tokens, span: tuple[int, int] | None, words: Tokens, engine: Engine) -> Wording:
    """Return words of the adjudicator's own with ERRANT's edits, or with one where those reach beyond the place."""
    start, end = span or (0, len(source))
    if words == source[start:end]:
        return Wording(words, ())
    [edits] = engine.models.edits([(source, (*source[:start], *words, *source[end:]))])
    is_inside = all(start <= edit.start and edit.end <= end for edit in edits)
    return Wording(words, edits if is_inside else (Edit(start, end, words, "R:OTHER"),))


@pytest.mark.parametrize("seed", range(8))
def test_any_sequence_of_decisions_is_read_back_and_undone(three: Any, engine: Engine, seed: int):
    random, path = Random(seed), three.path
    undo, texts = [], [None]
    for _ in range(25):
        sentence = random.choice(three.differences.sentences)
        choice = random_choice(random, sentence, engine)
        decider = attrs.evolve(LEE, reason=random.choice(["", "so; it is"]))
        decided = three.decide([sentence], choice, decider)
        undo.append(decided.before)
        texts.append(path.read_bytes() if path.exists() else None)
        state = current(three)
        assert dict(state.records) == dict(decided.file.records)
        for item in three.differences.sentences:
            rulings = item.rulings(state.record(item))
            places = [ruling.place for ruling in rulings if not ruling.is_whole]
            assert places == sorted(places)
            assert all(one[1] <= other[0] for one, other in pairwise(places))
            text = list(item.source)
            for ruling in reversed([ruling for ruling in rulings if ruling.changes]):
                text[ruling.start : ruling.end] = ruling.replacement
            assert tuple(text) == item.result(state.record(item))
            if state.state(item).value == "decided":
                assert all(state.records[item.key].at(place.start, place.end) for place in item.places)
    for before, text in zip(reversed(undo), reversed(texts[:-1]), strict=True):
        three.restore(before)
        assert (path.read_bytes() if path.exists() else None) == text
    assert list(path.parent.iterdir()) == [path.parent / "x.ref.m2"]


def test_a_place_is_decided_with_its_sentence_and_can_be_taken_again(three: Any, adjudicate: Any):
    first = three.differences.sentences[0]
    zero, one, _ = three.differences.annotators
    assert (
        adjudicate("take", "--sentence", 1, "--annotator", zero)
        == "1  decided: She likes to listen to music over two years .\n"
    )
    assert (
        adjudicate("take", "--sentence", 1, "--annotator", one, "--place", 1, 2)
        == "1  decided: She liked to listen to music over two years .\n"
    )
    adjudicate("take", "--sentence", 1, "--withdraw", "--place", 4, 5)
    assert status(adjudicate)["counts"]["decided"] == 0
    assert [item.place for item in current(three).records[first.key].rulings] == [(1, 2)]


def test_words_that_an_annotator_has_are_the_annotators(three: Any, adjudicate: Any):
    adjudicate("take", "--sentence", 1, "--place", 1, 2, "--words", "liked")
    [ruling] = current(three).records[three.differences.keys[0]].rulings
    assert ruling.provenance.origin is Origin.ANNOTATORS
    assert [name[-1] for name in ruling.provenance.annotators] == ["1"]


def test_open_sentences_are_refused_or_filled_in(three: Any, markscheme: Command, tmp_path: Path, target: Path):
    def export(*options: str) -> tuple[int, str]:
        done = markscheme("annotate", "adjudicate", "export", tmp_path, "--output", target, "--force", *options)
        return done.returncode, done.stderr

    for options, message in (((), "3 of 4 sentences are open"), (("--open", "last"), "can't be filled in by 'last'")):
        status, errors = export(*options)
        assert (status, message in errors, target.exists()) == (2, True, False)
    status, errors = export("--open", f"first {three.differences.annotators[1]}")
    assert (status, "3 sentences not decided" in errors) == (0, True)
    text = target.read_text()
    sentences = read_m2(text)
    assert [item.source.tokens for item in sentences] == [key.source for key in three.differences.keys]
    assert "not decided: the version of" in text
    first = sentences[0].annotations[0]
    assert [item.replacement for item in first] == [("liked",), ("to", "the", "music"), ("over",), ("years",)]
    assert export("--open", "leave")[0] == 0
    assert [len(item.annotations[0]) for item in read_m2(target.read_text())] == [2, 0, 0, 0]


def test_everybody_sees_what_was_changed_of_theirs(three: Any, adjudicate: Any):
    names = three.differences.annotators
    adjudicate("take", "--sentence", 1, "--annotator", names[1], "--by", "Ms Lee", "--reason", "tense")
    adjudicate("take", "--sentence", 2, "--leave", "--by", "Ms Lee")
    zero, one, two = (json.loads(adjudicate("report", "--for", name, "--format", "json")) for name in names)
    assert (zero["sentences"], zero["kept"]) == (2, 2)
    assert [
        (" ".join(item["theirs"]["words"]), " ".join(item["result"]["words"]), item["reason"])
        for item in zero["changes"]
    ] == [("likes", "liked", "tense"), ("to music", "to the music", "tense"), ("goes", "go", None)]
    assert [item["sentence"] for item in one["changes"]] == [2]
    assert [item["theirs"]["types"] for item in two["changes"]] == [["UNK"], []]
    assert status(adjudicate)["decided_by"] == {"Ms Lee": 3}


def test_a_named_file_is_no_annotator(three: Any, tmp_path: Path, adjudicate: Any):
    adjudicate("take", "--sentence", 2, "--leave")
    (tmp_path / "markscheme.toml").write_text('[[exercise]]\nname = "x"\nreferences = ["x.ref.m2", "adjudicated.m2"]\n')
    own = status(adjudicate)
    assert len(own["annotators"]) == 3
    assert own["counts"]["decided"] == 1
    assert 2 not in [item["sentence"] for item in own["open"]]


def test_exercises_that_share_a_folder_share_a_file(tmp_path: Path, engine: Engine, markscheme: Command):
    for stem in "ab":
        for name, text in {"src": "He go .\n", "ref.kim": "He goes .\n", "ref.roy": "He went .\n"}.items():
            (tmp_path / f"{stem}.{name}").write_text(text)
    own = adjudicated(tmp_path / "b.src", engine)
    assert [(item.exercise, item.key.number) for item in own.differences.sentences] == [("a", 1), ("b", 2)]
    assert [own.state(item).value for item in own.differences.sentences] == ["open", "open"]
    assert markscheme("annotate", "adjudicate", "take", "b.src", "--sentence", 2, "--annotator", "roy").returncode == 0
    assert [current(own).state(item).value for item in own.differences.sentences] == ["open", "decided"]


def test_a_folder_that_cannot_be_written_is_named(
    three: Any, tmp_path: Path, markscheme: Command, monkeypatch: pytest.MonkeyPatch
):
    """The test may run as somebody who may write everything, so the lock says that the folder can't be written."""

    def refuse(_: SoftFileLock) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(SoftFileLock, "acquire", refuse)
    done = markscheme("annotate", "adjudicate", "take", tmp_path, "--sentence", 1, "--leave")
    assert (done.returncode, "can't be written" in done.stderr) == (2, True)
    assert not three.path.exists()
