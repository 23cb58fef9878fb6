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


def joined(corpus: Corpus) -> Corpus:
    """Return a corpus of several entries as one text, an entry a line; ids are not kept.

    A person without a correction of an entry left it unchanged. A correction has edits if it has them in every entry.
    """
    if len(corpus.entries) < 2:
        return corpus
    entries = corpus.entries
    source = "\n".join(entry.source for entry in entries)
    hypotheses = _joined_corrections(entries, [entry.hypotheses for entry in entries])
    references = _joined_corrections(entries, [entry.references for entry in entries])
    return attrs.evolve(corpus, entries=(Entry("", source, hypotheses, references),), tokenised=False)


def _joined_corrections(
    entries: Sequence[Entry], corrections: Sequence[Sequence[Correction]]
) -> tuple[Correction, ...]:
    by_name = [{item.name: item for item in side} for side in corrections]
    joined_corrections: list[Correction] = []
    for name in dict.fromkeys(name for side in by_name for name in side):
        parts = [
            side.get(name) or Correction(name, entry.source, ()) for entry, side in zip(entries, by_name, strict=True)
        ]
        text = "\n".join(part.text for part in parts)
        joined_corrections.append(Correction(name, text, _joined_edits(entries, parts)))
    return tuple(joined_corrections)


def _joined_edits(entries: Sequence[Entry], parts: Sequence[Correction]) -> tuple[TextEdit, ...] | None:
    edits: list[TextEdit] = []
    start = 0
    for entry, part in zip(entries, parts, strict=True):
        if part.edits is None:
            return None
        edits += (attrs.evolve(edit, span=Span(start + edit.span.start, start + edit.span.end)) for edit in part.edits)
        start += len(entry.source) + len("\n")
    return tuple(edits)


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
