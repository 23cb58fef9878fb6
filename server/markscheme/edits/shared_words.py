"""Words that two texts share: which sentences they link, how rare they are, which clauses two sentences have in common.

Which words are the same ones, in order, a patience diff (Cohen) finds over runs of words: three words in a row that
both texts have once link them, then two, then one. A link grows to the equal words beside it. The parts between links
are searched in the same way, to a bounded depth, so that the cost grows with the number of words. Words that repeat
without a neighbour in common stay unlinked.
"""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, groupby, pairwise
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    IntArray = npt.NDArray[np.int64]


MAX_REWRITTEN = 8
"""The most sentences in a row that may be rewritten as another number of them; more are split evenly."""


@attrs.frozen(cache_hash=True)
class Sentence:
    """A sentence's tokens, and whether it begins a paragraph."""

    tokens: tuple[str, ...]
    begins_paragraph: bool = False


@attrs.frozen(cache_hash=True)
class Group:
    """Sentences that belong together: half-open ranges, one may be empty; ``moved``: the target's is out of order."""

    source: tuple[int, int]
    target: tuple[int, int]
    moved: bool = False

    @property
    def is_skip(self) -> bool:
        return self.source[0] == self.source[1] or self.target[0] == self.target[1]


def join_rewritten(groups: Iterable[Group]) -> Iterator[Group]:
    """Join sentences dropped and added at one place: one to one if as many; a long unequal run is split evenly."""
    for skipped, run in groupby(groups, lambda group: group.moved or group.is_skip):
        members = list(run)
        yield from _joined(members) if skipped else members


def _joined(run: list[Group]) -> list[Group]:
    skips = [group for group in run if not group.moved]
    dropped, added = (
        [number for ends in sides for number in range(*ends)]
        for sides in ([group.source for group in skips], [group.target for group in skips])
    )
    if not dropped or not added:
        return run
    if len(dropped) == len(added):
        joined = [Group((i, i + 1), (j, j + 1)) for i, j in zip(dropped, added, strict=True)]
    elif _is_unbroken(dropped) and _is_unbroken(added):
        whole = Group((dropped[0], dropped[-1] + 1), (added[0], added[-1] + 1))
        joined = [whole] if max(len(dropped), len(added)) <= MAX_REWRITTEN else list(_parted(whole))
    else:
        return run
    return sorted([*joined, *(group for group in run if group.moved)], key=lambda group: group.source)


def _parted(group: Group) -> Iterator[Group]:
    sides = (group.source, group.target)
    count = min(end - begin for begin, end in sides)
    for number in range(count):
        rows, columns = (
            (low + (high - low) * number // count, low + (high - low) * (number + 1) // count) for low, high in sides
        )
        yield Group(rows, columns)


def _is_unbroken(numbers: Sequence[int]) -> bool:
    return numbers[-1] - numbers[0] == len(numbers) - 1


PUNCTUATION_WEIGHT = 1e-3
"""The weight of a token without a letter or a digit. A word weighs at least log 2."""

STEM_LENGTH = 4
"""The number of letters that forms of a word are taken to share."""

Bag = frozenset[int]
"""A sentence's words by number; a word that is there twice has two numbers."""


@attrs.frozen
class PlainSentence:
    """A sentence's words without punctuation: the first letters of each, which its forms share, and its weight."""

    stems: tuple[str, ...]
    weights: tuple[float, ...]


class NumberedText:
    """Numbered words and bags (empty before :meth:`weigh`) of a side's sentences; ``double``: bags of two in a row."""

    def __init__(self, sentences: Iterable[Sequence[str]], numbers: dict[str, int]) -> None:
        """Number the words; new ones are added to ``numbers``."""
        self.words = [
            [numbers.setdefault(word.casefold(), len(numbers)) for word in sentence] for sentence in sentences
        ]
        self.single: list[Bag] = []
        self.weights: list[float] = []
        self.double: dict[int, Bag] = {}

    def __len__(self) -> int:
        return len(self.words)

    def weigh(self, bags: "Bags") -> None:
        self.single = [bags.bag(words) for words in self.words]
        self.weights = [bags.weight(bag) for bag in self.single]

    def marks(self, vocabulary: int) -> "tuple[IntArray, IntArray]":
        import numpy as np

        words = np.fromiter(chain.from_iterable(self.words), np.int64)
        rows = np.repeat(np.arange(len(self)), [len(sentence) for sentence in self.words])
        inside = rows[1:] == rows[:-1]
        pairs = (words[:-1] + 1) * vocabulary + words[1:]
        return np.concatenate([words, pairs[inside]]), np.concatenate([rows, rows[1:][inside]])


class Bags:
    """Bags of words, the rarer the heavier, punctuation near 0; sums (``math.fsum``) don't depend on a set's order."""

    def __init__(self, numbers: Mapping[str, int], source: NumberedText, target: NumberedText) -> None:
        counts = Counter(chain.from_iterable(set(words) for text in (source, target) for words in text.words))
        sentences = len(source) + len(target)
        self.vocabulary = len(numbers)
        stems: dict[str, int] = {}
        self._names = [word[:STEM_LENGTH] for word in numbers]
        self._stems = [stems.setdefault(name, len(stems)) for name in self._names]
        self._weights = {
            number: math.log(1 + sentences / counts[number]) if any(map(str.isalnum, word)) else PUNCTUATION_WEIGHT
            for word, number in numbers.items()
        }

    def is_word(self, number: int) -> bool:
        return self._weights[number] > PUNCTUATION_WEIGHT

    def plain_sentence(self, words: Sequence[int]) -> PlainSentence:
        weights = list(map(self._weights.__getitem__, words))
        plain = [(self._names[word], own) for word, own in zip(words, weights, strict=True) if own > PUNCTUATION_WEIGHT]
        stems, own_weights = zip(*plain, strict=True) if plain else ((), ())
        return PlainSentence(stems, own_weights)

    def plain_stems(self, bag: Bag) -> set[int]:
        return {self._stems[number % self.vocabulary] for number in bag if self.is_word(number)}

    def bag(self, words: Sequence[int]) -> Bag:
        once = frozenset(words)
        if len(once) == len(words):
            return once
        return once.union(*(self._repeats(word, count) for word, count in Counter(words).items() if count > 1))

    def joined(self, one: Bag, other: Bag) -> Bag:
        union = one | other
        return union if len(union) == len(one) + len(other) else union | self._more(union, one & other)

    def _more(self, union: Bag, shared: Bag) -> set[int]:
        more: set[int] = set()
        for number in shared:
            word = number % self.vocabulary
            while number in union or number in more:
                number += self.vocabulary
            more.add(number)
            self._weights[number] = self._weights[word]
        return more

    def _repeats(self, word: int, count: int) -> range:
        """Return the numbers of a word's second occurrence and of those after it; they weigh the same."""
        repeats = range(word + self.vocabulary, word + count * self.vocabulary, self.vocabulary)
        for number in repeats:
            self._weights[number] = self._weights[word]
        return repeats

    def weight(self, bag: Bag) -> float:
        return math.fsum(map(self._weights.__getitem__, bag))


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
    for length in LENGTHS:
        there = _single(target, part.target, length)
        here = _single(source, part.source, length) if there else {}
        pairs = [(at, there[words]) for words, at in here.items() if words in there]
        if pairs:
            return ascending(pairs)
    return []


def _single(words: Sequence[Hashable], part: tuple[int, int], length: int) -> dict[tuple[Hashable, ...], int]:
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


Cell = tuple[int, int]

MIN_ANCHOR = 2
"""The number of words in a row that two sentences of a group must share to be a fixed place for other words."""
MIN_CLAUSE = 3
"""The number of words of a clause that is the smaller part of both its sentences."""
MIN_SHARE = 0.5
"""The part of the weight of the lighter of two sentences that is a clause."""
MIN_CLAUSE_SHARE = 0.4
"""The part of the weight of a clause that both its sentences must have."""
MIN_LONE_SHARE = 0.25
"""The part of the weight of a sentence that is a clause where its group has no other side; also of a fixed place."""


@attrs.frozen
class Texts:
    """Two versions of a text, weighed."""

    bags: Bags
    source: NumberedText
    target: NumberedText

    def unshared(self, group: Group) -> tuple[set[int], set[int]]:
        one, other = (
            text.single[begin] if end - begin == 1 else self.bags.bag(list(chain.from_iterable(text.words[begin:end])))
            for text, (begin, end) in ((self.source, group.source), (self.target, group.target))
        )
        if one == other:
            return set(), set()
        return self.bags.plain_stems(one - other), self.bags.plain_stems(other - one)


@attrs.frozen
class Region:
    """A run of groups in order, with the sentences of either side that are in them: all that decides their clauses."""

    groups: tuple[Group, ...]
    source: tuple[PlainSentence, ...]
    target: tuple[PlainSentence, ...]

    @classmethod
    def of(cls, texts: Texts, groups: Sequence[Group]) -> "Region":
        source, target = (
            tuple(texts.bags.plain_sentence(words) for words in text.words[first[0] : last[1]])
            for text, first, last in (
                (texts.source, groups[0].source, groups[-1].source),
                (texts.target, groups[0].target, groups[-1].target),
            )
        )
        return cls(tuple(groups), source, target)


@attrs.define
class _Shared:
    source: list[int] = attrs.field(factory=list)
    target: list[int] = attrs.field(factory=list)
    weight: float = 0.0


class _Flow:
    def __init__(self, sentences: Sequence[PlainSentence], first: int, lone: Iterable[int]) -> None:
        self.stems: list[str] = []
        self.weights: list[float] = []
        self.sentences: list[int] = []
        self.lone = frozenset(lone)
        self._starts: dict[int, int] = {}
        for number, sentence in enumerate(sentences, first):
            self._starts[number] = len(self.stems)
            self.stems += sentence.stems
            self.weights += sentence.weights
            self.sentences += [number] * len(sentence.stems)
        self._starts[first + len(sentences)] = len(self.stems)
        self._weights_before = list(accumulate(self.weights, initial=0.0))

    def part(self, begin: int, end: int) -> tuple[int, int]:
        return self._starts[begin], self._starts[end]

    def weight(self, begin: int, end: int) -> float:
        return self._weights_before[end] - self._weights_before[begin]

    def sentence_weight(self, number: int) -> float:
        return self.weight(*self.part(number, number + 1))


class SharedClauses:
    """The clauses that sentences of a run of groups share: those of one group, and those of several.

    The words that the two sides of a group share in a row have a fixed place. Between these places, the words that are
    left are linked in order, whatever their groups. So a clause of several groups never crosses the words of one.
    """

    def __init__(self, region: Region) -> None:
        groups = region.groups
        skips = [group for group in groups if group.is_skip]
        self._source, self._target = (
            _Flow(sentences, first, chain.from_iterable(range(*side) for side in sides))
            for sentences, first, sides in (
                (region.source, groups[0].source[0], [group.source for group in skips]),
                (region.target, groups[0].target[0], [group.target for group in skips]),
            )
        )
        self._cells = self._shared_words(groups)
        self.clauses = frozenset(cell for cell in self._cells if self._is_clause(cell))

    def weights(self) -> Iterable[tuple[Cell, float]]:
        return ((cell, shared.weight) for cell, shared in self._cells.items())

    def weight(self, cell: Cell) -> float:
        return self._cells[cell].weight

    def _shared_words(self, groups: Sequence[Group]) -> dict[Cell, _Shared]:
        everything = Gap((0, len(self._source.stems)), (0, len(self._target.stems)))
        fixed = list(chain.from_iterable(map(self._fixed_runs, groups)))
        between = chain.from_iterable(map(self._linked_runs, gaps(fixed, everything)))
        cells: defaultdict[Cell, _Shared] = defaultdict(_Shared)
        for run in chain(fixed, between):
            for at, other in run.pairs:
                cell = cells[self._source.sentences[at], self._target.sentences[other]]
                cell.source.append(at)
                cell.target.append(other)
                cell.weight += self._source.weights[at]
        return dict(cells)

    def _linked_runs(self, gap: Gap) -> list[Run]:
        return linked_runs(self._source.stems, self._target.stems, gap)

    def _fixed_runs(self, group: Group) -> list[Run]:
        """Return the words in a row that the sides of a group share; a word alone may have its place elsewhere."""
        if group.is_skip:
            return []
        part = Gap(self._source.part(*group.source), self._target.part(*group.target))
        runs = [run for run in self._linked_runs(part) if run.length >= MIN_ANCHOR]
        shared = sum(self._source.weight(run.source, run.source + run.length) for run in runs)
        lighter = min(self._source.weight(*part.source), self._target.weight(*part.target))
        return runs if shared >= MIN_LONE_SHARE * lighter else []

    def _is_clause(self, cell: Cell) -> bool:
        shared = self._cells[cell]
        sides = list(zip((self._source, self._target), cell, (shared.source, shared.target), strict=True))
        if shared.weight >= MIN_SHARE * min(flow.sentence_weight(number) for flow, number, _ in sides):
            return True
        if any(
            number in flow.lone and shared.weight >= MIN_LONE_SHARE * flow.sentence_weight(number)
            for flow, number, _ in sides
        ):
            return True
        return len(shared.source) >= MIN_CLAUSE and all(
            shared.weight >= MIN_CLAUSE_SHARE * flow.weight(min(places), max(places) + 1) for flow, _, places in sides
        )
