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


def scores(cache: Path, names: list[str], metric: str) -> dict[str, list[float]]:
    settings = ScoreSettings(metric=metric, level="sentence")
    hypotheses = {name: REPORT / f"report.hyp.{name}" for name in names}
    engine = Engine(EngineSettings(cache=str(cache)))
    runs = markscheme.score(hypotheses, REFERENCES, REPORT / "report.src", settings=settings, engine=engine)
    return {
        run.hypothesis: [
            number
            for part in run.result.sentences
            for number in (*attrs.astuple(part.counts), *attrs.astuple(part.scores))
        ]
        for run in runs
    }


@pytest.mark.parametrize("metric", ["uot-errant", "credit"])
def test_batches_order_and_cache_do_not_matter(metric: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    cold = scores(tmp_path / "a.sqlite", ["mei", "pavel"], metric)
    warm = scores(tmp_path / "a.sqlite", ["mei", "pavel"], metric)
    half_warm = scores(tmp_path / "b.sqlite", ["pavel"], metric) and scores(
        tmp_path / "b.sqlite", ["pavel", "mei"], metric
    )
    monkeypatch.setitem(encoder.BATCH_TOKENS, "cpu", 1)
    monkeypatch.setattr(work, "BATCH", 7)
    one_by_one = scores(tmp_path / "c.sqlite", ["pavel", "mei"], metric)
    assert warm == cold
    for other in (half_warm, one_by_one):
        assert other.keys() == cold.keys()
        for name in cold:
            assert other[name] == pytest.approx(cold[name], abs=1e-5)
