"""Places in whole words, for people: a token may be a part of a word, such as ``ca`` of ``can't``.

Places, edits and JSON keep their tokens.
"""

import attrs

from markscheme.text.positions import Span

_INSIDE = "'’"
"""Characters inside a word, beside letters and digits."""


@attrs.frozen
class ShownWords:
    """A change in whole words.

    Attributes
    ----------
    before, after
        The words, and those that stand in their place.
    behind
        The number of characters that ``before`` has behind the end of its place.
    """

    before: str
    after: str
    behind: int = 0


def whole_words(before: Span, before_text: str, after: Span, after_text: str) -> ShownWords | None:
    """Return a change in whole words; ``None`` where it is so already.

    Where only one side is a part of a word, the other has the word beside it too: what it is a part of there.

    Parameters
    ----------
    before, after
        The places of the words and of those in their place, each in its text.

    >>> whole_words(Span(2, 4), "I can't go", Span(2, 7), "I couldn't go")
    ShownWords(before="can't", after="couldn't", behind=3)
    >>> whole_words(Span(4, 7), "I don't go", Span(5, 8), "I do not go")
    ShownWords(before="don't", after='do not', behind=0)
    >>> whole_words(Span(1, 3), "I'm agree", Span(1, 1), "I agree")
    ShownWords(before="I'm", after='I', behind=0)
    >>> whole_words(Span(2, 4), "I go", Span(2, 6), "I went") is None
    True
    """
    wide = widened(before, before_text), widened(after, after_text)
    if wide == (before, after):
        return None
    one, other = (
        _level(wide[0], before, before_text, wide[1], after),
        _level(wide[1], after, after_text, wide[0], before),
    )
    return ShownWords(one.of(before_text), other.of(after_text), one.end - before.end)


def _level(wide: Span, span: Span, text: str, other_wide: Span, other: Span) -> Span:
    """Return a side's whole words, with the word beside them at an end at which only the other side has grown."""
    start, end = wide.start, wide.end
    if wide.start == span.start and other_wide.start < other.start:
        start = _word_before(start, text)
        end = len(text[:end].rstrip()) if span.start == span.end else end
    if wide.end == span.end and other.end < other_wide.end:
        end = _word_behind(end, text)
        start += len(text[start:end]) - len(text[start:end].lstrip())
    return Span(start, max(start, end))


def _word_before(place: int, text: str) -> int:
    """Return where the word before a place begins; the place itself where none is."""
    start = len(text[:place].rstrip())
    return place if start == 0 or not text[start - 1].isalnum() else widened(Span(start - 1, start), text).start


def _word_behind(place: int, text: str) -> int:
    """Return where the word behind a place ends; the place itself where none is."""
    end = len(text) - len(text[place:].lstrip())
    return place if end == len(text) or not text[end].isalnum() else widened(Span(end, end + 1), text).end


def widened(span: Span, text: str) -> Span:
    """Return a span with the rest of the words at its ends; an empty one as it is.

    An apostrophe belongs to a word between two letters, and in the span itself.
    """
    start, end = span.start, span.end
    if start == end:
        return span
    while start > 0 and _is_inside(text, start - 1, start) and (text[start] in _INSIDE or text[start].isalnum()):
        start -= 1
    while end < len(text) and _is_inside(text, end, end - 1) and (text[end - 1] in _INSIDE or text[end - 1].isalnum()):
        end += 1
    return Span(start, end)


def _is_inside(text: str, place: int, neighbour: int) -> bool:
    """Return whether the character at a place belongs to the word of its neighbour."""
    if text[place].isalnum():
        return True
    beyond = 2 * place - neighbour
    is_between = 0 <= beyond < len(text) and text[beyond].isalnum() and text[neighbour].isalnum()
    return text[place] in _INSIDE and is_between
