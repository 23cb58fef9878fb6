"""The edit: ERRANT's unit, and every metric's input.

A long pair of texts is cut where both sides are the same, so that each piece is short enough for ERRANT, whose
alignment costs the product of the two lengths. It is cut between its changes, in linear memory and almost linear time.
A stretch that is longer still, and has nothing in common on both sides, counts as one change.

Chunk partition: source, hypothesis and all references cut at the same boundaries. CLEME (Ye et al., 2023, Section 3.1)
and CLEME2.0 (Section 3.1): edits whose source spans touch or overlap, across the hypothesis and *all* references, merge
into one chunk; what lies between is unchanged.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Literal, Protocol

import attrs
from rapidfuzz.distance import Levenshtein, Opcode

from markscheme.contract import shape
from markscheme.documents.corpus import DETECTION
from markscheme.documents.m2 import M2Sentence
from markscheme.languages.language import TypeRule

UNSCORED_TYPES = frozenset({"noop", "UNK"})
"""Types that mark no change, or one that was seen but not corrected: never scored by UOT-ERRANT."""


TagsUsed = Literal["own", "errant"]
"""The annotators' own tags, or ERRANT's types."""


@shape()
@attrs.frozen
class Tag:
    """What an annotator calls an error."""

    name: str
    """The tag as the annotator's file has it; several of one edit are joined by ``+``."""
    set: str
    """The tag set: ``ERRANT``, or the name of the layer or the format that the tags are from."""


@shape(name="TokenEdit")
@attrs.frozen(cache_hash=True)
class Edit:
    """Source tokens ``start`` to ``end`` (half-open, equal for an insertion) become ``replacement``."""

    start: int
    """The first source token."""
    end: int
    """The source token behind the last one; ``start`` for an insertion."""
    replacement: tuple[str, ...]
    """The tokens in their place; empty for a deletion."""
    type: str = ""
    """The error type: ERRANT's, such as ``R:VERB:SVA`` (Bryant et al., 2017), or that of the corpus."""
    tag: Tag | None = attrs.field(default=None, eq=False)
    """The annotator's own tag; ``null`` where there is none, or nobody asked for it."""

    def __attrs_post_init__(self) -> None:
        # msgspec, which reads an engine's replies, makes values without __init__, where attrs empties the cached hash.
        object.__setattr__(self, "_attrs_cached_hash", None)

    @property
    def key(self) -> tuple[int, int, tuple[str, ...]]:
        """What makes two edits the same correction: place and replacement, not type."""
        return (self.start, self.end, self.replacement)

    @property
    def growth(self) -> int:
        """The number of tokens by which it makes the text longer."""
        return len(self.replacement) - (self.end - self.start)

    @property
    def corrects(self) -> bool:
        """False where an error was seen and not corrected."""
        return self.type not in UNSCORED_TYPES


Edits = tuple[Edit, ...]
"""One side's edits of one sentence, in source order and disjoint."""


@attrs.frozen
class Correction:
    """A source sentence's tokens, and the edits that correct it."""

    source: tuple[str, ...]
    edits: Edits


def joined_tag(edits: Iterable[Edit]) -> Tag | None:
    """Return the tag of several edits that count as one."""
    tags = list(dict.fromkeys(edit.tag for edit in edits if edit.tag is not None))
    return Tag("+".join(dict.fromkeys(tag.name for tag in tags)), tags[0].set) if tags else None


def edit_lines(edits: Edits) -> str:
    """Return edits as text, a line each, which keys of the cache are made of."""
    return "\n".join(f"{edit.start} {edit.end} {edit.type} {' '.join(edit.replacement)}" for edit in edits)


def generally_typed(edits: Edits) -> Edits:
    """Return the edits with types that say only what they do: ``M:OTHER``, ``U:OTHER`` or ``R:OTHER``.

    >>> [edit.type for edit in generally_typed((Edit(0, 1, ("auf",), "R:SPELL"), Edit(2, 2, (",",), "M:PUNCT")))]
    ['R:OTHER', 'M:OTHER']
    """
    return tuple(map(without_class, edits))


def without_class(edit: Edit) -> Edit:
    """Return an edit with a type that says only what it does."""
    operation = "M" if edit.start == edit.end else "R" if edit.replacement else "U"
    return attrs.evolve(edit, type=f"{operation}:OTHER")


def scored(edits: Edits) -> Edits:
    return tuple(edit for edit in edits if edit.corrects)


def detections(edits: Edits) -> Edits:
    return tuple(sorted((edit for edit in edits if edit.type == DETECTION), key=lambda edit: (edit.start, edit.end)))


class Replacement(Protocol):
    """Tokens in the place of some source tokens."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def replacement(self) -> tuple[str, ...]: ...


def apply_edits(
    tokens: tuple[str, ...], edits: Iterable[Replacement], start: int = 0, end: int | None = None
) -> tuple[str, ...]:
    """Return the source, or a part of it, with the edits made; they must be disjoint, in source order and inside."""
    text: list[str] = []
    position = start
    for edit in edits:
        text += tokens[position : edit.start]
        text += edit.replacement
        position = edit.end
    text += tokens[position:end]
    return tuple(text)


def joined_spans(spans: Iterable[tuple[int, int]], gap: int = 0) -> list[tuple[int, int]]:
    """Return token ranges in order, those with at most ``gap`` tokens between them as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1] + gap:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def retyped(source: tuple[str, ...], edits: Edits, amended: TypeRule) -> Edits:
    types = [amended(source[edit.start : edit.end], edit.replacement, edit.type) for edit in edits]
    if all(edit.type == kind for edit, kind in zip(edits, types, strict=True)):
        return edits
    return tuple(attrs.evolve(edit, type=kind) for edit, kind in zip(edits, types, strict=True))


def target_start(edits: Edits, index: int) -> int:
    shift = sum(edit.growth for edit in edits[:index])
    return edits[index].start + shift


def annotated_edits(sentence: M2Sentence, annotator: int) -> Edits:
    """One annotator's edits of an M2 sentence; none where the annotator left it unchanged."""
    return tuple(
        Edit(item.start, item.end, item.replacement, item.type) for item in sentence.annotations.get(annotator, ())
    )


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
        return max(self.source[1] - self.source[0], self.target[1] - self.target[0]) <= MAX_TOKENS


def is_short(source: Tokens, target: Tokens) -> bool:
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


def stretches_of(correction: Correction) -> Iterator[Correction]:
    """Yield a correction's edits in order, with their part of the source; takes linear time.

    A correction of at most :data:`~markscheme.edits.edit.MAX_TOKENS` tokens on either side is one stretch. Of a
    longer one, each stretch holds as many edits as fit, with up to :data:`~markscheme.edits.edit.CONTEXT` tokens
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
        grown = max(0, edits[first].growth)
        while last < len(edits):
            grown += max(0, edits[last].growth)
            if edits[last].end - edits[first].start + grown + 2 * CONTEXT > MAX_TOKENS:
                break
            last += 1
        yield _stretch(correction.source, edits, first, last)
        first = last


def _stretch(source: tuple[str, ...], edits: Sequence[Edit], first: int, last: int) -> Correction:
    before = edits[first - 1].end if first else 0
    behind = edits[last].start if last < len(edits) else len(source)
    start, end = max(before, edits[first].start - CONTEXT), min(behind, edits[last - 1].end + CONTEXT)
    moved = (attrs.evolve(edit, start=edit.start - start, end=edit.end - start) for edit in edits[first:last])
    return Correction(source[start:end], tuple(moved))


@attrs.frozen
class Chunk:
    """One stretch of the source, with the tokens that every side has there; ``None`` where it leaves the source."""

    start: int
    end: int
    hypothesis: tuple[str, ...] | None
    references: tuple[tuple[str, ...] | None, ...]

    def length(self, text: tuple[str, ...] | None) -> int:
        """Return the tokens of the longer of the source's and a side's text."""
        return max(self.end - self.start, len(text or ()))


@attrs.frozen
class Partition:
    """A sentence's chunks; ``references[i]``: the index, among the sentence's, of each chunk's ``references[i]``."""

    chunks: tuple[Chunk, ...]
    references: tuple[int, ...]


def _leaves_tokens(source: tuple[str, ...], side: Edits) -> bool:
    return any(edit.replacement for edit in side) or sum(edit.end - edit.start for edit in side) < len(source)


def _taken(waiting: list[Edit], end: int) -> list[Edit]:
    taken: list[Edit] = []
    while waiting and waiting[-1].end <= end:
        taken.append(waiting.pop())
    return taken


@attrs.frozen(cache_hash=True)
class PassageEdits:
    """A passage's source tokens, and its hypothesis's and references' edits.

    ``parallel``: an empty reference sentence is a missing one, as in CLEME2.0's official implementation; elsewhere it
    deletes the sentence. ``absent``: the indices of the references whose authors have not seen the passage; they have
    no edits. ``hypothesis_lines``, ``reference_lines``: edits as the document states them
    (:attr:`markscheme.documents.corpus.Side.edit_lines`); ``None`` where they are the same.
    """

    source: tuple[str, ...]
    hypothesis: Edits
    references: tuple[Edits, ...]
    parallel: bool = True
    absent: frozenset[int] = frozenset()
    hypothesis_lines: Edits | None = None
    reference_lines: tuple[Edits | None, ...] = ()

    def cut(self) -> Partition:
        """Return the sentence's chunks against the references that it has; every source token is in exactly one."""
        kept = self.present_references
        sides = [self.hypothesis, *(self.references[index] for index in kept)]
        waiting = [list(reversed(side)) for side in sides]
        spans = joined_spans((edit.start, edit.end) for side in sides for edit in side)
        chunks: list[Chunk] = []
        unchanged: tuple[None, ...] = (None,) * len(kept)
        position = 0
        for start, end in spans:
            if position < start:
                chunks.append(Chunk(position, start, None, unchanged))
            texts = [
                apply_edits(self.source, _taken(side, end), start, end) if side and side[-1].end <= end else None
                for side in waiting
            ]
            chunks.append(Chunk(start, end, texts[0], tuple(texts[1:])))
            position = end
        if position < len(self.source):
            chunks.append(Chunk(position, len(self.source), None, unchanged))
        return Partition(tuple(chunks), kept)

    @property
    def present_references(self) -> tuple[int, ...]:
        """The indices of the references that the sentence has."""
        return tuple(
            index
            for index, side in enumerate(self.references)
            if index not in self.absent and (not self.parallel or not self.source or _leaves_tokens(self.source, side))
        )

    @property
    def seen_by(self) -> tuple[int, ...]:
        return tuple(index for index in range(len(self.references)) if index not in self.absent)

    @property
    def is_unseen(self) -> bool:
        """Whether it has references, and the author of none has seen it: there is nothing to mark it against."""
        return bool(self.references) and not self.seen_by

    @property
    def counted_hypothesis(self) -> Edits:
        return self.hypothesis if self.hypothesis_lines is None else self.hypothesis_lines

    @property
    def counted_references(self) -> tuple[Edits, ...]:
        return tuple(
            edits if lines is None else lines
            for edits, lines in zip_longest(self.references, self.reference_lines[: len(self.references)])
        )

    def only(self, indices: Sequence[int]) -> "PassageEdits":
        """Return the same passage with some of its references, given by their indices in ascending order."""
        if len(indices) == len(self.references):
            return self
        lines = self.reference_lines
        return attrs.evolve(
            self,
            references=tuple(self.references[index] for index in indices),
            reference_lines=tuple(lines[index] if index < len(lines) else None for index in indices),
            absent=frozenset(number for number, index in enumerate(indices) if index in self.absent),
        )

    def scored(self) -> "PassageEdits":
        return attrs.evolve(self, hypothesis=scored(self.hypothesis), references=tuple(map(scored, self.references)))
