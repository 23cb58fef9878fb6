"""Kinds of files that are not text, recognised by their first bytes, and how to get a text from each."""

from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

import attrs

from markscheme.text.archives import ARCHIVE_DAMAGE, is_bounded

COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How a file in Microsoft's Compound File Binary format begins."""
_ZIP = b"PK\x03\x04"
_TYPE = "mimetype"
_LONGEST_TYPE = 100
_PAGES = "Export it from Pages as Word (.docx)"
_SPREADSHEET = "Save it as .xlsx or .csv"


@attrs.frozen
class FileKind:
    """What a file is, whatever its name says.

    Attributes
    ----------
    title
        As people call it in a sentence: "a PDF file".
    suffix
        The end of its name, in lower case; empty where it has several.
    remedy
        What to do to have it marked, as one sentence without a full stop; empty if it can be read under its name.
    """

    title: str
    suffix: str
    remedy: str = ""

    @property
    def is_readable(self) -> bool:
        """Whether a file of this kind can be read under its name."""
        return not self.remedy

    def advice(self, name: str) -> str:
        """Return what to do with a file of this name."""
        if self.remedy or name.lower().endswith(self.suffix):
            return self.remedy
        return f"Let its name end in {self.suffix}"


RTF = FileKind("an RTF document", ".rtf")
WORD = FileKind("a Word document", ".docx")
OPEN_DOCUMENT = FileKind("an OpenDocument text", ".odt")
WORKBOOK = FileKind("an Excel workbook", ".xlsx")
PDF = FileKind("a PDF file", ".pdf", "Save the document that it was made from as .docx, .odt or .txt")
OLD_WORD = FileKind(
    "a Word document of the old kind (.doc)", ".doc", "Open it in Word or LibreOffice, and save it as .docx"
)
PAGES = FileKind("a Pages document", ".pages", _PAGES)
_OLD_WORKBOOK = FileKind("an Excel workbook of the old kind (.xls)", ".xls", _SPREADSHEET)
_OPEN_SPREADSHEET = FileKind("an OpenDocument spreadsheet", ".ods", _SPREADSHEET)
_ENCRYPTED = FileKind("a document with a password", "", "Save it without one")
_PICTURE = FileKind("a picture", "", "Type its words into a text file or a Word document")
_RECORDING = FileKind("a recording", "", "Type its words into a text file or a Word document")
_PRESENTATION = FileKind("a presentation", ".pptx", "Copy its text into a text file")


def kind_of(data: bytes) -> FileKind | None:
    """Return the kind of a file by its content; ``None`` for text, and for files of unknown kinds."""
    return next((find(data) for start, find in _STARTS.items() if data.startswith(start)), None)


def _in_compound_file(data: bytes) -> FileKind | None:
    """Return the kind of a file in Microsoft's Compound File Binary format, by the names of its streams."""
    streams = {"EncryptedPackage": _ENCRYPTED, "WordDocument": OLD_WORD, "Workbook": _OLD_WORKBOOK}
    return next((kind for name, kind in streams.items() if name.encode("utf-16-le") in data), None)


def _in_media_container(data: bytes) -> FileKind | None:
    """Return the kind of a file in ISO's base media format, which photos of some phones and films have."""
    if data[4:8] != b"ftyp":
        return None
    return _PICTURE if data[8:12] in (b"heic", b"heix", b"mif1", b"avif") else _RECORDING


def _in_riff(data: bytes) -> FileKind | None:
    return {b"WEBP": _PICTURE, b"WAVE": _RECORDING, b"AVI ": _RECORDING}.get(data[8:12])


def _in_archive(data: bytes) -> FileKind | None:
    """Return the kind of a file in a zip archive, by the names in it, or by the type that OpenDocument states."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            stated = _stated_type(archive) if _TYPE in names else b""
    except ARCHIVE_DAMAGE:
        return None
    if stated.startswith(b"application/vnd.oasis.opendocument."):
        return {b"text": OPEN_DOCUMENT, b"spreadsheet": _OPEN_SPREADSHEET}.get(stated.rpartition(b".")[2])
    folders = {"word/": WORD, "xl/": WORKBOOK, "ppt/": _PRESENTATION, "Index/": PAGES}
    return next((kind for folder, kind in folders.items() if any(name.startswith(folder) for name in names)), None)


def _stated_type(archive: ZipFile) -> bytes:
    """Return the type that a file's first part states; OpenDocument does not pack it (1.3, part 2, 3.3)."""
    if not is_bounded(archive, _TYPE):
        return b""
    with archive.open(_TYPE) as part:
        return part.read(_LONGEST_TYPE)


_STARTS: dict[bytes, Callable[[bytes], FileKind | None]] = {
    b"{\\rtf": lambda _: RTF,
    b"%PDF-": lambda _: PDF,
    COMPOUND_FILE: _in_compound_file,
    _ZIP: _in_archive,
    b"\xff\xd8\xff": lambda _: _PICTURE,
    b"\x89PNG": lambda _: _PICTURE,
    b"GIF8": lambda _: _PICTURE,
    b"II*\0": lambda _: _PICTURE,
    b"MM\0*": lambda _: _PICTURE,
    b"RIFF": _in_riff,
    b"\0\0\0": _in_media_container,
}
