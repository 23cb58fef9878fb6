"""A hypothesis that is an annotator of an M2 file: what to change in the annotator's ``A`` lines."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path

import attrs

from markscheme.formats.document import Document
from markscheme.formats.m2.annotation_lines import annotation_line, noop_line, written_type
from markscheme.formats.m2.sentences import (
    AnnotationLine,
    M2Sentence,
    correction_tokens,
    read_m2,
    wanted_annotators,
)
from markscheme.formats.parallel import DETECTION
from markscheme.formats.replacement import Replacement, line_end
from markscheme.formats.rewording import HypothesisFile, Rewording, SourcePlace, applied
from markscheme.formats.token_edits import WantedEdit
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span


class M2File(HypothesisFile):
    """An M2 file of which one annotator is the hypothesis: the document's author, or else the first annotator.

    Raises
    ------
    DocumentError
        If the file is malformed, or has no such annotator.
    """

    def __init__(self, document: Document, text: str) -> None:
        super().__init__(text)
        self._path = document.path
        self._sentences = read_m2(text, document.path)
        self._annotator = wanted_annotators(self._sentences, document.author, document.path)[0]
        self._index = LineIndex(text)

    def rewritten(self, last_first: Sequence[Rewording]) -> str:
        by_sentence = sorted(last_first, key=lambda item: (item.place.sentence, item.place.start), reverse=True)
        changes = [
            self._sentence_changed(number, wanted)
            for number, wanted in groupby(by_sentence, key=lambda item: item.place.sentence)
        ]
        return applied(self.text, changes)

    def _sentence_changed(self, number: int, wanted: Iterable[Rewording]) -> Replacement:
        """Return a sentence's new lines; blank lines stand for those before it, so that lines count as in the file."""
        span = Span(self._begin(number), self._begin(number + 1))
        before = line_end(self.text) * (self._sentences[number].line - 1)
        text = before + span.of(self.text)
        for item in wanted:
            place = item.place
            source = self._sentences[number].source.tokens
            edits = tuple(_edits(source, place, _tokens(item.words, source[place.start : place.end])))
            text = rewritten_annotations(text, self._path, 0, self._annotator, place.start, place.end, edits).applied(
                text
            )
        return Replacement(span, text[len(before) :])

    def _begin(self, number: int) -> int:
        if number == len(self._sentences):
            return len(self.text)
        return self._index.line_span(self._sentences[number].line - 1).start


@attrs.frozen
class _Edit:
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""


def _tokens(words: str, before: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens of new words for some tokens: with blank ones only where there are such among these."""
    has_blank = any(not token or token.isspace() for token in before)
    return correction_tokens(words) if has_blank else tuple(words.split())


def _edits(source: Sequence[str], place: SourcePlace, words: Sequence[str]) -> Iterator[_Edit]:
    """Yield what makes a stretch of a source these words, each change of words that stand together by itself."""
    before = source[place.start : place.end]
    for tag, start, end, first, last in SequenceMatcher(None, before, words, autojunk=False).get_opcodes():
        if tag != "equal":
            yield _Edit(place.start + start, place.start + end, tuple(words[first:last]))


def rewritten_annotations(
    file_text: str,
    path: Path | None,
    sentence: int,
    annotator: int,
    start: int,
    end: int,
    edits: Sequence[WantedEdit],
) -> Replacement:
    """Return the change of an M2 file after which an annotator has these edits alone from ``start`` to ``end``.

    New lines stand where the old ones stood, or in source order among the annotator's, or behind those of annotators
    with lower numbers. An annotator whose last line goes gets ``noop``, and loses it with the first edit. All other
    lines stay byte for byte: those of others, errors marked without a correction (``UNK``), other alignments of a
    target. In a sentence without any line the file's other annotators get ``noop``, since they have seen it. Nothing
    changes where the annotator has these corrections already, even with other types.

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
        If the file is malformed, or M2 can't express an edit: ``||`` or ``-NONE-`` as a correction, for example.
    ValueError
        If an edit is not inside the chunk, or a correction of the annotator reaches across the chunk's end.
    """
    sentences = read_m2(file_text, path)
    block = sentences[sentence]
    _check_chunk(block, annotator, start, end, edits)
    if [_key(edit) for edit in edits] == [
        _key(item) for item in block.annotations.get(annotator, ()) if item.corrects and _is_inside(item, start, end)
    ]:
        return Replacement(Span(block.source.start, block.source.start), "")
    dropped = [line for line in block.lines if line.annotator == annotator and _goes(line, start, end, bool(edits))]
    lines = [_written(edit, annotator, block, path) for edit in edits]
    if not lines and not any(line.annotator == annotator and line not in dropped for line in block.lines):
        lines = [noop_line(annotator)]
    if lines and not block.annotations:
        lines = _with_noop_of_others(lines, annotator, sentences)
    first = dropped[0].line if dropped else _line_behind(block, annotator, start, end)
    last = dropped[-1].line if dropped else first - 1
    return _exchanged(file_text, block.line, range(first, last + 1), {line.line for line in dropped}, lines)


def _check_chunk(block: M2Sentence, annotator: int, start: int, end: int, edits: Sequence[WantedEdit]) -> None:
    for edit in edits:
        if not _is_inside(edit, start, end):
            raise ValueError(f"the edit of tokens {edit.start} to {edit.end} is not inside tokens {start} to {end}")
    for item in block.annotations.get(annotator, ()):
        if item.corrects and item.start < end and start < item.end and not _is_inside(item, start, end):
            raise ValueError(f"the edit in line {item.line} reaches across the end of tokens {start} to {end}")


def _is_inside(edit: WantedEdit, start: int, end: int) -> bool:
    return start <= edit.start <= edit.end <= end


def _key(edit: WantedEdit) -> tuple[int, int, tuple[str, ...]]:
    return edit.start, edit.end, tuple(edit.replacement)


def _goes(line: AnnotationLine, start: int, end: int, has_edits: bool) -> bool:
    """Return whether a line of the annotator no longer holds."""
    if line.annotation is None:
        return line.is_read and has_edits
    return line.is_read and line.annotation.corrects and _is_inside(line.annotation, start, end)


def _with_noop_of_others(lines: Sequence[str], annotator: int, sentences: Sequence[M2Sentence]) -> list[str]:
    """Return an annotator's lines of a sentence that has none, with ``noop`` lines of the file's other annotators.

    Everybody has seen a sentence without lines; with the lines of one annotator alone, nobody else would have.
    """
    named = {number for item in sentences for number in item.annotations} - {annotator}
    before = [noop_line(number) for number in sorted(named) if number < annotator]
    behind = [noop_line(number) for number in sorted(named) if number > annotator]
    return [*before, *lines, *behind]


def _written(edit: WantedEdit, annotator: int, block: M2Sentence, path: Path | None) -> str:
    before = block.source.tokens[edit.start : edit.end]
    kind = edit.type if edit.type == DETECTION else written_type([edit.type], before, edit.replacement)
    try:
        return annotation_line(edit.start, edit.end, kind, edit.replacement, annotator)
    except ValueError as problem:
        raise DocumentError(
            f"this correction can't be written as M2: {problem}", path=path, line=block.line, remedy="Make it by hand"
        ) from None


def _line_behind(block: M2Sentence, annotator: int, start: int, end: int) -> int:
    """Return the line before which the annotator's first line in a chunk is written."""
    read = [line for line in block.lines if line.is_read]
    theirs = [line for line in read if line.annotator == annotator]
    before = [
        line for line in theirs if line.annotation and (line.annotation.start, line.annotation.end) <= (start, end)
    ]
    if before:
        return before[-1].line + 1
    if theirs:
        return theirs[0].line
    return max((line.line for line in read if line.annotator < annotator), default=block.line) + 1


def _exchanged(file_text: str, source_line: int, old: range, dropped: set[int], new: Sequence[str]) -> Replacement:
    """Return the change of lines ``old`` (1-based) to the new and the remaining ones, with the file's line ends."""
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
