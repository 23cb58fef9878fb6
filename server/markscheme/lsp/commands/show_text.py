"""``markscheme.showText``: show another text of an exercise, such as its source."""

from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from markscheme.lsp.arguments import argument
from markscheme.lsp.commands.command import Command
from markscheme.lsp.language_server import MarkschemeServer


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> bool:
    """Show the text whose URI is the argument; return whether the editor showed it."""
    start = types.Position(0, 0)
    return await ls.editor.show(types.Location(argument(arguments, 0, str), types.Range(start, start)))


SHOW_TEXT = Command("markscheme.showText", run)
