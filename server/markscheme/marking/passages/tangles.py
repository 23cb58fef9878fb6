"""Join changes that touch, in passages with too many of them for a verdict on each.

A verdict on a change looks at what touches it on every side, so that its cost grows with the changes that stand side by
side. Where everything is changed for many changes on end, one side's changes there count as one. CLEME2.0's chunks
stay the same: it, too, takes edits that touch for one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

import attrs

from markscheme.edits.edit import Edit, Edits, edited_tokens
from markscheme.edits.passage_edits import PassageEdits

MAX_TANGLED = 16
"""Changes of one side in a stretch of the source in which every token is changed by some side."""
MAX_CHANGES = 100
"""Changes of one side in a passage."""

_Span = tuple[int, int]


def is_tangled(edits: PassageEdits) -> bool:
    """Return whether some changes of a passage count as one."""
    sides = (edits.hypothesis, *edits.references)
    if max(map(len, sides)) <= MAX_TANGLED:
        return False
    return max(map(len, sides)) > MAX_CHANGES or any(_tangled_spans(sides))


def untangled(edits: PassageEdits) -> PassageEdits:
    """Return the passage with changes joined that count as one."""
    if not is_tangled(edits):
        return edits
    sides = (edits.hypothesis, *edits.references)
    sides = tuple(_joined(edits.source, side, list(_tangled_spans(sides))) for side in sides)
    gap = 1
    while max(map(len, sides)) > MAX_CHANGES:
        spans = list(_stretches(sides, gap))
        sides = tuple(_joined(edits.source, side, spans) for side in sides)
        gap *= 2
    return attrs.evolve(edits, hypothesis=sides[0], references=sides[1:])


def _tangled_spans(sides: Sequence[Edits]) -> Iterator[_Span]:
    """Yield the stretches in which one side has too many changes."""
    starts = [[edit.start for edit in side] for side in sides]
    for start, end in _stretches(sides, 0):
        if any(bisect_right(side, end) - bisect_left(side, start) > MAX_TANGLED for side in starts):
            yield start, end


def _stretches(sides: Sequence[Edits], gap: int) -> Iterator[_Span]:
    """Yield the source spans of changes with at most ``gap`` tokens between them, of all sides together."""
    merged: _Span | None = None
    for start, end in sorted((edit.start, edit.end) for side in sides for edit in side):
        if merged and start <= merged[1] + gap:
            merged = merged[0], max(merged[1], end)
            continue
        if merged:
            yield merged
        merged = start, end
    if merged:
        yield merged


def _joined(source: tuple[str, ...], side: Edits, spans: Sequence[_Span]) -> Edits:
    """Return one side's edits, those in each of some spans made one."""
    joined: list[Edit] = []
    waiting = list(reversed(side))
    for start, end in spans:
        while waiting and waiting[-1].start < start:
            joined.append(waiting.pop())
        inside: list[Edit] = []
        while waiting and waiting[-1].end <= end:
            inside.append(waiting.pop())
        if inside:
            joined.append(_one(source, inside))
    return (*joined, *reversed(waiting))


def _one(source: tuple[str, ...], edits: Sequence[Edit]) -> Edit:
    if len(edits) == 1:
        return edits[0]
    start, end = edits[0].start, edits[-1].end
    moved = (attrs.evolve(edit, start=edit.start - start, end=edit.end - start) for edit in edits)
    replacement = tuple(edited_tokens(source[start:end], moved))
    types = {edit.type for edit in edits}
    return Edit(start, end, replacement, types.pop() if len(types) == 1 else "R:OTHER")
