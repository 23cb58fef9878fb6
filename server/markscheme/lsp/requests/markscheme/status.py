"""``markscheme/status``: the engine's state, for a client's status bar and for reports of problems."""

from typing import Any

import attrs

from markscheme.engine.requests import STATUS
from markscheme.lsp.arguments import optional
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.options import camel
from markscheme.lsp.requests.request import Request


async def answer(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
    return await engine_status(ls, start=optional(params, "start", bool) is not False)


async def engine_status(ls: MarkschemeServer, start: bool = True) -> dict[str, Any] | None:
    """Return the engine's state, in camel case; ``None`` if it does not run and must not be started.

    Raise EngineError if the engine does not answer.
    """
    engine = ls.session.engine(await ls.session.configuration.of(None))
    state = await (engine.ask(STATUS, None) if start else engine.ask_if_running(STATUS, None))
    return None if state is None else {camel(name): value for name, value in attrs.asdict(state).items()}


REQUEST = Request("markscheme/status", answer)
