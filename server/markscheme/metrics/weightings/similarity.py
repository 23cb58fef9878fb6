"""Weighting by similarity, CLEME2.0's Equations 7 and 8.

A chunk weighs how much nearer to the reference the source comes by this chunk alone, by the F1 of BERTScore (Zhang et
al., 2020). What the hypothesis left is weighed by what the reference has there.
"""

from collections.abc import Callable, Mapping, Sequence

import attrs

from markscheme.edits.chunks import Partition
from markscheme.edits.edit import apply_edits
from markscheme.metrics.base import ModelInputs, ModelNames, ModelOutputs, Need, TextPair
from markscheme.metrics.weightings.weighting import ChunkWeights, Weighting, chunk_edits, weighed_texts


@attrs.frozen
class SimilarityRow:
    """Pairs whose similarity Equation 8 needs, against one reference R.

    ``before`` is X and R, ``after`` X' and R for each chunk; ``None`` where neither side changes it.
    """

    before: TextPair
    after: tuple[TextPair | None, ...]

    @property
    def pairs(self) -> tuple[TextPair, ...]:
        """All pairs; none where no chunk is changed."""
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
        rows = similarity_rows(source, sentence)
        return ModelInputs(similarities=tuple(pair for row in rows for pair in row.pairs))

    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        return similarity_weights(source, sentence, outputs.similarities.__getitem__)


def similarity_rows(source: tuple[str, ...], sentence: Partition) -> list[SimilarityRow]:
    """Return a row for each reference; without one the source itself is R, as nothing says that it needs correction."""
    if not sentence.references:
        return [_similarity_row(source, sentence, source, [chunk.hypothesis for chunk in sentence.chunks])]
    rows: list[SimilarityRow] = []
    for column in range(len(sentence.references)):
        reference = apply_edits(source, chunk_edits(sentence, column))
        rows.append(_similarity_row(source, sentence, reference, weighed_texts(sentence, column)))
    return rows


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


def similarity_weights(
    source: tuple[str, ...], sentence: Partition, similarity: Callable[[TextPair], float]
) -> ChunkWeights:
    """Return Equation 8, with its sign: similarity(X', R) - similarity(X, R), each in [-1, 1]."""
    rows: list[tuple[float, ...]] = []
    for row in similarity_rows(source, sentence):
        before = similarity(row.before) if row.pairs else 0.0
        rows.append(tuple(1.0 if pair is None else similarity(pair) - before for pair in row.after))
    return tuple(rows)
