"""``markscheme.status``: the engine's state, for editors that can run a command but can't send a request."""

from collections.abc import Sequence
from typing import Any

from markscheme.lsp.commands.command import Command
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.status import engine_status


async def run(ls: MarkschemeServer, _: Sequence[Any]) -> dict[str, Any] | None:
    """Return the engine's state; the engine is started if it does not run."""
    return await engine_status(ls)


COMMAND = Command("markscheme.status", run)
