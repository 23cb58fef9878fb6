"""Numbers of sentences that come one after the other, as arrays: no value of Python stays for each."""

from array import array
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def rows_of(rows: Iterable[Sequence[float]]) -> Floats:
    """Return rows of k numbers each, shape (rows, k); (0, 0) without a row."""
    values = array("d")
    count = 0
    for row in rows:
        values.extend(row)
        count += 1
    return np.frombuffer(values, dtype=np.float64).reshape(count, -1) if count else np.empty((0, 0))


def lexical_ranks(rows: Floats) -> Integers:
    """Return each row's place in the order of rows, compared number by number; equal rows have one place.

    Parameters
    ----------
    rows
        Shape (rows, k).

    Returns
    -------
    Shape (rows,).
    """
    order = np.lexsort(rows.T[::-1])
    differs = (rows[order[1:]] != rows[order[:-1]]).any(axis=1)
    ranks = np.empty(len(rows), dtype=np.int64)
    ranks[order] = np.concatenate([[0], np.cumsum(differs)])
    return ranks
