"""What each sentence of each system counts under a metric, as ``errant_compare -v`` shows it."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from markscheme.evaluation.comparison.measures import Measure
from markscheme.evaluation.comparison.spans import CountedEdit, SpanErrant
from markscheme.evaluation.comparison.system_sentences import SystemSentences
from markscheme.metrics.base import Sentence, SentenceScore


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


def counted_sentences(measure: Measure, texts: SystemSentences) -> Iterator[CountedSentence]:
    """Yield every sentence of a measure that keeps them: all systems' first one, then all systems' second one."""
    for number, sentences in enumerate(zip(*measure.sentences, strict=True)):
        for system, read, scored in zip(texts.systems, texts.sentences, sentences, strict=True):
            yield CountedSentence(
                number + 1,
                system,
                None if scored.reference is None else texts.seen[number][scored.reference],
                attrs.asdict(scored.counts),
                attrs.asdict(scored.scores),
                _edits(measure, read[number], scored),
            )


def _edits(measure: Measure, sentence: Sentence, scored: SentenceScore[Any, Any]) -> tuple[CountedEdit, ...]:
    if not isinstance(measure.metric, SpanErrant) or scored.reference is None:
        return ()
    return measure.metric.counted(sentence, scored.reference)
