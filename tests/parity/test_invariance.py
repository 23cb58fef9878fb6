"""How the work is cut up never changes a score beyond 1e-5."""

from pathlib import Path

import attrs
import pytest

import markscheme
from markscheme import Engine, EngineSettings
from markscheme.inference import encoder, memo

REPORT = Path(__file__).parents[2] / "examples/report"
SENTENCES = 12
"""How many sentences of the report are scored, unless the run is thorough."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory, thorough: bool) -> Path:
    """Return a folder with the begin of the report, its hypotheses and references; with all of it in a thorough run."""
    folder = tmp_path_factory.mktemp("report")
    for name in ("src", "hyp.mei", "hyp.pavel", "ref0", "ref1"):
        lines = (REPORT / f"report.{name}").read_text("utf-8").splitlines(keepends=True)
        (folder / f"report.{name}").write_text("".join(lines if thorough else lines[:SENTENCES]), "utf-8")
    return folder


METRICS = ["uot-errant", "credit"]


def scores(report: Path, cache: Path, names: list[str]) -> dict[tuple[str, str], list[float]]:
    """Every number of every sentence, by metric and hypothesis; of one engine, so that no vector is made twice."""
    hypotheses = {name: report / f"report.hyp.{name}" for name in names}
    references = [report / "report.ref0", report / "report.ref1"]
    engine = Engine(EngineSettings(cache=str(cache)))
    found = {}
    for metric in METRICS:
        chosen = markscheme.metric(metric, level="sentence")
        runs = (
            markscheme.Corpus.read(hypotheses, references, report / "report.src")
            .score(chosen, work=markscheme.Work(engine=engine))
            .runs
        )
        for run in runs:
            found[metric, run.system] = [
                number
                for part in run.result.sentences
                for number in (*attrs.astuple(part.counts), *attrs.astuple(part.scores))
            ]
    return found


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("invariance") / "cache.sqlite"


@pytest.fixture(scope="module")
def cold(report: Path, cache: Path) -> dict[tuple[str, str], list[float]]:
    """Found with an empty cache, which is full afterwards."""
    return scores(report, cache, ["mei", "pavel"])


def assert_as_good_as_equal(found: dict[tuple[str, str], list[float]], cold: dict[tuple[str, str], list[float]]):
    assert found.keys() == cold.keys()
    for key in cold:
        assert found[key] == pytest.approx(cold[key], abs=1e-5)


def test_what_is_in_the_cache_does_not_matter(cold: dict, report: Path, cache: Path):
    assert scores(report, cache, ["mei", "pavel"]) == cold


def test_the_order_of_hypotheses_and_half_a_cache_do_not_matter(cold: dict, report: Path, tmp_path: Path):
    assert scores(report, tmp_path / "cache.sqlite", ["pavel"])
    assert_as_good_as_equal(scores(report, tmp_path / "cache.sqlite", ["pavel", "mei"]), cold)


def test_the_size_of_batches_does_not_matter(cold: dict, report: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(encoder.BATCH_TOKENS, "cpu", 1)
    monkeypatch.setattr(memo, "BATCH_SIZE", 7)
    assert_as_good_as_equal(scores(report, tmp_path / "cache.sqlite", ["pavel", "mei"]), cold)
