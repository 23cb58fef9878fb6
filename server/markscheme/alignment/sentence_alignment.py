"""Which sentences of two versions of a text belong together.

A monotonic dynamic programme over the sentences of both, as in Gale and Church (1993), scored by the tokens in common
rather than by length: one sentence answers one, two are joined or split, two change places (2-2), one is dropped or
added. :mod:`markscheme.alignment.run_on_sentences` then joins the groups whose sentences share clauses, so that any
number of sentences may answer any other. Long texts are searched only near a guide, a chain of sentences that share
rare words, so that the cost grows with the length of the text and not with its square.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs

from markscheme.alignment.groups import Group, Sentence, join_rewritten
from markscheme.alignment.run_on_sentences import joined_groups
from markscheme.alignment.shared_clauses import Texts
from markscheme.alignment.word_bags import Bag, Bags, NumberedText
from markscheme.alignment.word_links import ascending

FULL_SEARCH = 2_500
"""The number of pairs of sentences up to which all are compared."""
BAND = 8
"""The number of sentences to either side of the guide that are compared beyond that."""
WIDEST_BAND = 3 * BAND
"""The most sentences to either side of a straight line that are compared, where the guide has a long gap."""
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


def align_sentences(source: Sequence[Sentence], target: Sequence[Sentence]) -> tuple[Group, ...]:
    """Return groups in order; every sentence of either side is in exactly one.

    A sentence that the target moves is dropped at one place and added at another;
    :func:`markscheme.alignment.moved_sentences.align_moved_sentences` joins the two. A dropped sentence beside an added
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
    cost: float


LOOK_BACK = 2
"""The most source sentences that a step takes."""
_STEPS = (
    _Step(1, 1, 0.0),
    _Step(1, 2, PAIR_COST),
    _Step(2, 1, PAIR_COST),
    _Step(2, 2, SWAP_COST),
    _Step(1, 0, SKIP_COST),
    _Step(0, 1, SKIP_COST),
)


class Programme:
    """Find the best scores and the steps that reach them, row by row of source sentences.

    Attributes
    ----------
    source, target, bags
        The sentences' words, and their weights.
    windows
        For each number of source sentences, the least and the most target sentences that are compared.
    """

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
        self._pairs: list[dict[int, float]] = []

    def groups(self) -> list[Group]:
        """Return the best groups in order, joined where they share clauses.

        A sentence that was rewritten is dropped and added.
        """
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
        scores: list[dict[int, float]] = []
        steps: list[dict[int, _Step]] = []
        for i, (first, last) in enumerate(self.windows):
            row: dict[int, float] = {}
            chosen: dict[int, _Step] = {}
            scores.append(row)
            steps.append(chosen)
            self._pairs.append({})
            if i > LOOK_BACK:
                # Rows that no step reaches any more are dropped: a small working set is fast.
                scores[i - LOOK_BACK - 1] = self._pairs[i - LOOK_BACK - 1] = {}
                self.source.double.pop(i - 1, None)
            for j in range(first, last + 1):
                best = 0.0 if (i, j) == (0, 0) else -math.inf
                for step in _STEPS:
                    if step.source > i or (before := scores[i - step.source].get(j - step.target)) is None:
                        continue
                    score = before + self._gain(step, i, j, best - before)
                    if score > best:
                        best, chosen[j] = score, step
                if best > -math.inf:
                    row[j] = best
        return steps

    def _gain(self, step: _Step, i: int, j: int, needed: float) -> float:
        """Return what the step adds to the score; where that can't exceed ``needed``, an upper bound of it."""
        if not step.target:
            return self._dropped[i - 1]
        if not step.source:
            return self._added[j - 1]
        source, target = self._source_begins, self._target_begins
        crossed = int(source[i - step.source] != target[j - step.target])
        if step.cost:
            crossed += (step.source == 2 and source[i - 1]) + (step.target == 2 and target[j - 1])
        shared = self._most_shared(step, i, j)
        cost, crossing = step.cost * self._unit, crossed * PARAGRAPH_COST * self._unit
        if step.cost and shared - cost - crossing > needed:
            shared = self.bags.weight(self._bag(self.source, i, step.source) & self._bag(self.target, j, step.target))
        return shared - cost - crossing

    def _bag(self, text: NumberedText, end: int, length: int) -> Bag:
        if length == 1:
            return text.single[end - 1]
        if end not in text.double:
            text.double[end] = self.bags.bag([*text.words[end - 2], *text.words[end - 1]])
        return text.double[end]

    def _most_shared(self, step: _Step, i: int, j: int) -> float:
        """Return what the step's sentences share by pairs, an upper bound of what the groups share."""
        most = 0.0
        for row in range(i - step.source, i):
            pairs = self._pairs[row]
            for column in range(j - step.target, j):
                shared = pairs.get(column)
                if shared is None:
                    shared = self.bags.weight(self.source.single[row] & self.target.single[column])
                    pairs[column] = shared
                most += shared
        return most


def _windows(source: NumberedText, target: NumberedText, vocabulary: int) -> list[tuple[int, int]]:
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
    step, width = columns / rows, min(BAND + abs(rows - columns) // 2, WIDEST_BAND)
    for row in range(rows):
        low, high = here[1] + int(row * step) - width, here[1] + math.ceil((row + 1) * step) + width
        yield max(low, here[1] - BAND), min(high, there[1] + BAND)


def _guide(source: NumberedText, target: NumberedText, vocabulary: int) -> list[tuple[int, int]]:
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
    return [(i, j) for i, j in ascending(list(likely_pairs)) if i > 0]
