"""What handlers begin with: their decorators, checked parameters, a document's marks, and progress.

``DocumentError`` and ``EngineError`` become a request's error. A handler also stands in ``server.announcement``.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar

import cattrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.errors import DocumentError
from markscheme.marking.verdict import OpenAnswers
from markscheme.registry import Registry, RegistryError, Variant
from markscheme.server.announcement import HANDLERS
from markscheme.server.documents import Marked
from markscheme.server.editor import Reporter, cancelling, path_of
from markscheme.server.engine.endpoint import EngineError
from markscheme.server.options import Options, plain
from markscheme.server.server import MarkschemeServer

T = TypeVar("T")

REQUEST_FAILED = -32803
"""``LSPErrorCodes.RequestFailed``: the request is valid and can't be done."""

_converter = cattrs.Converter()


def argument(arguments: Sequence[Any], number: int, kind: "type[T]") -> T:
    """Return one of a command's arguments; raise JsonRpcInvalidParams if it is missing or of another type."""
    if number >= len(arguments):
        raise JsonRpcInvalidParams(f"argument {number + 1} is missing")
    try:
        return _converter.structure(plain(arguments[number]), kind)
    except (cattrs.BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise JsonRpcInvalidParams(f"argument {number + 1} is not as it should be") from error


def optional_argument(arguments: Sequence[Any], number: int, kind: "type[T]") -> T | None:
    """Return an argument; ``None`` where it is missing or ``null``; errors as :func:`argument`."""
    is_given = number < len(arguments) and arguments[number] is not None
    return argument(arguments, number, kind) if is_given else None


def optional_file(arguments: Sequence[Any], number: int) -> Path | None:
    """Return the path of the file whose URI is an argument; ``None`` and errors as :func:`optional_argument`."""
    uri = optional_argument(arguments, number, str)
    return None if uri is None else file_path(uri)


def field(params: Any, name: str) -> Any:
    """Return a field of a request's parameters; raise JsonRpcInvalidParams if it is missing."""
    fields = plain(params)
    if not isinstance(fields, dict) or name not in fields:
        raise JsonRpcInvalidParams(f"{name} is missing")
    return fields[name]


def document_uri(params: Any) -> str:
    return argument([field(field(params, "textDocument"), "uri")], 0, str)


def document_position(params: Any) -> types.Position:
    return argument([field(params, "position")], 0, types.Position)


def file_path(uri: str) -> Path:
    """Return the path of a file, or of the file that a view shows; raise JsonRpcInvalidParams for another URI."""
    path = path_of(uri)
    if path is None:
        raise JsonRpcInvalidParams(f"{uri} is no file's URI")
    return path


def path_field(params: Any, name: str = "uri") -> Path:
    """Return the path of the file whose URI is a field; raise JsonRpcInvalidParams if there is none."""
    return file_path(argument([field(params, name)], 0, str))


def optional_path(params: Any, name: str) -> Path | None:
    """Return the path of the file whose URI is a field; ``None`` and errors as :func:`optional`."""
    uri = optional(params, name, str)
    return None if uri is None else file_path(uri)


def limit_of(params: Any, default: int) -> int:
    """Return how many items the field ``limit`` wants."""
    limit = optional(params, "limit", int)
    return default if limit is None else max(0, limit)


def optional(params: Any, name: str, kind: type[Any] | UnionType) -> Any:
    """Return a field; ``None`` where it is missing or ``null``; raise JsonRpcInvalidParams if it is of another type."""
    fields = plain(params)
    value = fields.get(name) if isinstance(fields, dict) else None
    if value is not None and not isinstance(value, kind):
        raise JsonRpcInvalidParams(f"{name} is not as it should be")
    return value


def optional_names(params: Any, name: str) -> list[str] | None:
    """Return a field that is a list of texts; ``None`` and errors as :func:`optional`."""
    value = optional(params, name, list)
    return None if value is None else argument([value], 0, list[str])


def variant(registry: Registry[Variant], name: str | None) -> Variant:
    """Return a variant; the first one without a name; raise JsonRpcInvalidParams if there is none."""
    try:
        return registry.get(registry.built_in[0] if name is None else name)
    except RegistryError as error:
        raise JsonRpcInvalidParams(str(error)) from error


def open_answers(options: Any) -> OpenAnswers | None:
    """Return what undecided answers count as, by the field ``open``; raise JsonRpcInvalidParams at no known choice."""
    name = optional(options, "open", str)
    try:
        return None if name is None else OpenAnswers(name)
    except ValueError as error:
        raise JsonRpcInvalidParams(f"choose open among {', '.join(OpenAnswers)}") from error


Answer = TypeVar("Answer", bound=Callable[[MarkschemeServer, Any], Awaitable[Any]])
"""Gets a request's or notification's parameters, or the sequence of a command's arguments."""


def request(
    method: str, *, enabled: Callable[[Options], bool] | None = None, empty: Any = None
) -> Callable[[Answer], Answer]:
    """Register the answer to a request; it is ``empty`` where the document's settings don't enable it."""

    def register(answer: Answer) -> Answer:
        async def handle(ls: MarkschemeServer, params: Any) -> Any:
            with _request_failures():
                if enabled is not None and not enabled(await ls.configuration.of(params.text_document.uri)):
                    return empty
                return await answer(ls, params)

        HANDLERS[method] = handle
        return answer

    return register


def command(name: str) -> Callable[[Answer], Answer]:
    def register(run: Answer) -> Answer:
        async def handle(ls: MarkschemeServer, *arguments: Any) -> Any:
            with _request_failures():
                return await run(ls, arguments)

        HANDLERS[name] = handle
        return run

    return register


def notification(method: str) -> Callable[[Answer], Answer]:
    def register(receive: Answer) -> Answer:
        HANDLERS[method] = receive
        return receive

    return register


@contextmanager
def _request_failures() -> Iterator[None]:
    try:
        yield
    except (DocumentError, EngineError) as error:
        raise JsonRpcException(str(error), REQUEST_FAILED) from error


@contextmanager
def progress(ls: MarkschemeServer, params: Any, title: str) -> Iterator[Reporter]:
    """Show a request's progress under the client's token, if it gave one; to stop it cancels the request."""
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, title, cancelling(asyncio.current_task()))
    try:
        yield reporter
    finally:
        reporter.end()


async def with_progress(
    ls: MarkschemeServer, title: str, token: int | str | None, work: Callable[[Reporter], Awaitable[T]]
) -> T:
    """Do a command's work in a task of its own, which the person can stop without the command being cancelled.

    Without a token of the client the server makes one.
    """

    async def task() -> T:
        cancel = cancelling(asyncio.current_task())
        own = ls.editor.reporter(title, cancel) if token is None else ls.editor.reporter_of(token, title, cancel)
        try:
            return await work(own)
        finally:
            own.end()

    return await asyncio.ensure_future(task())


async def result_of(ls: MarkschemeServer, uri: str) -> Marked:
    """Return an open document's current review when it is there; raise JsonRpcException if there is none."""
    marked = await ls.session.current(uri)
    if marked is None:
        raise JsonRpcException("the document is not open, or has no marks", REQUEST_FAILED)
    return marked


async def marks_of(ls: MarkschemeServer, uri: str) -> Marked:
    """Return the current marks of an open document, as soon as they are there; raise JsonRpcException without marks."""
    marked = await result_of(ls, uri)
    if marked.review.marks is None:
        raise JsonRpcException("the document's exercise has no reference", REQUEST_FAILED)
    return marked
