"""How the work is cut up never changes a score beyond 1e-5."""

from pathlib import Path

import attrs
import pytest

import markscheme
from markscheme import Engine, EngineSettings, ScoreSettings
from markscheme.encoders import encoder
from markscheme.engine import work

REPORT = Path(__file__).parents[2] / "examples/report"
REFERENCES = [REPORT / "report.ref0", REPORT / "report.ref1"]


METRICS = ["uot-errant", "credit"]


def scores(cache: Path, names: list[str]) -> dict[tuple[str, str], list[float]]:
    """Every number of every sentence, by metric and hypothesis; of one engine, so that no vector is made twice."""
    hypotheses = {name: REPORT / f"report.hyp.{name}" for name in names}
    engine = Engine(EngineSettings(cache=str(cache)))
    found = {}
    for metric in METRICS:
        settings = ScoreSettings(metric=metric, level="sentence")
        runs = markscheme.score(hypotheses, REFERENCES, REPORT / "report.src", settings=settings, engine=engine)
        for run in runs:
            found[metric, run.hypothesis] = [
                number
                for part in run.result.sentences
                for number in (*attrs.astuple(part.counts), *attrs.astuple(part.scores))
            ]
    return found


def test_batches_order_and_cache_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    cold = scores(tmp_path / "a.sqlite", ["mei", "pavel"])
    warm = scores(tmp_path / "a.sqlite", ["mei", "pavel"])
    half_warm = scores(tmp_path / "b.sqlite", ["pavel"]) and scores(tmp_path / "b.sqlite", ["pavel", "mei"])
    monkeypatch.setitem(encoder.BATCH_TOKENS, "cpu", 1)
    monkeypatch.setattr(work, "BATCH", 7)
    one_by_one = scores(tmp_path / "c.sqlite", ["pavel", "mei"])
    assert warm == cold
    for other in (half_warm, one_by_one):
        assert other.keys() == cold.keys()
        for key in cold:
            assert other[key] == pytest.approx(cold[key], abs=1e-5)
