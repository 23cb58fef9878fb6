"""What handlers begin with: their decorators, which read parameters; a document's marks; and progress.

``DocumentError`` and ``EngineError`` become a request's error. A handler also stands in ``server.announcement``.
"""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import UnionType
from typing import Any, NewType, TypeVar, get_args

import cattrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.errors import DocumentError, RegistryError
from markscheme.progress import Cancelled, Progress
from markscheme.registry import Registry, Variant
from markscheme.server.announcement import HANDLERS
from markscheme.server.documents import Marked
from markscheme.server.editor import Reporter, cancelling, path_of
from markscheme.server.editor_settings import Options, camel, plain
from markscheme.server.engine.endpoint import EngineError
from markscheme.server.server import MarkschemeServer

T = TypeVar("T")
Answer = TypeVar("Answer", bound=Callable[..., Awaitable[Any]])
ReferenceMarked = NewType("ReferenceMarked", Marked)
"""An open document with marks against references."""
Token = int | str | None
"""A client's token for progress."""

LIMIT = 100
"""Number of questions in an answer, unless the client says another one."""
REQUEST_FAILED = -32803
"""``LSPErrorCodes.RequestFailed``: the request is valid and can't be done."""
_MISSING = object()


def feature(
    method: str, *, enabled: Callable[[Options], bool] | None = None, empty: Any = None
) -> Callable[[Answer], Answer]:
    """Register the answer to a request of LSP; it is ``empty`` where the document's settings don't enable it."""

    def register(answer: Answer) -> Answer:
        async def handle(ls: MarkschemeServer, params: Any) -> Any:
            with _request_failures():
                if enabled is not None and not enabled(await ls.configuration.of(params.text_document.uri)):
                    return empty
                return await answer(ls, params)

        HANDLERS[method] = handle
        return answer

    return register


def notification(method: str) -> Callable[[Answer], Answer]:
    def register(receive: Answer) -> Answer:
        HANDLERS[method] = receive
        return receive

    return register


def request(method: str) -> Callable[[Answer], Answer]:
    """Register the answer to a request of our own, whose fields are the keyword parameters behind ``ls``.

    A field without a default must be there; ``null`` is the default. A ``Path`` is sent as a URI.
    """

    def register(answer: Answer) -> Answer:
        async def handle(ls: MarkschemeServer, params: Any) -> Any:
            with _request_failures():
                return await answer(ls, **_fields(answer, plain(params)))

        HANDLERS[method] = handle
        return answer

    return register


def command(name: str) -> Callable[[Answer], Answer]:
    """Register what a command does. Its arguments are the positional parameters behind ``ls``.

    A :class:`Marked` or :data:`ReferenceMarked` is sent as the URI of an open document. Keyword parameters are fields
    of one more argument, an object, as for :func:`request`.
    """

    def register(run: Answer) -> Answer:
        async def handle(ls: MarkschemeServer, *arguments: Any) -> Any:
            with _request_failures():
                values = [value async for value in _positional(ls, run, arguments)]
                named = _fields(run, _options(arguments, len(values)))
                return await run(ls, *values, **named)

        HANDLERS[name] = handle
        return run

    return register


async def _positional(ls: MarkschemeServer, run: Callable[..., Any], arguments: tuple[Any, ...]) -> AsyncIterator[Any]:
    for number, parameter in enumerate(_parameters(run)):
        if parameter.kind is not parameter.KEYWORD_ONLY:
            value = plain(arguments[number]) if number < len(arguments) else _MISSING
            document = _DOCUMENTS.get(parameter.annotation)
            own = parameter if document is None else parameter.replace(annotation=str)
            value = _value(own, f"argument {number + 1}", value)
            yield value if document is None else await document(ls, value)


def _options(arguments: tuple[Any, ...], number: int) -> Any:
    options = plain(arguments[number]) if number < len(arguments) else None
    if options is not None and not isinstance(options, dict):
        raise JsonRpcInvalidParams(f"argument {number + 1} is not as it should be")
    return options


def _fields(function: Callable[..., Any], params: Any) -> dict[str, Any]:
    given: Mapping[str, Any] = params if isinstance(params, dict) else {}
    values = {}
    for parameter in _parameters(function):
        if parameter.kind is parameter.KEYWORD_ONLY:
            own = parameter.name.rstrip("_")
            name = own if own in given else camel(own)
            values[parameter.name] = _value(parameter, name, given.get(name, _MISSING))
    return values


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return [*inspect.signature(function).parameters.values()][1:]


def _value(parameter: inspect.Parameter, name: str, value: Any) -> Any:
    if value in (_MISSING, None) and parameter.default is not parameter.empty:
        return parameter.default
    if value is _MISSING:
        raise JsonRpcInvalidParams(f"{name} is missing")
    try:
        return _structured(value, parameter.annotation)
    except (cattrs.BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise JsonRpcInvalidParams(f"{name} is not as it should be") from error


def file_path(uri: str) -> Path:
    """Return the path of a file, or of the file that a view shows; raise JsonRpcInvalidParams for another URI."""
    path = path_of(uri)
    if path is None:
        raise JsonRpcInvalidParams(f"{uri} is no file's URI")
    return path


_converter = cattrs.Converter()
_converter.register_structure_hook(Path, lambda uri, _: file_path(_structured(uri, str)))


def _structured(value: Any, kind: Any) -> Any:
    """Return a value of a type; a text, a number, true or false only if it is one: cattrs would make ``"no"`` true."""
    kinds = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    basic = tuple(item for item in kinds if item in (str, int, float, bool))
    if not basic:
        return _converter.structure(value, kind)
    if not isinstance(value, basic):
        raise TypeError
    return value


def variant(registry: Registry[Variant], name: str | None) -> Variant:
    """Return a variant; the first one without a name; raise JsonRpcInvalidParams if there is none."""
    try:
        return registry.get(registry.built_in[0] if name is None else name)
    except RegistryError as error:
        raise JsonRpcInvalidParams(str(error)) from error


@contextmanager
def invalid_params() -> Iterator[None]:
    """Let a ``ValueError`` say what is wrong with the parameters."""
    try:
        yield
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error


@contextmanager
def _request_failures() -> Iterator[None]:
    try:
        yield
    except (DocumentError, EngineError) as error:
        raise JsonRpcException(str(error), REQUEST_FAILED) from error


@contextmanager
def progress(ls: MarkschemeServer, token: Token, title: str) -> Iterator[Reporter]:
    """Show a request's progress under the client's token, if it gave one; to stop it cancels the request."""
    reporter = ls.editor.reporter_of(token, title, cancelling(asyncio.current_task()))
    try:
        yield reporter
    finally:
        reporter.end()


async def with_progress(ls: MarkschemeServer, title: str, token: Token, work: Callable[[Reporter], Awaitable[T]]) -> T:
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


def progress_in_thread(reporter: Reporter) -> Progress:
    """Return the progress of work in another thread; that ends once the task that waits for it is cancelled.

    Each hundredth is reported once.
    """
    loop, waiting = asyncio.get_running_loop(), asyncio.current_task()
    reported: tuple[str, int] | None = None

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal reported
        if waiting is not None and waiting.cancelling():
            raise Cancelled
        reached = stage, 100 * done // max(total, 1)
        if reached != reported:
            reported = reached
            loop.call_soon_threadsafe(reporter.report, stage, done, total)

    return progress


async def result_of(ls: MarkschemeServer, uri: str) -> Marked:
    """Return an open document's current review when it is there; raise DocumentError if there is none."""
    marked = await ls.session.current(uri)
    if marked is None:
        raise DocumentError("the document is not open, or has no marks")
    return marked


async def _marks_of(ls: MarkschemeServer, uri: str) -> ReferenceMarked:
    marked = await result_of(ls, uri)
    if marked.review.marks is None:
        raise DocumentError("no teacher has corrected this text")
    return ReferenceMarked(marked)


_DOCUMENTS: Mapping[Any, Callable[[MarkschemeServer, str], Awaitable[Marked]]] = {
    Marked: result_of,
    ReferenceMarked: _marks_of,
}
"""How the document of a parameter's type is found by its URI."""
