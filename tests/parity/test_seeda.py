"""SEEDA and GJG15 against their published figures, and metrics against UOT-ERRANT's Table 1."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import markscheme
from markscheme import EngineSettings
from markscheme.research.judgements import BENCHMARKS, Benchmark, Judgements, comparisons_of
from markscheme.research.meta_evaluation import EvaluationSettings
from markscheme.research.ranking import AGGREGATIONS
from markscheme.research.resampling import ResamplingSettings

TABLE_1 = {
    "errant": {"expert-minimal": (0.864, 0.804), "expert-fluency": (-0.005, 0.424)},
    "gleu": {"expert-minimal": (0.848, 0.916), "non-expert-fluency": (0.781, 0.921)},
    "green": {"expert-minimal": (0.858, 0.930), "non-expert-fluency": (0.745, 0.908)},
}
"""Pearson and Spearman on SEEDA-E with TrueSkill, by metric and set of references."""
TOLERANCES = {"errant": (0.03, 0.05), "gleu": (0.0006, 0.0006), "green": (0.0006, 0.0006)}
"""The paper's edits come from another spaCy pipeline than ours; n-grams need none."""
GJG15_EXPECTED_WINS = {
    "AMU": 0.628, "RAC": 0.566, "CAMB": 0.561, "CUUI": 0.550, "POST": 0.539, "UFC": 0.513, "PKU": 0.506, "UMC": 0.495,
    "IITB": 0.485, "SJTU": 0.463, "INPUT": 0.456, "NTHU": 0.437, "IPN": 0.300,
}  # fmt: skip
"""Table 3 (b) of Grundkiewicz et al. (2015)."""
GJG15_TRUESKILL = {
    "AMU": 0.273, "CAMB": 0.182, "RAC": 0.114, "CUUI": 0.105, "POST": 0.080, "PKU": -0.001, "UMC": -0.022,
    "UFC": -0.041, "IITB": -0.055, "INPUT": -0.062, "SJTU": -0.074, "NTHU": -0.142, "IPN": -0.358,
}  # fmt: skip
"""Table 3 (c): means of many runs on samples of comparisons, so that ours have another scale."""


def people(benchmark: Benchmark, judgements: Judgements, method: str) -> dict[str, float]:
    """Return the systems' scores from the rankings."""
    names = benchmark.names
    of_people = AGGREGATIONS.get(method).of_people
    assert of_people is not None
    return dict(zip(names, of_people(comparisons_of(judgements.rankings, names), len(names)), strict=True))


@pytest.mark.thorough
def test_seeda_s_scores_derive_from_its_rankings(data: Path):
    benchmark = BENCHMARKS.get("seeda")(data / "seeda", data)
    for judgements in benchmark.judgements:
        published = judgements.published
        wins = people(benchmark, judgements, "expected-wins")
        assert wins == pytest.approx(published["expected-wins"], abs=0.001)
        ratings = people(benchmark, judgements, "trueskill")
        rows = np.array([[ratings[name], published["trueskill"][name]] for name in benchmark.names]).T
        assert stats.pearsonr(*rows)[0] > 0.999
        assert stats.spearmanr(*rows)[0] > 0.995


@pytest.mark.thorough
def test_gjg15_s_scores_derive_from_its_rankings(data: Path):
    benchmark = BENCHMARKS.get("gjg15")(data / "gjg15", data)
    [judgements] = benchmark.judgements
    wins = people(benchmark, judgements, "expected-wins")
    assert wins == pytest.approx(GJG15_EXPECTED_WINS, abs=0.001)
    ratings = people(benchmark, judgements, "trueskill")
    rows = np.array([[ratings[name], value] for name, value in GJG15_TRUESKILL.items()]).T
    assert stats.pearsonr(*rows)[0] > 0.98


@pytest.mark.thorough
@pytest.mark.parametrize("metrics", [("errant",), pytest.param(("gleu", "green"), marks=pytest.mark.thorough)])
def test_correlations_are_the_paper_s(data: Path, engine_settings: EngineSettings, metrics: tuple[str, ...]):
    """Metrics with the same references are evaluated together: their people are rated once."""
    [references] = {tuple(TABLE_1[metric]) for metric in metrics}
    settings = EvaluationSettings(references=references, resampling=ResamplingSettings(0))
    result = markscheme.evaluate("seeda", data / "seeda", metrics=metrics, settings=settings, engine=engine_settings)
    columns = {item.references.name: item for item in result.columns if item.judgements.name == "edit"}
    for number, metric in enumerate(metrics):
        for name, published in TABLE_1[metric].items():
            values = columns[name].rows[number].correlations
            for correlation, value, limit in zip(("pearson", "spearman"), published, TOLERANCES[metric], strict=True):
                assert values[correlation].value == pytest.approx(value, abs=limit), (metric, name, correlation)
