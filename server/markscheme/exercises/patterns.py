"""Patterns of files in ``markscheme.toml``: globs, ``{name}``, ``#AUTHOR``, and ``#*`` for all authors together.

A pattern that is a file's name means that file. Only a pattern that names them matches hidden files, the lock files of
word processors, ``markscheme.toml`` and the files of decisions (``accepted.m2``, ``decisions.m2``).
"""

import fnmatch
import glob
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import attrs

from markscheme.exercises.decisions.decision_file import decision_file
from markscheme.text.reading import is_file

CONFIGURATION_FILE = "markscheme.toml"
NAME = "{name}"
_HIDDEN = (".", "~$")
_PLACEHOLDER = re.compile(r"\{\w+\}")
_PIECES = re.compile(r"(\{name\}|\*\*/|\*\*|\*|\?|\[!?[^\]/]+\])")
_EXPRESSIONS = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@attrs.frozen
class Match:
    """A file that a pattern matches, the author in the pattern, and whether the pattern is the file's name."""

    path: Path
    author: str | None = None
    by_name: bool = False


def unknown_placeholder(pattern: str) -> str | None:
    """Return the first word in braces that is not ``{name}``."""
    return next((word for word in _PLACEHOLDER.findall(pattern) if word != NAME), None)


def has_name(pattern: str) -> bool:
    return NAME in pattern


def with_name(pattern: str, name: str) -> str:
    """Return the pattern for one name, which may hold any characters."""
    return pattern.replace(NAME, glob.escape(name))


def names_in(folder: Path, pattern: str, excluded: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what stands for ``{name}`` in the files that match, sorted."""
    whole, front = _compiled(pattern), _compiled(pattern.rpartition("#")[0] or pattern)
    names: set[str] = set()
    for item in matches(folder, pattern.replace(NAME, "*"), excluded):
        path = item.path.relative_to(folder).as_posix()
        match = (whole if item.author is None else front).fullmatch(path)
        if match is not None:
            names.add(match["name"])
    return tuple(sorted(names))


def has_file(folder: Path, pattern: str, name: str, excluded: Iterable[str] = ()) -> bool:
    """Return whether a name is among :func:`names_in`, without a search for the others."""
    patterns = tuple(excluded)
    files = matches(folder, with_name(pattern, name), patterns)
    return any(_may_take(item.path.relative_to(folder), pattern, patterns) for item in files)


def name_in(pattern: str, path: str) -> str | None:
    """Return what stands for ``{name}`` where a pattern that holds it matches a relative path.

    >>> name_in("texts/{name}.txt", "texts/mei.txt")
    'mei'
    """
    match = _whole_or_front(pattern, path)
    return match.groupdict().get("name") if match else None


def may_match(pattern: str, path: str) -> bool:
    """Return whether a pattern without ``{name}`` can match a relative path, or is its name."""
    return path in (pattern, pattern.rpartition("#")[0]) or _whole_or_front(pattern, path) is not None


def _whole_or_front(pattern: str, path: str) -> re.Match[str] | None:
    front = pattern.rpartition("#")[0]
    return _compiled(pattern).fullmatch(path) or (_compiled(front).fullmatch(path) if front else None)


def matches(folder: Path, pattern: str, excluded: Iterable[str] = ()) -> tuple[Match, ...]:
    """Return the files below a folder that a pattern without ``{name}`` matches, sorted by path."""
    patterns = tuple(excluded)
    files = _files(folder, pattern, patterns)
    front, _, author = pattern.rpartition("#")
    if files or not front or not author:
        return files
    return tuple(attrs.evolve(item, author=author) for item in _files(folder, front, patterns))


def _files(folder: Path, pattern: str, excluded: tuple[str, ...]) -> tuple[Match, ...]:
    literal = pattern.replace("[[]", "[").replace("[*]", "*").replace("[?]", "?")
    if is_file(folder / literal):
        return (Match(folder / literal, by_name=True),)
    return tuple(Match(path) for path in _globbed(folder, pattern, excluded))


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


def _globbed(folder: Path, pattern: str, excluded: tuple[str, ...]) -> Iterator[Path]:
    for path in sorted(folder.glob(pattern)):
        if _may_take(path.relative_to(folder), pattern, excluded) and is_file(path):
            yield path


def _may_take(path: Path, pattern: str, excluded: tuple[str, ...]) -> bool:
    """Return whether a glob takes a file that it matches: none that is excluded, hidden, settings or decisions."""
    parts = pattern.split("/")
    if path.name != parts[-1] and (path.name == CONFIGURATION_FILE or decision_file(path) is not None):
        return False
    hidden = any(part.startswith(_HIDDEN) for part in path.parts)
    named = any(part.startswith(_HIDDEN) for part in parts)
    return (named or not hidden) and not is_excluded(path.as_posix(), excluded)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern as a regular expression of the relative path; a second ``{name}`` stands for the same name."""
    pieces: list[str] = []
    named = False
    for piece in _PIECES.split(pattern.removeprefix("./")):
        if piece == NAME:
            pieces.append("(?P=name)" if named else "(?P<name>[^/]+)")
            named = True
        elif piece.startswith("[") and piece.endswith("]"):
            # "(?s:...)\Z", without what is around it.
            pieces.append("(?!/)" + fnmatch.translate(piece)[4:].rpartition(")")[0])
        else:
            pieces.append(_EXPRESSIONS.get(piece) or re.escape(piece))
    return re.compile("".join(pieces), re.DOTALL)
