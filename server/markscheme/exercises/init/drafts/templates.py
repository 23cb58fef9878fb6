"""Patterns for the files of one role: globs with ``{student}`` or ``{teacher}``, which take tomorrow's files too."""

import glob
import re
from collections.abc import Callable, Iterable, Sequence

import attrs

from markscheme.exercises.init.naming.names import ending, folder_of, stem_of
from markscheme.exercises.init.plan import PlannedFile
from markscheme.exercises.patterns import PLACEHOLDERS, STUDENT, TEACHER

_FORBIDDEN = re.compile(r"[\\\x00-\x1f{}]|\*\*|^[A-Za-z](?=:)|(?<=^)\.(?=\.?(?:/|$))")
_DIGITS = re.compile(r"\d+")
_STARS = re.compile(r"\*{2,}")
_SPLIT = re.compile(r"(\{(?:name|student|teacher)\}|\*)")

Marks = Callable[[PlannedFile], Sequence[tuple[str, str]]]
"""Return what placeholders stand for in a row's path: pairs of a label and a placeholder."""


@attrs.frozen
class Template:
    """A pattern, and the name that a file has by it, where it is another than the person's."""

    pattern: str
    label: str | None = None


def escaped(path: str) -> str:
    """Return a pattern that matches a path and nothing else, or nearly: ``?`` stands for what no pattern can hold.

    >>> escaped("a [1].txt")
    'a [[]1].txt'
    """
    return _FORBIDDEN.sub("?", glob.escape(path))


def student_marks(row: PlannedFile) -> list[tuple[str, str]]:
    """Return the student's name in a path."""
    return [(row.label, STUDENT)] if row.label else []


def teacher_marks(row: PlannedFile) -> list[tuple[str, str]]:
    """Return the teacher's name in a path."""
    return [(row.label, TEACHER)] if row.label else []


def essay_marks(row: PlannedFile) -> list[tuple[str, str]]:
    """Return the student's name in the path of an own essay, and the teacher's where it stands there, too."""
    marks = student_marks(row)
    if row.role == "reference" and row.person and row.author is None and row.person in row.path:
        marks.append((row.person, TEACHER))
    return marks


def templates(rows: Sequence[PlannedFile], marks: Marks) -> list[list[tuple[PlannedFile, Template]]]:
    """Return ways to match rows, each with a template a row, the best first: few patterns, then narrow ones.

    The last one names each file.
    """
    ways = [[(row, level(row, marks(row))) for row in rows] for level in _LEVELS]
    ordered = sorted(ways, key=lambda way: len({template.pattern for _, template in way}))
    return [*ordered, [(row, Template(_with_author(row, escaped(row.path)))) for row in rows]]


def _narrow(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> Template:
    """Return the path with the placeholders."""
    return Template(_with_author(row, _marked(row.path, marks)))


def _numberless(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> Template:
    """Return the path with the placeholders, and ``*`` for numbers beside them."""
    return Template(_with_author(row, _starred(_marked(row.path, marks))))


def _any_stem(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> Template:
    """Return the same with any file name where the name stands in a folder."""
    return Template(_with_author(row, _with_any_stem(_starred(_marked(row.path, marks)), ending(row.path))))


def _any_ending(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> Template:
    """Return the same with any ending."""
    pattern = _starred(_marked(row.path, marks))
    end = ending(row.path)
    if not end or not _holds(pattern):
        return _any_stem(row, marks)
    if _holds(pattern.rpartition("/")[2]):
        return Template(_with_author(row, pattern.removesuffix(end) + ".*"))
    return Template(_with_author(row, _with_any_stem(pattern, "")))


def _whole_stem(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> Template:
    """Return the folder's files with the placeholder for the whole of their names."""
    if not marks or marks[0][0] not in stem_of(row.path) or row.author is not None:
        return _any_stem(row, marks)
    folder = folder_of(row.path)
    below = f"{_marked(folder, marks)}/" if folder else ""
    if marks[0][1] in below:
        return _any_stem(row, marks)
    return Template(f"{below}{marks[0][1]}{ending(row.path)}", stem_of(row.path))


_LEVELS = (_narrow, _numberless, _any_stem, _any_ending, _whole_stem)


def _holds(pattern: str) -> bool:
    return any(placeholder in pattern for placeholder in PLACEHOLDERS)


def _marked(path: str, marks: Sequence[tuple[str, str]]) -> str:
    """Return a path as a pattern, with a placeholder for each label wherever it stands by itself."""
    pieces: list[str] = [path]
    for label, placeholder in marks:
        pieces = [part for piece in pieces for part in _replaced(piece, label, placeholder)]
    return "".join(piece if piece in PLACEHOLDERS else escaped(piece) for piece in pieces)


def _replaced(piece: str, label: str, placeholder: str) -> Iterable[str]:
    if piece in PLACEHOLDERS:
        return [piece]
    alone = re.compile(rf"(?<![^\W_]){re.escape(label)}(?![^\W_])")
    parts = alone.split(piece)
    if len(parts) == 1:
        parts = piece.split(label)
    joined: list[str] = []
    for number, part in enumerate(parts):
        joined += [placeholder, part] if number else [part]
    return [part for part in joined if part]


def _starred(pattern: str) -> str:
    """Return a pattern with ``*`` for the numbers in a part of the path that holds a placeholder."""
    parts = pattern.split("/")
    return "/".join(_STARS.sub("*", _DIGITS.sub("*", part)) if _holds(part) else part for part in parts)


def _with_any_stem(pattern: str, end: str) -> str:
    folder, slash, name = pattern.rpartition("/")
    return f"{folder}{slash}*{end}" if slash and _holds(folder) and not _holds(name) else pattern


def _with_author(row: PlannedFile, pattern: str) -> str:
    """Return a pattern with the row's author; the student's own changes are by ``{student}`` where names agree."""
    if row.author is None:
        return pattern
    is_student = row.role == "hypothesis" and row.author == row.label and STUDENT in pattern
    return f"{pattern}#{STUDENT if is_student else row.author}"


def by_breadth(patterns: Iterable[str]) -> list[str]:
    """Return different patterns, the narrow ones first: the first one that matches a file names its person."""
    return sorted(dict.fromkeys(patterns), key=lambda pattern: (-len(_SPLIT.sub("", pattern)), pattern))
