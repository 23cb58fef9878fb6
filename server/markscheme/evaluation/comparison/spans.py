"""ERRANT in each of ``errant_compare``'s modes: what makes two edits equal, and counts by error type.

Bryant, Felice and Briscoe, ACL 2017. Counts are those of lines of M2 as they stand there: see
:mod:`markscheme.metrics.errant`.
"""

from collections.abc import Callable, Iterator, Mapping

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

    def types_by_key(self, edits: Edits) -> dict[Key, list[str]]:
        """Return the types of the edits by their keys; an edit that stands twice has its type twice."""
        types: dict[Key, list[str]] = {}
        for edit in edits:
            if edit.type == DETECTION and not self.counts_detections:
                continue
            for key in self.keys(edit):
                types.setdefault(key, []).append(edit.type)
        return types


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


def type_counts(hypothesis: Edits, reference: Edits, mode: SpanMode) -> TypeCounts:
    """Return TP, FP and FN by error type, as ``errant_compare`` counts them."""
    predicted, expected = mode.types_by_key(hypothesis), mode.types_by_key(reference)
    counts: dict[str, list[int]] = {}
    for key, types in predicted.items():
        for kind in expected.get(key, types):
            counts.setdefault(kind, [0, 0, 0])[0 if key in expected else 1] += 1
    for key, types in expected.items():
        for kind in types if key not in predicted else ():
            counts.setdefault(kind, [0, 0, 0])[2] += 1
    return {kind: (tp, fp, fn) for kind, (tp, fp, fn) in counts.items()}


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

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> OverlapStatistics:
        return tuple(summed(counts) for counts in self.types(sentence))


array_fold.register(SpanErrant, running_errant)


def summed(counts: TypeCounts) -> tuple[float, float, float]:
    """Return TP, FP and FN of all types."""
    tp, fp, fn = (sum(row[column] for row in counts.values()) for column in range(3))
    return (tp, fp, fn)
