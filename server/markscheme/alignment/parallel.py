"""Documents whose sentences are numbered: one tokenised sentence a line, and M2. They line up by number."""

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from markscheme.alignment.passages import Passage, Side
from markscheme.formats.m2 import Annotation, M2Sentence, annotators, looks_like_m2, read_m2
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span
from markscheme.text.segments import Segment, whitespace_segment

_ATTACHED = re.compile(r"\w[.,!?;:](?=\s|$)")
_SPACED = re.compile(r"\s[.,!?;:](?=\s|$)")


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


def read_parallel(
    text: str, name: str, path: Path | None = None, author: str | None = None
) -> tuple[ParallelText, ...]:
    """The parallel texts of a file, told apart by content: its lines, or each annotator of an M2 file.

    An annotator who gives several acceptable corrections of an edit (``a||b``) is several texts, the second
    of which has every second correction where there is one.

    Parameters
    ----------
    author
        The number of the one annotator that is wanted.

    Raises
    ------
    DocumentError
        If an M2 file is malformed, or has no such annotator.
    """
    if not looks_like_m2(text):
        return (_lines(text, name, path),)
    sentences = read_m2(text, path)
    numbers = wanted_annotators(sentences, author, path)
    alone = len(numbers) == 1
    return tuple(
        ParallelText(
            (name if alone else f"{name}#{number}") + (f" ({choice + 1})" if choice else ""),
            path,
            tuple(_annotated_side(sentence, number, choice) for sentence in sentences),
            tuple(sentence.line for sentence in sentences),
            tuple(sentence.source for sentence in sentences),
        )
        for number in numbers
        for choice in range(_choices(sentences, number))
    )


def wanted_annotators(
    sentences: tuple[M2Sentence, ...], author: str | None, path: Path | None = None
) -> tuple[int, ...]:
    """The annotators of an M2 file, ascending, or the one that is wanted.

    Raises
    ------
    DocumentError
        If there is no such annotator.
    """
    known = annotators(sentences)
    wanted = tuple(number for number in known if author in (None, str(number)))
    if not wanted:
        remedy = f"It has {', '.join(map(str, known))}"
        raise DocumentError(f"there is no annotator {author!r} in this file", path=path, remedy=remedy)
    return wanted


def _choices(sentences: Sequence[M2Sentence], annotator: int) -> int:
    """The most corrections that the annotator gives of an edit."""
    items = (item for sentence in sentences for item in sentence.annotations.get(annotator, ()))
    return max((1 + len(item.alternatives) for item in items), default=1)


def _lines(text: str, name: str, path: Path | None) -> ParallelText:
    index = LineIndex(text)
    count = len(index) - (1 if not index.line_span(len(index) - 1).of(text) else 0)
    spans = [index.line_span(number) for number in range(count)]
    sides = tuple(Side(whitespace_segment(span.of(text), span.start)) for span in spans)
    return ParallelText(name, path, sides, tuple(range(1, count + 1)))


def _annotated_side(sentence: M2Sentence, annotator: int, choice: int) -> Side:
    annotations = tuple(_chosen(item, choice) for item in sentence.annotations.get(annotator, ()))
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


def _chosen(item: Annotation, choice: int) -> Annotation:
    if not 0 < choice <= len(item.alternatives):
        return item
    return attrs.evolve(item, replacement=item.alternatives[choice - 1])


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
        Passage(source, hypothesis.sides[number], tuple(text.sides[number] for text in references), parallel=True)
        for number, source in enumerate(sources)
    )
