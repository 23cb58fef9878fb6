"""From the bytes of a Word document to the XML of its text, without trust in either.

A Word document is a zip archive whose ``_rels/.rels`` names the part with the text (ISO/IEC 29500-2). Only these two
files are unpacked, neither beyond a bound; document types, and so entities, are refused, as Word writes none.
"""

import posixpath
import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import NoReturn
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from lxml import etree

from markscheme.text.errors import DocumentError

LARGEST_PART = 32 * 2**20
"""Bytes of a part, unpacked; a book of a thousand pages has a third of it."""
MOST_ELEMENTS = 1_000_000
"""Elements of a part; such a book has half of them at the most."""
WORD_NAMESPACES = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
"""WordprocessingML's, transitional and strict."""
_SAVE_AGAIN = "Open it in Word and save it again"
_RELATIONSHIPS = "_rels/.rels"
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
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


def document_root(data: bytes, path: Path | None = None) -> etree._Element:
    """Return the ``w:document`` element; ``path`` is only for the message.

    Raises
    ------
    DocumentError
        If the data is no Word document, or is damaged, encrypted or too large.
    """
    if data.startswith(_COMPOUND_FILE):
        _refuse("this is a Word document of the old kind, or one with a password", path, "Save it as .docx without one")
    try:
        with ZipFile(BytesIO(data)) as archive:
            if _RELATIONSHIPS not in archive.namelist():
                _refuse("this zip archive is not a Word document", path)
            name = _text_part(_parsed(_unpacked(archive, _RELATIONSHIPS, path), path))
            if name not in archive.namelist():
                _refuse("this is not a Word document: it has no part with a text", path)
            part = _unpacked(archive, name, path)
    except BadZipFile:
        _refuse("this is not a Word document, or it is damaged", path, "Open it in Word and save it as .docx")
    except _DAMAGE:
        _refuse("this Word document is damaged", path, _SAVE_AGAIN)
    root = _parsed(part, path)
    if root.tag not in {f"{{{namespace}}}document" for namespace in WORD_NAMESPACES}:
        _refuse("this is a document of another kind than Word's", path, "Open it in Word and save it as .docx")
    return root


def _text_part(relationships: etree._Element) -> str:
    """Return the name of the part with the text; empty if none is named."""
    for relationship in relationships:
        if relationship.get("Type", "").endswith("/officeDocument") and relationship.get("TargetMode") != "External":
            return posixpath.normpath(posixpath.join("/", relationship.get("Target", ""))).lstrip("/")
    return ""


def _unpacked(archive: ZipFile, name: str, path: Path | None) -> bytes:
    if archive.getinfo(name).compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        # The standard's only methods; zipfile unpacks others without a bound.
        _refuse("this Word document is packed in a way that Word does not know", path, _SAVE_AGAIN)
    with archive.open(name) as part:
        data = part.read(LARGEST_PART + 1)
    if len(data) > LARGEST_PART:
        _refuse(f"this Word document has more than {LARGEST_PART // 2**20} MiB of text", path, "Split it")
    return data


def _parsed(data: bytes, path: Path | None) -> etree._Element:
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        _refuse("this Word document is damaged: its XML is malformed", path, _SAVE_AGAIN)
    if root.getroottree().docinfo.internalDTD is not None:
        _refuse("this Word document declares a document type, which Word never does", path)
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        _refuse(f"this Word document has more than {MOST_ELEMENTS} XML elements", path, "Split it")
    return root


def _refuse(problem: str, path: Path | None, remedy: str = "") -> NoReturn:
    raise DocumentError(problem, path=path, remedy=remedy) from None
