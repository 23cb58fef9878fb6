"""Edit vectors: what an edit does to its sentence's vector (UOT-ERRANT, Equation 1)."""

from collections.abc import Callable, Sequence

import numpy as np

from markscheme.edits.edit import Correction, Edits, apply_edits
from markscheme.encoders.encoder import Vectors
from markscheme.encoders.settings import Vectorisation

Encode = Callable[[Sequence[str]], Vectors]


def edit_vectors(
    corrections: Sequence[Correction], encode: Encode, vectorisation: Vectorisation = "removing"
) -> list[Vectors]:
    """Return each correction's edit vectors, shape (number of edits, d).

    A sentence variant is encoded once however many hypotheses and references share it: identical
    corrections, and references over many systems, cost nothing more.
    """
    variants = {correction: _variants(correction, vectorisation) for correction in corrections if correction.edits}
    rows: dict[str, int] = {}
    for texts in variants.values():
        for text in texts:
            rows.setdefault(text, len(rows))
    vectors = encode(list(rows))
    vectors_of: dict[Correction, Vectors] = {}
    for correction, (whole, *parts) in variants.items():
        difference = vectors[rows[whole]] - vectors[[rows[part] for part in parts]]
        vectors_of[correction] = difference if vectorisation == "removing" else -difference
    nothing = np.zeros((0, vectors.shape[1]), dtype=np.float32)
    return [vectors_of.get(correction, nothing) for correction in corrections]


def _variants(correction: Correction, vectorisation: Vectorisation) -> list[str]:
    if vectorisation == "adding":
        kept: list[Edits] = [(), *((edit,) for edit in correction.edits)]
    else:
        edits = correction.edits
        kept = [edits, *(edits[:index] + edits[index + 1 :] for index in range(len(edits)))]
    return [" ".join(apply_edits(correction.source, edits)) for edits in kept]
