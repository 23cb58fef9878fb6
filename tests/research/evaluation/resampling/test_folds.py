"""Scores of many resamples at once equal the metric's own fold of each resample."""

import random
from collections.abc import Iterable
from statistics import median
from typing import Any

import attrs
import numpy as np
import pytest

from markscheme.metrics.base import Metric, ModelOutputs, Need, NoCounts, Score, Sentence, metric
from markscheme.metrics.cleme2 import ChunkMetric, ChunkRow, ChunkStatistics
from markscheme.metrics.errant import Errant
from markscheme.metrics.gleu import NgramScore, NgramScores
from markscheme.research.resampling import (
    Candidates,
    ResamplingSettings,
    bootstrap_blocks,
    choose_by_total,
    f_rank,
    overlap_preferences,
    resample_fold,
    rounded,
    settled,
    totals_by_choice,
)

SENTENCES = 40
SEED_STEP = 101
"""By which the seeds of GLEU's draws differ, as in its authors' code."""
RESAMPLES = next(bootstrap_blocks(SENTENCES, ResamplingSettings(resamples=30), 30))


def overlaps(chance: random.Random, *, whole: bool = True) -> list[Any]:
    def number() -> float:
        return chance.choice([0, 0, 1, 1, 2, 3]) if whole else chance.random()

    return [tuple((number(), number(), number()) for _ in range(chance.randint(1, 4))) for _ in range(SENTENCES)]


def chunks(chance: random.Random, weighting: str) -> list[ChunkStatistics]:
    return [
        ChunkStatistics(
            tuple(_chunk_row(chance, index, weighting) for index in range(chance.randint(1, 3))),
            chance.randint(0, 6),
            chance.randint(0, 3),
        )
        for _ in range(SENTENCES)
    ]


def _chunk_row(chance: random.Random, index: int, weighting: str) -> ChunkRow:
    tp, wrong, over, fn, tn = (chance.choice([0, 0, 1, 1, 2]) for _ in range(5))
    counts = (tp, wrong, over, fn, tn)
    if weighting == "none":
        return ChunkRow(index, None, counts)
    if weighting == "similarity":
        weights = tuple(chance.random() * count for count in counts)
        return ChunkRow(index, index, counts, weights)  # type: ignore[arg-type]
    lengths = tuple((place, chance.randint(0, 4)) for place in range(4) for _ in range(counts[place]))
    return ChunkRow(index, index, counts, None, lengths)


def gleu_statistics(chance: random.Random) -> list[Any]:
    def row() -> tuple[float, ...]:
        return (float(chance.randint(3, 9)), *(float(chance.randint(0, 4)) for _ in range(8)))

    return [(chance.randint(3, 9), (row(), row())) for _ in range(SENTENCES)]


def slow(chosen: Metric[Any], statistics: Iterable[Any]) -> np.ndarray:
    """Fold each resample by itself."""
    statistics = list(statistics)
    return np.asarray(
        [attrs.astuple(chosen.fold([statistics[index] for index in row]).scores) for row in RESAMPLES.tolist()]
    )


@pytest.mark.parametrize("level", ["corpus", "sentence"])
@pytest.mark.parametrize("name", ["errant", "pt-errant", "uot-errant", "credit"])
def test_overlaps_are_folded_as_the_metric_folds_them(name: str, level: str):
    statistics = overlaps(random.Random(name), whole=name == "errant")
    chosen = metric(name, level=level)
    np.testing.assert_allclose(
        resample_fold(chosen, settled(chosen, statistics))(RESAMPLES), slow(chosen, statistics), atol=1e-12
    )


@pytest.mark.parametrize("level", ["corpus", "sentence"])
@pytest.mark.parametrize("weighting", ["none", "similarity", "length"])
@pytest.mark.parametrize("name", ["cleme", "cleme2"])
def test_chunks_are_folded_as_the_metric_folds_them(name: str, weighting: str, level: str):
    chosen = metric(name, level=level, weighting=weighting)
    assert isinstance(chosen, ChunkMetric)
    statistics = chunks(random.Random(name), weighting)
    expected = slow(chosen, settled(chosen, statistics))
    np.testing.assert_allclose(resample_fold(chosen, settled(chosen, statistics))(RESAMPLES), expected, atol=1e-12)


def test_weights_by_length_of_all_sentences_are_the_fold_s():
    chosen = metric("cleme")
    assert isinstance(chosen, ChunkMetric)
    statistics = chunks(random.Random(1), "length")
    scores = resample_fold(chosen, settled(chosen, statistics))(np.arange(SENTENCES)[None, :])
    assert tuple(scores[0]) == pytest.approx(attrs.astuple(chosen.fold(statistics).scores), abs=1e-12)


@pytest.mark.parametrize("level", ["corpus", "sentence"])
def test_green_keeps_each_sentence_s_best_reference(level: str):
    chance = random.Random(3)
    statistics = [tuple(tuple(chance.randint(0, 3) for _ in range(12)) for _ in range(2)) for _ in range(SENTENCES)]
    chosen = metric("green", level=level)
    np.testing.assert_allclose(
        resample_fold(chosen, settled(chosen, statistics))(RESAMPLES), slow(chosen, statistics), atol=1e-12
    )


def test_gleu_keeps_the_references_of_its_draws():
    statistics = gleu_statistics(random.Random(4))
    generators = [random.Random(number * SEED_STEP) for number in range(20)]
    drawn = [[rows[generator.randint(0, 1)] for generator in generators] for _, rows in statistics]
    single = metric("gleu")
    expected = [
        np.mean(
            [
                single.fold([(statistics[index][0], (drawn[index][draw],)) for index in row]).scores.score
                for draw in range(20)
            ]
        )
        for row in RESAMPLES[:5].tolist()
    ]
    chosen = metric("gleu", samples=20)
    scores = resample_fold(chosen, settled(chosen, statistics))(RESAMPLES)
    np.testing.assert_allclose(scores[:5, 0], expected, atol=1e-12)
    everything = resample_fold(chosen, settled(chosen, statistics))(np.arange(SENTENCES)[None, :])
    assert everything[0, 0] == pytest.approx(chosen.fold(statistics).scores.score, abs=1e-12)


@attrs.frozen(kw_only=True)
class Median(Metric[float]):
    """A metric of an installed package."""

    name = "median"
    title = "Median"
    needs = frozenset({Need.TEXTS})

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> float:
        return float(len(sentence.hypothesis))

    def fold(self, statistics: Iterable[float], *, keep_sentences: bool = True) -> NgramScore:
        return Score(NoCounts(), NgramScores(median(statistics)), SENTENCES)


def test_a_metric_of_a_package_folds_each_resample():
    chance = random.Random(7)
    statistics = [chance.gauss(0, 2) for _ in range(SENTENCES)]
    scores = resample_fold(Median(), settled(Median(), statistics))(RESAMPLES)
    np.testing.assert_array_equal(scores, slow(Median(), statistics))


class FirstReference(Errant):
    """ERRANT as a package may change it: every sentence has its first reference."""

    def fold(self, statistics: Iterable[Any], *, keep_sentences: bool = True) -> Any:
        return super().fold([rows[:1] for rows in statistics], keep_sentences=keep_sentences)


def test_a_subclass_that_folds_in_its_own_way_folds_each_resample():
    chance = random.Random(7)
    statistics = [[(chance.randint(0, 3), chance.randint(0, 3), 1) for _ in range(2)] for _ in range(SENTENCES)]
    scores = resample_fold(FirstReference(), statistics)(RESAMPLES)
    np.testing.assert_array_equal(scores, slow(FirstReference(), statistics))


def test_impara_is_a_mean():
    chance = random.Random(5)
    statistics = [(chance.gauss(0, 2), chance.uniform(0.8, 1)) for _ in range(SENTENCES)]
    chosen = metric("impara")
    np.testing.assert_allclose(
        resample_fold(chosen, settled(chosen, statistics))(RESAMPLES), slow(chosen, statistics), atol=1e-12
    )


def test_values_are_rounded_as_python_rounds_them():
    values = np.asarray([number / 160 for number in range(161)] + [number / 7 for number in range(8)])
    assert rounded(values, 4).tolist() == [round(value, 4) for value in values.tolist()]


def test_the_rows_of_a_choice_add_up_to_its_totals():
    candidates = Candidates.of(overlaps(random.Random(6)))
    preferred = overlap_preferences(candidates.values)
    choice = choose_by_total(candidates, RESAMPLES, f_rank(0.5, 4), preferred)
    np.testing.assert_array_equal(candidates.values[choice.rows].sum(axis=1), choice.totals)
    np.testing.assert_array_equal(totals_by_choice(candidates, RESAMPLES, f_rank(0.5, 4), preferred), choice.totals)


def test_preferences_are_ordered_as_tuples_are():
    rows = [(tp, fp, fn) for sentence in overlaps(random.Random(8)) for tp, fp, fn in sentence]
    order = {row: number for number, row in enumerate(sorted({(tp, -fp, -fn) for tp, fp, fn in rows}))}
    expected = [order[tp, -fp, -fn] for tp, fp, fn in rows]
    assert overlap_preferences(np.asarray(rows, dtype=float)).tolist() == expected
