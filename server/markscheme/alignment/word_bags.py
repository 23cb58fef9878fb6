"""Sentences as bags of words, and how much the words of two bags weigh."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    IntArray = npt.NDArray[np.int64]

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
    """One side's sentences as numbered words and as bags of them.

    Attributes
    ----------
    words
        The numbers of each sentence's words.
    single, weights
        The bag and the weight of each sentence; empty before :meth:`weigh`.
    double
        Bags of two sentences in a row, by the index behind them; filled on demand.
    """

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
        """Set the bag and the weight of each sentence."""
        self.single = [bags.bag(words) for words in self.words]
        self.weights = [bags.weight(bag) for bag in self.single]

    def marks(self, vocabulary: int) -> "tuple[IntArray, IntArray]":
        """Return words and pairs of words in a row, as numbers, and the sentence of each."""
        import numpy as np

        words = np.fromiter(chain.from_iterable(self.words), np.int64)
        rows = np.repeat(np.arange(len(self)), [len(sentence) for sentence in self.words])
        inside = rows[1:] == rows[:-1]
        pairs = (words[:-1] + 1) * vocabulary + words[1:]
        return np.concatenate([words, pairs[inside]]), np.concatenate([rows, rows[1:][inside]])


class Bags:
    """Bags of words and their weights: the rarer a word, the greater its weight; punctuation weighs almost nothing.

    Sums are rounded once (``math.fsum``), so that the order in which a set gives its words changes nothing.
    """

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
        """Return whether a token has a letter or a digit."""
        return self._weights[number] > PUNCTUATION_WEIGHT

    def plain_sentence(self, words: Sequence[int]) -> PlainSentence:
        """Return the stems and the weights of a sentence's words without punctuation."""
        weights = list(map(self._weights.__getitem__, words))
        plain = [(self._names[word], own) for word, own in zip(words, weights, strict=True) if own > PUNCTUATION_WEIGHT]
        stems, own_weights = zip(*plain, strict=True) if plain else ((), ())
        return PlainSentence(stems, own_weights)

    def plain_stems(self, bag: Bag) -> set[int]:
        """Return the stems of a bag's words without punctuation."""
        return {self._stems[number % self.vocabulary] for number in bag if self.is_word(number)}

    def bag(self, words: Sequence[int]) -> Bag:
        """Return the bag of some words."""
        once = frozenset(words)
        if len(once) == len(words):
            return once
        return once.union(*(self._repeats(word, count) for word, count in Counter(words).items() if count > 1))

    def joined(self, one: Bag, other: Bag) -> Bag:
        """Return the bag of the words of two bags."""
        union = one | other
        return union if len(union) == len(one) + len(other) else union | self._more(union, one & other)

    def _more(self, union: Bag, shared: Bag) -> set[int]:
        """Return a further number for each word that two bags share; the words are numbered as one bag's."""
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
        """Return the sum of the weights of a bag's words."""
        return math.fsum(map(self._weights.__getitem__, bag))
