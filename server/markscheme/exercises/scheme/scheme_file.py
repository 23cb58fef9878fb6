"""The mark schemes of a ``markscheme.toml``: read, with other values, and written back."""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs
import tomlkit
from tomlkit.exceptions import TOMLKitError

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
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.own_files import Fault, Keys, TomlDocument, read_toml
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.exercises.scheme.scheme import ErrorKinds, Scheme, scheme_of
from markscheme.exercises.tables import listed_exercises
from markscheme.languages.language import DEFAULT_LANGUAGE

_COMMENTS = re.compile(r"(?:^[ \t]*#[^\n]*\n)+\Z", re.MULTILINE)


def with_table(text: str, keys: Keys, table: Mapping[str, Any] | None) -> str:
    """Return a text in which the table at a path has this content, or is missing for ``None``.

    A new table of the file stands before its first array of tables and that one's comments; one of an item of an array
    of tables stands at the item's end. Raise DocumentError if the table's form can't be changed without writing other
    parts anew.
    """
    document = read_toml(text)
    expected = _changed(document.content, keys, table)
    if expected == document.content:
        return text
    line_end = "\r\n" if "\r\n" in text else "\n"
    for edits in _Edits(text, document).of_table(keys, table):
        rewritten = _applied(text, edits, line_end)
        try:
            if tomllib.loads(rewritten) == expected:
                return rewritten
        except (tomllib.TOMLDecodeError, RecursionError):
            continue
    raise DocumentError(
        "the mark scheme is written in a way that can't be changed here",
        remedy="Change it in the file itself",
    )


def _changed(content: Mapping[str, Any], keys: Keys, table: Mapping[str, Any] | None) -> dict[str, Any]:
    [key, *rest] = keys
    if not isinstance(key, str):
        raise TypeError("the path to a table begins with a key")
    if not rest:
        others = {name: value for name, value in content.items() if name != key}
        return others if table is None else {**others, key: table}
    [number, *inner] = rest
    items = list(content[key])
    items[int(number)] = _changed(items[int(number)], tuple(inner), table)
    return {**content, key: items}


@attrs.frozen(order=True)
class _Edit:
    """Words in place of a span; what is put at one place stands in the order of the edits."""

    start: int
    end: int
    text: str = attrs.field(order=False)


def _applied(text: str, edits: list[_Edit], line_end: str) -> str:
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text.replace("\n", line_end) + text[edit.end :]
    return text


class _Edits:
    def __init__(self, text: str, document: TomlDocument) -> None:
        self._text = text
        self._document = document

    def of_table(self, keys: Keys, table: Mapping[str, Any] | None) -> Iterator[list[_Edit]]:
        if table is None:
            yield list(self._removed(keys))
        elif keys in self._document.places:
            yield list(self._updated(keys, table))
        elif len(keys) == 1:
            yield [self._new_table(self._before_arrays(), f"[{keys[0]}]", table)]
            yield [self._new_table(len(self._text), f"[{keys[0]}]", table)]
        else:
            names = ".".join(str(key) for key in keys if isinstance(key, str))
            yield [self._new_table(self._end(keys[:-1]), f"[{names}]", table)]

    def _updated(self, keys: Keys, table: Mapping[str, Any]) -> Iterator[_Edit]:
        if not self._is_header(keys):
            yield self._updated_value(keys, table)
            return
        old = self._document.value(keys)
        for key, value in old.items():
            if key not in table:
                yield from self._removed((*keys, key))
            elif value != table[key]:
                yield from self._replaced((*keys, key), table[key])
        added = _pairs({key: value for key, value in table.items() if key not in old})
        if added:
            yield self._inserted_lines(self._end_of_pairs(keys), added)

    def _replaced(self, keys: Keys, value: Any) -> Iterator[_Edit]:
        if not self._is_header(keys):
            yield self._updated_value(keys, value)
        elif isinstance(value, Mapping):
            yield from self._updated(keys, value)
        else:
            yield from self._updated_items(keys, value)

    def _updated_items(self, keys: Keys, items: list[Any]) -> Iterator[_Edit]:
        old = self._document.value(keys)
        names = ".".join(str(key) for key in keys if isinstance(key, str))
        for number in range(len(old)):
            if number < len(items):
                yield from self._updated((*keys, number), items[number])
            else:
                yield from self._removed((*keys, number))
        for item in items[len(old) :]:
            yield self._new_table(self._end(keys), f"[[{names}]]", item)

    def _updated_value(self, keys: Keys, value: Any) -> _Edit:
        span = self._document.place(keys).value
        return _Edit(span.start, span.end, _rewritten_value(self._text[span.start : span.end], value))

    def _removed(self, keys: Keys) -> Iterator[_Edit]:
        if keys in self._document.places:
            place = self._document.places[keys]
            first = place.value.start if place.key is None else min(place.value.start, place.key.start)
            start, end = self._line_start(first), self._end(keys)
            is_alone = self._text[:start].endswith("\n\n") and self._text[end : end + 1] in ("", "\n")
            yield _Edit(start - is_alone, end, "")

    def _new_table(self, offset: int, header: str, table: Mapping[str, Any]) -> _Edit:
        before = self._text[:offset]
        head = "" if not before or before.endswith(("\n\n", "\n\r\n")) else "\n" if before.endswith("\n") else "\n\n"
        after = self._text[offset:]
        tail = "" if not after or after.startswith(("\n", "\r\n")) else "\n"
        return _Edit(offset, offset, f"{head}{header}\n{_pairs(table)}{tail}")

    def _inserted_lines(self, offset: int, lines: str) -> _Edit:
        head = "" if not offset or self._text[offset - 1] == "\n" else "\n"
        return _Edit(offset, offset, head + lines)

    def _is_header(self, keys: Keys) -> bool:
        place = self._document.place(keys)
        return place.key is not None and place.value.start <= place.key.start and place.key.end <= place.value.end

    def _before_arrays(self) -> int:
        headers = (
            self._document.places[key, 0].value.start
            for key, value in self._document.content.items()
            if isinstance(value, list) and (key, 0) in self._document.places and self._is_header((key, 0))
        )
        first = self._line_start(min(headers, default=len(self._text)))
        comments = _COMMENTS.search(self._text[:first])
        return comments.start() if comments else first

    def _end_of_pairs(self, keys: Keys) -> int:
        pairs = [
            (*keys, key)
            for key in self._document.value(keys)
            if (*keys, key) in self._document.places and not self._is_header((*keys, key))
        ]
        return max((self._end(pair) for pair in pairs), default=self._line_end(self._document.place(keys).value.end))

    def _end(self, keys: Keys) -> int:
        spans = [place.value for path, place in self._document.places.items() if path[: len(keys)] == keys]
        return self._line_end(max(span.end for span in spans))

    def _line_start(self, offset: int) -> int:
        return self._text.rfind("\n", 0, offset) + 1

    def _line_end(self, offset: int) -> int:
        end = self._text.find("\n", offset)
        return len(self._text) if end < 0 else end + 1


def _rewritten_value(text: str, value: Any) -> str:
    """Return a value's text for another value of its kind; comments inside of an array stay."""
    if isinstance(value, list):
        try:
            document = tomlkit.parse("x = " + text.replace("\r\n", "\n") + "\n")
            _update_array(document["x"], value)
            rewritten = tomlkit.dumps(document)
            if tomllib.loads(rewritten)["x"] == value:
                return rewritten.removeprefix("x = ").removesuffix("\n")
        except (TOMLKitError, TypeError, tomllib.TOMLDecodeError):
            pass
    return _value(value)


def _update_array(array: Any, items: list[Any]) -> None:
    while len(array) > len(items):
        del array[-1]
    for number, item in enumerate(items):
        if number == len(array):
            array.append(tomlkit.value(_value(item)))
        elif isinstance(item, Mapping) and list(array[number]) == list(item):
            for key in item:
                if array[number][key] != item[key]:
                    array[number][key] = tomlkit.value(_value(item[key]))
        elif array[number] != item:
            array[number] = tomlkit.value(_value(item))


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(f"{_pair(key, value)}\n" for key, value in table.items())


def _pair(key: str, value: Any) -> str:
    return f"{tomlkit.key(key).as_string()} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_pair(key, item) for key, item in value.items())} }}" if value else "{}"
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return "[\n" + "".join(f"  {_value(item)},\n" for item in value) + "]"
    if isinstance(value, list):
        return f"[{', '.join(_value(item) for item in value)}]"
    return str(tomlkit.item(value).as_string())


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
        return attrs.evolve(self, text=with_table(self.text, _keys(exercise), table))

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
