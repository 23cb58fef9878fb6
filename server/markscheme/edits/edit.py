"""The edit: ERRANT's unit, and every metric's input."""

from collections.abc import Iterable, Iterator

import attrs

from markscheme.formats.m2.sentences import M2Sentence
from markscheme.formats.parallel import DETECTION
from markscheme.languages.language import TypeRule
from markscheme.text.positions import Span
from markscheme.text.segments import Segment

UNSCORED_TYPES = frozenset({"noop", "UNK"})
"""Types that mark no change, or one that was seen but not corrected: never scored by UOT-ERRANT."""


@attrs.frozen(cache_hash=True)
class Edit:
    """Source tokens ``start`` to ``end`` (half-open) become ``replacement``.

    Attributes
    ----------
    start, end
        Source token span; equal for an insertion.
    replacement
        Target tokens; empty for a deletion.
    type
        ERRANT's type, such as ``R:VERB:SVA`` (Bryant et al., 2017).
    """

    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""

    def __attrs_post_init__(self) -> None:
        # msgspec, which reads an engine's replies, makes values without __init__, where attrs empties the cached hash.
        object.__setattr__(self, "_attrs_cached_hash", None)

    @property
    def key(self) -> tuple[int, int, tuple[str, ...]]:
        """What makes two edits the same correction: place and replacement, not type."""
        return (self.start, self.end, self.replacement)

    @property
    def corrects(self) -> bool:
        """False where an error was seen and not corrected."""
        return self.type not in UNSCORED_TYPES

    def characters(self, source: Segment) -> Span:
        """The edit's place in the source document, in code points."""
        return source.characters(self.start, self.end)


Edits = tuple[Edit, ...]
"""One side's edits of one sentence, in source order and disjoint."""


@attrs.frozen
class Correction:
    """A source sentence's tokens, and the edits that correct it."""

    source: tuple[str, ...]
    edits: Edits


def generally_typed(edits: Edits) -> Edits:
    """Return the edits with types that say only what they do: ``M:OTHER``, ``U:OTHER`` or ``R:OTHER``.

    >>> [edit.type for edit in generally_typed((Edit(0, 1, ("auf",), "R:SPELL"), Edit(2, 2, (",",), "M:PUNCT")))]
    ['R:OTHER', 'M:OTHER']
    """
    return tuple(attrs.evolve(edit, type=f"{_operation(edit)}:OTHER") for edit in edits)


def _operation(edit: Edit) -> str:
    if edit.start == edit.end:
        return "M"
    return "R" if edit.replacement else "U"


def scored(edits: Edits) -> Edits:
    """Return the edits that correct something."""
    return tuple(edit for edit in edits if edit.corrects)


def detections(edits: Edits) -> Edits:
    """Return the edits that mark an error and don't correct it, in source order."""
    return tuple(sorted((edit for edit in edits if edit.type == DETECTION), key=lambda edit: (edit.start, edit.end)))


def apply_edits(tokens: tuple[str, ...], edits: Edits) -> tuple[str, ...]:
    """Return the source with the edits made; they must be disjoint and in source order."""
    return tuple(edited_tokens(tokens, edits))


def edited_tokens(tokens: tuple[str, ...], edits: Iterable[Edit]) -> Iterator[str]:
    """Yield the tokens of the source with the edits made, as :func:`apply_edits` returns them."""
    position = 0
    for edit in edits:
        yield from tokens[position : edit.start]
        yield from edit.replacement
        position = edit.end
    yield from tokens[position:]


def retyped(source: tuple[str, ...], edits: Edits, amended: TypeRule) -> Edits:
    """Return the edits with the types that a language gives them."""
    types = [amended(source[edit.start : edit.end], edit.replacement, edit.type) for edit in edits]
    if all(edit.type == kind for edit, kind in zip(edits, types, strict=True)):
        return edits
    return tuple(attrs.evolve(edit, type=kind) for edit, kind in zip(edits, types, strict=True))


def target_start(edits: Edits, index: int) -> int:
    """Where edit ``index`` begins in the target's tokens."""
    shift = sum(len(edit.replacement) - (edit.end - edit.start) for edit in edits[:index])
    return edits[index].start + shift


def annotated_edits(sentence: M2Sentence, annotator: int) -> Edits:
    """One annotator's edits of an M2 sentence; none where the annotator left it unchanged."""
    return tuple(
        Edit(item.start, item.end, item.replacement, item.type) for item in sentence.annotations.get(annotator, ())
    )
