"""The comments in the margin of a Word document, each on the words of a correction that it is anchored to."""

import datetime
from collections.abc import Collection, Iterator
from pathlib import Path

from lxml import etree

from markscheme.formats.document import MarginComment
from markscheme.formats.word.container import comments_root, document_root
from markscheme.formats.word.revisions import local_name, visible_elements
from markscheme.text.positions import Span


def margin_comments(data: bytes, authors: Collection[str], path: Path | None = None) -> tuple[MarginComment, ...]:
    """Return a document's comments that say something, in the order of their places.

    Parameters
    ----------
    authors
        The authors whose changes the text has into which the places point.
    path
        Only for messages.

    Raises
    ------
    DocumentError
        If the data is no Word document, or is damaged or too large.
    """
    comments = comments_root(data, path)
    if comments is None:
        return ()
    document = document_root(data, path)
    text = "".join(text for _, text in visible_elements(document, authors))
    places = dict(_places(document, authors))
    items = [
        MarginComment(_words_at(places[number], text), words, _attribute(item, "author").strip(), _day(item))
        for item in comments
        if (number := _attribute(item, "id")) in places and (words := _words(item))
    ]
    return tuple(sorted(items, key=lambda item: item.span))


def with_words(span: Span, text: str) -> Span:
    """Return a place that a comment can be on: an empty one grows to the word before it, or else behind it."""
    if span.start < span.end:
        return span
    start = span.start
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    end = start
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    if start < end:
        return Span(start, end)
    start = span.end
    while start < len(text) and text[start].isspace():
        start += 1
    end = start
    while end < len(text) and not text[end].isspace():
        end += 1
    return Span(start, end)


def _words_at(span: Span, text: str) -> Span:
    """Return a place without white space at its ends."""
    words = span.of(text)
    start = span.start + len(words) - len(words.lstrip())
    return with_words(Span(start, max(start, span.start + len(words.rstrip()))), text)


def _places(document: etree._Element, authors: Collection[str]) -> Iterator[tuple[str, Span]]:
    """Yield the number of each comment that is in the text, with its place in a correction."""
    lengths = {element: len(text) for element, text in visible_elements(document, authors)}
    place, starts, ends = 0, dict[str, int](), dict[str, int]()
    for _, element in etree.iterwalk(document, events=("end",)):
        name = local_name(element)
        if name == "commentRangeStart":
            starts[_attribute(element, "id")] = place
        elif name == "commentRangeEnd":
            ends[_attribute(element, "id")] = place
        elif name == "commentReference":
            number = _attribute(element, "id")
            end = ends.get(number, place)
            yield number, Span(min(starts.get(number, end), end), end)
        place += lengths.get(element, 0)


def _words(comment: etree._Element) -> str:
    """Return what a comment says, its paragraphs on one line."""
    paragraphs = ("".join(map(str, item.itertext("{*}t"))) for item in comment.iter("{*}p"))
    return " ".join(word for paragraph in paragraphs for word in paragraph.split())


def _day(comment: etree._Element) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(_attribute(comment, "date")[:10])
    except ValueError:
        return None


def _attribute(element: etree._Element, name: str) -> str:
    return str(element.get(f"{{{etree.QName(element).namespace}}}{name}", ""))
