"""GLEU of many resamples: each draw keeps the reference that it gave a sentence."""

import random
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.resampling.candidates import Resamples
from markscheme.evaluation.resampling.columns import rows_of
from markscheme.metrics.gleu import SEED_STEP, GleuRow, GleuStatistics

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

STRETCH = 256
"""Sentences whose rows are taken for every draw at a time."""


class DrawnGleu(NamedTuple):
    """A sentence's length in words, its rows by reference, and the index of the reference that each draw gave it."""

    length: int
    rows: Sequence[GleuRow]
    draws: Sequence[int]


@attrs.frozen
class GleuDrawing:
    """Sentences with the references that GLEU's own fold draws for them; they are drawn anew each time."""

    statistics: Iterable[GleuStatistics]
    samples: int

    def __iter__(self) -> Iterator[DrawnGleu]:
        generators: list[random.Random] = []
        for length, rows in self.statistics:
            # With a single reference every draw is the same.
            generators = generators or [
                random.Random(number * SEED_STEP) for number in range(self.samples if len(rows) > 1 else 1)
            ]
            last = len(rows) - 1
            yield DrawnGleu(length, rows, [generator.randint(0, last) for generator in generators])


@attrs.frozen(eq=False)
class GleuDraws:
    """The rows of n sentences, and which of them draws of a reference gave each sentence.

    Attributes
    ----------
    lengths
        Shape (n,): the hypothesis's length in words.
    rows
        Shape (rows, 1 + 2 longest): the reference's length, then the n-grams for and against the hypothesis.
    first
        Shape (n,): the row of each sentence's first reference.
    draws
        Shape (n, draws): the index of the drawn reference.
    """

    lengths: Floats
    rows: Floats
    first: Integers
    draws: npt.NDArray[np.uint16]

    @classmethod
    def of(cls, sentences: Iterable[DrawnGleu]) -> "GleuDraws":
        """Return the draws as arrays.

        Raises
        ------
        ValueError
            If there is no sentence.
        """
        lengths, sizes, draws = array("d"), array("l"), array("H")

        def rows() -> Iterator[GleuRow]:
            for sentence in sentences:
                lengths.append(sentence.length)
                sizes.append(len(sentence.rows))
                draws.extend(sentence.draws)
                yield from sentence.rows

        values = rows_of(rows())
        if not lengths:
            raise ValueError("there is no sentence to score")
        counts = np.asarray(sizes, dtype=np.int64)
        drawn = np.frombuffer(draws, dtype=np.uint16).reshape(len(lengths), -1)
        return cls(np.frombuffer(lengths, dtype=np.float64), values, np.cumsum(counts) - counts, drawn)

    def __call__(self, resamples: Resamples) -> Floats:
        """Return the scores of resamples, shape (R, 1)."""
        draws, width = self.draws.shape[1], self.rows.shape[1]
        sums = np.zeros((len(resamples), draws * width))
        lengths = np.zeros(len(resamples))
        uses = np.stack([np.bincount(row, minlength=len(self.lengths)).astype(np.uint16) for row in resamples])
        # All numbers are whole, so sums of sums are exact.
        for begin in range(0, len(self.lengths), STRETCH):
            part = slice(begin, begin + STRETCH)
            some = uses[:, part].astype(np.float64)
            sums += some @ self.rows[self.first[part, None] + self.draws[part]].reshape(some.shape[1], -1)
            lengths += some @ self.lengths[part]
        by_draw = sums.reshape(len(resamples), draws, width)
        scores: Floats = _gleu(lengths[:, None], by_draw).mean(axis=1, keepdims=True)
        return scores

    def joined(self, other: "GleuDraws") -> "GleuDraws":
        """Return these sentences, and behind them the other's, of as many draws."""
        return GleuDraws(
            np.concatenate([self.lengths, other.lengths]),
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.first, other.first + len(self.rows)]),
            np.concatenate([self.draws, other.draws]),
        )


def _gleu(lengths: Floats, sums: Floats) -> Floats:
    """Return the brevity penalty times the geometric mean of the precisions; 0 where one of these is not above 0."""
    kept, against = sums[..., 1::2], sums[..., 2::2]
    precisions = np.divide(kept, kept + against, out=np.ones_like(kept), where=against != 0)
    possible = (precisions > 0).all(axis=-1)
    logarithms = np.log(np.where(precisions > 0, precisions, 1.0)).mean(axis=-1)
    penalty = np.minimum(0.0, 1 - sums[..., 0] / lengths)
    return np.asarray(np.where(possible, np.exp(penalty + logarithms), 0.0))
