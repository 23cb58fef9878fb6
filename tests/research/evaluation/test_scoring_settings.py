"""What metrics score in a meta-evaluation: another score, unchanged references, stated edits, factors side by side."""

from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

import markscheme
from markscheme import EngineSettings
from markscheme.inference.models import Models
from markscheme.metrics.base import Metric
from markscheme.metrics.cleme2 import Cleme2, Scores
from markscheme.metrics.errant import Errant
from markscheme.research.judgements import BENCHMARKS, Benchmark
from markscheme.research.meta_evaluation import EvaluationSettings
from markscheme.research.ranking import AGGREGATIONS, BenchmarkScorer, MetricScores, ScoredSet, ranking_score
from markscheme.research.resampling import ResamplingSettings
from research.evaluation import small_benchmark

MINIMAL = "expert-minimal"
Scoring = Any
"""What metrics score, as settings of an evaluation have it."""


def scoring(**changed: object) -> Scoring:
    return attrs.evolve(EvaluationSettings().scoring, **changed)


@pytest.fixture(scope="module")
def models(engine_settings: EngineSettings) -> Models:
    return Models(engine_settings)


@pytest.fixture
def small(tmp_path: Path) -> Benchmark:
    """Return SEEDA in small, with one set of two references, of which one leaves every other sentence as it is."""
    root = small_benchmark.write_seeda(tmp_path)
    folder = tmp_path / "sn8gec" / "turker_annotations" / "turkers_minimal"
    half = small_benchmark.corrected(1, 3, 5, 7)
    small_benchmark.write_lines(folder / "turker_minimalA", half)
    small_benchmark.write_lines(folder / "turker_minimalB", small_benchmark.corrected(1, 3))
    return BENCHMARKS.get("seeda")(root, tmp_path)


def scores_of(
    benchmark: Benchmark, metric: Metric, models: Models, settings: Scoring = EvaluationSettings().scoring
) -> MetricScores:
    references = benchmark.reference_set("non-expert-minimal")
    scorer = BenchmarkScorer(benchmark, models, settings)
    [[scores]] = scorer.scores([ScoredSet(references, benchmark.names)], [metric])
    return scores


def test_a_score_of_which_less_is_better_ranks_by_its_complement():
    scores = Scores(hit=0.5, wrong=0.25, under=0.25, over=0.1, score=0.6)
    names = (None, "score", "hit", "wrong", "under", "over")
    assert [ranking_score(Cleme2(), scores, name) for name in names] == pytest.approx([0.6, 0.6, 0.5, 0.75, 0.75, 0.9])
    with pytest.raises(ValueError, match=r"cleme2 has no score .f.\. Its scores are hit, wrong, under, over, score"):
        ranking_score(Cleme2(), scores, "f")


def test_another_score_ranks_sentences_and_systems(small: Benchmark, models: Models):
    scores = scores_of(small, Errant(), models, scoring(score="recall"))
    once = np.ones((1, scores.sentences.shape[1]))
    expected = [scores.metric.fold(rows) for rows in scores.statistics]
    systems = [score.scores.recall for score in expected]
    assert AGGREGATIONS.get("corpus").of_metric(scores, once)[0].tolist() == pytest.approx(systems)
    by_sentence = attrs.evolve(scores.metric, level="sentence")
    recalls = [[item.scores.recall for item in by_sentence.fold(rows).sentences] for rows in scores.statistics]
    assert scores.sentences.tolist() == recalls


def test_unchanged_references_leave_their_sentences(small: Benchmark, models: Models):
    """Of six judged sentences (1, 2, 3, 5, 6, 8) one reference changes 1, 3 and 5, the other one 1 and 3."""
    whole = scores_of(small, Errant(), models)
    assert whole.kept is None
    assert whole.sentences.shape[1] == len(small_benchmark.JUDGED)
    scores = scores_of(small, Errant(), models, scoring(unchanged_references=False))
    assert scores.kept is not None
    assert [small_benchmark.JUDGED[place] for place in scores.kept] == [1, 3, 5]
    assert {len(rows[place]) for rows in scores.statistics for place in (0, 1)} == {2}
    assert {len(rows[2]) for rows in scores.statistics} == {1}


def test_comparisons_of_left_out_sentences_do_not_count(tmp_path: Path, engine_settings: EngineSettings):
    root = small_benchmark.write_seeda(tmp_path)
    minimal = tmp_path / "sn8gec" / "expert_annotations" / "expert_minimal" / "expert_minimalB"
    small_benchmark.write_lines(minimal, small_benchmark.corrected(1, 3))
    compared = []
    for unchanged in (True, False):
        settings = EvaluationSettings(
            references=(MINIMAL,),
            resampling=ResamplingSettings(0),
            scoring=scoring(unchanged_references=unchanged),
        )
        result = markscheme.evaluate(
            "seeda",
            root,
            metrics=["errant"],
            settings=settings,
            work=markscheme.Work(engine_settings),
        )
        compared.append(result.columns[0].rows[0].comparisons)
    assert 0 < compared[1] < compared[0]


def test_references_that_change_nothing_at_all_are_said(tmp_path: Path, engine_settings: EngineSettings):
    root = small_benchmark.write_seeda(tmp_path)
    minimal = tmp_path / "sn8gec" / "expert_annotations" / "expert_minimal" / "expert_minimalB"
    small_benchmark.write_lines(minimal, small_benchmark.SOURCE)
    settings = EvaluationSettings(references=(MINIMAL,), scoring=scoring(unchanged_references=False))
    with pytest.raises(ValueError, match="leave all sentences as they are"):
        markscheme.evaluate("seeda", root, metrics=["errant"], settings=settings, work=markscheme.Work(engine_settings))


def test_all_sentences_count_in_whole_seeda(tmp_path: Path):
    root = small_benchmark.write_seeda(tmp_path)
    judged, whole = (BENCHMARKS.get(name)(root, tmp_path) for name in ("seeda", "seeda-all"))
    assert len(whole.source.sides) == len(small_benchmark.SOURCE)
    assert len(judged.source.sides) == len(small_benchmark.JUDGED)
    first, same = judged.judgements[0].rankings[0], whole.judgements[0].rankings[0]
    assert first.ranks == same.ranks
    texts = [side.segment.tokens for side in whole.source.sides]
    assert judged.source.sides[first.sentence].segment.tokens == texts[same.sentence]


def test_sets_of_systems_differ_by_input_and_by_the_person(tmp_path: Path):
    benchmark = BENCHMARKS.get("seeda")(small_benchmark.write_seeda(tmp_path), tmp_path)
    base = benchmark.system_set("base").systems
    assert set(benchmark.system_set("base-input").systems) == {*base, "INPUT"}
    assert set(benchmark.system_set("base-machines").systems) == set(base) - {"REF-M"}


def test_stated_edits_of_references_are_those_of_their_file(data: Path):
    benchmark = BENCHMARKS.get("gjg15")(data / "gjg15", data)
    official = benchmark.reference_set("official")
    for text, stated in zip(official.texts, official.stated, strict=True):
        assert [side.segment.tokens for side in text.sides] == [side.segment.tokens for side in stated.sides]
        assert not any(side.states_edits for side in text.sides)
        assert all(side.states_edits for side in stated.sides)
    assert benchmark.reference_set(MINIMAL).stated == ()
