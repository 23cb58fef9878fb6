"""The alignment's shortcuts give what the whole computation gives."""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme.edits import sentence_alignment
from markscheme.edits.sentence_alignment import (
    FULL_SEARCH,
    PAIR_COST,
    PARAGRAPH_COST,
    SKIP_COST,
    SKIPPED,
    SWAP_COST,
    Programme,
    align_moved_sentences,
)
from markscheme.edits.shared_words import Group, Sentence

WORDS = [
    "the",
    "a",
    "in",
    "of",
    "was",
    "she",
    ",",
    ".",
    *(f"{first}{last}" for first in "bdfgk" for last in ("arno", "elti", "ippe")),
]
COSTS = {(1, 1): 0.0, (1, 2): PAIR_COST, (2, 1): PAIR_COST, (2, 2): SWAP_COST, (1, 0): SKIP_COST, (0, 1): SKIP_COST}
"""The cost of each step, in mean sentence weights, by its numbers of sentences; of equal scores the first is taken."""
MANY = math.isqrt(FULL_SEARCH) + 8
"""Number of sentences from which two texts are compared near a guide alone."""


def essays(draw: st.DrawFn, sentences: int) -> tuple[list[Sentence], list[Sentence], random.Random]:
    """Return a text and a version of it: words changed, sentences dropped, added, joined, parted and moved."""
    rng = draw(st.randoms(use_true_random=False))
    source = [written(rng) for _ in range(sentences)]
    target: list[Sentence] = []
    for sentence in source:
        tokens = [rng.choice(WORDS) if rng.random() < 0.2 else token for token in sentence.tokens]
        match rng.randrange(12):
            case 0:
                continue
            case 1:
                target.append(written(rng))
            case 2 if target:
                target[-1] = Sentence((*target[-1].tokens, *tokens), target[-1].begins_paragraph)
                continue
            case 3 if len(tokens) > 2:
                target.append(Sentence(tuple(tokens[:2])))
                tokens = tokens[2:]
        target.insert(rng.randrange(len(target) + 1) if rng.random() < 0.05 else len(target), Sentence(tuple(tokens)))
    return source, target, rng


def written(rng: random.Random) -> Sentence:
    return Sentence(tuple(rng.choices(WORDS, k=rng.randint(1, 9))), rng.random() < 0.2)


@st.composite
def small_essays(draw: st.DrawFn) -> tuple[list[Sentence], list[Sentence], random.Random]:
    return essays(draw, draw(st.integers(1, 9)))


@st.composite
def long_essays(draw: st.DrawFn) -> tuple[list[Sentence], list[Sentence], random.Random]:
    return essays(draw, MANY)


def whole_programme(source: Sequence[Sentence], target: Sequence[Sentence]) -> list[Group]:
    """Return the groups of the best steps, with every step weighed, by the words of both sides."""
    programme = Programme(source, target)
    bags = programme.bags
    unit = (sum(programme.source.weights) + sum(programme.target.weights)) / (len(source) + len(target))

    def bag(text: Any, begin: int, end: int) -> frozenset[int]:
        return bags.bag([word for words in text.words[begin:end] for word in words])

    def gain(i: int, j: int, rows: int, columns: int) -> float:
        cost = COSTS[rows, columns] * unit
        if not columns:
            return SKIPPED * programme.source.weights[i - 1] - cost
        if not rows:
            return SKIPPED * programme.target.weights[j - 1] - cost
        crossed = int(source[i - rows].begins_paragraph != target[j - columns].begins_paragraph)
        crossed += (rows == 2 and source[i - 1].begins_paragraph) + (columns == 2 and target[j - 1].begins_paragraph)
        shared = bags.weight(bag(programme.source, i - rows, i) & bag(programme.target, j - columns, j))
        return shared - cost - crossed * PARAGRAPH_COST * unit

    scores: dict[tuple[int, int], float] = {(0, 0): 0.0}
    steps: dict[tuple[int, int], tuple[int, int]] = {}
    for i, (first, last) in enumerate(programme.windows):
        for j in range(first, last + 1):
            best = 0.0 if (i, j) == (0, 0) else -math.inf
            for rows, columns in COSTS:
                before = scores.get((i - rows, j - columns))
                if before is not None and (score := before + gain(i, j, rows, columns)) > best:
                    best, steps[i, j] = score, (rows, columns)
            if best > -math.inf:
                scores[i, j] = best
    return traced(steps, len(source), len(target))


def traced(steps: Mapping[tuple[int, int], tuple[int, int]], i: int, j: int) -> list[Group]:
    """Return the groups of the steps that lead to the ends of both texts."""
    groups: list[Group] = []
    while (i, j) != (0, 0):
        rows, columns = steps[i, j]
        groups.append(Group((i - rows, i), (j - columns, j)))
        i, j = i - rows, j - columns
    return groups[::-1]


@given(texts=small_essays())
def test_the_programme_takes_the_steps_that_are_best_when_all_are_weighed(texts):
    source, target, _ = texts
    assert list(Programme(source, target)._groups_of_steps()) == whole_programme(source, target)


@settings(max_examples=settings().max_examples // 10)  # each aligns two long texts
@given(texts=long_essays())
def test_near_a_guide_too(texts):
    source, target, _ = texts
    assert list(Programme(source, target)._groups_of_steps()) == whole_programme(source, target)


@given(words=st.lists(st.sampled_from("abc"), max_size=12), cut=st.integers(0, 12))
def test_a_bag_of_two_sentences_is_the_bag_of_all_their_words(words: list[str], cut: int):
    programme = Programme([Sentence(tuple(part)) for part in (words[:cut], words[cut:], words)], [])
    bags = programme.bags
    one, other, both = (bags.bag(sentence) for sentence in programme.source.words)
    joined = bags.joined(one, other)
    assert joined == both
    assert bags.weight(joined) == bags.weight(both)


@given(texts=small_essays(), data=st.data())
def test_after_keystrokes_the_groups_are_those_of_a_first_alignment(texts, data: st.DataObject):
    source, target, rng = texts
    for _ in range(data.draw(st.integers(1, 6))):
        if target:
            place = rng.randrange(len(target))
            tokens = list(target[place].tokens)
            tokens[rng.randrange(len(tokens))] = rng.choice(WORDS)
            target[place] = Sentence(tuple(tokens), target[place].begins_paragraph)
        remembered = align_moved_sentences(source, target)
        sentence_alignment._joined_region.cache_clear()
        assert remembered == align_moved_sentences(source, target)
