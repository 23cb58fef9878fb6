"""What each sentence of each system counts under a metric, as ``errant_compare -v`` shows it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

import attrs

from markscheme.evaluation.comparison.block_comparison import EDITS, counted_edit
from markscheme.evaluation.comparison.marked_systems import MarkedSystems
from markscheme.evaluation.comparison.measures import AnySentence, Measure
from markscheme.evaluation.comparison.spans import CountedEdit


@attrs.frozen
class CountedSentence:
    """One sentence of one system.

    Attributes
    ----------
    number
        Of the sentence, from 1.
    reference
        The index, among all references, of the one that the sentence is scored against; ``None`` where none is chosen.
    counts, scores
        By name.
    edits
        What ERRANT counts; empty for other metrics.
    """

    number: int
    system: str
    reference: int | None
    counts: Mapping[str, float]
    scores: Mapping[str, float]
    edits: tuple[CountedEdit, ...] = ()


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
                number + 1,
                system,
                None if scored.reference is None else seen[scored.reference],
                attrs.asdict(scored.counts),
                attrs.asdict(scored.scores),
                _edits(next(counted), scored),
            )


def _edits(counted: Sequence[Any] | None, scored: AnySentence) -> tuple[CountedEdit, ...]:
    if counted is None or scored.reference is None:
        return ()
    return tuple(map(counted_edit, counted[scored.reference]))
