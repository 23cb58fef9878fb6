"""A stretch of a hypothesis that is an annotator of an M2 file: their ``A`` lines there."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from markscheme.formats.m2 import (
    DETECTION,
    AnnotationLine,
    M2Sentence,
    annotation_line,
    noop_line,
    read_m2,
    written_type,
)
from markscheme.formats.rewriting.replacement import Replacement, line_end
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span


class WantedEdit(Protocol):
    """Source tokens ``start`` to ``end`` are to become ``replacement``."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def replacement(self) -> tuple[str, ...]: ...

    @property
    def type(self) -> str: ...


def rewritten_annotations(
    file_text: str,
    path: Path | None,
    sentence: int,
    annotator: int,
    start: int,
    end: int,
    edits: Sequence[WantedEdit],
) -> Replacement:
    """What to change in an M2 file so that an annotator has these edits, and no others, from ``start`` to ``end``.

    New lines stand where the old ones stood, or in source order among the annotator's, or behind those of annotators
    with lower numbers. An annotator whose last line goes gets ``noop``, and loses it with the first edit. All other
    lines stay byte for byte: those of others, errors marked without a correction (``UNK``), other alignments of a
    target. Nothing changes where the annotator has these corrections already, be their types others.

    Parameters
    ----------
    sentence
        The index of the ``S`` line.
    start, end
        Source tokens of a chunk: every correction of the annotator is inside, touching the ends or not, or outside.
    edits
        In source order, disjoint, inside the chunk.

    Raises
    ------
    DocumentError
        If the file is malformed, or M2 can't say an edit: ``||`` or ``-NONE-`` as a correction, for example.
    ValueError
        If an edit is not inside the chunk, or a correction of the annotator reaches across the chunk's end.
    """
    own = read_m2(file_text, path)[sentence]
    _check_chunk(own, annotator, start, end, edits)
    if [_key(edit) for edit in edits] == [
        _key(item) for item in own.annotations.get(annotator, ()) if item.corrects and _is_inside(item, start, end)
    ]:
        return Replacement(Span(own.source.start, own.source.start), "")
    dropped = [line for line in own.lines if line.annotator == annotator and _goes(line, start, end, bool(edits))]
    lines = [_written(edit, annotator, own, path) for edit in edits]
    if not lines and not any(line.annotator == annotator and line not in dropped for line in own.lines):
        lines = [noop_line(annotator)]
    first = dropped[0].line if dropped else _line_behind(own, annotator, start, end)
    last = dropped[-1].line if dropped else first - 1
    return _exchanged(file_text, own.line, range(first, last + 1), {line.line for line in dropped}, lines)


def _check_chunk(own: M2Sentence, annotator: int, start: int, end: int, edits: Sequence[WantedEdit]) -> None:
    for edit in edits:
        if not _is_inside(edit, start, end):
            raise ValueError(f"the edit of tokens {edit.start} to {edit.end} is not inside tokens {start} to {end}")
    for item in own.annotations.get(annotator, ()):
        if item.corrects and item.start < end and start < item.end and not _is_inside(item, start, end):
            raise ValueError(f"the edit in line {item.line} reaches across the end of tokens {start} to {end}")


def _is_inside(edit: WantedEdit, start: int, end: int) -> bool:
    return start <= edit.start <= edit.end <= end


def _key(edit: WantedEdit) -> tuple[int, int, tuple[str, ...]]:
    return edit.start, edit.end, tuple(edit.replacement)


def _goes(line: AnnotationLine, start: int, end: int, has_edits: bool) -> bool:
    """Whether a line of the annotator is no longer true."""
    if line.annotation is None:
        return line.is_read and has_edits
    return line.is_read and line.annotation.corrects and _is_inside(line.annotation, start, end)


def _written(edit: WantedEdit, annotator: int, own: M2Sentence, path: Path | None) -> str:
    before = own.source.tokens[edit.start : edit.end]
    kind = edit.type if edit.type == DETECTION else written_type([edit.type], before, edit.replacement)
    try:
        return annotation_line(edit.start, edit.end, kind, edit.replacement, annotator)
    except ValueError as problem:
        raise DocumentError(
            f"this correction can't be written as M2: {problem}", path=path, line=own.line, remedy="Make it by hand"
        ) from None


def _line_behind(own: M2Sentence, annotator: int, start: int, end: int) -> int:
    """The line before which the annotator's first line in a chunk is written."""
    read = [line for line in own.lines if line.is_read]
    theirs = [line for line in read if line.annotator == annotator]
    before = [
        line for line in theirs if line.annotation and (line.annotation.start, line.annotation.end) <= (start, end)
    ]
    if before:
        return before[-1].line + 1
    if theirs:
        return theirs[0].line
    return max((line.line for line in read if line.annotator < annotator), default=own.line) + 1


def _exchanged(file_text: str, source_line: int, old: range, dropped: set[int], new: Sequence[str]) -> Replacement:
    """The lines ``old`` (1-based) without those that are dropped, behind new ones, with the line ends of the file."""
    index = LineIndex(file_text)

    def begin(line: int) -> int:
        return index.line_span(line - 1).start if line <= len(index) else len(file_text)

    source = file_text[begin(source_line) : begin(source_line + 1)]
    newline = line_end(source if source_line < len(index) else file_text)
    kept = "".join(file_text[begin(line) : begin(line + 1)] for line in old if line not in dropped)
    text = "".join(line + newline for line in new) + kept
    span = Span(begin(old.start), begin(old.stop))
    if old.stop > len(index):
        text = text.removesuffix(newline)
        text = newline + text if old.start > len(index) else text
    return Replacement(span, text)
