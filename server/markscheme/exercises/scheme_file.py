"""The mark schemes of a ``markscheme.toml``: read, with other values, and written back."""

import hashlib
import os
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from markscheme.documents.files import TextSource, read_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.errors import DocumentError, RegistryError
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
from markscheme.exercises.own_files import Fault, Keys, read_toml, toml_pairs, with_value
from markscheme.exercises.schemes import PRESETS, ErrorKinds, Scheme, scheme_of
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
        path = place if place.name == CONFIGURATION else governing_file(place if os.path.isdir(place) else place.parent)
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


def with_scheme(text: str, name: str | None) -> str:
    """Return a text with a preset as its mark scheme, if it is named; DocumentError if there is no such preset."""
    if name is None or not text:
        return text
    try:
        preset = PRESETS.get(name)
    except RegistryError as error:
        raise DocumentError(str(error)) from error
    about = f"# The mark scheme \u201c{preset.name}\u201d. {preset.description}"
    table = "\n".join([about, "", *_noted_lines("scheme", preset.content, preset.notes)])
    head, exercise, rest = with_value(text, ("scheme",), None).partition("[[exercise]]")
    return f"{head}{table}\n\n{exercise}{rest}"


def _noted_lines(header: str, table: Mapping[str, Any], notes: Mapping[str, str]) -> list[str]:
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    lines = [f"[{header}]"]
    for key in (key for key in table if key not in inner):
        line = toml_pairs({key: table[key]}).rstrip()
        lines.append(f"{line} # {notes[key]}" if key in notes else line)
    for key, value in inner.items():
        lines += ["", *_noted_lines(f"{header}.{key}", value, notes)]
    return lines


def with_new_scheme(path: Path, name: str) -> str:
    """Return the text of a configuration that is there with a preset added, and all else as it is.

    Raise DocumentError if the configuration is broken or has a mark scheme, or there is no such preset.
    """
    text = read_text(path)
    for fault in check_configuration(text, path):
        raise fault
    if "scheme" in read_toml(text).content:
        raise DocumentError("the file has a mark scheme already", path=path, remedy="Replace it with --force")
    return with_scheme(text, name)
