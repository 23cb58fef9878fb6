"""What a block of sentences contributes to a comparison: a pure function of the block, whichever process computes it.

For each metric and system a block keeps rows in the journal: what its sentences contribute; for scores by error type,
the same by type, or with the edits of each group alone; and, where it is wanted, what is counted of each sentence.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from markscheme.edits.edit import Edit
from markscheme.evaluation.comparison.edit_filter import EditFilter, edits_of, stated_edits, with_edits
from markscheme.evaluation.comparison.grouping import Grouping
from markscheme.evaluation.comparison.spans import CountedEdit, SpanErrant
from markscheme.execution.executor import WholeWork
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.metrics.cleme2 import Factors
from markscheme.progress import Progress
from markscheme.scoring.blocks.block import Block
from markscheme.scoring.blocks.block_texts import BlockReaders, BlockTexts
from markscheme.scoring.blocks.journal import SEEN, MarkedBlock, RowName
from markscheme.scoring.corpus import Corpus
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import SentenceReader
from markscheme.scoring.statistics import SentenceStatistics

FACTS = 0
"""The row of what a block says of all systems: ``types`` of their edits, and of those that they state (``stated``)."""
STATISTICS, TYPES, BARE, EDITS = "statistics", "types", "bare", "edits"
"""Rows of a metric and a system, a value for each sentence: its statistics; its counts by type; its statistics without
any edit; what is counted of it against each reference."""

Systems = Sequence[Sequence[Sentence]]
"""The sentences of each system."""


def works_on_edits(metric: Metric[Any]) -> bool:
    """Return whether a metric scores edits, which have types, and not texts."""
    return bool(metric.needs & {Need.EDITS, Need.CHUNKS})


@attrs.frozen
class MeasurePlan:
    """What is kept of a block's sentences for one metric.

    Attributes
    ----------
    number
        Which of the comparison's metrics it is.
    grouping
        How error types are grouped; ``None`` without scores by type.
    keeps_edits
        Whether what ERRANT counts in each sentence is kept.
    """

    number: int
    metric: Metric[Any]
    grouping: Grouping | None = None
    keeps_edits: bool = False

    @property
    def is_typed(self) -> bool:
        """Whether it is ERRANT at corpus level by type: each sentence has the reference that all its edits choose."""
        return self.grouping is not None and isinstance(self.metric, SpanErrant) and self.metric.level == "corpus"

    @property
    def is_filtered(self) -> bool:
        """Whether the metric sees the edits of each group alone."""
        return self.grouping is not None and works_on_edits(self.metric) and not self.is_typed

    def row(self, system: int, kind: str) -> RowName:
        """Return the name of a row of one system."""
        return f"{self.number}/{system}/{kind}"

    def group_row(self, system: int, group: str) -> RowName:
        """Return the name of the row of a group: (index, whether it has an edit of the group, statistics) of sentences.

        Sentences without any line of the group are not there: their statistics are those without an edit.
        """
        return f"{self.number}/{system}/group/{group}"


@attrs.frozen
class BlockComparison(WholeWork[Block, MarkedBlock]):
    """Marks blocks under several metrics, for all systems. It can be sent to another process."""

    readers: BlockReaders
    plans: tuple[MeasurePlan, ...]
    chosen: EditFilter

    def done(self, item: Block, tools: Models, progress: Progress) -> MarkedBlock:
        """Return a block's rows.

        Raises
        ------
        DocumentError
            If a file is malformed there, or carries another source than the others.
        """
        texts = self.readers.texts(item, tools)
        systems = self._systems(texts, tools, progress)
        stated: set[str] = set()
        if self.chosen and systems[0][0].passage is not None:
            stated = {edit.type for system in systems for sentence in system for edit in stated_edits(sentence)}
            systems = [[with_edits(sentence, self.chosen.keeps) for sentence in system] for system in systems]
        types = {edit.type for edit in _edits(systems)}
        rows: dict[RowName, Any] = {FACTS: {"types": sorted(types), "stated": sorted(stated)}}
        if seen := texts.seen():
            rows[SEEN] = seen
        for plan in self.plans:
            rows |= _Rows(plan, systems, tools, progress).all()
        return MarkedBlock.of(item.number, item.size, rows)

    def title(self, item: Block) -> str:
        """Return the block's sentences."""
        return f"sentences {item.first + 1} to {item.first + item.size}"

    def _systems(self, texts: BlockTexts, models: Models, progress: Progress) -> list[list[Sentence]]:
        needs = frozenset[Need]().union(*(plan.metric.needs for plan in self.plans))
        reader = SentenceReader(needs, Decisions(), Factors(), models)
        corpora = (
            Corpus(texts.sources, texts.hypotheses, number, texts.references, reader, progress)
            for number in range(len(texts.hypotheses))
        )
        return [[sentence for block in corpus.blocks() for sentence in block.sentences] for corpus in corpora]


def _edits(systems: Systems) -> Iterator[Any]:
    return (
        edit for system in systems for sentence in system if sentence.passage is not None for edit in edits_of(sentence)
    )


@attrs.frozen
class _Rows:
    """The rows of one metric."""

    plan: MeasurePlan
    systems: Systems
    models: Models
    progress: Progress

    def all(self) -> dict[RowName, Any]:
        metric = self.plan.metric
        if self.plan.is_typed:
            assert isinstance(metric, SpanErrant)
            rows = self._rows(TYPES, [[metric.types(sentence) for sentence in system] for system in self.systems])
        else:
            rows = self._rows(STATISTICS, self._statistics(self.systems))
        if self.plan.is_filtered:
            rows |= self._filtered()
        if self.plan.keeps_edits and isinstance(metric, SpanErrant):
            rows |= self._rows(EDITS, [[_counted(metric, one) for one in system] for system in self.systems])
        return rows

    def _rows(self, kind: str, values: Sequence[Sequence[Any]]) -> dict[RowName, Any]:
        return {self.plan.row(system, kind): list(own) for system, own in enumerate(values)}

    def _statistics(self, systems: Systems) -> list[list[Any]]:
        """Return what each sentence of each system contributes; models compute for all systems at once."""
        everything = [sentence for system in systems for sentence in system]
        computed = SentenceStatistics(self.plan.metric, self.models).of(everything, (), self.progress)
        statistics = iter(computed)
        return [[next(statistics) for _ in system] for system in systems]

    def _filtered(self) -> dict[RowName, Any]:
        """Return what sentences contribute without an edit, and with the edits of each group alone."""
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


def _counted(metric: SpanErrant, sentence: Sentence) -> list[list[Any]]:
    """Return what a sentence counts against each of its references, as :func:`counted_edit` reads it again."""
    return [
        [(item.count, item.start, item.end, attrs.astuple(item.edit)) for item in metric.counted(sentence, reference)]
        for reference in range(len(sentence.edits.counted_references))
    ]


def counted_edit(row: Sequence[Any]) -> CountedEdit:
    """Return what a row of a journal says that a sentence counts."""
    count, start, end, (first, last, replacement, kind) = row
    return CountedEdit(count, start, end, Edit(first, last, tuple(replacement), kind))
