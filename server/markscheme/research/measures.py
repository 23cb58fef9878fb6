"""Systems marked under several metrics: what a journal holds of their sentences, and the scores on resamples of them.

ERRANT is counted in each of ``errant_compare``'s modes, by lines of M2 (:mod:`markscheme.metrics.errant`). What a
block contributes is a pure function of the block: rows for each metric and system.
"""

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property, partial
from itertools import chain, combinations, repeat
from typing import Any, Literal

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.contract import shape
from markscheme.documents.corpus import DETECTION, Fault
from markscheme.documents.m2 import correction_tokens
from markscheme.documents.m2_lines import View
from markscheme.edits.edit import Edit, Edits, TagsUsed
from markscheme.inference.models import Models
from markscheme.metrics.base import (
    Metric,
    Need,
    Score,
    Sentence,
    SentenceScore,
)
from markscheme.metrics.errant import CountedLine, EditFilter, Errant, TypeCounts, typed_lines
from markscheme.progress import Progress
from markscheme.research.resampling import (
    ResampleFold,
    Resamples,
    ResamplingSettings,
    RunningFold,
    bootstrap_blocks,
    f_scores,
    resample_fold,
    settled,
    swap_blocks,
)
from markscheme.scoring.journal import Journal, Rereadable, RowName, scored_only
from markscheme.scoring.marked_lines import LineCompute, LineWork
from markscheme.scoring.scorer import Block, BlockRows, BlockWork, nothing_scored, tag_settings
from markscheme.scoring.statistics import SentenceReader, SentenceStatistics


@shape("count", "start", "end", "edit.replacement", "edit.type")
@attrs.frozen
class CountedEdit:
    """An edit that ERRANT counts in a sentence; in token-based detection, one token of it."""

    count: Literal["tp", "fp", "fn"]
    """What it counts as; a ``tp`` is the reference's edit."""
    start: int
    """The first source token."""
    end: int
    """The source token behind the last one."""
    edit: Edit


def summed(counts: TypeCounts) -> tuple[float, float, float]:
    tp, fp, fn = (sum(row[column] for row in counts.values()) for column in range(3))
    return (tp, fp, fn)


def with_edits(sentence: Sentence, keeps: Callable[[Edit], bool]) -> Sentence:
    """Keep edits that take part; a reference that deletes the sentence stays a missing one for metrics on chunks."""

    def kept(edits: Edits) -> Edits:
        return tuple(edit for edit in edits if keeps(edit))

    passage = sentence.edits
    present = passage.present_references
    filtered = attrs.evolve(
        passage,
        hypothesis=kept(passage.hypothesis),
        references=tuple(map(kept, passage.references)),
        absent=frozenset(index for index in range(len(passage.references)) if index not in present),
        hypothesis_lines=None if passage.hypothesis_lines is None else kept(passage.hypothesis_lines),
        reference_lines=tuple(None if lines is None else kept(lines) for lines in passage.reference_lines),
    )
    return attrs.evolve(sentence, passage=filtered)


def edits_of(sentence: Sentence) -> Edits:
    passage = sentence.edits
    return tuple(edit for side in (passage.hypothesis, *passage.references) for edit in side)


def stated_edits(sentence: Sentence) -> Edits:
    passage = sentence.edits
    return tuple(edit for side in (passage.counted_hypothesis, *passage.counted_references) for edit in side)


@attrs.frozen
class Grouping:
    """A way to group error types; ``tier``: ``errant_compare``'s ``-cat``, 0 for patterns; empty ``order``: by name."""

    name: str
    """How error types are grouped: ``operation``, ``category``, ``type`` or ``pattern``; ``null`` without groups."""
    title: str
    groups_of: Callable[[str], Sequence[str]] = attrs.field(repr=False)
    tier: int = 0
    order: tuple[str, ...] = ()

    def groups(self, types: Iterable[str]) -> tuple[str, ...]:
        return self.order or tuple(sorted({group for kind in types for group in self.groups_of(kind)}))


def _operation(kind: str) -> Sequence[str]:
    return (kind if kind == DETECTION else kind[:1],)


def _category(kind: str) -> Sequence[str]:
    return (kind if kind == DETECTION else kind[2:],)


def _type(kind: str) -> Sequence[str]:
    return (kind,)


GROUPINGS: Mapping[str, Grouping] = {
    grouping.name: grouping
    for grouping in (
        Grouping("operation", "Operation", _operation, 1),
        Grouping("category", "Category", _category, 2),
        Grouping("type", "Type", _type, 3),
    )
}
"""ERRANT's tiers by name. A type that is not ERRANT's is cut as ``errant_compare`` cuts it: by its first characters."""

TIERS: Mapping[int, Grouping] = {grouping.tier: grouping for grouping in GROUPINGS.values()}


def by_patterns(patterns: Sequence[str]) -> Grouping:
    """Return one group for each pattern, in which ``*`` stands for any characters and ``?`` for one.

    >>> by_patterns(["R:*", "*:NOUN*"]).groups_of("R:NOUN:NUM")
    ('R:*', '*:NOUN*')
    """

    return Grouping("pattern", "Pattern", partial(_matching, patterns), order=tuple(dict.fromkeys(patterns)))


def _matching(patterns: Sequence[str], kind: str) -> tuple[str, ...]:
    return tuple(pattern for pattern in patterns if fnmatchcase(kind, pattern))


def grouping_of(names: Sequence[str]) -> Grouping | None:
    """Return the grouping of one of ERRANT's tiers by its name, or else by patterns; ``None`` without a name."""
    if not names:
        return None
    return GROUPINGS[names[0]] if len(names) == 1 and names[0] in GROUPINGS else by_patterns(names)


STATISTICS, TYPES, BARE, EDITS = "statistics", "types", "bare", "edits"
"""Rows of a metric and a system, a value for each sentence: its statistics; its counts by type; its statistics without
any edit; what is counted of it against each reference."""


def _facts_row(system: int) -> RowName:
    """Return the name of a row of what sentences say to all metrics: the types of edits that take part, and of all."""
    return f"facts/{system}"


Systems = Sequence[Sequence[Sentence]]


def works_on_edits(metric: Metric[Any]) -> bool:
    return bool(metric.needs & {Need.EDITS, Need.CHUNKS})


@attrs.frozen
class MeasurePlan:
    """What is kept of a block for one metric, by its number; ``grouping`` is ``None`` without scores by type."""

    number: int
    metric: Metric[Any]
    grouping: Grouping | None = None
    keeps_edits: bool = False

    @property
    def is_typed(self) -> bool:
        """Whether it is ERRANT at corpus level by type: each sentence has the reference that all its edits choose."""
        return self.grouping is not None and isinstance(self.metric, Errant) and self.metric.level == "corpus"

    @property
    def is_filtered(self) -> bool:
        return self.grouping is not None and works_on_edits(self.metric) and not self.is_typed

    def row(self, system: int, kind: str) -> RowName:
        return f"{self.number}/{system}/{kind}"

    def group_row(self, system: int, group: str) -> RowName:
        """Return the name of the row of a group: (index, whether it has an edit of the group, statistics) of sentences.

        Sentences without any line of the group are not there: their statistics are those without an edit.
        """
        return f"{self.number}/{system}/group/{group}"


@attrs.frozen
class BlockComparison(BlockWork):
    """Marks blocks under several metrics, for all systems. It can be sent to another process."""

    plans: tuple[MeasurePlan, ...]
    chosen: EditFilter
    tags: TagsUsed = "own"

    def of_texts(self, item: Block, tools: Models, progress: Progress) -> BlockRows:
        texts = self.texts(item, tools)
        faults = texts.faults()
        needs = frozenset[Need]().union(*(plan.metric.needs for plan in self.plans))
        systems = stated = texts.sentences(SentenceReader(needs, tools, tags=self.tags), progress)
        rows: dict[RowName, Any] = {}
        if self._keeps_types and systems[0][0].passage is not None:
            if self.chosen:
                systems = [[with_edits(sentence, self._keeps) for sentence in system] for system in systems]
            for number, (kept, all_edits) in enumerate(zip(systems, stated, strict=True)):
                pairs = zip(kept, all_edits, strict=True)
                rows[_facts_row(number)] = [(_types(edits_of(one)), _types(stated_edits(two))) for one, two in pairs]
        for plan in self.plans:
            rows |= _Rows(plan, systems, tools, progress, faults).all()
        return BlockRows(rows, texts.seen(), faults)

    @property
    def _keeps_types(self) -> bool:
        return bool(self.chosen) or any(plan.is_filtered for plan in self.plans)

    def _keeps(self, edit: Edit) -> bool:
        [line] = typed_lines((edit,))
        return self.chosen.keeps(line)

    def line_work(self) -> LineWork | None:
        is_read = self.tags == "own" and all(self._reads_lines(plan) for plan in self.plans)
        view = View.TYPES if self.chosen or any(map(_reads_types, self.plans)) else View.WORDS
        if not is_read:
            return None
        rows = [row for plan in self.plans for row in self._line_rows(plan, view)]
        return LineWork(view, [*rows, (_facts_row, self._line_facts)] if self.chosen else rows)

    def _reads_lines(self, plan: MeasurePlan) -> bool:
        """Return whether lines are enough: ERRANT's filters are on lines, those of other metrics on whole sentences."""
        if isinstance(plan.metric, Errant):
            return not plan.is_filtered
        return plan.metric.view is View.WORDS and not (works_on_edits(plan.metric) and (self.chosen or plan.grouping))

    def _line_rows(self, plan: MeasurePlan, view: View) -> Iterator[tuple[Callable[[int], RowName], LineCompute]]:
        metric = plan.metric
        if not isinstance(metric, Errant):
            yield partial(plan.row, kind=STATISTICS), metric.line_statistics
            return

        def kept(lines: Any) -> Any:
            return list(filter(self.chosen.keeps, lines)) if self.chosen else lines

        def types(_: str, __: int, hypothesis: Any, references: Sequence[Any]) -> Any:
            return [metric.types(kept(hypothesis), kept(reference)) for reference in references]

        def edits(_: str, __: int, hypothesis: Any, references: Sequence[Any]) -> Any:
            return [list(metric.counted(kept(hypothesis), kept(reference))) for reference in references]

        def statistics(_: str, __: int, hypothesis: Any, references: Sequence[Any]) -> Any:
            return metric.overlaps(kept(hypothesis), map(kept, references))

        if plan.is_typed:
            yield partial(plan.row, kind=TYPES), types
        else:
            yield partial(plan.row, kind=STATISTICS), metric.line_statistics if view is View.WORDS else statistics
        if plan.keeps_edits:
            yield partial(plan.row, kind=EDITS), edits

    def _line_facts(self, _: str, __: int, hypothesis: Any, references: Sequence[Any]) -> Any:
        lines = [*hypothesis, *chain.from_iterable(references)]
        return sorted({line[3] for line in lines if self.chosen.keeps(line)}), sorted({line[3] for line in lines})


def _reads_types(plan: MeasurePlan) -> bool:
    metric = plan.metric
    return isinstance(metric, Errant) and (plan.is_typed or plan.keeps_edits or metric.view is View.TYPES)


def _types(edits: Edits) -> list[str]:
    return sorted({edit.type for edit in edits})


@attrs.frozen
class _Rows:
    plan: MeasurePlan
    systems: Systems
    models: Models
    progress: Progress
    faults: Mapping[int, Fault]

    def all(self) -> dict[RowName, Any]:
        metric = self.plan.metric
        if self.plan.is_typed:
            assert isinstance(metric, Errant)
            rows = self._rows(TYPES, [[_typed(metric, one) for one in system] for system in self.systems])
        else:
            rows = self._rows(STATISTICS, self._statistics(self.systems))
        if self.plan.is_filtered:
            rows |= self._filtered()
        if self.plan.keeps_edits and isinstance(metric, Errant):
            rows |= self._rows(EDITS, [[_counted_lines(metric, one) for one in system] for system in self.systems])
        return rows

    def _rows(self, kind: str, values: Sequence[Sequence[Any]]) -> dict[RowName, Any]:
        metric = self.plan.metric
        return {self.plan.row(system, kind): scored_only(metric, own, self.faults) for system, own in enumerate(values)}

    def _statistics(self, systems: Systems) -> list[list[Any]]:
        everything = [sentence for system in systems for sentence in system]
        computed = SentenceStatistics(self.plan.metric, self.models).of(everything, self.progress)
        statistics = iter(computed)
        return [[next(statistics) for _ in system] for system in systems]

    def _filtered(self) -> dict[RowName, Any]:
        grouping = self.plan.grouping
        assert grouping is not None
        bare = [[with_edits(sentence, lambda _: False) for sentence in system] for system in self.systems]
        rows = self._rows(BARE, self._statistics(bare))
        lines = (
            edit
            for system in self.systems
            for sentence in system
            for edit in (*edits_of(sentence), *stated_edits(sentence))
        )
        for group in sorted({group for kind in {edit.type for edit in lines} for group in grouping.groups_of(kind)}):
            rows |= self._group(grouping, group)
        return rows

    def _group(self, grouping: Grouping, group: str) -> dict[RowName, Any]:
        def is_of(edit: Any) -> bool:
            return group in grouping.groups_of(edit.type)

        places = [
            [
                index
                for index, sentence in enumerate(system)
                if any(map(is_of, edits_of(sentence))) or any(map(is_of, stated_edits(sentence)))
            ]
            for system in self.systems
        ]
        sentences = [
            [with_edits(system[index], is_of) for index in own]
            for system, own in zip(self.systems, places, strict=True)
        ]
        statistics = self._statistics(sentences)
        return {
            self.plan.group_row(system, group): [
                (index, bool(edits_of(sentence)), one)
                for index, sentence, one in zip(places[system], sentences[system], own, strict=True)
            ]
            for system, own in enumerate(statistics)
            if own
        }


def _typed(metric: Errant, sentence: Sentence) -> list[TypeCounts]:
    hypothesis, references = metric.lines(sentence.edits)
    return [metric.types(hypothesis, reference) for reference in references]


def _counted_lines(metric: Errant, sentence: Sentence) -> list[list[CountedLine]]:
    hypothesis, references = metric.lines(sentence.edits)
    return [list(metric.counted(hypothesis, reference)) for reference in references]


def _counted_edit(row: CountedLine) -> CountedEdit:
    count, start, end, (first, last, words, kind) = row
    return CountedEdit(count, start, end, Edit(first, last, correction_tokens(words), kind))


@attrs.frozen(slots=False)
class MarkedSystems:
    """The same sentences by several systems, all marked; metrics on texts don't see which edits are ``chosen``."""

    names: tuple[str, ...]
    size: int
    references: int
    models: Models
    chosen: EditFilter
    journal: Journal
    tags: TagsUsed = "own"

    def signature(self, metric: Metric[Any]) -> str:
        edits = {**(self.chosen.settings if works_on_edits(metric) else {}), **tag_settings(metric, self.tags)}
        return self.models.signature(metric, self.references, edits=edits)

    def size_for(self, metric: Metric[Any]) -> int:
        """Return the number of sentences that a metric scores; raise DocumentError if there is none."""
        left_out = sum(1 for _ in self.journal.left_out(metric))
        if left_out == self.size:
            raise nothing_scored(self.journal.faults())
        return self.size - left_out

    def statistics(self, plan: MeasurePlan, system: int) -> Iterable[Any]:
        return self.journal.statistics(plan.row(system, STATISTICS))

    def types(self, plan: MeasurePlan, system: int) -> Iterable[tuple[TypeCounts, ...]]:
        return self.journal.statistics(plan.row(system, TYPES))

    def of_group(self, plan: MeasurePlan, system: int, group: str) -> Iterable[tuple[bool, Any]]:
        def read() -> Iterator[tuple[bool, Any]]:
            bare = self.journal.blocks(plan.row(system, BARE))
            own = self.journal.blocks(plan.group_row(system, group))
            for (_, rows), (_, some) in zip(bare, own, strict=True):
                of_index = {index: (present, one) for index, present, one in some or ()}
                for index, one in enumerate(rows):
                    if one is not None:
                        yield of_index.get(index, (False, one))

        return Rereadable(read)

    def rows(self, plan: MeasurePlan, system: int, kind: str) -> Iterator[Any]:
        return iter(self.journal.statistics(plan.row(system, kind)))

    def seen(self, plan: MeasurePlan) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield each sentence's number from 0 and the indices of the references whose authors have seen it."""
        everything = tuple(range(self.references))
        for number, seen in self.journal.seen(plan.metric):
            yield number - 1, everything if seen is None else seen

    @cached_property
    def edit_types(self) -> frozenset[str]:
        return self._types(0)

    @cached_property
    def unmatched(self) -> tuple[str, ...]:
        return self.chosen.unmatched(self._types(1))

    def _types(self, which: int) -> frozenset[str]:
        rows = (self.journal.blocks(_facts_row(system)) for system in range(len(self.names)))
        sentences = chain.from_iterable(values or () for row in rows for _, values in row)
        return frozenset(kind for facts in sentences for kind in facts[which])


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
class GroupCounts:
    """Counts of a few groups in each row, most of them 0: the ``values`` that are not, at ``rows`` and ``columns``."""

    length: int
    width: int
    rows: npt.NDArray[np.int32]
    columns: npt.NDArray[np.int32]
    values: Floats

    def sums(self, rows: npt.NDArray[np.int32]) -> Floats:
        """Return sums over rows, some of them several times, of shape (width,): whole numbers, exact in any order."""
        uses = np.bincount(rows, minlength=self.length)
        return np.bincount(self.columns, self.values * uses[self.rows], self.width).astype(np.float64)

    def joined(self, other: "GroupCounts") -> "GroupCounts":
        """Return these rows and, after them, the other's, of the same groups."""
        return GroupCounts(
            self.length + other.length,
            self.width,
            np.concatenate([self.rows, other.rows + np.int32(self.length)]),
            np.concatenate([self.columns, other.columns]),
            np.concatenate([self.values, other.values]),
        )


@attrs.frozen(eq=False)
class TypedFold:
    """ERRANT's scores of all edits, then by group; ``counts`` (rows, groups * 3): TP, FP, FN against a reference."""

    running: RunningFold
    counts: GroupCounts
    beta: float

    def __call__(self, resamples: Resamples) -> Floats:
        choice = self.running.choice(resamples)
        by_group = np.stack([self.counts.sums(rows) for rows in choice.rows]).reshape(len(resamples), -1, len(OVERLAP))
        counts = np.concatenate([choice.totals[:, None, :], by_group], axis=1)
        scores = np.stack(f_scores(counts[..., 0], counts[..., 1], counts[..., 2], self.beta), axis=-1)
        scores[:, 1:][~by_group.any(axis=-1)] = np.nan
        return scores.reshape(len(resamples), -1)

    def joined(self, other: "TypedFold") -> "TypedFold":
        return TypedFold(self.running.joined(other.running), self.counts.joined(other.counts), self.beta)


def _typed_errant(systems: MarkedSystems, plan: MeasurePlan, *, per_sentence: bool) -> Measure:
    metric, grouping = plan.metric, plan.grouping
    assert isinstance(metric, Errant)
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
    metric: Errant
    types: Iterable[Sequence[TypeCounts]]
    score: Score[Any, Any]
    chosen: "array[int]"
    counts: TypeCounts

    @classmethod
    def of(cls, metric: Errant, types: Iterable[Sequence[TypeCounts]]) -> "_TypedTotals":
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


def _group_counts(types: Iterable[Sequence[TypeCounts]], groups: Sequence[str], grouping: Grouping) -> GroupCounts:
    """Return counts of the shape (rows, groups * 3); a row is a reference of a sentence."""
    places = {group: number * len(OVERLAP) for number, group in enumerate(groups)}
    length, values, columns, rows = 0, array("d"), array("i"), array("i")
    for counts in chain.from_iterable(types):
        for kind, row in counts.items():
            for group in filter(places.__contains__, grouping.groups_of(kind)):
                for offset, value in enumerate(row):
                    if value:
                        values.append(value)
                        columns.append(places[group] + offset)
                        rows.append(length)
        length += 1
    at_rows, at_columns = (np.array(numbers, dtype=np.int32) for numbers in (rows, columns))
    return GroupCounts(length, len(groups) * len(OVERLAP), at_rows, at_columns, np.array(values, dtype=np.float64))


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
    for sentences, (number, seen) in zip(zip(*measure.sentences, strict=True), systems.seen(plan), strict=False):
        for system, counted, scored in zip(systems.names, edits, sentences, strict=True):
            yield CountedSentence(
                number,
                system,
                None if scored.reference is None else seen[scored.reference],
                attrs.asdict(scored.counts),
                {name: None if math.isnan(value) else value for name, value in attrs.asdict(scored.scores).items()},
                _sentence_edits(next(counted), scored),
            )


def _sentence_edits(counted: Sequence[Any] | None, scored: AnySentence) -> tuple[CountedEdit, ...]:
    if counted is None or scored.reference is None:
        return ()
    return tuple(map(_counted_edit, counted[scored.reference]))


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
    size = systems.size_for(measure.metric)
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
