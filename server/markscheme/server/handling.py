"""Decorators of handlers, and what several handlers begin with: a document's marks, progress.

``DocumentError`` and ``EngineError`` become a request's error. A handler also stands in ``lsp.announcement``.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcException

from markscheme.errors import DocumentError
from markscheme.server.announcement import HANDLERS
from markscheme.server.arguments import REQUEST_FAILED, optional
from markscheme.server.editor import Reporter, cancelling
from markscheme.server.engine.messages import EngineError
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.options import Options
from markscheme.server.session.marked import Marked

T = TypeVar("T")
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
