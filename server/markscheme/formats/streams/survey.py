"""The first look through a file that is to be read in stretches: what only the whole of it shows."""

from collections.abc import Callable, Iterator
from pathlib import Path

from markscheme.formats.streams.stream import Stretch, cut
from markscheme.text.compression import is_compressed, opened_data, opened_text
from markscheme.text.encodings import UTF_8, encoding_of, looks_like_utf_16
from markscheme.text.errors import DocumentError
from markscheme.text.file_kinds import kind_of

STRETCH = 1024
"""Sentences that are looked through at a time."""
HEAD = 2**16
"""Bytes of a file's beginning by which its format is recognised."""
MAX_FIRST_LINE = 2**24
"""Bytes that are looked at where the first line is longer than that."""


class UnreadableInStretches(Exception):
    """A file must be read as a whole: it is damaged, or not text in UTF-8."""


def look_through(path: Path, begins_sentence: Callable[[str], bool]) -> Iterator[Stretch]:
    """Yield the stretches of a file.

    Raises
    ------
    DocumentError
        If the file is missing, unreadable, or damaged as a compressed file.
    UnreadableInStretches
        If it has bytes that are no UTF-8, or characters that no text has.
    """
    try:
        with opened_text(path) as lines:
            for stretch in cut(lines, STRETCH, begins_sentence):
                if "\0" in stretch.text:
                    raise UnreadableInStretches
                yield stretch
    except UnicodeDecodeError as error:
        raise UnreadableInStretches from error


def head_lines(path: Path) -> str:
    """Return the whole lines that a file begins with; the first one, if it is long.

    Raises
    ------
    DocumentError
        If the file is missing, unreadable, damaged as a compressed file, or compressed and empty.
    UnreadableInStretches
        If it has none, or is not text in UTF-8.
    """
    with opened_data(path) as data:
        head = data.read(HEAD)
        while _end_of_lines(head) == 0 and len(head) < MAX_FIRST_LINE and (more := data.read(len(head))):
            head += more
        is_whole = not data.read(1)
    if not head and is_compressed(path):
        raise DocumentError("the compressed file is empty", path=path, remedy="Compress the text again")
    if kind_of(head) is not None or encoding_of(head).name != UTF_8.name or looks_like_utf_16(head):
        raise UnreadableInStretches
    lines = head if is_whole else head[: _end_of_lines(head)]
    try:
        text = lines.removeprefix(encoding_of(head).mark).decode()
    except UnicodeDecodeError as error:
        raise UnreadableInStretches from error
    if not text.strip():
        raise UnreadableInStretches
    return text


def _end_of_lines(data: bytes) -> int:
    """Return where the last whole line ends; 0 if there is none."""
    return max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
