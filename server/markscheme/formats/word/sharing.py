"""Whether the authors of a Word document share the work, or each corrected the whole text.

Word keeps everybody's changes in one text, and an author sees those that are there already. Colleagues who share the
work therefore change different words, and all their changes together are one correction. Authors who each corrected the
whole text change the same words time and again, and their corrections are alternatives.

Two authors are alternatives if at least :data:`SAME_WORDS` of the changes of each are at words that the other changes
too. They are never alternatives if one revised what the other inserted: they have read each other.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, permutations

import attrs

from markscheme.formats.corpus import TextEdit
from markscheme.formats.word.revisions import Piece, TrackedText

SAME_WORDS = 0.15
"""Share of an author's changes. CoNLL-2014's annotators, who each corrected the whole text, have more in all stretches
of 20 sentences and in 97 % of those of 10; one annotator's changes that are dealt out to two people never have."""
MOST_CHANGES = 20_000
"""Changes that are compared: the first ones of the text. A book of a thousand pages that is edited closely has them."""

_Pair = tuple[str, str]


def author_groups(text: TrackedText) -> tuple[tuple[str, ...], ...]:
    """Return the authors in groups that each share the work; several groups are alternatives.

    An author joins the first group that holds no alternative to them. One who changes nothing is an alternative where
    there are others, and else a member of the only group.
    """
    if len(text.authors) < 2:
        return (text.authors,) if text.authors else ()
    comparison = _Comparison(text)
    idle = [author for author in text.authors if comparison.is_idle(author)]
    shared: list[list[str]] = []
    for author in text.authors:
        if author in idle:
            continue
        for group in shared:
            if not any(comparison.are_alternatives(author, other) for other in group):
                group.append(author)
                break
        else:
            shared.append([author])
    if len(shared) < 2:
        return (text.authors,)
    return (*map(tuple, shared), *((author,) for author in idle))


class _Comparison:
    """What each two authors of a text have to do with each other."""

    def __init__(self, text: TrackedText) -> None:
        by_author = text.edits([(author,) for author in text.authors])
        edits = [(edit, author) for author, own in zip(text.authors, by_author, strict=True) for edit in own]
        edits.sort(key=lambda item: (item[0].span.start, item[0].span.end))
        compared = edits[:MOST_CHANGES]
        self._changes = Counter(author for _, author in compared)
        self._common = _common_changes(compared)
        self._revised = set(_revised_pairs(text.pieces))

    def is_idle(self, author: str) -> bool:
        """Return whether an author neither changes the source nor revises anybody's insertion."""
        return not self._changes[author] and not any(author in pair for pair in self._revised)

    def are_alternatives(self, one: str, other: str) -> bool:
        pairs = ((one, other), (other, one))
        return not any(pair in self._revised for pair in pairs) and all(
            self._common[pair] > SAME_WORDS * self._changes[pair[0]] for pair in pairs
        )


@attrs.define
class _Latest:
    """An author's latest change, and the others who change its words too."""

    edit: TextEdit
    others: set[str] = attrs.Factory(set)


def _common_changes(edits: Iterable[tuple[TextEdit, str]]) -> Mapping[_Pair, int]:
    """Count the changes of each author at words that another author changes too; edits are in the order of the text."""
    latest: dict[str, _Latest] = {}
    common: Counter[_Pair] = Counter()
    for edit, author in edits:
        latest = {name: item for name, item in latest.items() if item.edit.span.end >= edit.span.start}
        current = _Latest(edit)
        for other, before in latest.items():
            if other != author and _meet(before.edit, edit):
                common[author, other] += 1
                common[other, author] += author not in before.others
                before.others.add(author)
                current.others.add(other)
        latest[author] = current
    return common


def _meet(one: TextEdit, other: TextEdit) -> bool:
    """Return whether two changes are at the same words.

    They replace some of the same words, insert at the same place, or one inserts inside the other. Or one inserts a
    word right behind what the other replaces: of two authors who replace the same words, a word processor may keep both
    insertions and one deletion.
    """
    overlap = one.span.start < other.span.end and other.span.start < one.span.end
    return overlap or one.span == other.span or _replaces_twice(one, other) or _replaces_twice(other, one)


def _replaces_twice(replacement: TextEdit, insertion: TextEdit) -> bool:
    if not (replacement.span.start < replacement.span.end == insertion.span.start == insertion.span.end):
        return False
    words = insertion.replacement or ""
    return _has_letters(words) and not words[0].isspace() and _has_letters(replacement.replacement or "")


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


def _revised_pairs(pieces: Sequence[Piece]) -> Iterator[_Pair]:
    """Yield an inserting author with each who deletes some of the insertion, or inserts in the middle of it."""
    for inserted, deleted in {(piece.inserted, piece.deleted) for piece in pieces if piece.inserted}:
        yield from ((one, other) for one in inserted for other in deleted if one != other)
        yield from permutations(inserted, 2)
    for is_inserted, run in groupby(pieces, key=lambda piece: bool(piece.inserted)):
        if is_inserted:
            yield from _enclosed([next(iter(piece.inserted)) for piece in run])


def _enclosed(authors: Sequence[str]) -> Iterator[_Pair]:
    """Yield, of the authors of adjacent insertions, those who insert on both sides of another's insertion."""
    first = {author: place for place, author in reversed([*enumerate(authors)])}
    for author, last in {author: place for place, author in enumerate(authors)}.items():
        between = set(authors[first[author] : last]) - {author} if last > first[author] else ()
        yield from ((author, other) for other in between)
