"""Correlations, tests and agreement equal scipy's and slow computations."""

import random
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import attrs
import numpy as np
import pytest
from scipy import stats

import markscheme
from markscheme import EngineSettings, MetaEvaluation
from markscheme.metrics.base import Level, Metric, ModelOutputs, Need, NoCounts, Score, Sentence, SentenceScore
from markscheme.metrics.gleu import NgramScores
from markscheme.research.judgements import Ranking, comparisons_of
from markscheme.research.meta_evaluation import TIE_POLICIES, agreements, williams
from markscheme.tuning import EvaluationSettings, ResamplingSettings
from research.evaluation.small_benchmark import write_seeda

GENERATOR = np.random.default_rng(11)


@attrs.frozen(kw_only=True)
class Drawn(Metric[float]):
    """A metric that draws a sentence's score, one of a few numbers, by what is written there."""

    name = "drawn"
    title = "Drawn"
    needs = frozenset({Need.TEXTS})

    seed: int
    numbers: int = 3
    level: Level = "corpus"

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> float:
        return float(random.Random(f"{self.seed} {sentence.hypothesis}").randrange(self.numbers))

    def fold(self, statistics: Iterable[float], *, keep_sentences: bool = True) -> Score[NoCounts, NgramScores]:
        drawn = list(statistics)
        sentences = tuple(SentenceScore(None, NoCounts(), NgramScores(number)) for number in drawn)
        return Score(NoCounts(), NgramScores(fmean(drawn)), len(drawn), sentences)


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory, engine_settings: EngineSettings) -> MetaEvaluation:
    """Return an evaluation of twenty metrics, some of whose scores are equal, and of one whose scores all are."""
    metrics = [*(Drawn(seed=number) for number in range(20)), Drawn(seed=0, numbers=1)]
    settings = EvaluationSettings(aggregation="mean", resampling=ResamplingSettings(0))
    folder = write_seeda(tmp_path_factory.mktemp("drawn"))
    return markscheme.evaluate(
        "seeda",
        folder,
        metrics=metrics,
        settings=settings,
        work=markscheme.Work(engine_settings),
    )


def close(value: float | None, expected: float) -> bool:
    """Return whether numbers are as good as equal; no number is none."""
    return np.isnan(expected) if value is None else value == pytest.approx(expected)


@pytest.mark.filterwarnings("ignore:An input array is constant")
def test_correlations_are_scipy_s_with_equal_values_too(evaluation: MetaEvaluation):
    theirs: dict[str, Any] = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    for column in evaluation.columns:
        assert any(len(set(row.scores.values())) < len(row.scores) for row in column.rows[:-1])
        for row in column.rows:
            assert row.correlations.keys() == theirs.keys()
            for name, correlation in theirs.items():
                assert close(
                    row.correlations[name].value,
                    correlation(list(row.scores.values()), list(column.people.values()))[0],
                ), name
        assert {item.value for item in column.rows[-1].correlations.values()} == {None}


@pytest.mark.filterwarnings("ignore:An input array is constant")
def test_windows_go_from_the_best_system_on(evaluation: MetaEvaluation):
    for column in evaluation.columns:
        best = sorted(column.people, key=column.people.__getitem__, reverse=True)
        for row in column.rows:
            assert [window.first for window in row.windows] == list(range(1, len(best) - 2))
            for window in row.windows:
                chosen = best[window.first - 1 : window.first + 3]
                assert window.systems == tuple(chosen)
                scores, people = ([values[name] for name in chosen] for values in (row.scores, column.people))
                assert close(window.pearson, stats.pearsonr(scores, people)[0])
                assert close(window.spearman, stats.spearmanr(scores, people)[0])


def test_a_window_of_all_systems_is_one_and_of_more_is_none(tmp_path: Path, engine_settings: EngineSettings):
    for window, expected in ((5, 1), (6, 0)):
        settings = EvaluationSettings(
            aggregation="mean", window=window, references=("expert-minimal",), resampling=ResamplingSettings(0)
        )
        result = markscheme.evaluate(
            "seeda",
            write_seeda(tmp_path / str(window)),
            metrics=["errant"],
            settings=settings,
            work=markscheme.Work(engine_settings),
        )
        assert {len(column.rows[0].windows) for column in result.columns} == {expected}


def test_williams_test_is_the_formula_of_graham_and_baldwin():
    first, second, between, count = 0.9, 0.7, 0.6, 12
    k = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    below = 2 * k * (count - 1) / (count - 3) + (second + first) ** 2 / 4 * (1 - between) ** 3
    expected = (first - second) * ((count - 1) * (1 + between)) ** 0.5 / below**0.5
    result = williams(first, second, between, count)
    assert result.statistic == pytest.approx(expected)
    assert result.p == pytest.approx(2 * stats.t.sf(expected, count - 3))
    assert williams(second, first, between, count).p == pytest.approx(result.p)
    assert williams(0.5, 0.5, 1.0, 12).p == 1.0


def test_williams_test_rejects_rarely_where_correlations_are_equal():
    people = GENERATOR.normal(size=(2000, 12))
    one, other = (people + GENERATOR.normal(size=people.shape) for _ in range(2))
    pairs = ((one, people), (other, people), (one, other))
    values = zip(*([np.corrcoef(*rows)[0, 1] for rows in zip(*pair, strict=True)] for pair in pairs), strict=True)
    rejected = np.mean([williams(*map(float, row), 12).p < 0.05 for row in values])
    assert 0.02 < rejected < 0.08


def test_williams_test_needs_four_systems():
    with pytest.raises(ValueError, match="4 systems"):
        williams(0.1, 0.2, 0.3, 3)


NAMES = ("A", "B", "C", "D")
RANKINGS = [
    Ranking(int(number), annotator, tuple(zip(NAMES, map(int, GENERATOR.integers(1, 4, 4)), strict=True)))
    for number in range(6)
    for annotator in ("ann", "bea")
]
SCORES = GENERATOR.integers(0, 3, (4, 6)).astype(float)


def slow_agreement(policy: str, sentences: list[int]) -> tuple[int, int]:
    agreed = counted = 0
    for number in sentences:
        for ranking in RANKINGS:
            if ranking.sentence != number:
                continue
            for first, second in combinations(range(4), 2):
                people = ranking.ranks[second][1] - ranking.ranks[first][1]
                metric = SCORES[first, number] - SCORES[second, number]
                if people == 0 or (metric == 0 and policy == "leave-out"):
                    continue
                if metric == 0 and policy == "first-loses":
                    metric = -1
                counted += 1
                agreed += people * metric > 0
    return agreed, counted


@pytest.mark.parametrize("policy", ["disagree", "first-loses", "leave-out"])
def test_accuracy_and_tau_count_comparisons_that_people_decide(policy: str):
    result = agreements(SCORES, comparisons_of(RANKINGS, NAMES), TIE_POLICIES.get(policy))
    for counts in ([1, 1, 1, 1, 1, 1], [2, 0, 1, 1, 2, 0]):
        agreed, counted = slow_agreement(policy, list(np.repeat(range(6), counts)))
        weights = np.array([counts], dtype=float)
        assert result.accuracy(weights)[0] == pytest.approx(agreed / counted)
        assert result.tau(weights)[0] == pytest.approx((agreed - (counted - agreed)) / counted)


def test_pairs_of_systems_add_up_to_the_whole():
    result = agreements(SCORES, comparisons_of(RANKINGS, NAMES), TIE_POLICIES.get("disagree"))
    assert np.triu(result.agreed_by_pair).sum() == result.agreed.sum()
    assert np.triu(result.counted_by_pair).sum() == result.counted.sum()
    np.testing.assert_array_equal(result.by_pair, result.by_pair.T)
