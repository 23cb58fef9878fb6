"""Weighting by length, CLEME's (Ye et al., EMNLP 2023): a logistic curve of a chunk's length in tokens."""

import math
from collections.abc import Sequence

import attrs

from markscheme.edits.chunks import Chunk, Partition
from markscheme.metrics.base import Level, ModelOutputs
from markscheme.metrics.categories import Assumption, Category, category_rows
from markscheme.metrics.weightings.weighting import ChunkWeights, Weighting

MAX_EXPONENT = 700.0
"""Beyond it e^x is not a float; every curve is at its bound long before."""


@attrs.frozen
class LengthCurve:
    """``alpha / (1 + (alpha - 1) e^(mean - length))``, kept between ``least`` and ``most``.

    ``falling`` curves have ``e^(length - mean)``: a long chunk weighs less.
    """

    alpha: float
    least: float
    most: float
    falling: bool = False

    def weight(self, length: int, mean: float) -> float:
        """Return a chunk's weight.

        >>> LengthCurve(2.0, 0.75, 1.25).weight(2, mean=2.0)
        1.0
        """
        distance = length - mean if self.falling else mean - length
        raised = self.alpha / (1 + (self.alpha - 1) * math.exp(min(distance, MAX_EXPONENT)))
        return min(max(raised, self.least), self.most)


@attrs.frozen
class LengthCurves:
    """The curves of hits, of wrong and over-corrections, and of under-corrections."""

    tp: LengthCurve
    fp: LengthCurve
    fn: LengthCurve

    def of(self, category: Category) -> LengthCurve:
        """Return the curve of a category."""
        if category is Category.HIT:
            return self.tp
        return self.fn if category is Category.UNDER else self.fp


_CORPUS = LengthCurves(
    LengthCurve(2.0, 0.75, 1.25), LengthCurve(2.0, 0.75, 1.25, falling=True), LengthCurve(2.0, 0.75, 1.25)
)
_LONG_FALSE = LengthCurve(10.0, 0.25, 1.00, falling=True)
_CONSTANT = LengthCurve(10.0, 1.00, 1.00)
_DEPENDENT = LengthCurves(LengthCurve(10.0, 1.00, 10.0), _LONG_FALSE, _CONSTANT)
_INDEPENDENT = LengthCurves(LengthCurve(10.0, 2.50, 10.0), _LONG_FALSE, _CONSTANT)


def length_curves(assumption: Assumption, level: Level) -> LengthCurves:
    """Return the curves of CLEME's official implementation."""
    if level == "corpus":
        return _CORPUS
    return _DEPENDENT if assumption == "dependent" else _INDEPENDENT


@attrs.frozen
class LengthWeighting(Weighting):
    """A chunk weighs by its length beside the mean length of the references' changed chunks."""

    name = "length"
    by_length = True

    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        raise NotImplementedError("weights by length depend on the corpus: see length_weights")

    def length_weight(
        self, category: Category | None, length: int, mean: float, assumption: Assumption, level: Level
    ) -> float:
        return 1.0 if category is None else length_curves(assumption, level).of(category).weight(length, mean)


def mean_length(sentences: Sequence[Partition]) -> float:
    """Return the mean length of the references' corrected and dummy chunks; 1 if there is none.

    A chunk's length is that of its longer side, in tokens.
    """
    lengths = [
        max(chunk.end - chunk.start, len(text))
        for sentence in sentences
        for chunk in sentence.chunks
        for text in chunk.references
        if text is not None
    ]
    return sum(lengths) / len(lengths) if lengths else 1.0


def length_weights(sentence: Partition, mean: float, assumption: Assumption, level: Level) -> ChunkWeights:
    """Return the weights of a sentence's chunks; ``mean`` is :func:`mean_length` of the corpus or document."""
    weighting = LengthWeighting()

    def weight(chunk: Chunk, category: Category | None) -> float:
        length = max(chunk.end - chunk.start, len(chunk.hypothesis or ()))
        return weighting.length_weight(category, length, mean, assumption, level)

    rows = tuple(tuple(map(weight, sentence.chunks, categories)) for categories in category_rows(sentence, assumption))
    return rows if len(rows) > 1 else rows * max(1, len(sentence.references))
