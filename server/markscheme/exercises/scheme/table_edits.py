"""A table of a TOML text rewritten in place: comments, order and everything that stays equal are kept as written."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import tomlkit
from tomlkit.exceptions import TOMLKitError

from markscheme.exercises.toml import Keys, TomlDocument, read_toml
from markscheme.text.errors import DocumentError

_COMMENTS = re.compile(r"(?:^[ \t]*#[^\n]*\n)+\Z", re.MULTILINE)
"""The lines of comments at the end of a text."""


def with_table(text: str, keys: Keys, table: Mapping[str, Any] | None) -> str:
    """Return a text in which the table at a path has this content, or is missing for ``None``.

    A new table of the file stands before its first array of tables and that one's comments; one of an item of an array
    of tables stands at the item's end.

    Raises
    ------
    DocumentError
        If the text has the table in a form that can't be changed without writing other parts anew.
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
    """Return a content with another table at a path."""
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
    """The edits that change one text."""

    def __init__(self, text: str, document: TomlDocument) -> None:
        self._text = text
        self._document = document

    def of_table(self, keys: Keys, table: Mapping[str, Any] | None) -> Iterator[list[_Edit]]:
        """Yield ways to write a table, the best first."""
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
        """Yield the edits of a table that is there."""
        if not self._is_header(keys):
            yield self._updated_value(keys, table)
            return
        old = self._document.value(keys)
        for key, value in old.items():
            if key not in table:
                yield from self._removed((*keys, key))
            elif value != table[key]:
                yield from self._replaced((*keys, key), table[key])
        added = "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items() if key not in old)
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
        """Yield the edits of an array of tables, each with its header."""
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
        """Return the edit of a value behind its key; comments in arrays stay."""
        span = self._document.place(keys).value
        return _Edit(span.start, span.end, _rewritten_value(self._text[span.start : span.end], value))

    def _removed(self, keys: Keys) -> Iterator[_Edit]:
        """Yield the edit that removes the lines of a key, or of a table with its header."""
        if keys in self._document.places:
            place = self._document.places[keys]
            first = place.value.start if place.key is None else min(place.value.start, place.key.start)
            start, end = self._line_start(first), self._end(keys)
            is_alone = self._text[:start].endswith("\n\n") and self._text[end : end + 1] in ("", "\n")
            yield _Edit(start - is_alone, end, "")

    def _new_table(self, offset: int, header: str, table: Mapping[str, Any]) -> _Edit:
        lines = "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())
        before = self._text[:offset]
        head = "" if not before or before.endswith(("\n\n", "\n\r\n")) else "\n" if before.endswith("\n") else "\n\n"
        after = self._text[offset:]
        tail = "" if not after or after.startswith(("\n", "\r\n")) else "\n"
        return _Edit(offset, offset, f"{head}{header}\n{lines}{tail}")

    def _inserted_lines(self, offset: int, lines: str) -> _Edit:
        head = "" if not offset or self._text[offset - 1] == "\n" else "\n"
        return _Edit(offset, offset, head + lines)

    def _is_header(self, keys: Keys) -> bool:
        """Return whether a table, or each item of an array of tables, has a header of its own."""
        place = self._document.place(keys)
        return place.key is not None and place.value.start <= place.key.start and place.key.end <= place.value.end

    def _before_arrays(self) -> int:
        """Return the place before the first array of tables, and before the comments just above it."""
        headers = (
            self._document.places[key, 0].value.start
            for key, value in self._document.content.items()
            if isinstance(value, list) and (key, 0) in self._document.places and self._is_header((key, 0))
        )
        first = self._line_start(min(headers, default=len(self._text)))
        comments = _COMMENTS.search(self._text[:first])
        return comments.start() if comments else first

    def _end_of_pairs(self, keys: Keys) -> int:
        """Return the end of the last line of a table's own pairs, or else of its header."""
        pairs = [
            (*keys, key)
            for key in self._document.value(keys)
            if (*keys, key) in self._document.places and not self._is_header((*keys, key))
        ]
        return max((self._end(pair) for pair in pairs), default=self._line_end(self._document.place(keys).value.end))

    def _end(self, keys: Keys) -> int:
        """Return the end of the last line of a value and of everything in it."""
        spans = [place.value for path, place in self._document.places.items() if path[: len(keys)] == keys]
        return self._line_end(max(span.end for span in spans))

    def _line_start(self, offset: int) -> int:
        return self._text.rfind("\n", 0, offset) + 1

    def _line_end(self, offset: int) -> int:
        """Return the place behind a line's end."""
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
    """Give an array other items; a table with the same keys keeps its look."""
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


def _key(key: str) -> str:
    return tomlkit.key(key).as_string()


def _value(value: Any) -> str:
    """Return a value as TOML; a list of tables has a line for each."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return "[\n" + "".join(f"  {_value(item)},\n" for item in value) + "]"
    if isinstance(value, list):
        return f"[{', '.join(_value(item) for item in value)}]"
    return str(tomlkit.item(value).as_string())
