"""Weighting by a language model in Python: nothing is asked unless the call says whom."""

from pathlib import Path

import pytest

import markscheme
import markscheme.scoring.scorer
from inference.judges.stub import Stub, expected
from markscheme import EngineSettings, MarkSettings
from markscheme.errors import JudgeError
from markscheme.inference.judge import Unanswered
from markscheme.judges import Inquiry, Judge, JudgeSettings
from markscheme.metrics.base import ModelQuestion

LLM = markscheme.metric("cleme2", weighting="llm")


@pytest.fixture
def engine(tmp_path: Path) -> EngineSettings:
    return EngineSettings(cache=str(tmp_path / "cache.sqlite"))


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    (tmp_path / "e.src.txt").write_text("He go to school .\n")
    (tmp_path / "e.hyp.mei.txt").write_text("He goes to school .\n")
    (tmp_path / "e.ref.kim.txt").write_text("He goes to school .\n")
    return tmp_path


def scored(essay: Path, engine: EngineSettings, judge: Judge | None) -> markscheme.scoring.scorer.Run:
    files = {"mei": essay / "e.hyp.mei.txt"}, [essay / "e.ref.kim.txt"], essay / "e.src.txt"
    [run] = markscheme.Corpus.read(*files).score(LLM, judge=judge, work=markscheme.Work(engine=engine)).runs
    return run


@pytest.fixture
def named(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MARKSCHEME_LLM_ENDPOINT", stub.url)
    monkeypatch.setenv("MARKSCHEME_LLM_MODEL", "good-named")
    return "good-named"


def test_the_environment_alone_asks_nobody(stub: Stub, named: str, essay: Path, engine: EngineSettings):
    with pytest.raises(JudgeError, match="no language model is given") as told:
        scored(essay, engine, None)
    report = markscheme.review(
        [essay], settings=markscheme.ReviewSettings(MarkSettings(weighting="llm")), work=markscheme.Work(engine)
    )
    assert [document.review.marks.weighting for document in report.documents] == ["none"]
    [problem] = map(str, report.problems)
    assert problem == f"edits are not weighted: {told.value}"
    assert "judge=" in problem
    assert "MARKSCHEME_LLM" not in problem
    assert stub.of(named) == []


async def test_a_judge_is_asked_in_a_notebook_too(stub: Stub, essay: Path, engine: EngineSettings):
    run = scored(essay, engine, Judge(JudgeSettings("good-api", stub.url)))
    assert run.result.weights.tp == expected("go → goes")
    report = markscheme.review(
        [essay],
        settings=markscheme.ReviewSettings(MarkSettings(weighting="llm")),
        work=markscheme.Work(engine),
        judge=Judge(JudgeSettings("good-api", stub.url)),
    )
    assert [finding.weight for finding in report.documents[0].review.findings] == [expected("go → goes")]
    assert len(stub.of("good-api")) == 1


def test_who_does_not_agree_is_not_gone_past(stub: Stub, essay: Path, engine: EngineSettings):
    told: list[Inquiry] = []

    def refuse(inquiry: Inquiry) -> bool:
        told.append(inquiry)
        return False

    with pytest.raises(JudgeError, match="nothing was sent"):
        scored(essay, engine, Judge(JudgeSettings("good-refused", stub.url), agree=refuse))
    assert [(inquiry.host, inquiry.requests) for inquiry in told] == [(stub.host, 1)]
    assert stub.of("good-refused") == []


def test_when_it_stops_answering_no_document_is_weighted(stub: Stub, essay: Path, engine: EngineSettings):
    (essay / "e.hyp.jonas.txt").write_text("He go to the schools .\n")
    plain = markscheme.review([essay], work=markscheme.Work(engine))
    judge = Judge(JudgeSettings("tired-api", stub.url, concurrency=1))
    report = markscheme.review(
        [essay],
        settings=markscheme.ReviewSettings(MarkSettings(weighting="llm")),
        work=markscheme.Work(engine),
        judge=judge,
    )
    assert len(stub.of("tired-api")) == 2
    assert [document.review.marks for document in report.documents] == [
        document.review.marks for document in plain.documents
    ]
    assert [document.review.findings for document in report.documents] == [
        document.review.findings for document in plain.documents
    ]
    assert [str(problem).startswith("edits are not weighted: ") for problem in report.problems] == [True]


def test_a_judge_is_looked_for_only_where_one_is_needed(essay: Path, engine: EngineSettings):
    def find() -> Judge:
        raise JudgeError("there is none")

    assert markscheme.review([essay], work=markscheme.Work(engine), judge=find).problems == ()
    report = markscheme.review(
        [essay],
        settings=markscheme.ReviewSettings(MarkSettings(weighting="llm")),
        work=markscheme.Work(engine),
        judge=find,
    )
    assert list(map(str, report.problems)) == ["edits are not weighted: there is none"]
    assert [document.review.marks.weighting for document in report.documents] == ["none"]


def test_a_malformed_answer_is_told_of_with_its_document(stub: Stub, essay: Path, engine: EngineSettings):
    (essay / "e.src.txt").write_text("I am here .\nHe go to school .\n")
    (essay / "e.ref.kim.txt").write_text("I am here .\nHe goes to school .\n")
    (essay / "e.hyp.mei.txt").write_text("I am here .\nHe goes to school .\n")
    judge = Judge(JudgeSettings("wordy-named", stub.url, attempts=1))
    report = markscheme.review(
        [essay],
        settings=markscheme.ReviewSettings(MarkSettings(weighting="llm")),
        work=markscheme.Work(engine),
        judge=judge,
    )
    [problem] = map(str, report.problems)
    assert "about sentence 2 of e.hyp.mei.txt, 1 time;" in problem


def test_one_edit_is_told_of_as_one():
    assert str(Unanswered({ModelQuestion("He go .", "go", "goes"): 1})).endswith("about 1 edit")
