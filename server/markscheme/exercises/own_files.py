"""Files that people and the program both write: TOML with places and edits.

``tomllib`` reads the text, and decides whether it is TOML at all. The places are those of tree-sitter's trees.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.documents.files import UTF_8, Encoding, locked, read_text, unwritable, write_text
from markscheme.documents.places import LineIndex
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span
from markscheme.processes import without_package

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from tree_sitter import Node, Parser


Keys = tuple[str | int, ...]
"""The path from the top to a value: keys of tables, and indices of arrays."""

_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")
MAX_CHARACTERS = 4 * 2**20
MAX_DEPTH = 32
"""Most brackets around a value, and most dots in a key."""
_TOO_LARGE = "a number is too large"
_LITERALS = re.compile(r"""#[^\n]*|\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""", re.DOTALL)
"""Comments, and texts in quotes."""
_LONG_KEY = re.compile(rf"(?:\.[ \t]*[\w-]+[ \t]*){{{MAX_DEPTH + 1}}}")
_BRACKET = re.compile(r"[\[\]{}]")
_DECIMAL_COMMA = re.compile(r"\d,\d")
_LONG = re.compile(r"\d[\d_]{4000,}")
_KEY_TYPES = {"bare_key", "quoted_key", "dotted_key"}
_REMEDIES = {
    "Invalid value": "Text stands in quotes, numbers, true and false don't",
    "Unescaped '\\' in a string": "Write / in paths",
    "Cannot overwrite a value": "Each key stands once in its table",
    "Unterminated string": "Close the quotes",
    r"Illegal character '\n'": "Close the quotes",
}


@attrs.frozen
class LinePlace:
    """A 1-based line, and where they are known a 1-based column and the number of characters on that line."""

    line: int
    column: int | None = None
    length: int | None = None

    @classmethod
    def of(cls, index: LineIndex, span: Span) -> "LinePlace":
        start, end = index.position(span.start, "utf-32"), index.position(span.end, "utf-32")
        whole = start.line == end.line and span.start < span.end
        return cls(start.line + 1, start.character + 1, span.end - span.start if whole else None)

    def error(
        self, problem: str, path: Path | None, remedy: str = "", kind: type[DocumentError] = DocumentError
    ) -> DocumentError:
        return kind(problem, path=path, line=self.line, column=self.column, length=self.length, remedy=remedy)


@attrs.frozen
class Fault:
    """What is wrong at a place of a file, and what to do."""

    place: LinePlace
    problem: str
    remedy: str = ""

    def error(self, path: Path | None) -> DocumentError:
        return self.place.error(self.problem, path, self.remedy)


class Unreadable(Exception):
    """The text is not of its format at all."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.problem)
        self.fault = fault


@attrs.frozen
class KeyPlace:
    """The places of a key and its value; ``key`` is ``None`` for an array's item.

    A table's value is its header; an item of an array of tables has its own.
    """

    key: Span | None
    value: Span


@attrs.frozen
class TomlDocument:
    """The content of a text, with its places."""

    content: dict[str, Any]
    places: Mapping[Keys, KeyPlace]
    index: LineIndex = attrs.field(eq=False, repr=False)

    def value(self, keys: Keys) -> Any:
        value: Any = self.content
        for key in keys:
            value = value[key]
        return value

    def place(self, keys: Keys) -> KeyPlace:
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.places:
                return self.places[keys[:length]]
        return KeyPlace(None, Span(0, 0))

    def has_headers(self, keys: Keys) -> bool:
        """Return whether an array's items are tables with headers of their own."""
        place = self.places.get((*keys, 0))
        return place is not None and place.key is not None and place.value.start <= place.key.start

    def file_place(self, keys: Keys, *, of_key: bool = False) -> LinePlace:
        place = self.place(keys)
        return LinePlace.of(self.index, place.key if of_key and place.key is not None else place.value)


def validator(schema: Mapping[str, Any]) -> "Draft202012Validator":
    """Return what checks a file's content against a JSON schema. The schema must have no formats."""
    # Where Jupyter is installed, jsonschema imports this for formats, and it compiles a grammar for a second.
    with without_package("rfc3987_syntax"):
        from jsonschema import Draft202012Validator

    return Draft202012Validator(schema)


def read_toml(text: str) -> TomlDocument:
    """Read a text; Unreadable if it is not TOML.

    >>> document = read_toml('[[exercise]]\\nname = "week"\\n')
    >>> document.content
    {'exercise': [{'name': 'week'}]}
    >>> document.place(("exercise", 0, "name"))
    KeyPlace(key=Span(start=13, end=17), value=Span(start=20, end=26))
    """
    _check_size(text)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, *_message(text, str(error))) from None
    except ValueError:  # Python reads no decimal number of thousands of digits
        long = _LONG.search(text)
        raise _not_toml(text, long.start() if long else 0, _TOO_LARGE) from None
    numbers = ((keys, value) for keys, value in leaves(content) if isinstance(value, int))
    large = next((keys for keys, value in numbers if not -(2**63) <= value < 2**63), None)
    document = TomlDocument(content, _Places(text).places, LineIndex(text))
    if large is not None:
        raise _not_toml(text, document.place(large).value.start, _TOO_LARGE)
    return document


def _check_size(text: str) -> None:
    """Refuse what would take more memory or time than a file of a class needs, before it is parsed."""
    if len(text) > MAX_CHARACTERS:
        raise Unreadable(Fault(LinePlace(1), f"the file has more than {MAX_CHARACTERS:,} characters"))
    plain = _LITERALS.sub(lambda match: "_" * len(match[0]), text)
    long = _LONG_KEY.search(plain)
    if long is not None:
        raise _unreadable(text, long.start(), f"a key has more than {MAX_DEPTH} dots")
    depth = 0
    for bracket in _BRACKET.finditer(plain):
        depth = depth + 1 if bracket[0] in "[{" else max(0, depth - 1)
        if depth > MAX_DEPTH:
            raise _unreadable(text, bracket.start(), f"a value stands in more than {MAX_DEPTH} brackets")


def _not_toml(text: str, offset: int, problem: str, remedy: str = "") -> Unreadable:
    return _unreadable(text, offset, f"this is not TOML: {problem}", remedy)


def _unreadable(text: str, offset: int, problem: str, remedy: str = "") -> Unreadable:
    return Unreadable(Fault(LinePlace.of(LineIndex(text), Span(offset, offset)), problem, remedy))


def leaves(value: Any, keys: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """Yield the values that are no tables and no arrays, in order."""
    if not isinstance(value, dict | list):
        yield keys, value
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield from leaves(item, (*keys, key))


def is_encodable(text: str) -> bool:
    """Return whether UTF-8 can hold a text: half of a surrogate pair, for example, has no bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _message(text: str, message: str) -> tuple[int, str, str]:
    at = _AT.search(message)
    problem = _AT.sub("", message).strip()
    remedy = next((remedy for begin, remedy in _REMEDIES.items() if problem.startswith(begin)), "")
    if at is None or at[1] is None:
        return len(text), problem, remedy
    # tomllib takes "\r\n" for one character.
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    offset = min(starts[int(at[1]) - 1] + int(at[2]) - 1, len(text))
    comma = _DECIMAL_COMMA.search(text, max(offset - 1, 0), offset + 2)
    if comma:
        return offset, "a number has a comma", "Write a decimal point, such as 0.5"
    return offset, problem, remedy


@lru_cache(maxsize=1)
def _parser() -> "Parser":
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_toml.language()))


_PART = 1024
"""Bytes whose characters are counted once."""
_INSIDE = bytes(range(0x80, 0xC0))
"""UTF-8's bytes that begin no character."""


def _characters(data: bytes) -> int:
    return len(data.translate(None, _INSIDE))


class _Places:
    def __init__(self, text: str) -> None:
        self.places: dict[Keys, KeyPlace] = {}
        self._data = text.encode("utf-8", "surrogatepass")
        self._ascii = text.isascii()
        parts = (self._data[start : start + _PART] for start in range(0, len(self._data), _PART))
        self._before = list(accumulate(map(_characters, parts), initial=0))
        self._lengths: dict[Keys, int] = {}
        for node in _parser().parse(self._data).root_node.named_children:
            if node.type == "pair":
                self._pair(node, ())
            elif node.type in ("table", "table_array_element"):
                self._table(node)

    def _table(self, node: "Node") -> None:
        key = next((child for child in node.named_children if child.type in _KEY_TYPES), None)
        if key is None:
            return
        keys = self._resolved(self._names(key))
        header = next((child for child in node.children if child.type in ("]", "]]")), key)
        span = Span(self._offset(node.start_byte), self._offset(header.end_byte))
        if node.type == "table_array_element":
            number = self._lengths.get(keys, 0)
            self._lengths[keys] = number + 1
            self.places.setdefault(keys, KeyPlace(self._span(key), span))
            keys = (*keys, number)
        self.places.setdefault(keys, KeyPlace(self._span(key), span))
        for child in node.named_children:
            if child.type == "pair":
                self._pair(child, keys)

    def _pair(self, node: "Node", table: Keys) -> None:
        parts = [child for child in node.named_children if child.type != "comment"]
        names = self._names(parts[0]) if parts else ()
        if len(parts) != 2 or not names:
            return
        key, value = parts
        for length in range(1, len(names) + 1):
            self.places.setdefault((*table, *names[:length]), KeyPlace(self._span(key), self._span(value)))
        self._value(value, (*table, *names))

    def _value(self, node: "Node", keys: Keys) -> None:
        items = [child for child in node.named_children if child.type != "comment"]
        if node.type == "array":
            for number, item in enumerate(items):
                self.places[(*keys, number)] = KeyPlace(None, self._span(item))
                self._value(item, (*keys, number))
        elif node.type == "inline_table":
            for item in items:
                self._pair(item, keys)

    def _resolved(self, names: tuple[str, ...]) -> Keys:
        keys: Keys = ()
        for number, name in enumerate(names):
            keys = (*keys, name)
            if keys in self._lengths and number + 1 < len(names):
                keys = (*keys, self._lengths[keys] - 1)
        return keys

    def _names(self, key: "Node") -> tuple[str, ...]:
        """Return a key's names, unquoted; none where the grammar takes something else for a key."""
        names: list[str] = []
        try:
            inner: Any = tomllib.loads(f"{self._data[key.start_byte : key.end_byte].decode('utf-8')} = 0")
        except tomllib.TOMLDecodeError:
            return ()
        while isinstance(inner, dict):
            [(name, inner)] = inner.items()
            names.append(name)
        return tuple(names)

    def _span(self, node: "Node") -> Span:
        return Span(self._offset(node.start_byte), self._offset(node.end_byte))

    def _offset(self, byte: int) -> int:
        if self._ascii:
            return byte
        part = byte // _PART
        return self._before[part] + _characters(self._data[part * _PART : byte])


_COMMENTS = re.compile(r"(?:^[ \t]*#[^\n]*\n)+\Z", re.MULTILINE)


def with_value(text: str, keys: Keys, value: Any, title: str = "this part of the file") -> str:
    """Return a text in which the value at a path is this one, or is missing for ``None``; all else stays as it is.

    The path leads to a table, to an item of an array of tables, which may be new, or to a key of these. A new table
    stands before the file's first array of tables and that one's comments; one of an item of an array of tables stands
    at the item's end. Raise DocumentError if the form of what ``title`` names can't be changed without writing other
    parts anew.
    """
    document = read_toml(text)
    expected = _changed(document.content, keys, value)
    if expected == document.content:
        return text
    line_end = "\r\n" if "\r\n" in text else "\n"
    for edits in _Edits(text, document).of(keys, value):
        rewritten = _applied(text, edits, line_end)
        try:
            if tomllib.loads(rewritten) == expected:
                return rewritten
        except tomllib.TOMLDecodeError:
            continue
    raise DocumentError(
        f"{title} is written in a way that can't be changed here", remedy="Change it in the file itself"
    )


def with_names(text: str, people: Mapping[str, str]) -> str:
    """Return a configuration's text with more ``[people]``, in a table at its end where it has none."""
    present = read_toml(text).content.get("people")
    if present is not None:
        return with_value(text, ("people",), {**present, **people})
    if not people:
        return text
    return f"{text.rstrip()}\n\n[people]\n{toml_pairs({label: people[label] for label in sorted(people)})}"


def part_of(text: str, keys: Keys) -> str:
    """Return the text of a table, or of a key's line, with its comments but for those above it."""
    start, end = _Edits(text, read_toml(text)).span(keys)
    return text[start:end]


def with_copy(text: str, keys: Keys) -> str:
    """Return a text in which an item of an array of tables stands twice, the comments above it once."""
    start, end = _Edits(text, read_toml(text)).span(keys)
    item = text[start:end]
    return f"{text[:start]}{item.rstrip()}\n\n{item}{text[end:]}"


def _changed(content: Any, keys: Keys, value: Any) -> Any:
    """Return a content with another value at a path; an array without items is missing, too."""
    if not keys:
        return value
    key, rest = keys[0], keys[1:]
    if isinstance(key, str):
        inner = _changed(content.get(key), rest, value)
        others = {name: item for name, item in content.items() if name != key}
        return others if inner is None else {**others, key: inner}
    items = list(content or ())
    inner = _changed(items[key] if key < len(items) else {}, rest, value)
    items[key : key + 1] = [] if inner is None else [inner]
    return items or None


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

    def of(self, keys: Keys, value: Any) -> Iterator[list[_Edit]]:
        """Yield ways to write a value, the best first."""
        names = ".".join(str(key) for key in keys if isinstance(key, str))
        if value is None:
            yield list(self._removed(keys))
        elif keys in self._document.places:
            yield list(self._replaced(keys, value))
        elif isinstance(keys[-1], int):
            is_there = keys[:-1] in self._document.places
            if is_there and not self._is_header(keys[:-1]):
                yield [self._updated_value(keys[:-1], [*self._document.value(keys[:-1]), value])]
            yield [self._new_table(self._end(keys[:-1]) if is_there else len(self._text), f"[[{names}]]", value)]
        elif not isinstance(value, Mapping):
            yield [self._inserted_lines(self._end_of_pairs(keys[:-1]), toml_pairs({str(keys[-1]): value}))]
        elif len(keys) == 1:
            yield [self._new_table(self._before_arrays(), f"[{names}]", value)]
            yield [self._new_table(len(self._text), f"[{names}]", value)]
        else:
            yield [self._new_table(self._end(keys[:-1]), f"[{names}]", value)]

    def span(self, keys: Keys) -> tuple[int, int]:
        """Return where a table begins and ends, with the tables in it and without the comments above."""
        return self._line_start(self._document.places[keys].value.start), self._end(keys)

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
        added = toml_pairs({key: value for key, value in table.items() if key not in old})
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
            if self._is_header(keys):
                start = self._with_comments_above(start)
            is_alone = self._text[:start].endswith("\n\n") and self._text[end : end + 1] in ("", "\n")
            yield _Edit(start - is_alone, end, "")

    def _new_table(self, offset: int, header: str, table: Mapping[str, Any]) -> _Edit:
        before = self._text[:offset]
        head = "" if not before or before.endswith(("\n\n", "\n\r\n")) else "\n" if before.endswith("\n") else "\n\n"
        after = self._text[offset:]
        tail = "" if not after or after.startswith(("\n", "\r\n")) else "\n"
        return _Edit(offset, offset, f"{head}{header}\n{toml_pairs(table)}{tail}")

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
        return self._with_comments_above(self._line_start(min(headers, default=len(self._text))))

    def _with_comments_above(self, start: int) -> int:
        comments = _COMMENTS.search(self._text, 0, start)
        return comments.start() if comments else start

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
        import tomlkit
        from tomlkit.exceptions import TOMLKitError

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
    import tomlkit

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


_ON_ONE_LINE = 3
"""Items of an array that stand on one line."""


def toml_pairs(table: Mapping[str, Any]) -> str:
    """Return a table's keys and values as lines."""
    return "".join(f"{_pair(key, value)}\n" for key, value in table.items())


def _pair(key: str, value: Any) -> str:
    import tomlkit

    return f"{tomlkit.key(key).as_string()} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_pair(key, item) for key, item in value.items())} }}" if value else "{}"
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return "[\n" + "".join(f"  {_value(item)},\n" for item in value) + "]"
    if isinstance(value, list) and len(value) > _ON_ONE_LINE:
        return "[\n" + "".join(f"    {_value(item)},\n" for item in value) + "]"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(item) for item in value)}]"
    import tomlkit

    return str(tomlkit.item(value).as_string())


def rewrite(path: Path, change: Callable[[str], str]) -> str:
    """Change a file's text under its lock, and return it; an empty text stands for no file.

    Raise DocumentError if the file can't be read or written; then it is as it was.
    """
    with locked(path):
        before = read_text(path) if path.exists() else ""
        after = change(before)
        try:
            if not after:
                path.unlink(missing_ok=True)
            elif after != before:
                write_text(path, after)
        except OSError as error:
            raise unwritable(path, error) from error
        return after


def encoded_like(text: str, old: bytes | None) -> bytes:
    """Return a text's bytes in the encoding of a file's old ones; in UTF-8 without any."""
    return (UTF_8 if old is None else Encoding.of(old)).encode(text)


def remove(path: Path) -> None:
    """Remove a file, which need not be there; DocumentError if it can't be removed."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error
