"""Texts with their corrections, whatever file they came from: what formats read and write."""

from collections.abc import Sequence
from typing import Literal

import attrs

from markscheme.text.positions import Span

Part = Literal["hypothesis", "reference"]


@attrs.frozen
class TextEdit:
    """A change of a text, exact to the character.

    Attributes
    ----------
    span
        The characters of the source that it replaces; empty for an insertion.
    replacement
        The new text, white space included; empty for a deletion. ``None`` where an annotator
        marked an error and gave no correction (W&I's null corrections, ERRANT's ``UNK``): the text stays.
    type
        ERRANT type, or another scheme's; empty where the file gives none.
    """

    span: Span
    replacement: str | None
    type: str = ""


@attrs.frozen
class Correction:
    """One person's or system's correction of a text.

    Attributes
    ----------
    name
        Whose it is.
    text
        The corrected text, whole.
    edits
        The changes, in source order, without overlaps; ``None`` where the file has only the texts.
        Applied to the source they give ``text``.
    """

    name: str
    text: str
    edits: tuple[TextEdit, ...] | None = None


@attrs.frozen
class Entry:
    """A source text, a sentence or a whole essay, with its corrections; ``id`` may be empty."""

    id: str
    source: str
    hypotheses: tuple[Correction, ...] = ()
    references: tuple[Correction, ...] = ()

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """Hypotheses, then references."""
        return (*self.hypotheses, *self.references)


@attrs.frozen
class Corpus:
    """What a file, or a group of parallel files, holds.

    Attributes
    ----------
    entries
        In file order.
    tokenised
        Whether every entry is one sentence whose tokens are parted by single spaces, as
        :func:`~markscheme.text.segments.spaced_segment` reads it; else texts are as people write them, lines of a text
        ended by ``\\n``.
    left_out
        The parts of the file for which a corpus has no place, in words for people.
    """

    entries: tuple[Entry, ...]
    tokenised: bool
    left_out: tuple[str, ...] = attrs.field(default=(), eq=False)


def apply_edits(source: str, edits: Sequence[TextEdit]) -> str:
    """Return the text after its edits, which are in source order and don't overlap.

    >>> apply_edits("She like music.", [TextEdit(Span(4, 8), "likes"), TextEdit(Span(9, 9), "the ")])
    'She likes the music.'
    """
    pieces: list[str] = []
    position = 0
    for edit in edits:
        kept = edit.span.of(source) if edit.replacement is None else edit.replacement
        pieces += [source[position : edit.span.start], kept]
        position = edit.span.end
    return "".join([*pieces, source[position:]])
