"""What a journal holds of several systems' sentences, read in the order of the file."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import attrs

from markscheme.evaluation.comparison.block_comparison import (
    BARE,
    FACTS,
    STATISTICS,
    TYPES,
    MeasurePlan,
    works_on_edits,
)
from markscheme.evaluation.comparison.edit_filter import EditFilter
from markscheme.evaluation.comparison.spans import TypeCounts
from markscheme.metrics.base import Metric
from markscheme.scoring.blocks.block_texts import Seen
from markscheme.scoring.blocks.journal import Journal
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames, score_signature


@attrs.frozen
class Rereadable:
    """Values of sentences that are read anew each time."""

    read: Callable[[], Iterator[Any]]

    def __iter__(self) -> Iterator[Any]:
        return self.read()


@attrs.frozen(slots=False)
class MarkedSystems:
    """The same sentences by several systems, all marked.

    Attributes
    ----------
    names
        The systems'.
    size, references
        The numbers of sentences and of references.
    chosen
        Which edits take part. Metrics on texts don't see them.
    """

    names: tuple[str, ...]
    size: int
    references: int
    models: Models
    chosen: EditFilter
    journal: Journal

    def signature(self, metric: Metric[Any]) -> str:
        """Return the signature of a metric's scores."""
        edits = self.chosen.settings if works_on_edits(metric) else {}
        return score_signature(metric, SignatureNames(self.models), self.references, 0, edits)

    def statistics(self, plan: MeasurePlan, system: int) -> Iterable[Any]:
        """Return what each sentence of a system contributes to a metric."""
        return self.journal.statistics(plan.row(system, STATISTICS))

    def types(self, plan: MeasurePlan, system: int) -> Iterable[tuple[TypeCounts, ...]]:
        """Return the counts by type of each sentence of a system, against each of its references."""
        return self.journal.statistics(plan.row(system, TYPES))

    def of_group(self, plan: MeasurePlan, system: int, group: str) -> Iterable[tuple[bool, Any]]:
        """Return the statistics of each sentence with the edits of a group alone, and whether it has one."""

        def read() -> Iterator[tuple[bool, Any]]:
            bare = self.journal.blocks(plan.row(system, BARE))
            own = self.journal.blocks(plan.group_row(system, group))
            for (_, rows), (_, some) in zip(bare, own, strict=True):
                of_index = {index: (present, one) for index, present, one in some or ()}
                yield from (of_index.get(index, (False, one)) for index, one in enumerate(rows))

        return Rereadable(read)

    def rows(self, plan: MeasurePlan, system: int, kind: str) -> Iterator[Any]:
        """Yield a row's value of each sentence of a system."""
        return iter(self.journal.statistics(plan.row(system, kind)))

    def seen(self) -> Iterator[Seen]:
        """Yield the indices of the references whose authors have seen each sentence."""
        everything = tuple(range(self.references))
        yield from (everything if seen is None else seen for seen in self.journal.seen())

    @cached_property
    def edit_types(self) -> frozenset[str]:
        """The types of the edits that take part."""
        return self._types("types")

    @cached_property
    def unmatched(self) -> tuple[str, ...]:
        """The types and patterns to be left out that no edit has."""
        return self.chosen.unmatched(self._types("stated"))

    def _types(self, of: str) -> frozenset[str]:
        return frozenset(kind for _, facts in self.journal.blocks(FACTS) for kind in facts[of])
