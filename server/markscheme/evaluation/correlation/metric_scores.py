"""The scores that metrics give to all systems of a benchmark, with edits and vectors computed once for all."""

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from markscheme.alignment.parallel import parallel_passages
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


def metric_scores(
    benchmark: Benchmark,
    references: ReferenceSet,
    metrics: Sequence[Metric[Any]],
    systems: Sequence[str],
    models: Models,
    progress: Progress,
) -> tuple[MetricScores, ...]:
    """Return each metric's scores of the systems against a set of references.

    Each output is parsed and compared with its source once for all metrics; models keep its edits and vectors for
    other sets of references. Sentences are scored at the level of sentences.

    Raises
    ------
    DocumentError
        If the texts don't line up.
    """
    texts = [text for text in benchmark.systems if text.name in systems]
    sources = sources_of([*texts, *references.texts], benchmark.source)
    passages = [passage for text in texts for passage in parallel_passages(sources, text, references.texts)]
    needs = frozenset[Need]().union(*(metric.needs for metric in metrics))
    sentences = SentenceReader(needs, Decisions(), Factors(), models).read(passages, progress)
    names = tuple(text.name for text in texts)
    return tuple(_scores(metric, sentences, names, len(references.texts), models, progress) for metric in metrics)


def _scores(
    metric: Metric[Any],
    sentences: Sequence[Sentence],
    systems: tuple[str, ...],
    references: int,
    models: Models,
    progress: Progress,
) -> MetricScores:
    by_sentence = attrs.evolve(metric, level="sentence")
    statistics = SentenceStatistics(by_sentence, models).of(sentences, (), progress)
    size = len(sentences) // len(systems)
    rows = tuple(tuple(statistics[start : start + size]) for start in range(0, len(statistics), size))
    scores = np.array([[main_score(item.scores) for item in by_sentence.fold(row).sentences] for row in rows])
    signature = score_signature(by_sentence, SignatureNames(models), references, 0)
    return MetricScores(attrs.evolve(metric, level="corpus"), systems, rows, scores, signature)
