"""Whether texts are versions of one, by the words that they share, and what a class does with its source.

Where one teacher changes words that nobody in her class does, the change may be to her taste; where several students
see something to change, there is an error.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import Levenshtein

from markscheme.languages.segments import Segment, Span

LEAST_CLASS = 4


MOST_ALONE = 0.2
"""The largest share of a class that is nearly nobody."""


LONGEST = 50_000
"""Characters of the longest source that is compared with its class."""


_WORD = re.compile(r"\w+|[^\w\s]")


Spot = tuple[int, int]
"""The characters of a word, or the empty or white stretch between two words, in the source."""


def changed_parts(source: str, texts: Sequence[str]) -> tuple[Span, ...] | None:
    """Return what more than a few students change, in order; ``None``: class too small, or source too long."""
    if len(texts) < LEAST_CLASS or len(source) > LONGEST:
        return None
    numbers = Counter(spot for text in texts for spot in _changes(source, text))
    return tuple(Span(*spot) for spot in sorted(numbers) if numbers[spot] > MOST_ALONE * len(texts))


def unchanged_positions(segment: Segment, changed: Sequence[Span]) -> frozenset[int]:
    """Return the token positions (:mod:`markscheme.marking.changes`) in none of some parts, given in order."""
    spans, extent = segment.spans, segment.extent
    first = bisect_left(changed, extent.start, key=lambda part: part.end)
    parts = changed[first : bisect_right(changed, extent.end, lo=first, key=lambda part: part.start)]
    ends = [extent.start, *(span.end for span in spans)]
    starts = [*(span.start for span in spans), extent.end]
    gaps = [Span(end, max(start, end)) for end, start in zip(ends, starts, strict=True)]
    words = {2 * index + 1 for index in set(range(len(spans))) - _overlapped(spans, parts)}
    between = {2 * index for index in set(range(len(gaps))) - _overlapped(gaps, parts)}
    return frozenset(words | between)


def _overlapped(stretches: Sequence[Span], parts: Iterable[Span]) -> set[int]:
    """Return the indices of the stretches, which are in order, that overlap a part."""
    found: set[int] = set()
    for part in parts:
        first = bisect_left(stretches, part.start, key=lambda stretch: stretch.end)
        last = bisect_right(stretches, part.end, lo=first, key=lambda stretch: stretch.start)
        found.update(index for index in range(first, last) if _overlap(stretches[index], part))
    return found


def _overlap(one: Span, other: Span) -> bool:
    shares = max(one.start, other.start) < min(one.end, other.end)
    is_gap = one.start == one.end or other.start == other.end
    return shares or (is_gap and one.start <= other.end and other.start <= one.end)


@lru_cache(1024)
def _changes(source: str, text: str) -> tuple[Spot, ...]:
    words = [(match.start(), match.end()) for match in _WORD.finditer(source)]
    before = [source[start:end] for start, end in words]
    changed: list[Spot] = []
    for item in Levenshtein.opcodes(before, _WORD.findall(text)):
        if item.tag == "insert":
            at = item.src_start
            start = words[at - 1][1] if at else 0
            changed.append((start, words[at][0] if at < len(words) else len(source)))
        elif item.tag != "equal":
            changed += words[item.src_start : item.src_end]
    return tuple(changed)


RUN: Final = 3
"""Number of words on end that are compared."""


LEAST_SHARE: Final = 0.02
"""Share of a text's runs of words that stand in the other versions too, below which it is no version of them."""


LEAST_KINSHIP: Final = 0.2
"""Share of the shorter text's runs of words that two texts of one exercise have in common."""


LEAST_WORDS: Final = 30
"""Number of words of the shortest text that another can be told apart from; a sentence may be worded anew."""


_LIKENESS_WORD = re.compile(r"\w+(?:['’]\w+)*")


Runs = frozenset[tuple[str, ...]]


def words(text: str) -> list[str]:
    return _LIKENESS_WORD.findall(text.casefold())


def word_runs(text: str) -> Runs:
    """Return every run of three words; of a shorter text, its words as one run."""
    tokens = words(text)
    length = min(RUN, len(tokens)) or 1
    return _runs(tokens, length)


def is_version(text: str, versions: Iterable[str]) -> bool:
    """Return whether a text shares words with one of the versions of a text; short versions decide nothing.

    >>> is_version("Buy chalk and return the essays.", ["He go to school by bus with his friends every day. " * 4])
    False
    >>> is_version("He goes to school by bus.", ["He go to school by bus with his friends every day. " * 4])
    True
    """
    runs = word_runs(text)
    length = len(next(iter(runs), ()))
    shared: set[tuple[str, ...]] = set()
    decides = False
    for version in versions if runs else ():
        own = words(version)
        if len(own) < LEAST_WORDS:
            continue
        decides = True
        shared |= runs & _runs(own, length)
        # Most texts share enough with the first version: the others need not be looked through at each keystroke.
        if shared and len(shared) >= LEAST_SHARE * len(runs):
            return True
    return not decides


def are_kin(one: Runs, other: Runs) -> bool:
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) >= LEAST_KINSHIP * shorter


def _runs(tokens: Sequence[str], length: int) -> Runs:
    return frozenset(zip(*(tokens[start:] for start in range(length)), strict=False))
