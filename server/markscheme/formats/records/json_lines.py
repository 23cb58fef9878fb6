"""JSON lines, one JSON object a line, blank lines left out (jsonlines.org); or one JSON array of objects."""

import json
import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex

SUFFIXES = (".json", ".jsonl")
"""The ends of the names of files that may hold JSON lines."""
Fault = Callable[..., DocumentError]
"""Makes an error of a problem, at the line that is being read."""
_REMEDY = "Write one JSON object a line, or an array of objects"
_SPACE = " \t\r\n"
_SPACES = re.compile(f"[{_SPACE}]*")
_LINE_END = re.compile("\r\n|\n|\r")


def read_objects(text: str, path: Path | None = None, first_line: int = 1) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield each object of JSON lines, or of one JSON array, with the 1-based line where it begins.

    Parameters
    ----------
    first_line
        The 1-based line of the file at which the text begins, where it is some of the file's lines and no array.

    Raises
    ------
    DocumentError
        At the first line or item that is no JSON object, has a key twice, or has what no text can hold
        (``NaN``, half a surrogate pair); and if there is no object at all.
    """
    is_empty = True
    is_array = first_line == 1 and text.lstrip(_SPACE).startswith("[")
    for number, item in _items(text, path) if is_array else _lines(text, path, first_line):
        is_empty = False
        yield number, item
    if is_empty:
        raise DocumentError("the file has no record", path=path, line=1, remedy=_REMEDY)


def _lines(text: str, path: Path | None, first_line: int) -> Iterator[tuple[int, dict[str, object]]]:
    index = LineIndex(text)
    for number in range(len(index)):
        line = index.line_span(number).of(text)
        if line.strip():
            decoder = _Decoder(partial(DocumentError, path=path, line=first_line + number))
            value = decoder.value(line)
            yield first_line + number, decoder.record(value, line)


def _items(text: str, path: Path | None) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the objects of an array."""
    line, seen = 1, 0
    end = _after_space(text, text.index("[") + 1)
    closes = text.startswith("]", end)
    while not closes:
        line, seen = line + len(_LINE_END.findall(text, seen, end)), end
        decoder = _Decoder(partial(DocumentError, path=path, line=line))
        value, end = decoder.value_at(text, end)
        yield line, decoder.record(value, text[seen:end])
        end = _after_space(text, end)
        closes = text.startswith("]", end)
        if not closes and not text.startswith(",", end):
            raise decoder.fault("the array is not closed behind this item", remedy="End it with ']'")
        end = end if closes else _after_space(text, end + 1)
    if _after_space(text, end + 1) < len(text):
        raise DocumentError("there is more behind the array", path=path, line=line, remedy="Write one array")


def _after_space(text: str, start: int) -> int:
    """Return the place of the next character that is no white space of JSON."""
    space = _SPACES.match(text, start)
    return space.end() if space else start


def left_out(records: Iterable[dict[str, object]], kept: Container[str]) -> tuple[str, ...]:
    """Return what records have besides the fields that are kept, in words for people."""
    return left_out_fields(other_fields(records, kept))


def other_fields(records: Iterable[dict[str, object]], kept: Container[str]) -> tuple[str, ...]:
    """Return the fields of records besides those that are kept, by first appearance."""
    return tuple(dict.fromkeys(key for record in records for key in record if key not in kept))


def left_out_fields(fields: Collection[str]) -> tuple[str, ...]:
    """Return that these fields are left out, in words for people; nothing without a field."""
    return (f"the fields {', '.join(fields)}",) if fields else ()


class _Decoder:
    """Decodes JSON strictly, with faults at one place."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self._json = json.JSONDecoder(object_pairs_hook=self._unique, parse_constant=self._constant)

    def value(self, line: str) -> object:
        """Return the value of a whole line."""
        with self._faults():
            line.encode()
            value: object = self._json.decode(line)
            return value

    def value_at(self, text: str, start: int) -> tuple[object, int]:
        """Return the value that begins at a place, and its end."""
        with self._faults(in_line=False):
            value, end = self._json.raw_decode(text, start)
            text[start:end].encode()
            return value, end

    def record(self, value: object, text: str) -> dict[str, object]:
        """Return a value that is an object."""
        if "\\u" in text:
            with self._faults():
                json.dumps(value, ensure_ascii=False).encode()
        if not isinstance(value, dict):
            raise self.fault("this line is JSON, but not an object", remedy=_REMEDY)
        return value

    def _unique(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            raise self.fault("a key stands twice in an object of this line")
        return fields

    def _constant(self, name: str) -> object:
        raise self.fault(f"{name} is not a JSON value")

    @contextmanager
    def _faults(self, *, in_line: bool = True) -> Iterator[None]:
        try:
            yield
        except json.JSONDecodeError as error:
            column = error.colno if in_line else None
            raise self.fault(f"this line is not JSON ({error.msg})", column=column, remedy=_REMEDY) from None
        except UnicodeEncodeError:
            raise self.fault("this line has half a surrogate pair, which is not a character") from None
        except RecursionError:
            raise self.fault("this line's JSON is nested too deeply") from None
        except ValueError:
            raise self.fault("this line has a number that is too long") from None
