"""Edit weighting: how much each chunk counts in CLEME and CLEME2.0 (CLEME2.0, Section 3.4).

``length``
    CLEME's (Ye et al., EMNLP 2023): a logistic curve of the chunk's length, falling for false positives.
``similarity``
    CLEME2.0's Equations 7 and 8: how much nearer to the reference the source comes by this chunk alone, by the F1
    of BERTScore (Zhang et al., 2020). What the hypothesis left is weighed by what the reference has there.
``vector``
    Ours: the length of the chunk's edit vector, its edits taken together (UOT-ERRANT, Equation 1).
``llm``
    CLEME2.0's other one: a large language model's score of the chunk, from 1 to 5, asked of each by itself
    (Appendix A). What the hypothesis left is weighed by what the reference has there, as by similarity.

A chunk that no side of the pair changes weighs 1; it is in no score but CLEME's accuracy.
"""

import math
from collections.abc import Callable, Sequence

import attrs

from markscheme.edits.chunks import Chunk, Partition
from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.judges.prompt import Question
from markscheme.metrics.cleme2 import (
    Assumption,
    Category,
    ChunkWeights,
    Level,
    dependent_category,
    independent_category,
)

TextPair = tuple[str, str]
"""A text and a reference."""

Similarity = Callable[[TextPair], float]
"""In [0, 1]."""

_STEEPEST = 700.0
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
        """A chunk's weight.

        >>> LengthCurve(2.0, 0.75, 1.25).weight(2, mean=2.0)
        1.0
        """
        distance = length - mean if self.falling else mean - length
        raised = self.alpha / (1 + (self.alpha - 1) * math.exp(min(distance, _STEEPEST)))
        return min(max(raised, self.least), self.most)


@attrs.frozen
class LengthCurves:
    """The curves of hits, of wrong and over-corrections, and of under-corrections."""

    tp: LengthCurve
    fp: LengthCurve
    fn: LengthCurve

    def of(self, category: Category) -> LengthCurve:
        """The curve of a category."""
        if category is Category.HIT:
            return self.tp
        return self.fn if category is Category.UNDER else self.fp


_CORPUS = LengthCurves(
    LengthCurve(2.0, 0.75, 1.25), LengthCurve(2.0, 0.75, 1.25, falling=True), LengthCurve(2.0, 0.75, 1.25)
)
_LONG_FALSE = LengthCurve(10.0, 0.25, 1.00, falling=True)
_SAME = LengthCurve(10.0, 1.00, 1.00)
_DEPENDENT = LengthCurves(LengthCurve(10.0, 1.00, 10.0), _LONG_FALSE, _SAME)
_INDEPENDENT = LengthCurves(LengthCurve(10.0, 2.50, 10.0), _LONG_FALSE, _SAME)


def length_curves(assumption: Assumption, level: Level) -> LengthCurves:
    """The curves of CLEME's official implementation."""
    if level == "corpus":
        return _CORPUS
    return _DEPENDENT if assumption == "dependent" else _INDEPENDENT


def mean_length(sentences: Sequence[Partition]) -> float:
    """Mean length of the references' corrected and dummy chunks, in tokens of their longer side; 1 if there is none."""
    lengths = [
        max(chunk.end - chunk.start, len(text))
        for sentence in sentences
        for chunk in sentence.chunks
        for text in chunk.references
        if text is not None
    ]
    return sum(lengths) / len(lengths) if lengths else 1.0


def length_weights(sentence: Partition, mean: float, assumption: Assumption, level: Level) -> ChunkWeights:
    """CLEME's length weights; ``mean`` is :func:`mean_length` of the corpus or document."""
    curves = length_curves(assumption, level)

    def weight(chunk: Chunk, category: Category | None) -> float:
        length = max(chunk.end - chunk.start, len(chunk.hypothesis or ()))
        return 1.0 if category is None else curves.of(category).weight(length, mean)

    if assumption == "independent" or not sentence.references:
        row = tuple(weight(chunk, independent_category(chunk)) for chunk in sentence.chunks)
        return (row,) * max(1, len(sentence.references))
    return tuple(
        tuple(weight(chunk, dependent_category(chunk, column)) for chunk in sentence.chunks)
        for column in range(len(sentence.references))
    )


@attrs.frozen
class SimilarityRow:
    """Whose similarity Equation 8 asks for, against one reference R.

    ``before`` is X and R, ``after`` X' and R for each chunk; ``None`` where neither side changes it.
    """

    before: TextPair
    after: tuple[TextPair | None, ...]

    @property
    def asked(self) -> tuple[TextPair, ...]:
        """All pairs; none where no chunk is changed."""
        changed = tuple(pair for pair in self.after if pair is not None)
        return (self.before, *changed) if changed else ()


def similarity_pairs(source: tuple[str, ...], sentence: Partition) -> list[SimilarityRow]:
    """A row for each reference. Without one the source itself is R: nothing is known to need correction."""
    if not sentence.references:
        return [_similarity_row(source, sentence, source, [chunk.hypothesis for chunk in sentence.chunks])]
    rows: list[SimilarityRow] = []
    for column in range(len(sentence.references)):
        reference = apply_edits(source, chunk_edits(sentence, column))
        rows.append(_similarity_row(source, sentence, reference, _weighed_texts(sentence, column)))
    return rows


def _weighed_texts(sentence: Partition, column: int) -> list[tuple[str, ...] | None]:
    """By what each chunk is weighed: what the hypothesis made of it, or what the reference has where it left it."""
    return [chunk.references[column] if chunk.hypothesis is None else chunk.hypothesis for chunk in sentence.chunks]


def _similarity_row(
    source: tuple[str, ...],
    sentence: Partition,
    reference: tuple[str, ...],
    texts: Sequence[tuple[str, ...] | None],
) -> SimilarityRow:
    written = " ".join(reference)
    after = (
        None if text is None else (" ".join((*source[: chunk.start], *text, *source[chunk.end :])), written)
        for chunk, text in zip(sentence.chunks, texts, strict=True)
    )
    return SimilarityRow((" ".join(source), written), tuple(after))


def similarity_weights(source: tuple[str, ...], sentence: Partition, similarity: Similarity) -> ChunkWeights:
    """Equation 8, with its sign: similarity(X', R) - similarity(X, R), each in [-1, 1]."""
    rows: list[tuple[float, ...]] = []
    for row in similarity_pairs(source, sentence):
        before = similarity(row.before) if row.asked else 0.0
        rows.append(tuple(1.0 if pair is None else similarity(pair) - before for pair in row.after))
    return tuple(rows)


QuestionRow = tuple[Question | None, ...]
"""What is asked of each chunk against one reference; ``None`` where neither side changes it."""


def edit_questions(source: tuple[str, ...], sentence: Partition) -> list[QuestionRow]:
    """A row for each reference; without one, of the hypothesis's chunks."""
    text = " ".join(source)

    def row(texts: Sequence[tuple[str, ...] | None]) -> QuestionRow:
        return tuple(
            None if after is None else Question(text, " ".join(source[chunk.start : chunk.end]), " ".join(after))
            for chunk, after in zip(sentence.chunks, texts, strict=True)
        )

    if not sentence.references:
        return [row([chunk.hypothesis for chunk in sentence.chunks])]
    return [row(_weighed_texts(sentence, column)) for column in range(len(sentence.references))]


def judged_weights(rows: Sequence[QuestionRow], score: Callable[[Question], int]) -> ChunkWeights:
    """The scores themselves, from 1 to 5."""
    return tuple(tuple(1.0 if asked is None else float(score(asked)) for asked in row) for row in rows)


def chunk_edits(sentence: Partition, column: int | None) -> Edits:
    """A side's corrected and dummy chunks as edits of one each; ``None``: the hypothesis's."""
    texts = [(chunk, chunk.hypothesis if column is None else chunk.references[column]) for chunk in sentence.chunks]
    return tuple(Edit(chunk.start, chunk.end, text) for chunk, text in texts if text is not None)


def vector_weights(sentence: Partition, norms: Sequence[Sequence[float]], floor: float) -> ChunkWeights:
    """Length of each chunk's edit vector, at least ``floor``: the hypothesis's, or the reference's where it has none.

    Parameters
    ----------
    norms
        Of the vectors of :func:`chunk_edits`: the hypothesis's first, then each reference's.
    """
    columns = range(len(sentence.references)) if sentence.references else (None,)
    rows: list[tuple[float, ...]] = []
    for number, column in enumerate(columns, 1):
        made, missed = iter(norms[0]), iter(norms[number] if column is not None else ())
        row: list[float] = []
        for chunk in sentence.chunks:
            expected = next(missed) if column is not None and chunk.references[column] is not None else None
            own = next(made) if chunk.hypothesis is not None else expected
            row.append(1.0 if own is None else max(own, floor))
        rows.append(tuple(row))
    return tuple(rows)
