"""M2: one source sentence (``S``) and its edits by annotator (``A``), blank lines between sentences.

The format of the CoNLL-2014 shared task (Dahlmeier and Ng, 2012), with ERRANT's types:
``A start end|||type|||correction|||required|||comment|||annotator``.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from markscheme.documents.errors import DocumentError
from markscheme.documents.positions import LineIndex, Span
from markscheme.documents.segments import Segment, whitespace_segment

NO_CORRECTION = "-NONE-"
_HEAD = re.compile(r"A (-?\d+) (-?\d+)")
_FIELDS = 6


@attrs.frozen
class Annotation:
    """One ``A`` line that changes something.

    Attributes
    ----------
    start, end
        Source token span.
    type
        ERRANT type, or another scheme's.
    replacement
        The correction's tokens; empty for a deletion.
    correction
        Where the correction stands in the file's text.
    line
        1-based line in the file.
    """

    start: int
    end: int
    type: str
    replacement: tuple[str, ...]
    correction: Span
    line: int


@attrs.frozen
class M2Sentence:
    """An ``S`` line with its annotators' edits, each annotator's in source order."""

    source: Segment
    line: int
    annotations: Mapping[int, tuple[Annotation, ...]]


def looks_like_m2(text: str) -> bool:
    """Whether the first line that is not blank is an ``S`` line followed by an ``A`` or blank line."""
    lines = text.lstrip().splitlines()[:2]
    return (
        bool(lines)
        and re.match(r"S( |$)", lines[0]) is not None
        and (len(lines) == 1 or not lines[1].strip() or (lines[1].startswith("A ") and "|||" in lines[1]))
    )


def read_m2(text: str, path: Path | None = None) -> tuple[M2Sentence, ...]:
    """The sentences of an M2 file.

    An annotator without a line at a sentence left it unchanged, as one with ``noop`` did.

    Raises
    ------
    DocumentError
        At the first malformed line, with its number.
    """
    return tuple(_sentences(text, path))


def annotators(sentences: tuple[M2Sentence, ...]) -> tuple[int, ...]:
    """Every annotator's number in the file, ascending; ``(0,)`` where nobody is named."""
    numbers = sorted({number for sentence in sentences for number in sentence.annotations})
    return tuple(numbers) or (0,)


def _sentences(text: str, path: Path | None) -> Iterator[M2Sentence]:
    index = LineIndex(text)
    source: Segment | None = None
    source_line = 0
    edits: dict[int, list[Annotation]] = {}
    for number in range(len(index)):
        span = index.line_span(number)
        line = span.of(text)
        if line.startswith("S ") or line == "S":
            if source is not None:
                yield _sentence(source, source_line, edits)
            source, source_line, edits = whitespace_segment(line[2:], span.start + 2), number + 1, {}
        elif line.startswith("A "):
            if source is None:
                raise DocumentError("an A line stands before any S line", path=path, line=number + 1)
            annotator, annotation = _annotation(line, span.start, len(source.tokens), number + 1, path)
            edits.setdefault(annotator, [])
            if annotation is not None:
                edits[annotator].append(annotation)
        elif line.strip():
            raise DocumentError("this M2 line begins with neither 'S ' nor 'A '", path=path, line=number + 1)
    if source is None:
        raise DocumentError("the M2 file has no sentence", path=path, line=1)
    yield _sentence(source, source_line, edits)


def _sentence(source: Segment, line: int, edits: dict[int, list[Annotation]]) -> M2Sentence:
    by_place = {
        annotator: tuple(sorted(items, key=lambda item: (item.start, item.end))) for annotator, items in edits.items()
    }
    return M2Sentence(source, line, by_place)


def _annotation(line: str, offset: int, tokens: int, number: int, path: Path | None) -> tuple[int, Annotation | None]:
    fields = line.split("|||")
    head = _HEAD.fullmatch(fields[0].strip())
    if len(fields) < _FIELDS or head is None:
        raise DocumentError(
            "an A line reads 'A start end|||type|||correction|||required|||comment|||annotator', and this one does not",
            path=path,
            line=number,
        )
    if not fields[-1].strip().isdecimal():
        raise DocumentError("this A line does not end with an annotator's number", path=path, line=number)
    annotator, start, end = int(fields[-1]), int(head[1]), int(head[2])
    if fields[1] == "noop" or (start, end) == (-1, -1):
        return annotator, None
    if not 0 <= start <= end <= tokens:
        raise DocumentError(
            f"the span {start} {end} is outside its sentence of {tokens} tokens", path=path, line=number
        )
    correction = fields[2]
    at = offset + len(fields[0]) + len(fields[1]) + 2 * len("|||")
    replacement = () if correction == NO_CORRECTION else tuple(correction.split())
    return annotator, Annotation(start, end, fields[1], replacement, Span(at, at + len(correction)), number)
