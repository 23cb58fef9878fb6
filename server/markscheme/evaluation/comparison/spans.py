"""ERRANT in each of ``errant_compare``'s modes: what makes two edits equal, and counts by error type.

Bryant, Felice and Briscoe, ACL 2017. Counts are those of lines of M2 as they stand there: see
:mod:`markscheme.metrics.errant`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

import attrs

from markscheme.edits.edit import Edit, Edits
from markscheme.evaluation.resampling.folds import array_fold, running_errant
from markscheme.formats.parallel import DETECTION
from markscheme.metrics.base import ModelNames, ModelOutputs, Sentence
from markscheme.metrics.errant import Errant
from markscheme.metrics.overlap import OverlapStatistics

Key = tuple[object, ...]
"""What two edits must have in common to be equal."""

TypeCounts = Mapping[str, tuple[int, int, int]]
"""TP, FP and FN by error type. The type of a TP is the reference's."""


@attrs.frozen
class SpanMode:
    """What makes two edits equal.

    Attributes
    ----------
    name
        What the command line calls it; ``errant_compare``'s option where it has one.
    title
        What people call it.
    keys
        Yield what edits must have in common; a mode may cut an edit into several parts.
    counts_detections
        Whether an error that is marked and not corrected (``UNK``) counts.
    """

    name: str
    title: str
    keys: Callable[[Edit], Iterator[Key]] = attrs.field(repr=False)
    counts_detections: bool = False

    def by_key(self, edits: Edits) -> dict[Key, list[Edit]]:
        """Return the edits by their keys; an edit that stands twice is there twice."""
        by_key: dict[Key, list[Edit]] = {}
        for edit in edits:
            if edit.type == DETECTION and not self.counts_detections:
                continue
            for key in self.keys(edit):
                by_key.setdefault(key, []).append(edit)
        return by_key


def _tokens(edit: Edit) -> Iterator[Key]:
    """Yield each token of an edit's span; an insertion's is the token on its right."""
    yield from ((token,) for token in range(edit.start, max(edit.end, edit.start + 1)))


def _span(edit: Edit) -> Iterator[Key]:
    yield edit.start, edit.end


def _correction(edit: Edit) -> Iterator[Key]:
    yield edit.key


def _typed_correction(edit: Edit) -> Iterator[Key]:
    yield *edit.key, edit.type


def _typed_span(edit: Edit) -> Iterator[Key]:
    yield edit.start, edit.end, edit.type


CORRECTION = SpanMode("cs", "Span-based correction", _correction)
MODES: Mapping[str, SpanMode] = {
    mode.name: mode
    for mode in (
        SpanMode("dt", "Token-based detection", _tokens, counts_detections=True),
        SpanMode("ds", "Span-based detection", _span, counts_detections=True),
        CORRECTION,
        SpanMode("cse", "Span-based correction and classification", _typed_correction),
        SpanMode("type", "Span-based classification, whatever the correction", _typed_span),
    )
}
"""The modes by name."""


@attrs.frozen
class CountedEdit:
    """An edit, or in token-based detection one token of it, and what it counts as.

    Attributes
    ----------
    count
        What it counts as. A TP is the reference's edit, and the others their own side's.
    start, end
        Source token span of what is counted.
    edit
        The edit that it belongs to.
    """

    count: Literal["tp", "fp", "fn"]
    start: int
    end: int
    edit: Edit


def counted_edits(hypothesis: Edits, reference: Edits, mode: SpanMode) -> Iterator[CountedEdit]:
    """Yield what a sentence counts, as ``errant_compare`` counts it: the hypothesis's edits, then the missing ones."""
    predicted, expected = mode.by_key(hypothesis), mode.by_key(reference)
    for key, edits in predicted.items():
        yield from _counted(key, expected.get(key, edits), "tp" if key in expected else "fp")
    for key, edits in expected.items():
        if key not in predicted:
            yield from _counted(key, edits, "fn")


def _counted(key: Key, edits: Iterable[Edit], count: Literal["tp", "fp", "fn"]) -> Iterator[CountedEdit]:
    for edit in edits:
        start, end = (key[0], key[0] + 1) if isinstance(key[0], int) and len(key) == 1 else (edit.start, edit.end)
        yield CountedEdit(count, start, end, edit)


def type_counts(hypothesis: Edits, reference: Edits, mode: SpanMode) -> TypeCounts:
    """Return TP, FP and FN by error type, as ``errant_compare`` counts them."""
    counts = Counter((item.edit.type, item.count) for item in counted_edits(hypothesis, reference, mode))
    types = dict.fromkeys(kind for kind, _ in counts)
    return {kind: (counts[kind, "tp"], counts[kind, "fp"], counts[kind, "fn"]) for kind in types}


@attrs.frozen(kw_only=True)
class SpanErrant(Errant):
    """ERRANT's P, R and F of beta in one of the modes.

    Attributes
    ----------
    mode
        What makes two edits equal.
    """

    mode: SpanMode = CORRECTION

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        mode = {} if self.mode is CORRECTION else {"mode": self.mode.name}
        return {**mode, **super().signature_settings(models)}

    def types(self, sentence: Sentence) -> tuple[TypeCounts, ...]:
        """Return a sentence's counts by error type, against each of its references."""
        edits = sentence.edits
        return tuple(
            type_counts(edits.counted_hypothesis, reference, self.mode) for reference in edits.counted_references
        )

    def counted(self, sentence: Sentence, reference: int) -> tuple[CountedEdit, ...]:
        """Return the edits that a sentence counts against one of its references, by its index."""
        edits = sentence.edits
        return tuple(counted_edits(edits.counted_hypothesis, edits.counted_references[reference], self.mode))

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> OverlapStatistics:
        return tuple(summed(counts) for counts in self.types(sentence))


array_fold.register(SpanErrant, running_errant)


def summed(counts: TypeCounts) -> tuple[float, float, float]:
    """Return TP, FP and FN of all types."""
    tp, fp, fn = (sum(row[column] for row in counts.values()) for column in range(3))
    return (tp, fp, fn)
