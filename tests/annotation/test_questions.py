"""Questions about a pool: what is asked, in which order, what an answer means, and which questions stay open."""

import datetime
from collections.abc import Sequence
from pathlib import Path

import pytest

from markscheme import EngineSettings
from markscheme.annotation.pooled_texts import pooled_texts
from markscheme.annotation.questions.answers import (
    ACCEPT,
    ANSWERS,
    NOTE,
    OFFERED,
    OPTIONAL,
    REJECT,
    SKIP,
    STANDS,
    answers_to,
    decisions_for,
)
from markscheme.annotation.questions.asking import questions_of
from markscheme.annotation.questions.inquiry import share
from markscheme.annotation.questions.kinds import KINDS
from markscheme.annotation.questions.question import Evidence, Question
from markscheme.annotation.questions.queue import queue_of
from markscheme.annotation.questions.unanimity import unanimities
from markscheme.annotation.reading import pool_of
from markscheme.api import marking
from markscheme.exercises.decisions.decision import Decision, DecisionKind
from markscheme.exercises.decisions.decision_file import QUESTIONS_FILE, read, with_decision
from markscheme.exercises.decisions.decision_folder import DecisionFolder, decide
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.moderation.merging import NEWEST, merge
from markscheme.marking.local_engine import Engine
from markscheme.text.reading import read_text

DAY = datetime.date(2026, 11, 22)
NEXT_DAY = datetime.date(2026, 11, 23)


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def ask(folder: Path, engine: Engine, least: int = 2, evidence: Evidence = Evidence()) -> tuple[Question, ...]:
    [exercise] = exercises_in(folder)
    pool = pool_of([pooled_texts(exercise, read_text).undecided], engine.models)
    return questions_of(pool, engine.models, least, evidence)


def of_kind(questions: Sequence[Question], kind: str) -> list[Question]:
    return [item for item in questions if item.kind == kind]


def changes(question: Question) -> list[tuple[str, str]]:
    return [(item.before, item.after) for item in question.alternatives]


LINES = {
    "x__src": "He go home .\nShe like tea .\n",
    "x__ref__kim": "He goes home .\nShe likes tea .\n",
    "x__ref__lee": "He goes home .\nShe like tea .\n",
    "x__ref__roy": "He went home .\nShe likes the tea .\n",
    "x__hyp__ada": "He walks home .\nShe likes tea .\n",
    "x__hyp__bo": "He walks home .\nShe like tea .\n",
    "x__hyp__cy": "He run home .\nShe likes tea .\n",
}


def test_every_kind_asks_about_its_places(tmp_path: Path, engine: Engine):
    questions = ask(write(tmp_path, **LINES), engine)
    [uncovered] = of_kind(questions, "uncovered-correction")
    assert changes(uncovered) == [("go", "walks")]
    assert uncovered.alternatives[0].hypotheses == ("ada", "bo")
    assert (uncovered.effect, uncovered.likelihood.share) == (2, share(2, 3))
    [contradiction] = of_kind(questions, "contradicting-references")
    assert changes(contradiction) == [("go", "went"), ("go", "goes")]
    assert [item.references for item in contradiction.alternatives] == [("roy",), ("kim", "lee")]
    assert contradiction.about == (0,)
    [unchanged] = of_kind(questions, "unchanged-reference")
    assert changes(unchanged) == [("like", "likes"), ("", "the")]
    assert (unchanged.about, unchanged.effect) == ((0, 1), 2)
    assert [item.words for item in unchanged.versions][:3] == [
        "She likes tea .",
        "She like tea .",
        "She likes the tea .",
    ]
    assert list(questions) == sorted(questions, key=lambda item: -item.priority)
    assert len(of_kind(ask(tmp_path, engine, least=1), "uncovered-correction")) == 2


def test_an_error_without_a_correction_is_asked_about(tmp_path: Path, engine: Engine):
    m2 = (
        "S He go home .\nA 1 2|||UNK|||go|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||1\n\n"
        "S She sing .\nA 1 2|||UNK|||sing|||REQUIRED|||-NONE-|||0\n"
    )
    questions = of_kind(
        ask(write(tmp_path, x__src="He go home .\nShe sing .\n", x__ref__m2=m2), engine), "uncorrected-error"
    )
    [goes, sing] = sorted(questions, key=lambda item: item.span)
    assert changes(goes) == [("go", "goes")]
    assert changes(sing) == []
    assert [answer.name for answer in answers_to(sing)] == ["optional", "stands", "skip", "note"]
    [free] = decisions_for(sing, OPTIONAL, "Kim", DAY)
    assert (free.kind, free.source, free.start, free.end) == (DecisionKind.NOT_COUNTED, ("She", "sing", "."), 1, 2)
    assert [item.question for item in queue_of(questions, [free]).answered] == [sing]
    with pytest.raises(ValueError, match="accept"):
        decisions_for(sing, ACCEPT, "Kim", DAY)


def test_an_annotators_own_alternatives_do_not_contradict(tmp_path: Path, engine: Engine):
    m2 = "S He go home .\nA 1 2|||R:VERB|||goes||went|||REQUIRED|||-NONE-|||0\n"
    assert ask(write(tmp_path, x__ref__m2=m2, x__src="He go home .\n"), engine) == ()


def test_words_that_a_tolerance_calls_equal_do_not_contradict(tmp_path: Path, engine: Engine):
    references = {"x__ref__kim": "The colour is nice .\n", "x__ref__lee": "The color is nice .\n"}
    write(tmp_path, x__src="The colur are nice .\n", **references)
    assert [changes(item) for item in ask(tmp_path, engine)] == [[("colur", "color"), ("colur", "colour")]]
    exercise = '[[exercise]]\nname = "x"\nsource = "x.src"\nreferences = ["x.ref.*"]\n'
    configured = f'[marking]\nequal = ["spelling-variants"]\n{exercise}'
    (tmp_path / "markscheme.toml").write_text(configured)
    assert ask(tmp_path, engine) == ()


@pytest.mark.parametrize("name", OFFERED)
def test_an_answered_question_leaves_the_queue_of_everybody(tmp_path: Path, engine: Engine, name: str):
    questions = ask(write(tmp_path, **LINES), engine)
    answer = ANSWERS.get(name)
    for question in questions:
        decisions = decisions_for(question, answer, "Kim", DAY, note="see | this")
        queue = queue_of(questions, decisions, "Roy")
        [reply] = next(item for item in (*queue.answered, *queue.open) if item.question == question).replies
        assert (reply.answer, reply.author, reply.date) == (name, "Kim", DAY)
        assert set(reply.decisions) == set(decisions)
        assert (question in [item.question for item in queue.open]) == (answer is SKIP)
        own = queue_of(questions, decisions, "Kim")
        assert (own.open[-1].question == question) == (answer is SKIP)
        texts = {item: with_decision(QUESTIONS_FILE, "", item) for item in decisions if item.question}
        assert all(read(QUESTIONS_FILE, text) == (item,) for item, text in texts.items())


def test_what_a_rejected_reference_means(tmp_path: Path, engine: Engine):
    [question] = of_kind(ask(write(tmp_path, **LINES), engine), "contradicting-references")
    assert [item.kind for item in decisions_for(question, REJECT, "Kim", DAY)] == [
        DecisionKind.WRONG,
        DecisionKind.OPTIONAL,
    ]
    [chosen] = decisions_for(question, ACCEPT, "Kim", DAY, choice=1)
    assert chosen.replacement == ("goes",)
    with pytest.raises(ValueError, match="alternative 2"):
        decisions_for(question, ACCEPT, "Kim", DAY, choice=2)


def test_a_decision_at_a_place_itself_answers_its_question(tmp_path: Path, engine: Engine):
    questions = ask(write(tmp_path, **LINES), engine)
    partly = Decision(DecisionKind.PARTLY, ("He", "go", "home", "."), 1, 2, ("walks",), "R:VERB", "Kim", DAY)
    [answered] = queue_of(questions, [partly]).answered
    assert (answered.question.kind, answered.replies[0].answer) == ("uncovered-correction", "partly")


def test_a_later_answer_of_one_person_replaces_the_earlier_one_but_a_note(tmp_path: Path, engine: Engine):
    questions = ask(write(tmp_path, **LINES), engine)
    [question] = of_kind(questions, "contradicting-references")
    rejected = decisions_for(question, REJECT, "Kim", DAY)
    noted = decisions_for(question, NOTE, "Kim", DAY, note="which?")
    [item] = queue_of(questions, (*rejected, *noted)).answered
    accepted = decisions_for(question, ACCEPT, "Kim", NEXT_DAY)
    assert set(item.replaced_by(ACCEPT, accepted, "Kim")) == set(rejected)
    assert item.replaced_by(ACCEPT, accepted, "Roy") == ()
    assert item.replaced_by(SKIP, decisions_for(question, SKIP, "Kim", DAY), "Kim") == ()


def test_an_answer_leaves_what_was_decided_about_a_wider_place(tmp_path: Path, engine: Engine):
    questions = ask(write(tmp_path, **LINES), engine)
    [question] = of_kind(questions, "contradicting-references")
    source = question.source
    own = Decision(DecisionKind.NOT_COUNTED, source, question.start, question.end, source[1:2], "UNK", "Kim", DAY)
    wider = Decision(DecisionKind.NOT_COUNTED, source, 0, len(source), source, "UNK", "Kim", DAY)
    item = queue_of(questions, [own, wider]).find(question.key)
    assert item is not None
    stands = decisions_for(question, STANDS, "Kim", NEXT_DAY)
    assert item.replaced_by(STANDS, stands, "Kim") == (own,)


def test_two_peoples_answers_merge(tmp_path: Path, engine: Engine):
    questions = ask(write(tmp_path, **LINES), engine)
    first, second, third = questions
    kims = (*decisions_for(first, SKIP, "Kim", DAY), *decisions_for(second, NOTE, "Kim", DAY, note="which?"))
    roys = (*decisions_for(first, SKIP, "Roy", DAY), *decisions_for(second, ACCEPT, "Roy", DAY))
    both = decisions_for(third, STANDS, "Kim", DAY), decisions_for(third, STANDS, "Roy", NEXT_DAY)
    merged = merge((*kims, *both[0]), (*roys, *both[1]), NEWEST.choose)
    assert set(merged.entries) == {*kims, *roys, *both[0]}
    assert merged.open == ()
    queue = queue_of(questions, [item for item in merged.entries if isinstance(item, Decision)], "Kim")
    assert [item.question for item in queue.open] == [first]
    assert queue.open[0].is_skipped_by("Kim")


def test_decisions_are_about_the_smallest_sentence_and_count_for_every_hypothesis(tmp_path: Path, engine: Engine):
    source = "I went home. I have eat soup. It was good."
    files = {
        "x__src__txt": source,
        "x__ref__kim__txt": "I went home. I have eaten soup. It was good.",
        "x__hyp__ada__txt": "I went home and I ate soup. It was good.",
        "x__hyp__bo__txt": "I went home. I ate soup. It was good.",
        "x__hyp__cy__txt": "I went home. I ate soup. It was good.",
    }
    questions = ask(write(tmp_path, **files), engine)
    ate = next(item for item in questions if changes(item) == [("have eat", "ate")])
    assert ate.sentence == "I have eat soup."
    before = verdicts(tmp_path, engine)
    [accepted] = decisions_for(ate, ACCEPT, "Kim", DAY)
    assert accepted.source == ("I", "have", "eat", "soup", ".")
    decide(DecisionFolder(tmp_path), accepted)
    after = verdicts(tmp_path, engine)
    assert {name: codes.count("correct") for name, codes in after.items()} == {
        name: codes.count("correct") + 1 for name, codes in before.items()
    }


def verdicts(folder: Path, engine: Engine) -> dict[str, list[str]]:
    report = marking.review([folder], engine=engine, with_vectors=False)
    return {item.student: [finding.code for finding in item.review.findings] for item in report.reviewed}


def test_there_may_be_no_hypothesis_and_keys_depend_on_the_texts_alone(tmp_path: Path, engine: Engine):
    alone = {name: text for name, text in LINES.items() if "hyp" not in name}
    questions = ask(write(tmp_path, **alone), engine)
    assert {item.kind for item in questions} == {"contradicting-references", "unchanged-reference"}
    assert all(item.effect == 0 for item in questions)
    whole = tmp_path / "whole"
    whole.mkdir()
    assert {item.key for item in questions} < {item.key for item in ask(write(whole, **LINES), engine)}


def test_how_many_annotators_agree_on_each_sentence(tmp_path: Path, engine: Engine):
    [exercise] = exercises_in(write(tmp_path, **LINES))
    agreed = unanimities(pool_of([pooled_texts(exercise, read_text)], engine.models))
    assert [(item.agreeing, item.annotators) for item in agreed] == [(2, 3), (1, 3)]
    assert [place.path.name for place in agreed[0].places] == ["x.src", "x.ref.kim", "x.ref.lee", "x.ref.roy"]
    assert [place.span.start for place in agreed[1].places] == [13, 15, 15, 15]


def test_two_teachers_and_a_class_are_left_in_peace(tmp_path: Path, engine: Engine):
    """Documents show what six of thirty students do, and compare three annotators."""
    students = {f"x__hyp__s{number}": "He walks home .\n" if number < 5 else "He goes home .\n" for number in range(30)}
    teachers = {"x__ref__kim": "He goes home .\n", "x__ref__roy": "He went home .\n"}
    questions = ask(write(tmp_path, x__src="He go home .\n", **teachers, **students), engine)
    assert {item.kind for item in questions} == {"uncovered-correction", "contradicting-references"}
    assert not any(KINDS.get(item.kind).is_shown(item) for item in questions)
    (tmp_path / "x.hyp.s5").write_text("He walks home .\n")
    assert [item.kind for item in ask(tmp_path, engine) if KINDS.get(item.kind).is_shown(item)] == [
        "uncovered-correction"
    ]


def gain(engine: Engine, question: Question) -> float:
    [about] = (question.alternatives[index] for index in question.about)
    corrected = (*about.source[: about.start], *about.replacement, *about.source[about.end :])
    before, after = engine.models.estimates([" ".join(about.source), " ".join(corrected)], "bundled")
    return after - before


def test_credit_and_quality_count_where_they_are_wanted(tmp_path: Path, engine: Engine):
    write(tmp_path, **LINES)
    [plain] = of_kind(ask(tmp_path, engine), "uncovered-correction")
    [item] = of_kind(ask(tmp_path, engine, evidence=Evidence(credit=True, quality=True)), "uncovered-correction")
    parts = item.likelihood
    assert parts.credit is not None
    assert parts.quality is not None
    assert 0 <= parts.credit <= 1
    assert parts.quality == engine.models.calibration("bundled").probability(gain(engine, item))
    assert parts.value == pytest.approx((parts.share + parts.credit + parts.quality) / 3)
    assert (item.key, parts.share) == (plain.key, plain.likelihood.value)
