"""Scores of metrics on a benchmark's sentences, computed once for all questions about them.

Texts are parsed, edits extracted and variants encoded once for all systems, references and metrics. Statistics are
computed once for all systems with the same output, and stay in the cache.
"""

from collections.abc import Collection, Sequence
from typing import Any, Literal, get_args

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.documents.corpus import sources_of
from markscheme.edits.passages import Passage, parallel_passages
from markscheme.inference.models import Models
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.progress import Progress, silent
from markscheme.research.judgements import Benchmark, ReferenceSet, sentences_with_references, without_unchanged
from markscheme.research.ranking import MetricScores, ranking_score
from markscheme.scoring.statistics import SentenceReader, SentenceStatistics

Indices = npt.NDArray[np.int64]


@attrs.frozen
class ScoredSet:
    """A set of references, and the names of the systems that are scored against it."""

    references: ReferenceSet
    systems: tuple[str, ...]


ReferenceEdits = Literal["extracted", "stated"]
REFERENCE_EDITS: dict[str, ReferenceEdits] = {name: name for name in get_args(ReferenceEdits)}


@attrs.frozen
class ScoringSettings:
    """What metrics score, and by which of their scores.

    A ``score`` of which less is better ranks by 1 minus it. Without ``unchanged_references``, sentences that no
    reference changes are left out (CLEME2.0, Tables 1 and 8).
    """

    score: str | None = None
    """The name of the score that ranks systems and sentences; ``null`` for each metric's main one."""
    unchanged_references: bool = True
    """Whether a reference that leaves a sentence as it is counts there."""
    reference_edits: ReferenceEdits = "extracted"
    """Where the edits of references come from: ERRANT, or their file where it states them."""


Numbers = npt.NDArray[np.float64]
MODEL_DECIMALS = 5
"""Decimals of a sentence's score by a metric that needs models; sentences that differ by less tie.

What an encoder computes for a text differs by some 1e-6 with the other texts of its batch.
"""


def comparable_scores(metric: Metric[Any], scores: Numbers) -> Numbers:
    return scores.round(MODEL_DECIMALS) if metric.needs_models else scores


@attrs.frozen
class BenchmarkScorer:
    """Scores a benchmark's systems with one set of models."""

    benchmark: Benchmark
    models: Models
    settings: ScoringSettings = ScoringSettings()
    progress: Progress = silent

    def sentences(
        self, sets: Sequence[ScoredSet], needs: Collection[Need], numbers: Sequence[Indices] | None = None
    ) -> list[list[Sentence]]:
        """Return, for each set of references, its systems' sentences in turn, with the edits that these needs work on.

        ``numbers`` are indices of sentences for each set; ``None`` for all. Raise DocumentError if texts don't line up.
        """
        reader = SentenceReader(frozenset(needs), self.models)
        passages = [
            self._passages(item, None if numbers is None else numbers[place]) for place, item in enumerate(sets)
        ]
        reader.extract([passage for part in passages for passage in part], self.progress)
        return [reader.read(part, self.progress) for part in passages]

    def scores(self, sets: Sequence[ScoredSet], metrics: Sequence[Metric[Any]]) -> tuple[tuple[MetricScores, ...], ...]:
        """Return, for each set of references, each metric's scores of the systems, at the level of sentences.

        Raise DocumentError if texts don't line up; ChoiceError if a metric has no such score, or no sentence counts.
        """
        chosen = list(map(self._chosen_references, sets))
        kept = None
        if not self.settings.unchanged_references:
            kept = [sentences_with_references(item.references.texts) for item in chosen]
        needs = frozenset[Need]().union(*(metric.needs for metric in metrics))
        sentences = self.sentences(chosen, needs, kept)
        by_metric = [self._scores(metric, chosen, sentences) for metric in metrics]
        return tuple(
            tuple(attrs.evolve(scores[number], kept=None if kept is None else kept[number]) for scores in by_metric)
            for number in range(len(sets))
        )

    def _passages(self, scored: ScoredSet, numbers: Indices | None) -> list[Passage]:
        texts = {text.name: text for text in self.benchmark.systems}
        hypotheses, references = [texts[name] for name in scored.systems], scored.references.texts
        sources = sources_of([*hypotheses, *references], self.benchmark.source)
        by_system = [list(parallel_passages(sources, text, references)) for text in hypotheses]
        chosen = range(len(sources)) if numbers is None else numbers.tolist()
        return [passages[number] for passages in by_system for number in chosen]

    def _chosen_references(self, scored: ScoredSet) -> ScoredSet:
        references, settings = scored.references, self.settings
        texts = references.stated if settings.reference_edits == "stated" and references.stated else references.texts
        if not settings.unchanged_references:
            texts = without_unchanged(sources_of(texts, self.benchmark.source), texts)
        return attrs.evolve(scored, references=attrs.evolve(references, texts=texts))

    def _scores(
        self, metric: Metric[Any], sets: Sequence[ScoredSet], sentences: Sequence[Sequence[Sentence]]
    ) -> list[MetricScores]:
        by_sentence = attrs.evolve(metric, level="sentence")
        distinct = list(dict.fromkeys(sentence for part in sentences for sentence in part))
        computed = SentenceStatistics(by_sentence, self.models).of(distinct, self.progress)
        statistics = dict(zip(distinct, computed, strict=True))
        return [
            self._scores_of_set(by_sentence, scored, [statistics[sentence] for sentence in part])
            for scored, part in zip(sets, sentences, strict=True)
        ]

    def _scores_of_set(self, metric: Metric[Any], scored: ScoredSet, statistics: Sequence[Any]) -> MetricScores:
        size = len(statistics) // len(scored.systems)
        rows = tuple(tuple(statistics[start : start + size]) for start in range(0, len(statistics), size))
        scores = _sentence_scores(metric, rows, self.settings.score)
        signature = self.models.signature(metric, len(scored.references.texts))
        corpus = attrs.evolve(metric, level="corpus")
        return MetricScores(corpus, scored.systems, rows, scores, signature, self.settings.score)


def ranked_by(scores: MetricScores, name: str | None) -> MetricScores:
    """Return a metric's scores ranked by another one (:func:`ranking_score`); raise ChoiceError if there is none."""
    by_sentence = attrs.evolve(scores.metric, level="sentence")
    return attrs.evolve(scores, sentences=_sentence_scores(by_sentence, scores.statistics, name), score=name)


def _sentence_scores(metric: Metric[Any], rows: Sequence[Sequence[Any]], name: str | None) -> npt.NDArray[np.float64]:
    """Return scores of the shape (systems, sentences)."""
    scores = np.array(
        [[ranking_score(metric, item.scores, name) for item in metric.fold(row).sentences] for row in rows]
    )
    return comparable_scores(metric, scores)
