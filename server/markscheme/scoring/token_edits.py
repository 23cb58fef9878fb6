"""A person's edits of running text as edits of its tokens."""

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain, repeat

import attrs

from markscheme.documents.corpus import DETECTION, Block, Entry, TextEdit, blocks, corrected_text
from markscheme.edits.edit import Edit, Edits
from markscheme.edits.passages import Aligner, Split, paragraphs
from markscheme.edits.sentence_alignment import align_sentences
from markscheme.languages.segments import Span

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


@attrs.frozen
class TokenEdit:
    """An edit of tokens, numbered through the whole text. ``place``: where it begins in the source, in characters."""

    edit: Edit
    place: int


def token_edits(
    text: str, edits: Sequence[TextEdit], source: Tokens, target: Tokens, changes: Counter[Change]
) -> tuple[TokenEdit, ...]:
    """Return edits of tokens that lead from a text's tokens to the target's; ``changes`` counts what is not as it was.

    Each edit is widened to whole tokens of either text; edits that then share a token are one, with the first one's
    type. Equal tokens at an edit's ends are left out, as in BEA-2019's ``json_to_m2.py``. An error without a correction
    has the type ``UNK`` and the source's tokens. Raise ValueError if the edits are not in source order, overlap, or are
    outside the text.
    """
    pieces = _pieces(blocks(source.spans, target.spans, edits, len(text)), source, target)
    return tuple(item for piece in pieces if (item := _token_edit(piece, source, target, changes)) is not None)


@attrs.frozen
class _Piece:
    """``widened``: whether the edits reach no further than into a token."""

    source: _Range
    target: _Range
    edits: tuple[TextEdit, ...] = ()
    widened: bool = False


def _pieces(found: Sequence[Block], source: Tokens, target: Tokens) -> Iterator[_Piece]:
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
        return TokenEdit(Edit(start, end, source.words[start:end], DETECTION), place)
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
    return TokenEdit(Edit(start + first, end - last, after[first : len(after) - last], kind), place)


def _equal_ends(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of equal tokens at the beginning and, of the others, at the end."""
    shorter = min(len(before), len(after))
    first = next((index for index in range(shorter) if before[index] != after[index]), shorter)
    rest = shorter - first
    return first, next((index for index in range(rest) if before[-1 - index] != after[-1 - index]), rest)


def _holds(span: Span, other: Span) -> bool:
    return span.start <= other.start and other.end <= span.end


Words = tuple[str, ...]


@attrs.frozen
class CorrectedSentence:
    """One person's correction of a sentence: their own edits (types empty where none were given), else its tokens."""

    words: Words = ()
    edits: Edits | None = None


@attrs.frozen
class SourceSentence:
    """A sentence of the source, or several that belong together, with everybody's correction."""

    words: Words
    corrections: tuple[CorrectedSentence, ...]


def aligned_sentences(entry: Entry, split: Split) -> Iterator[SourceSentence]:
    """Yield a text's sentences, each with those of the corrections that are aligned with it."""
    texts = [item.text for item in entry.corrections]
    source = _tokens(entry.source, split)
    for row in _rows(entry.source, texts, split):
        yield SourceSentence(source.words[row.start : row.end], tuple(map(CorrectedSentence, row.sides)))


def annotated_sentences(entry: Entry, split: Split) -> tuple[tuple[SourceSentence, ...], Counter[Change]]:
    """Return a text's sentences with people's own edits, and how many edits are not as they were.

    Where a correction has edits, they say what stands in place of each source sentence; where it has not, its sentences
    are aligned with the source's. Source sentences that an edit reaches across stay together, and a sentence that a
    correction adds is with the one before it.
    """
    source = _tokens(entry.source, split)
    changes: Counter[Change] = Counter()
    stated: list[tuple[TokenEdit, ...] | None] = []
    for item in entry.corrections:
        if item.edits is None:
            stated.append(None)
            continue
        target = _tokens(corrected_text(entry.source, item.edits), split)
        stated.append(token_edits(entry.source, item.edits, source, target, changes))
    texts = [item.text for item in entry.corrections if item.edits is None]
    edits = [edit for person in stated for edit in person or ()]
    rows = _joined(_rows(entry.source, texts, split) or ([_Row(0, 0, ((),) * len(texts))] if edits else []), edits)
    aligned = iter(zip(*(row.sides for row in rows), strict=True))
    sides = [
        _annotated(rows, person, entry.source, source)
        if person is not None
        else map(CorrectedSentence, next(aligned, ()))
        for person in stated
    ]
    corrections = zip(*sides, strict=True) if sides else repeat(())
    sources = (source.words[row.start : row.end] for row in rows)
    return tuple(map(SourceSentence, sources, corrections)), changes


def _annotated(
    rows: "Sequence[_Row]", edits: Sequence[TokenEdit], text: str, source: Tokens
) -> Iterator[CorrectedSentence]:
    for row, items in zip(rows, _by_row(edits, rows, text, source), strict=True):
        moved = (
            attrs.evolve(item.edit, start=item.edit.start - row.start, end=item.edit.end - row.start) for item in items
        )
        yield CorrectedSentence(edits=tuple(moved))


@attrs.frozen
class _Row:
    start: int
    end: int
    sides: tuple[Words, ...]


def _tokens(text: str, split: Split) -> Tokens:
    segments = [segment for span in paragraphs(text) for segment in split(span.of(text), span.start)]
    words = chain.from_iterable(segment.tokens for segment in segments)
    return Tokens(tuple(words), tuple(chain.from_iterable(segment.spans for segment in segments)))


def _rows(source: str, texts: Sequence[str], split: Split) -> list[_Row]:
    rows: list[_Row] = []
    for passage in Aligner(split, align_sentences).running_passages(source, (texts or [source])[0], texts[1:]):
        start = rows[-1].end if rows else 0
        sides = (passage.hypothesis, *passage.references)[: len(texts)]
        words = tuple(side.segment.tokens for side in sides)
        rows.append(_Row(start, start + len(passage.source.tokens), words))
    return rows


def _joined(rows: Sequence[_Row], edits: Sequence[TokenEdit]) -> list[_Row]:
    """Return the rows that edits leave apart, none without a token of the source if there is one."""
    inside = {place for item in edits for place in range(item.edit.start + 1, item.edit.end)}
    groups: list[list[_Row]] = []
    for row in rows:
        is_added = row.start == row.end
        if groups and (is_added or row.start in inside or groups[-1][0].start == groups[-1][-1].end):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [
        _Row(
            group[0].start,
            group[-1].end,
            tuple(tuple(chain.from_iterable(words)) for words in zip(*(row.sides for row in group), strict=True)),
        )
        for group in groups
    ]


def _by_row(edits: Sequence[TokenEdit], rows: Sequence[_Row], text: str, source: Tokens) -> list[list[TokenEdit]]:
    by_row: list[list[TokenEdit]] = [[] for _ in rows]
    number = 0
    for item in edits:
        while number + 1 < len(rows) and _is_behind(item, rows[number].end, text, source):
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
