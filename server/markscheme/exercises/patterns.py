"""Patterns of files in ``markscheme.toml``: globs, placeholders, ``#AUTHOR``, and ``#*`` for all authors together.

``{name}`` stands for the name of an exercise, ``{student}`` and ``{teacher}`` for a person's. Each matches what ``*``
matches inside one part of a path, and the same text wherever it stands in a pattern.

A pattern that is a file's name means that file. Only such a pattern matches hidden files, the lock files of word
processors, ``markscheme.toml`` and the files of decisions and comments. No pattern matches a file that Markscheme wrote
for people (:func:`may_take_part`).
"""

import fnmatch
import glob
import os
import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path

import attrs

from markscheme.documents.files import is_product
from markscheme.documents.folders import (
    CONFIGURATION,
    HIDDEN,
    REPORT_FOLDER,
    companion,
    link_fault,
)
from markscheme.errors import DocumentError

MAX_FOLDERS = 64
"""Most folders in a pattern."""
MAX_WILDCARDS = 32
"""Most asterisks, question marks, brackets and placeholders in a pattern."""
MAX_ENTRIES = 200_000
"""Most files and folders that are looked at for the patterns of a table."""
_WILDCARDS = re.compile(r"[*?\[]")
_LITERAL = re.compile(r"[^*?\[\]]*")
_FOLDERS = "**"
_IGNORES_CASE = os.name == "nt"
"""As globs match on the system: Windows does not distinguish capital letters."""
_FLAGS = re.DOTALL | (re.IGNORECASE if _IGNORES_CASE else 0)


def pattern_fault(pattern: str) -> str | None:
    """Return why a pattern is not looked for, in words for people."""
    if (folders := pattern.count("/")) > MAX_FOLDERS:
        return f"the pattern has {folders} folders, more than {MAX_FOLDERS}"
    if (wildcards := len(_PIECES.findall(pattern))) > MAX_WILDCARDS:
        return f"the pattern has {wildcards} asterisks, brackets and placeholders, more than {MAX_WILDCARDS}"
    return None


class TooMuchToMatch(DocumentError):
    """A pattern takes too long in this folder."""


class _Entries:
    """A folder's entries by name, for a look at those with a beginning or an end.

    Some systems write accents of file names as characters of their own: a name means the same, composed.
    """

    def __init__(self, entries: Iterable[os.DirEntry[str]]) -> None:
        self.names: defaultdict[str, list[str]] = defaultdict(list)
        self.folders: set[str] = set()
        """Composed names of folders; links are not among them."""
        for entry in entries:
            self.names[_composed(entry.name)].append(entry.name)
            if entry.is_dir(follow_symlinks=False):
                self.folders.add(_composed(entry.name))

    @cached_property
    def _by_beginning(self) -> list[str]:
        return sorted(self.names)

    @cached_property
    def _by_end(self) -> list[str]:
        return sorted(name[::-1] for name in self.names)

    def matching(self, pattern: str) -> Iterable[str]:
        """Return the composed names that a glob of one part matches."""
        expression = re.compile(fnmatch.translate(pattern), _FLAGS)
        return [name for name in self._likely(pattern) if expression.match(name)]

    def _likely(self, pattern: str) -> Iterable[str]:
        beginning, end = (_LITERAL.match(text) for text in (pattern, pattern[::-1]))
        if beginning is None or end is None or _IGNORES_CASE:
            return self.names
        if len(beginning[0]) >= len(end[0]):
            return _beginning_with(beginning[0], self._by_beginning)
        return [name[::-1] for name in _beginning_with(end[0], self._by_end)]


def _beginning_with(text: str, names: Sequence[str]) -> Sequence[str]:
    first = last = bisect_left(names, text)
    while last < len(names) and names[last].startswith(text):
        last += 1
    return names[first:last]


class FolderFiles:
    """What is in a folder and below it, as it was when a folder was first looked at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._entries: dict[Path, _Entries] = {}
        self._count = 0

    def glob(self, pattern: str) -> list[Path]:
        """Return what a glob matches, sorted, as :meth:`pathlib.Path.glob` of Python 3.13 does; ``**`` enters no link.

        Each folder is looked at once, with the parts of the glob that may match in it.
        Raise TooMuchToMatch above :data:`MAX_ENTRIES`.
        """
        parts = [part for part in _composed(pattern).split("/") if part not in ("", ".")]
        if parts[-1:] == [_FOLDERS]:
            parts.append("*")
        with_hidden = any(part.startswith(HIDDEN) for part in parts)
        found: list[Path] = []
        begun = [(self.folder, frozenset([0]))] if parts else []
        while begun:
            folder, places = begun.pop()
            following = defaultdict[Path, set[int]](set)
            for place in _with_skipped(parts, places):
                if place < len(parts):
                    for path in self._matching(folder, parts[place], with_hidden=with_hidden):
                        following[path].add(place if parts[place] == _FOLDERS else place + 1)
            for path, reached in following.items():
                if len(parts) in reached:
                    found.append(path)
                if reached != {len(parts)} and path.is_dir():
                    begun.append((path, frozenset(reached)))
        return sorted(found)

    def relative(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()

    def _matching(self, folder: Path, part: str, *, with_hidden: bool) -> list[Path]:
        if not _WILDCARDS.search(part) and part.isascii():
            path = folder / part
            return [path] if os.path.lexists(path) else []
        entries = self._in(folder)
        names = (
            (name for name in entries.folders if with_hidden or not name.startswith(HIDDEN))
            if part == _FOLDERS
            else entries.matching(part)
        )
        return [folder / own for name in names for own in entries.names[name]]

    def _in(self, folder: Path) -> _Entries:
        if folder not in self._entries:
            try:
                if link_fault(folder, self.folder) is None:
                    with os.scandir(folder) as entries:
                        self._entries[folder] = _Entries(islice(entries, MAX_ENTRIES - self._count + 1))
                else:
                    self._entries[folder] = _Entries(())
            except OSError:
                self._entries[folder] = _Entries(())
            self._count += len(self._entries[folder].names)
            if self._count > MAX_ENTRIES:
                raise TooMuchToMatch(
                    f"there are more than {MAX_ENTRIES:,} files and folders to look at for these patterns",
                    path=self.folder,
                    remedy="Name a folder with fewer files",
                )
        return self._entries[folder]


def _with_skipped(parts: Sequence[str], places: Iterable[int]) -> set[int]:
    """Return places in a glob with those behind ``**`` that stand for no folder."""
    reached = set(places)
    for place in places:
        while place < len(parts) and parts[place] == _FOLDERS:
            place += 1
            reached.add(place)
    return reached


def may_take_part(path: Path) -> bool:
    """Return whether a path is a file that is not a product and is in no folder of products."""
    return os.path.isfile(path) and participation_fault(path) is None


def may_be_text(path: Path) -> bool:
    """Return whether a file may be a text though nothing names it: it may take part, and is no exercise's companion."""
    return companion(path) is None and may_take_part(path)


def participation_fault(path: Path) -> DocumentError | None:
    """Return why a file can take part in no exercise, whatever names it; ``None`` if it can, or is not there."""
    if (fault := link_fault(path, found=True)) is not None:
        return fault
    if is_product(path):
        return DocumentError(
            "this is a report or an export that Markscheme wrote; it is never marked",
            path=path,
            remedy="Name the text itself",
        )
    if REPORT_FOLDER in path.parts and os.path.isfile(path):
        return DocumentError(
            f"this is in {REPORT_FOLDER}, where Markscheme keeps its reports; nothing there is marked",
            path=path,
            remedy="Move it to another folder",
        )
    return None


SKIPPED_FOLDERS = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", REPORT_FOLDER}
NAME = "{name}"
STUDENT = "{student}"
TEACHER = "{teacher}"
PLACEHOLDERS = (NAME, STUDENT, TEACHER)
_PLACEHOLDER = re.compile(r"\{\w+\}")
_PIECES = re.compile(r"(\{(?:name|student|teacher)\}|\*\*/|\*\*|\*|\?|\[!?[^\]/]+\])")
_UNITS = {"**/": "[^/]+/", "**": ".", "*": "[^/]", "?": "[^/]"}
"""What stands once for ``?``, and any number of times for the others."""


@attrs.frozen
class Match:
    """A file that a pattern matches, and what stands for placeholders; ``by_name``: the pattern is its name."""

    path: Path
    author: str | None = None
    by_name: bool = False
    student: str | None = None
    teacher: str | None = None


def unknown_placeholder(pattern: str) -> str | None:
    return next((word for word in _PLACEHOLDER.findall(pattern) if word not in PLACEHOLDERS), None)


def holds(pattern: str, placeholder: str) -> bool:
    return placeholder in pattern


def filled(pattern: str, placeholder: str, value: str) -> str:
    """Return the pattern for one value of a placeholder, which may hold any characters."""
    return pattern.replace(placeholder, glob.escape(value))


def values_in(folder: Path, pattern: str, placeholder: str, excluded: Iterable[str] = ()) -> tuple[str, ...]:
    front = pattern.rpartition("#")[0] or pattern
    values: set[str] = set()
    for item in matches(folder, _as_glob(pattern), excluded):
        names = _match(pattern if item.author is None else front, item.path.relative_to(folder).as_posix())
        if names is not None:
            values.add(names[placeholder.strip("{}")])
    return tuple(sorted(values))


def has_file(folder: Path, pattern: str, placeholder: str, value: str, excluded: Iterable[str] = ()) -> bool:
    """Return whether a value is among :func:`values_in`, without a search for the others."""
    patterns = tuple(excluded)
    files = matches(folder, _as_glob(filled(pattern, placeholder, value)), patterns)
    return any(_may_take(item.path.relative_to(folder), pattern, patterns) for item in files)


def value_in(pattern: str, placeholder: str, path: str) -> str | None:
    """Return what stands for a placeholder where a pattern that holds it matches a relative path.

    >>> value_in("texts/{name}.txt", NAME, "texts/mei.txt")
    'mei'
    """
    return (_whole_or_front(pattern, path) or {}).get(placeholder.strip("{}"))


_STARS_IN_NAME = re.compile(r"(?<=[^/*])\*{2,}|\*{2,}(?=[^/*])")
"""Several asterisks in a row inside a name, which mean one: ``S**`` for ``S*{student}``."""


def _as_glob(pattern: str, placeholders: Iterable[str] = PLACEHOLDERS) -> str:
    for placeholder in placeholders:
        pattern = pattern.replace(placeholder, "*")
    return _STARS_IN_NAME.sub("*", pattern)


def may_match(pattern: str, path: str) -> bool:
    return path in (pattern, pattern.rpartition("#")[0]) or _whole_or_front(pattern, path) is not None


def _whole_or_front(pattern: str, path: str) -> "_People | None":
    front = pattern.rpartition("#")[0]
    whole = _match(pattern, path)
    return _match(front, path) if whole is None and front else whole


def _match(pattern: str, path: str) -> "_People | None":
    people = _expression(pattern).match(path)
    return _expression(_composed(pattern)).match(_composed(path)) if people is None else people


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def matches(
    folder: Path, pattern: str, excluded: Iterable[str] = (), on_disk: FolderFiles | None = None
) -> tuple[Match, ...]:
    """Return the files that a pattern without ``{name}`` matches, by path; ``on_disk`` saves reading the folder."""
    patterns = tuple(excluded)
    on_disk = on_disk or FolderFiles(folder)
    files = _files(on_disk, pattern, patterns)
    front, _, author = pattern.rpartition("#")
    if files or not front or not author:
        return files
    return tuple(attrs.evolve(item, author=author) for item in _files(on_disk, front, patterns))


def _files(on_disk: FolderFiles, pattern: str, excluded: tuple[str, ...]) -> tuple[Match, ...]:
    folder = on_disk.folder
    literal = pattern.replace("[[]", "[").replace("[*]", "*").replace("[?]", "?")
    named = [folder / literal, *([] if literal.isascii() else on_disk.glob(glob.escape(literal)))]
    if (path := next(filter(may_take_part, named), None)) is not None:
        return (Match(path, by_name=True),)
    paths = _globbed(on_disk, _as_glob(pattern, (STUDENT, TEACHER)), excluded)
    if not holds(pattern, STUDENT) and not holds(pattern, TEACHER):
        return tuple(Match(path) for path in paths)
    places = ((path, _match(pattern, on_disk.relative(path))) for path in paths)
    people = ((path, names) for path, names in places if names is not None)
    return tuple(Match(path, student=names.get("student"), teacher=names.get("teacher")) for path, names in people)


def is_excluded(path: str, patterns: Iterable[str]) -> bool:
    """Return whether a relative path, or a folder that it is in, matches an exclusion.

    >>> is_excluded("class/drafts/mei.txt", ["**/drafts"])
    True
    >>> is_excluded("draft-mei.txt", ["**/draft-*"])
    True
    >>> is_excluded("mei.txt", ["**/draft-*"])
    False
    """
    parts = path.split("/")
    above = ["/".join(parts[: length + 1]) for length in range(len(parts))]
    return any(_match(pattern.rstrip("/"), place) is not None for pattern in patterns for place in above)


def _globbed(on_disk: FolderFiles, pattern: str, excluded: tuple[str, ...]) -> Iterator[Path]:
    for path in on_disk.glob(pattern):
        if _may_take(path.relative_to(on_disk.folder), pattern, excluded) and may_take_part(path):
            yield path


def _may_take(path: Path, pattern: str, excluded: tuple[str, ...]) -> bool:
    """Return whether a glob takes a file that it matches: nothing excluded or hidden, no settings, no companions."""
    parts = pattern.split("/")
    if path.name != parts[-1] and (path.name == CONFIGURATION or companion(path) is not None):
        return False
    hidden = any(part.startswith(HIDDEN) for part in path.parts)
    named = any(part.startswith(HIDDEN) for part in parts)
    return (named or not hidden) and not is_excluded(path.as_posix(), excluded)


_People = Mapping[str, str]
"""What stands for placeholders, by their names."""
_FEW_LOOPS = 2
"""Loops of an expression in which going back takes at most as long as the path's length squared."""
_MAX_STATES = 100_000
"""Most states of a match that are tried, where a placeholder stands twice; others have as many as there are."""


@attrs.frozen
class _Piece:
    """One part of a pattern: ``unit``, once or any number of times, or what the placeholder ``again`` stood for."""

    unit: re.Pattern[str]
    repeats: bool = False
    opens: str = ""
    closes: str = ""
    again: str = ""


@attrs.frozen
class _Expression:
    """A pattern, matched in a time that is bounded: as by Python's ``re``, which may go back without end."""

    pieces: tuple[_Piece, ...]
    quick: re.Pattern[str] | None

    def match(self, path: str) -> _People | None:
        """Return what stands for placeholders if the whole path matches, the first ones as long as they can be."""
        if self.quick is None:
            return self._walked(path)
        match = self.quick.fullmatch(path)
        return None if match is None else match.groupdict()

    def _walked(self, path: str) -> _People | None:
        """Try each state, a piece and a place, once: what follows depends on no way that led there."""
        kept = {piece.again for piece in self.pieces if piece.again}
        states: list[tuple[int, int, tuple[tuple[str, int], ...]]] = [(0, 0, ())]
        tried: set[tuple[int, int, tuple[tuple[str, int], ...]]] = set()
        while states:
            number, place, marks = states.pop()
            if number == len(self.pieces):
                if place == len(path):
                    return {name: path[slice(*_span(marks, name))] for name, _ in marks}
                continue
            state = (number, place, tuple(mark for mark in marks if mark[0] in kept))
            if state in tried:
                continue
            tried.add(state)
            if kept and len(tried) > _MAX_STATES:
                raise TooMuchToMatch("a placeholder stands twice in a pattern, in too many ways for the names of files")
            piece = self.pieces[number]
            if piece.again:
                same = path[slice(*_span(marks, piece.again))]
                if re.compile(re.escape(same), _FLAGS).match(path, place):
                    states.append((number + 1, place + len(same), marks))
                continue
            match = piece.unit.match(path, place)
            if piece.repeats:
                states.append((number + 1, place, (*marks, (piece.closes, place)) if piece.closes else marks))
            if match is not None:
                after = (*marks, (piece.opens, place)) if piece.opens else marks
                states.append((number + (not piece.repeats), match.end(), after))
        return None


def _span(marks: Iterable[tuple[str, int]], name: str) -> tuple[int, int]:
    start, end = (place for own, place in marks if own == name)
    return start, end


@lru_cache(maxsize=1024)
def _expression(pattern: str) -> _Expression:
    pieces: list[_Piece] = []
    quick: list[str] = []
    for text in filter(None, _PIECES.split(pattern.removeprefix("./"))):
        name = text.strip("{}")
        if text not in PLACEHOLDERS:
            unit = _UNITS.get(text) or _literal(text)
            pieces.append(_Piece(re.compile(unit, _FLAGS), repeats="*" in text and text in _UNITS))
            quick.append(f"(?:{unit})*" if pieces[-1].repeats else unit)
        elif any(piece.opens == name for piece in pieces):
            pieces.append(_Piece(_ANY, again=name))
            quick.append(f"(?P={name})")
        else:
            pieces += _Piece(_ANY, opens=name), _Piece(_ANY, repeats=True, closes=name)
            quick.append(f"(?P<{name}>[^/]+)")
    is_quick = sum(piece.repeats for piece in pieces) <= _FEW_LOOPS
    return _Expression(tuple(pieces), re.compile("".join(quick), _FLAGS) if is_quick else None)


_ANY = re.compile(r"[^/]", _FLAGS)


def _literal(text: str) -> str:
    if text.startswith("[") and text.endswith("]"):
        # "(?s:...)\Z", without what is around it.
        return "(?!/)" + fnmatch.translate(text)[4:].rpartition(")")[0]
    return re.escape(text)
