"""How far annotators agree: each marked against the others, and agreement beyond what chance gives.

Scores are those that ``score`` gives of the same texts, and verdicts are counted as in a review. An annotator's further
acceptable corrections are left out with the first ones, and are references where another annotator is marked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import Any

import attrs

from markscheme.contract import shape
from markscheme.edits.edit import PassageEdits, TagsUsed, edit_lines
from markscheme.inference.cache import Cache, digest
from markscheme.inference.memo import Memo, records
from markscheme.inference.models import Models
from markscheme.marking.changes import Rules, rules_with
from markscheme.marking.marks import PassageMarks, PlaceMark, with_joined_changes
from markscheme.marking.places import is_rewritten, verdicts
from markscheme.marking.review import VerdictCount, VerdictCounts
from markscheme.marking.settings import MarkSettings
from markscheme.marking.verdict import Points, Verdict
from markscheme.metrics.base import Metric, Score, Sentence, headline, signature
from markscheme.metrics.cleme2 import Cleme2, Counts
from markscheme.metrics.credit import Credit
from markscheme.metrics.errant import Errant
from markscheme.metrics.overlap import OverlapMetric
from markscheme.progress import Progress, silent
from markscheme.research import annotation_units
from markscheme.research.agreement_questions import Question, QuestionAgreement, questions_of
from markscheme.research.pool import ERRANT, Pool, PooledSentence, SentenceVersion, Tags
from markscheme.research.resampling import Estimate, ResamplingSettings
from markscheme.scoring.statistics import SentenceStatistics, passage_edits
from markscheme.version import VERSION


def _verdict_counts(
    passages: Sequence[PassageEdits], settings: MarkSettings, models: Models, progress: Progress
) -> list[VerdictCounts]:
    """What teachers decided about single places has no part in it."""
    rules = rules_with(models.language, settings.equal, settings.verdict_assumption)
    owner = f"{models.language} {','.join(settings.equal)} {settings.verdict_assumption}"

    def count(batch: Sequence[PassageEdits], _: Progress) -> list[VerdictCounts]:
        return [_counted(passage, rules) for passage in batch]

    counts = _memo(models.cache).values(owner, passages, count, progress)
    return [counts[passage] for passage in passages]


def _counted(edits: PassageEdits, rules: Rules) -> VerdictCounts:
    places = tuple(PlaceMark(place, None, ()) for place in verdicts(edits, rules))
    return PassageMarks((), Counts(), None, None, None, places, is_rewritten(edits)).verdict_counts


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


@shape("counts", "points.earned", "points.due", "points.share")
@attrs.frozen
class LeftOutVerdicts:
    """The verdicts on an annotator's version against all others."""

    counts: Mapping[Verdict, int]
    """The number of places with each verdict; verdicts without one are left out."""
    points: Points


@shape(name="LeftOutAnnotator")
@attrs.frozen
class LeftOut:
    """One annotator marked against all others."""

    annotator: str
    """The annotator's name."""
    sentences: int
    """The number of sentences that the annotator and at least one other have seen."""
    scores: Mapping[str, Score[Any, Any]]
    """The score under each metric; empty where there is no such sentence."""
    verdicts: LeftOutVerdicts | None = None
    """The verdicts; ``null`` where they were not wanted, or there is no such sentence."""


@shape(renamed={"name": "hypothesis"})
@attrs.frozen
class SystemShare:
    """A hypothesis against the annotators' own score."""

    name: str
    """The hypothesis's name."""
    scores: Mapping[str, float]
    """The mean of each score over the annotators left out."""
    share: float | None
    """The headline score as a share of the annotators'; ``null`` where theirs is 0."""


@shape()
@attrs.frozen
class HumanCeiling:
    """What people reach under a metric, and hypotheses against the same references (Bryant and Ng, 2015).

    Both are means over the annotators left out: of each annotator's score against the others, and of a system's score
    against the same references on the same sentences.
    """

    metric: str
    """The metric's name."""
    headline: str
    """The member of ``scores`` that is compared."""
    people: Mapping[str, float]
    """The mean of each score of the annotators, each against all others."""
    systems: tuple[SystemShare, ...]
    """The hypotheses that share a sentence with an annotator."""


@attrs.frozen(slots=False)
class _Sides:
    """A sentence's versions with their edits as ``score`` reads them: references first, then hypotheses."""

    sentence: PooledSentence
    edits: PassageEdits

    @cached_property
    def versions(self) -> tuple[SentenceVersion, ...]:
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
        self._systems = range(len(pool.references), len(pool.references) + len(pool.hypotheses))
        everybody = [
            item.marked(SentenceVersion(item.passage.hypothesis), item.references + item.hypotheses)
            for item in pool.sentences
        ]
        edits = passage_edits(everybody, models, progress)
        self._sides = [_Sides(item, own) for item, own in zip(pool.sentences, edits, strict=True)]

    def annotators(self, *, with_verdicts: bool = True) -> tuple[LeftOut, ...]:
        """Raise Cancelled if the progress raises it."""
        return tuple(self._left_out(index, with_verdicts=with_verdicts) for index in self._pool.annotators)

    def ceilings(self, people: Sequence[LeftOut]) -> tuple[HumanCeiling, ...]:
        """Return what people and systems reach under each metric; nothing where no annotator has a score."""
        scored = [item for item in people if item.scores]
        return tuple(self._ceiling(metric, scored) for metric in self._metrics) if scored else ()

    def _left_out(self, annotator: int, *, with_verdicts: bool) -> LeftOut:
        name, shared = self._pool.references[annotator], self._shared(annotator)
        if not shared:
            return LeftOut(name, 0, {})
        sentences = [side.as_sentence(annotator, others) for side, others in shared]
        scores = {metric.name: self._score(metric, sentences, annotator) for metric in self._metrics}
        verdicts = self._verdicts(annotator, shared) if with_verdicts else None
        return LeftOut(name, len(shared), scores, verdicts)

    def _shared(self, annotator: int) -> list[tuple[_Sides, tuple[int, ...]]]:
        others = self._pool.others(annotator)
        pairs = ((side, side.present(others)) for side in self._sides if annotator not in side.absent)
        return [(side, present) for side, present in pairs if present]

    def _score(self, metric: Metric[Any], sentences: Sequence[Sentence], annotator: int) -> Score[Any, Any]:
        statistics = SentenceStatistics(metric, self._models).of(sentences, self._progress)
        signature = self._models.signature(metric, len(self._pool.others(annotator)))
        return attrs.evolve(metric.fold(statistics, keep_sentences=False), signature=signature)

    def _verdicts(self, annotator: int, shared: Sequence[tuple[_Sides, tuple[int, ...]]]) -> LeftOutVerdicts:
        counts: list[VerdictCounts] = []
        for number, text in enumerate(self._pool.texts):
            passages = [
                with_joined_changes(side.marked(annotator, others).scored())
                for side, others in shared
                if side.sentence.text == number
            ]
            counts += _verdict_counts(passages, text.settings, self._models, self._progress)
        total = VerdictCounts.total(counts)
        return LeftOutVerdicts(dict(total.counts), total.points)

    def _ceiling(self, metric: Metric[Any], people: Sequence[LeftOut]) -> HumanCeiling:
        human = _mean([item.scores[metric.name] for item in people])
        known_by = headline(list(human))
        annotators = [self._pool.references.index(item.annotator) for item in people]
        by_system = (
            self._by_overlap(metric, annotators)
            if isinstance(metric, OverlapMetric)
            else self._by_passage(metric, annotators)
        )
        systems: list[SystemShare] = []
        for name, scores in zip(self._pool.hypotheses, by_system, strict=True):
            if scores:
                means = _mean(scores)
                share = means[known_by] / human[known_by] if human[known_by] else None
                systems.append(SystemShare(name, means, share))
        return HumanCeiling(metric.name, known_by, human, tuple(systems))

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
        present = [side.present(range(len(self._pool.references))) for side in sides]
        kept = [(side, indices) for side, indices in zip(sides, present, strict=True) if indices]
        sentences = [side.as_sentence(system, indices) for side, indices in kept]
        statistics = SentenceStatistics(metric, self._models).of(sentences, self._progress)
        return {
            id(side): dict(zip(indices, map(tuple, rows), strict=True))
            for (side, indices), rows in zip(kept, statistics, strict=True)
        }


def _mean(scores: Sequence[Score[Any, Any]]) -> dict[str, float]:
    values = [attrs.asdict(score.scores) for score in scores]
    return {name: fmean(value[name] for value in values) for name in values[0]}


@attrs.frozen
class AgreementSettings:
    """What is computed. ``with_credit``: whether people and systems are scored by credit; ``None``: with an encoder.
    ``with_units``: whether JSON lists every unit, and has examples. ``tags``: the types of edits; ``None`` for the
    annotators' own where all who correct something have them.
    """

    resampling: ResamplingSettings = ResamplingSettings()
    draws: annotation_units.Draws = "sentences"
    with_credit: bool | None = None
    with_verdicts: bool = True
    with_units: bool = False
    tags: TagsUsed | None = None


@shape(name="AnnotatorAgreement")
@attrs.frozen
class Annotator:
    """What one annotator did in the sentences that the annotator has seen, and how it agrees with the others."""

    name: str
    """The annotator's name."""
    sentences: int
    """The number of sentences that the annotator has seen."""
    edits: int
    """The number of edits."""
    changed: int
    """The number of units changed."""
    alone: int
    """The number of units changed that another annotator has seen and no other marks."""
    answers: annotation_units.Answers
    """What others do at the units changed."""
    kappas: Mapping[Question, Estimate]
    """The mean kappa with the others, by question."""

    @property
    def edits_per_sentence(self) -> float | None:
        return self.edits / self.sentences if self.sentences else None

    @property
    def alone_share(self) -> float | None:
        return self.alone / self.changed if self.changed else None


@shape(
    *(
        "signature",
        "tags",
        "settings.resampling.percentiles",
        "sentences",
        "shared_sentences",
        "units",
        "changed_units",
        "annotators",
        "questions",
    ),
    *("left_out", "ceilings", "types", "groups", "confusions", "problems", "listed_units"),
    optional=("listed_units",),
    name="AgreementReport",
    kind="document",
)
@attrs.frozen
class Agreement:
    """The output of ``agreement --format json``. Numbers are unrounded.

    ``pool``: without hypotheses where these would decide what a passage is; examples have indices of its sentences.
    ``language``: the code of the language whose types have names; ``None`` for annotators' own tags. ``annotated``: the
    units that are counted in ``units``.
    """

    pool: Pool
    annotated: annotation_units.Units
    hypotheses: tuple[str, ...]
    settings: AgreementSettings
    language: str | None
    annotators: tuple[Annotator, ...]
    """The annotators."""
    units: int
    """The number of units: chunks of the partition of a sentence by all its annotators."""
    changed_units: int
    """The number of units that at least one annotator changes."""
    questions: tuple[QuestionAgreement, ...]
    """Agreement beyond chance; empty with fewer than two annotators."""
    types: tuple[annotation_units.Kind, ...]
    """The main types; those with the most disagreements come first."""
    groups: tuple[annotation_units.Kind, ...]
    """The groups of types; those with the most disagreements come first."""
    confusions: tuple[annotation_units.Confusion, ...]
    """The pairs of types, the most frequent first."""
    left_out: tuple[LeftOut, ...]
    """Each annotator marked against all others; empty with fewer than two."""
    ceilings: tuple[HumanCeiling, ...]
    """What people and hypotheses reach under each metric."""
    signature: str
    """The settings and models that made the numbers."""

    @property
    def tags(self) -> Tags:
        """What the types are: the annotators' own tags, or ERRANT's types."""
        return self.pool.tags

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return len(self.pool.sentences)

    @property
    def shared_sentences(self) -> int:
        """The number of sentences that at least two annotators have seen."""
        people = self.pool.annotators
        return sum(sum(not item.references[index].is_absent for index in people) > 1 for item in self.pool.sentences)

    @property
    def problems(self) -> tuple[str, ...]:
        """What could not be used, and why."""
        return tuple(map(str, self.pool.unused))

    @property
    def listed_units(self) -> tuple[annotation_units.SentenceUnits, ...]:
        """Every sentence with its units; left out unless they are asked for."""
        return self.annotated.by_sentence() if self.settings.with_units else ()

    @property
    def figures(self) -> "Agreement":
        """The same without examples, unless units are asked for."""
        if self.settings.with_units:
            return self
        kinds, groups = (tuple(attrs.evolve(item, example=None) for item in own) for own in (self.types, self.groups))
        confusions = tuple(attrs.evolve(item, example=None) for item in self.confusions)
        return attrs.evolve(self, types=kinds, groups=groups, confusions=confusions)

    def question(self, name: Question) -> QuestionAgreement | None:
        return next((item for item in self.questions if item.question == name), None)


def agreement_of(
    pool: Pool,
    models: Models,
    settings: AgreementSettings = AgreementSettings(),
    progress: Progress = silent,
    everybody: Pool | None = None,
) -> Agreement:
    """Say how far annotators agree; ``everybody``: ``pool`` with hypotheses. Raise Cancelled if ``progress`` does."""
    if settings.with_credit is None:
        settings = attrs.evolve(settings, with_credit=models.has_encoder)
    units = annotation_units.units_of(pool, settings.resampling, settings.draws)
    questions = questions_of(units)
    left_out: tuple[LeftOut, ...] = ()
    ceilings: tuple[HumanCeiling, ...] = ()
    if questions:
        metrics: list[Metric[Any]] = [Cleme2(), Errant(), *([Credit()] if settings.with_credit else [])]
        leave_one_out = LeaveOneOut(pool, models, metrics, progress)
        left_out = leave_one_out.annotators(with_verdicts=settings.with_verdicts)
        with_systems = leave_one_out if everybody is None else LeaveOneOut(everybody, models, metrics, progress)
        ceilings = with_systems.ceilings(left_out)
    hypotheses = (everybody or pool).hypotheses
    language = models.language if pool.tags.are_errant else None
    return Agreement(
        pool,
        units,
        hypotheses,
        settings,
        language,
        tuple(_annotators(units, questions)),
        len(units.units),
        len({item.unit for item in units.changes}),
        questions,
        annotation_units.main_types(units, language),
        annotation_units.groups(units),
        annotation_units.confusions(units),
        left_out,
        ceilings,
        _signature(pool, hypotheses, models, settings),
    )


def _annotators(units: annotation_units.Units, questions: Sequence[QuestionAgreement]) -> Iterator[Annotator]:
    answers, only = units.answers(units.changes), annotation_units.alone(units)
    for index, name in zip(units.pool.annotators, units.annotators, strict=True):
        versions = [item.references[index] for item in units.pool.sentences]
        seen = [version for version in versions if not version.is_absent]
        edits = sum(len(version.edits) for version in seen)
        kappas = {item.question: item.annotators[name] for item in questions}
        yield Annotator(name, len(seen), edits, answers[name].changes, only[name], answers[name], kappas)


def _signature(pool: Pool, hypotheses: Sequence[str], models: Models, settings: AgreementSettings) -> str:
    resampling = settings.resampling
    return signature(
        "agreement",
        {
            "units": "chunks",
            "annotators": len(pool.annotators),
            "refs": len(pool.references),
            "tags": pool.tags.used if {*pool.tags.sets} - {ERRANT} else None,
            "hypotheses": len(hypotheses),
            "resamples": resampling.resamples,
            "draws": settings.draws if resampling.resamples and settings.draws != "sentences" else None,
            "seed": resampling.seed if resampling.resamples else None,
            "confidence": resampling.confidence if resampling.resamples else None,
            "equal": _tolerances(pool) if settings.with_verdicts else None,
            "encoder": models.encoder_identity if settings.with_credit else None,
            **models.edit_settings,
        },
    )


def _tolerances(pool: Pool) -> str | None:
    names = dict.fromkeys(",".join(text.settings.equal) or "none" for text in pool.texts)
    return None if set(names) <= {"none"} else "/".join(names)
