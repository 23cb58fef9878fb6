"""Compressed files, told by the ends of their names: gzip (``.gz``) and Zstandard (``.zst``).

They are read as they come, and so a file may be larger than memory.
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, TextIO, cast

from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.reading import check_readable

if TYPE_CHECKING:
    import zstandard

GZIP, ZSTANDARD = ".gz", ".zst"
COMPRESSED = (GZIP, ZSTANDARD)
"""The ends of names of compressed files, in lower case."""
MAX_WINDOW = 2**27
"""Bytes of memory that a Zstandard file may ask for (128 MiB; ``zstd --long`` writes up to that by default)."""
PACKED_BYTES = 2**15
"""Bytes of a Zstandard file that are unpacked at a time; text becomes up to some hundred times as many."""
ZSTANDARD_LEVEL = 3
GZIP_LEVEL = 6


def is_compressed(path: Path) -> bool:
    """Return whether a file's name says that it is compressed."""
    return path.suffix.lower() in COMPRESSED


def bare_path(path: Path) -> Path:
    """Return a file's path without the end that says that it is compressed.

    >>> bare_path(Path("a.m2.gz")).name, bare_path(Path("a.m2")).name
    ('a.m2', 'a.m2')
    """
    return path.with_suffix("") if is_compressed(path) else path


@contextmanager
def opened_text(path: Path) -> Iterator[TextIO]:
    r"""Yield a UTF-8 file's text, unpacked, with every line end as ``\n`` and without a byte order mark.

    Raises
    ------
    DocumentError
        If the file is missing, unreadable, or damaged as a compressed file.
    UnicodeDecodeError
        While it is read, if it is not UTF-8.
    """
    with opened_data(path) as stream:
        yield io.TextIOWrapper(cast("IO[bytes]", stream), encoding="utf-8-sig", newline=None)


@contextmanager
def opened_data(path: Path) -> Iterator[BinaryIO]:
    """Yield a file's bytes, unpacked.

    Raises
    ------
    DocumentError
        If the file is missing, unreadable, or damaged as a compressed file.
    """
    try:
        check_readable(path)
        with path.open("rb") as stream, _unpacked(path, stream) as data:
            yield data
    except FileNotFoundError:
        raise MissingDocument("the file does not exist", path=path) from None
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise _damaged(path) from error
    except OSError as error:
        raise DocumentError(
            f"the file can't be read ({error.strerror})", path=path, remedy="Check its permissions"
        ) from error


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
    """The content of a Zstandard file: of all its frames, the last one whole.

    The library's own reader takes a file that is cut off for one that ends there.
    """

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
            packed = self._unread or self._stream.read(PACKED_BYTES)
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
            self._frame = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW).decompressobj()
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
    """Yield where to write the bytes of a file of this name, which go on to ``stream``, packed if the name says so.

    The same bytes give the same file: no time is written into it.
    """
    match path.suffix.lower():
        case ".gz":
            with gzip.GzipFile("", "wb", GZIP_LEVEL, stream, mtime=0) as packed:
                yield cast("BinaryIO", packed)
        case ".zst":
            import zstandard

            with zstandard.ZstdCompressor(ZSTANDARD_LEVEL).stream_writer(stream, closefd=False) as packed:
                yield cast("BinaryIO", packed)
        case _:
            yield stream
