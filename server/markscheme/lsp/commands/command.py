"""A command that a client can run: one object, listed in :mod:`markscheme.lsp.commands.table`."""

import getpass
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import attrs
from pygls.exceptions import JsonRpcException

from markscheme.lsp.arguments import REQUEST_FAILED, request_failures
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.marked import Marked


@attrs.frozen
class Command:
    """A command of ``workspace/executeCommand`` with what it does.

    Attributes
    ----------
    name
        The command's name in the protocol.
    run
        Run the command with its arguments and return its result. ``DocumentError`` and ``EngineError`` become the
        request's error.
    """

    name: str
    run: Callable[[MarkschemeServer, Sequence[Any]], Awaitable[Any]]

    def register(self, server: MarkschemeServer) -> None:
        """Let the server run the command."""

        @server.command(self.name)
        async def run(ls: MarkschemeServer, *arguments: Any) -> Any:
            with request_failures():
                return await self.run(ls, arguments)


async def result_of(ls: MarkschemeServer, uri: str) -> Marked:
    """Return the current review of an open document, as soon as it is there.

    A command may follow another one that has the document marked again.

    Raises
    ------
    JsonRpcException
        If the document is not open or has none.
    """
    marked = await ls.session.current(uri)
    if marked is None:
        raise JsonRpcException("the document is not open, or has no marks", REQUEST_FAILED)
    return marked


async def marks_of(ls: MarkschemeServer, uri: str) -> Marked:
    """Return the current marks of an open document, as soon as they are there.

    Raises
    ------
    JsonRpcException
        If the document is not open, has no marks, or has an estimate in their place.
    """
    marked = await result_of(ls, uri)
    if marked.review.marks is None:
        raise JsonRpcException("the document's exercise has no reference", REQUEST_FAILED)
    return marked


def author_of(marked: Marked) -> str:
    """Return the name of the person who decides and comments: of the settings, or the user's; may be empty."""
    if marked.options.author:
        return marked.options.author
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""
