"""The scores that metrics give to all systems of a benchmark, with everything computed once for all.

All sets of references are read together: each text is parsed once, each edit extracted once, and each variant of a
sentence encoded once, however many systems, sets of references and metrics have it. A sentence's statistics are
computed once for all systems with the same output, and are in the cache at the next run.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from markscheme.alignment.parallel import parallel_passages
from markscheme.alignment.passages import Passage
from markscheme.evaluation.judgements.benchmark import Benchmark, ReferenceSet
from markscheme.evaluation.ranking.aggregations import MetricScores, main_score
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.parallel import sources_of
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.metrics.cleme2 import Factors
from markscheme.progress import Progress
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import SentenceReader
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.scoring.statistics import SentenceStatistics

MODEL_DECIMALS = 5
"""Decimals of a sentence's score by a metric that needs models; sentences that differ by less tie.

What an encoder computes for a text differs by some 1e-6 with the other texts of its batch. This must not decide
comparisons.
"""


@attrs.frozen
class ScoredSet:
    """A set of references, and the names of the systems that are scored against it."""

    references: ReferenceSet
    systems: tuple[str, ...]


def metric_scores(
    benchmark: Benchmark,
    sets: Sequence[ScoredSet],
    metrics: Sequence[Metric[Any]],
    models: Models,
    progress: Progress,
) -> tuple[tuple[MetricScores, ...], ...]:
    """Return, for each set of references, each metric's scores of the systems, at the level of sentences.

    Raises
    ------
    DocumentError
        If the texts don't line up.
    """
    sentences = system_sentences(benchmark, sets, metrics, models, progress)
    by_metric = [_scores(metric, sets, sentences, models, progress) for metric in metrics]
    return tuple(tuple(scores[number] for scores in by_metric) for number in range(len(sets)))


def system_sentences(
    benchmark: Benchmark,
    sets: Sequence[ScoredSet],
    metrics: Sequence[Metric[Any]],
    models: Models,
    progress: Progress,
) -> list[list[Sentence]]:
    """Return, for each set of references, the sentences of its systems, one system after the other.

    Raises
    ------
    DocumentError
        If the texts don't line up.
    """
    needs = frozenset[Need]().union(*(metric.needs for metric in metrics))
    reader = SentenceReader(needs, Decisions(), Factors(), models)
    passages = [_passages(benchmark, item) for item in sets]
    reader.extract([passage for part in passages for passage in part], progress)
    return [reader.read(part, progress) for part in passages]


def _passages(benchmark: Benchmark, scored: ScoredSet) -> list[Passage]:
    texts = {text.name: text for text in benchmark.systems}
    hypotheses, references = [texts[name] for name in scored.systems], scored.references.texts
    sources = sources_of([*hypotheses, *references], benchmark.source)
    return [passage for text in hypotheses for passage in parallel_passages(sources, text, references)]


def _scores(
    metric: Metric[Any],
    sets: Sequence[ScoredSet],
    sentences: Sequence[Sequence[Sentence]],
    models: Models,
    progress: Progress,
) -> list[MetricScores]:
    by_sentence = attrs.evolve(metric, level="sentence")
    distinct = list(dict.fromkeys(sentence for part in sentences for sentence in part))
    computed = SentenceStatistics(by_sentence, models).of(distinct, (), progress)
    statistics = dict(zip(distinct, computed, strict=True))
    return [
        _scores_of_set(by_sentence, scored, part, statistics, models)
        for scored, part in zip(sets, sentences, strict=True)
    ]


def _scores_of_set(
    metric: Metric[Any],
    scored: ScoredSet,
    sentences: Sequence[Sentence],
    statistics: Mapping[Sentence, Any],
    models: Models,
) -> MetricScores:
    size = len(sentences) // len(scored.systems)
    rows = tuple(
        tuple(statistics[sentence] for sentence in sentences[start : start + size])
        for start in range(0, len(sentences), size)
    )
    scores = np.array([[main_score(item.scores) for item in metric.fold(row).sentences] for row in rows])
    if metric.needs_models:
        scores = scores.round(MODEL_DECIMALS)
    signature = score_signature(metric, SignatureNames(models), len(scored.references.texts), 0)
    return MetricScores(attrs.evolve(metric, level="corpus"), scored.systems, rows, scores, signature)
