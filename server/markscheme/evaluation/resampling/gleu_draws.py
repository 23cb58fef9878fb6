"""GLEU of many resamples: each draw keeps the reference that it gave a sentence."""

import random
from collections.abc import Sequence
from typing import NamedTuple

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.metrics.gleu import SEED_STEP, GleuRow, GleuStatistics

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class DrawnGleu(NamedTuple):
    """A sentence's length in words, and the row of the reference that each draw gave it."""

    length: int
    rows: tuple[GleuRow, ...]


def drawn(statistics: Sequence[GleuStatistics], samples: int) -> list[DrawnGleu]:
    """Return the sentences with the references that GLEU's own fold draws for them; one draw of a single reference."""
    draws = range(samples if statistics and len(statistics[0][1]) > 1 else 1)
    generators = [random.Random(number * SEED_STEP) for number in draws]
    return [
        DrawnGleu(length, tuple(rows[generator.randint(0, len(rows) - 1)] for generator in generators))
        for length, rows in statistics
    ]


@attrs.frozen(eq=False)
class GleuDraws:
    """The rows of each sentence that draws of a reference gave it.

    Attributes
    ----------
    lengths
        Shape (n,): the hypothesis's length in words.
    rows
        Shape (n, draws, 1 + 2 longest): the reference's length, then the n-grams for and against the hypothesis.
    """

    lengths: Floats
    rows: Floats

    @classmethod
    def of(cls, sentences: Sequence[DrawnGleu]) -> "GleuDraws":
        """Return the draws as arrays.

        Raises
        ------
        ValueError
            If there is no sentence.
        """
        if not sentences:
            raise ValueError("there is no sentence to score")
        lengths = np.asarray([length for length, _ in sentences], dtype=np.float64)
        return cls(lengths, np.asarray([rows for _, rows in sentences], dtype=np.float64))

    def __call__(self, resamples: Integers) -> Floats:
        """Return the scores of resamples, shape (R, 1)."""
        uses = np.zeros((len(resamples), len(self.lengths)))
        np.add.at(uses, (np.arange(len(resamples))[:, None], resamples), 1.0)
        sums = (uses @ self.rows.reshape(len(self.rows), -1)).reshape(len(resamples), *self.rows.shape[1:])
        scores: Floats = _gleu((uses @ self.lengths)[:, None], sums).mean(axis=1, keepdims=True)
        return scores


def _gleu(lengths: Floats, sums: Floats) -> Floats:
    """Return the brevity penalty times the geometric mean of the precisions; 0 where one of these is not above 0."""
    kept, against = sums[..., 1::2], sums[..., 2::2]
    precisions = np.divide(kept, kept + against, out=np.ones_like(kept), where=against != 0)
    possible = (precisions > 0).all(axis=-1)
    logarithms = np.log(np.where(precisions > 0, precisions, 1.0)).mean(axis=-1)
    penalty = np.minimum(0.0, 1 - sums[..., 0] / lengths)
    return np.asarray(np.where(possible, np.exp(penalty + logarithms), 0.0))
