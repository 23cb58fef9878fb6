"""Scores of metrics on a benchmark's sentences, computed once for all questions about them.

Texts are parsed, edits extracted and variants of sentences encoded once, however many systems, sets of references and
metrics have them. Statistics are computed once for all systems with the same output, and are in the cache at the next
run.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, get_args

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.alignment.passages import Passage, parallel_passages
from markscheme.evaluation.judgements import Benchmark, ReferenceSet, sentences_with_references, without_unchanged
from markscheme.evaluation.ranking import MetricScores, ranking_score
from markscheme.formats.corpus import sources_of
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.progress import Progress
from markscheme.scoring.models import Models, SignatureNames, score_signature
from markscheme.scoring.scorer import SentenceReader, SentenceStatistics

Indices = npt.NDArray[np.int64]


@attrs.frozen
class ScoredSet:
    """A set of references, and the names of the systems that are scored against it."""

    references: ReferenceSet
    systems: tuple[str, ...]


def benchmark_sentences(
    benchmark: Benchmark,
    sets: Sequence[ScoredSet],
    needs: Collection[Need],
    models: Models,
    progress: Progress,
    numbers: Sequence[Indices] | None = None,
) -> list[list[Sentence]]:
    """Return, for each set of references, the sentences of its systems, one system after the other.

    ``numbers`` are indices of sentences for each set; ``None`` for all. Raise DocumentError if the texts don't line up.
    """
    reader = SentenceReader(frozenset(needs), models)
    passages = [
        _passages(benchmark, item, None if numbers is None else numbers[place]) for place, item in enumerate(sets)
    ]
    reader.extract([passage for part in passages for passage in part], progress)
    return [reader.read(part, progress) for part in passages]


def _passages(benchmark: Benchmark, scored: ScoredSet, numbers: Indices | None) -> list[Passage]:
    texts = {text.name: text for text in benchmark.systems}
    hypotheses, references = [texts[name] for name in scored.systems], scored.references.texts
    sources = sources_of([*hypotheses, *references], benchmark.source)
    by_system = [list(parallel_passages(sources, text, references)) for text in hypotheses]
    chosen = range(len(sources)) if numbers is None else numbers.tolist()
    return [passages[number] for passages in by_system for number in chosen]


ReferenceEdits = Literal["extracted", "stated"]
REFERENCE_EDITS: dict[str, ReferenceEdits] = {name: name for name in get_args(ReferenceEdits)}


@attrs.frozen
class ScoringSettings:
    """What metrics score, and by which of their scores.

    ``score`` ranks, such as CLEME2.0's ``hit``; empty for each metric's main one; where smaller is better, 1 minus it.
    Without ``unchanged_references``, a reference doesn't count where it leaves a sentence as it is, and sentences that
    no reference changes are left out (CLEME2.0, Tables 1 and 8). ``reference_edits`` are ``extracted`` by ERRANT, as
    for systems, or ``stated`` by the references' file, where it does.
    """

    score: str = ""
    unchanged_references: bool = True
    reference_edits: ReferenceEdits = "extracted"


Numbers = npt.NDArray[np.float64]
MODEL_DECIMALS = 5
"""Decimals of a sentence's score by a metric that needs models; sentences that differ by less tie.

What an encoder computes for a text differs by some 1e-6 with the other texts of its batch.
"""


def comparable_scores(metric: Metric[Any], scores: Numbers) -> Numbers:
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

    Raise DocumentError if the texts don't line up; ChoiceError if a metric has no such score, or no sentence counts.
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
    """Return a metric's scores ranked by another one (:func:`ranking_score`); raise ChoiceError if there is none."""
    by_sentence = attrs.evolve(scores.metric, level="sentence")
    return attrs.evolve(scores, sentences=_sentence_scores(by_sentence, scores.statistics, name), score=name)


def _chosen_references(benchmark: Benchmark, scored: ScoredSet, settings: ScoringSettings) -> ScoredSet:
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
    computed = SentenceStatistics(by_sentence, models).of(distinct, progress)
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
    """Return scores of the shape (systems, sentences)."""
    scores = np.array(
        [[ranking_score(metric, item.scores, name) for item in metric.fold(row).sentences] for row in rows]
    )
    return comparable_scores(metric, scores)
