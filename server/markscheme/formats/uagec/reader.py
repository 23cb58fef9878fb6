"""A document with UA-GEC's annotations read: its two texts, and what leads from one to the other."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from markscheme.formats.corpus import TextEdit
from markscheme.formats.replacement import line_end
from markscheme.formats.uagec.annotations import LINE_END, TYPE_FIELD, Written, annotations_in
from markscheme.text.places import Places, Run
from markscheme.text.positions import Span

MOST_CHOICES = 16
"""Corrections of one annotation that are read as texts of their own."""


@attrs.frozen
class Annotation:
    """An annotation of a document.

    Attributes
    ----------
    span
        The characters of the file, braces included.
    source, corrected
        The characters of either text.
    edit
        What it changes; ``replacement`` is ``None`` where it only marks an error.
    fields
        Its metadata by key.
    choices
        The number of corrections that it offers.
    keeps_text
        Whether the text is the same on both sides: the error is only marked, or corrected to itself.
    """

    span: Span
    source: Span
    corrected: Span
    edit: TextEdit
    fields: Mapping[str, str]
    choices: int
    keeps_text: bool

    @property
    def is_blank(self) -> bool:
        """Whether it is neither a change nor a mark of an error: ``{=>}``."""
        return self.edit.replacement == "" and self.source.start == self.source.end


@attrs.frozen
class AnnotatedText:
    """The content of a document with annotations, for one choice among corrections that annotations offer.

    Attributes
    ----------
    source, corrected
        The text with every annotation replaced by its error, and by its correction.
    annotations
        In file order.
    source_places, corrected_places
        Where the characters of either stand in the file.
    """

    source: str
    corrected: str
    annotations: tuple[Annotation, ...]
    source_places: Places
    corrected_places: Places

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        """The changes, exact to the character; they lead from ``source`` to ``corrected``."""
        return tuple(item.edit for item in self.annotations if not item.is_blank)

    @property
    def choices(self) -> int:
        """The most corrections that an annotation offers, up to a bound; at least 1."""
        return min(max((item.choices for item in self.annotations), default=1) or 1, MOST_CHOICES)

    def left_out(self) -> tuple[str, ...]:
        """Return what the edits don't hold, in words for people."""
        fields = Counter(key for item in self.annotations for key in item.fields if key != TYPE_FIELD)
        several = sum(item.choices > 1 for item in self.annotations)
        lines = [f"the further corrections of edits that have several ({several})"] if several else []
        lines += [f"the metadata {', '.join(f'{key} ({count})' for key, count in fields.items())}"] if fields else []
        return tuple(lines)


def read_annotated(text: str, path: Path | None = None, choice: int = 0) -> AnnotatedText:
    """Read a document, in linear time; a text without annotations is its own correction.

    Parameters
    ----------
    choice
        Which correction to make of each annotation that offers several; its last one where it offers fewer.

    Raises
    ------
    DocumentError
        At an annotation that is not closed or holds another one, and at a type outside of annotations.
    """
    ends = line_end(text)
    source, corrected = _Side(text, ends), _Side(text, ends)
    annotations: list[Annotation] = []
    position = 0
    for item in annotations_in(text, path):
        for side in (source, corrected):
            side.copy(Span(position, item.span.start))
        annotations.append(_annotation(item, source, corrected, choice))
        position = item.span.end
    for side in (source, corrected):
        side.copy(Span(position, len(text)))
    return AnnotatedText(source.text, corrected.text, tuple(annotations), source.places, corrected.places)


class _Side:
    """One of the two texts, as it grows."""

    def __init__(self, file_text: str, line_end: str) -> None:
        self._file_text = file_text
        self._line_end = line_end
        self._pieces: list[str] = []
        self._runs: list[Run] = []
        self.length = 0

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    @property
    def places(self) -> Places:
        return Places(tuple(self._runs), len(self._file_text))

    def copy(self, span: Span) -> str:
        """Add the characters of the file as they stand there."""
        text = span.of(self._file_text)
        self._add(text, span.start)
        return text

    def unescape(self, span: Span) -> tuple[Span, str]:
        """Add a part of an annotation; return its place in the text, and the characters."""
        start, place = self.length, span.start
        added: list[str] = []
        for number, line in enumerate(span.of(self._file_text).split(LINE_END)):
            if number:
                self._add(self._line_end, place)
                added.append(self._line_end)
                place += len(LINE_END)
            self._add(line, place)
            added.append(line)
            place += len(line)
        return Span(start, self.length), "".join(added)

    def _add(self, text: str, place: int) -> None:
        if not text:
            return
        last = self._runs[-1] if self._runs else None
        if last is not None and last.file_start + last.length == place:
            self._runs[-1] = Run(last.start, last.file_start, last.length + len(text))
        else:
            self._runs.append(Run(self.length, place, len(text)))
        self._pieces.append(text)
        self.length += len(text)


def _annotation(item: Written, source: _Side, corrected: _Side, choice: int) -> Annotation:
    before, error = source.unescape(item.error)
    offered = item.suggestions
    after, words = corrected.unescape(offered[min(choice, len(offered) - 1)] if offered else item.error)
    kind = item.fields.get(TYPE_FIELD, "")
    edit = TextEdit(before, words if offered else None, kind)
    return Annotation(item.span, before, after, edit, item.fields, len(offered), words == error)


def corrections_of(text: str, path: Path | None = None) -> Iterator[AnnotatedText]:
    """Yield the document for each choice of corrections that it offers, the first ones first.

    Raises
    ------
    DocumentError
        As :func:`read_annotated`.
    """
    first = read_annotated(text, path)
    yield first
    for choice in range(1, first.choices):
        yield read_annotated(text, path, choice)
