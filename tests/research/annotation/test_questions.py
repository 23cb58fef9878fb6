"""Questions about a pool: what is asked, in which order, what an answer means, and which questions stay open."""

import datetime
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from markscheme import EngineSettings, ReviewSettings, Work, review
from markscheme.documents.files import read_text
from markscheme.exercises.decision_files import DecisionFolder, decide
from markscheme.exercises.decisions import Decision, DecisionKind
from markscheme.exercises.moderation import NEWEST, merge
from markscheme.marking.local import Engine
from markscheme.research.question_queue import (
    ACCEPT,
    ANSWERS,
    NOTE,
    OFFERED,
    REJECT,
    SKIP,
    STANDS,
    ExerciseQueue,
    GivenAnswer,
    exercise_queues,
)
from markscheme.research.questions import KINDS, Wanted

DAY = datetime.date(2026, 11, 22)
NEXT_DAY = datetime.date(2026, 11, 23)
Questions = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


@pytest.fixture
def ask(markscheme: Command, engine_settings: EngineSettings) -> Questions:
    """Return a function that lists the questions about a folder, with the cache of the engine."""

    def run(folder: Path, *options: object) -> list[dict[str, Any]]:
        done = markscheme(
            "annotate", "questions", folder, *options, "--format", "json", "--cache", engine_settings.cache
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["questions"]

    return run


def queue(folder: Path, engine: Engine, author: str = "") -> ExerciseQueue:
    """Return the questions about a folder with their answers, as they are shown to somebody."""
    [found], problems = exercise_queues([folder], engine.models, author, Wanted())
    assert problems == []
    return found


def decisions_in(folder: Path) -> tuple[Decision, ...]:
    """Return what the files of a folder say, without a problem."""
    found, problems = DecisionFolder(folder).read(read_text)
    assert not problems
    return tuple(found)


def of_kind(questions: Iterable[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [item for item in questions if item["kind"] == kind]


def changes(question: dict[str, Any]) -> list[tuple[str, str]]:
    return [(item["before"], item["after"]) for item in question["alternatives"]]


def key_of(own: ExerciseQueue, kind: str) -> str:
    [key] = [item.key for item in own.questions if item.kind == kind]
    return key


LINES = {
    "x__src": "He go home .\nShe like tea .\n",
    "x__ref__kim": "He goes home .\nShe likes tea .\n",
    "x__ref__lee": "He goes home .\nShe like tea .\n",
    "x__ref__roy": "He went home .\nShe likes the tea .\n",
    "x__hyp__ada": "He walks home .\nShe likes tea .\n",
    "x__hyp__bo": "He walks home .\nShe like tea .\n",
    "x__hyp__cy": "He run home .\nShe likes tea .\n",
}


def test_every_kind_asks_about_its_places(tmp_path: Path, ask: Questions):
    questions = ask(write(tmp_path, **LINES))
    [uncovered] = of_kind(questions, "uncovered-correction")
    assert changes(uncovered) == [("go", "walks")]
    assert uncovered["alternatives"][0]["hypotheses"] == ["ada", "bo"]
    assert (uncovered["effect"], uncovered["parts"]["share"]) == (2, pytest.approx((2 + 1) / (3 + 2)))
    [contradiction] = of_kind(questions, "contradicting-references")
    assert changes(contradiction) == [("go", "went"), ("go", "goes")]
    assert [item["references"] for item in contradiction["alternatives"]] == [["roy"], ["kim", "lee"]]
    assert [item["asked"] for item in contradiction["alternatives"]] == [True, False]
    [unchanged] = of_kind(questions, "unchanged-reference")
    assert changes(unchanged) == [("like", "likes"), ("", "the")]
    assert ([item["asked"] for item in unchanged["alternatives"]], unchanged["effect"]) == ([True, True], 2)
    assert [item["words"] for item in unchanged["versions"]][:3] == [
        "She likes tea .",
        "She like tea .",
        "She likes the tea .",
    ]
    assert questions == sorted(questions, key=lambda item: -item["priority"])
    assert all(item["priority"] == pytest.approx(item["effect"] * item["likelihood"]) for item in questions)
    assert len(of_kind(ask(tmp_path, "--least", 1), "uncovered-correction")) == 2


def test_an_error_without_a_correction_is_asked_about(tmp_path: Path, ask: Questions, markscheme: Command):
    m2 = (
        "S He go home .\nA 1 2|||UNK|||go|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||1\n\n"
        "S She sing .\nA 1 2|||UNK|||sing|||REQUIRED|||-NONE-|||0\n"
    )
    write(tmp_path, x__src="He go home .\nShe sing .\n", x__ref__m2=m2)
    goes, sing = sorted(of_kind(ask(tmp_path), "uncorrected-error"), key=lambda item: item["sentence"])
    assert changes(goes) == [("go", "goes")]
    assert changes(sing) == []
    assert [answer["name"] for answer in sing["answers"]] == ["optional", "stands", "skip", "note"]
    refused = markscheme("annotate", "questions", tmp_path, "--answer", f"{sing['key']}=accept")
    assert (refused.returncode, "accept" in refused.stderr) == (2, True)
    assert not (tmp_path / "accepted.m2").exists()
    markscheme("annotate", "questions", tmp_path, "--answer", f"{sing['key']}=optional", "--author", "Kim")
    [free] = decisions_in(tmp_path)
    assert (free.kind, free.source, free.start, free.end) == (DecisionKind.NOT_COUNTED, ("She", "sing", "."), 1, 2)
    assert [item["key"] for item in ask(tmp_path, "--answered")] == [sing["key"]]


def test_an_annotators_own_alternatives_do_not_contradict(tmp_path: Path, ask: Questions):
    m2 = "S He go home .\nA 1 2|||R:VERB|||goes||went|||REQUIRED|||-NONE-|||0\n"
    assert ask(write(tmp_path, x__ref__m2=m2, x__src="He go home .\n")) == []


def test_words_that_a_tolerance_calls_equal_do_not_contradict(tmp_path: Path, ask: Questions):
    references = {"x__ref__kim": "The colour is nice .\n", "x__ref__lee": "The color is nice .\n"}
    write(tmp_path, x__src="The colur are nice .\n", **references)
    assert [changes(item) for item in ask(tmp_path)] == [[("colur", "color"), ("colur", "colour")]]
    exercise = '[[exercise]]\nname = "x"\nsource = "x.src"\nreferences = ["x.ref.*"]\n'
    configured = f'[marking]\nequal = ["spelling-variants"]\n{exercise}'
    (tmp_path / "markscheme.toml").write_text(configured)
    assert ask(tmp_path) == []


@pytest.mark.parametrize("name", OFFERED)
def test_an_answered_question_leaves_the_queue_of_everybody(tmp_path: Path, engine: Engine, name: str):
    start = queue(write(tmp_path, **LINES), engine, "Kim")
    answer = ANSWERS.get(name)
    for question in start.questions:
        given = GivenAnswer(answer, "Kim", DAY, note="see | this")
        own, _ = start.answered(question.key, given)
        theirs = queue(tmp_path, engine, "Roy").queue
        [reply] = theirs.find(question.key).replies
        assert (reply.answer, reply.author, reply.date) == (name, "Kim", DAY)
        assert set(reply.decisions) == set(given.decisions(question)) == {*decisions_in(tmp_path)}
        assert (question in [item.question for item in theirs.open]) == (answer is SKIP)
        assert (own.queue.open[-1].question == question) == (answer is SKIP)
        start, _ = own.without(question.key, "Kim")
        assert len(start.queue.open) == len(start.questions)


def test_what_a_rejected_reference_means(tmp_path: Path, engine: Engine):
    own = queue(write(tmp_path, **LINES), engine)
    [question] = [item for item in own.questions if item.kind == "contradicting-references"]
    assert [item.kind for item in GivenAnswer(REJECT, "Kim", DAY).decisions(question)] == [
        DecisionKind.WRONG,
        DecisionKind.OPTIONAL,
    ]
    [chosen] = GivenAnswer(ACCEPT, "Kim", DAY, choice=1).decisions(question)
    assert chosen.replacement == ("goes",)
    with pytest.raises(ValueError, match="alternative 2"):
        GivenAnswer(ACCEPT, "Kim", DAY, choice=2).decisions(question)


def test_a_decision_at_a_place_itself_answers_its_question(tmp_path: Path, ask: Questions):
    partly = Decision(DecisionKind.PARTLY, ("He", "go", "home", "."), 1, 2, ("walks",), "R:VERB", "Kim", DAY)
    decide(DecisionFolder(write(tmp_path, **LINES)), partly)
    [answered] = ask(tmp_path, "--answered")
    assert (answered["kind"], answered["replies"][0]["answer"]) == ("uncovered-correction", "partly")


def test_a_later_answer_of_one_person_replaces_the_earlier_one_but_a_note(tmp_path: Path, engine: Engine):
    own = queue(write(tmp_path, **LINES), engine, "Kim")
    key = key_of(own, "contradicting-references")
    own, _ = own.answered(key, GivenAnswer(REJECT, "Kim", DAY))
    own, _ = own.answered(key, GivenAnswer(NOTE, "Kim", DAY, note="which?"))
    item = own.queue.find(key)
    rejected = [one for one in decisions_in(tmp_path) if one.kind is not DecisionKind.NOTE]
    assert len(rejected) == 2
    assert set(item.replaced_by(GivenAnswer(ACCEPT, "Kim", NEXT_DAY))) == set(rejected)
    assert item.replaced_by(GivenAnswer(ACCEPT, "Roy", NEXT_DAY)) == ()
    assert item.replaced_by(GivenAnswer(SKIP, "Kim", DAY)) == ()
    own.answered(key, GivenAnswer(ACCEPT, "Kim", NEXT_DAY))
    assert [one.kind for one in decisions_in(tmp_path)] == [DecisionKind.ACCEPTED, DecisionKind.NOTE]


def test_an_answer_leaves_what_was_decided_about_a_wider_place(tmp_path: Path, engine: Engine):
    source = ("He", "go", "home", ".")
    place = Decision(DecisionKind.NOT_COUNTED, source, 1, 2, source[1:2], "UNK", "Kim", DAY)
    wider = Decision(DecisionKind.NOT_COUNTED, source, 0, len(source), source, "UNK", "Kim", DAY)
    for decision in (place, wider):
        decide(DecisionFolder(write(tmp_path, **LINES)), decision)
    own = queue(tmp_path, engine, "Kim")
    own.answered(key_of(own, "contradicting-references"), GivenAnswer(STANDS, "Kim", NEXT_DAY))
    left = decisions_in(tmp_path)
    assert wider in left
    assert place not in left
    assert [item.kind for item in left if item != wider] == [DecisionKind.STANDS]


def test_two_peoples_answers_merge(tmp_path: Path, engine: Engine):
    kim, roy = (write(tmp_path / name, **LINES) for name in ("kim", "roy"))
    own, theirs = queue(kim, engine, "Kim"), queue(roy, engine, "Roy")
    first, second, third = (item.key for item in own.questions)
    for key, answer, day, note in ((first, SKIP, DAY, ""), (second, NOTE, DAY, "which?"), (third, STANDS, DAY, "")):
        own, _ = own.answered(key, GivenAnswer(answer, "Kim", day, note=note))
    for key, answer, day in ((first, SKIP, DAY), (second, ACCEPT, DAY), (third, STANDS, NEXT_DAY)):
        theirs, _ = theirs.answered(key, GivenAnswer(answer, "Roy", day))
    merged = merge(decisions_in(kim), decisions_in(roy), NEWEST.choose)
    later = [item for item in decisions_in(roy) if item.date == NEXT_DAY]
    assert len(later) == 1
    assert set(merged.entries) == {*decisions_in(kim), *decisions_in(roy)} - {*later}
    assert merged.open == ()
    for item in merged.entries:
        assert isinstance(item, Decision)
        decide(DecisionFolder(kim), item)
    both = queue(kim, engine, "Kim").queue
    assert [item.question.key for item in both.open] == [first]
    assert both.open[0].is_skipped_by("Kim")


def test_decisions_are_about_the_smallest_sentence_and_count_for_every_hypothesis(
    tmp_path: Path, engine: Engine, ask: Questions, markscheme: Command
):
    source = "I went home. I have eat soup. It was good."
    files = {
        "x__src__txt": source,
        "x__ref__kim__txt": "I went home. I have eaten soup. It was good.",
        "x__hyp__ada__txt": "I went home and I ate soup. It was good.",
        "x__hyp__bo__txt": "I went home. I ate soup. It was good.",
        "x__hyp__cy__txt": "I went home. I ate soup. It was good.",
    }
    write(tmp_path, **files)
    before = verdicts(tmp_path, engine)
    [ate] = [item for item in ask(tmp_path) if changes(item) == [("have eat", "ate")]]
    assert ate["sentence"] == "I have eat soup."
    ask(tmp_path, "--answer", f"{ate['key']}=accept", "--author", "Kim")
    [accepted] = decisions_in(tmp_path)
    assert accepted.source == ("I", "have", "eat", "soup", ".")
    after = verdicts(tmp_path, engine)
    assert {name: codes.count("correct") for name, codes in after.items()} == {
        name: codes.count("correct") + 1 for name, codes in before.items()
    }


def verdicts(folder: Path, engine: Engine) -> dict[str, list[str]]:
    report = review([folder], work=Work(engine), settings=ReviewSettings(vectors="scheme"))
    return {item.student: [finding.code for finding in item.review.findings] for item in report.reviewed}


def test_there_may_be_no_hypothesis_and_keys_depend_on_the_texts_alone(tmp_path: Path, ask: Questions):
    alone = {name: text for name, text in LINES.items() if "hyp" not in name}
    questions = ask(write(tmp_path, **alone))
    assert {item["kind"] for item in questions} == {"contradicting-references", "unchanged-reference"}
    assert all(item["effect"] == 0 for item in questions)
    whole = write(tmp_path / "whole", **LINES)
    assert {item["key"] for item in questions} < {item["key"] for item in ask(whole)}


def test_two_teachers_and_a_class_are_left_in_peace(tmp_path: Path, engine: Engine):
    """Documents show what six of thirty students do, and compare three annotators."""
    students = {f"x__hyp__s{number}": "He walks home .\n" if number < 5 else "He goes home .\n" for number in range(30)}
    teachers = {"x__ref__kim": "He goes home .\n", "x__ref__roy": "He went home .\n"}
    questions = queue(write(tmp_path, x__src="He go home .\n", **teachers, **students), engine).questions
    assert {item.kind for item in questions} == {"uncovered-correction", "contradicting-references"}
    assert not any(KINDS.get(item.kind).is_shown(item) for item in questions)
    (tmp_path / "x.hyp.s5").write_text("He walks home .\n")
    assert [item.kind for item in queue(tmp_path, engine).questions if KINDS.get(item.kind).is_shown(item)] == [
        "uncovered-correction"
    ]


def test_credit_and_quality_count_where_they_are_wanted(tmp_path: Path, engine: Engine, ask: Questions):
    write(tmp_path, **LINES)
    [plain] = of_kind(ask(tmp_path), "uncovered-correction")
    [item] = of_kind(ask(tmp_path, "--credit", "--quality"), "uncovered-correction")
    parts = item["parts"]
    assert 0 <= parts["credit"] <= 1
    before, after = engine.models.estimates(["He go home .", "He walks home ."], "bundled")
    assert parts["quality"] == engine.models.calibration("bundled").probability(after - before)
    assert item["likelihood"] == pytest.approx((parts["share"] + parts["credit"] + parts["quality"]) / 3)
    assert (item["key"], parts["share"]) == (plain["key"], plain["likelihood"])
