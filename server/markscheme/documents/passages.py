"""Which sentences of the source, a hypothesis and the references belong together.

Parallel documents (one tokenised sentence a line, M2) line up by number. Running text lines up by
paragraph and then, where every document has the same number of sentences in a paragraph, by sentence;
where they differ, the paragraph is one passage, and where the paragraphs differ, the document is.
"""

import re
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

import attrs

from markscheme.documents.errors import DocumentError
from markscheme.documents.formats.m2 import Annotation, M2Sentence, annotators, looks_like_m2, read_m2
from markscheme.documents.positions import LineIndex, Span
from markscheme.documents.segments import Segment, whitespace_segment

Split = Callable[[str, int], tuple[Segment, ...]]
"""Sentences of one paragraph: its text, and the offset at which it stands in its document."""

_BLANK_LINES = re.compile(r"(?:\r\n|\n|\r)[ \t\f\v]*(?:\r\n|\n|\r)\s*")
_ATTACHED = re.compile(r"\w[.,!?;:](?=\s|$)")
_SPACED = re.compile(r"\s[.,!?;:](?=\s|$)")


@attrs.frozen
class Side:
    """One document's part of a passage.

    Attributes
    ----------
    segment
        Its tokens and their places.
    annotations
        Its edits, where the document says them itself (M2); ``None`` where ERRANT is to find them.
    """

    segment: Segment
    annotations: tuple[Annotation, ...] | None = None


@attrs.frozen
class Passage:
    """One aligned group of sentences: source, one hypothesis, every reference."""

    source: Segment
    hypothesis: Side
    references: tuple[Side, ...]


@attrs.frozen
class ParallelText:
    """A document whose sentences are numbered: lines, or one annotator of an M2 file.

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
        The source sentences that an M2 file carries, else ``None``.
    """

    name: str
    path: Path | None
    sides: tuple[Side, ...]
    lines: tuple[int, ...]
    sources: tuple[Segment, ...] | None = None


def looks_tokenised(text: str) -> bool:
    """Whether punctuation stands apart from words, as in corpora, and not as people write."""
    return len(_SPACED.findall(text)) > len(_ATTACHED.findall(text))


def read_parallel(text: str, name: str, path: Path | None = None) -> tuple[ParallelText, ...]:
    """The parallel texts of a file, told apart by content: its lines, or each annotator of an M2 file.

    Raises
    ------
    DocumentError
        If an M2 file is malformed.
    """
    if not looks_like_m2(text):
        return (_lines(text, name, path),)
    sentences = read_m2(text, path)
    numbers = annotators(sentences)
    return tuple(
        ParallelText(
            name if len(numbers) == 1 else f"{name}#{number}",
            path,
            tuple(_annotated_side(sentence, number) for sentence in sentences),
            tuple(sentence.line for sentence in sentences),
            tuple(sentence.source for sentence in sentences),
        )
        for number in numbers
    )


def _lines(text: str, name: str, path: Path | None) -> ParallelText:
    index = LineIndex(text)
    count = len(index) - (1 if not index.line_span(len(index) - 1).of(text) else 0)
    spans = [index.line_span(number) for number in range(count)]
    sides = tuple(Side(whitespace_segment(span.of(text), span.start)) for span in spans)
    return ParallelText(name, path, sides, tuple(range(1, count + 1)))


def _annotated_side(sentence: M2Sentence, annotator: int) -> Side:
    annotations = sentence.annotations.get(annotator, ())
    tokens: list[str] = []
    spans: list[Span] = []
    position = 0
    for item in annotations:
        tokens += sentence.source.tokens[position : item.start]
        spans += sentence.source.spans[position : item.start]
        tokens += item.replacement
        spans += [item.correction] * len(item.replacement)
        position = max(position, item.end)
    tokens += sentence.source.tokens[position:]
    spans += sentence.source.spans[position:]
    return Side(Segment(tuple(tokens), tuple(spans), sentence.source.start), annotations)


def sources_of(texts: Sequence[ParallelText], source: ParallelText | None) -> tuple[Segment, ...]:
    """The source sentences, from the source file or from the first M2 file, checked against all the others.

    Raises
    ------
    DocumentError
        If nothing gives the source, or a file has another number of sentences or another source.
    """
    given = source or next((text for text in texts if text.sources is not None), None)
    if given is None:
        raise DocumentError("there is no source text", remedy="Name one with --source, or give M2 files")
    segments = given.sources or tuple(side.segment for side in given.sides)
    for text in texts:
        _check_parallel(text, segments, given)
    return segments


def _check_parallel(text: ParallelText, sources: tuple[Segment, ...], given: ParallelText) -> None:
    if len(text.sides) != len(sources):
        shorter = min(len(text.sides), len(sources))
        line = text.lines[shorter] if len(text.sides) > shorter else (text.lines[-1] if text.lines else 1)
        raise DocumentError(
            f"it has {len(text.sides)} sentences where its source {_file_name(given)} has {len(sources)}",
            path=text.path,
            line=line,
            remedy="Parallel texts need the same number of lines, one sentence a line",
        )
    for number, own in enumerate(text.sources or ()):
        if own.tokens != sources[number].tokens:
            raise DocumentError(
                f"its source sentence {number + 1} is not that of {_file_name(given)}",
                path=text.path,
                line=text.lines[number],
            )


def _file_name(text: ParallelText) -> str:
    return text.path.name if text.path else text.name


def parallel_passages(
    sources: Sequence[Segment], hypothesis: ParallelText, references: Sequence[ParallelText]
) -> tuple[Passage, ...]:
    """Passages by sentence number; the texts were checked by :func:`sources_of`."""
    return tuple(
        Passage(source, hypothesis.sides[number], tuple(text.sides[number] for text in references))
        for number, source in enumerate(sources)
    )


def running_passages(source: str, hypothesis: str, references: Sequence[str], split: Split) -> tuple[Passage, ...]:
    """Passages of running text, in order."""
    texts = [source, hypothesis, *references]
    passages: list[Passage] = []
    for paragraph in zip(*_paragraphs(texts), strict=True):
        sentences = [split(span.of(text), span.start) for text, span in zip(texts, paragraph, strict=True)]
        if len({len(side) for side in sentences}) > 1:
            sentences = [(_joined(side, span.start),) for side, span in zip(sentences, paragraph, strict=True)]
        for group in zip(*sentences, strict=True):
            passages.append(Passage(group[0], Side(group[1]), tuple(Side(item) for item in group[2:])))
    return tuple(passages)


def _paragraphs(texts: Sequence[str]) -> list[list[Span]]:
    """The same number of paragraphs for each text: lines if that agrees, else blocks, else all in one."""
    for cut in (_line_spans, _block_spans):
        spans = [cut(text) for text in texts]
        if len({len(found) for found in spans}) == 1:
            return spans
    return [[Span(0, len(text))] for text in texts]


def _line_spans(text: str) -> list[Span]:
    index = LineIndex(text)
    spans = (index.line_span(number) for number in range(len(index)))
    return [span for span in spans if span.of(text).strip()]


def _block_spans(text: str) -> list[Span]:
    bounds = [0, *chain.from_iterable(match.span() for match in _BLANK_LINES.finditer(text)), len(text)]
    spans = (Span(bounds[at], bounds[at + 1]) for at in range(0, len(bounds), 2))
    return [span for span in spans if span.of(text).strip()]


def _joined(segments: Sequence[Segment], start: int) -> Segment:
    return Segment(
        tuple(chain.from_iterable(segment.tokens for segment in segments)),
        tuple(chain.from_iterable(segment.spans for segment in segments)),
        segments[0].start if segments else start,
    )


@attrs.frozen
class Document:
    """A document's text, whose it is and where it is from."""

    name: str
    text: str
    path: Path | None = None


@attrs.frozen
class Alignment:
    """A hypothesis's passages against the references that could be used.

    Attributes
    ----------
    passages
        In document order.
    references
        Each usable reference's name and its document's text, in the order of every passage's references.
    problems
        Why the others could not be used.
    """

    passages: tuple[Passage, ...]
    references: tuple[tuple[str, str], ...]
    problems: tuple[DocumentError, ...]


def align(
    source: Document | None,
    hypothesis: Document | None,
    references: Sequence[Document],
    *,
    tokenised: bool | None,
    split: Split,
) -> Alignment:
    """Line up a hypothesis (``None``: the source, unchanged) with its source and references.

    Raises
    ------
    DocumentError
        If the source or the hypothesis can't be used; a reference that can't is left out and told of.
    """
    for given in (source, hypothesis):
        if given is not None:
            _check_written(given)
    usable, problems = _written(references)
    if not usable:
        raise problems[0] if problems else DocumentError("there is no reference text")
    if tokenised is None:
        documents = [document for document in (source, hypothesis, *references) if document]
        tokenised = any(looks_like_m2(document.text) for document in documents) or looks_tokenised(documents[0].text)
    if tokenised or source is None:
        return _align_parallel(source, hypothesis, usable, problems)
    used = hypothesis or source
    passages = running_passages(source.text, used.text, [item.text for item in usable], split)
    return Alignment(passages, tuple((item.name, item.text) for item in usable), tuple(problems))


def _check_written(document: Document) -> None:
    if not document.text.strip():
        raise DocumentError("the document is empty", path=document.path, line=1)


def _written(references: Sequence[Document]) -> tuple[list[Document], list[DocumentError]]:
    usable: list[Document] = []
    problems: list[DocumentError] = []
    for document in references:
        try:
            _check_written(document)
            usable.append(document)
        except DocumentError as problem:
            problems.append(problem)
    return usable, problems


def _align_parallel(
    source: Document | None,
    hypothesis: Document | None,
    references: Sequence[Document],
    problems: list[DocumentError],
) -> Alignment:
    own = _first_text(source) if source else None
    hypothesis_text = _first_text(hypothesis) if hypothesis else None
    usable: list[tuple[ParallelText, str]] = []
    for document in references:
        try:
            usable += [(text, document.text) for text in read_parallel(document.text, document.name, document.path)]
        except DocumentError as problem:
            problems.append(problem)
    corrected = [hypothesis_text] if hypothesis_text else []
    sources = sources_of(corrected, own or next((text for text, _ in usable if text.sources), None))
    checked: list[tuple[ParallelText, str]] = []
    for text, content in usable:
        try:
            sources_of([text], ParallelText("source", source.path if source else None, tuple(map(Side, sources)), ()))
            checked.append((text, content))
        except DocumentError as problem:
            problems.append(problem)
    unchanged = ParallelText("source", None, tuple(Side(segment, ()) for segment in sources), ())
    passages = parallel_passages(sources, hypothesis_text or unchanged, [text for text, _ in checked])
    return Alignment(passages, tuple((text.name, content) for text, content in checked), tuple(problems))


def _first_text(document: Document) -> ParallelText:
    return read_parallel(document.text, document.name, document.path)[0]
