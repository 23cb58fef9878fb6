"""Edit vectors: what an edit does to its sentence's vector (UOT-ERRANT, Equation 1)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

import numpy as np

from markscheme.edits.edit import Correction, Edit, edited_tokens
from markscheme.encoders.encoder import MAX_TOKENS, Vectors
from markscheme.encoders.settings import Vectorisation

Encode = Callable[[Sequence[str]], Vectors]

MAX_WORDS = 4 * MAX_TOKENS
"""Words of a text that go to the encoder. It reads MAX_TOKENS tokens, and a word is one at least, but for odd signs."""

NULL_NORM = 1e-5
"""A shorter vector is rounding: what the encoder computes for equal tokens differs by as much from batch to batch."""


def edit_vectors(
    corrections: Sequence[Correction], encode: Encode, vectorisation: Vectorisation = "removing"
) -> list[Vectors]:
    """Return each correction's edit vectors, shape (number of edits, d).

    A sentence variant is encoded once however many hypotheses and references share it: identical
    corrections, and references over many systems, cost nothing more. An edit that the encoder does not see has exactly
    the zero vector, whatever else is computed.
    """
    rows: dict[str, int] = {}
    variants = {
        correction: [rows.setdefault(text, len(rows)) for text in _variants(correction, vectorisation)]
        for correction in dict.fromkeys(corrections)
        if correction.edits
    }
    vectors = encode(list(rows))
    vectors_of: dict[Correction, Vectors] = {}
    for correction, (whole, *parts) in variants.items():
        difference = vectors[whole] - vectors[parts]
        difference[np.linalg.norm(difference, axis=1) < NULL_NORM] = 0
        vectors_of[correction] = difference if vectorisation == "removing" else -difference
    nothing = np.zeros((0, vectors.shape[1]), dtype=np.float32)
    return [vectors_of.get(correction, nothing) for correction in corrections]


def without_each(correction: Correction) -> Iterator[str]:
    """Yield the corrected text, and the text without each of its edits; only the words that an encoder can read."""
    yield _text(correction, correction.edits)
    edits = correction.edits
    for index in range(len(edits)):
        yield _text(correction, chain(edits[:index], edits[index + 1 :]))


def _variants(correction: Correction, vectorisation: Vectorisation) -> Iterator[str]:
    if vectorisation == "removing":
        return without_each(correction)
    return (_text(correction, edits) for edits in [(), *((edit,) for edit in correction.edits)])


def _text(correction: Correction, edits: Iterable[Edit]) -> str:
    return " ".join(islice(edited_tokens(correction.source, edits), MAX_WORDS))
