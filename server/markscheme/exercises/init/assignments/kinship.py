"""Which texts belong together: versions of one text share most of what they say, word for word.

Two texts are compared by the pairs of neighbouring words that they share. Texts about one topic share words, and few
pairs; a text and its correction share most pairs, and some even where much is rewritten.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import attrs

STRONG = 0.3
"""Shared pairs of two texts, as a part of the shorter one's, from which on they are versions of one text."""
WEAK = 0.12
"""The same for a text and the one most like it: heavily rewritten texts keep this much, strangers don't."""
_RELATIVE = 0.5
"""A link weaker than this part of both texts' strongest links is chance: set phrases of a letter, for example."""
_BOILERPLATE = 0.4
"""Pairs in most texts that make up less than this part of a text are its form, and say nothing of its kin."""
_UNEQUAL, _CONTAINED = 3, 0.6
"""A text this many times shorter than another is its beginning only if it shares this much: word lists share less."""
_QUOTED = 5
"""A text this many times longer than another quotes it."""
_MAX_WORDS = 20_000
_WORD = re.compile(r"\w+")

Pair = tuple[str, str]


@attrs.frozen
class Kinship:
    """How much each two of some texts share.

    Attributes
    ----------
    shares
        A row and a column for each text: shared pairs as a part of the shorter text's, 0 to 1.
    """

    shares: tuple[tuple[float, ...], ...]

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Kinship":
        """Compare texts: a matter of a second for some hundreds."""
        pairs = _without_form([_pairs(text) for text in texts])
        numbers: dict[Pair, int] = {}
        counts = Counter(pair for each in pairs for pair in each)
        for pair, count in counts.items():
            if count > 1:
                numbers[pair] = len(numbers)
        masks = [_mask(numbers[pair] for pair in each if pair in numbers) for each in pairs]
        sizes = [max(len(each), 1) for each in pairs]
        rows = [[0.0] * len(texts) for _ in texts]
        for one in range(len(texts)):
            for other in range(one):
                less, more = sorted((sizes[one], sizes[other]))
                share = (masks[one] & masks[other]).bit_count() / less
                is_part = more <= _UNEQUAL * less or (share >= _CONTAINED and more <= _QUOTED * less)
                rows[one][other] = rows[other][one] = share if is_part else 0.0
        return cls(tuple(map(tuple, rows)))

    def clusters(self) -> list[list[int]]:
        """Return the numbers of the texts that belong together; each text is in one cluster, maybe alone."""
        count = len(self.shares)
        best = [max(row, default=0.0) for row in self.shares]
        leaders = list(range(count))

        def leader(text: int) -> int:
            while leaders[text] != text:
                leaders[text] = leaders[leaders[text]]
                text = leaders[text]
            return text

        for one in range(count):
            for other in range(one):
                if self._linked(one, other, best):
                    leaders[leader(one)] = leader(other)
        clusters: dict[int, list[int]] = {}
        for text in range(count):
            clusters.setdefault(leader(text), []).append(text)
        return sorted(clusters.values())

    def _linked(self, one: int, other: int, best: Sequence[float]) -> bool:
        share = self.shares[one][other]
        if share >= STRONG and share >= _RELATIVE * max(best[one], best[other]):
            return True
        return share >= WEAK and share in (best[one], best[other])

    def share(self, one: int, others: Sequence[int]) -> float:
        """Return the largest share of a text with any of some others."""
        return max((self.shares[one][other] for other in others if other != one), default=0.0)


def _pairs(text: str) -> frozenset[Pair]:
    words = [match[0].casefold() for match in _WORD.finditer(text)][:_MAX_WORDS]
    return frozenset(zip(["", *words], [*words, ""], strict=True)) if words else frozenset()


def _without_form(pairs: Sequence[frozenset[Pair]]) -> Sequence[frozenset[Pair]]:
    """Return the pairs without those of a form that most texts fill in; a class's versions of one text keep theirs."""
    counts = Counter(pair for each in pairs for pair in each)
    form = frozenset(pair for pair, count in counts.items() if count > max(3, len(pairs) / 2))
    shares = sorted(len(each & form) / len(each) for each in pairs if each)
    if not form or not shares or shares[len(shares) // 2] >= _BOILERPLATE:
        return pairs
    return [each - form or each for each in pairs]


def _mask(numbers: Iterable[int]) -> int:
    """Return a number whose bits of these numbers are set."""
    data = bytearray()
    for number in numbers:
        if number // 8 >= len(data):
            data.extend(bytes(number // 8 + 1 - len(data)))
        data[number // 8] |= 1 << number % 8
    return int.from_bytes(data, "little")


def shared_topic(one: str, other: str) -> float:
    """Return the part of the rarer words of two texts that both have, 0 to 1: some, where one is written anew."""
    first, second = _topic(one), _topic(other)
    return len(first & second) / max(min(len(first), len(second)), 1)


@lru_cache(maxsize=2048)
def _topic(text: str) -> frozenset[str]:
    """Return the beginnings of the longer words; the short ones are in every text."""
    return frozenset(match[0].casefold()[:5] for match in _WORD.finditer(text) if len(match[0]) > 3)
