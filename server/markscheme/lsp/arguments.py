"""What commands and requests of Markscheme's own are asked with, and how they refuse."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import attrs
import cattrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.uris import to_fs_path

from markscheme.documents.errors import DocumentError
from markscheme.engine.client import EngineError
from markscheme.lsp.editor import plain

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
    path = to_fs_path(uri)
    if not path:
        raise JsonRpcInvalidParams(f"{uri} is no file's URI")
    return Path(path)
