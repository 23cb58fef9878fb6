"""The mark schemes of a ``markscheme.toml``: read, with other values, and written back."""

import hashlib
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from markscheme.documents.files import TextSource, is_folder
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import (
    Configuration,
    check_configuration,
    configuration_faults,
    governing_file,
    read_configuration,
    schema,
)
from markscheme.exercises.discovery import listed_exercises
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.own_files import Fault, Keys, read_toml, with_value
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.exercises.scheme.scheme import ErrorKinds, Scheme, scheme_of
from markscheme.languages.language import DEFAULT_LANGUAGE

_KEY = re.compile(r"(?<![\w-])(?:max|floor|rounding|from)(?![\w-])")


@attrs.frozen
class TableFault:
    """A problem at a path in a table of a mark scheme; at an empty path, of another part of the file."""

    keys: Keys
    message: str
    """The fault in words."""


@attrs.frozen
class SchemeFile:
    """A ``markscheme.toml``; an exercise is the number of its table, from 0, or ``None`` for the whole file."""

    path: Path
    """The URI of ``markscheme.toml``."""
    text: str

    @classmethod
    def of(cls, place: Path, read: TextSource) -> "SchemeFile":
        """Return the file that governs a document or a folder; DocumentError if there is none, or it has a fault."""
        path = place if place.name == CONFIGURATION else governing_file(place if is_folder(place) else place.parent)
        if path is None:
            raise DocumentError(
                f"the folder has no {CONFIGURATION} yet", path=place, remedy="Set up marking in it before"
            )
        text = read(path)
        for fault in check_configuration(text, path):
            raise fault
        return cls(path, text)

    @property
    def digest(self) -> str:
        """A digest of the file, which ``markscheme/writeScheme`` is sent."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def _content(self) -> Mapping[str, Any]:
        return read_toml(self.text).content

    @cached_property
    def configuration(self) -> Configuration:
        return read_configuration(self.path, lambda _: self.text)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(table.get("name", self.path.parent.name) for table in self._content.get("exercise", ()))

    def check(self, exercise: int | None) -> None:
        if exercise is not None and not 0 <= exercise < len(self._content.get("exercise", ())):
            raise DocumentError("this exercise is not in the file any more", path=self.path, remedy="Read it again")

    def table(self, exercise: int | None) -> Mapping[str, Any] | None:
        holder = self._content if exercise is None else self._content["exercise"][exercise]
        table: Mapping[str, Any] | None = holder.get("scheme")
        return table

    def scheme(self, exercise: int | None) -> Scheme | None:
        """Return the mark scheme that holds; ``None`` where no mark is wanted."""
        return scheme_of(self.table(None), self.table(exercise) if exercise is not None else None)

    def inherited(self, exercise: int | None) -> Scheme:
        """Return the values that hold where the table has none: the file's, and those that hold by default."""
        return scheme_of({}, self.table(None) if exercise is not None else None) or Scheme()

    def kinds(self, exercise: int | None) -> ErrorKinds:
        tables = self.configuration.tables
        chosen = tables[exercise] if exercise is not None else next(iter(tables), None)
        language = chosen.marking.language if chosen is not None else None
        return ErrorKinds(language or DEFAULT_LANGUAGE, self.configuration.groups)

    def exercises(self, number: int) -> tuple[Exercise, ...]:
        only = attrs.evolve(self.configuration, tables=(self.configuration.tables[number],))
        return listed_exercises(only)

    def rewritten(self, exercise: int | None, table: Mapping[str, Any] | None) -> "SchemeFile":
        """Return the file with another table (``None``: none), which may have faults; DocumentError if it can't be."""
        return attrs.evolve(self, text=with_value(self.text, _keys(exercise), table, "the mark scheme"))

    def faults(self, exercise: int | None) -> tuple[TableFault, ...]:
        table = _keys(exercise)
        return tuple(self._fault(fault.keys, table, _sentence(fault)) for fault in configuration_faults(self.text))

    def _fault(self, keys: Keys, table: Keys, message: str) -> TableFault:
        if keys[: len(table)] == table:
            return TableFault(keys[len(table) :], message)
        number = keys[1] if keys[:1] == ("exercise",) and len(keys) > 1 else None
        return TableFault((), f"{self.names[number]}: {message}" if isinstance(number, int) else message)


def _keys(exercise: int | None) -> Keys:
    return ("scheme",) if exercise is None else ("exercise", exercise, "scheme")


def _sentence(fault: Fault) -> str:
    titles = schema()["$defs"]["scheme"]["properties"]
    fields = {key: titles[key]["title"].lower() for key in ("max", "floor", "rounding")}
    fields["from"] = "lowest mark"
    words = ". ".join(part for part in (fault.problem, fault.remedy) if part)
    words = _KEY.sub(lambda match: f"the {fields[match[0]]}", words)
    return words[:1].upper() + words[1:]
