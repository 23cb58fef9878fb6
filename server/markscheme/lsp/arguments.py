"""What commands and requests of Markscheme's own are asked with, and how they refuse."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar

import attrs
import cattrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.engine.client import EngineError
from markscheme.lsp.session.editor import plain
from markscheme.lsp.session.locations import path_of
from markscheme.text.errors import DocumentError

T = TypeVar("T")

REQUEST_FAILED = -32803
"""``LSPErrorCodes.RequestFailed``: the request was sound and can't be done."""

_converter = cattrs.Converter()


@attrs.frozen
class Place:
    """A line and a column, in the session's encoding."""

    line: int
    character: int


@contextmanager
def failures_told() -> Iterator[None]:
    """What goes wrong inside is the request's error, in words for people."""
    try:
        yield
    except (DocumentError, EngineError) as error:
        raise JsonRpcException(str(error), REQUEST_FAILED) from error


def argument(arguments: Sequence[Any], number: int, kind: "type[T]") -> T:
    """One of a command's arguments.

    Raises
    ------
    JsonRpcInvalidParams
        If it is missing, or not of its kind.
    """
    if number >= len(arguments):
        raise JsonRpcInvalidParams(f"argument {number + 1} is missing")
    try:
        return _converter.structure(plain(arguments[number]), kind)
    except (cattrs.BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise JsonRpcInvalidParams(f"argument {number + 1} is not as it should be") from error


def field(params: Any, name: str) -> Any:
    """A field of a request's parameters.

    Raises
    ------
    JsonRpcInvalidParams
        If it is missing.
    """
    fields = plain(params)
    if not isinstance(fields, dict) or name not in fields:
        raise JsonRpcInvalidParams(f"{name} is missing")
    return fields[name]


def document_uri(params: Any) -> str:
    """``textDocument.uri``."""
    return argument([field(field(params, "textDocument"), "uri")], 0, str)


def file_path(uri: str) -> Path:
    """A file's path.

    Raises
    ------
    JsonRpcInvalidParams
        If the URI is no file's.
    """
    path = path_of(uri)
    if path is None:
        raise JsonRpcInvalidParams(f"{uri} is no file's URI")
    return path


def optional(params: Any, name: str, kind: type[Any] | UnionType) -> Any:
    """A field of a request's parameters, of a kind of JSON value; ``None`` where it is missing or ``null``.

    Raises
    ------
    JsonRpcInvalidParams
        If it is not of its kind.
    """
    fields = plain(params)
    value = fields.get(name) if isinstance(fields, dict) else None
    if value is not None and not isinstance(value, kind):
        raise JsonRpcInvalidParams(f"{name} is not as it should be")
    return value
