"""A folder's files by globs. Many globs read the folder once: one for each of thousands of students."""

import fnmatch
import os
import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import attrs

_WILDCARDS = re.compile(r"[*?\[]")
_LITERAL = re.compile(r"[^*?\[\]]*")
_IGNORES_CASE = os.name == "nt"


@attrs.frozen(slots=False)
class _Names:
    """The names in a folder."""

    names: Sequence[str]

    @cached_property
    def by_beginning(self) -> list[str]:
        return sorted(self.names)

    @cached_property
    def by_end(self) -> list[str]:
        return sorted(name[::-1] for name in self.names)

    def matching(self, pattern: str) -> list[str]:
        """Return the names that a glob matches; those that begin or end like it are looked at alone."""
        expression = re.compile(fnmatch.translate(pattern), re.IGNORECASE if _IGNORES_CASE else 0)
        return [name for name in self._likely(pattern) if expression.match(name)]

    def _likely(self, pattern: str) -> Sequence[str]:
        if _IGNORES_CASE:
            return self.names
        beginning, end = (_LITERAL.match(text) for text in (pattern, pattern[::-1]))
        if beginning is None or end is None:
            return self.names
        if len(beginning[0]) >= len(end[0]):
            return _beginning_with(beginning[0], self.by_beginning)
        return [name[::-1] for name in _beginning_with(end[0], self.by_end)]


def _beginning_with(text: str, names: Sequence[str]) -> Sequence[str]:
    first = last = bisect_left(names, text)
    while last < len(names) and names[last].startswith(text):
        last += 1
    return names[first:last]


class FolderFiles:
    """What is in a folder and below it, as it was when a folder was first looked at.

    Attributes
    ----------
    folder
        The folder that globs begin in.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: dict[Path, _Names] = {}

    def glob(self, pattern: str) -> list[Path]:
        """Return what a glob matches, sorted, as :meth:`pathlib.Path.glob` does."""
        above, _, last = pattern.rpartition("/")
        if not last or "**" in pattern or ".." in pattern or _WILDCARDS.search(above):
            return sorted(self.folder.glob(pattern))
        inside = self.folder / above
        return sorted(inside / name for name in self._in(inside).matching(last))

    def _in(self, folder: Path) -> _Names:
        if folder not in self._names:
            try:
                self._names[folder] = _Names([entry.name for entry in os.scandir(folder)])
            except OSError:
                self._names[folder] = _Names(())
        return self._names[folder]
