"""What sentences contribute against each of their references, as arrays; and how many resamples choose references.

At corpus level ERRANT, PT-ERRANT, CLEME and CLEME2.0 choose the reference of a sentence by the total of the sentences
before it. A resample is folded in the same way: its sentences stand in the order of the file, and each chooses its
reference anew. All resamples are folded side by side, one sentence of each at a time.
"""

from collections.abc import Callable, Sequence

import attrs
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

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
    places: Integers

    @classmethod
    def of(cls, sentences: Sequence[Sequence[Sequence[float]]]) -> "Candidates":
        """Return the candidates of sentences; each sentence holds at least one row of k numbers.

        Raises
        ------
        ValueError
            If there is no sentence, or one without a row.
        """
        if not sentences or not all(sentences):
            raise ValueError("every sentence needs a reference, and there must be one sentence")
        places = np.full((len(sentences), max(map(len, sentences))), -1, dtype=np.int64)
        number = 0
        for index, rows in enumerate(sentences):
            places[index, : len(rows)] = range(number, number + len(rows))
            number += len(rows)
        values = np.asarray([row for rows in sentences for row in rows], dtype=np.float64)
        return cls(values, places)


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

    rows: Integers
    totals: Floats

    def sums(self, values: Floats) -> Floats:
        """Return other numbers of the chosen rows, summed over each resample.

        Parameters
        ----------
        values
            Shape (rows, m): the numbers of every row.

        Returns
        -------
        Shape (R, m).
        """
        uses = np.zeros((len(self.rows), len(values)))
        np.add.at(uses, (np.arange(len(self.rows))[:, None], self.rows), 1.0)
        return uses @ values


def choose_by_total(candidates: Candidates, resamples: Integers, rank: Rank, preferences: Sequence[object]) -> Choice:
    """Choose the reference of each sentence by the running total of its resample.

    Parameters
    ----------
    resamples
        Shape (R, n): the sentences of each resample, in the order in which they are folded.
    rank
        What decides first, of the total with a candidate; the largest is best.
    preferences
        What decides between equals: a value of each row, the largest is best, and the first reference among equals.
    """
    order = {preference: number for number, preference in enumerate(sorted(set(preferences)))}  # type: ignore[type-var]
    preferred = np.asarray([order[preference] for preference in preferences], dtype=np.int64)
    totals = np.zeros((len(resamples), candidates.values.shape[1]))
    rows = np.empty(resamples.shape, dtype=np.int64)
    for number, sentences in enumerate(resamples.T):
        places = candidates.places[sentences]
        values = candidates.values[places]
        exists = places >= 0
        ranks = np.where(exists, rank(totals[:, None, :] + values), -np.inf)
        best = ranks == ranks.max(axis=1, keepdims=True)
        column = np.where(best & exists, preferred[places], -1).argmax(axis=1)
        resample = np.arange(len(resamples))
        rows[:, number] = places[resample, column]
        totals += values[resample, column]
    return Choice(rows, totals)
