"""``markscheme.nextFinding`` and ``markscheme.previousFinding``: show the next finding that is no hit.

The requests of these names return the place; the commands also send ``window/showDocument``, for editors that can bind
a command to a key but can't send a request.
"""

from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from markscheme.lsp.arguments import Place, argument
from markscheme.lsp.commands.command import Command
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.next_finding import BACKWARDS, FORWARDS, next_finding


async def run_next(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    """Show and return the first place after a position; the arguments are the document's URI and the position."""
    return await _show(ls, arguments, FORWARDS)


async def run_previous(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    """Show and return the last place before a position; the arguments are the document's URI and the position."""
    return await _show(ls, arguments, BACKWARDS)


async def _show(ls: MarkschemeServer, arguments: Sequence[Any], step: int) -> types.Location | None:
    uri, place = argument(arguments, 0, str), argument(arguments, 1, Place)
    result = await ls.session.current(uri)
    location = next_finding(result, place, step, ls.editor.encoding) if result else None
    if location is not None:
        await ls.editor.show(location)
    return location


NEXT = Command("markscheme.nextFinding", run_next)
PREVIOUS = Command("markscheme.previousFinding", run_previous)
