"""Annotators' own edits of running text, as edits of its tokens: what a file states, instead of what ERRANT extracts.

Files state edits by characters. Each is widened to whole tokens, and knows the annotations that it is made of, so that
these can be written again as they were: with their tags, attributes, notes and ids.
"""

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import accumulate, chain, pairwise

import attrs

from markscheme.documents.corpus import DETECTION, Document, EditGroup, Side, StatedEdit, edit_groups
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.edits.edit import Edit
from markscheme.edits.passages import Passage
from markscheme.languages.segments import Segment, Span

_Range = tuple[int, int]


class Change(Enum):
    """What becomes of edits that can't be kept as they are, in words for people."""

    WIDENED = "edits of parts of words: whole words are replaced"
    JOINED = "edits that share a word with another: they are one edit"
    TRIMMED = "unchanged words at the ends of edits"
    BLANK = "edits that change no word, but white space or the form of a mark"
    COVERED = "errors that are marked without a correction, inside a corrected word"
    RETOKENISED = "words beside an edit that are other tokens after it"


@attrs.frozen
class Tokens:
    """A text's tokens, as they are compared, and their places in the text."""

    words: tuple[str, ...]
    spans: tuple[Span, ...]

    def range(self, span: Span) -> _Range:
        return bisect_left(self.spans, Span(span.start, 0)), bisect_left(self.spans, Span(span.end, 0))

    def place(self, token: int) -> int:
        """Return where a token begins, or the text ends."""
        if token < len(self.spans):
            return self.spans[token].start
        return self.spans[-1].end if self.spans else 0


@attrs.frozen
class TokenEdit:
    """An edit of tokens, numbered through the whole text, and the annotations that it is made of.

    ``place``: where it begins in the source, in characters. ``after``: its tokens in the target.
    """

    edit: Edit
    place: int
    annotations: tuple[TextEdit, ...]
    after: _Range


def token_edits(
    text: str, edits: Sequence[TextEdit], source: Tokens, target: Tokens, changes: Counter[Change]
) -> tuple[TokenEdit, ...]:
    """Return edits of tokens that lead from a text's tokens to the target's; ``changes`` counts what is not as it was.

    Each edit is widened to whole tokens of either text; edits that then share a token are one, with the first one's
    type. Equal tokens at an edit's ends are left out, as in BEA-2019's ``json_to_m2.py``. An error without a correction
    has the type ``UNK`` and the source's tokens. Raise ValueError if the edits are not in source order, overlap, or are
    outside the text.
    """
    pieces = _pieces(edit_groups(source.spans, target.spans, edits, len(text)), source, target)
    return tuple(item for piece in pieces if (item := _token_edit(piece, source, target, changes)) is not None)


@attrs.frozen
class _Piece:
    """``widened``: whether the edits reach no further than into a token."""

    source: _Range
    target: _Range
    edits: tuple[TextEdit, ...] = ()
    widened: bool = False


def _pieces(found: Sequence[EditGroup], source: Tokens, target: Tokens) -> Iterator[_Piece]:
    """The tokeniser may part characters otherwise where the character beside them is another one."""
    ends = (0, 0)
    for block in found:
        first, last = source.range(block.source)
        target_first, target_last = target.range(block.target)
        yield from _retokenised(source, (ends[0], first), target, (ends[1], target_first))
        own = Span(block.edits[0].span.start, block.edits[-1].span.end)
        yield _Piece((first, last), (target_first, target_last), block.edits, block.source != own)
        ends = last, target_last
    yield from _retokenised(source, (ends[0], len(source.words)), target, (ends[1], len(target.words)))


def _retokenised(source: Tokens, range_: _Range, target: Tokens, target_range: _Range) -> Iterator[_Piece]:
    here = range_[0], target_range[0]
    if source.words[slice(*range_)] == target.words[slice(*target_range)]:
        return
    after = {source.spans[index].end: index + 1 for index in range(*range_)}
    shift = target.spans[here[1]].start - source.spans[here[0]].start if after and here[1] < target_range[1] else 0
    ends = ((after.get(target.spans[index].end - shift), index + 1) for index in range(*target_range))
    for end, target_end in (*((one, other) for one, other in ends if one is not None), (range_[1], target_range[1])):
        if source.words[here[0] : end] != target.words[here[1] : target_end]:
            yield _Piece((here[0], end), (here[1], target_end))
        here = end, target_end


def _token_edit(piece: _Piece, source: Tokens, target: Tokens, changes: Counter[Change]) -> TokenEdit | None:
    (start, end), after = piece.source, target.words[slice(*piece.target)]
    corrections = [item for item in piece.edits if item.replacement is not None]
    marked = len(piece.edits) - len(corrections)
    place = source.spans[start].start if start < end else piece.edits[0].span.start
    if marked and not corrections:
        changes[Change.JOINED] += marked - 1
        return TokenEdit(Edit(start, end, source.words[start:end], DETECTION), place, piece.edits, piece.target)
    changes[Change.COVERED] += marked
    changes[Change.RETOKENISED] += not piece.edits
    first, last = _equal_ends(source.words[start:end], after)
    if first + last == end - start == len(after):
        changes[Change.BLANK] += len(corrections)
        return None
    changes[Change.JOINED] += max(len(corrections) - 1, 0)
    changes[Change.WIDENED] += piece.widened
    left_out = (*source.spans[start : start + first], *source.spans[end - last : end])
    changes[Change.TRIMMED] += any(_holds(item.span, span) for item in corrections for span in left_out)
    kind = next((item.type for item in corrections if item.type), "")
    if start + first == end - last and first:
        place = source.spans[start + first - 1].end
    edit = Edit(start + first, end - last, after[first : len(after) - last], kind)
    return TokenEdit(edit, place, piece.edits, (piece.target[0] + first, piece.target[1] - last))


def _equal_ends(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of equal tokens at the beginning and, of the others, at the end."""
    shorter = min(len(before), len(after))
    first = next((index for index in range(shorter) if before[index] != after[index]), shorter)
    rest = shorter - first
    return first, next((index for index in range(rest) if before[-1 - index] != after[-1 - index]), rest)


def _holds(span: Span, other: Span) -> bool:
    return span.start <= other.start and other.end <= span.end


def joined_rows(rows: Sequence[_Range], edits: Iterable[TokenEdit]) -> list[range]:
    """Return the runs of rows of the source that edits leave apart, none without a token if there is one.

    >>> [*joined_rows([(0, 3), (3, 3), (3, 5)], ())]
    [range(0, 2), range(2, 3)]
    """
    inside = {place for item in edits for place in range(item.edit.start + 1, item.edit.end)}
    runs: list[range] = []
    for number, (start, end) in enumerate(rows):
        is_added = start == end
        if runs and (is_added or start in inside or rows[runs[-1].start][0] == rows[runs[-1].stop - 1][1]):
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return runs


def edits_by_row(
    edits: Sequence[TokenEdit], rows: Sequence[_Range], text: str, source: Tokens
) -> list[list[TokenEdit]]:
    by_row: list[list[TokenEdit]] = [[] for _ in rows]
    number = 0
    for item in edits:
        while number + 1 < len(rows) and _is_behind(item, rows[number][1], text, source):
            number += 1
        by_row[number].append(item)
    return by_row


def _is_behind(item: TokenEdit, end: int, text: str, source: Tokens) -> bool:
    """Return whether an edit is of a later sentence than the one that ends before token ``end``.

    Words between two sentences belong to the paragraph in which they are inserted; inside of one, a closing mark to the
    sentence before, anything else to the sentence behind, as in BEA-2019's ``json_to_m2.py``.
    """
    edit = item.edit
    if edit.start != end or edit.end > end:
        return edit.start >= end
    before, behind = source.spans[end - 1].end, source.spans[end].start
    if "\n" in text[before : item.place]:
        return True
    if "\n" in text[max(item.place, before) : behind]:
        return False
    return not edit.replacement or not unicodedata.category(edit.replacement[-1][-1]).startswith("P")


def with_stated_edits(passages: Sequence[Passage], source: str, documents: Sequence[Document]) -> tuple[Passage, ...]:
    """Return passages in which documents that state edits of this source have exactly these.

    ``documents``: those of the passages' references, in order. A passage that an edit begins in and another that it
    ends in are one, and what a version adds behind a sentence is with that sentence.
    """
    tokens = _tokens_of([passage.source for passage in passages])
    stated: dict[int, tuple[tuple[TokenEdit, ...], Tokens]] = {}
    for index, document in enumerate(documents):
        sides = [passage.references[index] for passage in passages]
        if _states_edits(document, source) and not any(side.states_edits for side in sides):
            target = _tokens_of(sorted((side.segment for side in sides), key=lambda item: item.start))
            stated[index] = token_edits(source, document.edits or (), tokens, target, Counter()), target
    if not stated:
        return tuple(passages)
    ends = list(accumulate(len(passage.source.tokens) for passage in passages))
    rows = list(pairwise([0, *ends]))
    runs = joined_rows(rows, chain.from_iterable(edits for edits, _ in stated.values()))
    spans = [(rows[run.start][0], rows[run.stop - 1][1]) for run in runs]
    joined = [_joined(passages[run.start : run.stop]) for run in runs]
    for index, (edits, target) in stated.items():
        shift = 0
        for number, own in enumerate(edits_by_row(edits, spans, source, tokens)):
            side, shift = _stating_side(spans[number], own, target, shift)
            side = attrs.evolve(side, absent=documents[index].lacks(tokens.place(spans[number][0])))
            sides = list(joined[number].references)
            sides[index] = side
            joined[number] = attrs.evolve(joined[number], references=tuple(sides))
    return tuple(joined)


def _states_edits(document: Document, source: str) -> bool:
    edits = document.edits
    if edits is None or (edits and edits[-1].end > len(source)):
        return False
    return corrected_text(source, edits).rstrip() == document.text.rstrip()


def without_shared_ends(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """Return passages in which no stated edit has equal tokens at its ends, as those of running text have none.

    An edit that changes nothing is left out.
    """
    return tuple(
        attrs.evolve(
            passage, references=tuple(_without_shared_ends(passage.source.tokens, side) for side in passage.references)
        )
        for passage in passages
    )


def _without_shared_ends(source: tuple[str, ...], side: Side) -> Side:
    edits, lines = (tuple(_trimmed(source, stated)) for stated in (side.edits, side.edit_lines))
    return (
        side if (edits, lines) == (side.edits, side.edit_lines) else attrs.evolve(side, edits=edits, edit_lines=lines)
    )


def _trimmed(source: tuple[str, ...], stated: Iterable[StatedEdit]) -> Iterator[StatedEdit]:
    for item in stated:
        before, after = source[item.start : item.end], item.replacement
        first, last = _equal_ends(before, after) if item.corrects else (0, 0)
        if not (first or last):
            yield item
        elif first + last < max(len(before), len(after)):
            end = len(after) - last
            yield attrs.evolve(item, start=item.start + first, end=item.end - last, replacement=after[first:end])


def _tokens_of(segments: Sequence[Segment]) -> Tokens:
    words = chain.from_iterable(segment.tokens for segment in segments)
    return Tokens(tuple(words), tuple(chain.from_iterable(segment.spans for segment in segments)))


def _joined(passages: Sequence[Passage]) -> Passage:
    if len(passages) == 1:
        return passages[0]
    references = zip(*(passage.references for passage in passages), strict=True)
    return Passage(
        _joined_segments([passage.source for passage in passages]),
        _joined_sides([passage.hypothesis for passage in passages]),
        tuple(map(_joined_sides, references)),
        passages[0].parallel,
        moved=any(passage.moved for passage in passages),
    )


def _joined_sides(sides: Sequence[Side]) -> Side:
    return attrs.evolve(
        sides[0],
        segment=_joined_segments([side.segment for side in sides]),
        absent=all(side.absent for side in sides),
    )


def _joined_segments(segments: Sequence[Segment]) -> Segment:
    kept = sorted((item for item in segments if item.tokens), key=lambda item: item.start) or segments[:1]
    tokens = _tokens_of(kept)
    return Segment(tokens.words, tokens.spans, kept[0].start)


def _stating_side(row: _Range, edits: Sequence[TokenEdit], target: Tokens, shift: int) -> tuple[Side, int]:
    """Return a person's side of a row of the source, and how much longer the text is behind it than the source."""
    start, end = row
    first = start + shift
    shift += sum(item.after[1] - item.after[0] - (item.edit.end - item.edit.start) for item in edits)
    segment = Segment(target.words[first : end + shift], target.spans[first : end + shift], target.place(first))
    stated = tuple(
        StatedEdit(
            item.edit.start - start,
            item.edit.end - start,
            item.edit.replacement,
            item.edit.type,
            segment.characters(item.after[0] - first, item.after[1] - first),
            annotations=item.annotations,
        )
        for item in edits
    )
    return Side(segment, edits=stated, states_edits=True, edit_lines=stated), shift
