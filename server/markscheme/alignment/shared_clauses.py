"""Clauses that the sentences of neighbouring groups share."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

import attrs

from markscheme.alignment.groups import Group
from markscheme.alignment.word_bags import Bags, NumberedText, PlainSentence
from markscheme.alignment.word_links import Gap, Run, gaps, linked_runs

Cell = tuple[int, int]
"""A source sentence and a target sentence, by number."""

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
        """Return the stems of either side of a group that the other side lacks."""
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
        """Return the region of neighbouring groups of two texts."""
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
    """The words that two sentences share: places in either flow, and what they weigh."""

    source: list[int] = attrs.field(factory=list)
    target: list[int] = attrs.field(factory=list)
    weight: float = 0.0


class _Flow:
    """The words of a region's sentences of one side, in a row, without punctuation.

    Attributes
    ----------
    stems, weights, sentences
        The stem of each word, its weight, and the number of its sentence.
    lone
        The sentences whose group has no other side.
    """

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
        """Return the places of the words of some sentences, as a half-open range."""
        return self._starts[begin], self._starts[end]

    def weight(self, begin: int, end: int) -> float:
        """Return what the words at some places weigh."""
        return self._weights_before[end] - self._weights_before[begin]

    def sentence_weight(self, number: int) -> float:
        """Return what the words of a sentence weigh."""
        return self.weight(*self.part(number, number + 1))


class SharedClauses:
    """The clauses that sentences of a run of groups share: those of one group, and those of several.

    The words that the two sides of a group share in a row have a fixed place. Between these places, the words that are
    left are linked in order, whatever their groups. So a clause of several groups never crosses the words of one.

    Attributes
    ----------
    clauses
        The pairs of sentences that share most of one of them, or most of a clause.
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
        """Return what each two sentences share weighs."""
        return ((cell, shared.weight) for cell, shared in self._cells.items())

    def weight(self, cell: Cell) -> float:
        """Return what two sentences share weighs."""
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
