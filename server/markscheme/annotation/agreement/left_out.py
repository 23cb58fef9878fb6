"""Leave one out: each annotator marked against all others, and systems against the same references.

Scores are those that ``score`` gives of the same texts, and verdicts are counted as in a review. An annotator's further
acceptable corrections are left out with the first ones, and are references where another annotator is marked.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import Any

import attrs

from markscheme.annotation.agreement.verdict_tally import VerdictTally, total
from markscheme.annotation.pool import Pool, PooledSentence, Version
from markscheme.edits.passage_edits import PassageEdits
from markscheme.marking.passages.tangles import untangled
from markscheme.marking.review.document_review import VerdictCounts
from markscheme.metrics.base import Metric, Score, Sentence
from markscheme.metrics.cleme2 import Cleme2
from markscheme.metrics.credit import Credit
from markscheme.metrics.errant import Errant
from markscheme.metrics.overlap import OverlapMetric
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import passage_edits
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.scoring.statistics import SentenceStatistics

HEADLINES: Mapping[str, str] = {"cleme2": "score", "errant": "f", "credit": "f"}
"""The one number of each metric in which systems are compared with people."""


@attrs.frozen
class LeftOut:
    """One annotator marked against all others.

    Attributes
    ----------
    annotator
        The index among the annotators.
    sentences
        Number of sentences that the annotator and at least one other have seen.
    scores
        The score under each metric, by its name; empty where there is no such sentence.
    verdicts
        The verdicts on the annotator's version; ``None`` where they were not wanted, or there is no such sentence.
    """

    annotator: int
    sentences: int
    scores: Mapping[str, Score[Any, Any]]
    verdicts: VerdictCounts | None = None


@attrs.frozen
class SystemScore:
    """A system's scores under one metric, as means over the annotators left out.

    Attributes
    ----------
    name
        The hypothesis's name.
    scores
        The mean of each score.
    share
        The headline score as a share of the annotators' mean; ``None`` where that is 0.
    """

    name: str
    scores: Mapping[str, float]
    share: float | None


@attrs.frozen
class Ceiling:
    """What people reach under one metric, and how near systems come (Bryant and Ng, 2015).

    Both are means over the annotators left out: of each annotator's score against the others, and of a system's score
    against the same references on the same sentences.

    Attributes
    ----------
    metric
        The metric's name.
    headline
        The score that is compared.
    people
        The mean of each score of the annotators.
    systems
        In the pool's order; those that share no sentence with an annotator are left out.
    """

    metric: str
    headline: str
    people: Mapping[str, float]
    systems: tuple[SystemScore, ...]


@attrs.frozen(slots=False)
class _Sides:
    """A sentence's versions with their edits as ``score`` reads them: references first, then hypotheses."""

    sentence: PooledSentence
    edits: PassageEdits

    @cached_property
    def versions(self) -> tuple[Version, ...]:
        return self.sentence.references + self.sentence.hypotheses

    @cached_property
    def absent(self) -> frozenset[int]:
        return frozenset(index for index, version in enumerate(self.versions) if version.is_absent)

    def present(self, indices: Iterable[int]) -> tuple[int, ...]:
        """Return those of some versions whose authors have seen the sentence."""
        return tuple(index for index in indices if index not in self.absent)

    def marked(self, version: int, references: Sequence[int]) -> PassageEdits:
        """Return a version's edits against those of others, by their indices in ascending order."""
        return attrs.evolve(
            self.edits.only(references),
            hypothesis=self.edits.references[version],
            hypothesis_lines=self.edits.reference_lines[version],
        )

    def as_sentence(self, version: int, references: Sequence[int]) -> Sentence:
        """Return a version as a metric reads it, against others who have seen the sentence."""
        tokens, *others = (self.versions[index].side.segment.tokens for index in (version, *references))
        return Sentence(self.sentence.source, tokens, tuple(others), self.marked(version, references))


class LeaveOneOut:
    """Marks each annotator of a pool against all others, and each system against the same references.

    Parameters
    ----------
    metrics
        The metrics, by the names in :data:`HEADLINES`.
    """

    def __init__(self, pool: Pool, models: Models, metrics: Sequence[Metric[Any]], progress: Progress = silent) -> None:
        self._pool = pool
        self._models = models
        self._metrics = metrics
        self._progress = progress
        self._people = len(pool.references)
        everybody = [item.marked(_source_version(item), item.references + item.hypotheses) for item in pool.sentences]
        edits = passage_edits(everybody, models, progress)
        self._sides = [_Sides(item, own) for item, own in zip(pool.sentences, edits, strict=True)]

    def annotators(self, *, with_verdicts: bool = True) -> tuple[LeftOut, ...]:
        """Return each annotator's marks against all others.

        Raises
        ------
        Cancelled
            If the progress raises it.
        """
        return tuple(
            self._left_out(number, index, with_verdicts=with_verdicts)
            for number, index in enumerate(self._pool.annotators)
        )

    def ceilings(self, people: Sequence[LeftOut]) -> tuple[Ceiling, ...]:
        """Return what people and systems reach under each metric; nothing where no annotator has a score."""
        scored = [item for item in people if item.scores]
        return tuple(self._ceiling(metric, scored) for metric in self._metrics) if scored else ()

    def _left_out(self, number: int, annotator: int, *, with_verdicts: bool) -> LeftOut:
        shared = self._shared(annotator)
        if not shared:
            return LeftOut(number, 0, {})
        sentences = [side.as_sentence(annotator, others) for side, others in shared]
        scores = {metric.name: self._score(metric, sentences, annotator) for metric in self._metrics}
        verdicts = self._verdicts(annotator, shared) if with_verdicts else None
        return LeftOut(number, len(shared), scores, verdicts)

    def _shared(self, annotator: int) -> list[tuple[_Sides, tuple[int, ...]]]:
        """Return the sentences that an annotator and another have seen, with the references by others."""
        others = self._pool.others(annotator)
        pairs = ((side, side.present(others)) for side in self._sides if annotator not in side.absent)
        return [(side, present) for side, present in pairs if present]

    def _score(self, metric: Metric[Any], sentences: Sequence[Sentence], annotator: int) -> Score[Any, Any]:
        statistics = SentenceStatistics(metric, self._models).of(sentences, (), self._progress)
        names = SignatureNames(self._models)
        signature = score_signature(metric, names, len(self._pool.others(annotator)), 0)
        return attrs.evolve(metric.fold(statistics, keep_sentences=False), signature=signature)

    def _verdicts(self, annotator: int, shared: Sequence[tuple[_Sides, tuple[int, ...]]]) -> VerdictCounts:
        tally = VerdictTally(self._models)
        counts: list[VerdictCounts] = []
        for number, text in enumerate(self._pool.texts):
            passages = [
                untangled(side.marked(annotator, others).scored())
                for side, others in shared
                if side.sentence.text == number
            ]
            counts += tally.of(passages, text.settings, self._progress)
        return total(counts)

    def _ceiling(self, metric: Metric[Any], people: Sequence[LeftOut]) -> Ceiling:
        headline = HEADLINES[metric.name]
        human = _mean([item.scores[metric.name] for item in people])
        annotators = [self._pool.annotators[item.annotator] for item in people]
        by_system = (
            self._by_overlap(metric, annotators)
            if isinstance(metric, OverlapMetric)
            else self._by_passage(metric, annotators)
        )
        systems: list[SystemScore] = []
        for name, scores in zip(self._pool.hypotheses, by_system, strict=True):
            if scores:
                means = _mean(scores)
                share = means[headline] / human[headline] if human[headline] else None
                systems.append(SystemScore(name, means, share))
        return Ceiling(metric.name, headline, human, tuple(systems))

    @property
    def _systems(self) -> range:
        """The indices of the systems among a sentence's versions."""
        return range(self._people, self._people + len(self._pool.hypotheses))

    def _by_overlap(self, metric: OverlapMetric, annotators: Sequence[int]) -> list[list[Score[Any, Any]]]:
        """Return each system's scores against the others of each annotator, on the sentences of that annotator.

        A system's overlap with a reference is computed once, as other references don't matter to it.
        """
        scores: list[list[Score[Any, Any]]] = []
        for system in self._systems:
            rows = self._rows(metric, system)
            scores.append([])
            for annotator in annotators:
                shared = [(side, others) for side, others in self._shared(annotator) if system not in side.absent]
                statistics = [tuple(rows[id(side)][other] for other in others) for side, others in shared]
                if statistics:
                    scores[-1].append(metric.fold(statistics, keep_sentences=False))
        return scores

    def _by_passage(self, metric: Metric[Any], annotators: Sequence[int]) -> list[list[Score[Any, Any]]]:
        """Return the same for a metric that sees all references at once; equal versions are computed once."""
        scores: list[list[Score[Any, Any]]] = [[] for _ in self._systems]
        for annotator in annotators:
            shared = self._shared(annotator)
            versions = {
                (number, system): (number, side.edits.references[system])
                for number, (side, _) in enumerate(shared)
                for system in self._systems
                if system not in side.absent
            }
            first = {version: key for key, version in reversed(versions.items())}
            sentences = [shared[number][0].as_sentence(system, shared[number][1]) for number, system in first.values()]
            computed = SentenceStatistics(metric, self._models).of(sentences, (), self._progress)
            statistics = dict(zip(first, computed, strict=True))
            for column, system in enumerate(self._systems):
                keys = ((number, system) for number in range(len(shared)))
                own = [statistics[versions[key]] for key in keys if key in versions]
                if own:
                    scores[column].append(metric.fold(own, keep_sentences=False))
        return scores

    def _rows(self, metric: OverlapMetric, system: int) -> dict[int, dict[int, tuple[float, float, float]]]:
        """Return a system's overlap with each reference, by sentence and reference; other references don't matter."""
        sides = [side for side in self._sides if system not in side.absent]
        present = [side.present(range(self._people)) for side in sides]
        kept = [(side, indices) for side, indices in zip(sides, present, strict=True) if indices]
        sentences = [side.as_sentence(system, indices) for side, indices in kept]
        statistics = SentenceStatistics(metric, self._models).of(sentences, (), self._progress)
        return {
            id(side): dict(zip(indices, map(tuple, rows), strict=True))
            for (side, indices), rows in zip(kept, statistics, strict=True)
        }


def metrics_with(*, credit: bool) -> tuple[Metric[Any], ...]:
    """Return the metrics with their default settings; credit, which needs the encoder, on request."""
    metrics: tuple[Metric[Any], ...] = (Cleme2(), Errant())
    return (*metrics, Credit()) if credit else metrics


def _source_version(sentence: PooledSentence) -> Version:
    return Version(sentence.passage.hypothesis)


def _mean(scores: Sequence[Score[Any, Any]]) -> dict[str, float]:
    """Return the mean of each score, by its name."""
    values = [attrs.asdict(score.scores) for score in scores]
    return {name: fmean(value[name] for value in values) for name in values[0]}
