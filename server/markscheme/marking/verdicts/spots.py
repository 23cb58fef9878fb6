"""Which source positions an edit changes, so that two edits can be said to meet.

A passage of n tokens has 2n + 1 spots: spot 2k is the gap before token k, spot 2k + 1 the token k. An edit changes the
spots from its first to its last token; it changes the gap at an end too where it puts words in. Edits that only touch
do not meet.
"""

from collections.abc import Iterable, Iterator, Sequence

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.edits.edit import Edit, Edits, apply_edits

Tokens = tuple[str, ...]


@attrs.frozen
class Change:
    """An edit without the tokens that it leaves as they are at its ends.

    Attributes
    ----------
    index
        The edit's index among its side's edits.
    start, end, replacement
        As in :class:`markscheme.edits.edit.Edit`.
    first, last
        The first and the last spot that it changes.
    type
        ERRANT's.
    """

    index: int
    start: int
    end: int
    replacement: Tokens
    first: int
    last: int
    type: str = ""

    @property
    def key(self) -> tuple[int, int, Tokens]:
        """What makes two changes the same: place and replacement."""
        return self.start, self.end, self.replacement

    def meets(self, other: "Change") -> bool:
        """Return whether the two change a spot in common."""
        return self.first <= other.last and other.first <= self.last

    def contains(self, other: "Change") -> bool:
        """Return whether it changes every spot that the other changes."""
        return self.first <= other.first and other.last <= self.last


def changes(source: Tokens, edits: Edits) -> tuple[Change, ...]:
    """Return the changes of one side's edits, in source order; none for edits that change nothing, alone or together."""
    if apply_edits(source, edits) == source:
        return ()
    return tuple(_change(source, index, edit) for index, edit in enumerate(edits) if _changes(source, edit))


def _changes(source: Tokens, edit: Edit) -> bool:
    return source[edit.start : edit.end] != edit.replacement


def _change(source: Tokens, index: int, edit: Edit) -> Change:
    start, end, replacement = edit.start, edit.end, edit.replacement
    while start < end and replacement and source[start] == replacement[0]:
        start, replacement = start + 1, replacement[1:]
    while start < end and replacement and source[end - 1] == replacement[-1]:
        end, replacement = end - 1, replacement[:-1]
    if start == end:
        return Change(index, start, end, replacement, 2 * start, 2 * start, edit.type)
    before, after = _grows(source[start:end], replacement)
    first = 2 * start if before else 2 * start + 1
    return Change(index, start, end, replacement, first, 2 * end if after else 2 * end - 1, edit.type)


def _grows(before: Tokens, after: Tokens) -> tuple[bool, bool]:
    """Return whether words are put in before the first token, and behind the last; the most alike tokens pair up."""
    if len(after) <= len(before):
        return False, False
    first = max(range(len(after)), key=lambda index: (_likeness(before[0], after[index]), -index))
    last = max(range(len(after)), key=lambda index: (_likeness(before[-1], after[index]), index))
    return first > 0, last < len(after) - 1


def _likeness(one: str, other: str) -> float:
    return Levenshtein.normalized_similarity(one.lower(), other.lower())


def spots(items: Iterable[Change]) -> set[int]:
    """Return all spots that some changes change."""
    return {spot for item in items for spot in range(item.first, item.last + 1)}


def region_text(source: Tokens, items: Iterable[Change], start: int, end: int) -> Tokens:
    """Return the source tokens ``start`` to ``end`` with some changes inside them made."""
    text: list[str] = []
    position = start
    for item in items:
        text += source[position : item.start]
        text += item.replacement
        position = item.end
    return (*text, *source[position:end])


def hull(items: Iterable[Change]) -> tuple[int, int]:
    """Return the smallest token range that holds some changes."""
    ranges = [(item.start, item.end) for item in items]
    return min(start for start, _ in ranges), max(end for _, end in ranges)


def groups(items: Iterable[Change]) -> Iterator[tuple[Change, ...]]:
    """Yield changes that meet, directly or through others, in source order."""
    group: list[Change] = []
    last = -1
    for item in sorted(items, key=lambda change: (change.first, change.last, change.replacement)):
        if group and item.first > last:
            yield tuple(group)
            group = []
        last = item.last if not group else max(last, item.last)
        group.append(item)
    if group:
        yield tuple(group)


def meeting(items: Sequence[Change], others: Sequence[Change]) -> tuple[Change, ...]:
    """Return those of ``items`` that meet one of ``others``."""
    return tuple(item for item in items if any(item.meets(other) for other in others))
