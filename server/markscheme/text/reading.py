"""Files read: their bytes, and their text or an error that says why there is none."""

import codecs
from collections.abc import Callable
from pathlib import Path

from markscheme.text.errors import DocumentError, MissingDocument

TextSource = Callable[[Path], str]
"""Gives a document's text: from disk (:func:`read_text`), or from an editor's unsaved buffer."""


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, its line ends untouched, a byte order mark left out.

    Raises
    ------
    DocumentError
        If the file is missing, unreadable, binary or not UTF-8 (then with the line of the first bad byte).
    """
    return decode(read_data(path), path)


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder; false where that can't be found out."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Return whether a path is a file; false where that can't be found out."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_data(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises
    ------
    DocumentError
        If the file is missing or unreadable.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise MissingDocument("the file does not exist", path=path) from None
    except IsADirectoryError:
        raise DocumentError("this is a folder, not a file", path=path) from None
    except OSError as error:
        raise DocumentError(
            f"the file can't be read ({error.strerror})", path=path, remedy="Check its permissions"
        ) from error


def decode(data: bytes, path: Path) -> str:
    """Decode UTF-8 strictly; ``path`` is only for the message.

    Raises
    ------
    DocumentError
        If the data is binary or not UTF-8.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    nul = data.find(b"\0")
    if nul >= 0:
        raise DocumentError("this is a binary file, not text", path=path, line=_line_of(data, nul))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"the file is not UTF-8 text (byte 0x{data[error.start]:02x})",
            path=path,
            line=_line_of(data, error.start),
            remedy="Save it as UTF-8",
        ) from None


def _line_of(data: bytes, offset: int) -> int:
    before = data[:offset]
    return 1 + before.count(b"\n") + before.replace(b"\r\n", b"").count(b"\r")
