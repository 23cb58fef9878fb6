"""Edits exact to the character, widened to whole tokens of the source and of the target."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise

import attrs

from markscheme.formats.corpus import TextEdit
from markscheme.text.positions import Span


@attrs.frozen
class Block:
    """Edits that share tokens, and the characters that they replace: whole tokens, and white space beside them.

    Attributes
    ----------
    source, target
        The characters of either text.
    edits
        In source order.
    """

    source: Span
    target: Span
    edits: tuple[TextEdit, ...]

    def until(self, source: int, target: int, edit: TextEdit) -> "Block":
        """Return the block with one more edit, up to a place in either text."""
        return Block(Span(self.source.start, source), Span(self.target.start, target), (*self.edits, edit))


def blocks(source: Sequence[Span], target: Sequence[Span], edits: Sequence[TextEdit], length: int) -> list[Block]:
    """Return the edits in blocks that begin and end at ends of tokens, in source order.

    Parameters
    ----------
    source, target
        The places of each text's tokens, ascending and disjoint.
    edits
        The edits that lead from the source to the target.
    length
        The number of characters of the source.

    Raises
    ------
    ValueError
        If the edits are not in source order, overlap, or are outside the source.
    """
    _check_order(edits, length)
    in_source, in_target = _inside(source), _inside(target)
    found: list[Block] = []
    shift = 0

    def is_inside(place: int) -> bool:
        return in_source(place) or in_target(place + shift)

    for number, edit in enumerate(edits):
        start, end = edit.span.start, edit.span.end
        floor = found[-1].source.end if found else 0
        while start > floor and is_inside(start):
            start -= 1
        here = Block(Span(start, start), Span(start + shift, start + shift), ())
        block = found.pop() if found and is_inside(start) else here
        shift += 0 if edit.replacement is None else len(edit.replacement) - (edit.span.end - edit.span.start)
        following = edits[number + 1].span.start if number + 1 < len(edits) else length
        while end < following and is_inside(end):
            end += 1
        found.append(block.until(end, end + shift, edit))
    return found


def _check_order(edits: Sequence[TextEdit], length: int) -> None:
    places = [0, *(place for edit in edits for place in (edit.span.start, edit.span.end)), length]
    if any(one > other for one, other in pairwise(places)):
        raise ValueError("edits are not in source order, overlap, or are outside their source")


def _inside(spans: Sequence[Span]) -> Callable[[int], bool]:
    """Return a function that says whether a place is inside a token, and not at one of its ends."""
    starts = [span.start for span in spans]

    def inside(place: int) -> bool:
        index = bisect_left(starts, place) - 1
        return index >= 0 and place < spans[index].end

    return inside
