"""White space about words that are put into a text or taken out of it.

Where a text has its words by white space alone (parallel lines) every token is parted by one space. In running text
punctuation and contractions stick to the word before them, as people write and as the tokeniser parts them again.
"""

import re

import attrs

from markscheme.documents.positions import Span

_GAP = r"[^\S\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]*"
"""White space inside a line."""
_GAP_BEFORE, _GAP_BEHIND = re.compile(rf"{_GAP}\Z"), re.compile(_GAP)
_STICKS_TO_BEFORE = re.compile(
    r"[,;:!?)\]}%…”»]|\.(?!\w)|(?:n['’]t|['’](?:s|re|ve|ll|d|m))(?!\w)|['’](?!\S)", re.IGNORECASE
)
_OPENING = frozenset("([{“‘«¿¡$£€")
_JOINING = frozenset("-/")
_QUOTE = '"'


def spaced(text: str, span: Span, words: str, *, tokenised: bool = False) -> tuple[Span, str]:
    """Where to put words in a text instead of those under ``span``, and the words with the spaces they need.

    What stands in other lines is never touched, and white space about the words that is right already stays.

    >>> spaced("in bank", Span(3, 3), "the")
    (Span(start=3, end=3), 'the ')
    >>> spaced("in the bank", Span(3, 6), "")
    (Span(start=3, end=7), '')
    >>> spaced("I do go", Span(5, 5), "n't")
    (Span(start=4, end=5), "n't ")

    Parameters
    ----------
    span
        Of ``text``: tokens, or an empty span before a token or at a sentence's end.
    words
        To stand there, without the white space about them; empty to delete.
    tokenised
        Whether every token is parted by one space, punctuation too.
    """
    words = " ".join(words.split()) if tokenised else words.strip()
    place = _Place.of(text, span, tokenised)
    if words:
        return place.with_words(words)
    return place.without_words() if place.own else (span, "")


@attrs.frozen
class _Place:
    """A stretch of a text, and what its line has before and behind it, white space apart; nothing at a line's end."""

    span: Span
    own: str
    before: str
    gap_before: str
    gap_behind: str
    behind: str
    tokenised: bool

    @classmethod
    def of(cls, text: str, span: Span, tokenised: bool) -> "_Place":
        line_start = max(text.rfind(mark, 0, span.start) for mark in "\n\r") + 1
        ends = [end for mark in "\n\r" if (end := text.find(mark, span.end)) >= 0]
        before, behind = text[line_start : span.start], text[span.end : min(ends, default=len(text))]
        gap_before = "".join(_GAP_BEFORE.findall(before))
        gap_behind = "".join(_GAP_BEHIND.findall(behind)[:1])
        before, behind = before[: len(before) - len(gap_before)], behind[len(gap_behind) :]
        return cls(
            span,
            span.of(text),
            "" if before[-1:].isspace() else before,
            gap_before,
            gap_behind,
            "" if behind[:1].isspace() else behind,
            tokenised,
        )

    def with_words(self, words: str) -> tuple[Span, str]:
        start, end, lead, trail = self.span.start, self.span.end, "", ""
        joins = self._joins(words)
        if self.before and (joins or (self._sticks_to_before(words) and not self._sticks_to_before(self.own))):
            start -= len(self.gap_before)
            moved = not self.own and not self.gap_behind and not joins
            trail = self.gap_before if moved and self.behind else ""
        elif self.before and not self.gap_before and self._needs_space_before(words):
            lead = " "
        if joins or (self.own and self._sticks_to_behind(words) and not self._sticks_to_behind(self.own)):
            end += len(self.gap_behind)
        elif self.behind and not self.gap_behind and self._needs_space_behind(words):
            trail = trail or " "
        return Span(start, end), lead + words + trail

    def without_words(self) -> tuple[Span, str]:
        start, end, words = self.span.start, self.span.end, ""
        if not self.behind or (self.gap_before and not self.gap_behind and self._sticks_to_before(self.behind)):
            start -= len(self.gap_before) if self.before else 0
        elif not self.before or self.gap_before or self.before[-1] in _OPENING:
            end += len(self.gap_behind)
        elif not self.gap_behind and self._run_together(self.before, self.behind):
            words = " "
        return Span(start, end), words

    def _joins(self, words: str) -> bool:
        """Whether the words make one of the two beside them: ``well-known``, ``and/or``."""
        return not self.tokenised and words in _JOINING and self.before[-1:].isalnum() and self.behind[:1].isalnum()

    def _sticks_to_before(self, words: str) -> bool:
        if self.tokenised:
            return False
        closes = re.match(r'"(?!\S)', words) and self.before.count(_QUOTE) % 2 == 1
        return bool(closes or _STICKS_TO_BEFORE.match(words))

    def _sticks_to_behind(self, words: str) -> bool:
        if self.tokenised:
            return False
        opens = words == _QUOTE and self.before.count(_QUOTE) % 2 == 0
        return opens or words[-1:] in _OPENING

    def _run_together(self, before: str, behind: str) -> bool:
        """Whether two words without white space between them would be one."""
        return self.tokenised or (before[-1].isalnum() and behind[0].isalnum() and not self._sticks_to_before(behind))

    def _needs_space_before(self, words: str) -> bool: ...
