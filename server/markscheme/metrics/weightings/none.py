"""No weighting: every chunk weighs 1."""

import attrs

from markscheme.edits.chunks import Partition
from markscheme.metrics.base import ModelOutputs
from markscheme.metrics.weightings.weighting import ChunkWeights, Weighting


@attrs.frozen
class NoWeighting(Weighting):
    """Every chunk weighs 1."""

    name = "none"

    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        return None
