"""A long pair of texts cut where both sides are the same, so that each piece is short enough for ERRANT.

ERRANT's alignment costs the product of the two lengths. A sentence has some twenty tokens, and one of 250 is aligned as
a whole. A text without sentence ends can have thousands: it is cut between its changes, in linear memory and almost
linear time. A stretch that is longer still, and has nothing in common on both sides, counts as one change.
"""

from collections.abc import Iterator, Sequence

import attrs
from rapidfuzz.distance import Levenshtein, Opcode

MAX_TOKENS = 256
"""Tokens of the longest side that ERRANT aligns as a whole."""
MAX_CELLS = 2 * 10**9
"""Product of the two lengths beyond which two texts are not searched for what they share."""
CONTEXT = 20
"""Equal tokens that are kept on either side of a change, for the parser."""

Tokens = tuple[str, ...]


@attrs.frozen
class Piece:
    """A part of both sides: half-open token ranges."""

    source: tuple[int, int]
    target: tuple[int, int]

    @property
    def is_short(self) -> bool:
        """Whether ERRANT can align it."""
        return max(self.source[1] - self.source[0], self.target[1] - self.target[0]) <= MAX_TOKENS


def is_short(source: Tokens, target: Tokens) -> bool:
    """Return whether ERRANT can align two sides as a whole."""
    return max(len(source), len(target)) <= MAX_TOKENS


def pieces(source: Tokens, target: Tokens) -> Iterator[Piece]:
    """Yield the pieces in order; what lies between them is the same on both sides.

    >>> [piece.source for piece in pieces(("a", "b"), ("a", "c"))]
    [(0, 2)]
    """
    if is_short(source, target):
        yield Piece((0, len(source)), (0, len(target)))
        return
    pending: Piece | None = None
    for stretch in _stretches(source, target):
        joined = pending and Piece((pending.source[0], stretch.source[1]), (pending.target[0], stretch.target[1]))
        if joined and joined.is_short:
            pending = joined
            continue
        if pending:
            yield pending
        pending = stretch
    if pending:
        yield pending


def incomparable(source: Tokens, target: Tokens) -> int:
    """Return the number of tokens, of the longer side, in stretches that count as one change each."""
    if is_short(source, target):
        return 0
    long = (piece for piece in pieces(source, target) if not piece.is_short)
    return sum(max(piece.source[1] - piece.source[0], piece.target[1] - piece.target[0]) for piece in long)


def _stretches(source: Tokens, target: Tokens) -> Iterator[Piece]:
    """Yield each change with equal tokens around it; changes with only one token between them stay together."""
    codes = _differences(source, target)
    first: Opcode | None = None
    margin = 0
    last: Opcode | None = None
    for code in codes:
        length = code.src_end - code.src_start
        if code.tag != "equal":
            first, last = first or code, code
            continue
        if first is None or last is None:
            margin = min(length, CONTEXT)
        elif length > 1:
            behind = min((length + 1) // 2, CONTEXT)
            yield _around(first, last, margin, behind)
            first = last = None
            margin = min(length - behind, CONTEXT)
    if first is not None and last is not None:
        yield _around(first, last, margin, 0)


def _around(first: Opcode, last: Opcode, before: int, behind: int) -> Piece:
    """Return a stretch of changes with the equal tokens before and behind it, unless it is too long."""
    bare = Piece((first.src_start, last.src_end), (first.dest_start, last.dest_end))
    piece = Piece(
        (first.src_start - before, last.src_end + behind), (first.dest_start - before, last.dest_end + behind)
    )
    return piece if piece.is_short else bare


def _differences(source: Tokens, target: Tokens) -> Sequence[Opcode]:
    if len(source) * len(target) <= MAX_CELLS:
        return list(Levenshtein.opcodes(source, target))
    length = min(len(source), len(target))
    start = next((index for index in range(length) if source[index] != target[index]), length)
    end = next((index for index in range(length - start) if source[-1 - index] != target[-1 - index]), length - start)
    ends = len(source) - end, len(target) - end
    return [
        Opcode("equal", 0, start, 0, start),
        Opcode("replace", start, ends[0], start, ends[1]),
        Opcode("equal", ends[0], len(source), ends[1], len(target)),
    ]
