"""``markscheme.remark``: mark documents again after what the server can't notice, such as a newly installed model."""

from collections.abc import Sequence
from typing import Any

from markscheme.lsp.arguments import argument
from markscheme.lsp.commands.command import Command
from markscheme.lsp.language_server import MarkschemeServer


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Mark the document of the first argument again; without arguments, all that are open."""
    ls.session.remark(argument(arguments, 0, str) if arguments else None)


COMMAND = Command("markscheme.remark", run)
