"""How far annotators agree: each marked against the others, and agreement beyond what chance gives.

Scores are those that ``score`` gives of the same texts, and verdicts are counted as in a review. An annotator's further
acceptable corrections are left out with the first ones, and are references where another annotator is marked.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import Any

import attrs

from markscheme.annotation.coefficients import (
    QUESTIONS,
    Answers,
    ChanceCorrected,
    Confusion,
    Kind,
    KindOf,
    Question,
    Treatment,
    Units,
    all_answers,
    alone,
    chance_corrected,
    confusions,
    groups,
    main_types,
    units_of,
)
from markscheme.annotation.pool import Pool, PooledSentence, Version
from markscheme.edits.edit import PassageEdits, edit_lines
from markscheme.exercises.scheme.scheme import ErrorKinds
from markscheme.marking.marks import MarkSettings, PassageMarks, PlaceMark, untangled
from markscheme.marking.review.document_review import VerdictCount, VerdictCounts
from markscheme.marking.review.placement import passage_counts
from markscheme.marking.verdicts.places import is_rewritten, verdicts
from markscheme.marking.verdicts.verdict import Points, Rules, Verdict, rules_with
from markscheme.metrics.base import Metric, Score, Sentence, signature
from markscheme.metrics.cleme2 import Cleme2, Counts
from markscheme.metrics.credit import Credit
from markscheme.metrics.overlap import Errant, OverlapMetric
from markscheme.progress import Progress, silent
from markscheme.resampling.draws import ResamplingSettings
from markscheme.scoring.models import Models, SignatureNames, score_signature
from markscheme.scoring.scorer import SentenceStatistics, passage_edits
from markscheme.store.cache import Cache, digest
from markscheme.store.memo import Memo, records
from markscheme.version import VERSION


class VerdictTally:
    """Counts verdicts over one set of models. What teachers decided about single places has no part in it."""

    def __init__(self, models: Models) -> None:
        self._language = models.language
        self._memo = _memo(models.cache)

    def of(
        self, passages: Sequence[PassageEdits], settings: MarkSettings, progress: Progress = silent
    ) -> list[VerdictCounts]:
        """Raise Cancelled if ``progress`` raises it."""
        rules = rules_with(self._language, settings.equal, settings.verdict_assumption)
        owner = f"{self._language} {','.join(settings.equal)} {settings.verdict_assumption}"

        def count(batch: Sequence[PassageEdits], _: Progress) -> list[VerdictCounts]:
            return [counted(passage, rules) for passage in batch]

        counts = self._memo.values(owner, passages, count, progress)
        return [counts[passage] for passage in passages]


def counted(edits: PassageEdits, rules: Rules = Rules()) -> VerdictCounts:
    places = tuple(PlaceMark(place, None, None, None, None, ()) for place in verdicts(edits, rules))
    return passage_counts(PassageMarks((), Counts(), None, None, None, places, is_rewritten(edits)))


def _memo(cache: Cache) -> Memo[str, PassageEdits, VerdictCounts]:
    def key(rules: str, passage: PassageEdits) -> str:
        present = " ".join(map(str, passage.present_references))
        sides = map(edit_lines, (passage.hypothesis, *passage.references))
        return digest("verdicts", VERSION, rules, "\n".join(passage.source), present, *sides)

    return Memo(cache, key, records(_to_json, _from_json), stage="verdicts")


def _to_json(counts: VerdictCounts) -> Any:
    verdict_counts = [[verdict.value, count] for verdict, count in counts.counts]
    return [verdict_counts, counts.points.earned, counts.points.due, counts.rewritten, counts.is_comparable]


def _from_json(value: Any) -> VerdictCounts:
    verdict_counts, earned, due, rewritten, is_comparable = value
    numbers = tuple(VerdictCount(Verdict(name), count) for name, count in verdict_counts)
    return VerdictCounts(numbers, Points(earned, due), rewritten, is_comparable)


def total(counts: Sequence[VerdictCounts]) -> VerdictCounts:
    """Return the sum of counts, comparable or not."""
    return attrs.evolve(sum(counts, VerdictCounts()), is_comparable=True)


HEADLINES: Mapping[str, str] = {"cleme2": "score", "errant": "f", "credit": "f"}
"""The one number of each metric in which systems are compared with people."""


@attrs.frozen
class LeftOut:
    """One annotator marked against all others.

    ``sentences``: number of sentences that the annotator and at least one other have seen. ``scores``: by metric; empty
    where there is no such sentence. ``verdicts``: ``None`` where they were not wanted, or there is no such sentence.
    """

    annotator: int
    sentences: int
    scores: Mapping[str, Score[Any, Any]]
    verdicts: VerdictCounts | None = None


@attrs.frozen
class SystemScore:
    """A system's scores under one metric, as means over the annotators left out.

    ``share``: the headline score as a share of the annotators' mean; ``None`` where that is 0.
    """

    name: str
    scores: Mapping[str, float]
    share: float | None


@attrs.frozen
class Ceiling:
    """What people reach under one metric, and how near systems come (Bryant and Ng, 2015).

    Both are means over the annotators left out: of each annotator's score against the others, and of a system's score
    against the same references on the same sentences. ``headline``: the score that is compared. ``systems``: in the
    pool's order; those that share no sentence with an annotator are left out.
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
        return tuple(index for index in indices if index not in self.absent)

    def marked(self, version: int, references: Sequence[int]) -> PassageEdits:
        return attrs.evolve(
            self.edits.only(references),
            hypothesis=self.edits.references[version],
            hypothesis_lines=self.edits.reference_lines[version],
        )

    def as_sentence(self, version: int, references: Sequence[int]) -> Sentence:
        tokens, *others = (self.versions[index].side.segment.tokens for index in (version, *references))
        return Sentence(self.sentence.source, tokens, tuple(others), self.marked(version, references))


class LeaveOneOut:
    """Marks each annotator of a pool against all others, and each system against the same references."""

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
        """Raise Cancelled if the progress raises it."""
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
        others = self._pool.others(annotator)
        pairs = ((side, side.present(others)) for side in self._sides if annotator not in side.absent)
        return [(side, present) for side, present in pairs if present]

    def _score(self, metric: Metric[Any], sentences: Sequence[Sentence], annotator: int) -> Score[Any, Any]:
        statistics = SentenceStatistics(metric, self._models).of(sentences, self._progress)
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
        return range(self._people, self._people + len(self._pool.hypotheses))

    def _by_overlap(self, metric: OverlapMetric, annotators: Sequence[int]) -> list[list[Score[Any, Any]]]:
        """Each system's overlap with a reference is computed once, as other references don't matter to it."""
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
            computed = SentenceStatistics(metric, self._models).of(sentences, self._progress)
            statistics = dict(zip(first, computed, strict=True))
            for column, system in enumerate(self._systems):
                keys = ((number, system) for number in range(len(shared)))
                own = [statistics[versions[key]] for key in keys if key in versions]
                if own:
                    scores[column].append(metric.fold(own, keep_sentences=False))
        return scores

    def _rows(self, metric: OverlapMetric, system: int) -> dict[int, dict[int, tuple[float, float, float]]]:
        sides = [side for side in self._sides if system not in side.absent]
        present = [side.present(range(self._people)) for side in sides]
        kept = [(side, indices) for side, indices in zip(sides, present, strict=True) if indices]
        sentences = [side.as_sentence(system, indices) for side, indices in kept]
        statistics = SentenceStatistics(metric, self._models).of(sentences, self._progress)
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
    values = [attrs.asdict(score.scores) for score in scores]
    return {name: fmean(value[name] for value in values) for name in values[0]}


@attrs.frozen
class AgreementSettings:
    """What is computed. ``with_credit``: whether people and systems are scored by credit, which needs the encoder."""

    resampling: ResamplingSettings = ResamplingSettings()
    with_credit: bool = True
    with_verdicts: bool = True


@attrs.frozen
class Annotator:
    """What one annotator did, in the sentences and units that the annotator has seen.

    ``alone``: number of units changed that another annotator has seen and no other marks. ``answers``: what others do
    at the units changed.
    """

    name: str
    sentences: int
    edits: int
    changed: int
    alone: int
    answers: Answers

    @property
    def edits_per_sentence(self) -> float | None:
        return self.edits / self.sentences if self.sentences else None

    @property
    def alone_share(self) -> float | None:
        return self.alone / self.changed if self.changed else None


@attrs.frozen
class Agreement:
    """How far the annotators of a pool agree.

    ``pool``: without hypotheses where these would decide what a passage is; examples have indices of its sentences.
    ``language``: the code of the language whose types have names. ``annotators``: in the order of
    :attr:`Pool.annotators`. ``shared``: number of sentences that at least two annotators have seen. ``units``: number
    of units, and of those that at least one annotator changes. ``questions``, ``left_out``: empty with fewer than two
    annotators. ``confusions``: the types that two annotators give at the same units.
    """

    pool: Pool
    hypotheses: tuple[str, ...]
    settings: AgreementSettings
    language: str
    annotators: tuple[Annotator, ...]
    shared: int
    units: tuple[int, int]
    questions: tuple[ChanceCorrected, ...]
    main_types: tuple[Kind, ...]
    groups: tuple[Kind, ...]
    confusions: tuple[Confusion, ...]
    left_out: tuple[LeftOut, ...]
    ceilings: tuple[Ceiling, ...]
    signature: str

    def question(self, name: Question) -> ChanceCorrected | None:
        return next((item for item in self.questions if item.question == name), None)


def agreement_of(
    pool: Pool,
    models: Models,
    settings: AgreementSettings = AgreementSettings(),
    progress: Progress = silent,
    everybody: Pool | None = None,
) -> Agreement:
    """Return how far annotators agree. Raise Cancelled if ``progress`` raises it.

    ``everybody``: the pool with the hypotheses too, if ``pool`` has none.
    """
    resampling = settings.resampling
    units = units_of(pool)
    weights = resampling.weights(len(pool.sentences))
    several = len(pool.annotators) > 1
    left_out: tuple[LeftOut, ...] = ()
    ceilings: tuple[Ceiling, ...] = ()
    if several:
        metrics = metrics_with(credit=settings.with_credit)
        leave_one_out = LeaveOneOut(pool, models, metrics, progress)
        left_out = leave_one_out.annotators(with_verdicts=settings.with_verdicts)
        with_systems = leave_one_out if everybody is None else LeaveOneOut(everybody, models, metrics, progress)
        ceilings = with_systems.ceilings(left_out)
    hypotheses = (everybody or pool).hypotheses
    return Agreement(
        pool,
        hypotheses,
        settings,
        models.language,
        _annotators(pool, units),
        _shared(pool),
        (len(units.units), sum(_is_changed(item.treatments) for item in units.units)),
        tuple(chance_corrected(name, units, resampling, weights) for name in QUESTIONS) if several else (),
        main_types(units, resampling, weights),
        groups(units, _groups_of(pool, models.language), resampling, weights),
        confusions(units),
        left_out,
        ceilings,
        _signature(pool, hypotheses, models, settings),
    )


def _groups_of(pool: Pool, language: str) -> KindOf:
    kinds = [ErrorKinds(language, text.groups) for text in pool.texts]
    return lambda sentence, error_type: kinds[pool.sentences[sentence].text].group(error_type)


def _annotators(pool: Pool, units: Units) -> tuple[Annotator, ...]:
    rows = zip(pool.annotators, all_answers(units), alone(units), strict=True)
    return tuple(_annotator(pool, index, answers, only) for index, answers, only in rows)


def _annotator(pool: Pool, index: int, answers: Answers, only: int) -> Annotator:
    versions = [item.references[index] for item in pool.sentences]
    seen = [version for version in versions if not version.is_absent]
    edits = sum(len(version.edits) for version in seen)
    return Annotator(pool.references[index], len(seen), edits, answers.changes, only, answers)


def _shared(pool: Pool) -> int:
    return sum(sum(not item.references[index].is_absent for index in pool.annotators) > 1 for item in pool.sentences)


def _is_changed(treatments: Sequence[Treatment | None]) -> bool:
    return any(item is not None and item.corrects for item in treatments)


def _signature(pool: Pool, hypotheses: Sequence[str], models: Models, settings: AgreementSettings) -> str:
    names, resampling = SignatureNames(models), settings.resampling
    return signature(
        "agreement",
        {
            "units": "chunks",
            "annotators": len(pool.annotators),
            "refs": len(pool.references),
            "hypotheses": len(hypotheses),
            "resamples": resampling.resamples,
            "seed": resampling.seed if resampling.resamples else None,
            "confidence": resampling.confidence if resampling.resamples else None,
            "equal": _tolerances(pool) if settings.with_verdicts else None,
            "encoder": names.encoder if settings.with_credit else None,
            **names.edits,
        },
    )


def _tolerances(pool: Pool) -> str | None:
    names = dict.fromkeys(",".join(text.settings.equal) or "none" for text in pool.texts)
    return None if set(names) <= {"none"} else "/".join(names)
