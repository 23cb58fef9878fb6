"""A text with the errors that a brat ``.ann`` file marks in it: the annotator's edits, exact to the character."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import attrs

from markscheme.formats.brat.error_types import error_type
from markscheme.formats.brat.standoff import MarkedError, Standoff, read_standoff
from markscheme.formats.corpus import TextEdit, apply_edits
from markscheme.formats.marked_words import text_edit
from markscheme.formats.overlaps import disjoint
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines
from markscheme.text.positions import Span

_COVERED = "errors that are marked without a correction, where a correction or another mark is"
_TWICE = "annotations that stand twice"
_WHITE_SPACE = re.compile(r"\s")
_SHOWN = 40
"""Characters of the text that a message shows."""

Offsets = Callable[[int], int | None]
"""Gives an offset of the text for an offset of the file; ``None`` where the text has no such place."""


@attrs.frozen
class AnnotatedEdit:
    """An error with its place in the text.

    Attributes
    ----------
    edit
        The change of the text.
    error
        The line that marks it.
    """

    edit: TextEdit
    error: MarkedError


@attrs.frozen
class AnnotatedText:
    r"""A text and one annotator's edits of it.

    Attributes
    ----------
    source
        The text, its lines ended by ``\n``.
    annotations
        In the order of the text, without overlaps.
    left_out
        What is not kept of the file, in words for people.
    """

    source: str
    annotations: tuple[AnnotatedEdit, ...]
    left_out: tuple[str, ...]

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        return tuple(item.edit for item in self.annotations)

    @property
    def corrected(self) -> str:
        """The text after its edits."""
        return apply_edits(self.source, self.edits)


def read_annotated(annotations: str, text: str, path: Path, text_path: Path) -> AnnotatedText:
    """Return the text with the annotator's edits.

    A detection that overlaps a correction is left out, as :func:`~markscheme.formats.overlaps.disjoint` does.

    Parameters
    ----------
    annotations, text
        The content of the ``.ann`` file, and of the text that it annotates.
    path, text_path
        Their places, for messages.

    Raises
    ------
    DocumentError
        If a line can't be read or does not fit the text, or two corrections overlap, with the line.
    """
    standoff = read_standoff(annotations, path)
    source = newlines(text)
    placed = _placed(standoff, text, source, path, text_path)

    def clash(one: _Placed, other: _Placed) -> DocumentError:
        first, second = sorted((one.error, other.error), key=lambda error: error.line)
        return DocumentError(
            f"{second.id} overlaps {first.id} in line {first.line}, and both have a correction",
            path=path,
            line=second.line,
            remedy="Correct the words in one annotation, or write one .ann file for each correction",
        )

    separate = disjoint(placed, clash)
    marked = sum(not item.corrects for item in placed) - sum(not item.corrects for item in separate)
    counts = Counter({_COVERED: marked, _TWICE: len(placed) - len(separate) - marked})
    dropped = tuple(f"{kind} ({count})" for kind, count in counts.items() if count)
    return AnnotatedText(source, tuple(_annotated_edits(source, separate)), standoff.left_out + dropped)


@attrs.frozen
class _Placed:
    """An error with its place in the text, as overlaps are looked for."""

    span: Span
    error: MarkedError

    @property
    def start(self) -> int:
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end

    @property
    def replacement(self) -> str | None:
        return self.error.correction.text if self.error.correction is not None else None

    @property
    def corrects(self) -> bool:
        return self.error.correction is not None


def _annotated_edits(source: str, placed: Sequence[_Placed]) -> Iterator[AnnotatedEdit]:
    """Yield the edits; one that would reach into its neighbour for white space takes none."""
    end = 0
    following = (*(item.start for item in placed[1:]), len(source))
    for item, limit in zip(placed, following, strict=False):
        kind = error_type(item.error.type)
        edit = text_edit(source, item.span, item.replacement, kind)
        if edit.span.start < end or edit.span.end > max(limit, item.end):
            edit = TextEdit(item.span, item.replacement, kind)
        end = edit.span.end
        yield AnnotatedEdit(edit, item.error)


def _placed(standoff: Standoff, text: str, source: str, path: Path, text_path: Path) -> list[_Placed]:
    """Return the errors at their places, by the first way of counting that fits all of their words.

    A text with Windows's line ends is counted with one character or two for each, by the program that read it.
    """
    faults: list[DocumentError] = []
    for offsets in _countings(text, source):
        fitting = _Fitting(source, offsets, path, text_path)
        try:
            return [fitting.placed(error) for error in standoff.errors]
        except DocumentError as fault:
            faults.append(fault)
    raise max(faults, key=lambda fault: fault.line or 0)


def _countings(text: str, source: str) -> Iterator[Offsets]:
    """Yield the ways in which offsets may be counted: a line end as one character, as the file has it, or as two."""
    yield _one_to_one(len(source))
    ends = [match.start() for match in re.finditer("\n", source)]
    if ends:
        returns = [match.start() for match in re.finditer("\r\n", text)]
        if returns and len(returns) < len(ends):
            yield _without(returns, len(text))
        yield _without([place + number for number, place in enumerate(ends)], len(source) + len(ends))


def _one_to_one(length: int) -> Offsets:
    return lambda offset: offset if offset <= length else None


def _without(left_out: Sequence[int], length: int) -> Offsets:
    """Return how to count a text without the characters at some of its offsets."""
    return lambda offset: offset - bisect_left(left_out, offset) if offset <= length else None


@attrs.frozen
class _Fitting:
    """Finds errors in a text by one way of counting its characters."""

    source: str
    offsets: Offsets
    path: Path
    text_path: Path

    def placed(self, error: MarkedError) -> _Placed:
        """Return an error at its place.

        Raises
        ------
        DocumentError
            If it is outside the text, on other words, or on several parts of a sentence.
        """
        name = self.text_path.name
        fragments: list[Span] = []
        for span in error.spans:
            start, end = self.offsets(span.start), self.offsets(span.end)
            if start is None or end is None:
                place = f"{span.start}-{span.end}"
                raise self._misfit(error, f"is at {place}, outside {name} of {len(self.source)} characters")
            fragments.append(Span(start, end))
        if any(self._are_apart(one, other) for one, other in pairwise(fragments)):
            raise DocumentError(
                f"{error.id} has several parts with other words between them, which can't be one correction",
                path=self.path,
                line=error.line,
                remedy="Mark all the words in one piece, or each part by itself",
            )
        whole = Span(fragments[0].start, fragments[-1].end)
        if error.words is not None and not any(self._reads(error.words, fragments, joint) for joint in (" ", "")):
            words, place = error.words.rstrip(), f"{error.spans[0].start}-{error.spans[-1].end}"
            there = f"{name} has {_shown(self.source, whole)} at {place}"
            raise self._misfit(error, f"is on {_shown(words, Span(0, len(words)))}, and {there}")
        return _Placed(whole, error)

    def _are_apart(self, one: Span, other: Span) -> bool:
        return one.end > other.start or bool(self.source[one.end : other.start].strip())

    def _reads(self, words: str, fragments: Sequence[Span], joint: str) -> bool:
        """Return whether the text reads so; brat writes white space as spaces, and may lose it at a line's end."""
        text = joint.join(span.of(self.source) for span in fragments)
        rest = words[len(text) :] + text[len(words) :]
        return _flat(text[: len(words)]) == _flat(words[: len(text)]) and not rest.strip()

    def _misfit(self, error: MarkedError, problem: str) -> DocumentError:
        return DocumentError(
            f"{error.id} {problem}",
            path=self.path,
            line=error.line,
            remedy=f"Put the text that was annotated in {self.text_path.name}, unchanged",
        )


def _flat(text: str) -> str:
    return _WHITE_SPACE.sub(" ", text)


def _shown(text: str, span: Span) -> str:
    words = text[span.start : min(span.end, span.start + _SHOWN)]
    return repr(words if span.end - span.start <= _SHOWN else f"{words}…")
