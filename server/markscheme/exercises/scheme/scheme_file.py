"""The mark schemes of a ``markscheme.toml``: read, with other values, and written back."""

import hashlib
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from markscheme.exercises.configuration import (
    CONFIGURATION,
    Configuration,
    check_configuration,
    configuration_faults,
    read_configuration,
    schema,
)
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.folders import governing_file
from markscheme.exercises.scheme.error_kinds import ErrorKinds
from markscheme.exercises.scheme.scheme import Scheme, scheme_of
from markscheme.exercises.scheme.table_edits import with_table
from markscheme.exercises.tables import listed_exercises
from markscheme.exercises.toml import Keys, read_toml
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource, is_folder

_KEY = re.compile(r"(?<![\w-])(?:max|floor|rounding|from)(?![\w-])")


@attrs.frozen
class TableFault:
    """A problem at a path in a table of a mark scheme; at an empty path, of another part of the file."""

    keys: Keys
    message: str


@attrs.frozen
class SchemeFile:
    """A ``markscheme.toml`` whose mark schemes are read or written.

    An exercise is meant by the number of its ``[[exercise]]`` table, from 0; ``None`` means the whole file.
    """

    path: Path
    text: str

    @classmethod
    def of(cls, place: Path, read: TextSource) -> "SchemeFile":
        """Return the file that governs a document or a folder.

        Raises
        ------
        DocumentError
            If there is none, or it has a fault.
        """
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
        """A digest of the text, by which a change of the file is seen."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def _content(self) -> Mapping[str, Any]:
        return read_toml(self.text).content

    @cached_property
    def configuration(self) -> Configuration:
        """The configuration that the text describes."""
        return read_configuration(self.path, lambda _: self.text)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each exercise, or its folder's."""
        return tuple(table.get("name", self.path.parent.name) for table in self._content.get("exercise", ()))

    def check(self, exercise: int | None) -> None:
        """Raise a DocumentError if there is no exercise of this number."""
        if exercise is not None and not 0 <= exercise < len(self._content.get("exercise", ())):
            raise DocumentError("this exercise is not in the file any more", path=self.path, remedy="Read it again")

    def table(self, exercise: int | None) -> Mapping[str, Any] | None:
        """Return the table of a mark scheme as it is written; ``None`` where there is none."""
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
        """Return the kinds of errors that the table can name."""
        tables = self.configuration.tables
        chosen = tables[exercise] if exercise is not None else next(iter(tables), None)
        language = chosen.marking.language if chosen is not None else None
        return ErrorKinds(language or DEFAULT_LANGUAGE, self.configuration.groups)

    def exercises(self, number: int) -> tuple[Exercise, ...]:
        """Return the exercises that the table of a number stands for."""
        only = attrs.evolve(self.configuration, tables=(self.configuration.tables[number],))
        return listed_exercises(only)

    def rewritten(self, exercise: int | None, table: Mapping[str, Any] | None) -> "SchemeFile":
        """Return the file with another table; it may have faults. ``None`` stands for no table.

        Raises
        ------
        DocumentError
            If the text can't be changed so.
        """
        keys: Keys = ("scheme",) if exercise is None else ("exercise", exercise, "scheme")
        return attrs.evolve(self, text=with_table(self.text, keys, table))

    def faults(self, exercise: int | None) -> tuple[TableFault, ...]:
        """Return the faults of the file, those of the table in the words of a form."""
        keys: Keys = ("scheme",) if exercise is None else ("exercise", exercise, "scheme")
        return tuple(
            TableFault(*self._in_words(fault.keys, keys, _sentence(fault.problem, fault.remedy)))
            for fault in configuration_faults(self.text)
        )

    def _in_words(self, keys: Keys, table: Keys, message: str) -> tuple[Keys, str]:
        if keys[: len(table)] == table:
            return keys[len(table) :], message
        number = keys[1] if keys[:1] == ("exercise",) and len(keys) > 1 else None
        return (), f"{self.names[number]}: {message}" if isinstance(number, int) else message


def _sentence(problem: str, remedy: str) -> str:
    """Return a fault in the words of the form's fields."""
    titles = schema()["$defs"]["scheme"]["properties"]
    fields = {key: titles[key]["title"].lower() for key in ("max", "floor", "rounding")}
    fields["from"] = "lowest mark"
    words = ". ".join(part for part in (problem, remedy) if part)
    words = _KEY.sub(lambda match: f"the {fields[match[0]]}", words)
    return words[:1].upper() + words[1:]
