"""The table of an imported class in ``markscheme.toml``; all else in the file stays, comments too."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import tomlkit
from tomlkit.items import Array, Table

from markscheme.exercises.configuration import check_configuration
from markscheme.exercises.patterns import NAME, STUDENT, value_in
from markscheme.exercises.tables import configured_exercises
from markscheme.text.errors import DocumentError

STUDENTS = "students"
"""The folder of the students' texts, in that of the exercise."""


@attrs.frozen
class Versions:
    """The other texts of an exercise: paths or patterns relative to its folder."""

    source: str | None = None
    references: tuple[str, ...] = ()


@attrs.frozen
class ClassTable:
    """The table of a class.

    Attributes
    ----------
    text
        The whole configuration with it.
    assignment
        The name of the exercise.
    has_references
        Whether it names teachers' corrections.
    """

    text: str
    assignment: str
    has_references: bool


def class_table(
    path: Path, old: str, inner: str, students: Sequence[str], people: Mapping[str, str], versions: Versions
) -> ClassTable:
    """Return the table whose hypotheses take the students' files: one that is there, or a new one.

    Parameters
    ----------
    path, old
        The configuration and its text; the text is empty where there is none.
    inner
        The path from the configuration's folder to the exercise's; empty where they are one.
    students
        The students' files, relative to the configuration's folder.
    people
        People's names by their labels in files, where these are others.

    Raises
    ------
    DocumentError
        If the configuration would be broken then, or would lose something.
    """
    document = tomlkit.parse(old)
    number = _number(tomllib.loads(old).get("exercise", ()), students)
    before = f"{inner}/" if inner else ""
    if number is None:
        number = _append(document, _free_name(path, old, inner or path.parent.name or "class"))
    exercises: Any = document["exercise"]
    table = exercises[number]
    if versions.source is not None:
        table["source"] = f"{before}{versions.source}"
    if versions.references:
        table["references"] = _array(f"{before}{item}" for item in versions.references)
    if not all(_takes(table.unwrap(), student) for student in students):
        _add_pattern(table, f"{before}{STUDENTS}/{STUDENT}.*")
    _add_people(document, people)
    text = tomlkit.dumps(document)
    _check(path, text, old, number)
    return ClassTable(text, str(table.get("name", path.parent.name)), bool(table.get("references")))


def _number(tables: Sequence[Mapping[str, Any]], students: Sequence[str]) -> int | None:
    """Return the index of the table whose hypotheses take most of the students' files; ``None`` if none takes any."""
    counts = [sum(_takes(table, student) for student in students) for table in tables]
    return counts.index(max(counts)) if any(counts) else None


def _takes(table: Mapping[str, Any], student: str) -> bool:
    patterns = (item for item in table.get("hypotheses", ()) if NAME not in item)
    return any(value_in(item, STUDENT, student) is not None for item in patterns)


def _free_name(path: Path, text: str, name: str) -> str:
    """Return a name that no exercise of the configuration has."""
    taken = {item.assignment for item in configured_exercises(path)} if text else set()
    names = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
    return next(item for item in names if item not in taken)


def _append(document: tomlkit.TOMLDocument, name: str) -> int:
    """Append a table with a name, and return its index."""
    exercises: Any = document.get("exercise")
    if exercises is None:
        exercises = tomlkit.aot()
        document.append("exercise", exercises)
    table: Any = tomlkit.inline_table() if isinstance(exercises, Array) else tomlkit.table()
    table["name"] = name
    exercises.append(table)
    return len(exercises) - 1


def _add_pattern(table: Any, pattern: str) -> None:
    if "hypotheses" in table:
        table["hypotheses"].append(pattern)
    else:
        table["hypotheses"] = _array((pattern,))


def _add_people(document: tomlkit.TOMLDocument, people: Mapping[str, str]) -> None:
    listed = document.get("people")
    new = {label: name for label, name in sorted(people.items()) if (listed or {}).get(label) != name}
    if new and not isinstance(listed, Table):
        listed = tomlkit.table()
        document.append("people", listed)
    if isinstance(listed, Table):
        listed.update(new)


def _array(items: Iterable[str]) -> Array:
    array = tomlkit.array()
    array.extend(items)
    return array


def _check(path: Path, text: str, old: str, number: int) -> None:
    """Check that a text is a configuration, and that only one table and the people differ from the old one."""
    for fault in check_configuration(text, path):
        raise DocumentError(
            f"the class can't be added here: {fault.problem}", path=path, remedy="Write its table yourself"
        )
    before, after = tomllib.loads(old), tomllib.loads(text)
    kept = {key: value for key, value in before.items() if key not in ("exercise", "people")}
    others = [table for place, table in enumerate(after["exercise"]) if place != number]
    old_others = [table for place, table in enumerate(before.get("exercise", ())) if place != number]
    if others != old_others or not kept.items() <= after.items():
        raise DocumentError("the class can't be added without a change to other exercises", path=path)
