"""The scores that metrics give to all systems of a benchmark, with everything computed once for all.

Each variant of a sentence is encoded once, however many systems, sets of references and metrics have it. A sentence's
statistics are computed once for all systems with the same output, and are in the cache at the next run.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.benchmark_sentences import ScoredSet, benchmark_sentences
from markscheme.evaluation.correlation.scoring_settings import ScoringSettings
from markscheme.evaluation.judgements.benchmark import Benchmark
from markscheme.evaluation.judgements.unchanged import sentences_with_references, without_unchanged
from markscheme.evaluation.ranking.aggregations import MetricScores, ranking_score
from markscheme.formats.parallel import sources_of
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.progress import Progress
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.scoring.statistics import SentenceStatistics

Numbers = npt.NDArray[np.float64]
MODEL_DECIMALS = 5
"""Decimals of a sentence's score by a metric that needs models; sentences that differ by less tie.

What an encoder computes for a text differs by some 1e-6 with the other texts of its batch. This must not decide
comparisons.
"""


def comparable_scores(metric: Metric[Any], scores: Numbers) -> Numbers:
    """Return scores of sentences that can be compared: rounded if the metric needs models."""
    return scores.round(MODEL_DECIMALS) if metric.needs_models else scores


def metric_scores(
    benchmark: Benchmark,
    sets: Sequence[ScoredSet],
    metrics: Sequence[Metric[Any]],
    models: Models,
    progress: Progress,
    settings: ScoringSettings = ScoringSettings(),
) -> tuple[tuple[MetricScores, ...], ...]:
    """Return, for each set of references, each metric's scores of the systems, at the level of sentences.

    Raises
    ------
    DocumentError
        If the texts don't line up.
    ChoiceError
        If a metric has no score of the settings' name, or references leave all sentences as they are and don't count.
    """
    chosen = [_chosen_references(benchmark, item, settings) for item in sets]
    numbers = (
        None if settings.unchanged_references else [sentences_with_references(item.references.texts) for item in chosen]
    )
    needs = frozenset[Need]().union(*(metric.needs for metric in metrics))
    sentences = benchmark_sentences(benchmark, chosen, needs, models, progress, numbers)
    by_metric = [_scores(metric, chosen, sentences, models, progress, settings.score) for metric in metrics]
    return tuple(
        tuple(attrs.evolve(scores[number], kept=None if numbers is None else numbers[number]) for scores in by_metric)
        for number in range(len(sets))
    )


def ranked_by(scores: MetricScores, name: str) -> MetricScores:
    """Return a metric's scores ranked by another one of its scores; see :func:`ranking_score`.

    Raises
    ------
    ChoiceError
        If the metric has no score of the name.
    """
    by_sentence = attrs.evolve(scores.metric, level="sentence")
    return attrs.evolve(scores, sentences=_sentence_scores(by_sentence, scores.statistics, name), score=name)


def _chosen_references(benchmark: Benchmark, scored: ScoredSet, settings: ScoringSettings) -> ScoredSet:
    """Return the set with the references and edits that the settings choose."""
    references = scored.references
    texts = references.stated if settings.reference_edits == "stated" and references.stated else references.texts
    if not settings.unchanged_references:
        texts = without_unchanged(sources_of(texts, benchmark.source), texts)
    return attrs.evolve(scored, references=attrs.evolve(references, texts=texts))


def _scores(
    metric: Metric[Any],
    sets: Sequence[ScoredSet],
    sentences: Sequence[Sequence[Sentence]],
    models: Models,
    progress: Progress,
    score: str,
) -> list[MetricScores]:
    by_sentence = attrs.evolve(metric, level="sentence")
    distinct = list(dict.fromkeys(sentence for part in sentences for sentence in part))
    computed = SentenceStatistics(by_sentence, models).of(distinct, (), progress)
    statistics = dict(zip(distinct, computed, strict=True))
    return [
        _scores_of_set(by_sentence, scored, part, statistics, models, score)
        for scored, part in zip(sets, sentences, strict=True)
    ]


def _scores_of_set(
    metric: Metric[Any],
    scored: ScoredSet,
    sentences: Sequence[Sentence],
    statistics: Mapping[Sentence, Any],
    models: Models,
    score: str,
) -> MetricScores:
    size = len(sentences) // len(scored.systems)
    rows = tuple(
        tuple(statistics[sentence] for sentence in sentences[start : start + size])
        for start in range(0, len(sentences), size)
    )
    scores = _sentence_scores(metric, rows, score)
    signature = score_signature(metric, SignatureNames(models), len(scored.references.texts), 0)
    return MetricScores(attrs.evolve(metric, level="corpus"), scored.systems, rows, scores, signature, score)


def _sentence_scores(metric: Metric[Any], rows: Sequence[Sequence[Any]], name: str) -> npt.NDArray[np.float64]:
    """Return the scores that rank sentences, shape (systems, sentences)."""
    scores = np.array(
        [[ranking_score(metric, item.scores, name) for item in metric.fold(row).sentences] for row in rows]
    )
    return comparable_scores(metric, scores)
