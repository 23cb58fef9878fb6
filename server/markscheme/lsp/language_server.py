"""pygls's server, with a session and an editor to speak to; both begin with ``initialize``."""

import asyncio
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from markscheme.lsp.editor import PyglsEditor
from markscheme.lsp.session import Session
from markscheme.version import VERSION


class MarkschemeProtocol(LanguageServerProtocol):
    """pygls's protocol, but the future of each notification is forgotten when it is done; pygls 2.1 keeps them all."""

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[..., Any],
        callback: Callable[[Any], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        loop = asyncio.get_running_loop()

        def forget(future: Any) -> None:
            self._request_futures.pop(msg_id, None)
            callback(future)

        def done(future: Any) -> None:
            # In the loop's next turn: at shutdown pygls cancels the futures while it goes through them.
            loop.call_soon_threadsafe(forget, future)

        super()._execute_handler(msg_id, handler, done, args, kwargs)


class MarkschemeServer(LanguageServer):
    """What every handler is given.

    Documents are synchronised whole: pygls's incremental edits count lines as ``str.splitlines`` does, and
    a form feed would shift every mark below it.
    """

    session: Session
    editor: PyglsEditor

    def __init__(self) -> None:
        super().__init__(
            "markscheme",
            VERSION,
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
            protocol_cls=MarkschemeProtocol,
        )
