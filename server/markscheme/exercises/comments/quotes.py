"""A place in a text by its words and the words around it, so that it is found again when the text has changed.

White space does not count: a quote of a line that was wrapped otherwise, or tokenised, is at the same place.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

import attrs

ENOUGH_CONTEXT = 8
"""Least number of characters beside a place, without white space, that show that a changed text still has it."""


@attrs.frozen(order=True)
class Quote:
    """Some words of a sentence, with the rest of the sentence before and behind them.

    Attributes
    ----------
    words
        Empty for a gap between words.
    occurrence
        Which of several equal sentences is meant; at least 1.
    """

    before: str = ""
    words: str = ""
    after: str = ""
    occurrence: int = 1

    @classmethod
    def of(cls, text: str, start: int, end: int) -> "Quote":
        """Return the quote of a place in a sentence.

        >>> Quote.of("She likes  music.", 4, 9)
        Quote(before='She', words='likes', after='music.', occurrence=1)
        """
        before, words, after = (" ".join(part.split()) for part in (text[:start], text[start:end], text[end:]))
        return cls(before, words, after)


@attrs.frozen
class Squeezed:
    """A text without its white space, with the offset of each character in the text."""

    text: str
    characters: str
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Squeezed":
        offsets = tuple(offset for offset, character in enumerate(text) if not character.isspace())
        return cls(text, "".join(text[offset] for offset in offsets), offsets)

    def parts_words(self, place: int) -> bool:
        """Return whether a place is not inside a word."""
        if not 0 < place < len(self.characters):
            return True
        left, right = self.offsets[place - 1], self.offsets[place]
        return right - left > 1 or not (self.text[left].isalnum() and self.text[right].isalnum())

    def in_text(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the text of a range of the squeezed characters; a gap is behind what is before it."""
        if start < end:
            return self.offsets[start], self.offsets[end - 1] + 1
        place = self.offsets[start - 1] + 1 if start else 0
        return place, place


@attrs.frozen
class QuotedPlace:
    """Where a quote is: the index of the sentence, and a range of its characters without white space.

    ``is_exact`` says whether the sentence has all of the quote.
    """

    sentence: int
    start: int
    end: int
    is_exact: bool


def find_quote(quote: Quote, sentences: Sequence[Squeezed]) -> QuotedPlace | None:
    """Return where a quote is; ``None`` where no sentence has it, or several might.

    A sentence that has changed must still have the words, with more of the quote's text beside them than anywhere else.
    The words of two sentences may have become one, or the other way round.
    """
    before, words, after = (squeezed(part) for part in (quote.before, quote.words, quote.after))
    exact = _with_whole_quote(before + words + after, sentences)
    if exact:
        number, start = exact[min(quote.occurrence, len(exact)) - 1]
        start += len(before)
        return QuotedPlace(number, start, start + len(words), True)
    candidates = [
        (_context(sentence.characters[:start], sentence.characters[end:], before, after), number, start)
        for number, sentence in enumerate(sentences)
        for start, end in _occurrences(words, sentence)
    ]
    candidates.sort(reverse=True)
    needed = min(ENOUGH_CONTEXT, len(before) + len(after))
    if not candidates or candidates[0][0] < max(1, needed):
        return None
    if len(candidates) > 1 and candidates[1][0] == candidates[0][0]:
        return None
    _, number, start = candidates[0]
    return QuotedPlace(number, start, start + len(words), False)


def _with_whole_quote(whole: str, sentences: Sequence[Squeezed]) -> list[tuple[int, int]]:
    """Return the sentences that are a quote, or else those that hold it, each with the place of its beginning."""
    equal = [(number, 0) for number, sentence in enumerate(sentences) if whole and sentence.characters == whole]
    if equal or not whole:
        return equal
    inside = ((number, sentence, sentence.characters.find(whole)) for number, sentence in enumerate(sentences))
    return [
        (number, start)
        for number, sentence, start in inside
        if start >= 0 and sentence.parts_words(start) and sentence.parts_words(start + len(whole))
    ]


def squeezed(text: str) -> str:
    """Return a text without its white space."""
    return "".join(text.split())


def _occurrences(words: str, sentence: Squeezed) -> Iterator[tuple[int, int]]:
    """Yield the places of whole words in a sentence; of no words, every place between words."""
    for start in range(len(sentence.characters) - len(words) + 1):
        end = start + len(words)
        if sentence.characters.startswith(words, start) and sentence.parts_words(start) and sentence.parts_words(end):
            yield start, end


def _context(left: str, right: str, before: str, after: str) -> int:
    """Return how many characters next to a place are those of the quote."""
    return _common_start(left[::-1], before[::-1]) + _common_start(right, after)


def _common_start(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
