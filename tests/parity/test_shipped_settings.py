"""The settings that ship were chosen on the data that is at hand."""

import tomllib
from pathlib import Path

from markscheme.research.judgements import BENCHMARKS
from markscheme.research.tuning import fingerprints
from markscheme.scoring.metric_settings import FOLDER


def test_the_evidence_names_gjg15_by_its_content(data: Path):
    evidence = tomllib.loads((FOLDER / "gjg15.toml").read_text("utf-8"))["evidence"]
    benchmark = BENCHMARKS.get("gjg15")(data / "gjg15", data)
    assert fingerprints(benchmark) == evidence["sha256"]
    assert evidence["systems"] == list(benchmark.names)
    assert evidence["sentences"] == len(benchmark.source.sides)
