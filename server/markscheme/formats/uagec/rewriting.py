"""A stretch of the corrected text of a document with UA-GEC's annotations, rewritten."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from pathlib import Path

import attrs

from markscheme.formats.exchange import Exchange, closed, pieces, reach, trimmed
from markscheme.formats.replacement import Replacement, line_end
from markscheme.formats.rewording import WordsFile
from markscheme.formats.uagec.annotations import annotation, recognises
from markscheme.formats.uagec.reader import AnnotatedText, Annotation, read_annotated
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span

_BLANK = "{=>}"
"""An annotation that changes nothing."""


class AnnotatedFile(WordsFile):
    """A document with annotations whose corrected text is the hypothesis.

    Raises
    ------
    DocumentError
        If the document is malformed.
    """

    def __init__(self, path: Path | None, text: str, *, tokenised: bool) -> None:
        super().__init__(path, text, tokenised=tokenised)
        self._content = read_annotated(text, path)

    @property
    def hypothesis(self) -> str:
        return self._content.corrected

    def replacement(self, span: Span, words: str) -> Replacement:
        return rewritten_annotations(self.text, self._content, span, words)

    def checked(self, text: str) -> str:
        """Return the text; one whose last change was undone gets an annotation that changes nothing, which keeps it."""
        if not recognises(text):
            words = text.rstrip()
            text = f"{words}{_BLANK}{text[len(words) :]}"
        if read_annotated(text, self.path).source != self._content.source:
            raise DocumentError(
                "with this change the text before the corrections would be another one",
                path=self.path,
                remedy="Make it by hand, without braces and '=>' in the words",
            )
        return text


def rewritten_annotations(text: str, document: AnnotatedText, span: Span, words: str) -> Replacement:
    """Return the change of a document after which its corrected text has ``words`` in place of ``span``.

    The stretch that is rewritten begins and ends outside of annotations and includes those that it touches. The source
    stays the same. Words that are the same on both sides stand there without an annotation. An annotation that stays
    as it was keeps its metadata; one of an error that is only marked stays where nothing of it is changed.

    Raises
    ------
    DocumentError
        If the annotation can't hold the words.
    """
    exchange = trimmed(document.corrected, span, words)
    if exchange.is_empty:
        place = document.corrected_places.span(span)
        return Replacement(place, place.of(text))
    region = _region(document, exchange)
    before, after = region.texts(document, exchange)
    written = "".join(_written(text, region, before, after))
    return Replacement(region.place(document), written)


@attrs.frozen
class _Region:
    """What is rewritten: its characters in either text, the annotations in it and those beside it."""

    source: Span
    corrected: Span
    inside: tuple[Annotation, ...]
    before: Annotation | None
    behind: Annotation | None

    def texts(self, document: AnnotatedText, exchange: Exchange) -> tuple[str, str]:
        """Return the source, and the corrected text after the exchange."""
        return self.source.of(document.source), exchange.applied_to(document.corrected, self.corrected)

    def place(self, document: AnnotatedText) -> Span:
        """Return its place in the file."""
        start, end, places = self.corrected.start, self.corrected.end, document.corrected_places
        file_start, file_end = places.span(Span(start, start)).start, places.span(Span(end, end)).end
        if self.before is not None and self.before.corrected.end == start:
            file_start = self.before.span.end
        if self.behind is not None and self.behind.corrected.start == end:
            file_end = self.behind.span.start
        return Span(file_start, file_end)


def _region(document: AnnotatedText, exchange: Exchange) -> _Region:
    items = document.annotations
    returns = exchange.applied(document.corrected) == document.source
    reached = Span(0, len(document.corrected)) if returns else reach(document.corrected, exchange)
    extent = closed(reached, exchange.span, [item.corrected for item in items])
    first = bisect_left(items, extent.start, key=lambda item: item.corrected.start)
    last = bisect_right(items, extent.end, lo=first, key=lambda item: item.corrected.end)
    before = items[first - 1] if first else None
    until = items[last - 1] if last else None
    source = Span(
        extent.start + (before.source.end - before.corrected.end if before else 0),
        extent.end + (until.source.end - until.corrected.end if until else 0),
    )
    return _Region(source, extent, items[first:last], before, items[last] if last < len(items) else None)


def _written(text: str, region: _Region, before: str, after: str) -> Iterator[str]:
    """Yield the pieces of the region's new text in the file."""
    kept = {(item.edit.span, item.edit.replacement): item.span.of(text) for item in region.inside}
    unchanged = [item for item in region.inside if item.keeps_text]
    ends = line_end(text)
    place = region.source.start
    for piece in pieces(before, after):
        span = Span(place, place + len(piece.old))
        place = span.end
        if piece.is_change:
            yield kept.get((span, piece.new)) or annotation(piece.old, piece.new, line_end=ends)
        else:
            yield from _unchanged(text, piece.old, span, [item for item in unchanged if _holds(span, item.source)])


def _unchanged(text: str, words: str, span: Span, marked: list[Annotation]) -> Iterator[str]:
    """Yield words that are the same on both sides, with the annotations that only mark something in them."""
    position = span.start
    for item in marked:
        yield words[position - span.start : item.source.start - span.start]
        yield item.span.of(text)
        position = item.source.end
    yield words[position - span.start :]


def _holds(span: Span, other: Span) -> bool:
    return span.start <= other.start < other.end <= span.end
