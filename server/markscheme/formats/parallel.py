"""Texts whose sentences are numbered, as in corpora: they line up by number."""

from collections.abc import Sequence
from pathlib import Path

import attrs

from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span
from markscheme.text.segments import Segment, whitespace_segment

DETECTION = "UNK"
"""ERRANT's type of an error that is marked without a correction."""


@attrs.frozen
class StatedEdit:
    """An edit that a file states itself.

    Attributes
    ----------
    start, end
        Source token span.
    type
        ERRANT type, or another scheme's; ``UNK`` for an error that is marked without a correction.
    replacement
        The correction's tokens; empty for a deletion, the source's own for an error without a correction.
    correction
        Where the correction stands in the file's text.
    """

    start: int
    end: int
    type: str
    replacement: tuple[str, ...]
    correction: Span

    @property
    def corrects(self) -> bool:
        """Whether it gives a correction; false where an error is only marked."""
        return self.type != DETECTION


@attrs.frozen
class Side:
    """One document's part of a passage.

    Attributes
    ----------
    segment
        Its tokens and their places.
    edits
        Its edits, where the document states them; in source order, disjoint.
    states_edits
        Whether the document states its edits, as M2 does; if not, ERRANT extracts them.
    edit_lines
        Where the document states its edits: each as often as it stands there, with the type and the correction that it
        has there. ``edits`` may have fewer: without repetitions, and without detections that overlap corrections.
    absent
        Whether its author has not seen the source, as an annotator without a line in a sentence of M2. Its tokens are
        then the source's; in running text it has none.
    """

    segment: Segment
    edits: tuple[StatedEdit, ...] = attrs.field(default=(), kw_only=True)
    states_edits: bool = attrs.field(default=False, kw_only=True)
    edit_lines: tuple[StatedEdit, ...] = attrs.field(default=(), kw_only=True)
    absent: bool = attrs.field(default=False, kw_only=True)

    def words(self, first: int, last: int, text: str) -> str:
        """Return tokens ``first`` to ``last`` as the document's text has them; where it states edits, as tokens."""
        if self.states_edits:
            return " ".join(self.segment.tokens[first:last])
        return self.segment.characters(first, last).of(text)

    def place(self, source: tuple[int, int], target: tuple[int, int]) -> Span:
        """Return the place of target tokens that correct source tokens, both half-open ranges.

        Where the document states its edits, it is the first of those in the source range that writes something,
        or the first of them, or the source words that stay.
        """
        inside = [item.correction for item in self.edits if source[0] <= item.start and item.end <= source[1]]
        if inside:
            return next((span for span in inside if span.start < span.end), inside[0])
        return self.segment.characters(*target)


@attrs.frozen
class ParallelText:
    """A text whose sentences are numbered: a file's lines, or one annotator of an M2 file.

    Attributes
    ----------
    name
        Whose it is.
    path
        Where it is from, for messages.
    sides
        One a sentence.
    lines
        The 1-based line of each sentence in the file.
    sources
        The source sentences that the file carries; ``None`` where it carries none.
    choice
        As :attr:`markscheme.formats.document.Document.choice`.
    """

    name: str
    path: Path | None
    sides: tuple[Side, ...]
    lines: tuple[int, ...]
    sources: tuple[Segment, ...] | None = None
    choice: int = 0


def text_of_lines(text: str, name: str, path: Path | None = None) -> ParallelText:
    """Return a text with one tokenised sentence a line."""
    index = LineIndex(text)
    count = len(index) - (1 if not index.line_span(len(index) - 1).of(text) else 0)
    spans = [index.line_span(number) for number in range(count)]
    sides = tuple(Side(whitespace_segment(span.of(text), span.start)) for span in spans)
    return ParallelText(name, path, sides, tuple(range(1, count + 1)))


def sources_of(texts: Sequence[ParallelText], source: ParallelText | None, first: int = 0) -> tuple[Segment, ...]:
    """Return the source sentences, of the source's file or else of the first text that carries them.

    Parameters
    ----------
    first
        The 0-based number of the texts' first sentence in their files, where they are parts of these.

    Raises
    ------
    DocumentError
        If nothing gives the source, or a text has another number of sentences or another source.
    """
    carrier = source or next((text for text in texts if text.sources is not None), None)
    if carrier is None:
        raise DocumentError("there is no source text", remedy="Name one with --source, or give M2 files")
    segments = carrier.sources or tuple(side.segment for side in carrier.sides)
    for text in texts:
        _check_parallel(text, segments, carrier, first)
    return segments


def _check_parallel(text: ParallelText, sources: tuple[Segment, ...], carrier: ParallelText, first: int) -> None:
    if len(text.sides) != len(sources):
        shorter = min(len(text.sides), len(sources))
        line = text.lines[shorter] if len(text.sides) > shorter else (text.lines[-1] if text.lines else 1)
        raise DocumentError(
            f"it has {len(text.sides)} sentences where its source {_file_name(carrier)} has {len(sources)}",
            path=text.path,
            line=line,
            remedy="Parallel texts need the same number of lines, one sentence a line",
        )
    for number, carried in enumerate(text.sources or ()):
        if carried.tokens != sources[number].tokens:
            raise _other_source(text, number, carrier, sources[number], first)


def _other_source(text: ParallelText, number: int, carrier: ParallelText, source: Segment, first: int) -> DocumentError:
    """Return the error of a text whose source sentence of this number is another than the carrier's."""
    path, line, name = text.path, text.lines[number], _file_name(carrier)
    carried = (text.sources or ())[number]
    if " ".join(carried.tokens).split() != " ".join(source.tokens).split():
        return DocumentError(f"its source sentence {first + number + 1} is not that of {name}", path=path, line=line)
    return DocumentError(
        f"its source sentence {first + number + 1} differs from that of {name} in white space, "
        "so tokens have other numbers",
        path=path,
        line=line,
        remedy="Write the same S line in both files, with its edits' numbers, or leave out a source in plain text",
    )


def _file_name(text: ParallelText) -> str:
    return text.path.name if text.path else text.name
