"""From the bytes of a Word document to the XML of its text.

A Word document is a zip archive whose ``_rels/.rels`` names the part with the text (ISO/IEC 29500-2), and that part has
a file of its own that names the part with the comments. Only these files are unpacked.
"""

import posixpath
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile

from lxml import etree

from markscheme.formats.packed_xml import PackedXml
from markscheme.text.archives import ARCHIVE_DAMAGE
from markscheme.text.file_kinds import COMPOUND_FILE

WORD_NAMESPACES = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
"""WordprocessingML's, transitional and strict."""
_SAVE_AS_WORD = "Open it in Word and save it as .docx"
_RELATIONSHIPS = "_rels/.rels"


def document_root(data: bytes, path: Path | None = None) -> etree._Element:
    """Return the ``w:document`` element; ``path`` is only for the message.

    Raises
    ------
    DocumentError
        If the data is no Word document, or is damaged, encrypted or too large.
    """
    document = _packed(path)
    if data.startswith(COMPOUND_FILE):
        document.refuse(
            "this is a Word document of the old kind, or one with a password", "Save it as .docx without one"
        )
    if not data:
        document.refuse("this file is empty", "Save the document again, or ask for it again")
    try:
        with ZipFile(BytesIO(data)) as archive:
            root = document.root(archive, _text_part(document, archive))
    except BadZipFile:
        document.refuse("this is not a Word document, or it is damaged", _SAVE_AS_WORD)
    except ARCHIVE_DAMAGE:
        document.refuse("this Word document is damaged", document.save_again)
    if root.tag not in {f"{{{namespace}}}document" for namespace in WORD_NAMESPACES}:
        document.refuse("this is a document of another kind than Word's", _SAVE_AS_WORD)
    return root


def comments_root(data: bytes, path: Path | None = None) -> etree._Element | None:
    """Return the ``w:comments`` element of a Word document; ``None`` where it has no comments.

    Raises
    ------
    DocumentError
        If the data is no Word document, or is damaged or too large.
    """
    document = _packed(path)
    try:
        with ZipFile(BytesIO(data)) as archive:
            text = PurePosixPath(_text_part(document, archive))
            relationships = str(text.parent / "_rels" / f"{text.name}.rels")
            names = archive.namelist()
            if relationships not in names:
                return None
            name = _target(document.root(archive, relationships), "/comments", text.parent)
            return document.root(archive, name) if name in names else None
    except ARCHIVE_DAMAGE:
        document.refuse("this Word document is damaged", document.save_again)


def _packed(path: Path | None) -> PackedXml:
    return PackedXml("Word document", "Open it in Word and save it again", path)


def _target(relationships: etree._Element, kind: str, folder: PurePosixPath) -> str:
    """Return the name of the first related part of a kind; the folder's where there is none."""
    stated = (
        item.get("Target", "")
        for item in relationships
        if item.get("Type", "").endswith(kind) and item.get("TargetMode") != "External"
    )
    return posixpath.normpath(posixpath.join("/", folder, next(stated, ""))).lstrip("/")


def _text_part(document: PackedXml, archive: ZipFile) -> str:
    """Return the name of the part with the text."""
    names = archive.namelist()
    if _RELATIONSHIPS not in names:
        document.refuse("this zip archive is not a Word document")
    name = _target(document.root(archive, _RELATIONSHIPS), "/officeDocument", PurePosixPath())
    if name not in names:
        document.refuse("this is not a Word document: it has no part with a text")
    return name
