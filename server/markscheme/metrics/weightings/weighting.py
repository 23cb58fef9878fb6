"""What a weighting is: how much each chunk counts in CLEME and CLEME2.0 (CLEME2.0, Section 3.4)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Literal

import attrs

from markscheme.edits.chunks import Chunk, Partition
from markscheme.edits.edit import Edit, Edits
from markscheme.metrics.base import Level, ModelInputs, ModelNames, ModelOutputs, Need
from markscheme.metrics.categories import Assumption, Category

WeightingName = Literal["none", "length", "similarity", "vector", "llm"]

ChunkWeights = tuple[tuple[float, ...], ...]
"""A row for each reference of a partition (one row where it has none), a chunk's weight against it in each column.

A weight counts by its absolute value; a negative one says that the chunk takes the sentence away from the reference.
A chunk that no side of the pair changes weighs 1; it is in no score but CLEME's accuracy.
"""


@attrs.frozen
class Weighting(ABC):
    """A weighting with its settings, which are its fields.

    Attributes
    ----------
    name
        What settings, JSON and signatures call it.
    needs
        What it needs beside chunks.
    by_length
        Whether weights come from the chunks' lengths and the corpus's mean length (:meth:`length_weight`), and not
        from :meth:`weights`.
    signed
        Whether the sign of a weight says something.
    """

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
        """Return what decides the weights: the weighting's name, its settings and its models."""
        return {"weighting": self.name}

    def inputs(self, source: tuple[str, ...], sentence: Partition) -> ModelInputs:
        """Return what models must compute for a sentence; nothing by default."""
        return ModelInputs()

    @abstractmethod
    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        """Return the weights of a sentence's chunks; ``None`` where each weighs 1."""

    def length_weight(
        self, category: Category | None, length: int, mean: float, assumption: Assumption, level: Level
    ) -> float:
        """Return a chunk's weight by its length in tokens and the corpus's mean length."""
        raise NotImplementedError(f"weighting by {self.name} does not depend on lengths")


def weighed_texts(sentence: Partition, column: int) -> list[tuple[str, ...] | None]:
    """Return what each chunk is weighed by: the hypothesis's text, or the reference's where the hypothesis has none."""
    return [chunk.references[column] if chunk.hypothesis is None else chunk.hypothesis for chunk in sentence.chunks]


def chunk_edits(sentence: Partition, column: int | None) -> Edits:
    """Return a reference's corrected and dummy chunks as edits of one each; ``None``: the hypothesis's."""

    def text(chunk: Chunk) -> tuple[str, ...] | None:
        return chunk.hypothesis if column is None else chunk.references[column]

    texts = [(chunk, text(chunk)) for chunk in sentence.chunks]
    return tuple(Edit(chunk.start, chunk.end, words) for chunk, words in texts if words is not None)
