"""``markscheme.nextFinding`` and ``markscheme.previousFinding``: show the next finding that is no hit.

For editors that can bind a command to a key but can't send the request of this name.
"""

from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from markscheme.lsp.arguments import Place, argument
from markscheme.lsp.commands.command import Command
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.next_finding import BACKWARDS, FORWARDS, next_finding


async def run_next(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    return await _show(ls, arguments, FORWARDS)


async def run_previous(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
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
