"""``markscheme.restartEngine``: end the engine, for all windows that share it, and start it again."""

from collections.abc import Sequence
from typing import Any

from markscheme.lsp.commands.command import Command
from markscheme.lsp.language_server import MarkschemeServer


async def run(ls: MarkschemeServer, _: Sequence[Any]) -> None:
    engine = ls.session.engine(await ls.session.configuration.of(None))
    await engine.restart()
    ls.session.remark(None)


COMMAND = Command("markscheme.restartEngine", run)
