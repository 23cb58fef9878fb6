"""Which words of two texts are the same ones, in order.

A patience diff (Cohen) over runs of words: three words in a row that both texts have once link them, then two, then
one. A link grows to the equal words beside it. The parts between links are searched in the same way, to a bounded
depth, so that the cost grows with the number of words. Words that repeat without a neighbour in common stay unlinked.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import attrs

LENGTHS = (3, 2, 1)
"""The numbers of words in a row that are looked for, in this order."""
MAX_DEPTH = 6
"""The number of times that the parts between links are searched again."""
REMEMBERED = 4_096
"""The number of pairs of texts whose links are remembered: after a keystroke, most are those of the text before it."""
LONGEST_REMEMBERED = 256
"""The most words of either text of such a pair."""


@attrs.frozen
class Run:
    """Equal words in a row: where they begin in either text, and how many they are."""

    source: int
    target: int
    length: int

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """The places of each word in either text."""
        return ((self.source + at, self.target + at) for at in range(self.length))


@attrs.frozen
class Gap:
    """The words between two links: half-open ranges of either text."""

    source: tuple[int, int]
    target: tuple[int, int]


def linked_runs(source: Sequence[Hashable], target: Sequence[Hashable], gap: Gap) -> list[Run]:
    """Return the runs of equal words in a part of two texts, ascending on both sides.

    >>> linked_runs([1, 2, 3, 1, 4], [1, 4, 5], Gap((0, 5), (0, 3)))
    [Run(source=3, target=0, length=2)]
    """
    (begin, end), (first, last) = gap.source, gap.target
    if max(end - begin, last - first) > LONGEST_REMEMBERED:
        return _linked_runs(source, target, gap)
    numbers: dict[Hashable, int] = {}
    here, there = (
        tuple(numbers.setdefault(word, len(numbers)) for word in words)
        for words in (source[begin:end], target[first:last])
    )
    return [Run(run.source + begin, run.target + first, run.length) for run in _remembered_runs(here, there)]


@lru_cache(REMEMBERED)
def _remembered_runs(source: tuple[int, ...], target: tuple[int, ...]) -> tuple[Run, ...]:
    """Return the runs of equal words in two texts, whose words are numbered as they come."""
    return tuple(_linked_runs(source, target, Gap((0, len(source)), (0, len(target)))))


def _linked_runs(source: Sequence[Hashable], target: Sequence[Hashable], part: Gap) -> list[Run]:
    runs: list[Run] = []
    waiting = [(part, 0)]
    while waiting:
        part, depth = waiting.pop()
        inside = _grown(_anchors(source, target, part), source, target, part)
        runs += inside
        if inside and depth < MAX_DEPTH:
            waiting += [(between, depth + 1) for between in gaps(inside, part)]
    return sorted(runs, key=lambda run: run.source)


def gaps(runs: Sequence[Run], part: Gap) -> Iterator[Gap]:
    """Yield the gaps between runs within a part of the texts, where both sides have words."""
    begins = [(run.source, run.target) for run in runs]
    ends = [(run.source + run.length, run.target + run.length) for run in runs]
    lower, upper = zip(part.source, part.target, strict=True)
    for (first, second), (third, fourth) in zip([lower, *ends], [*begins, upper], strict=True):
        if first < third and second < fourth:
            yield Gap((first, third), (second, fourth))


def ascending(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence whose second members ascend strictly (patience sorting)."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for index, (_, j) in enumerate(pairs):
        at = bisect_left(tails, j)
        previous.append(ends[at - 1] if at else -1)
        tails[at : at + 1] = [j]
        ends[at : at + 1] = [index]
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = previous[at]
    return chain[::-1]


def _anchors(source: Sequence[Hashable], target: Sequence[Hashable], part: Gap) -> list[tuple[int, int]]:
    """Return the places of the longest words in a row that either side of the part has once, ascending."""
    for length in LENGTHS:
        there = _single(target, part.target, length)
        here = _single(source, part.source, length) if there else {}
        pairs = [(at, there[words]) for words, at in here.items() if words in there]
        if pairs:
            return ascending(pairs)
    return []


def _single(words: Sequence[Hashable], part: tuple[int, int], length: int) -> dict[tuple[Hashable, ...], int]:
    """Return the places of the words in a row that a part has once, in order."""
    begin, end = part
    if end - begin < length:
        return {}
    places = range(begin, end - length + 1)
    in_a_row = list(zip(*(words[begin + at : end - length + 1 + at] for at in range(length)), strict=True))
    counts = Counter(in_a_row)
    return {key: at for key, at in zip(in_a_row, places, strict=True) if counts[key] == 1}


def _grown(
    anchors: Sequence[tuple[int, int]], source: Sequence[Hashable], target: Sequence[Hashable], part: Gap
) -> list[Run]:
    """Return the runs of equal words around anchors."""
    runs: list[Run] = []
    low = (part.source[0], part.target[0])
    for anchor, following in pairwise([*anchors, (part.source[1], part.target[1])]):
        i, j = anchor
        if i < low[0] or j < low[1]:
            continue
        while i > low[0] and j > low[1] and source[i - 1] == target[j - 1]:
            i, j = i - 1, j - 1
        end, other = anchor
        while end < following[0] and other < following[1] and source[end] == target[other]:
            end, other = end + 1, other + 1
        runs.append(Run(i, j, end - i))
        low = (end, other)
    return runs
