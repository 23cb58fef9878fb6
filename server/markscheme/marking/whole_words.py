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
    """Return a change in whole words; ``None`` where it is so already, or where only one side is a part of a word.

    Parameters
    ----------
    before, after
        The places of the words and of those in their place, each in its text.

    >>> whole_words(Span(2, 4), "I can't go", Span(2, 7), "I couldn't go")
    ShownWords(before="can't", after="couldn't", behind=3)
    >>> whole_words(Span(2, 4), "I can't go", Span(2, 5), "I can not go") is None
    True
    """
    wide = widened(before, before_text), widened(after, after_text)
    grown = [(own.start < part.start, part.end < own.end) for own, part in zip(wide, (before, after), strict=True)]
    if grown[0] != grown[1] or not any(grown[0]):
        return None
    return ShownWords(wide[0].of(before_text), wide[1].of(after_text), wide[0].end - before.end)


def widened(span: Span, text: str) -> Span:
    """Return a span with the rest of the words at its ends; an empty one as it is."""
    start, end = span.start, span.end
    if start == end:
        return span
    while start > 0 and _is_inside(text[start - 1]) and _is_inside(text[start]):
        start -= 1
    while end < len(text) and _is_inside(text[end - 1]) and _is_inside(text[end]):
        end += 1
    return Span(start, end)


def _is_inside(character: str) -> bool:
    return character.isalnum() or character in _INSIDE
