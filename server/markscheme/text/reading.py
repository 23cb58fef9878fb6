"""Files read: their bytes, and their text or an error that says why there is none."""

import stat
from collections.abc import Callable
from pathlib import Path

from markscheme.text.encodings import UTF_8, encoding_of, looks_like_utf_16
from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.file_kinds import kind_of
from markscheme.text.positions import LineIndex

TextSource = Callable[[Path], str]
"""Gives a document's text: from disk (:func:`read_text`), or from an editor's unsaved buffer."""

MAX_BYTES = 512 * 2**20
"""Bytes of a file that is read as a whole."""


def read_text(path: Path) -> str:
    """Return the text of a file, its line ends untouched, a byte order mark left out.

    The file is UTF-8, or UTF-16 or UTF-32 with a byte order mark.

    Raises
    ------
    DocumentError
        If the file is missing, unreadable, of another kind than text, or in another encoding (then with the line of
        the first bad byte).
    """
    return decode(read_data(path), path)


def shown_path(path: Path) -> str:
    """Return a path as a person would name it: from the current folder, where it is below it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


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
        If the file is missing, unreadable, no file but a device or a named pipe, or larger than :data:`MAX_BYTES`.
    """
    try:
        check_readable(path)
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise MissingDocument("the file does not exist", path=path) from None
    except OSError as error:
        raise DocumentError(
            f"the file can't be read ({error.strerror})", path=path, remedy="Check its permissions"
        ) from error
    if len(data) > MAX_BYTES:
        raise DocumentError(f"the file has more than {MAX_BYTES // 2**20} MiB", path=path, remedy="Split it")
    return data


def check_readable(path: Path) -> None:
    """Raise a DocumentError for a path that may never end or never answer: a folder, a device, a named pipe.

    A pipe of a running program (``/dev/fd/63``, ``/dev/stdin``) is read.

    Raises
    ------
    OSError
        If there is no such file.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise DocumentError("this is a folder, not a file", path=path)
    if stat.S_ISFIFO(mode) and path.is_relative_to("/dev"):
        return
    if not stat.S_ISREG(mode):
        kind = "a named pipe" if stat.S_ISFIFO(mode) else "a device"
        raise DocumentError(f"this is {kind}, not a file", path=path)


def decode(data: bytes, path: Path) -> str:
    """Decode UTF-8, or what the byte order mark says, strictly; ``path`` is only for the message.

    Raises
    ------
    DocumentError
        If the data is of another kind than text, or not in this encoding.
    """
    kind = kind_of(data)
    if kind is not None:
        remedy = kind.advice(path.name) or "Save it as text (.txt)"
        raise DocumentError(f"this is {kind.title}, not text", path=path, remedy=remedy)
    encoding = encoding_of(data)
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
        raise DocumentError("this is a binary file, not text", path=path, line=_last_line(text[:nul]))
    if bad_byte is not None:
        raise DocumentError(
            f"the file is not {encoding.name} text (byte 0x{data[bad_byte]:02x})",
            path=path,
            line=_last_line(data[:bad_byte].decode(encoding.name, "replace")),
            remedy="Save it as UTF-8",
        )
    return text


def _last_line(text: str) -> int:
    """Return the number of the line that a text ends in."""
    return len(LineIndex(text))


def check_characters(text: str, path: Path) -> None:
    """Check that a text of an editor is one of characters: JSON can hold half a surrogate pair, and files can't.

    Raises
    ------
    DocumentError
        If it has such a half, with its line.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = LineIndex(text).position(error.start, "utf-32").line + 1
        raise DocumentError(
            "this line has half a surrogate pair, which is not a character", path=path, line=line
        ) from None
