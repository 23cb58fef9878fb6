"""JSON lines: one JSON object a line, blank lines left out (jsonlines.org)."""

import json
from collections.abc import Container, Iterable, Iterator
from functools import partial
from pathlib import Path

from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex

_REMEDY = "Write one JSON object a line"


def read_objects(text: str, path: Path | None = None) -> Iterator[tuple[int, dict[str, object]]]:
    """Each object with its 1-based line.

    Raises
    ------
    DocumentError
        At the first line that is no JSON object, says a key twice, or has what no text can hold
        (``NaN``, half a surrogate pair); and if there is no object at all.
    """
    index = LineIndex(text)
    found = False
    for number in range(len(index)):
        line = index.line_span(number).of(text)
        if line.strip():
            found = True
            yield number + 1, _object(line, path, number + 1)
    if not found:
        raise DocumentError("the file has no record", path=path, line=1, remedy=_REMEDY)


def left_out(records: Iterable[dict[str, object]], known: Container[str]) -> tuple[str, ...]:
    """What records have beside the fields that are known, in words for people."""
    fields = dict.fromkeys(key for record in records for key in record if key not in known)
    return (f"the fields {', '.join(fields)}",) if fields else ()


def _object(line: str, path: Path | None, number: int) -> dict[str, object]:
    fault = partial(DocumentError, path=path, line=number)

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise fault("this line says a key of an object twice")
        return found

    def constant(name: str) -> object:
        raise fault(f"{name} is no JSON value")

    try:
        line.encode()
        value: object = json.loads(line, object_pairs_hook=unique, parse_constant=constant)
        if "\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise fault(f"this line is not JSON ({error.msg})", column=error.colno, remedy=_REMEDY) from None
    except UnicodeEncodeError:
        raise fault("this line has half a surrogate pair, which is no character") from None
    except RecursionError:
        raise fault("this line's JSON is nested too deeply") from None
    except ValueError:
        raise fault("this line has a number that is too long") from None
    if not isinstance(value, dict):
        raise fault("this line is JSON, but no object", remedy=_REMEDY)
    return value
