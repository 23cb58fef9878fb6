"""White space about words that are put into a text or taken out of it.

In text that is tokenised by white space alone (parallel lines) one space stands between two tokens. In running text
punctuation and contractions stick to the word before them, as people write and as the tokeniser splits them again.
What sticks is the language's to say.
"""

import re

import attrs

from markscheme.text.positions import Span

_GAP = re.compile(r"[^\S\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]*")
"""White space inside a line."""


@attrs.frozen
class Joining:
    """Which of a language's words stick to their neighbours in running text.

    Attributes
    ----------
    sticks_to_before
        Matches the beginning of words that stand right behind the word before: closing marks, contractions.
    opening
        Marks that stand right before the next word.
    quote
        The mark that opens and closes a quotation alike.
    """

    sticks_to_before: re.Pattern[str]
    opening: frozenset[str]
    quote: str


def spaced(
    text: str, span: Span, words: str, *, tokenised: bool = False, joining: Joining | None = None
) -> tuple[Span, str]:
    """Return where to put words in place of those under ``span``, and the words with the spaces that they need.

    Other lines are never touched, and white space that is right already stays.

    >>> spaced("in bank", Span(3, 3), "the")
    (Span(start=3, end=3), 'the ')
    >>> spaced("in the bank", Span(3, 6), "")
    (Span(start=3, end=7), '')
    >>> spaced("I do go", Span(5, 5), "n't")
    (Span(start=4, end=5), "n't ")

    Parameters
    ----------
    span
        Tokens of ``text``, or an empty span before a token or at a sentence's end.
    words
        The words to put there, without white space about them; empty to delete.
    tokenised
        Whether one space stands between any two tokens, punctuation included.
    joining
        The language's rules; by default those of the default language.
    """
    words = " ".join(words.split()) if tokenised else words.strip()
    place = _Place.of(text, span, tokenised, joining or _default_joining())
    if words:
        return place.with_words(words)
    return place.without_words() if place.own else (span, "")


def _default_joining() -> Joining:
    from markscheme.languages.catalogue import find_language

    return find_language().joining


@attrs.frozen
class _Place:
    """A stretch of a text, and the words and gaps before and behind it on its line; empty at the line's ends."""

    span: Span
    own: str
    before: str
    gap_before: str
    gap_behind: str
    behind: str
    tokenised: bool
    joining: Joining

    @classmethod
    def of(cls, text: str, span: Span, tokenised: bool, joining: Joining) -> "_Place":
        line_start = max(text.rfind(mark, 0, span.start) for mark in "\n\r") + 1
        ends = [end for mark in "\n\r" if (end := text.find(mark, span.end)) >= 0]
        before, behind = text[line_start : span.start], text[span.end : min(ends, default=len(text))]
        gap_before, gap_behind = _gap(before[::-1])[::-1], _gap(behind)
        before, behind = before[: len(before) - len(gap_before)], behind[len(gap_behind) :]
        return cls(
            span,
            span.of(text),
            "" if before[-1:].isspace() else before,
            gap_before,
            gap_behind,
            "" if behind[:1].isspace() else behind,
            tokenised,
            joining,
        )

    def with_words(self, words: str) -> tuple[Span, str]:
        start, end, lead, trail = self.span.start, self.span.end, "", ""
        if self.behind and not self.gap_behind and self._needs_space_behind(words):
            trail = " "
        if self.before and self._sticks_to_before(words) and not self._sticks_to_before(self.own):
            start -= len(self.gap_before)
            trail = (self.gap_before or trail) if trail and not self.own else trail
        elif self.before and not self.gap_before and self._needs_space_before(words):
            lead = " "
        if self.own and self._sticks_to_behind(words) and not self._sticks_to_behind(self.own):
            end += len(self.gap_behind)
        return Span(start, end), lead + words + trail

    def without_words(self) -> tuple[Span, str]:
        start, end, words = self.span.start, self.span.end, ""
        if not self.behind or (self.gap_before and not self.gap_behind and self._sticks_to_before(self.behind)):
            start -= len(self.gap_before) if self.before else 0
        elif not self.before or self.gap_before or self._is_opened:
            end += len(self.gap_behind)
        elif not self.gap_behind and self._runs_together(self.before, self.behind):
            words = " "
        return Span(start, end), words

    def _sticks_to_before(self, words: str) -> bool:
        closes = words.startswith(self.joining.quote) and not words[1:2].isalnum() and self._is_quoted
        return not self.tokenised and bool(closes or self.joining.sticks_to_before.match(words))

    def _sticks_to_behind(self, words: str) -> bool:
        opens = words == self.joining.quote and not self._is_quoted
        return not self.tokenised and (words[-1:] in self.joining.opening or opens)

    @property
    def _is_quoted(self) -> bool:
        return self.before.count(self.joining.quote) % 2 == 1

    @property
    def _is_opened(self) -> bool:
        """Whether the word before sticks to the word behind it."""
        if self.tokenised:
            return False
        last = self.before[-1]
        return last in self.joining.opening or (last == self.joining.quote and self._is_quoted)

    def _runs_together(self, before: str, behind: str) -> bool:
        """Whether two words without white space between them would be one."""
        return self.tokenised or (before[-1].isalnum() and behind[0].isalnum() and not self._sticks_to_before(behind))

    def _needs_space_before(self, words: str) -> bool:
        if self._is_opened or self._sticks_to_before(words):
            return False
        return not self.own or self._sticks_to_before(self.own) or self._runs_together(self.before, words)

    def _needs_space_behind(self, words: str) -> bool:
        if self._sticks_to_behind(words) or self._sticks_to_before(self.behind):
            return False
        return not self.own or self._sticks_to_behind(self.own) or self._runs_together(words, self.behind)


def _gap(text: str) -> str:
    match = _GAP.match(text)
    return match[0] if match else ""
