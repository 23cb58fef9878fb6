"""Edit vectors: what an edit does to its sentence's vector (UOT-ERRANT, Equation 1)."""

from collections.abc import Callable, Sequence

import attrs
import numpy as np

from markscheme.edits.edit import Edits, apply_edits
from markscheme.encoders.encoder import Vectors
from markscheme.encoders.settings import Vectorisation

Encode = Callable[[Sequence[str]], Vectors]


@attrs.frozen
class Side:
    """One correction of one source sentence: the source's tokens and the edits, in order and disjoint."""

    source: tuple[str, ...]
    edits: Edits


def edit_vectors(sides: Sequence[Side], encode: Encode, vectorisation: Vectorisation = "removing") -> list[Vectors]:
    """Return each side's edit vectors, float32, shape (number of edits, d).

    A sentence variant is encoded once, however many hypotheses and references share it.
    """
    variants = {side: _variants(side, vectorisation) for side in sides if side.edits}
    rows: dict[str, int] = {}
    for texts in variants.values():
        for text in texts:
            rows.setdefault(text, len(rows))
    vectors = encode(list(rows))
    vectors_of: dict[Side, Vectors] = {}
    for side, (whole, *parts) in variants.items():
        difference = vectors[rows[whole]] - vectors[[rows[part] for part in parts]]
        vectors_of[side] = difference if vectorisation == "removing" else -difference
    nothing = np.zeros((0, vectors.shape[1]), dtype=np.float32)
    return [vectors_of.get(side, nothing) for side in sides]


def _variants(side: Side, vectorisation: Vectorisation) -> list[str]:
    if vectorisation == "adding":
        kept: list[Edits] = [(), *((edit,) for edit in side.edits)]
    else:
        edits = side.edits
        kept = [edits, *(edits[:index] + edits[index + 1 :] for index in range(len(edits)))]
    return [" ".join(apply_edits(side.source, edits)) for edits in kept]
