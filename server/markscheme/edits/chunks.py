"""Chunk partition: source, hypothesis and all references cut at the same boundaries.

CLEME (Ye et al., 2023, Section 3.1) and CLEME2.0 (Section 3.1): edits whose source spans touch or
overlap, across the hypothesis and *all* references, merge into one chunk; what lies between is unchanged.
"""

from collections.abc import Collection, Sequence

import attrs

from markscheme.edits.edit import Edit, Edits


@attrs.frozen
class Chunk:
    """One stretch of the source, with what every side has there.

    Attributes
    ----------
    start, end
        Source token span.
    hypothesis
        The hypothesis's tokens, or ``None`` where it leaves the source unchanged.
    references
        Each reference's tokens, or ``None`` where it leaves the source unchanged.
    """

    start: int
    end: int
    hypothesis: tuple[str, ...] | None
    references: tuple[tuple[str, ...] | None, ...]

    @property
    def is_dummy(self) -> bool:
        """Whether the chunk has no source token: some side inserts."""
        return self.start == self.end


@attrs.frozen
class Partition:
    """A sentence's chunks.

    ``references[i]`` is the index, among all references of the sentence, of each chunk's ``references[i]``.
    """

    chunks: tuple[Chunk, ...]
    references: tuple[int, ...]


def present_references(
    source: tuple[str, ...],
    references: Sequence[Edits],
    *,
    empty_is_absent: bool = True,
    absent: Collection[int] = (),
) -> tuple[int, ...]:
    """Return the indices of the references that a sentence has; see :func:`partition`."""
    return tuple(
        index
        for index, side in enumerate(references)
        if index not in absent and (not empty_is_absent or not source or _leaves_tokens(source, side))
    )


def _leaves_tokens(source: tuple[str, ...], side: Edits) -> bool:
    """Return whether a sentence has a token after its edits, which are disjoint."""
    return any(edit.replacement for edit in side) or sum(edit.end - edit.start for edit in side) < len(source)


def partition(
    source: tuple[str, ...],
    hypothesis: Edits,
    references: Sequence[Edits],
    *,
    empty_is_absent: bool = True,
    absent: Collection[int] = (),
) -> Partition:
    """Return a sentence's chunks; every source token is in exactly one.

    In parallel texts an empty reference sentence is a missing one and is dropped, as in the official
    implementation. Elsewhere (``empty_is_absent=False``) it is a reference that deletes the sentence. References whose
    indices are ``absent`` are dropped, too.
    """
    kept = present_references(source, references, empty_is_absent=empty_is_absent, absent=absent)
    sides = [hypothesis, *(references[index] for index in kept)]
    waiting = [list(reversed(side)) for side in sides]
    spans = _merged([(edit.start, edit.end) for side in sides for edit in side])
    chunks: list[Chunk] = []
    unchanged: tuple[None, ...] = (None,) * len(kept)
    position = 0
    for start, end in spans:
        if position < start:
            chunks.append(Chunk(position, start, None, unchanged))
        texts = [
            _side_text(source, _taken(side, end), start, end) if side and side[-1].end <= end else None
            for side in waiting
        ]
        chunks.append(Chunk(start, end, texts[0], tuple(texts[1:])))
        position = end
    if position < len(source):
        chunks.append(Chunk(position, len(source), None, unchanged))
    return Partition(tuple(chunks), kept)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _taken(waiting: list[Edit], end: int) -> list[Edit]:
    """Take the next edits, from the end of a reversed list, up to a source token."""
    taken: list[Edit] = []
    while waiting and waiting[-1].end <= end:
        taken.append(waiting.pop())
    return taken


def _side_text(source: tuple[str, ...], inside: Sequence[Edit], start: int, end: int) -> tuple[str, ...]:
    text: list[str] = []
    position = start
    for edit in inside:
        text += source[position : edit.start]
        text += edit.replacement
        position = edit.end
    text += source[position:end]
    return tuple(text)
