"""What a class does with its source: which of its words more than a few students change.

Where one teacher changes words that nobody in her class does, the change may be to her taste. A class tells the two
apart: where several students see something to change, there is an error.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from markscheme.text.positions import Span
from markscheme.text.segments import Segment

LEAST_CLASS = 4
"""The number of texts from which a class tells something."""
MOST_ALONE = 0.2
"""The largest share of a class that is nearly nobody."""
LONGEST = 50_000
"""Characters of the longest source that is compared with its class."""
_WORD = re.compile(r"\w+|[^\w\s]")

Spot = tuple[int, int]
"""The characters of a word, or the empty or white stretch between two words, in the source."""


def changed_parts(source: str, texts: Sequence[str]) -> tuple[Span, ...] | None:
    """Return the words and gaps of a source that more than a few of its students change, in order.

    ``None`` where the class is too small, or the source too long, to tell.
    """
    if len(texts) < LEAST_CLASS or len(source) > LONGEST:
        return None
    numbers = Counter(spot for text in texts for spot in _changes(source, text))
    return tuple(Span(*spot) for spot in sorted(numbers) if numbers[spot] > MOST_ALONE * len(texts))


def unchanged_spots(segment: Segment, changed: Sequence[Span]) -> frozenset[int]:
    """Return the spots of a passage's source that are in none of some changed parts, which are in order.

    Spots are those of :mod:`markscheme.marking.verdicts.spots`: ``2k`` is the gap before token ``k``, ``2k + 1`` the
    token.
    """
    spans, extent = segment.spans, segment.extent
    first = bisect_left(changed, extent.start, key=lambda part: part.end)
    parts = changed[first : bisect_right(changed, extent.end, lo=first, key=lambda part: part.start)]
    ends = [extent.start, *(span.end for span in spans)]
    starts = [*(span.start for span in spans), extent.end]
    gaps = [Span(end, max(start, end)) for end, start in zip(ends, starts, strict=True)]
    words = {2 * index + 1 for index, span in enumerate(spans) if not any(_overlap(span, part) for part in parts)}
    between = {2 * index for index, gap in enumerate(gaps) if not any(_overlap(gap, part) for part in parts)}
    return frozenset(words | between)


def _overlap(one: Span, other: Span) -> bool:
    """Return whether two stretches share a character, or are the same gap."""
    shares = max(one.start, other.start) < min(one.end, other.end)
    is_gap = one.start == one.end or other.start == other.end
    return shares or (is_gap and one.start <= other.end and other.start <= one.end)


@lru_cache(1024)
def _changes(source: str, text: str) -> tuple[Spot, ...]:
    """Return the words and gaps of a source that a text changes."""
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
