"""The places of a text in a file that has only some of its words: those that annotations are on."""

from bisect import bisect_left
from itertools import chain, islice, takewhile

import attrs

from markscheme.text.positions import Span


@attrs.frozen
class Anchor:
    """Characters of a text that stand in the file.

    Attributes
    ----------
    text
        Their span in the text; empty where words are deleted.
    file
        Their place in the file.
    lines
        The offsets of the file's lines that are about them.
    """

    text: Span
    file: Span
    lines: tuple[int, ...]

    def places(self, span: Span) -> Span:
        """Return the file's span for a span of the text that meets this one."""
        if span.start <= self.text.start and span.end >= self.text.end:
            return self.file
        return Span(self._place(span.start), self._place(span.end))

    def _place(self, offset: int) -> int:
        return min(self.file.start + max(offset - self.text.start, 0), self.file.end)


@attrs.frozen
class StandoffPlaces:
    """The places of a text's characters in a file of annotations.

    Attributes
    ----------
    anchors
        In the order of the text, without overlaps.
    """

    anchors: tuple[Anchor, ...]

    def span(self, span: Span) -> Span:
        """Return the span of the file for a span of the text.

        It is that of the first annotation that it meets. Words that no annotation is on have an empty place, at the end
        of the annotation before them in the text; at the file's start where there is none.
        """
        first = bisect_left(self.anchors, span.start, key=lambda anchor: anchor.text.start)
        before = self.anchors[first - 1] if first else None
        begins_inside = takewhile(lambda anchor: anchor.text.start <= span.end, islice(self.anchors, first, None))
        for anchor in chain((before,) if before is not None else (), begins_inside):
            if anchor.text.meets(span):
                return anchor.places(span)
        end = before.file.end if before is not None else 0
        return Span(end, end)

    def text_span(self, span: Span) -> Span:
        """Return the span of the text that the line at a span of the file is about; else the text's start."""
        above = ((line, anchor.text) for anchor in self.anchors for line in anchor.lines if line <= span.start)
        _, text = max(above, default=(0, Span(0, 0)))
        return text
