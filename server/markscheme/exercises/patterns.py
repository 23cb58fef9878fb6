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
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import attrs

from markscheme.documents.files import REPORT_FOLDER, is_product
from markscheme.errors import DocumentError

SECOND_MARKING_FILE = "markscheme-second-marking.json"
ROSTER_FILE = "markscheme-class.json"
KEY_FILE = "markscheme-key.json"
ADJUDICATED_FILE = "adjudicated.m2"
BANK_FILE = "comments.toml"
GIVEN_FILE = "teacher-comments.toml"


@attrs.frozen
class Companion:
    """What files of a name hold, for people: after "these are", and in a list of files."""

    contents: str
    description: str


COMPANIONS = {
    "accepted.m2": Companion("accepted alternatives", "the alternatives that teachers accepted"),
    "decisions.m2": Companion("teachers' decisions", "the decisions of teachers about single places"),
    "questions.m2": Companion("answers to questions", "the answers of annotators that change no mark"),
    "course-decisions.m2": Companion(
        "a teacher's decisions for all exercises", "the decisions of a teacher for all exercises of a course"
    ),
    ADJUDICATED_FILE: Companion("an adjudicator's decisions", "the decisions of an adjudicator between annotators"),
    GIVEN_FILE: Companion("teachers' comments", "the comments of teachers on students' texts"),
    BANK_FILE: Companion("comments for students", "the bank of comments for students"),
    ROSTER_FILE: Companion("a class's identifiers", "who the students are in the school's system"),
    KEY_FILE: Companion("a class's numbers", "whose number is whose"),
    SECOND_MARKING_FILE: Companion("notes on a second marking", "the notes on a second marking"),
}


def companion(path: Path) -> Companion | None:
    """Return what a file of this name holds; ``None`` for a file that may be a document."""
    return COMPANIONS.get(path.name)


_WILDCARDS = re.compile(r"[*?\[]")
_LITERAL = re.compile(r"[^*?\[\]]*")
_ACCENTED = re.compile(r"\*?(?:(?:\[[^\]]*[^\x00-\x7f][^\]]*\]|[^\x00-\x7f])\*?)+")
"""Characters of a glob that may stand in a file's name in another form, with the asterisks beside them."""
_IGNORES_CASE = os.name == "nt"


@attrs.frozen(slots=False)
class _Names:
    names: Sequence[str]

    @cached_property
    def by_beginning(self) -> list[str]:
        return sorted(self.names)

    @cached_property
    def by_end(self) -> list[str]:
        return sorted(name[::-1] for name in self.names)

    def matching(self, pattern: str) -> list[str]:
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
    """What is in a folder and below it, as it was when a folder was first looked at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: dict[Path, _Names] = {}

    def glob(self, pattern: str) -> list[Path]:
        """Return what a glob matches, sorted, as :meth:`pathlib.Path.glob` does.

        Some systems write accents of file names as characters of their own: they match all the same.
        """
        loose = _ACCENTED.sub("*", _composed(pattern))
        paths = self._glob(loose)
        return paths if loose == pattern else [path for path in paths if _match(pattern, self.relative(path))]

    def relative(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()

    def _glob(self, pattern: str) -> list[Path]:
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


def may_take_part(path: Path) -> bool:
    """Return whether a path is a file that is not a product and is in no folder of products."""
    return os.path.isfile(path) and participation_fault(path) is None


def may_be_text(path: Path) -> bool:
    """Return whether a file may be a text though nothing names it: it may take part, and is no exercise's companion."""
    return companion(path) is None and may_take_part(path)


def participation_fault(path: Path) -> DocumentError | None:
    """Return why a file can take part in no exercise, whatever names it; ``None`` if it can, or is not there."""
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


CONFIGURATION = "markscheme.toml"
SKIPPED_FOLDERS = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", REPORT_FOLDER}
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
        match = _match(pattern if item.author is None else front, item.path.relative_to(folder).as_posix())
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
    return path in (pattern, pattern.rpartition("#")[0]) or _whole_or_front(pattern, path) is not None


def _whole_or_front(pattern: str, path: str) -> re.Match[str] | None:
    front = pattern.rpartition("#")[0]
    return _match(pattern, path) or (_match(front, path) if front else None)


def _match(pattern: str, path: str) -> re.Match[str] | None:
    return _compiled(pattern).fullmatch(path) or _compiled(_composed(pattern)).fullmatch(_composed(path))


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
    return any(_match(pattern.rstrip("/"), place) for pattern in patterns for place in above)


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


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
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


def folders_upwards(folder: Path) -> list[Path]:
    """Return a folder and those above it, up to that of its repository."""
    above = [folder, *folder.parents]
    top = next((number for number, one in enumerate(above, 1) if begins_repository(one)), len(above))
    return above[:top]


def begins_repository(folder: Path) -> bool:
    return os.path.isdir(folder / ".git") or os.path.isfile(folder / ".git")
