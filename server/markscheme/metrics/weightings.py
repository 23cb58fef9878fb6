"""What a weighting is, and each of them: how much each chunk counts in CLEME and CLEME2.0 (CLEME2.0, Section 3.4).

- By length, CLEME's (Ye et al., EMNLP 2023): a logistic curve of a chunk's length in tokens.
- By similarity, CLEME2.0's Equations 7 and 8, by the F1 of BERTScore (Zhang et al., 2020).
- By a language model, CLEME2.0's other one, from 1 to 5 (Appendix A). Each chunk is a question by itself.
- By edit vectors, ours: the length of a chunk's vector (UOT-ERRANT, Equation 1), its edits together.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import attrs

from markscheme.contract import name_values
from markscheme.edits.edit import Chunk, Correction, Edit, Edits, Partition, apply_edits
from markscheme.metrics.base import (
    Assumption,
    Category,
    Level,
    ModelInputs,
    ModelNames,
    ModelOutputs,
    ModelQuestion,
    Need,
    TextPair,
    category_rows,
)
from markscheme.registry import Registry

WeightingName = Literal["none", "length", "similarity", "vector", "llm"]
name_values("Weighting", WeightingName)

ChunkWeights = tuple[tuple[float, ...], ...]
"""A row for each reference of a partition (one row where it has none), a chunk's weight in each column.

A weight counts by its absolute value; a negative one takes the sentence away from the reference. A chunk that no side
changes weighs 1; it is in no score but CLEME's accuracy.
"""


@attrs.frozen
class Weighting(ABC):
    """A weighting, by :meth:`length_weight` if ``by_length``, else :meth:`weights`; if ``signed``, signs matter."""

    name: ClassVar[WeightingName]
    needs: ClassVar[frozenset[Need]] = frozenset()
    by_length: ClassVar[bool] = False
    signed: ClassVar[bool] = False

    @property
    def needs_encoder(self) -> bool:
        return bool(self.needs & {Need.VECTORS, Need.SIMILARITIES})

    @property
    def needs_judge(self) -> bool:
        return Need.JUDGE in self.needs

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {"weighting": self.name}

    def inputs(self, source: tuple[str, ...], sentence: Partition) -> ModelInputs:
        return ModelInputs()

    @abstractmethod
    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        """Return the weights of a sentence's chunks; ``None`` where each weighs 1."""

    def length_weight(
        self, category: Category | None, length: int, mean: float, assumption: Assumption, level: Level
    ) -> float:
        raise NotImplementedError(f"weighting by {self.name} does not depend on lengths")


def reference_columns(sentence: Partition) -> Sequence[int | None]:
    """Return the columns of a partition's references; without one ``None``, for the hypothesis alone."""
    return range(len(sentence.references)) or (None,)


def weighed_texts(sentence: Partition, column: int | None) -> list[tuple[str, ...] | None]:
    """Return what each chunk is weighed by: the hypothesis's text, or the reference's where the hypothesis has none."""
    return [
        chunk.references[column] if chunk.hypothesis is None and column is not None else chunk.hypothesis
        for chunk in sentence.chunks
    ]


def chunk_edits(sentence: Partition, column: int | None) -> Edits:
    """Return a reference's corrected and dummy chunks as edits of one each; ``None``: the hypothesis's."""

    def text(chunk: Chunk) -> tuple[str, ...] | None:
        return chunk.hypothesis if column is None else chunk.references[column]

    texts = [(chunk, text(chunk)) for chunk in sentence.chunks]
    return tuple(Edit(chunk.start, chunk.end, words) for chunk, words in texts if words is not None)


WEIGHTINGS: Registry[type[Weighting]] = Registry(
    "weighting",
    {
        "none": "markscheme.metrics.weightings:NoWeighting",
        "length": "markscheme.metrics.weightings:LengthWeighting",
        "similarity": "markscheme.metrics.weightings:SimilarityWeighting",
        "vector": "markscheme.metrics.weightings:VectorWeighting",
        "llm": "markscheme.metrics.weightings:LlmWeighting",
    },
)


def weighting(name: str, **settings: Any) -> Weighting:
    """Return a weighting, with those of these settings that it has; raise RegistryError if there is none."""
    kind = WEIGHTINGS.get(name)
    names = {field.name for field in attrs.fields(kind)}
    return kind(**{key: value for key, value in settings.items() if key in names})


def weighting_or_name(value: Weighting | str) -> Weighting:
    return weighting(value) if isinstance(value, str) else value


MAX_EXPONENT = 700.0
"""Beyond it e^x is not a float; every curve is at its bound long before."""


@attrs.frozen
class LengthCurve:
    """``alpha / (1 + (alpha - 1) e^(mean - length))``, ``least`` to ``most``; ``e^(length - mean)`` if ``falling``."""

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


LengthCurves = Mapping[Category, LengthCurve]


def _curves(tp: LengthCurve, fp: LengthCurve, fn: LengthCurve) -> LengthCurves:
    return {Category.HIT: tp, Category.WRONG: fp, Category.OVER: fp, Category.UNDER: fn}


_LONG_FALSE = LengthCurve(10.0, 0.25, 1.00, falling=True)
_CONSTANT = LengthCurve(10.0, 1.00, 1.00)
_CORPUS = _curves(
    LengthCurve(2.0, 0.75, 1.25), LengthCurve(2.0, 0.75, 1.25, falling=True), LengthCurve(2.0, 0.75, 1.25)
)
_OF_SENTENCES: Mapping[Assumption, LengthCurves] = {
    "dependent": _curves(LengthCurve(10.0, 1.00, 10.0), _LONG_FALSE, _CONSTANT),
    "independent": _curves(LengthCurve(10.0, 2.50, 10.0), _LONG_FALSE, _CONSTANT),
}
"""The curves of CLEME's official implementation at the level of corpora, and at that of sentences."""


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
        if category is None:
            return 1.0
        curves = _CORPUS if level == "corpus" else _OF_SENTENCES[assumption]
        return curves[category].weight(length, mean)


def changed_lengths(sentence: Partition) -> list[int]:
    """Return the lengths, in tokens of the longer side, of the references' changed chunks."""
    return [chunk.length(text) for chunk in sentence.chunks for text in chunk.references if text is not None]


def mean_length(sentences: Sequence[Partition]) -> float:
    """Return the mean of :func:`changed_lengths`; 1 if there is none."""
    lengths = [length for sentence in sentences for length in changed_lengths(sentence)]
    return sum(lengths) / len(lengths) if lengths else 1.0


def length_weights(sentence: Partition, mean: float, assumption: Assumption, level: Level) -> ChunkWeights:
    weighting = LengthWeighting()

    def weight(chunk: Chunk, category: Category | None) -> float:
        return weighting.length_weight(category, chunk.length(chunk.hypothesis), mean, assumption, level)

    rows = tuple(tuple(map(weight, sentence.chunks, categories)) for categories in category_rows(sentence, assumption))
    return rows if len(rows) > 1 else rows * max(1, len(sentence.references))


QuestionRow = tuple[ModelQuestion | None, ...]
"""The question about each chunk against one reference; ``None`` where neither side changes it."""


@attrs.frozen
class LlmWeighting(Weighting):
    """A chunk weighs the score that a language model gives it, from 1 to 5."""

    name = "llm"
    needs = frozenset({Need.JUDGE})

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        judge = models.judge
        if judge is None:
            return {"weighting": self.name}
        return {"weighting": self.name, "model": judge.model, "temperature": judge.temperature}

    def inputs(self, source: tuple[str, ...], sentence: Partition) -> ModelInputs:
        rows = _question_rows(source, sentence)
        return ModelInputs(questions=tuple(question for row in rows for question in row if question is not None))

    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        return tuple(
            tuple(1.0 if question is None else float(outputs.judgements[question]) for question in row)
            for row in _question_rows(source, sentence)
        )


def _question_rows(source: tuple[str, ...], sentence: Partition) -> list[QuestionRow]:
    text = " ".join(source)

    def row(column: int | None) -> QuestionRow:
        return tuple(
            None if after is None else ModelQuestion(text, " ".join(source[chunk.start : chunk.end]), " ".join(after))
            for chunk, after in zip(sentence.chunks, weighed_texts(sentence, column), strict=True)
        )

    return [row(column) for column in reference_columns(sentence)]


@attrs.frozen
class NoWeighting(Weighting):
    """Every chunk weighs 1."""

    name = "none"

    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        return None


@attrs.frozen
class SimilarityRow:
    """Pairs whose similarity Equation 8 needs: X and R, then X' and R for each chunk; ``None`` if it is unchanged."""

    before: TextPair
    after: tuple[TextPair | None, ...]

    @property
    def pairs(self) -> tuple[TextPair, ...]:
        changed = tuple(pair for pair in self.after if pair is not None)
        return (self.before, *changed) if changed else ()


@attrs.frozen
class SimilarityWeighting(Weighting):
    """A chunk weighs similarity(X', R) - similarity(X, R), in [-1, 1]."""

    name = "similarity"
    needs = frozenset({Need.SIMILARITIES})
    signed = True

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {"weighting": self.name, "layer": models.token_layer, "encoder": models.encoder}

    def inputs(self, source: tuple[str, ...], sentence: Partition) -> ModelInputs:
        rows = _similarity_rows(source, sentence)
        return ModelInputs(similarities=tuple(pair for row in rows for pair in row.pairs))

    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        similarity = outputs.similarities
        rows: list[tuple[float, ...]] = []
        for row in _similarity_rows(source, sentence):
            before = similarity[row.before] if row.pairs else 0.0
            rows.append(tuple(1.0 if pair is None else similarity[pair] - before for pair in row.after))
        return tuple(rows)


def _similarity_rows(source: tuple[str, ...], sentence: Partition) -> Iterator[SimilarityRow]:
    """Yield a row for each reference; without one the source itself is R, as nothing says that it needs correction."""
    for column in reference_columns(sentence):
        reference = " ".join(source if column is None else apply_edits(source, chunk_edits(sentence, column)))
        after = (
            None if text is None else (" ".join((*source[: chunk.start], *text, *source[chunk.end :])), reference)
            for chunk, text in zip(sentence.chunks, weighed_texts(sentence, column), strict=True)
        )
        yield SimilarityRow((" ".join(source), reference), tuple(after))


@attrs.frozen
class VectorWeighting(Weighting):
    """A chunk weighs the length of its edit vector, at least ``floor``."""

    name = "vector"
    needs = frozenset({Need.VECTORS})

    floor: float = 0.1

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {"weighting": self.name, "floor": self.floor, "encoder": models.encoder}

    def inputs(self, source: tuple[str, ...], sentence: Partition) -> ModelInputs:
        return ModelInputs(corrections=_corrections(source, sentence))

    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        import numpy as np

        vectors = (outputs.edit_vectors[correction] for correction in _corrections(source, sentence))
        norms = [np.linalg.norm(rows.astype(np.float64), axis=1).tolist() for rows in vectors]
        return tuple(self._row(sentence, column, norms) for column in reference_columns(sentence))

    def _row(self, sentence: Partition, column: int | None, norms: Sequence[Sequence[float]]) -> tuple[float, ...]:
        """Return each chunk's vector length, at least the floor; ``norms``: the hypothesis's, then each reference's."""
        hypothesis, reference = iter(norms[0]), iter(() if column is None else norms[column + 1])
        row: list[float] = []
        for chunk in sentence.chunks:
            expected = next(reference) if column is not None and chunk.references[column] is not None else None
            norm = next(hypothesis) if chunk.hypothesis is not None else expected
            row.append(1.0 if norm is None else max(norm, self.floor))
        return tuple(row)


def _corrections(source: tuple[str, ...], sentence: Partition) -> tuple[Correction, ...]:
    columns = (None, *range(len(sentence.references)))
    return tuple(Correction(source, chunk_edits(sentence, column)) for column in columns)
