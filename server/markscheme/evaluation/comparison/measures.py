"""What is computed for each system: a metric's scores, of all edits and of those of each group of error types."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, vstack

from markscheme.evaluation.comparison.block_comparison import MeasurePlan
from markscheme.evaluation.comparison.grouping import Grouping
from markscheme.evaluation.comparison.marked_systems import MarkedSystems, Rereadable
from markscheme.evaluation.comparison.spans import SpanErrant, TypeCounts, summed
from markscheme.evaluation.resampling.candidates import Resamples
from markscheme.evaluation.resampling.folds import ResampleFold, RunningFold, resample_fold
from markscheme.evaluation.resampling.ranks import f_scores
from markscheme.evaluation.resampling.settled import settled
from markscheme.metrics.base import Metric, Score, SentenceScore

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

    Attributes
    ----------
    columns
        What the fold computes.
    groups
        The groups of error types, in the order in which they are shown.
    fold
        Return the fold of the settled statistics of a system, by its number: arrays of numbers of each sentence.
    counts
        Each system's counts by group.
    sentences
        Each system's sentences by the metric's own fold; empty if they are not kept, and by group.
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
        """The metric."""
        return self.plan.metric


def measures_of(systems: MarkedSystems, plan: MeasurePlan, *, per_sentence: bool = False) -> tuple[Measure, ...]:
    """Return the measures of a metric: of all edits, and by groups of error types if it works on edits.

    ERRANT's counts by type at corpus level are those of the reference that it chooses by all edits, as
    ``errant_compare``'s. Another metric sees the edits of each group alone, on both sides.

    Parameters
    ----------
    per_sentence
        Whether each sentence's score is kept.
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
    """ERRANT's scores of all edits, then of each group's.

    Attributes
    ----------
    running
        The choice of references by all edits.
    counts
        Shape (rows, groups * 3): TP, FP and FN of each group against each reference; most are 0, and are not kept.
    """

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
        """Return the summed counts of a resample's chosen rows; they are whole numbers, and so exact in any order."""
        uses = np.bincount(rows, minlength=self.counts.shape[0]).astype(np.float64)
        sums: Floats = uses @ self.counts
        return sums

    def joined(self, other: "TypedFold") -> "TypedFold":
        """Return the fold of these sentences, and behind them the other's."""
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
    """A system's score, and its counts by type against the references that are chosen.

    Attributes
    ----------
    chosen
        The index of each sentence's reference.
    """

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
        """Return each sentence's score."""
        return _folded(self.metric, _sums_of(self.types), per_sentence=True).sentences


def _sums_of(types: Iterable[Sequence[TypeCounts]]) -> Rereadable:
    """Return TP, FP and FN of all types of each sentence, against each reference."""
    return Rereadable(lambda: (tuple(map(summed, rows)) for rows in types))


def _by_group(counts: TypeCounts, groups: Sequence[str], grouping: Grouping) -> list[list[int]]:
    """Return TP, FP and FN of each group."""
    sums = {group: [0, 0, 0] for group in groups}
    for kind, row in counts.items():
        for group in filter(sums.__contains__, grouping.groups_of(kind)):
            sums[group] = [one + other for one, other in zip(sums[group], row, strict=True)]
    return [sums[group] for group in groups]


def _group_counts(types: Iterable[Sequence[TypeCounts]], groups: Sequence[str], grouping: Grouping) -> csr_array:
    """Return TP, FP and FN of each group for every row, a reference of a sentence: shape (rows, groups * 3)."""
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
    """A fold whose scores are ``nan`` for resamples in which no sentence has an edit of the group.

    Attributes
    ----------
    present
        Shape (n,): whether a sentence has such an edit, on either side.
    """

    fold: ResampleFold
    present: npt.NDArray[np.bool_]

    def __call__(self, resamples: Resamples) -> Floats:
        scores = self.fold(resamples)
        scores[~self.present[resamples].any(axis=1)] = np.nan
        return scores

    def joined(self, other: "PresentFold") -> "PresentFold":
        """Return the fold of these sentences, and behind them the other's."""
        return PresentFold(self.fold.joined(other.fold), np.concatenate([self.present, other.present]))


def _filtered(systems: MarkedSystems, plan: MeasurePlan, group: str) -> Measure:
    """Return the measure of a group, of sentences that have its edits alone."""
    rows = [systems.of_group(plan, number, group) for number in range(len(systems.names))]
    measure = _measure(systems, plan, group, [Rereadable(_values(own)) for own in rows])

    def fold(system: int) -> PresentFold:
        present = np.fromiter((present for present, _ in rows[system]), dtype=np.bool_)
        return PresentFold(measure.fold(system), present)

    return attrs.evolve(measure, fold=fold)


def _values(rows: Iterable[tuple[bool, Any]]) -> Callable[[], Iterator[Any]]:
    return lambda: (one for _, one in rows)
