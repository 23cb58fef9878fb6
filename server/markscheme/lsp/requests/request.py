"""A request that the server answers: one object, listed in :mod:`markscheme.lsp.requests.table`."""

from collections.abc import Awaitable, Callable
from typing import Any

import attrs
from lsprotocol import types

from markscheme.lsp.arguments import request_failures
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.options import Options
from markscheme.lsp.session.marked import Marked


@attrs.frozen
class Refresh:
    """How a client is asked to send a request again.

    ``content`` is what answers are made from: for one text, equal contents give equal answers.
    """

    content: Callable[[Marked], object]
    is_supported: Callable[[types.WorkspaceClientCapabilities], bool]
    send: Callable[[MarkschemeServer], object]


@attrs.frozen
class Request:
    """A method of LSP, or one of Markscheme's own, with its answer.

    ``DocumentError`` and ``EngineError`` become the request's error. Without ``enabled`` no setting switches it off;
    ``empty`` is the result where one does. ``refresh`` is ``None`` where LSP has nothing for that.
    """

    method: str
    answer: Callable[[MarkschemeServer, Any], Awaitable[Any]]
    options: Any = None
    enabled: Callable[[Options], bool] | None = None
    empty: Any = None
    refresh: Refresh | None = None

    def register(self, server: MarkschemeServer) -> None:
        @server.feature(self.method, self.options)
        async def answer(ls: MarkschemeServer, params: Any) -> Any:
            with request_failures():
                return await self.answer(ls, params) if await self._is_enabled(ls, params) else self.empty

    async def _is_enabled(self, ls: MarkschemeServer, params: Any) -> bool:
        if self.enabled is None:
            return True
        return self.enabled(await ls.session.configuration.of(params.text_document.uri))
