"""A person's edits of running text as edits of its tokens."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum

import attrs

from markscheme.edits.edit import Edit
from markscheme.formats.corpus import TextEdit
from markscheme.formats.parallel import DETECTION
from markscheme.formats.whole_tokens import Block, blocks
from markscheme.text.positions import Span

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
        """Return the tokens that begin in a span, as a half-open range."""
        return bisect_left(self.spans, Span(span.start, 0)), bisect_left(self.spans, Span(span.end, 0))


@attrs.frozen
class TokenEdit:
    """An edit of tokens, and where it stands.

    Attributes
    ----------
    edit
        Its tokens are numbered through the whole text. The type is empty where the person gave none.
    place
        Where it begins in the source, in characters.
    """

    edit: Edit
    place: int


@attrs.frozen
class TokenEdits:
    """A person's edits of a text's tokens, in source order, and how many edits are not as they were."""

    edits: tuple[TokenEdit, ...]
    changes: Counter[Change]


def token_edits(edits: Sequence[TextEdit], source: Tokens, target: Tokens, length: int) -> TokenEdits:
    """Return edits of tokens that lead from the source's tokens to the target's.

    Each edit is widened to whole tokens of either text; edits that then share a token are one, with the first one's
    type. Equal tokens at an edit's ends are left out, as in BEA-2019's ``json_to_m2.py``. An error without a
    correction has the type ``UNK`` and the source's tokens.

    Parameters
    ----------
    length
        The number of characters of the source.

    Raises
    ------
    ValueError
        If the edits are not in source order, overlap, or are outside the source.
    """
    changes: Counter[Change] = Counter()
    pieces = _pieces(blocks(source.spans, target.spans, edits, length), source, target)
    kept = [item for piece in pieces if (item := _token_edit(piece, source, target, changes)) is not None]
    return TokenEdits(tuple(kept), changes)


@attrs.frozen
class _Piece:
    """Tokens of the source and those in their place, as half-open ranges, with the edits that lead to them.

    Attributes
    ----------
    widened
        Whether the edits reach no further than into a token.
    """

    source: _Range
    target: _Range
    edits: tuple[TextEdit, ...] = ()
    widened: bool = False


def _pieces(found: Sequence[Block], source: Tokens, target: Tokens) -> Iterator[_Piece]:
    """Yield the blocks' tokens, and between them the tokens that differ though their characters don't.

    The tokeniser may part characters otherwise where the character beside them is another one.
    """
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
    """Yield the ranges of different tokens of the same characters."""
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
    """Return a piece's edit, or ``None`` where it changes no token."""
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
