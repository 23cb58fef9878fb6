"""Documents of word processors that hold a text and nothing else: OpenDocument and RTF.

The text is that of the body: paragraphs, in lists and tables one by one, joined by line ends. Tabs are tabs, line
breaks are line ends, a no-break hyphen is ``-``, and optional hyphens and page breaks are nothing. Links and fields are
text. Headers, footers, footnotes, comments, text boxes, equations, pictures and the numbers of lists are not.

A document with tracked changes is refused: which of its texts is meant is for its author to say.

An OpenDocument file is a zip archive. Only ``content.xml``, ``meta.xml`` and the list of encrypted parts are unpacked.

RTF is read without trust in its bytes (Rich Text Format Specification 1.9.1). A document is groups in braces. A word
with a backslash is a control word: a character (``\\tab``), a state that holds to the end of the group (``\\v``,
hidden), or a destination, whose group is not text (``\\fonttbl``). Bytes beyond ASCII are of the font's character set,
or of the document's; ``\\u`` gives a character of Unicode, followed by substitutes for programs without it.
"""

import codecs
import re
from abc import abstractmethod
from collections.abc import Collection, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar
from zipfile import BadZipFile, ZipFile

import attrs

from markscheme.documents.corpus import Document
from markscheme.documents.files import (
    ARCHIVE_DAMAGE,
    LARGEST_DOCUMENT,
    OPEN_DOCUMENT,
    RTF,
    FileKind,
    PackedXml,
    kind_of,
)
from markscheme.documents.formats import DocumentFile, DocumentFormat, Outline, Texts
from markscheme.documents.rewriting import HypothesisFile
from markscheme.errors import DocumentError

if TYPE_CHECKING:
    from lxml.etree import _Element


def _tracked_changes(title: str, path: Path | None, authors: Collection[str] = ()) -> DocumentError:
    """Return the error for a document (a kind in a sentence) whose format does not tell tracked changes apart."""
    names = f" by {', '.join(sorted(authors))}" if authors else ""
    return DocumentError(
        f"this is {title} with tracked changes{names}",
        path=path,
        remedy="Accept or reject them, or save it as .docx, whose tracked changes are read",
    )


MOST_SPACES = 100
"""Spaces that one element may stand for."""
_CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
_NAMESPACES = tuple(f"{{{name}}}" for name in (_TEXT, _TABLE, _OFFICE))
_CREATOR = "{http://purl.org/dc/elements/1.1/}creator"
_META = "meta.xml"
_FIRST_CREATOR = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}initial-creator"
_HYPHENS = {0xAD: None, 0x2011: "-"}
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
    """Return the text, its last paragraph's end left out. Raise DocumentError if it is no OpenDocument text, has
    tracked changes, or is damaged, encrypted or too large.
    """
    document = PackedXml("OpenDocument text", "Open it in its word processor and save it again", path)
    root = _content(document, data)
    body = root.find(f"{{{_OFFICE}}}body/{{{_OFFICE}}}text")
    if body is None:
        document.refuse("this is an OpenDocument file of another kind than a text", "Save it as .odt")
    authors = _authors_of_changes(body)
    if authors is not None:
        raise _tracked_changes("an OpenDocument text", path, authors)
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


def _content(document: PackedXml, data: bytes) -> "_Element":
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


def _authors_of_changes(body: "_Element") -> set[str] | None:
    changes = [
        change
        for region in body.iterfind(f"{{{_TEXT}}}tracked-changes/{{{_TEXT}}}changed-region")
        for change in region
        if change.tag in (f"{{{_TEXT}}}insertion", f"{{{_TEXT}}}deletion")
    ]
    names = (str(name.text or "").strip() for change in changes for name in change.iter(_CREATOR))
    return {name for name in names if name} if changes else None


def _paragraphs(element: "_Element") -> Iterator[str]:
    for child in element:
        if child.tag in _PARAGRAPHS:
            paragraph = _Paragraph()
            paragraph.read(child)
            yield "".join(paragraph.pieces)
        elif _holds_text(child):
            yield from _paragraphs(child)


def _holds_text(element: "_Element") -> bool:
    return element.tag not in _LEFT_OUT and str(element.tag).startswith(_NAMESPACES)


class _Paragraph:
    """The text of a paragraph so far; its white space is collapsed, as the standard says (6.1.2)."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._after_space = True

    def read(self, element: "_Element") -> None:
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


def _special(element: "_Element") -> str | None:
    if element.tag == f"{{{_TEXT}}}s":
        count = element.get(f"{{{_TEXT}}}c", "1")
        return " " * min(int(count), MOST_SPACES) if re.fullmatch("[0-9]{1,9}", count) else " "
    return _CHARACTERS.get(str(element.tag))


_MOST_TOKENS = 8_000_000
"""Control words, braces and pieces of text; a book of a thousand pages has half of them at the most."""
_DEEPEST_GROUP = 1_000
"""Groups in one another."""
_SAVE_AGAIN = "Open it in its word processor and save it again"
_TOKEN = re.compile(
    rb"\\(?:(?P<word>[A-Za-z]{1,32})(?P<number>-?[0-9]{1,10})? ?|'(?P<hex>[0-9A-Fa-f]{2})|(?P<symbol>[^A-Za-z]))"
    rb"|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\",
    re.DOTALL,
)
_RICH_TEXT_CHARACTERS = {
    "par": "\n",
    "sect": "\n",
    "line": "\n",
    "lbr": "\n",
    "cell": "\n",
    "nestcell": "\n",
    "tab": "\t",
    "emdash": "—",
    "endash": "–",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "ltrmark": "\u200e",
    "rtlmark": "\u200f",
}
_SYMBOLS = {"~": "\xa0", "_": "-", "{": "{", "}": "}", "\\": "\\", "\r": "\n", "\n": "\n"}
_DESTINATION_WORDS = """
    annotation atnauthor atndate atnicn atnid atnparent atnref atntime atrfend atrfstart author background bkmkend
    bkmkstart buptim category colorschememapping colortbl comment company creatim datafield datastore do doccomm
    docvar filetbl fldinst fontemb footer footerf footerl footerr footnote formfield ftncn ftnsep ftnsepc ftnsect
    aftncn aftnsep aftnsepc generator header headerf headerl headerr hlinkbase info keywords latentstyles
    listoverridetable listpicture listtable listtext manager mailmerge mmath nesttableprops nextfile nonesttables
    nonshppict objdata object operator pgptbl picprop pict pn pnseclvl pntext pntxta pntxtb printim private propname
    protusertbl revtbl revtim rsidtbl rxe shp shpgrp shpinst shppict shprslt shptxt stylesheet subject tc template
    themedata title txe upr userprops wgrffmtfilter xe xmlnstbl
"""
_DESTINATIONS = frozenset(_DESTINATION_WORDS.split())
_CHARACTER_SETS = {
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "cp936",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
"""Python's names of the character sets of fonts (``\\fcharset``); of the others, that of the document is meant."""
_DOCUMENT_SETS = {"ansi": "cp1252", "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}


_AUTHOR = re.compile(rb"\{\\author\b ?([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
_CODE_PAGE = re.compile(rb"\\ansicpg\d{1,5}")
_FRONT = 2**18
"""Bytes of a document among which its properties stand."""


def read_rich_text(data: bytes, path: Path | None = None) -> str:
    """Return the text, its last paragraph's end left out. Raise DocumentError if it is not RTF, has tracked changes, is
    too large, or ends before its groups do.
    """
    if not data.startswith(b"{\\rtf"):
        raise DocumentError("this is not an RTF document, or it is damaged", path=path, remedy=_SAVE_AGAIN)
    if len(data) > LARGEST_DOCUMENT:
        raise DocumentError(
            f"this RTF document has more than {LARGEST_DOCUMENT // 2**20} MiB", path=path, remedy="Split it"
        )
    reader = _Reader()
    for number, token in enumerate(_tokens(data)):
        reader.read(token)
        if reader.is_at_end:
            break
        if number > _MOST_TOKENS or len(reader.outer) > _DEEPEST_GROUP:
            raise DocumentError("this RTF document has too many groups or control words", path=path, remedy=_SAVE_AGAIN)
    else:
        raise DocumentError("this RTF document is damaged: its end is missing", path=path, remedy=_SAVE_AGAIN)
    if reader.has_tracked_changes:
        raise _tracked_changes("an RTF document", path)
    return reader.text().removesuffix("\n")


def rich_text_author(data: bytes) -> str | None:
    r"""Return who wrote a document, as its ``\author`` says; ``None`` where it does not, or can't be read."""
    match = _AUTHOR.search(data, 0, _FRONT)
    if match is None:
        return None
    code_page = _CODE_PAGE.search(data, 0, _FRONT)
    front = b"{\\rtf1\\ansi" + (code_page[0] if code_page else b"") + b" "
    try:
        return read_rich_text(front + match[1] + b"}").strip() or None
    except DocumentError:
        return None


def _tokens(data: bytes) -> Iterator[re.Match[bytes]]:
    r"""Yield the tokens; the bytes that ``\bin`` announces are skipped."""
    position = 0
    while position < len(data):
        token = _TOKEN.match(data, position)
        if token is None:
            raise AssertionError(f"no token at byte {position}")
        yield token
        position = token.end()
        if token["word"] == b"bin":
            position += max(0, int(token["number"] or b"0"))


@attrs.define
class _Group:
    """``substitutes``: the number of characters that stand for a character of Unicode, behind it."""

    is_text: bool = True
    is_hidden: bool = False
    is_tracked: bool = False
    in_fonts: bool = False
    is_doubled: bool = False
    substitutes: int = 1
    font: int | None = None


class _Reader:
    def __init__(self) -> None:
        self.has_tracked_changes = False
        self.is_at_end = False
        self._pieces: list[str] = []
        self._bytes = bytearray()
        self.outer: list[_Group] = []
        self._group = _Group()
        self._to_skip = 0
        self._character_set = "cp1252"
        self._fonts: dict[int, str] = {}
        self._default_font: int | None = None
        self._begins_group = False

    def text(self) -> str:
        """Return the text; half a character of UTF-16 becomes U+FFFD."""
        self._flush()
        text = "".join(self._pieces).replace("\0", "")
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def read(self, token: re.Match[bytes]) -> None:
        kind = token.lastgroup
        if kind == "text":
            self._read_bytes(token["text"])
        elif kind == "hex":
            self._read_bytes(bytes.fromhex(token["hex"].decode("ascii")))
        elif kind == "brace":
            self._read_brace(token["brace"])
        elif kind == "symbol":
            self._read_symbol(token["symbol"].decode("latin-1"))
        elif token["word"] is not None:
            number = token["number"]
            self._read_word(token["word"].decode("ascii"), None if number is None else int(number))

    def _read_bytes(self, data: bytes) -> None:
        kept = data[self._to_skip :]
        self._to_skip = max(0, self._to_skip - len(data))
        self._begins_group = False
        if kept and self._is_shown():
            self._bytes += kept

    def _read_brace(self, brace: bytes) -> None:
        self._flush()
        self._to_skip = 0
        if brace == b"{":
            self.outer.append(self._group)
            self._group = attrs.evolve(self._group)
            self._begins_group = True
        elif self.outer:
            self._group = self.outer.pop()
        self.is_at_end = not self.outer

    def _read_symbol(self, symbol: str) -> None:
        self._flush()
        if self._skips():
            return
        if symbol == "*" and self._begins_group:
            self._group.is_text = False
        elif symbol in _SYMBOLS:
            self._add(_SYMBOLS[symbol])

    def _read_word(self, word: str, number: int | None) -> None:
        self._flush()
        if self._skips():
            return
        group = self._group
        if word == "u" and number is not None:
            self._add(_utf_16_unit(number))
            self._to_skip = group.substitutes
        elif word in _RICH_TEXT_CHARACTERS:
            self._add(_RICH_TEXT_CHARACTERS[word])
        elif word in _DESTINATIONS:
            group.is_doubled = word == "upr" and group.is_text
            group.is_text = False
        elif word == "ud":
            group.is_text = group.is_doubled
        elif word in ("f", "fcharset", "deff", "cpg", "fonttbl", "ansicpg") or word in _DOCUMENT_SETS:
            self._read_font_word(word, number)
        else:
            self._read_state(word, number)
        self._begins_group = False

    def _read_state(self, word: str, number: int | None) -> None:
        group = self._group
        if word == "uc":
            group.substitutes = max(0, number or 0)
        elif word == "v":
            group.is_hidden = number != 0
        elif word in ("revised", "deleted"):
            group.is_tracked = number != 0
        elif word == "plain":
            group.is_hidden = group.is_tracked = False
            group.font = self._default_font

    def _read_font_word(self, word: str, number: int | None) -> None:
        group = self._group
        if word == "f":
            group.font = number
        elif word == "deff":
            self._default_font = group.font = number
        elif word == "fonttbl":
            group.in_fonts, group.is_text = True, False
        elif group.in_fonts and group.font is not None and word in ("fcharset", "cpg"):
            character_set = _CHARACTER_SETS.get(number or 0) if word == "fcharset" else _code_page(number)
            if character_set:
                self._fonts[group.font] = character_set
        elif word == "ansicpg":
            self._character_set = _code_page(number) or self._character_set
        elif word in _DOCUMENT_SETS:
            self._character_set = _DOCUMENT_SETS[word]

    def _skips(self) -> bool:
        self._to_skip, skips = max(0, self._to_skip - 1), self._to_skip > 0
        return skips

    def _is_shown(self) -> bool:
        group = self._group
        shown = group.is_text and not group.is_hidden and bool(self.outer)
        self.has_tracked_changes |= shown and group.is_tracked
        return shown

    def _add(self, characters: str) -> None:
        if self._is_shown():
            self._pieces.append(characters)

    def _flush(self) -> None:
        """Decode the bytes that wait: a character may have several."""
        if self._bytes:
            font = self._group.font
            character_set = self._character_set if font is None else self._fonts.get(font, self._character_set)
            self._pieces.append(self._bytes.decode(character_set, "replace"))
            self._bytes.clear()


def _utf_16_unit(number: int) -> str:
    """Return a unit of UTF-16 as RTF gives it, a number of 16 bits with a sign; or a whole character beyond them."""
    number += 0x10000 if number < 0 else 0
    return chr(number) if 0 <= number <= 0x10FFFF else "\ufffd"


@cache
def _code_page(number: int | None) -> str | None:
    name = "utf-8" if number == 65001 else f"cp{number}"
    try:
        codecs.lookup(name)
    except LookupError:
        return None
    return name


_NAMES = (".docx", ".doc", ".odt", ".rtf")
"""The ends of names that word processors give; programs and people mix them up, so the content decides."""


class _WordProcessorFormat(DocumentFormat):
    """A document of a word processor that holds a text and nothing else, read from disk; ``kind`` is by its content."""

    kind: ClassVar[FileKind]
    has_lines = False
    claimed = _NAMES

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path) and kind_of(file.data) is self.kind

    @abstractmethod
    def read(self, file: DocumentFile) -> str:
        """Raise DocumentError if the file can't be used."""

    @abstractmethod
    def author(self, file: DocumentFile) -> str | None:
        """Return who wrote a file by its properties; ``None`` where these don't say it, or can't be read."""

    def outline(self, file: DocumentFile) -> Outline:
        return attrs.evolve(super().outline(file), author=self.author(file))

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        return Texts((Document(name, self.read(file), file.path, author=author, format=self.name),))

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> HypothesisFile:
        raise DocumentError(f"{self.title} is corrected in a word processor", path=document.path)


class _OpenDocumentFormat(_WordProcessorFormat):
    """OpenDocument texts, which LibreOffice writes."""

    name = "odt"
    title = "an OpenDocument text"
    label = "OpenDocument"
    suffixes = (".odt",)
    kind = OPEN_DOCUMENT

    def read(self, file: DocumentFile) -> str:
        return read_open_document(file.data, file.path)

    def author(self, file: DocumentFile) -> str | None:
        return open_document_author(file.data)


class _RichTextFormat(_WordProcessorFormat):
    """RTF documents."""

    name = "rtf"
    title = "an RTF document"
    label = "RTF"
    suffixes = (".rtf",)
    kind = RTF

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether the file is RTF; a text in an editor is, too, whatever its name."""
        return super().recognises(file) or (not self.claims(file.path) and file.text.startswith("{\\rtf"))

    def read(self, file: DocumentFile) -> str:
        if not self.claims(file.path):
            raise DocumentError(f"this is {RTF.title}, not text", path=file.path, remedy=RTF.advice(file.path.name))
        return read_rich_text(file.data, file.path)

    def author(self, file: DocumentFile) -> str | None:
        return rich_text_author(file.data)


class _UnreadableFormat(DocumentFormat):
    """Documents that have the names of word processors' or of finished pages, and that nothing here can read."""

    name = "unreadable"
    title = label = "a document that can't be read here"
    suffixes = (".doc", ".pages", ".pdf")
    has_lines = False
    claimed = (*_NAMES, *suffixes)

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether the file is claimed; of ``.docx``, only what is of another kind for certain."""
        if not self.claims(file.path):
            return False
        kind = kind_of(file.data)
        return file.path.suffix.lower() != ".docx" or (kind is not None and not kind.is_readable)

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        if not file.data:
            remedy = "Save the document again, or ask for it again"
            raise DocumentError("this file is empty", path=file.path, remedy=remedy)
        kind = kind_of(file.data)
        if kind is None:
            raise DocumentError(
                f"this is not a {file.path.suffix.lower()} document, or it is damaged",
                path=file.path,
                remedy="Open it in a word processor and save it as .docx, .odt or .txt",
            )
        raise DocumentError(f"this is {kind.title}", path=file.path, remedy=kind.advice(file.path.name))


ODT = _OpenDocumentFormat()
RICH_TEXT = _RichTextFormat()
UNREADABLE = _UnreadableFormat()
