"""Several systems beside each other under several metrics."""

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, repeat
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, vstack

from markscheme.contract import shape
from markscheme.errors import ChoiceError, DocumentError
from markscheme.inference.models import Models
from markscheme.metrics.base import (
    NO_SENTENCE,
    Level,
    Metric,
    ModelNames,
    ModelOutputs,
    Need,
    Score,
    Sentence,
    SentenceScore,
)
from markscheme.metrics.overlap import Errant
from markscheme.progress import Progress, silent
from markscheme.research.marked_systems import (
    CORRECTION,
    EDITS,
    MODES,
    BlockComparison,
    CountedEdit,
    EditFilter,
    Grouping,
    MarkedSystems,
    MeasurePlan,
    SpanErrant,
    SpanMode,
    TypeCounts,
    counted_edit,
    summed,
    works_on_edits,
)
from markscheme.research.resampling import (
    Estimate,
    ResampleFold,
    Resamples,
    ResamplingSettings,
    RunningFold,
    SumFold,
    array_fold,
    bootstrap_blocks,
    bootstrap_p,
    f_scores,
    holm,
    percentile_intervals,
    randomisation_p,
    resample_fold,
    rows_of,
    settled,
    swap_blocks,
)
from markscheme.scoring.executor import Executor
from markscheme.scoring.scorer import CorpusFiles, Journal, MarkedCorpus, Rereadable, block_size

Floats = npt.NDArray[np.float64]

EVERYTHING = None
"""The group of all edits. (A group may have an empty name: the category of a type of two characters.)"""
Group = str | None
OVERLAP = ("tp", "fp", "fn")
OVERLAP_SCORES = ("precision", "recall", "f")
AnySentence = SentenceScore[Any, Any]


@attrs.frozen
class Column:
    """One number of a system: a score, of the edits of a group of error types or of all (:data:`EVERYTHING`)."""

    group: Group
    score: str


@attrs.frozen(eq=False)
class Measure:
    """The scores that one metric gives systems.

    ``fold`` takes a system's number and computes ``columns`` of its settled statistics. ``sentences`` are those of each
    system by the metric's own fold; empty if they are not kept, and by group.
    """

    plan: MeasurePlan
    signature: str
    columns: tuple[Column, ...]
    groups: tuple[str, ...]
    fold: Callable[[int], ResampleFold] = attrs.field(repr=False)
    counts: tuple[Mapping[Group, Mapping[str, float]], ...]
    sentences: tuple[tuple[AnySentence, ...], ...] = ()

    @property
    def metric(self) -> Metric[Any]:
        return self.plan.metric


def measures_of(systems: MarkedSystems, plan: MeasurePlan, *, per_sentence: bool = False) -> tuple[Measure, ...]:
    """Return the measures of a metric: of all edits, and by groups of error types if it works on edits.

    ERRANT's counts by type at corpus level are those of the reference that it chooses by all edits, as
    ``errant_compare``'s. Another metric sees the edits of each group alone, on both sides.
    """
    if plan.is_typed:
        return (_typed_errant(systems, plan, per_sentence=per_sentence),)
    statistics = [systems.statistics(plan, number) for number in range(len(systems.names))]
    overall = _measure(systems, plan, EVERYTHING, statistics, per_sentence=per_sentence)
    if not plan.is_filtered or plan.grouping is None:
        return (overall,)
    groups = plan.grouping.groups(systems.edit_types)
    return (overall, *(_filtered(systems, plan, group) for group in groups))


def _measure(
    systems: MarkedSystems,
    plan: MeasurePlan,
    group: Group,
    statistics: Sequence[Iterable[Any]],
    *,
    per_sentence: bool = False,
) -> Measure:
    metric = plan.metric
    scores = [_folded(metric, rows, per_sentence=per_sentence) for rows in statistics]
    return Measure(
        plan,
        systems.signature(metric),
        tuple(Column(group, field.name) for field in attrs.fields(type(scores[0].scores))),
        () if group is EVERYTHING else (group,),
        lambda system: resample_fold(metric, settled(metric, statistics[system])),
        tuple({group: attrs.asdict(score.counts)} for score in scores),
        tuple(score.sentences for score in scores),
    )


def _folded(metric: Metric[Any], statistics: Iterable[Any], *, per_sentence: bool) -> Score[Any, Any]:
    sentences: list[AnySentence] = []
    score = metric.fold_into(statistics, sentences.append if per_sentence else None)
    return attrs.evolve(score, sentences=tuple(sentences))


@attrs.frozen(eq=False)
class TypedFold:
    """ERRANT's scores of all edits, then by group; ``counts`` (rows, groups * 3): TP, FP, FN against a reference."""

    running: RunningFold
    counts: csr_array
    beta: float

    def __call__(self, resamples: Resamples) -> Floats:
        choice = self.running.choice(resamples)
        by_group = np.stack([self._sums(rows) for rows in choice.rows]).reshape(len(resamples), -1, len(OVERLAP))
        counts = np.concatenate([choice.totals[:, None, :], by_group], axis=1)
        scores = np.stack(f_scores(counts[..., 0], counts[..., 1], counts[..., 2], self.beta), axis=-1)
        scores[:, 1:][~by_group.any(axis=-1)] = np.nan
        return scores.reshape(len(resamples), -1)

    def _sums(self, rows: npt.NDArray[np.int32]) -> Floats:
        """Return sums of whole numbers, which are exact in any order."""
        uses = np.bincount(rows, minlength=self.counts.shape[0]).astype(np.float64)
        sums: Floats = uses @ self.counts
        return sums

    def joined(self, other: "TypedFold") -> "TypedFold":
        return TypedFold(
            self.running.joined(other.running), vstack([self.counts, other.counts], format="csr"), self.beta
        )


def _typed_errant(systems: MarkedSystems, plan: MeasurePlan, *, per_sentence: bool) -> Measure:
    metric, grouping = plan.metric, plan.grouping
    assert isinstance(metric, SpanErrant)
    assert grouping is not None
    totals = [_TypedTotals.of(metric, systems.types(plan, number)) for number in range(len(systems.names))]
    groups = grouping.groups({kind for total in totals for kind in total.counts})

    def fold(system: int) -> TypedFold:
        types = systems.types(plan, system)
        running = resample_fold(metric, _sums_of(types))
        assert isinstance(running, RunningFold)
        return TypedFold(running, _group_counts(types, groups, grouping), metric.beta)

    counts = tuple(
        {EVERYTHING: attrs.asdict(total.score.counts)}
        | {
            group: dict(zip(OVERLAP, row, strict=True))
            for group, row in zip(groups, _by_group(total.counts, groups, grouping), strict=True)
        }
        for total in totals
    )
    columns = tuple(Column(group, score) for group in (EVERYTHING, *groups) for score in OVERLAP_SCORES)
    sentences = tuple(total.sentences() for total in totals) if per_sentence else ()
    return Measure(plan, systems.signature(metric), columns, groups, fold, counts, sentences)


@attrs.frozen
class _TypedTotals:
    metric: SpanErrant
    types: Iterable[Sequence[TypeCounts]]
    score: Score[Any, Any]
    chosen: "array[int]"
    counts: TypeCounts

    @classmethod
    def of(cls, metric: SpanErrant, types: Iterable[Sequence[TypeCounts]]) -> "_TypedTotals":
        chosen = array("H")
        score = metric.fold_into(_sums_of(types), lambda sentence: chosen.append(sentence.reference or 0))
        counts: dict[str, tuple[int, int, int]] = {}
        for rows, reference in zip(types, chosen, strict=True):
            for kind, row in rows[reference].items():
                tp, fp, fn = counts.get(kind, (0, 0, 0))
                counts[kind] = (tp + row[0], fp + row[1], fn + row[2])
        return cls(metric, types, score, chosen, counts)

    def sentences(self) -> tuple[AnySentence, ...]:
        return _folded(self.metric, _sums_of(self.types), per_sentence=True).sentences


def _sums_of(types: Iterable[Sequence[TypeCounts]]) -> Rereadable:
    return Rereadable(lambda: (tuple(map(summed, rows)) for rows in types))


def _by_group(counts: TypeCounts, groups: Sequence[str], grouping: Grouping) -> list[list[int]]:
    sums = {group: [0, 0, 0] for group in groups}
    for kind, row in counts.items():
        for group in filter(sums.__contains__, grouping.groups_of(kind)):
            sums[group] = [one + other for one, other in zip(sums[group], row, strict=True)]
    return [sums[group] for group in groups]


def _group_counts(types: Iterable[Sequence[TypeCounts]], groups: Sequence[str], grouping: Grouping) -> csr_array:
    """Return counts of the shape (rows, groups * 3); a row is a reference of a sentence."""
    places = {group: number * len(OVERLAP) for number, group in enumerate(groups)}
    values, columns, ends = array("d"), array("i"), array("l", [0])
    for counts in (row for rows in types for row in rows):
        for kind, row in counts.items():
            for group in filter(places.__contains__, grouping.groups_of(kind)):
                for offset, value in enumerate(row):
                    if value:
                        values.append(value)
                        columns.append(places[group] + offset)
        ends.append(len(values))
    data, indices = np.array(values, dtype=np.float64), np.array(columns, dtype=np.int32)
    return csr_array((data, indices, np.array(ends)), shape=(len(ends) - 1, len(groups) * len(OVERLAP)))


@attrs.frozen(eq=False)
class PresentFold:
    """A fold whose scores are ``nan`` for resamples in which no sentence has an edit of the group, on either side."""

    fold: ResampleFold
    present: npt.NDArray[np.bool_]

    def __call__(self, resamples: Resamples) -> Floats:
        scores = self.fold(resamples)
        scores[~self.present[resamples].any(axis=1)] = np.nan
        return scores

    def joined(self, other: "PresentFold") -> "PresentFold":
        return PresentFold(self.fold.joined(other.fold), np.concatenate([self.present, other.present]))


def _filtered(systems: MarkedSystems, plan: MeasurePlan, group: str) -> Measure:
    rows = [systems.of_group(plan, number, group) for number in range(len(systems.names))]
    measure = _measure(systems, plan, group, [Rereadable(_values(own)) for own in rows])

    def fold(system: int) -> PresentFold:
        present = np.fromiter((present for present, _ in rows[system]), dtype=np.bool_)
        return PresentFold(measure.fold(system), present)

    return attrs.evolve(measure, fold=fold)


def _values(rows: Iterable[tuple[bool, Any]]) -> Callable[[], Iterator[Any]]:
    return lambda: (one for _, one in rows)


@shape(name="ComparedSentence", optional=("edits",))
@attrs.frozen
class CountedSentence:
    """What one sentence of one system counts."""

    sentence: int
    """The sentence's number, from 0."""
    system: str
    """The system's name."""
    reference: int | None
    """The index of the reference that the sentence is scored against; ``null`` if there is no single one."""
    counts: Mapping[str, float]
    """Counts, with the same members as the system's."""
    scores: Mapping[str, float | None]
    """Scores, with the same members as the system's; ``null`` where one is not defined."""
    edits: tuple[CountedEdit, ...] = ()
    """What ERRANT counts."""


def counted_sentences(measure: Measure, systems: MarkedSystems) -> Iterator[CountedSentence]:
    """Yield every sentence of a measure that keeps them: all systems' first one, then all systems' second one."""
    plan = measure.plan
    edits = [
        systems.rows(plan, number, EDITS) if plan.keeps_edits else repeat(None) for number in range(len(systems.names))
    ]
    references = systems.seen()
    for number, sentences in enumerate(zip(*measure.sentences, strict=True)):
        seen = next(references)
        for system, counted, scored in zip(systems.names, edits, sentences, strict=True):
            yield CountedSentence(
                number,
                system,
                None if scored.reference is None else seen[scored.reference],
                attrs.asdict(scored.counts),
                {name: None if math.isnan(value) else value for name, value in attrs.asdict(scored.scores).items()},
                _edits(next(counted), scored),
            )


def _edits(counted: Sequence[Any] | None, scored: AnySentence) -> tuple[CountedEdit, ...]:
    if counted is None or scored.reference is None:
        return ()
    return tuple(map(counted_edit, counted[scored.reference]))


RESAMPLES = 500
"""Resamples that are folded side by side, at most; it changes no number."""
RESAMPLE_BYTES = 2**27
"""Bytes of the sentences of such resamples (128 MiB), of a corpus of any size."""


@attrs.frozen(eq=False)
class ResampledMeasure:
    """Numbers of a measure, or of several, on all sentences and on resamples.

    Shapes: values (systems, columns); bootstrap (systems, resamples, columns); swapped (pairs, trials, columns), the
    differences where two systems have swapped sentences.
    """

    columns: tuple[Column, ...]
    values: Floats
    bootstrap: Floats
    swapped: Floats

    @classmethod
    def joined(cls, parts: Sequence["ResampledMeasure"]) -> "ResampledMeasure":
        return cls(
            tuple(column for part in parts for column in part.columns),
            np.concatenate([part.values for part in parts], axis=-1),
            np.concatenate([part.bootstrap for part in parts], axis=-1),
            np.concatenate([part.swapped for part in parts], axis=-1),
        )


def resampled_measure(
    measure: Measure, systems: MarkedSystems, settings: ResamplingSettings, progress: Progress
) -> ResampledMeasure:
    """Return a measure's numbers for each system and each pair of systems; one block of resamples is in memory."""
    size = systems.size
    rows = max(1, min(RESAMPLES, RESAMPLE_BYTES // (4 * size)))
    folds = [measure.fold(number) for number in range(len(systems.names))]
    pairs = list(combinations(folds, 2))
    steps = _Steps(settings.resamples * (len(folds) + len(pairs)), progress)
    everything = np.arange(size, dtype=np.int32)[None, :]
    values = np.stack([fold(everything)[0] for fold in folds])
    bootstrap = _bootstrapped(folds, bootstrap_blocks(size, settings, rows), steps)
    swapped = [_swapped(first.joined(second), swap_blocks(size, settings, rows), steps) for first, second in pairs]
    shape = (len(pairs), settings.resamples, len(measure.columns))
    return ResampledMeasure(measure.columns, values, bootstrap, np.reshape(swapped, shape))


@attrs.define
class _Steps:
    total: int
    progress: Progress
    done: int = attrs.field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self.progress("resamples", 0, self.total)

    def add(self, count: int) -> None:
        self.done += count
        self.progress("resamples", self.done, self.total)


def _bootstrapped(folds: Sequence[ResampleFold], blocks: Iterable[Resamples], steps: _Steps) -> Floats:
    scores: list[list[Floats]] = [[] for _ in folds]
    for block in blocks:
        for fold, own in zip(folds, scores, strict=True):
            own.append(fold(block))
            steps.add(len(block))
    return np.stack([np.concatenate(own) for own in scores])


def _swapped(fold: ResampleFold, blocks: Iterable[npt.NDArray[np.bool_]], steps: _Steps) -> Floats:
    differences: list[Floats] = []
    for swaps in blocks:
        sentences = np.arange(swaps.shape[1], dtype=np.int32)
        behind = sentences + np.int32(swaps.shape[1])
        difference = fold(np.where(swaps, behind, sentences))
        difference -= fold(np.where(swaps, sentences, behind))
        differences.append(difference)
        steps.add(len(swaps))
    return np.concatenate(differences)


HEADLINES = ("f", "score", "success")
"""The score that a metric is known by: the first of these that it has."""


@shape(name="ComparedSystem")
@attrs.frozen
class SystemScores:
    """One system's counts and scores."""

    system: str
    """The system's name."""
    group: Group
    """The group of error types; ``null`` for all edits."""
    counts: Mapping[str, float]
    """Counts, with members that depend on the metric."""
    scores: Mapping[str, Estimate]
    """Scores, with members that depend on the metric."""


@shape(name="ComparisonPValue")
@attrs.frozen
class PValue:
    """A two-sided p value."""

    value: float | None
    """The value; ``null`` where there is no difference to test."""
    adjusted: float | None
    """The same, adjusted by Holm's method over the pairs of systems, and over the groups of types if there are any."""


UNTESTED = PValue(None, None)


@shape(name="SystemDifference", renamed={"estimate": "difference"})
@attrs.frozen
class Difference:
    """The first system's score less the second's."""

    first: str
    """The first system's name."""
    second: str
    """The second system's name."""
    group: Group
    """The group of error types; ``null`` for all edits."""
    score: str
    """The name of the score."""
    estimate: Estimate
    """The difference."""
    randomisation: PValue
    """By paired approximate randomisation."""
    bootstrap: PValue
    """By the paired bootstrap, shifted to no difference."""
    family: int
    """The number of differences that Holm's adjustment is over; 0 where the difference is not defined."""


@shape(
    *("metric", "level", "headline", "signature", "groups", "scores", "differences", "mode", "sentences"),
    renamed={"scores": "systems", "sentences": "per_sentence"},
    optional=("mode", "sentences"),
)
@attrs.frozen
class MetricComparison:
    """Systems beside each other under one metric."""

    metric: str
    """The metric's name; ``sentences`` for shares of whole sentences."""
    title: str
    mode: str
    """What ERRANT counts."""
    level: Level
    """Whether the scores are computed from the total counts, or are the mean of the sentences' scores."""
    signature: str
    """The metric and the settings that the numbers depend on."""
    headline: str
    """The name of the score that the metric is known by."""
    groups: tuple[str, ...]
    """The groups of error types."""
    scores: tuple[SystemScores, ...]
    """Each system's scores: of all edits, then of each group."""
    differences: tuple[Difference, ...]
    """The differences of each pair of systems in each score and group."""
    sentences: tuple[CountedSentence, ...] = ()
    """What each sentence of each system counts; with ``--per-sentence``."""

    def of_group(self, group: Group = EVERYTHING) -> tuple[SystemScores, ...]:
        return tuple(item for item in self.scores if item.group == group)

    def headline_differences(self, group: Group = EVERYTHING) -> tuple[Difference, ...]:
        return tuple(item for item in self.differences if item.group == group and item.score == self.headline)


def metric_comparison(
    measures: Sequence[Measure], systems: MarkedSystems, settings: ResamplingSettings, progress: Progress
) -> MetricComparison:
    """Return a comparison from the measures of one metric: that of all edits, then those of groups of error types."""
    metric = measures[0].metric
    whole = ResampledMeasure.joined([resampled_measure(one, systems, settings, progress) for one in measures])
    names = [column.score for column in whole.columns]
    return MetricComparison(
        metric.name,
        metric.title,
        metric.mode.name if isinstance(metric, SpanErrant) else "",
        metric.level,
        measures[0].signature,
        next((name for name in HEADLINES if name in names), names[-1]),
        tuple(group for measure in measures for group in measure.groups),
        tuple(_scores(measures, whole, systems.names, settings)),
        _differences(whole, systems.names, settings),
        tuple(counted_sentences(measures[0], systems)),
    )


def _scores(
    measures: Sequence[Measure], whole: ResampledMeasure, systems: Sequence[str], settings: ResamplingSettings
) -> Iterator[SystemScores]:
    intervals = percentile_intervals(np.moveaxis(whole.bootstrap, 1, 0), settings)
    counts = [
        {key: value for measure in measures for key, value in measure.counts[i].items()} for i in range(len(systems))
    ]
    for group in dict.fromkeys(column.group for column in whole.columns):
        for index, system in enumerate(systems):
            scores = {
                column.score: Estimate.of(whole.values[index, place], *intervals[:, index, place])
                for place, column in enumerate(whole.columns)
                if column.group == group
            }
            yield SystemScores(system, group, counts[index][group], scores)


def _differences(
    whole: ResampledMeasure, systems: Sequence[str], settings: ResamplingSettings
) -> tuple[Difference, ...]:
    pairs = list(combinations(range(len(systems)), 2))
    if not pairs:
        return ()
    first, second = (np.asarray(side) for side in zip(*pairs, strict=True))
    measured = whole.values[first] - whole.values[second]
    resampled = np.moveaxis(whole.bootstrap[first] - whole.bootstrap[second], 1, 0)
    intervals = percentile_intervals(resampled, settings)
    families = tuple(_families(measured, whole.columns))
    by_swaps = _adjusted(randomisation_p(measured, np.moveaxis(whole.swapped, 1, 0)), families)
    by_bootstrap = _adjusted(bootstrap_p(measured, resampled), families)
    sizes = {cell: len(family) for family in families for cell in family}
    return tuple(
        Difference(
            systems[pairs[number][0]],
            systems[pairs[number][1]],
            column.group,
            column.score,
            Estimate.of(measured[number, place], *intervals[:, number, place]),
            by_swaps.get((number, place), UNTESTED),
            by_bootstrap.get((number, place), UNTESTED),
            sizes.get((number, place), 0),
        )
        for place, column in enumerate(whole.columns)
        for number in range(len(pairs))
    )


_Cell = tuple[int, int]


def _families(measured: Floats, columns: Sequence[Column]) -> Iterator[tuple[_Cell, ...]]:
    families: dict[tuple[bool, str], list[_Cell]] = {}
    for place, column in enumerate(columns):
        family = families.setdefault((column.group is EVERYTHING, column.score), [])
        family += [(number, place) for number in range(len(measured)) if not math.isnan(measured[number, place])]
    yield from map(tuple, families.values())


def _adjusted(values: Floats, families: Iterable[Sequence[_Cell]]) -> dict[_Cell, PValue]:
    adjusted: dict[_Cell, PValue] = {}
    for family in families:
        numbers = [float(values[cell]) for cell in family]
        adjusted |= dict(zip(family, map(PValue, numbers, holm(numbers)), strict=True))
    return adjusted


SuccessStatistics = tuple[int, int, int]
"""Whether the sentence is right, whether it is unedited, and whether it is unedited and changed: 1 or 0 each."""


@attrs.frozen
class SentenceCounts:
    """Numbers of sentences.

    Right ones have exactly the tokens of a reference. At least one reference changes an ``edited`` sentence, and none
    an ``unedited`` one; ``changed`` are the unedited ones that the system changes.
    """

    right: int
    edited: int
    right_edited: int
    unedited: int
    changed: int


@attrs.frozen
class SentenceShares:
    """Shares of sentences in [0, 1]; ``nan`` where there is no sentence of the kind.

    Right ones among all, and among those that a reference changes; changed ones among those that no reference changes.
    """

    success: float
    success_edited: float
    over_correction: float


@attrs.frozen(kw_only=True)
class SentenceSuccess(Metric[SuccessStatistics]):
    """Shares of sentences that are right, or changed without need."""

    name = "sentences"
    title = "Whole sentences"
    needs = frozenset({Need.TEXTS, Need.REFERENCES})

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {}

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> SuccessStatistics:
        right = sentence.hypothesis in sentence.references
        unedited = set(sentence.references) == {sentence.source}
        return int(right), int(unedited), int(unedited and not right)

    def fold(
        self, statistics: Iterable[SuccessStatistics], *, keep_sentences: bool = True
    ) -> Score[SentenceCounts, SentenceShares]:
        rows = [tuple(row) for row in statistics]
        if not rows:
            raise ValueError(NO_SENTENCE)
        sentences = tuple(_scored([row]) for row in rows) if keep_sentences else ()
        total = _scored(rows)
        return Score(total.counts, total.scores, len(rows), sentences)


def _scored(rows: list[tuple[int, ...]]) -> SentenceScore[SentenceCounts, SentenceShares]:
    right, unedited, changed = (sum(column) for column in zip(*rows, strict=True))
    counts = SentenceCounts(right, len(rows) - unedited, right - (unedited - changed), unedited, changed)
    return SentenceScore(None, counts, shares(right, len(rows), unedited, changed))


def shares(right: float, sentences: float, unedited: float, changed: float) -> SentenceShares:
    def share(part: float, whole: float) -> float:
        return part / whole if whole else math.nan

    edited_right = right - (unedited - changed)
    return SentenceShares(share(right, sentences), share(edited_right, sentences - unedited), share(changed, unedited))


@array_fold.register
def _(metric: SentenceSuccess, statistics: Iterable[SuccessStatistics]) -> ResampleFold:
    values = rows_of((*row, 1) for row in statistics)

    def score(sums: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> tuple[float, ...]:
        right, unedited, changed, sentences = sums.tolist()
        return attrs.astuple(shares(right, sentences, unedited, changed))

    return SumFold(values, score)


@attrs.frozen
class ComparisonRequest:
    """How systems are compared; ``mode`` is what ERRANT counts; ``per_sentence`` keeps each sentence's counts."""

    metrics: tuple[Metric[Any], ...]
    settings: ResamplingSettings = ResamplingSettings()
    mode: str = CORRECTION.name
    grouping: Grouping | None = None
    edits: EditFilter = EditFilter()
    per_sentence: bool = False

    def check(self) -> None:
        """Raise ChoiceError if parts don't go together."""
        if self.mode not in MODES:
            raise ChoiceError(f"there is no mode {self.mode!r}. The modes are {', '.join(MODES)}")
        if self.edits and not any(map(works_on_edits, self.metrics)):
            raise ChoiceError("edits can't be left out: no metric here works on edits")
        if not self.settings.resamples:
            raise ChoiceError("a comparison needs at least one resample")

    @property
    def plans(self) -> tuple[MeasurePlan, ...]:
        """One for each metric, then that of whole sentences."""
        metrics = [in_mode(metric, MODES[self.mode]) for metric in self.metrics]
        return (
            *(
                MeasurePlan(number, metric, self.grouping, self.per_sentence and isinstance(metric, SpanErrant))
                for number, metric in enumerate(metrics)
            ),
            MeasurePlan(len(metrics), SentenceSuccess()),
        )


@shape(
    *("systems", "sentences", "references", "request.settings.resamples", "request.settings.confidence"),
    *("request.settings.seed", "request.grouping.name", "request.edits.without", "unmatched", "request.edits.length"),
    "all",
    name="SystemComparison",
    renamed={"request.grouping.name": "by", "request.edits.length": "edits", "all": "metrics"},
    kind="document",
)
@attrs.frozen
class Comparison:
    """The output of ``compare --format json``. Numbers are unrounded."""

    systems: tuple[str, ...]
    """The systems' names."""
    sentences: int
    """The number of sentences."""
    references: int
    """The number of references."""
    request: ComparisonRequest
    unmatched: tuple[str, ...]
    """Those of them that no edit has: a name may be mistyped."""
    metrics: tuple[MetricComparison, ...]
    success: MetricComparison

    @property
    def all(self) -> tuple[MetricComparison, ...]:
        """One comparison for each metric, then that of whole sentences."""
        return (*self.metrics, self.success)


def in_mode(metric: Metric[Any], mode: SpanMode) -> Metric[Any]:
    if not isinstance(metric, Errant) or isinstance(metric, SpanErrant):
        return metric
    return SpanErrant(level=metric.level, beta=metric.beta, mode=mode)


@attrs.frozen
class SystemComparer:
    """Compares systems by ``block`` sentences (``None``: :func:`block_size`); ``models`` are named in signatures."""

    models: Models
    executor: Executor[Models]
    block: int | None = None

    def compare(
        self,
        files: CorpusFiles,
        request: ComparisonRequest,
        *,
        journal: Path | None = None,
        progress: Progress = silent,
    ) -> Comparison:
        """Compare the hypotheses of a corpus; marked blocks stay in ``journal``, so that a later run can go on.

        Raise DocumentError if files can't be used or don't line up, there is no source, sentence or reference, two
        systems have one name, or the journal is another run's.
        """
        self._check(files)
        corpus = MarkedCorpus(files, self.block or block_size(files.carrier.size))
        plans = request.plans
        work = BlockComparison(files.readers, plans, request.edits)
        with Journal(journal, self._identity(corpus, request) if journal is not None else {}) as kept:
            corpus.mark(work, self.executor, kept, progress)
            size = files.carrier.size
            systems = MarkedSystems(files.names, size, files.reference_count, self.models, request.edits, kept)
            *metrics, success = [
                metric_comparison(
                    measures_of(systems, plan, per_sentence=request.per_sentence), systems, request.settings, progress
                )
                for plan in plans
            ]
            return Comparison(
                systems.names, size, systems.references, request, systems.unmatched, tuple(metrics), success
            )

    def _check(self, files: CorpusFiles) -> None:
        if not files.reference_count:
            raise DocumentError("there is no reference text")
        names = files.names
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise DocumentError(f"two systems are called {twice!r}", remedy="Give each one a name of its own")
        files.check(self.models.segment)

    def _identity(self, corpus: MarkedCorpus, request: ComparisonRequest) -> dict[str, object]:
        references, grouping = corpus.files.reference_count, request.grouping
        return {
            **corpus.identity,
            "command": "compare",
            "metrics": [self.models.signature(plan.metric, references) for plan in request.plans],
            "error types": None if grouping is None else [grouping.name, *grouping.order],
            "edits": dict(request.edits.settings),
            "per sentence": request.per_sentence,
        }
