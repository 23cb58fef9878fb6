"""The text of a Word document in pieces, each with who inserted it and who deleted it."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

import attrs
from lxml import etree

from markscheme.formats.corpus import TextEdit
from markscheme.formats.word.container import WORD_NAMESPACES
from markscheme.text.positions import Span

_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_PRESERVED = "{http://www.w3.org/XML/1998/namespace}space"
_INSERTIONS = frozenset({"ins", "moveTo"})
_DELETIONS = frozenset({"del", "moveFrom"})
_BLOCKS = frozenset({"document", "body", "p", "tbl", "tr", "tc"})
_INLINE = frozenset({"r", "hyperlink", "smartTag", "sdt", "sdtContent", "customXml", "fldSimple", "dir", "bdo"})
_CONTAINERS = _BLOCKS | _INLINE | {"ruby", "rubyBase", "mc:Choice", "mc:Fallback"}
_CHARACTERS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}
_AUTOCORRECTED = {0xF04A: "☺", 0xF04B: "😐", 0xF04C: "☹", 0xF0DF: "←", 0xF0E0: "→", 0xF0F3: "⇔"}
"""Wingdings that Word puts for ``:)`` and its like while one types."""


@attrs.frozen
class Piece:
    """Text that the same authors inserted and the same authors deleted."""

    text: str
    inserted: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()

    @property
    def in_source(self) -> bool:
        """Whether it is there with every change rejected."""
        return not self.inserted

    def is_visible(self, authors: Collection[str]) -> bool:
        """Return whether it is there with the changes of some authors accepted and all others rejected."""
        return self.inserted <= set(authors) and self.deleted.isdisjoint(authors)


@attrs.frozen
class TrackedText:
    """A document's text, its last paragraph's end left out, and the authors in order of first appearance."""

    pieces: tuple[Piece, ...]
    authors: tuple[str, ...]

    @property
    def source(self) -> str:
        """The text with every change rejected."""
        return "".join(piece.text for piece in self.pieces if piece.in_source)

    def edits(self, groups: Sequence[Collection[str]]) -> tuple[tuple[TextEdit, ...], ...]:
        """Return what the authors of each group changed together, in source order; an author is in one group.

        Changes that touch are one edit, and what changes nothing is none.
        """
        number_of = {author: number for number, authors in enumerate(groups) for author in authors}
        changes = [_Changes() for _ in groups]
        place = 0
        for piece in self.pieces:
            deleting = {number_of[author] for author in piece.deleted if author in number_of}
            inserting = {number_of.get(author) for author in piece.inserted}
            if piece.in_source:
                for number in deleting:
                    changes[number].delete(place, piece.text)
                place += len(piece.text)
            elif len(inserting) == 1 and not inserting & deleting:
                [inserted_by] = inserting
                if inserted_by is not None:
                    changes[inserted_by].insert(place, piece.text)
        return tuple(item.edits() for item in changes)


class _Changes:
    """A group's edits so far, each with the text that it replaces."""

    def __init__(self) -> None:
        self._changes: list[tuple[int, list[str], list[str]]] = []
        self._end = -1

    def delete(self, place: int, text: str) -> None:
        self._at(place)[1].append(text)
        self._end = place + len(text)

    def insert(self, place: int, text: str) -> None:
        self._at(place)[2].append(text)

    def edits(self) -> tuple[TextEdit, ...]:
        """Return the edits that change something."""
        texts = ((start, "".join(old), "".join(new)) for start, old, new in self._changes)
        return tuple(TextEdit(Span(start, start + len(old)), new) for start, old, new in texts if old != new)

    def _at(self, place: int) -> tuple[int, list[str], list[str]]:
        """Return the edit that ends at a place of the source, or a new one."""
        if place != self._end:
            self._changes.append((place, [], []))
            self._end = place
        return self._changes[-1]


def tracked_text(document: etree._Element) -> TrackedText:
    """Return the text of a ``w:document`` element; unknown elements are ignored."""
    reader = _read(document)
    return TrackedText(tuple(reader.pieces), tuple(reader.authors))


def visible_elements(document: etree._Element, authors: Collection[str]) -> Iterator[tuple[etree._Element, str]]:
    """Yield the elements that hold the text of a correction, each with its text, in order.

    The correction has the changes of ``authors`` and of nobody else. The end of a paragraph is the paragraph's element.
    """
    reader = _read(document)
    for piece, element in zip(reader.pieces, reader.elements, strict=True):
        if piece.is_visible(authors):
            yield element, piece.text


def _read(document: etree._Element) -> "_Reader":
    reader = _Reader()
    reader.read(document, Piece(""))
    if reader.pieces and reader.ends_paragraph:
        reader.pieces.pop()
        reader.elements.pop()
    return reader


class _Reader:
    """The pieces so far; ``Piece("")`` with its authors stands for what an element is inside of."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.elements: list[etree._Element] = []
        self.authors: dict[str, None] = {}
        self.ends_paragraph = False

    def read(self, element: etree._Element, within: Piece) -> None:
        name = local_name(element)
        if name in _INSERTIONS or name in _DELETIONS:
            within = self._revised(element, within)
        elif name == "tr":
            within = self._marked(element.find("{*}trPr"), within)
        elif name == "mc:AlternateContent":
            if len(element):
                self.read(element[0], within)
            return
        elif name not in _CONTAINERS:
            self._add(_text(element, name), within, element)
            return
        for child in element:
            self.read(child, within)
        if name == "p":
            self._add("\n", self._marked(element.find("{*}pPr/{*}rPr"), within), element)
            self.ends_paragraph = True

    def _marked(self, properties: etree._Element | None, within: Piece) -> Piece:
        """Return ``within`` with the revisions in the properties of a paragraph's mark or of a row."""
        for revision in properties if properties is not None else ():
            if local_name(revision) in _INSERTIONS | _DELETIONS:
                within = self._revised(revision, within)
        return within

    def _revised(self, revision: etree._Element, within: Piece) -> Piece:
        author = str(revision.get(f"{{{etree.QName(revision).namespace}}}author", ""))
        self.authors[author] = None
        if local_name(revision) in _INSERTIONS:
            return attrs.evolve(within, inserted=within.inserted | {author})
        return attrs.evolve(within, deleted=within.deleted | {author})

    def _add(self, text: str, within: Piece, element: etree._Element) -> None:
        if text:
            self.pieces.append(attrs.evolve(within, text=text))
            self.elements.append(element)
            self.ends_paragraph = False


def local_name(element: etree._Element) -> str:
    """Return the local name of a WordprocessingML element, after ``mc:`` that of markup compatibility; else empty."""
    return _local_name(str(element.tag))


@lru_cache(maxsize=4096)
def _local_name(tag: str) -> str:
    name = etree.QName(tag)
    if name.namespace in WORD_NAMESPACES:
        return name.localname
    return f"mc:{name.localname}" if name.namespace == _COMPATIBILITY else ""


def _text(element: etree._Element, name: str) -> str:
    if name in ("t", "delText"):
        text = "".join(map(str, element.itertext()))
        if element.get(_PRESERVED) != "preserve":
            text = text.strip(" \t\r\n")
        return text.replace("\n", " ")
    namespace = f"{{{etree.QName(element).namespace}}}"
    if name == "br":
        return "\n" if element.get(f"{namespace}type", "textWrapping") == "textWrapping" else ""
    if name == "sym":
        return _symbol(element.get(f"{namespace}font", ""), element.get(f"{namespace}char", ""))
    return _CHARACTERS.get(name, "")


def _symbol(font: str, code: str) -> str:
    """Return a character of a symbol font by its number in the font, such as ``F04A``, in Unicode's private area."""
    if not re.fullmatch("[0-9A-Fa-f]{4}", code):
        return ""
    number = int(code, 16)
    if font == "Wingdings" and number in _AUTOCORRECTED:
        return _AUTOCORRECTED[number]
    return chr(number) if 0x20 <= number < 0xFFFE and not 0xD800 <= number <= 0xDFFF else ""
