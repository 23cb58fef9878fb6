"""An exchange of words in a corrected text that stands between marks, and what else it touches there."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

import attrs

from markscheme.text.positions import Span

_PUNCTUATION = r",.;:!?()\[\]{}\"“”…"
_TOKEN = re.compile(rf"\r\n|\s|[{_PUNCTUATION}]|[^\s{_PUNCTUATION}]+")


@attrs.frozen
class Exchange:
    """The corrected text's ``span`` becomes ``text``."""

    span: Span
    text: str

    @property
    def is_empty(self) -> bool:
        return self.span.start == self.span.end and not self.text

    @property
    def growth(self) -> int:
        return len(self.text) - (self.span.end - self.span.start)

    def applied(self, corrected: str) -> str:
        """Return the corrected text after the exchange."""
        return self.applied_to(corrected, Span(0, len(corrected)))

    def applied_to(self, corrected: str, stretch: Span) -> str:
        """Return a stretch of the corrected text, which holds ``span``, after the exchange."""
        return corrected[stretch.start : self.span.start] + self.text + corrected[self.span.end : stretch.end]


@attrs.frozen
class Piece:
    """A part of the source, and the part of the corrected text in its place."""

    old: str
    new: str

    @property
    def is_change(self) -> bool:
        return self.old != self.new

    def parted(self, old: int, new: int) -> tuple["Piece", "Piece"]:
        return Piece(self.old[:old], self.new[:new]), Piece(self.old[old:], self.new[new:])

    def __bool__(self) -> bool:
        return bool(self.old or self.new)


NOTHING = Piece("", "")


def trimmed(corrected: str, span: Span, words: str) -> Exchange:
    """Return the exchange of a span for words, without the words that are the same at its ends."""
    old, new = _TOKEN.findall(span.of(corrected)), _TOKEN.findall(words)
    start = end = 0
    shorter = min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    before, behind = len("".join(old[:start])), len("".join(old[len(old) - end :]))
    return Exchange(Span(span.start + before, span.end - behind), "".join(new[start : len(new) - end]))


def reach(corrected: str, exchange: Exchange) -> Span:
    """Return the characters from the first to the last place at which the same insertion or deletion could stand.

    ``the `` inserted before ``bank`` is `` the`` inserted behind ``in``, where ``{-- the--}`` may stand.
    """
    start, end = exchange.span.start, exchange.span.end
    if start < end and exchange.text:
        return exchange.span
    longer = corrected if start < end else exchange.applied(corrected)
    length = max(len(exchange.text), end - start)
    left = right = 0
    while left < start and longer[start - left - 1] == longer[start - left - 1 + length]:
        left += 1
    while start + right + length < len(longer) and longer[start + right] == longer[start + right + length]:
        right += 1
    return Span(start - left, end + right)


def closed(reached: Span, stretch: Span, wholes: Sequence[Span]) -> Span:
    """Return the stretch extended by all wholes that its reach touches, and all that those touch, and so on.

    Parameters
    ----------
    wholes
        Parts of the corrected text that are rewritten wholly or not at all, ascending.
    """
    touched = [whole for whole in wholes if _touch(whole, reached)]
    start = min([stretch.start, *(whole.start for whole in touched)])
    end = max([stretch.end, *(whole.end for whole in touched)])
    for whole in (*wholes, *reversed(wholes)):
        if _touch(whole, Span(start, end)):
            start, end = min(start, whole.start), max(end, whole.end)
    return Span(start, end)


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def pieces(source: str, corrected: str) -> list[Piece]:
    """Return the source and the corrected text, by words, as pieces that are equal or differ."""
    old, new = _TOKEN.findall(source), _TOKEN.findall(corrected)
    return [
        Piece("".join(old[old_start:old_end]), "".join(new[new_start:new_end]))
        for _, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes()
    ]
