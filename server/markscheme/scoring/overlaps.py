"""Soft overlaps of hypotheses and references: from the cache where they are known, else transported."""

from collections.abc import Sequence

import attrs
import numpy as np

from markscheme.edits.edit import Edits
from markscheme.encoders.edit_vectors import Side
from markscheme.encoders.encoder import Vectors
from markscheme.marking.passage import PassageEdits
from markscheme.metrics import uot_errant
from markscheme.metrics.credit import credit
from markscheme.metrics.overlap import Overlap
from markscheme.progress import Progress
from markscheme.scoring.models import Models
from markscheme.scoring.settings import ScoreSettings
from markscheme.store.cache import digest
from markscheme.store.memo import Memo, Storage, records
from markscheme.version import VERSION

PAIRS_PER_BATCH = 8192
"""Pairs of corrections that are transported, and then kept, at a time."""


@attrs.frozen
class _Pair:
    """A hypothesis's and a reference's edits of one source; systems often make the same."""

    source: tuple[str, ...]
    hypothesis: Edits
    reference: Edits


def soft_overlaps(
    edits: Sequence[PassageEdits], settings: ScoreSettings, models: Models, progress: Progress
) -> list[list[Overlap]]:
    """Each passage's overlap with each of its references, under UOT-ERRANT or credit.

    What was transported before, by this version with these settings and this encoder, is taken from the
    cache, and then no vector is needed for it.
    """
    pairs = [[_Pair(item.source, item.hypothesis, reference) for reference in item.references] for item in edits]

    def transport(batch: Sequence[_Pair], _: Progress) -> list[Overlap]:
        sides = [Side(pair.source, side) for pair in batch for side in (pair.hypothesis, pair.reference)]
        vectors = iter(models.vectors(sides, settings.vectorisation, progress))
        return [_overlap(pair, next(vectors), next(vectors), settings) for pair in batch]

    def key(encoder: str, pair: _Pair) -> str:
        return _key(pair, settings, encoder)

    def from_json(value: Sequence[float]) -> Overlap:
        return Overlap(*value)

    memo = Memo(
        Storage(models.cache, key, records(attrs.astuple, from_json)), stage="overlaps", batch_size=PAIRS_PER_BATCH
    )
    overlaps = memo.values(models.encoder_identity, [pair for row in pairs for pair in row], transport)
    return [[overlaps[pair] for pair in row] for row in pairs]


def _key(pair: _Pair, settings: ScoreSettings, encoder: str) -> str:
    own = settings.uot if settings.metric == "uot-errant" else settings.credit
    sides = (
        "\n".join(f"{edit.start} {edit.end} {' '.join(edit.replacement)}" for edit in side)
        for side in (pair.hypothesis, pair.reference)
    )
    made = repr((settings.metric, settings.vectorisation, attrs.astuple(own)))
    return digest("overlap", VERSION, encoder, made, "\n".join(pair.source), *sides)


def _overlap(pair: _Pair, hypothesis: Vectors, reference: Vectors, settings: ScoreSettings) -> Overlap:
    u, v = hypothesis.astype(np.float64), reference.astype(np.float64)
    if settings.metric == "uot-errant":
        return uot_errant.transport(u, v, settings.uot).overlap
    return credit(pair.hypothesis, u, pair.reference, v, settings.credit).overlap
