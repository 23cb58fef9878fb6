"""What sentences contribute against each of their references, as arrays; and how many resamples choose references.

At corpus level ERRANT, PT-ERRANT, CLEME and CLEME2.0 choose the reference of a sentence by the total of the sentences
before it. A resample is folded in the same way: its sentences stand in the order of the file, and each chooses its
reference anew. All resamples are folded side by side, one sentence of each at a time.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.resampling.columns import rows_of

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]
Resamples = npt.NDArray[np.int32] | npt.NDArray[np.int64]
"""The sentences of resamples."""

Rank = Callable[[Floats], Floats]
"""Totals, shape (..., k), to what the best choice has most of, shape (...)."""


@attrs.frozen(eq=False)
class Candidates:
    """The numbers of n sentences against each of their references; each of these is a row.

    Attributes
    ----------
    values
        Shape (rows, k): what a sentence adds to the total if it is scored against a reference.
    places
        Shape (n, most references): the row of each sentence's references; -1 where a sentence has fewer.
    """

    values: Floats
    places: Places

    @classmethod
    def of(cls, sentences: Iterable[Sequence[Sequence[float]]]) -> "Candidates":
        """Return the candidates of sentences; each sentence holds at least one row of k numbers.

        Raises
        ------
        ValueError
            If there is no sentence, or one without a row.
        """
        sizes = array("i")

        def rows() -> Iterator[Sequence[float]]:
            for sentence in sentences:
                sizes.append(len(sentence))
                yield from sentence

        values = rows_of(rows())
        counts = np.frombuffer(sizes, dtype=np.int32) if sizes else np.empty(0, dtype=np.int32)
        if not counts.all() or not len(counts):
            raise ValueError("every sentence needs a reference, and there must be one sentence")
        columns = np.arange(counts.max(), dtype=np.int32)[None, :]
        places = (np.cumsum(counts, dtype=np.int32) - counts)[:, None] + columns
        return cls(values, np.where(columns < counts[:, None], places, -1).astype(np.int32))

    def joined(self, other: "Candidates") -> "Candidates":
        """Return these sentences, and behind them the other's."""
        width = max(self.places.shape[1], other.places.shape[1])
        behind = np.where(other.places < 0, -1, other.places + len(self.values)).astype(np.int32)
        wide = [
            np.pad(places, ((0, 0), (0, width - places.shape[1])), constant_values=-1)
            for places in (self.places, behind)
        ]
        return Candidates(np.concatenate([self.values, other.values]), np.concatenate(wide))


@attrs.frozen(eq=False)
class Choice:
    """The references that R resamples of n sentences choose.

    Attributes
    ----------
    rows
        Shape (R, n): the row of the chosen reference of each sentence.
    totals
        Shape (R, k): the sums of the rows.
    """

    rows: Places
    totals: Floats


def choose_by_total(candidates: Candidates, resamples: Resamples, rank: Rank, preferred: Integers) -> Choice:
    """Choose the reference of each sentence by the running total of its resample.

    Parameters
    ----------
    resamples
        Shape (R, n): the sentences of each resample, in the order in which they are folded.
    rank
        What decides first, of the total with a candidate; the largest is best.
    preferred
        Shape (rows,): what decides between equals; the largest is best, and the first reference among equals.
    """
    rows = np.empty(resamples.shape, dtype=np.int32)
    return Choice(rows, _chosen_totals(candidates, resamples, rank, preferred, rows))


def totals_by_choice(candidates: Candidates, resamples: Resamples, rank: Rank, preferred: Integers) -> Floats:
    """Return the same choice's totals alone, shape (R, k), in less memory."""
    return _chosen_totals(candidates, resamples, rank, preferred, None)


def _chosen_totals(
    candidates: Candidates, resamples: Resamples, rank: Rank, preferred: Integers, rows: Places | None
) -> Floats:
    """Return the totals, and write the chosen rows where there is a place for them."""
    totals = np.zeros((len(resamples), candidates.values.shape[1]))
    resample = np.arange(len(resamples))
    for number, sentences in enumerate(resamples.T):
        places = candidates.places[sentences]
        values = candidates.values[places]
        exists = places >= 0
        ranks = np.where(exists, rank(totals[:, None, :] + values), -np.inf)
        best = ranks == ranks.max(axis=1, keepdims=True)
        column = np.where(best & exists, preferred[places], -1).argmax(axis=1)
        if rows is not None:
            rows[:, number] = places[resample, column]
        totals += values[resample, column]
    return totals
