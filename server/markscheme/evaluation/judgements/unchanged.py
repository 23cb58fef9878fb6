"""References without the sentences that they leave as they are."""

from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.formats.parallel import ParallelText
from markscheme.text.errors import ChoiceError
from markscheme.text.segments import Segment


def without_unchanged(sources: Sequence[Segment], references: Sequence[ParallelText]) -> tuple[ParallelText, ...]:
    """Return the references as if their authors had not seen the sentences that they leave as they are."""
    return tuple(
        attrs.evolve(
            text,
            sides=tuple(
                attrs.evolve(side, absent=side.absent or side.segment.tokens == source.tokens)
                for side, source in zip(text.sides, sources, strict=True)
            ),
        )
        for text in references
    )


def sentences_with_references(references: Sequence[ParallelText]) -> npt.NDArray[np.int64]:
    """Return the indices of the sentences that a reference's author has seen, in ascending order.

    Raises
    ------
    ChoiceError
        If there are none.
    """
    seen = np.array([[not side.absent for side in text.sides] for text in references]).any(axis=0)
    if not seen.any():
        raise ChoiceError("the references leave all sentences as they are; count unchanged references too")
    return np.flatnonzero(seen).astype(np.int64)
