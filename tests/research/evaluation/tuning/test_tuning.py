"""Tuning finds a planted optimum, and its numbers equal those of ``evaluate`` and of slow loops."""

import re
import tomllib
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from scipy import stats

import markscheme
from conftest import Command
from markscheme import EngineSettings, Tuning
from markscheme.errors import ChoiceError
from markscheme.metrics.base import METRICS
from markscheme.metrics.cleme2 import Factors
from markscheme.research.resampling import ResamplingSettings
from markscheme.research.tuning import grids_with, mean_gain, trade_offs
from markscheme.scoring.metric_settings import parse_metric_settings
from markscheme.tuning import EvaluationSettings, TuningSettings
from research.evaluation.small_benchmark import write_gjg15, write_seeda
from research.evaluation.tuning.bold_benchmark import BOLD, SYSTEMS, write_bold_gjg15

METRICS_WITH_GRIDS = ("credit", "uot-errant", "cleme2", "impara")
[GRID] = grids_with(["errant"], ["errant.beta=0.5,1,2"])
[TRADE_OFFS] = grids_with(["cleme2"], [])
SOME = Factors(), Factors(0.35, 0.25, 0.2, 0.2), Factors(0.1, 0.2, 0.1, 0.6), Factors(0.7, 0.1, 0.1, 0.1)
FACTORS = attrs.evolve(TRADE_OFFS, axes=tuple(attrs.evolve(axis, values=SOME) for axis in TRADE_OFFS.axes))
"""Some of CLEME2.0's grid: the default factors, and others."""
BETAS = attrs.evolve(GRID, axes=tuple(attrs.evolve(axis, folded=True) for axis in GRID.axes))
FAST = TuningSettings(objective="average", splits=2, resampling=ResamplingSettings(40))


def tune(data: Path, engine: EngineSettings, *metrics: Any, settings: TuningSettings = FAST) -> Tuning:
    return markscheme.tune("gjg15", data, metrics=metrics, settings=settings, work=markscheme.Work(engine))


@pytest.fixture(scope="module")
def bold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bold_gjg15(tmp_path_factory.mktemp("bold"))


def test_a_planted_optimum_is_found_and_taken(bold: Path, engine_settings: EngineSettings):
    errant, credit = tune(bold, engine_settings, BETAS, "credit").metrics
    for item in (errant, credit):
        assert item.candidates[item.best].settings["beta"] >= 2.0
        assert item.settings == item.candidates[item.best].settings
        assert item.default.score.value is not None
        assert item.difference.low is not None
        assert item.difference.low > 0
        assert all(fold.gain > 0 for fold in (*item.over_references, *item.over_halves))
        assert f"beta:{item.settings['beta']}" in item.signature


def test_without_evidence_the_default_stays_unless_it_is_said_otherwise(
    tmp_path: Path, engine_settings: EngineSettings
):
    data = write_bold_gjg15(tmp_path, people_want_bold=False)
    [item] = tune(data, engine_settings, BETAS).metrics
    assert item.settings == {"beta": 0.5}
    no_samples = attrs.evolve(FAST, resampling=ResamplingSettings(0))
    wanted = write_bold_gjg15(tmp_path / "other")
    [item] = tune(wanted, engine_settings, BETAS, settings=no_samples).metrics
    assert (item.settings, item.candidates[item.best].settings) == ({"beta": 0.5}, {"beta": 2.0})
    [item] = tune(wanted, engine_settings, BETAS, settings=attrs.evolve(no_samples, always=True)).metrics
    assert item.settings == {"beta": 2.0}


@pytest.mark.parametrize(
    ("aggregation", "metric"),
    [
        ("mean", "errant"),
        ("expected-wins", "errant"),
        ("corpus", "errant"),
        ("trueskill", "errant"),
        ("mean", "credit"),
        ("mean", "cleme2"),
    ],
)
def test_candidates_have_evaluate_s_correlations(
    tmp_path: Path, engine_settings: EngineSettings, aggregation: str, metric: str
):
    data = write_gjg15(tmp_path)
    settings = attrs.evolve(FAST, aggregation=aggregation)
    # CLEME2.0's candidates, which share their statistics, are scored in arrays and not by its fold.
    grid = FACTORS if metric == "cleme2" else attrs.evolve(BETAS, metric=metric)
    [item] = tune(data, engine_settings, grid, settings=settings).metrics
    assert len(item.candidates) == 3 + (metric == "cleme2")
    metrics = [markscheme.metric(metric, **candidate.settings) for candidate in item.candidates]
    result = markscheme.evaluate(
        "gjg15",
        data,
        metrics=metrics,
        settings=EvaluationSettings(aggregation, "expected-wins", resampling=FAST.resampling),
        work=markscheme.Work(engine_settings),
    )
    assert [column.references.name for column in result.columns] == list(item.references)
    for place, column in enumerate(result.columns):
        for candidate, row in zip(item.candidates, column.rows, strict=True):
            for name, interval in row.correlations.items():
                assert candidate.correlations[place][name] == pytest.approx(interval.value, abs=1e-12)
            values = candidate.correlations[place]
            assert values["comparisons"] == pytest.approx(row.sentence_tau.value, abs=1e-12)
            assert values["both"] == pytest.approx((values["average"] + values["comparisons"]) / 2, abs=1e-12)
    for number, candidate in enumerate(item.candidates):
        pairs = [
            [column.rows[number].correlations[name].value or 0 for name in ("pearson", "spearman")]
            for column in result.columns
        ]
        assert candidate.score.value == pytest.approx(np.mean(pairs))


def wins(values: list[list[float]]) -> list[float]:
    """Return Expected Wins of systems from their scores of sentences, the slow way."""
    scores = []
    for one, own in enumerate(values):
        shares = []
        for other, theirs in enumerate(values):
            decided = [mine > yours for mine, yours in zip(own, theirs, strict=True) if mine != yours]
            shares += [sum(decided) / len(decided)] if other != one and decided else []
        scores.append(sum(shares) / len(shares))
    return scores


def test_halves_are_scored_by_their_own_sentences_and_judgements(bold: Path, engine_settings: EngineSettings):
    settings = attrs.evolve(FAST, references=("expert-minimal",))
    [item] = tune(bold, engine_settings, BETAS, settings=settings).metrics
    sources = (bold / "official_submissions" / "INPUT").read_text().splitlines()
    systems = ["INPUT", *SYSTEMS]
    texts = {name: (bold / "official_submissions" / name).read_text().splitlines() for name in systems}
    people = [
        [2.0 if line in BOLD else 0.0 if line == source else 1.0 for line, source in zip(lines, sources, strict=True)]
        for lines in texts.values()
    ]
    files = {name: bold / "official_submissions" / name for name in systems}
    references = sorted((bold.parent / "sn8gec" / "expert_annotations" / "expert_minimal").iterdir())
    table = []
    for candidate in item.candidates:
        runs = (
            markscheme.Corpus.read(files, references, files["INPUT"])
            .score(
                markscheme.metric("errant", level="sentence", **candidate.settings),
                work=markscheme.Work(engine=engine_settings),
            )
            .runs
        )
        table.append([[sentence.scores.f for sentence in run.result.sentences] for run in runs])
    generator = np.random.default_rng(settings.resampling.seed)
    folds = iter(item.over_halves)
    for _ in range(settings.splits):
        first = sorted(generator.permutation(len(sources))[: len(sources) // 2].tolist())
        parts = (first, sorted(set(range(len(sources))) - set(first)))
        values = []
        for part in parts:
            judged = wins([[row[place] for place in part] for row in people])
            rated = [wins([[row[place] for place in part] for row in rows]) for rows in table]
            values.append([(stats.pearsonr(row, judged)[0] + stats.spearmanr(row, judged)[0]) / 2 for row in rated])
        for half in (0, 1):
            fold = next(folds)
            assert values[half][fold.winner] == pytest.approx(max(values[half]))
            assert fold.chosen == pytest.approx(values[1 - half][fold.winner])
            assert fold.default == pytest.approx(values[1 - half][0])


def test_every_grid_has_its_metric_s_settings_and_ascending_values():
    for name, grid in zip(METRICS_WITH_GRIDS, grids_with(METRICS_WITH_GRIDS, []), strict=True):
        assert grid.metric == name
        assert not {axis.setting for axis in grid.axes} & {axis.setting for axis in grid.further}
        for axis in (*grid.axes, *grid.further):
            assert axis.setting in {field.name for field in attrs.fields(METRICS.get(name))}
            values = [attrs.astuple(value) if isinstance(value, Factors) else value for value in axis.values]
            assert values == sorted(set(values))
        first, *others = grid.candidates
        assert first == grid.default
        assert first not in others


def test_only_folded_axes_share_statistics(engine_settings: EngineSettings, tmp_path: Path):
    [grid] = grids_with(["credit"], ["credit.tau=0.5,1", "credit.kept=0", "credit.beta=0.5,2"])
    grid = attrs.evolve(grid, axes=tuple(axis for axis in grid.axes if axis.setting != "kept"))
    assert len({grid.statistics_key(candidate) for candidate in grid.candidates}) == 3
    [item] = tune(write_gjg15(tmp_path), engine_settings, grid).metrics
    assert len(item.candidates) == 5


def test_several_aggregations_are_each_beside_each_way_of_people_s(tmp_path: Path, engine_settings: EngineSettings):
    data, ways = write_gjg15(tmp_path), ("expected-wins", "trueskill")
    [both] = tune(data, engine_settings, BETAS, settings=attrs.evolve(FAST, aggregation=ways, people=ways)).metrics
    alone = [
        tune(data, engine_settings, BETAS, settings=attrs.evolve(FAST, aggregation=one, people=other)).metrics[0]
        for one in ways
        for other in ways
    ]
    for number, candidate in enumerate(both.candidates):
        expected = np.mean([item.candidates[number].score.value for item in alone])
        assert candidate.score.value == pytest.approx(expected, abs=1e-12)
    for place, fold in enumerate(both.over_halves):
        assert fold.default == pytest.approx(
            np.mean([item.over_halves[place].default for item in alone]), abs=1e-12, nan_ok=True
        )


def test_candidates_that_are_rated_together_have_their_own_ratings(tmp_path: Path, engine_settings: EngineSettings):
    """More candidates than are rated at a time, and some of them by themselves."""
    data, settings = write_gjg15(tmp_path), attrs.evolve(FAST, aggregation="trueskill", splits=0)
    values = [0.5, *(round(0.6 + 0.05 * number, 2) for number in range(29))]

    def candidates(*betas: float) -> dict[float, str]:
        grids = grids_with(["errant"], [f"errant.beta={','.join(map(str, betas))}"])
        [item] = tune(data, engine_settings, *grids, settings=settings).metrics
        return {candidate.settings["beta"]: repr(candidate) for candidate in item.candidates}

    together = candidates(*values)
    assert len(together) == len(values)
    for value in (0.5, 0.6, values[24], values[25], values[-1]):
        assert candidates(value)[value] == together[value]


def test_axes_are_named_with_the_grid_s_values_or_with_one_s_own():
    credit, errant = grids_with(["credit", "errant"], ["credit.floor", "credit.tau=0.7,0.5,0.5", "errant.beta=1,2"])
    assert [axis.setting for axis in credit.axes] == ["tau", "kept", "beta", "floor"]
    assert credit.axes[0].values == (0.5, 0.7)
    assert credit.axes[2].folded
    [plain] = grids_with(["credit"], [])
    assert credit.axes[3] in plain.further
    assert [axis.setting for axis in plain.axes] == ["tau", "kept", "beta"]
    assert (errant.metric, [attrs.astuple(axis) for axis in errant.axes]) == (
        "errant",
        [("beta", (1.0, 2.0), False)],
    )
    [uot] = grids_with(["uot-errant"], ["uot-errant.regularisation", "uot-errant.mass=uniform,norm"])
    assert len(uot.candidates) == 3 * 3 * 3 * 2
    assert uot.axes[-1].values == ("norm", "uniform")


@pytest.mark.parametrize(
    ("axis", "message"),
    [
        ("floor", "'floor' is no axis. Write one such as credit.floor"),
        ("credit.floor=", "'credit.floor=' is no axis"),
        ("errant.beta=1", "errant is not tuned. Add it with --metric errant"),
        ("credit.vectorisation", "credit has no axis 'vectorisation'. Its axes are tau, kept, beta, floor, ceiling"),
        ("credit.taus=1", "credit has no setting 'taus' to be tried. Choose tau"),
        ("credit.level=corpus", "credit has no setting 'level'"),
        ("credit.ceiling=2", "credit: ceiling must be a number from 0 to 1, not 2"),
    ],
)
def test_an_axis_that_can_not_be_is_refused(axis: str, message: str):
    with pytest.raises(ChoiceError, match=re.escape(message)):
        grids_with(["credit"], [axis])


def test_trade_offs_are_the_paper_s_grid():
    factors = list(trade_offs(20))
    assert len(factors) == len(set(factors)) == 1771
    assert Factors() in factors
    assert all(sum(attrs.astuple(item)) == pytest.approx(1) for item in factors)


def test_the_file_is_the_same_again_whatever_else_is_tuned_and_reads_as_the_choice(
    bold: Path, engine_settings: EngineSettings, markscheme: Command
):
    def document(*metrics: str) -> str:
        chosen = [part for metric in metrics for part in ("--metric", metric)]
        options = "--objective", "average", "--splits", 2, "--resamples", 40, "--axis", "errant.beta=0.5,1,2"
        cache = "--cache", engine_settings.cache
        done = markscheme("eval", "tune", "--on", "gjg15", "--data", bold, *chosen, *options, *cache)
        assert done.returncode == 0, done.stderr
        return done.stdout

    result = tune(bold, engine_settings, BETAS, "impara")
    text = document("errant", "impara")
    assert text == document("errant", "impara")
    alone = tomllib.loads(document("errant"))
    content = tomllib.loads(text)
    assert alone["evidence"]["metrics"]["errant"] == content["evidence"]["metrics"]["errant"]
    assert str(bold) not in text
    read = parse_metric_settings(text)
    for item in result.metrics:
        assert read.of(item.metric) == item.settings
        evidence = content["evidence"]["metrics"][item.metric]
        assert len(evidence["candidates"]) == evidence["tried"] == len(item.candidates)
        scores = [row["score"] for row in evidence["candidates"]]
        assert scores == sorted(scores, reverse=True)
    [errant, impara] = result.metrics
    evidence = content["evidence"]["metrics"]["errant"]
    assert evidence["gain_over_reference_sets"] == pytest.approx(mean_gain(errant.over_references), abs=1e-4)
    assert impara.references == ("",)
    assert "folds_over_reference_sets" not in content["evidence"]["metrics"]["impara"]


def test_digests_name_what_was_used(bold: Path, tmp_path: Path, engine_settings: EngineSettings):
    one = tune(bold, engine_settings, BETAS).fingerprints
    other = tune(write_bold_gjg15(tmp_path, people_want_bold=False), engine_settings, BETAS).fingerprints
    assert {name for name in one if one[name] != other[name]} == {"judgements"}


@pytest.mark.parametrize("benchmark", ["seeda", "seeda-all"])
def test_seeda_is_refused(tmp_path: Path, benchmark: str):
    with pytest.raises(ValueError, match="reporting only"):
        markscheme.tune(benchmark, write_seeda(tmp_path), metrics=["errant"])


def test_samples_of_sentences_are_paired(bold: Path, engine_settings: EngineSettings):
    [item] = tune(bold, engine_settings, *grids_with(["errant"], ["errant.beta=0.5,0.501"])).metrics
    default, other = (candidate.score for candidate in item.candidates)
    assert (default.low, default.high) == (other.low, other.high)
    assert (item.difference.value, item.difference.low, item.difference.high) == (0.0, 0.0, 0.0)
    assert item.settings == {"beta": 0.5}
