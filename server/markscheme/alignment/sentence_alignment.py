"""Which sentences of two versions of a text belong together.

A monotonic dynamic programme over the sentences of both, as in Gale and Church (1993), scored by the tokens
in common rather than by length: one sentence answers one, two are joined or split, two change places
(2-2), one is dropped or added. Long texts are searched only near a guide, a chain of sentences that share
rare words, so that the cost grows with the length of the text and not with its square.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    IntArray = npt.NDArray[np.int64]

FULL_SEARCH = 2_500
"""The number of pairs of sentences up to which all are compared."""
BAND = 8
"""The number of sentences to either side of the guide that are compared beyond that."""
RARE = 8
"""The most sentences of the other text that a word, or two in a row, may be in to count for the guide."""
MIN_VOTES = 3
"""The number of shared rare words that make a pair of sentences part of the guide."""

SKIPPED = 0.10
"""The part of a sentence's weight that the other side must share; a sentence with less counts as dropped or added."""
SKIP_COST = 0.08
PAIR_COST = 0.08
SWAP_COST = 0.15
PARAGRAPH_COST = 0.05
"""Costs in mean sentence weights: of a skip, of a join or split, of a 2-2 group, of crossing a paragraph's end."""


@attrs.frozen
class Sentence:
    """A sentence's tokens, and whether it begins a paragraph."""

    tokens: tuple[str, ...]
    begins_paragraph: bool = False


@attrs.frozen
class Group:
    """Sentences that belong together: half-open ranges of either side, one of which may be empty."""

    source: tuple[int, int]
    target: tuple[int, int]


def align_sentences(source: Sequence[Sentence], target: Sequence[Sentence]) -> tuple[Group, ...]:
    """Return groups in order; every sentence of either side is in exactly one.

    A dropped sentence beside an added one is one group: a sentence that was rewritten.

    >>> one = [Sentence(("It", "rains", ".")), Sentence(("I", "stay", "home", ".")), Sentence(("You", "go", "."))]
    >>> [(group.source, group.target) for group in align_sentences(one, [one[0], one[2]])]
    [((0, 1), (0, 1)), ((1, 2), (1, 1)), ((2, 3), (1, 2))]
    """
    programme = _Programme(source, target)
    return tuple(_rewritten(programme.groups()))


@attrs.frozen
class _Move:
    source: int
    target: int
    cost: float


LOOK_BACK = 2
"""The most source sentences that a move takes."""
_MOVES = (
    _Move(1, 1, 0.0),
    _Move(1, 2, PAIR_COST),
    _Move(2, 1, PAIR_COST),
    _Move(2, 2, SWAP_COST),
    _Move(1, 0, SKIP_COST),
    _Move(0, 1, SKIP_COST),
)
_Bag = frozenset[int]
"""A sentence's words by number; a word that is there twice has two numbers."""


class _Programme:
    """Best scores and the moves that reach them, row by row of source sentences."""

    def __init__(self, source: Sequence[Sentence], target: Sequence[Sentence]) -> None:
        numbers: dict[str, int] = {}
        self._source = _Text(source, numbers)
        self._target = _Text(target, numbers)
        self._bags = _Bags(numbers, self._source, self._target)
        weights = [self._source.weights(self._bags), self._target.weights(self._bags)]
        sentences = len(source) + len(target)
        self._unit = sum(map(sum, weights)) / sentences if sentences else 0.0
        self._dropped, self._added = ([SKIPPED * one - SKIP_COST * self._unit for one in own] for own in weights)
        self._windows = _windows(self._source, self._target, self._bags.vocabulary)
        self._pairs: list[dict[int, float]] = []

    def groups(self) -> Iterator[Group]:
        moves = self._moves()
        i, j = len(self._source), len(self._target)
        groups: list[Group] = []
        while (i, j) != (0, 0):
            move = moves[i][j]
            groups.append(Group((i - move.source, i), (j - move.target, j)))
            i, j = i - move.source, j - move.target
        return reversed(groups)

    def _moves(self) -> list[dict[int, _Move]]:
        scores: list[dict[int, float]] = []
        moves: list[dict[int, _Move]] = []
        for i, (first, last) in enumerate(self._windows):
            row: dict[int, float] = {}
            chosen: dict[int, _Move] = {}
            scores.append(row)
            moves.append(chosen)
            self._pairs.append({})
            if i > LOOK_BACK:
                # Rows that no move reaches any more are dropped: a small working set is fast.
                scores[i - LOOK_BACK - 1] = self._pairs[i - LOOK_BACK - 1] = {}
                self._source.double.pop(i - 1, None)
            for j in range(first, last + 1):
                best = 0.0 if (i, j) == (0, 0) else -math.inf
                for move in _MOVES:
                    if move.source > i or (before := scores[i - move.source].get(j - move.target)) is None:
                        continue
                    score = before + self._gain(move, i, j, best - before)
                    if score > best:
                        best, chosen[j] = score, move
                if best > -math.inf:
                    row[j] = best
        return moves

    def _gain(self, move: _Move, i: int, j: int, needed: float) -> float:
        """Return what the move adds to the score; where that can't exceed ``needed``, an upper bound of it."""
        if not move.target:
            return self._dropped[i - 1]
        if not move.source:
            return self._added[j - 1]
        source, target = self._source, self._target
        crossed = int(source.begins[i - move.source] != target.begins[j - move.target])
        if move.cost:
            crossed += (move.source == 2 and source.begins[i - 1]) + (move.target == 2 and target.begins[j - 1])
        shared = self._most_shared(move, i, j)
        cost, crossing = move.cost * self._unit, crossed * PARAGRAPH_COST * self._unit
        if move.cost and shared - cost - crossing > needed:
            shared = self._bags.weight(self._bag(source, i, move.source) & self._bag(target, j, move.target))
        return shared - cost - crossing

    def _bag(self, text: "_Text", end: int, length: int) -> _Bag:
        if length == 1:
            return text.single[end - 1]
        if end not in text.double:
            text.double[end] = self._bags.bag([*text.words[end - 2], *text.words[end - 1]])
        return text.double[end]

    def _most_shared(self, move: _Move, i: int, j: int) -> float:
        """Return what the move's sentences share by pairs, an upper bound of what the groups share."""
        most = 0.0
        for row in range(i - move.source, i):
            pairs = self._pairs[row]
            for column in range(j - move.target, j):
                shared = pairs.get(column)
                if shared is None:
                    shared = self._bags.weight(self._source.single[row] & self._target.single[column])
                    pairs[column] = shared
                most += shared
        return most


class _Text:
    """One side's sentences as numbered words, and as bags of them: for each sentence, and for pairs on demand."""

    def __init__(self, sentences: Sequence[Sentence], numbers: dict[str, int]) -> None:
        """Number the words; new ones are added to ``numbers``."""
        self.words = [
            [numbers.setdefault(word.casefold(), len(numbers)) for word in sentence.tokens] for sentence in sentences
        ]
        self.begins = [sentence.begins_paragraph for sentence in sentences]
        self.single: list[_Bag] = []
        self.double: dict[int, _Bag] = {}

    def __len__(self) -> int:
        return len(self.words)

    def weights(self, bags: "_Bags") -> list[float]:
        self.single = [bags.bag(words) for words in self.words]
        return [bags.weight(bag) for bag in self.single]

    def marks(self, vocabulary: int) -> "tuple[IntArray, IntArray]":
        """Return words and pairs of words in a row, as numbers, and the sentence of each."""
        import numpy as np

        words = np.fromiter(chain.from_iterable(self.words), np.int64)
        rows = np.repeat(np.arange(len(self)), [len(own) for own in self.words])
        inside = rows[1:] == rows[:-1]
        pairs = (words[:-1] + 1) * vocabulary + words[1:]
        return np.concatenate([words, pairs[inside]]), np.concatenate([rows, rows[1:][inside]])


class _Bags:
    """Bags of words and their weights: the rarer a word, the greater its weight; punctuation weighs almost nothing.

    Sums are rounded once (``math.fsum``), so that the order in which a set gives its words changes nothing.
    """

    def __init__(self, numbers: Mapping[str, int], source: _Text, target: _Text) -> None:
        found = Counter(chain.from_iterable(set(words) for text in (source, target) for words in text.words))
        sentences = len(source) + len(target)
        self.vocabulary = len(numbers)
        self._weights = {
            number: math.log(1 + sentences / found[number]) if any(map(str.isalnum, word)) else 1e-3
            for word, number in numbers.items()
        }

    def bag(self, words: Sequence[int]) -> _Bag:
        once = frozenset(words)
        if len(once) == len(words):
            return once
        return once.union(*(self._repeats(word, count) for word, count in Counter(words).items() if count > 1))

    def _repeats(self, word: int, count: int) -> range:
        """Return the numbers of a word's second occurrence and of those after it; they weigh the same."""
        repeats = range(word + self.vocabulary, word + count * self.vocabulary, self.vocabulary)
        for number in repeats:
            self._weights[number] = self._weights[word]
        return repeats

    def weight(self, bag: _Bag) -> float:
        return math.fsum(map(self._weights.__getitem__, bag))


def _windows(source: _Text, target: _Text, vocabulary: int) -> list[tuple[int, int]]:
    """Return for each number of source sentences the least and most target sentences that may match them."""
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
    step, width = columns / rows, BAND + abs(rows - columns) // 2
    for row in range(rows):
        yield here[1] + int(row * step) - width, here[1] + math.ceil((row + 1) * step) + width


def _guide(source: _Text, target: _Text, vocabulary: int) -> list[tuple[int, int]]:
    """Return pairs of sentences that share rare words or pairs of words, ascending on both sides: the longest chain.

    Where several sentences share as much, as in a text that repeats itself, the chain decides.
    """
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
    likely = (counts == most[rows]) & (counts >= MIN_VOTES)
    # Of pairs of one row, the chain takes one at most if columns descend.
    order = np.lexsort((-columns[likely], rows[likely]))
    likely_pairs = zip(rows[likely][order].tolist(), columns[likely][order].tolist(), strict=True)
    return [(i, j) for i, j in _ascending(list(likely_pairs)) if i > 0]


def _ascending(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
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


def _rewritten(groups: Iterator[Group]) -> Iterator[Group]:
    """Yield the groups, with sentences dropped and added at one place joined: one to one where there are as many."""

    def skips(group: Group) -> bool:
        return group.source[0] == group.source[1] or group.target[0] == group.target[1]

    for skipped, run in groupby(groups, skips):
        members = list(run)
        if not skipped:
            yield from members
            continue
        (low, _), (_, high) = members[0].source, members[-1].source
        (first, _), (_, last) = members[0].target, members[-1].target
        if high - low == last - first:
            yield from (Group((low + n, low + n + 1), (first + n, first + n + 1)) for n in range(high - low))
        elif low < high and first < last:
            yield Group((low, high), (first, last))
        else:
            yield from members
