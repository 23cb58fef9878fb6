"""Corpora are scored in blocks, and what is computed for one hypothesis is not computed for the next."""

from pathlib import Path

import pytest

import markscheme
from markscheme import Engine, EngineSettings
from markscheme.documents.corpus import ParallelText
from markscheme.edits.passages import read_parallel
from markscheme.inference.judge import Unanswered
from markscheme.judges import JudgeSettings
from markscheme.scoring import scorer
from markscheme.scoring.scorer import CorpusFiles, ScoreRequest

REPORT = Path(__file__).parents[2] / "examples/report"
METRICS = [
    ("cleme2", {}),
    ("cleme2", {"weighting": "length", "assumption": "independent"}),
    ("cleme", {"level": "sentence"}),
    ("errant", {}),
    ("gleu", {"samples": 7}),
    ("green", {"level": "sentence"}),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(EngineSettings(cache=str(tmp_path_factory.mktemp("scorer") / "cache.sqlite")))


def text(name: str) -> ParallelText:
    path = REPORT / f"report.{name}"
    return read_parallel(path.read_text("utf-8"), name, path)[0]


@pytest.fixture(scope="module")
def files() -> CorpusFiles:
    """Two hypotheses, two references and the source."""
    return CorpusFiles.held([text("hyp.mei"), text("hyp.pavel")], [text("ref0"), text("ref1")], text("src"))


@pytest.mark.parametrize(("name", "settings"), METRICS)
def test_the_size_of_blocks_does_not_matter(
    engine: Engine, files: CorpusFiles, monkeypatch: pytest.MonkeyPatch, name: str, settings: dict
):
    metric = markscheme.metric(name, **settings)
    whole = engine.scorer.score(files, ScoreRequest(metric))
    monkeypatch.setattr(scorer, "block_size", lambda _: 4)
    assert engine.scorer.score(files, ScoreRequest(metric)) == whole
    alone = [run.result for run in engine.scorer.score(files, ScoreRequest(metric, per_sentence=False))]
    assert [result.scores for result in alone] == [run.result.scores for run in whole]
    assert [result.sentences for result in alone] == [(), ()]


def test_progress_counts_the_sentences_of_all_hypotheses(
    engine: Engine, files: CorpusFiles, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(scorer, "block_size", lambda _: 4)
    steps: list[tuple[int, int]] = []
    engine.scorer.score(files, progress=lambda _, done, total: steps.append((done, total)))
    size = files.carrier.size
    assert {total for _, total in steps} == {2 * size}
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1] == (2 * size, 2 * size)


def test_one_error_lists_the_open_questions_of_all_hypotheses(
    engine: Engine, files: CorpusFiles, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(scorer, "block_size", lambda _: 4)
    judge, metric = JudgeSettings("model", "http://127.0.0.1:9/v1"), markscheme.metric("cleme2", weighting="llm")

    def questions(hypotheses: tuple) -> dict:
        corpus = CorpusFiles(hypotheses, files.references, files.source)
        with pytest.raises(Unanswered) as error:
            engine.scorer.score(corpus, ScoreRequest(metric, judge=judge))
        return dict(error.value.questions)

    hypotheses = files.hypotheses
    both, first, second = questions(hypotheses), questions(hypotheses[:1]), questions(hypotheses[1:])
    assert both == {**second, **first}
    sources = list(files.source_sentences(1, engine.models.segment))
    assert all(sources[number - 1] == question.sentence for question, number in both.items())
