"""How the work is cut up never changes a score beyond 1e-5."""

from pathlib import Path

import attrs
import pytest

import markscheme
from markscheme import Engine, EngineSettings
from markscheme.encoders import encoder
from markscheme.store import memo

REPORT = Path(__file__).parents[2] / "examples/report"
REFERENCES = [REPORT / "report.ref0", REPORT / "report.ref1"]


METRICS = ["uot-errant", "credit"]


def scores(cache: Path, names: list[str]) -> dict[tuple[str, str], list[float]]:
    """Every number of every sentence, by metric and hypothesis; of one engine, so that no vector is made twice."""
    hypotheses = {name: REPORT / f"report.hyp.{name}" for name in names}
    engine = Engine(EngineSettings(cache=str(cache)))
    found = {}
    for metric in METRICS:
        chosen = markscheme.metric(metric, level="sentence")
        runs = markscheme.score(hypotheses, REFERENCES, REPORT / "report.src", metric=chosen, engine=engine)
        for run in runs:
            found[metric, run.hypothesis] = [
                number
                for part in run.result.sentences
                for number in (*attrs.astuple(part.counts), *attrs.astuple(part.scores))
            ]
    return found


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("invariance") / "cache.sqlite"


@pytest.fixture(scope="module")
def cold(cache: Path) -> dict[tuple[str, str], list[float]]:
    """Found with an empty cache, which is full afterwards."""
    return scores(cache, ["mei", "pavel"])


def assert_as_good_as_equal(found: dict[tuple[str, str], list[float]], cold: dict[tuple[str, str], list[float]]):
    assert found.keys() == cold.keys()
    for key in cold:
        assert found[key] == pytest.approx(cold[key], abs=1e-5)


def test_what_is_in_the_cache_does_not_matter(cold: dict, cache: Path):
    assert scores(cache, ["mei", "pavel"]) == cold


def test_the_order_of_hypotheses_and_half_a_cache_do_not_matter(cold: dict, tmp_path: Path):
    assert scores(tmp_path / "cache.sqlite", ["pavel"])
    assert_as_good_as_equal(scores(tmp_path / "cache.sqlite", ["pavel", "mei"]), cold)


def test_the_size_of_batches_does_not_matter(cold: dict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(encoder.BATCH_TOKENS, "cpu", 1)
    monkeypatch.setattr(memo, "BATCH_SIZE", 7)
    assert_as_good_as_equal(scores(tmp_path / "cache.sqlite", ["pavel", "mei"]), cold)
