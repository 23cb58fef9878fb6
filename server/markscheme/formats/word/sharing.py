"""Whether the authors of a Word document share the work, or each corrected the whole text.

Word keeps everybody's changes in one text, and an author sees those that are there already. Colleagues who share the
work therefore change different words, and all their changes together are one correction. Authors who each corrected the
whole text change the same words time and again, and their corrections are alternatives.

Two authors are alternatives if at least :data:`SAME_WORDS` of the changes of each are at words that the other changes
too. They are never alternatives if one revised what the other inserted: they have read each other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, permutations

from markscheme.formats.corpus import TextEdit
from markscheme.formats.word.revisions import Piece, TrackedText

SAME_WORDS = 0.15
"""Share of an author's changes. CoNLL-2014's annotators, who each corrected the whole text, have more in all stretches
of 20 sentences and in 97 % of those of 10; one annotator's changes that are dealt out to two people never have."""

_Pair = tuple[str, str]


def author_groups(text: TrackedText) -> tuple[tuple[str, ...], ...]:
    """Return the authors in groups that each share the work; several groups are alternatives.

    An author joins the first group that holds no alternative to them. One who changes nothing is an alternative where
    there are others, and else a member of the only group.
    """
    edits = {author: text.edits({author}) for author in text.authors}
    revised = set(_revised_pairs(text.pieces))
    common = _common_changes(edits)
    idle = [author for author in text.authors if not edits[author] and not any(author in pair for pair in revised)]
    shared: list[list[str]] = []
    for author in text.authors:
        if author in idle:
            continue
        for group in shared:
            if not any(_are_alternatives(author, other, edits, common, revised) for other in group):
                group.append(author)
                break
        else:
            shared.append([author])
    if len(shared) < 2:
        return (text.authors,) if text.authors else ()
    return (*map(tuple, shared), *((author,) for author in idle))


def _are_alternatives(
    one: str,
    other: str,
    edits: Mapping[str, Sequence[TextEdit]],
    common: Mapping[_Pair, int],
    revised: set[_Pair],
) -> bool:
    if (one, other) in revised or (other, one) in revised:
        return False
    pairs = ((one, other), (other, one))
    return all(common[first, second] > SAME_WORDS * len(edits[first]) for first, second in pairs)


def _common_changes(edits: Mapping[str, Sequence[TextEdit]]) -> Counter[_Pair]:
    """Count the changes of each author at words that another author changes too."""
    ordered = sorted(
        ((edit, author) for author, changes in edits.items() for edit in changes),
        key=lambda item: (item[0].span.start, item[0].span.end),
    )
    latest: dict[str, TextEdit] = {}
    counted: set[tuple[str, str, TextEdit]] = set()
    for edit, author in ordered:
        latest = {name: item for name, item in latest.items() if item.span.end >= edit.span.start}
        for other, before in latest.items():
            if _meet(before, edit):
                counted |= {(author, other, edit), (other, author, before)}
        latest[author] = edit
    return Counter((author, other) for author, other, _ in counted)


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
    for piece in pieces:
        yield from ((one, other) for one in piece.inserted for other in piece.deleted if one != other)
        yield from permutations(piece.inserted, 2)
    for is_inserted, run in groupby(pieces, key=lambda piece: bool(piece.inserted)):
        if is_inserted:
            yield from _interleaved([author for author, _ in groupby(next(iter(p.inserted)) for p in run)])


def _interleaved(authors: Sequence[str]) -> Iterator[_Pair]:
    """Yield the pairs of authors of adjacent insertions of which one begins before and ends behind the other."""
    last = {author: place for place, author in enumerate(authors)}
    open_until: dict[str, int] = {}
    for place, author in enumerate(authors):
        yield from ((other, author) for other, end in open_until.items() if end > place and other != author)
        open_until[author] = last[author]
