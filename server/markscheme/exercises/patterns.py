"""Patterns of files in ``markscheme.toml``: globs, placeholders, ``#AUTHOR``, and ``#*`` for all authors together.

``{name}`` stands for the name of an exercise, ``{student}`` and ``{teacher}`` for a person's. Each matches what ``*``
matches inside one part of a path, and the same text wherever it stands in a pattern.

A pattern that is a file's name means that file. Only a pattern that names them matches hidden files, the lock files of
word processors, ``markscheme.toml`` and the files of decisions and comments (``accepted.m2``, ``comments.toml``). No
pattern matches a file that Markscheme wrote for people (:mod:`markscheme.exercises.participation`).
"""

import fnmatch
import glob
import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import attrs

from markscheme.exercises.companions import companion
from markscheme.exercises.folder_files import FolderFiles
from markscheme.exercises.participation import may_take_part

CONFIGURATION_FILE = "markscheme.toml"
NAME = "{name}"
STUDENT = "{student}"
TEACHER = "{teacher}"
PLACEHOLDERS = (NAME, STUDENT, TEACHER)
HIDDEN = (".", "~$")
"""Beginnings of the names of hidden files, and of the lock files that word processors leave beside open documents."""
_PLACEHOLDER = re.compile(r"\{\w+\}")
_PIECES = re.compile(r"(\{(?:name|student|teacher)\}|\*\*/|\*\*|\*|\?|\[!?[^\]/]+\])")
_EXPRESSIONS = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_FLAGS = re.DOTALL | (re.IGNORECASE if os.name == "nt" else 0)
"""As globs match on the system: Windows does not distinguish capital letters."""


@attrs.frozen
class Match:
    """A file that a pattern matches.

    Attributes
    ----------
    author
        The author in the pattern.
    by_name
        Whether the pattern is the file's name.
    student, teacher
        What ``{student}`` and ``{teacher}`` stand for, where the pattern holds them.
    """

    path: Path
    author: str | None = None
    by_name: bool = False
    student: str | None = None
    teacher: str | None = None


def unknown_placeholder(pattern: str) -> str | None:
    """Return the first word in braces that is no placeholder."""
    return next((word for word in _PLACEHOLDER.findall(pattern) if word not in PLACEHOLDERS), None)


def holds(pattern: str, placeholder: str) -> bool:
    return placeholder in pattern


def filled(pattern: str, placeholder: str, value: str) -> str:
    """Return the pattern for one value of a placeholder, which may hold any characters."""
    return pattern.replace(placeholder, glob.escape(value))


def values_in(folder: Path, pattern: str, placeholder: str, excluded: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what stands for a placeholder in the files that match, sorted."""
    whole, front = _compiled(pattern), _compiled(pattern.rpartition("#")[0] or pattern)
    values: set[str] = set()
    for item in matches(folder, _as_glob(pattern), excluded):
        path = item.path.relative_to(folder).as_posix()
        match = (whole if item.author is None else front).fullmatch(path)
        if match is not None:
            values.add(match[placeholder.strip("{}")])
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
    match = _whole_or_front(pattern, path)
    return match.groupdict().get(placeholder.strip("{}")) if match else None


_STARS_IN_NAME = re.compile(r"(?<=[^/*])\*{2,}|\*{2,}(?=[^/*])")
"""Several asterisks in a row inside a name, which mean one: ``S**`` for ``S*{student}``."""


def _as_glob(pattern: str, placeholders: Iterable[str] = PLACEHOLDERS) -> str:
    for placeholder in placeholders:
        pattern = pattern.replace(placeholder, "*")
    return _STARS_IN_NAME.sub("*", pattern)


def may_match(pattern: str, path: str) -> bool:
    """Return whether a pattern can match a relative path, or is its name."""
    return path in (pattern, pattern.rpartition("#")[0]) or _whole_or_front(pattern, path) is not None


def _whole_or_front(pattern: str, path: str) -> re.Match[str] | None:
    front = pattern.rpartition("#")[0]
    return _compiled(pattern).fullmatch(path) or (_compiled(front).fullmatch(path) if front else None)


def matches(
    folder: Path, pattern: str, excluded: Iterable[str] = (), on_disk: FolderFiles | None = None
) -> tuple[Match, ...]:
    """Return the files below a folder that a pattern without ``{name}`` matches, sorted by path.

    Parameters
    ----------
    on_disk
        The folder's, for many patterns; without it the folder is read for this one.
    """
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
    if may_take_part(folder / literal):
        return (Match(folder / literal, by_name=True),)
    paths = _globbed(on_disk, _as_glob(pattern, (STUDENT, TEACHER)), excluded)
    if not holds(pattern, STUDENT) and not holds(pattern, TEACHER):
        return tuple(Match(path) for path in paths)
    expression = _compiled(pattern)
    places = ((path, expression.fullmatch(path.relative_to(folder).as_posix())) for path in paths)
    people = ((path, place.groupdict()) for path, place in places if place is not None)
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
    expressions = [_compiled(pattern.rstrip("/")) for pattern in patterns]
    return any(expression.fullmatch(place) for expression in expressions for place in above)


def _globbed(on_disk: FolderFiles, pattern: str, excluded: tuple[str, ...]) -> Iterator[Path]:
    for path in on_disk.glob(pattern):
        if _may_take(path.relative_to(on_disk.folder), pattern, excluded) and may_take_part(path):
            yield path


def _may_take(path: Path, pattern: str, excluded: tuple[str, ...]) -> bool:
    """Return whether a glob takes a file that it matches: nothing excluded or hidden, no settings, no companions."""
    parts = pattern.split("/")
    if path.name != parts[-1] and (path.name == CONFIGURATION_FILE or companion(path) is not None):
        return False
    hidden = any(part.startswith(HIDDEN) for part in path.parts)
    named = any(part.startswith(HIDDEN) for part in parts)
    return (named or not hidden) and not is_excluded(path.as_posix(), excluded)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern as a regular expression of the relative path."""
    pieces: list[str] = []
    groups: set[str] = set()
    for piece in _PIECES.split(pattern.removeprefix("./")):
        if piece in PLACEHOLDERS:
            group = piece.strip("{}")
            pieces.append(f"(?P={group})" if group in groups else f"(?P<{group}>[^/]+)")
            groups.add(group)
        elif piece.startswith("[") and piece.endswith("]"):
            # "(?s:...)\Z", without what is around it.
            pieces.append("(?!/)" + fnmatch.translate(piece)[4:].rpartition(")")[0])
        else:
            pieces.append(_EXPRESSIONS.get(piece) or re.escape(piece))
    return re.compile("".join(pieces), _FLAGS)
