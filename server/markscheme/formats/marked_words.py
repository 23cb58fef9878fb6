"""The edit that a mark on words of a text stands for, as annotation tools keep marks: spans with a correction each."""

from markscheme.formats.corpus import TextEdit
from markscheme.languages.spacing import spaced
from markscheme.text.positions import Span


def text_edit(source: str, span: Span, correction: str | None, kind: str = "") -> TextEdit:
    """Return the edit that an error and its correction stand for, with the white space that goes with its words.

    >>> text_edit("in the bank", Span(3, 6), "")
    TextEdit(span=Span(start=3, end=7), replacement='', type='')
    >>> text_edit("in bank", Span(3, 3), "the").replacement
    'the '
    """
    if correction is None:
        return TextEdit(span, None, kind)
    core, words = without_space(source, span), correction.strip()
    if core.start < core.end and words:
        return TextEdit(core, words, kind)
    if core.start == core.end:
        if not words:
            return TextEdit(span, "", kind)
        core = Span(span.start, span.start)
    place, replacement = spaced(source, core, words)
    return TextEdit(place, replacement, kind)


def without_space(source: str, span: Span) -> Span:
    """Return a span without the white space at its ends."""
    words = span.of(source)
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, start + len(words.strip()))
