"""What is computed for each system: a metric's scores, of all edits and of those of each group of error types."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.comparison.edit_filter import edits_of, with_edits
from markscheme.evaluation.comparison.grouping import Grouping
from markscheme.evaluation.comparison.spans import SpanErrant, TypeCounts, summed
from markscheme.evaluation.comparison.system_sentences import SystemSentences, works_on_edits
from markscheme.evaluation.resampling.folds import ResampleFold, RunningFold, resample_fold
from markscheme.evaluation.resampling.ranks import f_scores
from markscheme.evaluation.resampling.settled import settled
from markscheme.metrics.base import Metric, Sentence, SentenceScore
from markscheme.progress import Progress

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

EVERYTHING = None
"""The group of all edits. (A group may have an empty name: the category of a type of two characters.)"""
Group = str | None
OVERLAP = ("tp", "fp", "fn")
OVERLAP_SCORES = ("precision", "recall", "f")


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
    statistics
        Each system's settled statistics, a value for each sentence.
    make_fold
        Return the fold of statistics, of one system or of two, one after the other.
    counts
        Each system's counts by group.
    sentences
        Each system's sentences by the metric's own fold; empty if they are not kept, and by group.
    """

    metric: Metric[Any]
    signature: str
    columns: tuple[Column, ...]
    groups: tuple[str, ...]
    statistics: tuple[Sequence[Any], ...]
    make_fold: Callable[[Sequence[Any]], ResampleFold] = attrs.field(repr=False)
    counts: tuple[Mapping[Group, Mapping[str, float]], ...]
    sentences: tuple[tuple[SentenceScore[Any, Any], ...], ...] = ()


def measures_of(
    texts: SystemSentences,
    metric: Metric[Any],
    grouping: Grouping | None,
    progress: Progress,
    *,
    per_sentence: bool = False,
) -> tuple[Measure, ...]:
    """Return the measures of a metric: of all edits, and by groups of error types if it works on edits.

    ERRANT's counts by type at corpus level are those of the reference that it chooses by all edits, as
    ``errant_compare``'s. Another metric sees the edits of each group alone, on both sides.

    Parameters
    ----------
    per_sentence
        Whether each sentence's score is kept.
    """
    if grouping is not None and isinstance(metric, SpanErrant) and metric.level == "corpus":
        typed = _typed_errant(texts, metric, grouping)
        return (typed if per_sentence else attrs.evolve(typed, sentences=()),)
    overall = _measure(texts, metric, EVERYTHING, texts.statistics(metric, progress), per_sentence=per_sentence)
    if grouping is None or not works_on_edits(metric):
        return (overall,)
    return (overall, *_filtered(texts, metric, grouping, progress))


def _measure(
    texts: SystemSentences,
    metric: Metric[Any],
    group: Group,
    statistics: Sequence[Sequence[Any]],
    *,
    per_sentence: bool = False,
) -> Measure:
    scores = [metric.fold(rows, keep_sentences=per_sentence) for rows in statistics]
    return Measure(
        metric,
        texts.signature(metric),
        tuple(Column(group, field.name) for field in attrs.fields(type(scores[0].scores))),
        () if group is EVERYTHING else (group,),
        tuple(settled(metric, rows) for rows in statistics),
        lambda rows: resample_fold(metric, rows),
        tuple({group: attrs.asdict(score.counts)} for score in scores),
        tuple(score.sentences for score in scores),
    )


@attrs.frozen(eq=False)
class TypedFold:
    """ERRANT's scores of all edits, then of each group's.

    Attributes
    ----------
    running
        The choice of references by all edits.
    counts
        Shape (rows, groups * 3): TP, FP and FN of each group against each reference.
    """

    running: RunningFold
    counts: Floats
    beta: float

    def __call__(self, resamples: Integers) -> Floats:
        choice = self.running.choice(resamples)
        totals = choice.totals[:, None, :]
        groups = choice.sums(self.counts).reshape(len(resamples), -1, len(OVERLAP))
        counts = np.concatenate([totals, groups], axis=1)
        scores = np.stack(f_scores(counts[..., 0], counts[..., 1], counts[..., 2], self.beta), axis=-1)
        scores[:, 1:][~groups.any(axis=-1)] = np.nan
        return scores.reshape(len(resamples), -1)

    def group_counts(self) -> Floats:
        """Return TP, FP and FN of each group over all sentences, shape (groups, 3)."""
        everything = np.arange(len(self.running.candidates.places))[None, :]
        return self.running.choice(everything).sums(self.counts).reshape(-1, len(OVERLAP))


def _typed_errant(texts: SystemSentences, metric: SpanErrant, grouping: Grouping) -> Measure:
    types = tuple(tuple(metric.types(sentence) for sentence in sentences) for sentences in texts.sentences)
    totals = [metric.fold([tuple(map(summed, rows)) for rows in sentences]) for sentences in types]
    chosen = {
        kind
        for rows_of_sentences, total in zip(types, totals, strict=True)
        for rows, sentence in zip(rows_of_sentences, total.sentences, strict=True)
        for kind in rows[sentence.reference or 0]
    }
    groups = grouping.groups(chosen)

    def make_fold(statistics: Sequence[Sequence[TypeCounts]]) -> TypedFold:
        running = resample_fold(metric, [tuple(map(summed, rows)) for rows in statistics])
        assert isinstance(running, RunningFold)
        counts = [_grouped(row, groups, grouping) for rows in statistics for row in rows]
        return TypedFold(running, np.asarray(counts, dtype=np.float64).reshape(len(counts), -1), metric.beta)

    counts = tuple(
        {EVERYTHING: attrs.asdict(total.counts)}
        | {
            group: dict(zip(OVERLAP, map(int, row), strict=True))
            for group, row in zip(groups, make_fold(system).group_counts().tolist(), strict=True)
        }
        for system, total in zip(types, totals, strict=True)
    )
    columns = tuple(Column(group, score) for group in (EVERYTHING, *groups) for score in OVERLAP_SCORES)
    sentences = tuple(total.sentences for total in totals)
    return Measure(metric, texts.signature(metric), columns, groups, types, make_fold, counts, sentences)


def _grouped(counts: TypeCounts, groups: Sequence[str], grouping: Grouping) -> list[int]:
    """Return TP, FP and FN of each group, one after the other."""
    sums = {group: [0, 0, 0] for group in groups}
    for kind, row in counts.items():
        for group in filter(sums.__contains__, grouping.groups_of(kind)):
            sums[group] = [one + other for one, other in zip(sums[group], row, strict=True)]
    return [value for group in groups for value in sums[group]]


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

    def __call__(self, resamples: Integers) -> Floats:
        scores = self.fold(resamples)
        scores[~self.present[resamples].any(axis=1)] = np.nan
        return scores


def _filtered(
    texts: SystemSentences, metric: Metric[Any], grouping: Grouping, progress: Progress
) -> tuple[Measure, ...]:
    """Return a measure for each group, of sentences that have its edits alone."""

    def make_fold(statistics: Sequence[tuple[Any, bool]]) -> PresentFold:
        fold = resample_fold(metric, [rows for rows, _ in statistics])
        return PresentFold(fold, np.asarray([present for _, present in statistics]))

    types = {edit.type for system in texts.sentences for sentence in system for edit in edits_of(sentence)}
    measures: list[Measure] = []
    for group in grouping.groups(types):
        in_group = {kind for kind in types if group in grouping.groups_of(kind)}
        sentences = [[_only(sentence, in_group) for sentence in system] for system in texts.sentences]
        measure = _measure(texts, metric, group, texts.statistics_of(metric, sentences, progress))
        statistics = tuple(
            tuple((one, bool(edits_of(sentence))) for one, sentence in zip(values, system, strict=True))
            for values, system in zip(measure.statistics, sentences, strict=True)
        )
        measures.append(attrs.evolve(measure, statistics=statistics, make_fold=make_fold))
    return tuple(measures)


def _only(sentence: Sentence, types: Collection[str]) -> Sentence:
    """Return a sentence whose sides have the edits of these types alone."""
    return with_edits(sentence, lambda edit: edit.type in types)
