"""Holm's adjustment of several p values (Holm, *A Simple Sequentially Rejective Multiple Test Procedure*, 1979)."""

from collections.abc import Sequence


def holm(values: Sequence[float]) -> tuple[float, ...]:
    """Return adjusted p values, in the order given, each in [0, 1] and at least the value itself.

    The smallest of m values is multiplied by m, the next one by m - 1, and so on; none is below one before it.

    >>> [round(value, 3) for value in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(1.0, values[index] * (len(values) - rank)))
        adjusted[index] = largest
    return tuple(adjusted)
