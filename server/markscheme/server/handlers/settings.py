"""The settings of the server, its engine, and documents that are marked again."""

from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from markscheme.contract import shown
from markscheme.server.arguments import argument, optional
from markscheme.server.engine.requests import CLEAR_CACHE, STATUS
from markscheme.server.handling import command, notification, request
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.options import plain, section_of


@notification(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
async def configured(ls: MarkschemeServer, params: types.DidChangeConfigurationParams) -> None:
    ls.session.configured(section_of(plain(params.settings)))


@command("markscheme.remark")
async def remark(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Mark the document of the first argument again; without arguments, all that are open."""
    ls.session.remark(argument(arguments, 0, str) if arguments else None)


@command("markscheme.clearCache")
async def clear_cache(ls: MarkschemeServer, _: Sequence[Any]) -> Any:
    engine = ls.session.engine(await ls.configuration.of(None))
    return shown(await engine.ask(CLEAR_CACHE, None))


@command("markscheme.restartEngine")
async def restart_engine(ls: MarkschemeServer, _: Sequence[Any]) -> None:
    engine = ls.session.engine(await ls.configuration.of(None))
    await engine.restart()
    ls.session.remark(None)


@command("markscheme.status")
async def show_status(ls: MarkschemeServer, _: Sequence[Any]) -> Any:
    """Return the engine's state; the engine is started if it does not run."""
    return await _engine_status(ls)


@request("markscheme/status")
async def status(ls: MarkschemeServer, params: Any) -> Any:
    return await _engine_status(ls, start=optional(params, "start", bool) is not False)


async def _engine_status(ls: MarkschemeServer, start: bool = True) -> Any:
    """Return the state in camel case; ``None`` if the engine must not be started. Raise EngineError at no answer."""
    engine = ls.session.engine(await ls.configuration.of(None))
    state = await (engine.ask(STATUS, None) if start else engine.ask_if_running(STATUS, None))
    return None if state is None else shown(state)
