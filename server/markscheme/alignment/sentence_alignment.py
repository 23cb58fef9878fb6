"""Which sentences of two versions of a text belong together.

A monotonic dynamic programme over the sentences of both, as in Gale and Church (1993), scored by the tokens in common
rather than by length: one sentence answers one, two are joined or split, two change places (2-2), one is dropped or
added. :mod:`markscheme.alignment.run_on_sentences` then joins the groups whose sentences share clauses, so that any
number of sentences may answer any other. Long texts are searched only near a guide, a chain of sentences that share
rare words, so that the cost grows with the length of the text and not with its square.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
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
    """How many sentences of either side a step takes."""

    source: int
    target: int


LOOK_BACK = 2
"""The most source sentences that a step takes."""
_PAIR, _SPLIT, _JOIN, _TWO = _Step(1, 1), _Step(1, 2), _Step(2, 1), _Step(2, 2)
_DROP, _ADD = _Step(1, 0), _Step(0, 1)


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
        """Return for each number of source sentences, by the number of target sentences, the last step of the best."""
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

        This runs for every cell, so that it is written out step by step. A step of several sentences is weighed only if
        what its sentences share by pairs, an upper bound of what they share, may make it the best.

        Parameters
        ----------
        scores, pairs
            The best scores of two source sentences fewer and of one fewer; what the last source sentence but one and
            the last one share with target sentences.
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
        """Return the weight of what the last ``rows`` of ``i`` sentences share with the last ``columns`` of ``j``."""
        return self.bags.weight(self._bag(self.source, i, rows) & self._bag(self.target, j, columns))

    def _bag(self, text: NumberedText, end: int, length: int) -> Bag:
        if length == 1:
            return text.single[end - 1]
        if end not in text.double:
            text.double[end] = self.bags.joined(text.single[end - 2], text.single[end - 1])
        return text.double[end]


class _PairWeights(dict[int, float]):
    """What one source sentence shares with target sentences, by their numbers; each is weighed when it is asked for."""

    def __init__(self, programme: Programme, number: int) -> None:
        self._programme = programme
        self._number = number

    def __missing__(self, column: int) -> float:
        programme = self._programme
        weight = programme.bags.weight(programme.source.single[self._number] & programme.target.single[column])
        self[column] = weight
        return weight


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
