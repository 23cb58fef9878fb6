"""Who is who in the school's system: plain JSON files beside ``markscheme.toml``, which are no exercise.

The roster says which identifier a student has in which system and assignment. Where names are replaced by numbers, the
key says which number is whose, and nothing else does.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import SystemRandom
from typing import Any, TypeVar

import attrs

from markscheme.exercises.companions import KEY_FILE, ROSTER_FILE
from markscheme.text.errors import DocumentError
from markscheme.text.products import marked_json
from markscheme.text.reading import read_text

_SCHEMA = 1
Content = TypeVar("Content")
_ROSTER_ABOUT = "Who the students are in the school's system. markscheme class export needs this file: keep it."
_KEY_ABOUT = "Whose number is whose. Keep this file to yourself; without it nobody can tell."
_DELETE = "Delete the file and import the class again"


@attrs.frozen
class Entry:
    """One student in one assignment of a system.

    Attributes
    ----------
    student
        The name in the exercise; a number where names are replaced.
    system
        The name of the system.
    assignment
        The name of the exercise.
    identifier
        As the system has it; Moodle's differs from one assignment to the next.
    file
        The student's text, relative to the roster's folder. It decides whose a text is where names were changed.
    is_late
        Whether the system says that it came late.
    """

    student: str
    system: str
    assignment: str
    identifier: str
    file: str
    is_late: bool = False


@attrs.frozen
class Roster:
    """The students of a folder's exercises, as far as they were imported."""

    entries: tuple[Entry, ...] = ()

    def of(self, assignment: str, texts: Mapping[str, str]) -> tuple[Entry, ...]:
        """Return the entries of an assignment's students, with the names that they have in it now.

        Parameters
        ----------
        texts
            The students' names by their texts, relative to the roster's folder.
        """
        by_file = {entry.file: entry for entry in self.entries if entry.file in texts}
        named = [attrs.evolve(entry, student=texts[file]) for file, entry in by_file.items()]
        by_name = (entry for entry in self.entries if entry.assignment == assignment and entry.file not in texts)
        return (*named, *by_name)

    def with_entries(self, entries: Iterable[Entry]) -> "Roster":
        """Return the roster with more entries; one of the same identifier replaces the old one."""
        joined = {(item.system, item.assignment, item.identifier): item for item in (*self.entries, *entries)}
        return Roster(tuple(joined.values()))

    def to_bytes(self) -> bytes:
        return _product(_ROSTER_ABOUT, "people", [attrs.asdict(entry) for entry in self.entries])


@attrs.frozen
class Key:
    """The numbers that stand for names: a number in words, and the name."""

    names: Mapping[str, str] = attrs.field(factory=dict)

    def name(self, number: str) -> str:
        """Return the name behind a number; a name that is none stays."""
        return self.names.get(number, number)

    def with_people(self, people: Iterable[str]) -> "Key":
        """Return the key with a number for each person; those that have one keep it.

        New numbers are given in no order, so that they say nothing of names.
        """
        new = [person for person in dict.fromkeys(people) if person not in self.names.values()]
        SystemRandom().shuffle(new)
        taken = dict(self.names)
        count = 0
        for person in new:
            count = next(place for place in range(count + 1, len(taken) + len(new) + 2) if _number(place) not in taken)
            taken[_number(count)] = person
        return Key(taken)

    @property
    def numbers(self) -> Mapping[str, str]:
        """The numbers by the names."""
        return {name: number for number, name in self.names.items()}

    def to_bytes(self) -> bytes:
        return _product(_KEY_ABOUT, "names", dict(sorted(self.names.items())))


def read_roster(folder: Path) -> Roster:
    """Return the roster of a folder; an empty one where there is none.

    Raises
    ------
    DocumentError
        If the file is broken.
    """
    return _read(folder / ROSTER_FILE, lambda content: Roster(tuple(Entry(**item) for item in content["people"])))


def read_key(folder: Path) -> Key:
    """Return the key of a folder; an empty one where there is none.

    Raises
    ------
    DocumentError
        If the file is broken.
    """
    return _read(
        folder / KEY_FILE, lambda content: Key({str(key): str(name) for key, name in content["names"].items()})
    )


def _number(number: int) -> str:
    return f"Student {number:03}"


def _product(about: str, key: str, content: Any) -> bytes:
    text = json.dumps({"schema": _SCHEMA, "about": about, key: content}, indent=2, ensure_ascii=False)
    return f"{marked_json(text)}\n".encode()


def _read(path: Path, parse: Callable[[Mapping[str, Any]], Content]) -> Content:
    if not path.exists():
        return parse({"people": (), "names": {}})
    try:
        return parse(json.loads(read_text(path)))
    except json.JSONDecodeError as error:
        raise DocumentError(
            "this is not the file that Markscheme wrote", path=path, line=error.lineno, remedy=_DELETE
        ) from None
    except (KeyError, TypeError, AttributeError):
        raise DocumentError("this is not the file that Markscheme wrote", path=path, remedy=_DELETE) from None
