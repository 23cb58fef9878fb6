"""Sentences that a version parts or joins at several places.

The alignment by sentences pairs one or two sentences of either side. A learner's run-on may be four sentences in a
correction, and a student may join sentences at other places. So the words decide here: where sentences of two groups
share a clause, the groups are joined. The results are the finest groups that no shared clause crosses. Only runs of
groups with words that their other sides lack are looked at, and the cost grows with the number of these words.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, groupby

import attrs

from markscheme.alignment.groups import Group
from markscheme.alignment.shared_clauses import Cell, Region, SharedClauses, Texts

MIN_WORDS = 2
"""The number of words that one side of a run of groups must lack and the other have for clauses to be looked for."""
MAX_HELD = 0.5
"""The most that a sentence may share with its own group, relative to a clause of another group that it belongs to."""
MAX_BETWEEN = 2
"""The most groups without a clause of another group that may stand between two that are joined."""
MAX_JOINED = 20
"""The most sentences that the shorter side of a joined group has; a longer chain of clauses is cut."""
REMEMBERED = 1_024
"""Number of regions whose joined groups are remembered: after a keystroke, most are those of the text before it."""


def joined_groups(texts: Texts, groups: Sequence[Group]) -> list[Group]:
    """Return groups in order, joined where their sentences share clauses."""
    joined: list[Group] = []
    unshared = [(group, *texts.unshared(group)) for group in groups]
    for is_changed, run in groupby(unshared, lambda item: bool(item[1] or item[2])):
        members, dropped, added = zip(*run, strict=True)
        if is_changed and (_share_words(dropped, added) or any(_lengths(group) == (2, 2) for group in members)):
            joined += _joined_region(Region.of(texts, members))
        else:
            joined += members
    return joined


def _share_words(dropped: Sequence[set[int]], added: Sequence[set[int]]) -> bool:
    return len(set().union(*dropped) & set().union(*added)) >= MIN_WORDS


@attrs.frozen
class _Outward:
    """The sentences of either side that belong to an earlier group than their own, or to a later one."""

    source: dict[int, bool] = attrs.field(factory=dict)
    target: dict[int, bool] = attrs.field(factory=dict)


@lru_cache(REMEMBERED)
def _joined_region(region: Region) -> tuple[Group, ...]:
    return tuple(_JoinedRegion(region).groups())


class _JoinedRegion:
    """A run of groups, each with words that its other side lacks."""

    def __init__(self, region: Region) -> None:
        self._shared = SharedClauses(region)
        straight = (self._straight(group) for group in region.groups)
        self._groups = list(chain.from_iterable(straight))

    def groups(self) -> list[Group]:
        """Return the groups in order, joined where their sentences share a clause."""
        clauses = self._near_clauses()
        outward = self._outward(clauses)
        self._groups = list(chain.from_iterable(_parted(group, outward) for group in self._groups))
        rows, columns = self._numbers()
        ends = list(range(len(self._groups)))
        for i, j in clauses:
            first, last = sorted((rows[i], columns[j]))
            ends[first] = max(ends[first], last)
        return list(self._merged(ends))

    def _numbers(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return the number of the group of each source and of each target sentence."""
        rows = {i: number for number, group in enumerate(self._groups) for i in range(*group.source)}
        columns = {j: number for number, group in enumerate(self._groups) for j in range(*group.target)}
        return rows, columns

    def _straight(self, group: Group) -> Iterator[Group]:
        """Yield two groups for two sentences that answer two, if they share a clause in order and none out of it."""
        (i, end), (j, other) = group.source, group.target
        straight, crossed = {(i, j), (i + 1, j + 1)}, {(i, j + 1), (i + 1, j)}
        clauses = self._shared.clauses if _lengths(group) == (2, 2) else frozenset()
        if clauses & straight and not clauses & crossed:
            yield Group((i, i + 1), (j, j + 1))
            yield Group((i + 1, end), (j + 1, other))
        else:
            yield group

    def _near_clauses(self) -> list[Cell]:
        """Return the clauses of one group, and of groups near by: few between have no clause of another group."""
        rows, columns = self._numbers()
        clauses = self._shared.clauses
        linked = {number for i, j in clauses if rows[i] != columns[j] for number in (rows[i], columns[j])}
        unlinked = list(accumulate((number not in linked for number in range(len(self._groups))), initial=0))
        return [(i, j) for i, j in clauses if abs(unlinked[rows[i]] - unlinked[columns[j]]) <= MAX_BETWEEN]

    def _outward(self, clauses: Iterable[Cell]) -> _Outward:
        """Return the sentences that share little with their own group, and a clause with another."""
        rows, columns = self._numbers()
        source_held: defaultdict[int, float] = defaultdict(float)
        target_held: defaultdict[int, float] = defaultdict(float)
        for (i, j), weight in self._shared.weights():
            if rows[i] == columns[j]:
                source_held[i] += weight
                target_held[j] += weight
        outward = _Outward()
        for i, j in clauses:
            most = MAX_HELD * self._shared.weight((i, j))
            if rows[i] != columns[j] and source_held[i] < most:
                outward.source[i] = columns[j] > rows[i]
            if rows[i] != columns[j] and target_held[j] < most:
                outward.target[j] = rows[i] > columns[j]
        return outward

    def _merged(self, ends: Sequence[int]) -> Iterator[Group]:
        """Yield the groups, as one from each number to the last that it is joined with."""
        first = last = 0
        for number, end in enumerate(ends):
            if number > last or min(_lengths(self._union(first, number))) > MAX_JOINED:
                yield self._union(first, number - 1)
                first = last = number
            last = max(last, end)
        yield self._union(first, len(ends) - 1)

    def _union(self, first: int, last: int) -> Group:
        begin, end = self._groups[first], self._groups[last]
        return Group((begin.source[0], end.source[1]), (begin.target[0], end.target[1]))


def _parted(group: Group, outward: _Outward) -> Iterator[Group]:
    """Yield a group without the sentences at its ends that belong to others, and these on the side of the others."""
    if group.is_skip:
        yield group
        return
    begin, end = _staying(group.source, outward.source)
    first, last = _staying(group.target, outward.target)
    yield from _skips((group.source[0], begin), (group.target[0], first))
    if begin < end and first < last:
        yield Group((begin, end), (first, last))
    else:
        yield from _skips((begin, end), (first, last))
    yield from _skips((end, group.source[1]), (last, group.target[1]))


def _staying(numbers: tuple[int, int], is_later: dict[int, bool]) -> tuple[int, int]:
    """Return the range without the sentences at its ends that belong to an earlier or to a later group."""
    begin, end = numbers
    while begin < end and is_later.get(begin) is False:
        begin += 1
    while begin < end and is_later.get(end - 1):
        end -= 1
    return begin, end


def _skips(source: tuple[int, int], target: tuple[int, int]) -> Iterator[Group]:
    """Yield a group for each sentence, without the other side."""
    yield from (Group((i, i + 1), (target[0], target[0])) for i in range(*source))
    yield from (Group((source[1], source[1]), (j, j + 1)) for j in range(*target))


def _lengths(group: Group) -> tuple[int, int]:
    """Return the number of sentences on either side."""
    return group.source[1] - group.source[0], group.target[1] - group.target[0]
