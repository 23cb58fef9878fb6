"""pygls's server with an editor and its settings, which begin with ``initialize``, and a session."""

import json
from collections.abc import Callable, Generator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from markscheme.server.editor import Editor
from markscheme.server.options import Configuration
from markscheme.server.views import SCHEME
from markscheme.version import VERSION

if TYPE_CHECKING:
    from markscheme.server.session.annotation.adjudications import Adjudications
    from markscheme.server.session.session import Session

T = TypeVar("T")


class MarkschemeProtocol(LanguageServerProtocol):
    """pygls's protocol, which drops the future of each notification when it is done; pygls 2.1 keeps them all."""

    def notify_plain(self, method: str, params: Any) -> None:
        """Send JSON values; pygls's conversion of a long essay's diagnostics takes several times as long."""
        if self.writer is None:
            return
        body = _json({"jsonrpc": self.VERSION, "method": method, "params": params})
        header = f"Content-Length: {len(body)}\r\nContent-Type: {self.CONTENT_TYPE}; charset={self.CHARSET}\r\n\r\n"
        self.writer.write(header.encode(self.CHARSET) + body)

    def plain(self, value: Any) -> Any:
        return self._converter.unstructure(value)

    def structured(self, value: Any, kind: type[T]) -> T:
        return self._converter.structure(value, kind)

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[..., Any],
        callback: Callable[[Any], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        def done(future: Any) -> None:
            self._request_futures.pop(msg_id, None)
            callback(future)

        super()._execute_handler(msg_id, handler, done, args, kwargs)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Announce the texts of views, which pygls 2.1 does not."""
        result = yield from super().lsp_initialize(params)
        if result.capabilities.workspace is not None:
            result.capabilities.workspace.text_document_content = types.TextDocumentContentOptions([SCHEME])
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:
        """pygls cancels running requests while it iterates over them, and fails when one ends meanwhile."""
        for msg_id, future in list(self._request_futures.items()):
            if msg_id != self.msg_id:
                future.cancel()
        return (yield from super().lsp_shutdown(*args))


class MarkschemeServer(LanguageServer):
    """The handlers' ``ls``. Documents come whole: pygls's edits count a form feed as a line end, which shifts marks."""

    protocol: MarkschemeProtocol
    editor: Editor
    configuration: Configuration

    def __init__(self, new_session: "Callable[[MarkschemeServer], Session]") -> None:
        super().__init__(
            "markscheme",
            VERSION,
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
            protocol_cls=MarkschemeProtocol,
            converter_factory=_converter,
        )
        self._new_session = new_session

    @cached_property
    def session(self) -> "Session":
        """The client's session, which begins when a handler first needs it."""
        return self._new_session(self)

    @cached_property
    def adjudications(self) -> "Adjudications":
        from markscheme.server.session.annotation.adjudications import Adjudications

        return Adjudications(self.session)

    def end_session(self) -> None:
        if "session" in vars(self):
            self.session.stop()


@cache
def _converter() -> Converter:
    """Return the process's one converter: to compile one of its own takes a session half a second."""
    converter: Converter = default_converter()
    return converter


def _json(value: Any) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        # Half a surrogate pair, as a client's escapes can give it.
        return json.dumps(value).encode("ascii")
