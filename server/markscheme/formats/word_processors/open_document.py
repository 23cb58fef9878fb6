"""The text of an OpenDocument text (OASIS OpenDocument 1.3).

The file is a zip archive. Only ``content.xml``, ``meta.xml`` and the list of encrypted parts are unpacked.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from lxml import etree

from markscheme.formats.packed_xml import PackedXml
from markscheme.formats.word_processors.tracked_changes import tracked_changes
from markscheme.text.archives import ARCHIVE_DAMAGE
from markscheme.text.errors import DocumentError

MOST_SPACES = 100
"""Spaces that one element may stand for."""
_CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
_CREATOR = "{http://purl.org/dc/elements/1.1/}creator"
_META = "meta.xml"
_FIRST_CREATOR = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}initial-creator"
_HYPHENS = {0xAD: None, 0x2011: "-"}
"""Optional and no-break hyphens."""
_WHITE_SPACE = re.compile("[ \t\r\n]+")
_CHARACTERS = {f"{{{_TEXT}}}tab": "\t", f"{{{_TEXT}}}line-break": "\n"}
_PARAGRAPHS = {f"{{{_TEXT}}}p", f"{{{_TEXT}}}h"}
_LEFT_OUT = {
    *(f"{{{_TEXT}}}{name}" for name in ("note", "tracked-changes", "ruby-text", "hidden-text", "script")),
    *(f"{{{_TEXT}}}{name}-source" for name in ("table-of-content", "illustration-index", "table-index")),
    *(f"{{{_TEXT}}}{name}-source" for name in ("object-index", "user-index", "alphabetical-index", "bibliography")),
    *(f"{{{_OFFICE}}}{name}" for name in ("annotation", "annotation-end", "forms")),
}


def read_open_document(data: bytes, path: Path | None = None) -> str:
    r"""Return the text of a document, its last paragraph's end left out; ``path`` is only for messages.

    Raises
    ------
    DocumentError
        If the data is no OpenDocument text, has tracked changes, or is damaged, encrypted or too large.
    """
    document = PackedXml("OpenDocument text", "Open it in its word processor and save it again", path)
    root = _content(document, data)
    body = root.find(f"{{{_OFFICE}}}body/{{{_OFFICE}}}text")
    if body is None:
        document.refuse("this is an OpenDocument file of another kind than a text", "Save it as .odt")
    authors = _authors_of_changes(body)
    if authors is not None:
        raise tracked_changes("an OpenDocument text", path, authors)
    return "\n".join(_paragraphs(body))


def open_document_author(data: bytes) -> str | None:
    """Return who saved a document last, as its properties say; ``None`` where they don't, or can't be read."""
    document = PackedXml("OpenDocument text", "", None)
    try:
        with ZipFile(BytesIO(data)) as archive:
            root = document.root(archive, _META) if _META in archive.namelist() else None
    except (DocumentError, BadZipFile, *ARCHIVE_DAMAGE):
        return None
    if root is None:
        return None
    names = (str(element.text or "").strip() for tag in (_CREATOR, _FIRST_CREATOR) for element in root.iter(tag))
    return next((name for name in names if name), None)


def _content(document: PackedXml, data: bytes) -> etree._Element:
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            if _CONTENT not in names:
                document.refuse("this zip archive is not an OpenDocument text")
            if _MANIFEST in names and b"encryption-data" in document.unpacked(archive, _MANIFEST):
                document.refuse("this OpenDocument text has a password", "Save it without one")
            return document.root(archive, _CONTENT)
    except BadZipFile:
        document.refuse("this is not an OpenDocument text, or it is damaged", document.save_again)
    except ARCHIVE_DAMAGE:
        document.refuse("this OpenDocument text is damaged", document.save_again)


def _authors_of_changes(body: etree._Element) -> set[str] | None:
    """Return the authors of insertions and deletions; ``None`` if there are neither."""
    changes = [
        change
        for region in body.iterfind(f"{{{_TEXT}}}tracked-changes/{{{_TEXT}}}changed-region")
        for change in region
        if change.tag in (f"{{{_TEXT}}}insertion", f"{{{_TEXT}}}deletion")
    ]
    names = (str(name.text or "").strip() for change in changes for name in change.iter(_CREATOR))
    return {name for name in names if name} if changes else None


def _paragraphs(element: etree._Element) -> Iterator[str]:
    """Yield the texts of the paragraphs in an element, in order."""
    for child in element:
        if child.tag in _PARAGRAPHS:
            paragraph = _Paragraph()
            paragraph.read(child)
            yield "".join(paragraph.pieces)
        elif _holds_text(child):
            yield from _paragraphs(child)


def _holds_text(element: etree._Element) -> bool:
    return element.tag not in _LEFT_OUT and etree.QName(element).namespace in (_TEXT, _TABLE, _OFFICE)


class _Paragraph:
    """The text of a paragraph so far; its white space is collapsed, as the standard says (6.1.2)."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._after_space = True

    def read(self, element: etree._Element) -> None:
        self._add_characters(element.text)
        for child in element:
            special = _special(child)
            if special is not None:
                self.pieces.append(special)
                self._after_space = False
            elif _holds_text(child):
                self.read(child)
            self._add_characters(child.tail)

    def _add_characters(self, text: str | None) -> None:
        collapsed = _WHITE_SPACE.sub(" ", text or "").translate(_HYPHENS)
        if self._after_space:
            collapsed = collapsed.removeprefix(" ")
        if collapsed:
            self.pieces.append(collapsed)
            self._after_space = collapsed.endswith(" ")


def _special(element: etree._Element) -> str | None:
    """Return the characters that an element stands for; ``None`` for an element of another meaning."""
    if element.tag == f"{{{_TEXT}}}s":
        count = element.get(f"{{{_TEXT}}}c", "1")
        return " " * min(int(count), MOST_SPACES) if re.fullmatch("[0-9]{1,9}", count) else " "
    return _CHARACTERS.get(str(element.tag))
