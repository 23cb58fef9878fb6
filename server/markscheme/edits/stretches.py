"""A long correction in stretches: its edits with the tokens around them, each short enough to be parsed."""

from collections.abc import Iterator, Sequence

import attrs

from markscheme.edits.edit import Correction, Edit, apply_edits
from markscheme.edits.pieces import CONTEXT, MAX_TOKENS, is_short


def stretches_of(correction: Correction) -> Iterator[Correction]:
    """Yield a correction's edits in order, with their part of the source; takes linear time.

    A correction of at most :data:`~markscheme.edits.pieces.MAX_TOKENS` tokens on either side is one stretch. Of a
    longer one, each stretch holds as many edits as fit, with up to :data:`~markscheme.edits.pieces.CONTEXT` tokens
    before and behind them. Only a stretch of a single edit can be longer.

    >>> long = Correction(("a",) * 1000, (Edit(10, 11, ("b",), ""), Edit(900, 901, (), "")))
    >>> [(len(item.source), item.edits[0].start) for item in stretches_of(long)]
    [(31, 10), (41, 20)]
    """
    if is_short(correction.source, apply_edits(correction.source, correction.edits)):
        yield correction
        return
    edits = correction.edits
    first = 0
    while first < len(edits):
        last = first + 1
        grown = max(0, len(edits[first].replacement) - edits[first].end + edits[first].start)
        while last < len(edits):
            grown += max(0, len(edits[last].replacement) - edits[last].end + edits[last].start)
            if edits[last].end - edits[first].start + grown + 2 * CONTEXT > MAX_TOKENS:
                break
            last += 1
        yield _stretch(correction.source, edits, first, last)
        first = last


def _stretch(source: tuple[str, ...], edits: Sequence[Edit], first: int, last: int) -> Correction:
    """Return the edits from ``first`` up to ``last``, with the tokens around them that no other edit changes."""
    before = edits[first - 1].end if first else 0
    behind = edits[last].start if last < len(edits) else len(source)
    start, end = max(before, edits[first].start - CONTEXT), min(behind, edits[last - 1].end + CONTEXT)
    moved = (attrs.evolve(edit, start=edit.start - start, end=edit.end - start) for edit in edits[first:last])
    return Correction(source[start:end], tuple(moved))
