"""The text of an OpenDocument text, without trust in its bytes (OASIS OpenDocument 1.3).

The file is a zip archive. Only ``content.xml`` and the list of encrypted parts are unpacked, neither beyond a bound;
document types, and so entities, are refused.
"""

import re
import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NoReturn
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from lxml import etree

from markscheme.formats.word_processors.tracked_changes import tracked_changes
from markscheme.text.errors import DocumentError

LARGEST_PART = 32 * 2**20
"""Bytes of a part, unpacked; a book of a thousand pages has a third of it."""
MOST_ELEMENTS = 1_000_000
"""Elements of a part; such a book has half of them at the most."""
MOST_SPACES = 100
"""Spaces that one element may stand for."""
_CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_SAVE_AGAIN = "Open it in its word processor and save it again"
_DAMAGE = (
    BadZipFile,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""The errors of ``zipfile`` for archives that are damaged, encrypted or packed by an unknown method."""
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
_CREATOR = "{http://purl.org/dc/elements/1.1/}creator"
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
    root = _content(data, path)
    body = root.find(f"{{{_OFFICE}}}body/{{{_OFFICE}}}text")
    if body is None:
        _refuse("this is an OpenDocument file of another kind than a text", path, "Save it as .odt")
    authors = _authors_of_changes(body)
    if authors is not None:
        raise tracked_changes("an OpenDocument text", path, authors)
    return "\n".join(_paragraphs(body))


def _content(data: bytes, path: Path | None) -> etree._Element:
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            if _CONTENT not in names:
                _refuse("this zip archive is not an OpenDocument text", path)
            if _MANIFEST in names and b"encryption-data" in _unpacked(archive, _MANIFEST, path):
                _refuse("this OpenDocument text has a password", path, "Save it without one")
            return _parsed(_unpacked(archive, _CONTENT, path), path)
    except BadZipFile:
        _refuse("this is not an OpenDocument text, or it is damaged", path, _SAVE_AGAIN)
    except _DAMAGE:
        _refuse("this OpenDocument text is damaged", path, _SAVE_AGAIN)


def _unpacked(archive: ZipFile, name: str, path: Path | None) -> bytes:
    if archive.getinfo(name).compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        # The standard's only methods; zipfile unpacks others without a bound.
        _refuse("this OpenDocument text is packed by an unknown method", path, _SAVE_AGAIN)
    with archive.open(name) as part:
        data = part.read(LARGEST_PART + 1)
    if len(data) > LARGEST_PART:
        _refuse(f"this OpenDocument text has more than {LARGEST_PART // 2**20} MiB of text", path, "Split it")
    return data


def _parsed(data: bytes, path: Path | None) -> etree._Element:
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        _refuse("this OpenDocument text is damaged: its XML is malformed", path, _SAVE_AGAIN)
    if root.getroottree().docinfo.internalDTD is not None:
        _refuse("this OpenDocument text declares a document type, which word processors never do", path)
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        _refuse(f"this OpenDocument text has more than {MOST_ELEMENTS} XML elements", path, "Split it")
    return root


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


def _refuse(problem: str, path: Path | None, remedy: str = "") -> NoReturn:
    raise DocumentError(problem, path=path, remedy=remedy) from None
