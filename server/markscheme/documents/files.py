"""Files read and written whole: encodings, packed files, kinds of files, and products that are never left half-written.

Reports and exports are products, never documents to be marked. A product carries a mark, so that it is recognised under
any name in any folder: a line in a text, the key ``generator`` in JSON, the generator of an HTML page, the metadata of
an SVG figure, a last column in CSV, the category of an Office document. The reports of versions up to 0.1 have no mark;
they are recognised by their first lines, and so is a report that a shell wrote.
"""

import codecs
import gzip
import io
import json
import os
import re
import stat
import struct
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, NoReturn, TextIO, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

import attrs

from markscheme.documents._staging import Staging
from markscheme.documents._staging import locked as locked
from markscheme.documents._staging import unwritable as unwritable
from markscheme.documents.folders import REPORT_FOLDER, link_fault
from markscheme.errors import DocumentError, MissingDocument
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    import zstandard
    from lxml.etree import _Element


ARCHIVE_DAMAGE = (
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
BOUNDED_METHODS = (ZIP_STORED, ZIP_DEFLATED)
"""The methods of packing that office documents use; ``zipfile`` unpacks others without a bound."""


def is_bounded(archive: ZipFile, name: str) -> bool:
    return archive.getinfo(name).compress_type in BOUNDED_METHODS


_SHARE_OF_NULS = 0.4


@attrs.frozen
class Encoding:
    """An encoding of Unicode, as Python and people call it; ``mark``: the byte order mark of a file, if any."""

    name: str
    mark: bytes = b""

    @classmethod
    def of(cls, data: bytes) -> "Encoding":
        """Return the encoding that a file's first bytes name; UTF-8 where they have no byte order mark."""
        return next((encoding for encoding in _MARKED if data.startswith(encoding.mark)), UTF_8)

    def encode(self, text: str) -> bytes:
        return self.mark + text.encode(self.name)


UTF_8 = Encoding("UTF-8")
_MARKED = (
    Encoding("UTF-8", codecs.BOM_UTF8),
    Encoding("UTF-32-LE", codecs.BOM_UTF32_LE),  # begins with the mark of UTF-16
    Encoding("UTF-32-BE", codecs.BOM_UTF32_BE),
    Encoding("UTF-16-LE", codecs.BOM_UTF16_LE),
    Encoding("UTF-16-BE", codecs.BOM_UTF16_BE),
)


def looks_like_utf_16(data: bytes) -> bool:
    """Return whether a file without a byte order mark is UTF-16: every other byte of a Western text is zero."""
    sample = data[:HEAD_BYTES]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    return len(sample) >= 4 and min(even, odd) == 0 and max(even, odd) > _SHARE_OF_NULS * (len(sample) // 2)


COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How a file in Microsoft's Compound File Binary format begins."""
_ZIP = b"PK\x03\x04"
_TYPE = "mimetype"
_PAGES = "Export it from Pages as Word (.docx)"
_SPREADSHEET = "Save it as .xlsx or .csv"


@attrs.frozen
class FileKind:
    """What a file is, whatever its name says. ``title``: as people call it in a sentence: "a PDF file".

    ``suffix``: in lower case; empty where it has several. ``remedy``: what to do to have it marked, as one sentence
    without a full stop; empty if it can be read under its name.
    """

    title: str
    suffix: str
    remedy: str = ""

    @property
    def is_readable(self) -> bool:
        return not self.remedy

    def advice(self, name: str) -> str:
        if self.remedy or name.lower().endswith(self.suffix):
            return self.remedy
        return f"Let its name end in {self.suffix}"


RTF = FileKind("an RTF document", ".rtf")
_WORD = FileKind("a Word document", ".docx")
OPEN_DOCUMENT = FileKind("an OpenDocument text", ".odt")
WORKBOOK = FileKind("an Excel workbook", ".xlsx")
_PDF = FileKind("a PDF file", ".pdf", "Save the document that it was made from as .docx, .odt or .txt")
_OLD_WORD = FileKind(
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
    streams = {"EncryptedPackage": _ENCRYPTED, "WordDocument": _OLD_WORD, "Workbook": _OLD_WORKBOOK}
    return next((kind for name, kind in streams.items() if name.encode("utf-16-le") in data), None)


def _in_media_container(data: bytes) -> FileKind | None:
    if data[4:8] != b"ftyp":
        return None
    return _PICTURE if data[8:12] in (b"heic", b"heix", b"mif1", b"avif") else _RECORDING


def _in_riff(data: bytes) -> FileKind | None:
    return {b"WEBP": _PICTURE, b"WAVE": _RECORDING, b"AVI ": _RECORDING}.get(data[8:12])


def _in_archive(data: bytes) -> FileKind | None:
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            stated = _stated_type(archive) if _TYPE in names else b""
    except ARCHIVE_DAMAGE:
        return None
    if stated.startswith(b"application/vnd.oasis.opendocument."):
        return {b"text": OPEN_DOCUMENT, b"spreadsheet": _OPEN_SPREADSHEET}.get(stated.rpartition(b".")[2])
    folders = {"word/": _WORD, "xl/": WORKBOOK, "ppt/": _PRESENTATION, "Index/": PAGES}
    return next((kind for folder, kind in folders.items() if any(name.startswith(folder) for name in names)), None)


def _stated_type(archive: ZipFile) -> bytes:
    """Return the type that a file's first part states; OpenDocument does not pack it (1.3, part 2, 3.3)."""
    if not is_bounded(archive, _TYPE):
        return b""
    with archive.open(_TYPE) as part:
        return part.read(HEAD_BYTES)


_STARTS: dict[bytes, Callable[[bytes], FileKind | None]] = {
    b"{\\rtf": lambda _: RTF,
    b"%PDF-": lambda _: _PDF,
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


LARGEST_PART = 32 * 2**20
"""Bytes of XML, unpacked; a book of a thousand pages has a third of it."""
LARGEST_DOCUMENT = 2 * LARGEST_PART
"""Bytes of an RTF document, in which pictures are hexadecimal digits, and of all parts of a workbook."""
_MOST_ELEMENTS = 1_000_000
"""Elements of a part; such a book has half of them at the most."""


@attrs.frozen
class PackedXml:
    """XML in zip archives of word processors, without trust: bounded parts, and no document types, so no entities.

    How messages name a packed document, the programs (plural) and the remedy for a damaged one (no full stop)."""

    title: str
    save_again: str
    path: Path | None
    writers: str = "word processors"

    def unpacked(self, archive: ZipFile, name: str) -> bytes:
        """Return the bytes of a part. Raise DocumentError if the part is too large, or packed by an unknown method."""
        if not is_bounded(archive, name):
            self.refuse(f"this {self.title} is packed by an unknown method", self.save_again)
        with archive.open(name) as part:
            data = part.read(LARGEST_PART + 1)
        if len(data) > LARGEST_PART:
            self.refuse(f"this {self.title} has more than {LARGEST_PART // 2**20} MiB of text", "Split it")
        return data

    def root(self, archive: ZipFile, name: str) -> "_Element":
        """Return a part's root, without comments or processing instructions; raises as ``unpacked`` and ``parsed``."""
        return self.parsed(self.unpacked(archive, name))

    def parsed(self, data: bytes) -> "_Element":
        """Return the root, as :meth:`root`. Raise DocumentError at malformed XML, document types, too many elements."""
        from lxml import etree

        parser = etree.XMLParser(
            resolve_entities=False,
            load_dtd=False,
            no_network=True,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError:
            self.refuse(f"this {self.title} is damaged: its XML is malformed", self.save_again)
        if root.getroottree().docinfo.internalDTD is not None:
            self.refuse(f"this {self.title} declares a document type, which {self.writers} never do")
        if sum(1 for _ in root.iter()) > _MOST_ELEMENTS:
            self.refuse(f"this {self.title} has more than {_MOST_ELEMENTS} XML elements", "Split it")
        return root

    def refuse(self, problem: str, remedy: str = "") -> NoReturn:
        raise DocumentError(problem, path=self.path, remedy=remedy) from None


TextSource = Callable[[Path], str]
"""Gives a document's text: from disk (:func:`read_text`), or from an editor's unsaved buffer."""

_MAX_BYTES = 512 * 2**20
"""Bytes of a file that is read as a whole."""


def read_text(path: Path) -> str:
    """Return the text of a file, its line ends untouched, a byte order mark left out; without one the file is UTF-8.

    Raise DocumentError if it is missing, unreadable, no text, or in another encoding (with the first bad byte's line).
    """
    return decode(read_data(path), path)


def shown_path(path: Path) -> str:
    """Return a path as a person would name it: from the current folder, where it is below it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def read_json(path: Path) -> Any:
    """Return the value of a JSON file of our own; ValueError if it is none, nested too deeply included."""
    text = read_text(path)
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def read_data(path: Path) -> bytes:
    """Raise DocumentError if the file is missing, unreadable, a device, a named pipe or above :data:`_MAX_BYTES`."""
    with _readable(path) as stream:
        data = stream.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise DocumentError(f"the file has more than {_MAX_BYTES // 2**20} MiB", path=path, remedy="Split it")
    return data


@contextmanager
def _readable(path: Path) -> Iterator[BinaryIO]:
    try:
        check_readable(path)
        with path.open("rb") as stream:
            yield stream
    except FileNotFoundError:
        raise MissingDocument("the file does not exist", path=path) from None
    except OSError as error:
        raise DocumentError(
            f"the file can't be read ({error.strerror})", path=path, remedy="Check its permissions"
        ) from error


def check_readable(path: Path) -> None:
    """Raise DocumentError for a folder, device or pipe, except a program's ``/dev/fd/63``, and for a link that is not
    followed; OSError if it is missing.
    """
    check_followed(path)
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise DocumentError("this is a folder, not a file", path=path)
    if stat.S_ISFIFO(mode) and path.is_relative_to("/dev"):
        return
    if not stat.S_ISREG(mode):
        kind = "a named pipe" if stat.S_ISFIFO(mode) else "a device"
        raise DocumentError(f"this is {kind}, not a file", path=path)


def check_followed(path: Path) -> None:
    """Raise DocumentError if a link leads out of the folder that a path is in (:func:`link_fault`)."""
    if (fault := link_fault(path)) is not None:
        raise fault


def decode(data: bytes, path: Path) -> str:
    """Decode UTF-8, or what the byte order mark says. Raise DocumentError if it is no text or otherwise encoded."""
    kind = kind_of(data)
    if kind is not None:
        remedy = kind.advice(path.name) or "Save it as text (.txt)"
        raise DocumentError(f"this is {kind.title}, not text", path=path, remedy=remedy)
    encoding = Encoding.of(data)
    if encoding is UTF_8 and looks_like_utf_16(data):
        raise DocumentError("this is UTF-16 without a byte order mark", path=path, remedy="Save it as UTF-8")
    data = data.removeprefix(encoding.mark)
    bad_byte: int | None = None
    try:
        text = data.decode(encoding.name)
    except UnicodeDecodeError as error:
        bad_byte = error.start
        text = data.decode(encoding.name, "replace")
    nul = text.find("\0")
    if nul >= 0:
        raise DocumentError("this is a binary file, not text", path=path, line=_line_of(text[:nul]))
    if bad_byte is not None:
        raise DocumentError(
            f"the file is not {encoding.name} text (byte 0x{data[bad_byte]:02x})",
            path=path,
            line=_line_of(data[:bad_byte].decode(encoding.name, "replace")),
            remedy="Save it as UTF-8",
        )
    return text


def _line_of(before: str) -> int:
    """Return the number, from 1, of the line in which a text goes on."""
    return newlines(before).count("\n") + 1


def check_characters(text: str, path: Path) -> None:
    """Raise DocumentError if a text of an editor has half a surrogate pair: JSON can hold it, and files can't."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        problem = "this line has half a surrogate pair, which is not a character"
        raise DocumentError(problem, path=path, line=_line_of(text[: error.start])) from None


GZIP, ZSTANDARD = ".gz", ".zst"
_COMPRESSED = (GZIP, ZSTANDARD)
_MAX_WINDOW = 2**27
"""Bytes of memory that a Zstandard file may ask for (128 MiB; ``zstd --long`` writes up to that by default)."""


def is_compressed(path: Path) -> bool:
    return path.suffix.lower() in _COMPRESSED


def bare_path(path: Path) -> Path:
    """Return a file's path without the end that says that it is compressed.

    >>> bare_path(Path("a.m2.gz")).name, bare_path(Path("a.m2")).name
    ('a.m2', 'a.m2')
    """
    return path.with_suffix("") if is_compressed(path) else path


@contextmanager
def opened_text(path: Path) -> Iterator[TextIO]:
    r"""Yield a UTF-8 file's text, unpacked, line ends as ``\n``; raises as ``opened_data``, or UnicodeDecodeError."""
    with opened_data(path) as stream:
        yield io.TextIOWrapper(cast("IO[bytes]", stream), encoding="utf-8-sig", newline=None)


@contextmanager
def opened_data(path: Path) -> Iterator[BinaryIO]:
    """Yield a file's bytes, unpacked. Raise DocumentError if it is missing, unreadable, or damaged as a packed file."""
    with _readable(path) as stream:
        try:
            with _unpacked(path, stream) as data:
                yield data
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise _damaged(path) from error


@contextmanager
def _unpacked(path: Path, stream: BinaryIO) -> Iterator[BinaryIO]:
    match path.suffix.lower():
        case ".gz":
            with gzip.open(stream) as data:
                yield cast("BinaryIO", data)
        case ".zst":
            yield cast("BinaryIO", io.BufferedReader(_ZstandardFrames(stream, path)))
        case _:
            yield stream


class _ZstandardFrames(io.RawIOBase):
    """The library's own reader takes a file that is cut off for one that ends there; this one does not."""

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        self._stream = stream
        self._path = path
        self._unread = b""
        self._ready = b""
        self._frame: zstandard.ZstdDecompressionObj | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            packed = self._unread or self._stream.read(io.DEFAULT_BUFFER_SIZE)
            self._unread = b""
            if not packed and self._frame is not None:
                raise _damaged(self._path)
            if not packed:
                return 0
            self._unpack(packed)
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _unpack(self, packed: bytes) -> None:
        import zstandard

        if self._frame is None:
            self._frame = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW).decompressobj()
        try:
            self._ready = self._frame.decompress(packed)
        except zstandard.ZstdError as error:
            raise _damaged(self._path) from error
        if self._frame.eof:
            self._unread, self._frame = self._frame.unused_data, None


def _damaged(path: Path) -> DocumentError:
    return DocumentError("the compressed file is damaged or cut off", path=path, remedy="Compress it again")


@contextmanager
def packing(path: Path, stream: BinaryIO) -> Iterator[BinaryIO]:
    """Yield where to write what goes to ``stream``, packed if the name says so; equal bytes give equal files."""
    match path.suffix.lower():
        case ".gz":
            with gzip.GzipFile("", "wb", zlib.Z_DEFAULT_COMPRESSION, stream, mtime=0) as packed:
                yield cast("BinaryIO", packed)
        case ".zst":
            import zstandard

            with zstandard.ZstdCompressor().stream_writer(stream, closefd=False) as packed:
                yield cast("BinaryIO", packed)
        case _:
            yield stream


def write_text(path: Path, text: str) -> None:
    """Write a text in the encoding of the file that it replaces, else UTF-8. Raise DocumentError on failure."""
    encoding = Encoding.of(read_data(path)) if path.is_file() else UTF_8
    write_all({path: encoding.encode(text)})


def make_folder(path: Path, *, parents: bool = False) -> None:
    """Make a folder, unless it is there. Raise DocumentError if it can't be made, or a link leads out of a class."""
    check_followed(path)
    try:
        path.mkdir(parents=parents, exist_ok=True)
    except OSError as error:
        raise DocumentError(f"the folder can't be made ({error.strerror})", path=path) from error


def write_all(files: Mapping[Path, bytes], *, overwrite: bool = True, progress: Progress = silent) -> None:
    """Write files; none replaces an old one before all are written: if one fails, all are as they were, or missing.

    Raise DocumentError if a folder can't be written, or a file is there and is not to be replaced.
    """
    with _staging() as staging:
        for number, (path, data) in enumerate(files.items()):
            progress("writing", number, len(files))
            check_replaceable(path, overwrite=overwrite)
            with _naming(path), staging.stream(path) as stream:
                stream.write(data)


@contextmanager
def _staging() -> Iterator[Staging]:
    staging = Staging()
    try:
        yield staging
        staging.commit()
    except OSError as error:
        path = Path(error.filename2 or error.filename) if error.filename else None
        raise unwritable(path, error) from error
    finally:
        staging.close()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name a file, not what is staged for it, where it can't be written."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from error


def check_replaceable(path: Path, *, overwrite: bool) -> None:
    """Raise DocumentError for a folder, for a file that is not to be replaced, or where a link leads out of a class."""
    check_followed(path)
    with _naming(path):
        is_folder, exists = path.is_dir(), path.exists()
    if is_folder:
        raise DocumentError("this is a folder, not a file", path=path)
    if not overwrite and exists:
        raise DocumentError("the file is there already", path=path, remedy="Write over it with --force")


@contextmanager
def written_whole(*paths: Path) -> Iterator[tuple[BinaryIO, ...]]:
    """Yield a stream into a new file for each path, which replaces the old one once all are on the disk.

    If the block, the process or the machine fails, the files stay. Raise DocumentError if a folder can't be written.
    """
    with _staging() as staging, ExitStack() as opened:
        streams: list[BinaryIO] = []
        for path in paths:
            check_followed(path)
            with _naming(path):
                streams.append(opened.enter_context(staging.stream(path)))
        yield tuple(streams)
        for path, stream in zip(paths, streams, strict=True):
            with _naming(path):
                stream.flush()
                if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                    os.fsync(stream.fileno())
        opened.close()


_GENERATOR = "Markscheme"
MARK = f"Written by {_GENERATOR}"
MARK_LINE = f"{MARK}. This file is never marked."
_OFFICE_PROPERTIES = "docProps/core.xml"
"""Where an Office document has its properties (ISO/IEC 29500-2)."""
HEAD_BYTES = 4096
"""Bytes of a file's beginning that hold its mark."""

_TALLY = (
    r"(?:\d+ (?:correct|partly correct|different|missed|not needed|rewritten freely)(?: · |\n)"
    r"|nothing to mark\n|not comparable: \d+ sentences? rewritten freely"
    r"|\d+ hit, \d+ wrong, \d+ under, \d+ over: )"
)
_TABLES = (
    "system,metric,score,value",
    "system,other,metric,score,difference",
    "judgements,people,references,systems",
    "metric,settings,score,low",
    "row,subject,annotator,other",
    "row,exercise,sentence,before",
    "row,name,assignment,points A",
    "key,kind,exercise,sentence",
    "sentence,source,words",
    "name,assignment,group,made,found",
)
"""The beginnings of first lines of reports as CSV or TSV, which have no mark: programs read that line as columns."""
_MARKS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rf"^{re.escape(MARK_LINE)}[ \t]*\r?$",
        rf'\A\{{\s*"generator": "{_GENERATOR}"',
        rf'<meta name="generator" content="{_GENERATOR}[" ]',
        rf"<metadata>{MARK}</metadata>",
        rf'\A\{{\s*"\$schema": "[^"]*sarif[^"]*",\s*"version": "[^"]*",\s*"runs": \[\{{\s*"tool": '
        rf'\{{"driver": \{{"name": "{_GENERATOR}"',
        rf"\A(?:{'|'.join(_TABLES)})\b".replace(",", "[,\t]"),
        # Unmarked reports: a heading with two spaces before its bracket, and a line of counts.
        rf"\A\S[^\n]*  \([^\n]+, \d+ (?:references?|teachers?'s? corrections?)\b[^\n]*\)[ \t]*\n{_TALLY}",
        r"\ANo teacher's (?:reference|correction) was used\. These are a model's estimates, and no marks:",
        r'\A\{\s*"schema": 1,\s*"(?:documents|runs)": \[',
    )
)


def marked_text(text: str) -> str:
    return f"{MARK_LINE}\n\n{text}"


def marked_json(text: str) -> str:
    """Return a JSON object with its mark, as it is written to a file.

    >>> marked_json('{"schema": 1}')
    '{\\n  "generator": "Markscheme",\\n  "schema": 1}'
    """
    return f'{{\n  "generator": "{_GENERATOR}",\n  {text.removeprefix("{").lstrip()}'


def write_product(path: Path, text: str | Iterable[str], mark: Callable[[str], str] = marked_text) -> None:
    """Write a report, or its pieces, wholly or not at all; ``mark`` adds the mark to the first piece.

    Make no folder but that of products. Raise DocumentError if it can't be written.
    """
    pieces = [text] if isinstance(text, str) else text
    if path.parent.name == REPORT_FOLDER:
        make_folder(path.parent)
    if path.is_dir():
        raise DocumentError("this is a folder, not a file", path=path)
    with written_whole(path) as [stream]:
        for number, piece in enumerate(pieces):
            stream.write((piece if number else mark(piece)).encode())


def check_output(path: Path, inputs: Iterable[Path] = ()) -> None:
    """Check, before work begins, that its result can be written to a file.

    Raise DocumentError if its folder (but that of products) is missing, it is a folder, or it is one of the inputs.
    """
    folder = path.absolute().parent
    if not (folder.parent if folder.name == REPORT_FOLDER else folder).is_dir():
        raise DocumentError(f"there is no folder {path.parent}", path=path, remedy="Make it first")
    check_replaceable(path, overwrite=True)
    if any(_is_same_file(path, one) for one in inputs):
        raise DocumentError(
            "this file is an input, and the result would be written over it", path=path, remedy="Name another file"
        )


def _is_same_file(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:  # one of them is not there
        return False


def is_product(path: Path) -> bool:
    """Return whether Markscheme wrote a file; false if it can't be read. Kept until the file's time or size changes."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return False
    return _is_product(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=65536)
def _is_product(path: Path, _time: int, size: int) -> bool:
    if size == 0 or not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
        return _is_marked_office_file(path) if head.startswith(_ZIP) else is_marked(head)
    except ARCHIVE_DAMAGE:
        return False


def _is_marked_office_file(path: Path) -> bool:
    with ZipFile(path) as archive:
        if _OFFICE_PROPERTIES not in archive.namelist() or not is_bounded(archive, _OFFICE_PROPERTIES):
            return False
        with archive.open(_OFFICE_PROPERTIES) as properties:
            return f"<cp:category>{MARK}</cp:category>".encode() in properties.read(HEAD_BYTES)


def is_marked(head: bytes) -> bool:
    """Return whether a file's first bytes, :data:`HEAD_BYTES` of them, are those of a product."""
    encoding = Encoding.of(head)
    text = head.removeprefix(encoding.mark).decode(encoding.name, "replace").replace("\r\n", "\n")
    return any(mark.search(text) for mark in _MARKS)


_RETURN = re.compile(r"\r\n?")


def newlines(text: str) -> str:
    r"""Return the text with each line ended by ``\n``, as a :class:`~markscheme.documents.corpus.Corpus` has it.

    >>> newlines("one\r\ntwo\rthree\n")
    'one\ntwo\nthree\n'
    """
    return _RETURN.sub("\n", text)


def moved_offsets(text: str) -> Callable[[int], int]:
    r"""Return what gives an offset's place after :func:`newlines`, which makes one character of ``\r\n``."""
    returns = [match.start() for match in re.finditer("\r\n", text)]
    return lambda offset: offset - bisect_left(returns, offset)
