"""Files read a stretch at a time, so that memory does not grow with them; to read whole is to read one stretch.

A format is looked through once before it is read: only the whole file shows how many entries it has, and whose.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import TextIO

import attrs

from markscheme.documents.files import (
    UTF_8,
    Encoding,
    is_compressed,
    kind_of,
    looks_like_utf_16,
    opened_data,
    opened_text,
    read_text,
)
from markscheme.errors import DocumentError

STRETCH = 1024
"""Entries that are looked through at a time."""
HEAD = 2**16
"""Bytes of a file's beginning by which its format is recognised."""
BYTES = 2**18
"""Bytes that are read at a time where they are only counted, and then to the end of the line."""
PIECE = 2**18
"""Characters that are read at a time, and then to the end of the line."""
MAX_FIRST_LINE = 2**24
"""Bytes that are looked at where the first line is longer than that."""


Begins = re.Pattern[str] | Callable[[str], Iterable[int]]
"""Where entries begin in whole lines: what matches there, at the beginning of a line; or what returns the places."""


@attrs.frozen
class Stretch:
    """Consecutive entries of a file: the first one's number (from 0), the stretch's first line (from 1), their count.

    ``text``: lines ended by ``\\n``.
    """

    first: int
    line: int
    size: int
    text: str


class PackedOtherwise(Exception):
    """A packed file holds no text in UTF-8, or one that must be read as a whole."""


@attrs.frozen
class TextFile:
    """A text that is read in stretches, as often as needed, from its file.

    ``head``: the whole lines at its beginning. ``held``: the text itself, where the file can't be opened anew (a pipe),
    or is not UTF-8.
    """

    path: Path | None
    head: str
    held: str | None = None

    @classmethod
    def of(cls, text: str, path: Path | None = None) -> "TextFile":
        return cls(path, text, text)

    @classmethod
    def opened(cls, path: Path) -> "TextFile":
        """Raise DocumentError if the file can't be read or is no text; PackedOtherwise if it is packed."""
        head = head_lines(path) if os.path.isfile(path) else None
        if head is not None:
            return cls(path, head)
        if is_compressed(path) and os.path.isfile(path):
            raise PackedOtherwise
        return cls.of(read_text(path), path)

    def stretches(self, size: int, begins: Begins) -> Iterator[Stretch]:
        """Yield stretches of ``size`` entries, the last of what is left; raise DocumentError if unreadable."""
        if self.held is not None or self.path is None:
            yield from cut(StringIO(self.held, newline=None), size, begins)
            return
        with opened_text(self.path) as text:
            yield from cut(text, size, begins)

    def pieces(self) -> Iterator[bytes]:
        """Yield a UTF-8 file's bytes in whole lines, each piece with a line end before it; nothing of a held text."""
        if self.held is not None or self.path is None:
            return
        with opened_data(self.path) as data:
            while piece := data.read(BYTES) + data.readline():
                yield b"\n" + piece if piece.endswith(b"\n") else b"\n" + piece + b"\n"

    def look_through(self, begins: Begins) -> Iterator[Stretch]:
        """Yield all stretches, at a first look; raises as :meth:`opened`."""
        try:
            for stretch in self.stretches(STRETCH, begins):
                if "\0" in stretch.text:
                    raise self._no_text()
                yield stretch
        except UnicodeDecodeError as error:
            raise self._no_text() from error

    def _no_text(self) -> Exception:
        if self.path is None or is_compressed(self.path):
            return PackedOtherwise()
        read_text(self.path)  # says what is wrong, and in which line
        return DocumentError("the file changed while it was read", path=self.path, remedy="Run the command again")


def cut(text: TextIO, size: int, begins: Begins) -> Iterator[Stretch]:
    """Yield a text in stretches of ``size`` entries; what stands before the first entry is in the first stretch."""
    first, line, rest = 0, 1, ""
    starts: list[int] = []
    while piece := text.read(PIECE) + text.readline():
        places = begins(piece) if callable(begins) else [match.start() for match in begins.finditer(piece)]
        starts += [len(rest) + place for place in places]
        rest += piece
        begin = taken = 0
        while len(starts) - taken > size:
            part = rest[begin : starts[taken + size]]
            yield Stretch(first, line, size, part)
            first, line, taken = first + size, line + part.count("\n"), taken + size
            begin = starts[taken]
        rest, starts = rest[begin:], [start - begin for start in starts[taken:]]
    if rest:
        yield Stretch(first, line, len(starts), rest)


ANY_LINE = re.compile(r"^(?=[\s\S])", re.MULTILINE)
"""Where an entry begins that is a line."""


def head_lines(path: Path) -> str | None:
    """Return the whole lines that a file begins with; the first one, if it is long; ``None`` if it has no UTF-8 line.

    Raise DocumentError if it can't be read, or is compressed and empty.
    """
    with opened_data(path) as data:
        head = data.read(HEAD)
        while _end_of_lines(head) == 0 and len(head) < MAX_FIRST_LINE and (more := data.read(len(head))):
            head += more
        is_whole = not data.read(1)
    if not head and is_compressed(path):
        raise DocumentError("the compressed file is empty", path=path, remedy="Compress the text again")
    if kind_of(head) is not None or Encoding.of(head).name != UTF_8.name or looks_like_utf_16(head):
        return None
    lines = head if is_whole else head[: _end_of_lines(head)]
    try:
        text = lines.removeprefix(Encoding.of(head).mark).decode()
    except UnicodeDecodeError:
        return None
    return text if text.strip() else None


def _end_of_lines(data: bytes) -> int:
    return max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
