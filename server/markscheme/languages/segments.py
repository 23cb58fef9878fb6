"""Spans of a text, and a sentence's tokens with their places: what a language's tokeniser makes of a text."""

import re
from collections.abc import Callable
from functools import cached_property, partial

import attrs

from markscheme.contract import shape


@shape(kind="span")
@attrs.frozen(order=True)
class Span:
    """Half-open range of code point offsets, ``0 <= start <= end``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]

    def meets(self, other: "Span") -> bool:
        """Return whether they share a character, or are the same."""
        return self == other or (self.start < other.end and other.start < self.end)

    def shifted(self, by: int) -> "Span":
        return Span(self.start + by, self.end + by)


_RUN_OF_SPACES = re.compile(" +")

_Spans = tuple[Span, ...]


@attrs.frozen(eq=False)
class Segment:
    """One side of a passage: tokens, and each token's place in its document.

    ``tokens``: as ERRANT compares them; may differ from the text under ``spans`` by Unicode normalisation. ``places``:
    the spans, or a function that can be pickled and returns them when :attr:`spans` is first read. ``start``: the
    segment's offset in the document; the place of an empty segment.
    """

    tokens: tuple[str, ...]
    places: _Spans | Callable[[], _Spans]
    start: int

    @cached_property
    def spans(self) -> _Spans:
        """One span a token, in code point offsets of the document, ascending, disjoint; empty for an empty token."""
        return self.places() if callable(self.places) else self.places

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Segment):
            return NotImplemented
        return (self.tokens, self.start, self.spans) == (other.tokens, other.start, other.spans)

    def __hash__(self) -> int:
        return hash((self.tokens, self.start, self.spans))

    def characters(self, first: int, last: int) -> Span:
        """Return the document's characters under tokens ``first`` to ``last`` (half-open).

        Without tokens (an insertion's place) an empty span: before token ``first``, or at the segment's end.
        """
        if isinstance(self.places, _Shift):
            return self.places.segment.characters(first, last).shifted(self.places.by)
        if first < last:
            return Span(self.spans[first].start, self.spans[last - 1].end)
        if first < len(self.spans):
            return Span(self.spans[first].start, self.spans[first].start)
        end = self.spans[-1].end if self.spans else self.start
        return Span(end, end)

    def shifted(self, by: int) -> "Segment":
        """Return the segment elsewhere; its spans are made when they are first read."""
        first, before = _unmoved(self)
        return Segment(self.tokens, _Shift(first, before + by), self.start + by) if before + by else first

    def is_moved(self, to: "Segment") -> bool:
        """Return whether all tokens have moved by as many characters."""
        if _unmoved(self)[0] is _unmoved(to)[0]:
            return True
        by = to.start - self.start
        return self.tokens == to.tokens and all(
            old.start + by == new.start and old.end + by == new.end
            for old, new in zip(self.spans, to.spans, strict=True)
        )

    @property
    def extent(self) -> Span:
        return self.characters(0, len(self.tokens))


@attrs.frozen(eq=False)
class _Shift:
    """The places of a segment's tokens, further on by some characters."""

    segment: Segment
    by: int

    def __call__(self) -> _Spans:
        return tuple(span.shifted(self.by) for span in self.segment.spans)


def _unmoved(segment: Segment) -> tuple[Segment, int]:
    places = segment.places
    return (places.segment, places.by) if isinstance(places, _Shift) else (segment, 0)


def whitespace_segment(text: str, start: int = 0) -> Segment:
    """Return the tokens of a text that is tokenised already, such as a parallel line: any white space parts them."""
    tokens = tuple(text.split())
    return Segment(tokens, partial(_word_places, text, tokens, start), start)


def _word_places(text: str, tokens: tuple[str, ...], start: int) -> _Spans:
    spans: list[Span] = []
    offset = 0
    for token in tokens:
        at = text.index(token, offset)
        offset = at + len(token)
        spans.append(Span(start + at, start + offset))
    return tuple(spans)


def spaced_segment(text: str, start: int = 0) -> Segment:
    """Return the tokens of a sentence of M2, which one space parts: of U+0020, and no other white space.

    Tokenisers keep further spaces between two words as one blank token, and write it with a space on either side:
    ``a   b`` is ``a``, a token of one space, and ``b``. A blank token at an end has one space beside it, and a single
    space at an end parts nothing. A text of spaces alone has no token.

    >>> spaced_segment("What is a   movie ?").tokens
    ('What', 'is', 'a', ' ', 'movie', '?')
    """
    return Segment(spaced_tokens(text), partial(_spaced_places, text, start), start)


def spaced_tokens(text: str) -> tuple[str, ...]:
    if "  " in text:
        return tuple(place.of(text) for place in _spaced_places(text))
    words = text.strip(" ")
    return tuple(words.split(" ")) if words else ()


def _spaced_places(text: str, start: int = 0) -> _Spans:
    places: list[Span] = []
    position = 0
    for run in _RUN_OF_SPACES.finditer(text):
        if position < run.start():
            places.append(Span(start + position, start + run.start()))
        blank = _blank_token(Span(*run.span()), len(text))
        places += [blank.shifted(start)] if blank is not None else []
        position = run.end()
    if position < len(text):
        places.append(Span(start + position, start + len(text)))
    return tuple(places)


def _blank_token(run: Span, length: int) -> Span | None:
    """Return the place of the token that a run of spaces holds, in a text of this length; ``None`` if it only parts."""
    first, last = run.start + (run.start > 0), run.end - (run.end < length)
    at_an_end, alone = run.start == 0 or run.end == length, last - first == length
    return None if last < first + at_an_end or alone else Span(first, last)
