"""A command that a client can run: one object, listed in :mod:`markscheme.lsp.commands.table`."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import attrs
from pygls.exceptions import JsonRpcException

from markscheme.lsp.arguments import REQUEST_FAILED, optional, optional_names, request_failures
from markscheme.lsp.editor import Reporter, cancelling
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.documents.reviewing import Choice
from markscheme.lsp.session.marked import Marked

T = TypeVar("T")


@attrs.frozen
class Command:
    """A command of ``workspace/executeCommand`` with what it does.

    ``DocumentError`` and ``EngineError`` become the request's error.
    """

    name: str
    run: Callable[[MarkschemeServer, Sequence[Any]], Awaitable[Any]]

    def register(self, server: MarkschemeServer) -> None:
        @server.command(self.name)
        async def run(ls: MarkschemeServer, *arguments: Any) -> Any:
            with request_failures():
                return await self.run(ls, arguments)


def choice_of(options: Any) -> Choice:
    students = optional_names(options, "students")
    return Choice(optional(options, "assignment", str), frozenset(students) if students is not None else None)


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
    """Return the current review of an open document, as soon as it is there.

    A command may follow another one that has the document marked again. Raise JsonRpcException if there is none.
    """
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
