"""``markscheme.toml``: exercises whose files are named by the user."""

import re
import tomllib
from pathlib import Path
from typing import Any

import attrs

from markscheme.documents.errors import DocumentError
from markscheme.documents.reading import TextSource, read_text

CONFIGURATION = "markscheme.toml"
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_TABLE = re.compile(r"\s*\[\[\s*exercise\s*\]\]")
_KEYS = {"name": str, "source": str, "references": list, "hypotheses": list, "tokenised": bool}


@attrs.frozen
class ExerciseTable:
    """One ``[[exercise]]`` table; paths and patterns are relative to the file's folder.

    ``line`` is the table's 1-based line.
    """

    name: str
    source: str | None
    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    tokenised: bool | None
    line: int


def read_configuration(path: Path, read: TextSource = read_text) -> tuple[ExerciseTable, ...]:
    """The exercises that a configuration lists.

    Raises
    ------
    DocumentError
        If the file is not TOML, or has an unknown key or a value of the wrong kind; with the line.
    """
    text = read(path)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else 1 + text.count("\n")
        problem = _AT_LINE.sub("", str(error)).strip()
        raise DocumentError(f"this is not TOML: {problem}", path=path, line=line) from None
    for key in content:
        if key != "exercise":
            raise DocumentError(
                f"unknown key {key!r}",
                path=path,
                line=_line_of_key(text, key),
                remedy="Use [[exercise]] tables",
            )
    tables = content.get("exercise", [])
    lines = [number for number, line in enumerate(text.splitlines(), 1) if _TABLE.match(line)]
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise DocumentError("write [[exercise]], with two brackets", path=path, line=_line_of_key(text, "exercise"))
    return tuple(
        _table(table, path, lines[index] if index < len(lines) else 1, text) for index, table in enumerate(tables)
    )


def _table(table: dict[str, Any], path: Path, line: int, text: str) -> ExerciseTable:
    for key, value in table.items():
        kind = _KEYS.get(key)
        at = _line_of_key(text, key, line)
        if kind is None:
            raise DocumentError(
                f"unknown key {key!r} in an exercise",
                path=path,
                line=at,
                remedy=f"Known keys: {', '.join(_KEYS)}",
            )
        strings = isinstance(value, list) and all(isinstance(item, str) for item in value)
        if not isinstance(value, kind) or (kind is list and not strings):
            wanted = {str: "a string", list: "a list of strings", bool: "true or false"}[kind]
            raise DocumentError(f"{key} must be {wanted}", path=path, line=at)
    for pattern in (*table.get("references", ()), *table.get("hypotheses", ()), table.get("source", "x")):
        if not _stays_below(pattern, path.parent):
            raise DocumentError(
                f"{pattern!r} is not a path or pattern of files below this folder",
                path=path,
                line=_line_of_key(text, pattern or '""', line),
            )
    if not table.get("references"):
        raise DocumentError("the exercise names no references", path=path, line=line)
    return ExerciseTable(
        table.get("name", path.parent.name),
        table.get("source"),
        tuple(table["references"]),
        tuple(table.get("hypotheses", ())),
        table.get("tokenised"),
        line,
    )


def _stays_below(pattern: str, folder: Path) -> bool:
    if not pattern or Path(pattern).is_absolute() or ".." in Path(pattern).parts:
        return False
    try:
        next(folder.glob(pattern), None)
    except (ValueError, IndexError, NotImplementedError):
        return False
    return True


def _line_of_key(text: str, key: str, start: int = 1) -> int:
    for number, line in enumerate(text.splitlines(), 1):
        if number >= start and key in line:
            return number
    return start
