"""Weighting by edit vectors, ours: the length of a chunk's vector (UOT-ERRANT, Equation 1), its edits together."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from markscheme.edits.chunks import Partition
from markscheme.edits.edit import Correction
from markscheme.metrics.base import ModelInputs, ModelNames, ModelOutputs, Need
from markscheme.metrics.weightings.weighting import ChunkWeights, Weighting, chunk_edits


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
        return vector_weights(sentence, norms, self.floor)


def _corrections(source: tuple[str, ...], sentence: Partition) -> tuple[Correction, ...]:
    """Return the hypothesis's chunks as a correction, then each reference's."""
    columns = (None, *range(len(sentence.references)))
    return tuple(Correction(source, chunk_edits(sentence, column)) for column in columns)


def vector_weights(sentence: Partition, norms: Sequence[Sequence[float]], floor: float) -> ChunkWeights:
    """Return each chunk's vector length, at least ``floor``: the hypothesis's, or else the reference's.

    Parameters
    ----------
    norms
        Of the vectors of :func:`chunk_edits`: the hypothesis's first, then each reference's.
    """
    if not sentence.references:
        return (_weights_row(sentence, None, iter(norms[0]), iter(()), floor),)
    return tuple(
        _weights_row(sentence, column, iter(norms[0]), iter(norms[column + 1]), floor)
        for column in range(len(sentence.references))
    )


def _weights_row(
    sentence: Partition, column: int | None, hypothesis: Iterator[float], reference: Iterator[float], floor: float
) -> tuple[float, ...]:
    row: list[float] = []
    for chunk in sentence.chunks:
        expected = next(reference) if column is not None and chunk.references[column] is not None else None
        norm = next(hypothesis) if chunk.hypothesis is not None else expected
        row.append(1.0 if norm is None else max(norm, floor))
    return tuple(row)
