"""Tokens and their places in their document."""

import attrs

from markscheme.text.positions import Span


@attrs.frozen
class Segment:
    """One side of a passage: tokens, and each token's place in its document.

    Attributes
    ----------
    tokens
        The tokens that ERRANT compares. They may differ from the text under ``spans`` by Unicode normalisation.
    spans
        One span a token, in the document's code point offsets, ascending and disjoint.
    start
        The offset at which the segment begins in the document; the place of an empty segment.
    """

    tokens: tuple[str, ...]
    spans: tuple[Span, ...]
    start: int

    def characters(self, first: int, last: int) -> Span:
        """Return the document's characters under tokens ``first`` to ``last`` (half-open).

        Without tokens (an insertion's place) an empty span: before token ``first``, or at the segment's end.
        """
        if first < last:
            return Span(self.spans[first].start, self.spans[last - 1].end)
        if first < len(self.spans):
            return Span(self.spans[first].start, self.spans[first].start)
        end = self.spans[-1].end if self.spans else self.start
        return Span(end, end)

    def shifted(self, by: int) -> "Segment":
        return Segment(self.tokens, tuple(span.shifted(by) for span in self.spans), self.start + by)

    @property
    def extent(self) -> Span:
        """From the first token to the last."""
        return self.characters(0, len(self.tokens))


def whitespace_segment(text: str, start: int = 0) -> Segment:
    """Return the tokens of a text that is tokenised already (parallel lines, M2): white space parts them."""
    tokens: list[str] = []
    spans: list[Span] = []
    offset = 0
    for token in text.split():
        at = text.index(token, offset)
        offset = at + len(token)
        tokens.append(token)
        spans.append(Span(start + at, start + offset))
    return Segment(tuple(tokens), tuple(spans), start)
