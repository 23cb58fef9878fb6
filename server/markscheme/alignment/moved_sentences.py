"""Sentences that a version of a text has at another place.

The alignment in order drops a moved sentence at its old place and adds it at the new one, or pairs it there with a
sentence that shares a few common words. Here such sentences are compared across the whole text. Only sentences that
share words are compared, and only those that the alignment in order leaves without a good counterpart, so that the cost
grows with the length of the text.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

import attrs

from markscheme.alignment.groups import Group, Sentence, join_rewritten
from markscheme.alignment.sentence_alignment import LOOK_BACK, Programme
from markscheme.alignment.word_bags import Bags, NumberedText

_Mark = int | tuple[int, int]
"""A word, or a pair of words in a row."""

MIN_SHARED = 3
"""The number of words, and of pairs of words in a row, that two sentences must share to be compared."""
MAX_SENTENCES = 8
"""The most sentences that a word, or a pair of words, may be in to count as shared."""
MIN_SIMILARITY = 0.5
"""The least part of the weight of two sentences that they must share to be the same sentence."""
MAX_HELD = 0.5
"""The most that a moved sentence may share with its counterpart in order, relative to what it shares with the other."""


def align_moved_sentences(source: Sequence[Sentence], target: Sequence[Sentence]) -> tuple[Group, ...]:
    """Return groups in the order of the source; every sentence of either side is in exactly one.

    Where no sentence moved, the groups are those of
    :func:`~markscheme.alignment.sentence_alignment.align_sentences`. A moved sentence is a group of one with one.

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
    """One side's sentences that share little with their counterparts in order.

    Attributes
    ----------
    held
        By the index of a sentence, the weight of what only it shares with the other side of its group.
    """

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
    """Return the part of the weight of two sentences that they share, in [0, 1]."""
    weight = programme.source.weights[i] + programme.target.weights[j]
    return 2 * _shared(programme, [i], [j]) / weight if weight else 0.0


def _loose_sentences(programme: Programme, groups: Iterable[Group]) -> tuple[_Loose, _Loose]:
    """Return the loose sentences of either side. Sentences of longer groups share clauses, so that none is loose."""
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
    """Return the weight of what some source sentences, at most two, share with some target sentences."""
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
    """Yield pairs of loose sentences that share enough words and pairs of words."""
    sentences: defaultdict[_Mark, list[int]] = defaultdict(list)
    for j in target.held:
        for mark in _marks(bags, target.text.words[j]):
            sentences[mark].append(j)
    for i in source.held:
        shared: Counter[int] = Counter()
        for mark in _marks(bags, source.text.words[i]):
            columns = sentences.get(mark, ())
            if len(columns) <= MAX_SENTENCES:
                shared.update(columns)
        yield from ((i, j) for j, count in shared.items() if count >= MIN_SHARED)


def _marks(bags: Bags, words: Sequence[int]) -> set[_Mark]:
    """Return a sentence's words and pairs of words in a row, without punctuation."""
    plain = [word for word in words if bags.is_word(word)]
    return {*plain, *pairwise(plain)}


def _regrouped(groups: Iterable[Group], moves: Mapping[int, int]) -> Iterator[Group]:
    """Yield the groups without their moved sentences, and each moved sentence as a group at its source's place."""
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
    """Return the ends of at most two numbers in a row; an empty range at ``default`` where there is none."""
    return (numbers[0], numbers[-1] + 1) if numbers else (default, default)
