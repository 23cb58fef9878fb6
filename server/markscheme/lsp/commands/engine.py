"""Commands about the server itself: mark again, clear the cache, restart the engine, show its state or a text."""

from collections.abc import Sequence
from typing import Any

import attrs
from lsprotocol import types

from markscheme.engine.requests import CLEAR_CACHE
from markscheme.lsp.arguments import argument
from markscheme.lsp.commands.command import Command
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.marks import engine_status


async def run_clear_cache(ls: MarkschemeServer, _: Sequence[Any]) -> dict[str, int]:
    engine = ls.session.engine(await ls.session.configuration.of(None))
    return attrs.asdict(await engine.ask(CLEAR_CACHE, None))


CLEAR_CACHE_COMMAND = Command("markscheme.clearCache", run_clear_cache)


async def run_remark(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Mark the document of the first argument again; without arguments, all that are open."""
    ls.session.remark(argument(arguments, 0, str) if arguments else None)


REMARK_COMMAND = Command("markscheme.remark", run_remark)


async def run_restart_engine(ls: MarkschemeServer, _: Sequence[Any]) -> None:
    engine = ls.session.engine(await ls.session.configuration.of(None))
    await engine.restart()
    ls.session.remark(None)


RESTART_ENGINE_COMMAND = Command("markscheme.restartEngine", run_restart_engine)


async def run_show_status(ls: MarkschemeServer, _: Sequence[Any]) -> dict[str, Any] | None:
    """Return the engine's state; the engine is started if it does not run."""
    return await engine_status(ls)


SHOW_STATUS_COMMAND = Command("markscheme.status", run_show_status)


async def run_show_text(ls: MarkschemeServer, arguments: Sequence[Any]) -> bool:
    """Show the text whose URI is the argument; return whether the editor showed it."""
    start = types.Position(0, 0)
    return await ls.editor.show(types.Location(argument(arguments, 0, str), types.Range(start, start)))


SHOW_TEXT = Command("markscheme.showText", run_show_text)
