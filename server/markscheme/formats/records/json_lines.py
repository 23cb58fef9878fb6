"""JSON lines: one JSON object a line, blank lines left out (jsonlines.org)."""

import json
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from pathlib import Path

from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex

SUFFIXES = (".json", ".jsonl")
"""The ends of the names of files that may hold JSON lines."""
Fault = Callable[..., DocumentError]
"""Makes an error of a problem, at the line that is being read."""
_REMEDY = "Write one JSON object a line"


def read_objects(text: str, path: Path | None = None) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield each object with its 1-based line.

    Raises
    ------
    DocumentError
        At the first line that is no JSON object, has a key twice, or has what no text can hold
        (``NaN``, half a surrogate pair); and if there is no object at all.
    """
    index = LineIndex(text)
    is_empty = True
    for number in range(len(index)):
        line = index.line_span(number).of(text)
        if line.strip():
            is_empty = False
            yield number + 1, _object(line, path, number + 1)
    if is_empty:
        raise DocumentError("the file has no record", path=path, line=1, remedy=_REMEDY)


def left_out(records: Iterable[dict[str, object]], kept: Container[str]) -> tuple[str, ...]:
    """Return what records have besides the fields that are kept, in words for people."""
    fields = dict.fromkeys(key for record in records for key in record if key not in kept)
    return (f"the fields {', '.join(fields)}",) if fields else ()


def _object(line: str, path: Path | None, number: int) -> dict[str, object]:
    fault = partial(DocumentError, path=path, line=number)

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            raise fault("a key stands twice in an object of this line")
        return fields

    def constant(name: str) -> object:
        raise fault(f"{name} is not a JSON value")

    try:
        line.encode()
        value: object = json.loads(line, object_pairs_hook=unique, parse_constant=constant)
        if "\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise fault(f"this line is not JSON ({error.msg})", column=error.colno, remedy=_REMEDY) from None
    except UnicodeEncodeError:
        raise fault("this line has half a surrogate pair, which is not a character") from None
    except RecursionError:
        raise fault("this line's JSON is nested too deeply") from None
    except ValueError:
        raise fault("this line has a number that is too long") from None
    if not isinstance(value, dict):
        raise fault("this line is JSON, but not an object", remedy=_REMEDY)
    return value
