"""Files that people and the program both write: TOML with places for its faults, and locks against two writers.

``tomllib`` reads the text, and decides whether it is TOML at all. The places are those of tree-sitter's trees.
"""

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.documents.files import UTF_8, encoding_of, read_text, write_text
from markscheme.documents.places import LineIndex
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

if TYPE_CHECKING:
    from tree_sitter import Node, Parser


Keys = tuple[str | int, ...]
"""The path from the top to a value: keys of tables, and indices of arrays."""

_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")
_TOO_LARGE = "a number is too large"
_TOO_DEEP = "the values are nested too deeply"
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
class FilePlace:
    """A 1-based line, and where they are known a 1-based column and the number of characters on that line."""

    line: int
    column: int | None = None
    length: int | None = None

    @classmethod
    def of(cls, index: LineIndex, span: Span) -> "FilePlace":
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

    place: FilePlace
    problem: str
    remedy: str = ""

    def error(self, path: Path | None) -> DocumentError:
        return self.place.error(self.problem, path, self.remedy)


class Unreadable(Exception):
    """The text is not of its format at all."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.problem)
        self.fault = fault


def suggestion(word: str, known: Iterable[str], otherwise: str) -> str:
    """Return which known word may be meant, or else another remedy."""
    likely = difflib.get_close_matches(word, known, 1)
    return f"Did you mean {likely[0]!r}?" if likely else otherwise


@attrs.frozen
class Place:
    """The places of a key and its value; ``key`` is ``None`` for an array's item.

    A table's value is its header; an item of an array of tables has its own.
    """

    key: Span | None
    value: Span


@attrs.frozen
class TomlDocument:
    """The content of a text, with its places."""

    content: dict[str, Any]
    places: Mapping[Keys, Place]
    index: LineIndex = attrs.field(eq=False, repr=False)

    def value(self, keys: Keys) -> Any:
        value: Any = self.content
        for key in keys:
            value = value[key]
        return value

    def place(self, keys: Keys) -> Place:
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.places:
                return self.places[keys[:length]]
        return Place(None, Span(0, 0))

    def file_place(self, keys: Keys, *, of_key: bool = False) -> FilePlace:
        place = self.place(keys)
        return FilePlace.of(self.index, place.key if of_key and place.key is not None else place.value)


def read_toml(text: str) -> TomlDocument:
    """Read a text; Unreadable if it is not TOML.

    >>> document = read_toml('[[exercise]]\\nname = "week"\\n')
    >>> document.content
    {'exercise': [{'name': 'week'}]}
    >>> document.place(("exercise", 0, "name"))
    Place(key=Span(start=13, end=17), value=Span(start=20, end=26))
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, *_message(text, str(error))) from None
    except RecursionError:
        raise _not_toml(text, 0, _TOO_DEEP) from None
    except ValueError:  # Python reads no decimal number of thousands of digits
        long = _LONG.search(text)
        raise _not_toml(text, long.start() if long else 0, _TOO_LARGE) from None
    try:
        numbers = ((keys, value) for keys, value in leaves(content) if isinstance(value, int))
        large = next((keys for keys, value in numbers if not -(2**63) <= value < 2**63), None)
        document = TomlDocument(content, _Places(text).places, LineIndex(text))
    except RecursionError:
        raise _not_toml(text, 0, _TOO_DEEP) from None
    if large is not None:
        raise _not_toml(text, document.place(large).value.start, _TOO_LARGE)
    return document


def _not_toml(text: str, offset: int, problem: str, remedy: str = "") -> Unreadable:
    place = FilePlace.of(LineIndex(text), Span(offset, offset))
    return Unreadable(Fault(place, f"this is not TOML: {problem}", remedy))


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


class _Places:
    def __init__(self, text: str) -> None:
        self.places: dict[Keys, Place] = {}
        self._data = text.encode("utf-8", "surrogatepass")
        self._ascii = text.isascii()
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
            self.places.setdefault(keys, Place(self._span(key), span))
            keys = (*keys, number)
        self.places.setdefault(keys, Place(self._span(key), span))
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
            self.places.setdefault((*table, *names[:length]), Place(self._span(key), self._span(value)))
        self._value(value, (*table, *names))

    def _value(self, node: "Node", keys: Keys) -> None:
        items = [child for child in node.named_children if child.type != "comment"]
        if node.type == "array":
            for number, item in enumerate(items):
                self.places[(*keys, number)] = Place(None, self._span(item))
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
        return byte if self._ascii else len(self._data[:byte].decode("utf-8", "surrogatepass"))


LOCK_TIMEOUT = 10
"""Seconds to wait while another program writes a file."""


@contextmanager
def locked(*paths: Path) -> Iterator[None]:
    """Keep other programs from writing files, which need not be there, until the block ends.

    Raise DocumentError if another program is writing one, or a folder can't be written.
    """
    from filelock import SoftFileLock, Timeout

    with ExitStack() as locks:
        for path in sorted(paths):
            lock = SoftFileLock(path.with_name(f".{path.name}.lock"), timeout=LOCK_TIMEOUT)
            try:
                lock.acquire()
            except Timeout:
                remedy = f"If none is, remove {Path(lock.lock_file).name} beside it"
                raise DocumentError("another program is writing this file", path=path, remedy=remedy) from None
            except OSError as error:
                raise _unwritable(path, error) from error
            locks.callback(lock.release)
        yield


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
            raise _unwritable(path, error) from error
        return after


def encoded_like(text: str, old: bytes | None) -> bytes:
    """Return a text's bytes in the encoding of a file's old ones; in UTF-8 without any."""
    return (UTF_8 if old is None else encoding_of(old)).encode(text)


def remove(path: Path) -> None:
    """Remove a file, which need not be there; DocumentError if it can't be removed."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> DocumentError:
    return DocumentError(f"the file can't be written ({error.strerror})", path=path)
