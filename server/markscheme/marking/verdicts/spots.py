"""Which source positions an edit changes, so that two edits can be said to meet.

A passage of n tokens has 2n + 1 spots: spot 2k is the gap before token k, spot 2k + 1 the token k. An edit changes the
spots from its first to its last token; it changes the gap at an end too where it puts words in. Edits that only touch
do not meet.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import attrs
from rapidfuzz.distance import Levenshtein, Prefix

from markscheme.edits.edit import Edit, Edits, apply_edits

Tokens = tuple[str, ...]
FARTHEST_MOVE = 4
"""Number of tokens between the two edits of a reference that move a word."""
FARTHEST_DETERMINER = 1
"""The same for a determiner: beyond it, one is taken from a noun and another one given to another noun."""
SHORTEST_WORD = 3
"""Characters of a word that can be recognised where it is moved to."""
ALIKE = 0.3
"""Levenshtein similarity of two words from which one may be the other's correction."""
TOUCH = 1
"""Spots around a change at which another one stands side by side with it, if that one's do too."""
MOVED_CLASSES = ("ADJ", "ADV", "NOUN", "VERB")
"""ERRANT's classes of words that carry enough meaning to be moved."""
SENTENCE_SIGNS = frozenset(".?!;:")
"""Signs between sentences, and between parts of one that could stand alone."""
PARTED = 0.6
"""Levenshtein similarity of a word, and two words without the space, from which they may be one word made two."""
SAME_START = 0.6
"""Share of a word's characters that its other form begins with."""


@attrs.frozen
class Change:
    """An edit without the tokens that it leaves as they are at its ends, or several edits that are one correction.

    Attributes
    ----------
    edits
        The indices of the edits among their side's edits.
    start, end, replacement
        As in :class:`markscheme.edits.edit.Edit`.
    replaced
        The source tokens that it replaces.
    first, last
        The first and the last spot that it changes.
    parts
        The first and the last spot of each of its edits. Between the edits that move a word, words may stay.
    type
        ERRANT's.
    """

    edits: tuple[int, ...]
    start: int
    end: int
    replacement: Tokens
    replaced: Tokens
    first: int
    last: int
    parts: tuple[tuple[int, int], ...]
    type: str = ""

    @property
    def index(self) -> int:
        """What tells the changes of one side apart: the index of its first edit."""
        return self.edits[0]

    @property
    def edit(self) -> Edit:
        """The same as one edit."""
        return Edit(self.start, self.end, self.replacement, self.type)

    @property
    def growth(self) -> int:
        """By how many tokens it makes its side longer than the source."""
        return len(self.replacement) - (self.end - self.start)

    @property
    def grows(self) -> bool:
        """Whether it has more tokens than it replaces."""
        return self.growth > 0

    @property
    def key(self) -> tuple[int, int, Tokens]:
        """What makes two changes the same: place and replacement."""
        return self.start, self.end, self.replacement

    def meets(self, other: "Change") -> bool:
        """Return whether the two change a spot in common."""
        return self.first <= other.last and other.first <= self.last

    def touches(self, other: "Change") -> bool:
        """Return whether the two meet, or stand side by side."""
        return self.first - TOUCH <= other.last + TOUCH and other.first - TOUCH <= self.last + TOUCH

    @property
    def has_words(self) -> bool:
        """Whether it changes more than punctuation."""
        return any(character.isalnum() for token in (*self.replaced, *self.replacement) for character in token)

    @property
    def can_be_alternative(self) -> bool:
        """Whether another correction elsewhere may do in its place: words are only added or only taken out."""
        sides = [[token.casefold() for token in side] for side in (self.replaced, self.replacement)]
        shorter, longer = sorted(sides, key=len)
        rest = iter(longer)
        return self.parts_sentences or (
            len(shorter) < len(longer) and self.has_words and all(token in rest for token in shorter)
        )

    @property
    def parts_sentences(self) -> bool:
        """Whether it changes a sign that parts sentences, or parts of them."""
        return not SENTENCE_SIGNS.isdisjoint((*self.replaced, *self.replacement))


def changes(source: Tokens, edits: Edits) -> tuple[Change, ...]:
    """Return the changes of one side's edits, in source order; none for edits that together change nothing.

    An edit that replaces a word, and one beside it that adds a word, are one change where they make two words of one.
    """
    if apply_edits(source, edits) == source:
        return ()
    joined: list[Change] = []
    for index, edit in enumerate(edits):
        if not _changes(source, edit):
            continue
        change = _change(source, (index,), edit)
        if joined and _parts_word(joined[-1], change):
            one = joined.pop()
            whole = Edit(one.start, change.end, (*one.replacement, *change.replacement), _joined_types(one, change))
            change = _change(source, (*one.edits, index), whole)
        joined.append(change)
    return tuple(joined)


def _parts_word(one: Change, other: Change) -> bool:
    """Return whether two changes that follow each other make two words of one, such as ``it`` and ``is`` of ``its``.

    Their letters together are then more like the word than those of its replacement alone.
    """
    if one.end != other.start or len(one.replaced) + len(other.replaced) != 1:
        return False
    [word] = (*one.replaced, *other.replaced)
    alone = one.replacement if one.replaced else other.replacement
    likeness = _likeness(word, "".join((*one.replacement, *other.replacement)))
    return bool(alone) and likeness >= PARTED and likeness > _likeness(word, "".join(alone))


def corrections(source: Tokens, edits: Edits) -> tuple[Change, ...]:
    """Return the changes of a reference's edits; edits that take words away and put them in close by are one change."""
    joined: list[Change] = []
    for change in changes(source, edits):
        if joined and change.start - joined[-1].end <= FARTHEST_MOVE and moves(source, joined[-1], change):
            joined[-1] = _one(source, joined[-1], change)
        else:
            joined.append(change)
    return tuple(joined)


def moves(source: Tokens, one: Change, other: Change) -> bool:
    """Return whether a word that one of two changes takes away is put in by the other, perhaps in another form.

    ERRANT's types tell it of two forms that look nothing alike: one change takes a verb away, the other puts one in.
    """
    if {_operation(one), _operation(other)} == {"M", "U"} and _word_class(one) == _word_class(other):
        if _word_class(one) in MOVED_CLASSES:
            return True
        if _word_class(one) == "DET" and other.start - one.end > FARTHEST_DETERMINER:
            return False
    (taken, put), (taken_there, put_there) = (_words_moved(source, item) for item in (one, other))
    if "PRON" in (_word_class(one), _word_class(other)) and (taken & put_there or put & taken_there):
        return True
    return any(_is_form(a, b) for a, b in (*product(taken, put_there), *product(put, taken_there)))


def is_respelling(change: Change) -> bool:
    """Return whether a change keeps every letter: it joins or parts words, or changes case or signs."""
    before, after = (
        [character for token in side for character in token.casefold() if character.isalnum()]
        for side in (change.replaced, change.replacement)
    )
    return before == after


def _operation(change: Change) -> str:
    return change.type.partition(":")[0]


def _word_class(change: Change) -> str:
    return change.type.split(":")[1] if ":" in change.type else ""


def _words_moved(source: Tokens, change: Change) -> tuple[set[str], set[str]]:
    """Return the words that a change takes away, and those that it puts in."""
    before = {token.lower() for token in source[change.start : change.end]}
    after = {token.lower() for token in change.replacement}
    return before - after, after - before


def _is_form(one: str, other: str) -> bool:
    """Return whether two words may be forms of one word: most of the shorter begins the longer."""
    shorter = min(len(one), len(other))
    return shorter >= SHORTEST_WORD and Prefix.similarity(one, other) >= max(SHORTEST_WORD, SAME_START * shorter)


def _one(source: Tokens, one: Change, other: Change) -> Change:
    words = (*one.replacement, *source[one.end : other.start], *other.replacement)
    replaced = source[one.start : other.end]
    return Change(
        (*one.edits, *other.edits),
        one.start,
        other.end,
        words,
        replaced,
        one.first,
        other.last,
        (*one.parts, *other.parts),
        _joined_types(one, other),
    )


def _joined_types(one: Change, other: Change) -> str:
    return "+".join(dict.fromkeys(item for item in (one.type, other.type) if item))


def _changes(source: Tokens, edit: Edit) -> bool:
    return source[edit.start : edit.end] != edit.replacement


def _change(source: Tokens, indices: tuple[int, ...], edit: Edit) -> Change:
    start, end, replacement = edit.start, edit.end, edit.replacement
    while start < end and replacement and source[start] == replacement[0]:
        start, replacement = start + 1, replacement[1:]
    while start < end and replacement and source[end - 1] == replacement[-1]:
        end, replacement = end - 1, replacement[:-1]
    if start == end:
        gap = 2 * start
        return Change(indices, start, end, replacement, (), gap, gap, ((gap, gap),), edit.type)
    replaced = source[start:end]
    before, after = _grows(replaced, replacement)
    first, last = 2 * start if before else 2 * start + 1, 2 * end if after else 2 * end - 1
    return Change(indices, start, end, replacement, replaced, first, last, ((first, last),), edit.type)


def _grows(before: Tokens, after: Tokens) -> tuple[bool, bool]:
    """Return whether words are put in before the first token, and behind the last; the most alike tokens pair up.

    Where no two tokens are alike, the words may be put in at either end.
    """
    if len(after) <= len(before):
        return False, False
    if max(_likeness(one, other) for one in (before[0], before[-1]) for other in after) < ALIKE:
        return True, True
    first = max(range(len(after)), key=lambda index: (_likeness(before[0], after[index]), -index))
    last = max(range(len(after)), key=lambda index: (_likeness(before[-1], after[index]), index))
    return first > 0, last < len(after) - 1


def _likeness(one: str, other: str) -> float:
    return Levenshtein.normalized_similarity(one.lower(), other.lower())


def covered_spots(items: Iterable[Change]) -> set[int]:
    """Return the spots that a hypothesis's changes deal with: theirs, and the gaps at both ends of growing ones."""
    return {
        spot
        for item in items
        for spot in range(min(item.first, 2 * item.start), max(item.last, 2 * item.end) + 1)
        if item.grows or item.first <= spot <= item.last
    }


def spots(items: Iterable[Change], reach: int = 0) -> set[int]:
    """Return all spots that some changes change, and those within reach of them."""
    parts = (part for item in items for part in item.parts)
    return {spot for first, last in parts for spot in range(first - reach, last + reach + 1)}


def widened(numbers: Iterable[int], reach: int) -> set[int]:
    """Return spots, and those within reach of them."""
    return {spot + by for spot in numbers for by in range(-reach, reach + 1)}


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


def groups(items: Iterable[Change], reach: int = 0) -> Iterator[tuple[Change, ...]]:
    """Yield changes that meet within reach, directly or through others, in source order."""
    group: list[Change] = []
    last = -1
    for item in sorted(items, key=lambda change: (change.first, change.last, change.replacement)):
        if group and item.first - reach > last + reach:
            yield tuple(group)
            group = []
        last = item.last if not group else max(last, item.last)
        group.append(item)
    if group:
        yield tuple(group)


def meeting(items: Sequence[Change], others: Sequence[Change]) -> tuple[Change, ...]:
    """Return those of ``items`` that meet one of ``others``."""
    return tuple(item for item in items if any(item.meets(other) for other in others))
