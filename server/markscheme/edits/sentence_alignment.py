"""Which sentences of two versions of a text belong together.

A monotonic dynamic programme over the sentences of both, as in Gale and Church (1993), scored by the tokens in common
rather than by length: one sentence answers one, two are joined or split, two change places (2-2), one is dropped or
added. Long texts are searched only near a guide, a chain of sentences that share rare words, so that the cost grows
with the length of the text and not with its square.

:func:`joined_groups` then joins groups whose sentences share clauses: the finest groups that no shared clause crosses.
:func:`align_moved_sentences` compares what has no good counterpart in order across the whole text: it drops a moved
sentence at its old place and adds it at the new one, or pairs it there with one that shares a few words.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby, pairwise
from threading import Lock

import attrs
from cachetools import LRUCache, cached

from markscheme.edits.shared_words import (
    Bag,
    Bags,
    Cell,
    Group,
    NumberedText,
    Region,
    Sentence,
    SharedClauses,
    Texts,
    ascending,
    join_rewritten,
)

MIN_WORDS = 2
"""The number of words that one side of a run of groups must lack and the other have for clauses to be looked for."""
MAX_HELD = 0.5
"""The most that a sentence may share with its own group, relative to another one that it is joined with or moved to."""
MAX_BETWEEN = 2
"""The most groups without a clause of another group that may stand between two that are joined."""
MAX_JOINED = 20
"""The most sentences that the shorter side of a joined group has; a longer chain of clauses is cut."""
GROUPS_IN_MEMORY = 5_000
"""Groups of the regions that are remembered, of some 1,100 bytes each: after a keystroke, most are those before it."""


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
    source: dict[int, bool] = attrs.field(factory=dict)
    target: dict[int, bool] = attrs.field(factory=dict)


@cached(LRUCache(GROUPS_IN_MEMORY, len), lock=Lock())
def _joined_region(region: Region) -> tuple[Group, ...]:
    return tuple(_JoinedRegion(region).groups())


class _JoinedRegion:
    def __init__(self, region: Region) -> None:
        self._shared = SharedClauses(region)
        straight = (self._straight(group) for group in region.groups)
        self._groups = list(chain.from_iterable(straight))

    def groups(self) -> list[Group]:
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
    begin, end = numbers
    while begin < end and is_later.get(begin) is False:
        begin += 1
    while begin < end and is_later.get(end - 1):
        end -= 1
    return begin, end


def _skips(source: tuple[int, int], target: tuple[int, int]) -> Iterator[Group]:
    yield from (Group((i, i + 1), (target[0], target[0])) for i in range(*source))
    yield from (Group((source[1], source[1]), (j, j + 1)) for j in range(*target))


def _lengths(group: Group) -> tuple[int, int]:
    return group.source[1] - group.source[0], group.target[1] - group.target[0]


FULL_SEARCH = 2_500
"""The number of pairs of sentences up to which all are compared."""
BAND = 8
"""The number of sentences to either side of the guide that are compared beyond that."""
WIDEST_BAND = 3 * BAND
"""The most sentences to either side of a straight line that are compared, where the guide has a long gap."""
RARE = 8
"""The most sentences of the other text that a word, or two in a row, may be in to count as shared and rare."""
MIN_SHARED = 3
"""The number of shared rare words that make a pair of sentences part of the guide, or worth comparing."""

SKIPPED = 0.10
"""The part of a sentence's weight that the other side must share; a sentence with less counts as dropped or added."""
SKIP_COST = 0.08
PAIR_COST = 0.08
SWAP_COST = 0.15
PARAGRAPH_COST = 0.05
"""Costs in mean sentence weights: of a skip, of a join or split, of a 2-2 group, of crossing a paragraph's end."""


def align_sentences(source: Sequence[Sentence], target: Sequence[Sentence]) -> tuple[Group, ...]:
    """Return groups in order; every sentence of either side is in exactly one.

    A sentence that the target moves is dropped at one place and added at another; :func:`align_moved_sentences` joins
    the two. A dropped sentence beside an added
    one is one group: a sentence that was rewritten.

    >>> one = [Sentence(("It", "rains", ".")), Sentence(("I", "stay", "home", ".")), Sentence(("You", "go", "."))]
    >>> [(group.source, group.target) for group in align_sentences(one, [one[0], one[2]])]
    [((0, 1), (0, 1)), ((1, 2), (1, 1)), ((2, 3), (1, 2))]
    """
    return tuple(join_rewritten(Programme(source, target).groups()))


@attrs.frozen
class _Step:
    source: int
    target: int


LOOK_BACK = 2
_PAIR, _SPLIT, _JOIN, _TWO = _Step(1, 1), _Step(1, 2), _Step(2, 1), _Step(2, 2)
_DROP, _ADD = _Step(1, 0), _Step(0, 1)


class Programme:
    """Finds the best steps by rows of source sentences; ``windows``: the least and most target sentences of each."""

    def __init__(self, source: Sequence[Sentence], target: Sequence[Sentence]) -> None:
        numbers: dict[str, int] = {}
        self.source, self.target = (
            NumberedText((sentence.tokens for sentence in side), numbers) for side in (source, target)
        )
        self._source_begins, self._target_begins = (
            [sentence.begins_paragraph for sentence in side] for side in (source, target)
        )
        self.bags = Bags(numbers, self.source, self.target)
        sides = (self.source, self.target)
        for side in sides:
            side.weigh(self.bags)
        sentences = len(source) + len(target)
        self._unit = sum(sum(side.weights) for side in sides) / sentences if sentences else 0.0
        self._dropped, self._added = (
            [SKIPPED * weight - SKIP_COST * self._unit for weight in side.weights] for side in sides
        )
        self.windows = _windows(self.source, self.target, self.bags.vocabulary)

    def groups(self) -> list[Group]:
        return joined_groups(Texts(self.bags, self.source, self.target), list(self._groups_of_steps()))

    def _groups_of_steps(self) -> Iterator[Group]:
        steps = self._steps()
        i, j = len(self.source), len(self.target)
        groups: list[Group] = []
        while (i, j) != (0, 0):
            step = steps[i][j]
            groups.append(Group((i - step.source, i), (j - step.target, j)))
            i, j = i - step.source, j - step.target
        return reversed(groups)

    def _steps(self) -> list[dict[int, _Step]]:
        scores: list[dict[int, float]] = [{}] * LOOK_BACK
        steps: list[dict[int, _Step]] = []
        pairs: list[Mapping[int, float]] = [{}] * LOOK_BACK
        for i in range(len(self.windows)):
            pairs = [pairs[1], _PairWeights(self, i - 1)]
            row, chosen = self._row(i, scores, pairs)
            scores = [scores[1], row]
            steps.append(chosen)
            # Bags that no step reaches any more are dropped: a small working set is fast.
            self.source.double.pop(i - 1, None)
        return steps

    def _row(  # noqa: C901 - written out step by step: most of the time of an alignment is spent here
        self, i: int, scores: Sequence[Mapping[int, float]], pairs: Sequence[Mapping[int, float]]
    ) -> tuple[dict[int, float], dict[int, _Step]]:
        """Return the best scores of ``i`` source sentences, by the number of target sentences, and their last steps.

        A step of several sentences is weighed only if what its sentences share by pairs, an upper bound, may make it
        the best. ``scores``, ``pairs``: of two source sentences fewer and of one fewer.
        """
        two, one = scores
        upper, lower = pairs
        source, target, unit = self._source_begins, self._target_begins, self._unit
        join, swap, crossing = PAIR_COST * unit, SWAP_COST * unit, [ends * PARAGRAPH_COST * unit for ends in range(4)]
        begins = source[i - 1] if i else False
        first, last = self.windows[i]
        row: dict[int, float] = {}
        chosen: dict[int, _Step] = {}
        for j in range(first, last + 1):
            best, step = (-math.inf if i or j else 0.0), None
            if (before := one.get(j - 1)) is not None:
                crossed = crossing[begins != target[j - 1]]
                if (score := before + (lower[j - 1] - crossed)) > best:
                    best, step = score, _PAIR
            if (before := one.get(j - 2)) is not None:
                crossed = crossing[(begins != target[j - 2]) + target[j - 1]]
                shared = lower[j - 2] + lower[j - 1]
                if shared - join - crossed > best - before:
                    shared = self._shared(i, 1, j, 2)
                if (score := before + (shared - join - crossed)) > best:
                    best, step = score, _SPLIT
            if (before := two.get(j - 1)) is not None:
                crossed = crossing[(source[i - 2] != target[j - 1]) + begins]
                shared = upper[j - 1] + lower[j - 1]
                if shared - join - crossed > best - before:
                    shared = self._shared(i, 2, j, 1)
                if (score := before + (shared - join - crossed)) > best:
                    best, step = score, _JOIN
            if (before := two.get(j - 2)) is not None:
                crossed = crossing[(source[i - 2] != target[j - 2]) + begins + target[j - 1]]
                shared = upper[j - 2] + upper[j - 1] + lower[j - 2] + lower[j - 1]
                if shared - swap - crossed > best - before:
                    shared = self._shared(i, 2, j, 2)
                if (score := before + (shared - swap - crossed)) > best:
                    best, step = score, _TWO
            if (before := one.get(j)) is not None and (score := before + self._dropped[i - 1]) > best:
                best, step = score, _DROP
            if (before := row.get(j - 1)) is not None and (score := before + self._added[j - 1]) > best:
                best, step = score, _ADD
            if step is not None:
                chosen[j] = step
            if best > -math.inf:
                row[j] = best
        return row, chosen

    def _shared(self, i: int, rows: int, j: int, columns: int) -> float:
        return self.bags.weight(self._bag(self.source, i, rows) & self._bag(self.target, j, columns))

    def _bag(self, text: NumberedText, end: int, length: int) -> Bag:
        if length == 1:
            return text.single[end - 1]
        if end not in text.double:
            text.double[end] = self.bags.joined(text.single[end - 2], text.single[end - 1])
        return text.double[end]


class _PairWeights(dict[int, float]):
    def __init__(self, programme: Programme, number: int) -> None:
        self._programme = programme
        self._number = number

    def __missing__(self, column: int) -> float:
        programme = self._programme
        weight = programme.bags.weight(programme.source.single[self._number] & programme.target.single[column])
        self[column] = weight
        return weight


def _windows(source: NumberedText, target: NumberedText, vocabulary: int) -> list[tuple[int, int]]:
    n, m = len(source), len(target)
    if n * m <= FULL_SEARCH:
        return [(0, m)] * (n + 1)
    windows: list[tuple[int, int]] = []
    chain = [(0, 0), *_guide(source, target, vocabulary), (n, m)]
    for here, there in pairwise(chain):
        windows += ((max(low, 0), min(high, m)) for low, high in _between(here, there))
    return [*windows, (max(m - BAND, 0), m)]


def _between(here: tuple[int, int], there: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield windows from one point of the guide up to the next: all between them, or around the straight line."""
    rows, columns = there[0] - here[0], there[1] - here[1]
    if rows * columns <= FULL_SEARCH:
        yield from [(here[1] - BAND, there[1] + BAND)] * rows
        return
    step, width = columns / rows, min(BAND + abs(rows - columns) // 2, WIDEST_BAND)
    for row in range(rows):
        low, high = here[1] + int(row * step) - width, here[1] + math.ceil((row + 1) * step) + width
        yield max(low, here[1] - BAND), min(high, there[1] + BAND)


def _guide(source: NumberedText, target: NumberedText, vocabulary: int) -> list[tuple[int, int]]:
    import numpy as np

    marks, sentences = zip(*(text.marks(vocabulary) for text in (source, target)), strict=True)
    names, places = np.unique(np.concatenate(marks), return_inverse=True)
    source_names, rows = np.divmod(np.unique(places[: len(marks[0])] * len(source) + sentences[0]), len(source))
    target_names, columns = np.divmod(np.unique(places[len(marks[0]) :] * len(target) + sentences[1]), len(target))
    held = np.bincount(target_names, minlength=len(names))
    first = np.cumsum(held) - held
    votes = []
    for nth in range(RARE):
        shared = (held[source_names] > nth) & (held[source_names] <= RARE)
        votes.append(rows[shared] * len(target) + columns[first[source_names[shared]] + nth])
    pairs, counts = np.unique(np.concatenate(votes), return_counts=True)
    rows, columns = np.divmod(pairs, len(target))
    most = np.zeros(len(source), dtype=np.int64)
    np.maximum.at(most, rows, counts)
    likely = (counts == most[rows]) & (counts >= MIN_SHARED)
    # Of pairs of one row, the chain takes one at most if columns descend.
    order = np.lexsort((-columns[likely], rows[likely]))
    likely_pairs = zip(rows[likely][order].tolist(), columns[likely][order].tolist(), strict=True)
    return [(i, j) for i, j in ascending(list(likely_pairs)) if i > 0]


_Mark = int | tuple[int, int]

MIN_SIMILARITY = 0.5
"""The least part of the weight of two sentences that they must share to be the same sentence."""


def align_moved_sentences(source: Sequence[Sentence], target: Sequence[Sentence]) -> tuple[Group, ...]:
    """Return groups in the order of the source; every sentence of either side is in exactly one.

    Where no sentence moved, the groups are those of
    :func:`~markscheme.edits.sentence_alignment.align_sentences`. A moved sentence is a group of one with one.

    >>> lines = ("We met in May .", "It rains here .", "I stay at home .", "You go to work .")
    >>> a, b, c, d = (Sentence(tuple(line.split())) for line in lines)
    >>> for group in align_moved_sentences([a, b, c, d], [b, c, d, a]):
    ...     print(group.source, group.target, group.moved)
    (0, 1) (3, 4) True
    (1, 2) (0, 1) False
    (2, 3) (1, 2) False
    (3, 4) (2, 3) False
    """
    programme = Programme(source, target)
    groups = programme.groups()
    moves = _moves(programme, groups)
    moves |= _swaps(programme, groups, moves)
    return tuple(join_rewritten(_regrouped(groups, moves) if moves else groups))


@attrs.frozen
class _Loose:
    """``held``: by the index of a sentence, the weight of what only it shares with the other side of its group."""

    text: NumberedText
    held: dict[int, float] = attrs.field(factory=dict)


def _moves(programme: Programme, groups: Iterable[Group]) -> dict[int, int]:
    """Return the target sentence of each moved source sentence; the most similar pairs are taken first."""
    source, target = _loose_sentences(programme, groups)
    similarities: list[tuple[float, int, int]] = []
    for i, j in _candidates(programme.bags, source, target):
        shared = _shared(programme, [i], [j])
        similarity = _similarity(programme, i, j)
        if similarity >= MIN_SIMILARITY and max(source.held[i], target.held[j]) <= MAX_HELD * shared:
            similarities.append((-similarity, i, j))
    moves: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in sorted(similarities):
        if i not in moves and j not in taken:
            moves[i] = j
            taken.add(j)
    return moves


def _swaps(programme: Programme, groups: Iterable[Group], moves: Mapping[int, int]) -> dict[int, int]:
    """Return the target of the lighter of each two sentences that change places, where both are in no other move."""
    swaps: dict[int, int] = {}
    taken = set(moves.values())
    for group in groups:
        rows, columns = range(*group.source), range(*group.target)
        if (len(rows), len(columns)) != (2, 2) or not (moves.keys().isdisjoint(rows) and taken.isdisjoint(columns)):
            continue
        crossed, straight = (
            [_similarity(programme, i, j) for i, j in zip(rows, order, strict=True)]
            for order in (columns[::-1], columns)
        )
        if min(crossed) >= MIN_SIMILARITY and sum(crossed) > sum(straight):
            lighter = min(zip(rows, columns[::-1], strict=True), key=lambda pair: programme.source.weights[pair[0]])
            swaps.update([lighter])
    return swaps


def _similarity(programme: Programme, i: int, j: int) -> float:
    weight = programme.source.weights[i] + programme.target.weights[j]
    return 2 * _shared(programme, [i], [j]) / weight if weight else 0.0


def _loose_sentences(programme: Programme, groups: Iterable[Group]) -> tuple[_Loose, _Loose]:
    """Sentences of longer groups share clauses, so that none is loose."""
    source, target = _Loose(programme.source), _Loose(programme.target)
    for group in groups:
        rows, columns = range(*group.source), range(*group.target)
        if max(len(rows), len(columns)) > LOOK_BACK:
            continue
        shared = _shared(programme, rows, columns)
        for i in rows:
            held = shared - _shared(programme, [other for other in rows if other != i], columns)
            if held <= MAX_HELD * source.text.weights[i]:
                source.held[i] = held
        for j in columns:
            held = shared - _shared(programme, rows, [other for other in columns if other != j])
            if held <= MAX_HELD * target.text.weights[j]:
                target.held[j] = held
    return source, target


def _shared(programme: Programme, rows: Sequence[int], columns: Sequence[int]) -> float:
    if not rows or not columns:
        return 0.0
    bags = programme.bags
    source, target = (
        text.single[numbers[0]]
        if len(numbers) == 1
        else bags.bag(list(chain.from_iterable(text.words[number] for number in numbers)))
        for text, numbers in ((programme.source, rows), (programme.target, columns))
    )
    return bags.weight(source & target)


def _candidates(bags: Bags, source: _Loose, target: _Loose) -> Iterator[tuple[int, int]]:
    sentences: defaultdict[_Mark, list[int]] = defaultdict(list)
    for j in target.held:
        for mark in _marks(bags, target.text.words[j]):
            sentences[mark].append(j)
    for i in source.held:
        shared: Counter[int] = Counter()
        for mark in _marks(bags, source.text.words[i]):
            columns = sentences.get(mark, ())
            if len(columns) <= RARE:
                shared.update(columns)
        yield from ((i, j) for j, count in shared.items() if count >= MIN_SHARED)


def _marks(bags: Bags, words: Sequence[int]) -> set[_Mark]:
    plain = [word for word in words if bags.is_word(word)]
    return {*plain, *pairwise(plain)}


def _regrouped(groups: Iterable[Group], moves: Mapping[int, int]) -> Iterator[Group]:
    taken = set(moves.values())
    for group in groups:
        rows, columns = range(*group.source), range(*group.target)
        moved = [Group((i, i + 1), (moves[i], moves[i] + 1), moved=True) for i in rows if i in moves]
        staying = [i for i in rows if i not in moves]
        left = [j for j in columns if j not in taken]
        if staying or left:
            rest = Group(_ends(staying, group.source[1]), _ends(left, group.target[0]))
            yield from sorted([*moved, rest], key=lambda item: item.source)
        else:
            yield from moved


def _ends(numbers: Sequence[int], default: int) -> tuple[int, int]:
    return (numbers[0], numbers[-1] + 1) if numbers else (default, default)
