"""The first look through a file that is to be read in stretches: what only the whole of it shows."""

from collections.abc import Callable, Iterator
from pathlib import Path

from markscheme.formats.streams.stream import Stretch, cut
from markscheme.text.compression import opened_text

STRETCH = 1024
"""Sentences that are looked through at a time."""


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
