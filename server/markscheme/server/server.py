"""The language server of one client: pygls's server with an editor, its settings and a session.

It never imports torch, transformers or spaCy; before it answers ``initialize``, neither handlers nor the session.
"""

import asyncio
import gc
import json
import logging
from collections.abc import Callable, Generator
from functools import cache, cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcMethodNotFound
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from markscheme.server.announcement import EVERY_FILE, PULL_METHODS, announce, announce_installed, announce_methods
from markscheme.server.editor import SCHEME, Editor
from markscheme.server.editor_settings import SECTION, Configuration, plain, section_of
from markscheme.version import VERSION

if TYPE_CHECKING:
    from markscheme.inference.settings import EngineSettings
    from markscheme.server.session import Session


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

    def _get_handler(self, feature_name: str) -> Any:
        """Find requests of installed packages, too, which nobody looks for before one is asked."""
        try:
            return super()._get_handler(feature_name)
        except JsonRpcMethodNotFound:
            if not announce_installed(self._server, feature_name):
                raise
            return super()._get_handler(feature_name)

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


logger = logging.getLogger(__name__)

FIRST_MODULES = ("presentation", "documents", "actions")
"""Modules for what an editor sends when it opens a document, and for what it is sent."""
RESTART_MESSAGE = "Markscheme's engine ended unexpectedly and was started again; nothing is lost"


def initialize(ls: MarkschemeServer, params: types.InitializeParams) -> None:
    ls.editor = Editor(ls)
    settings = plain(params.initialization_options)
    ls.configuration = Configuration(section_of(settings, settings), ls.editor.fetch_settings(), ls.editor.show_message)
    if not ls.configuration.pushes_diagnostics:
        announce_methods(ls, PULL_METHODS)


async def initialized(ls: MarkschemeServer, _: types.InitializedParams) -> None:
    """Register for changed files and settings; watch the files where the client can't."""
    warming = asyncio.create_task(asyncio.to_thread(_warm_up))
    registrations = _registrations(ls.editor)
    client_watches = ls.editor.watches_files
    if registrations:
        try:
            await ls.client_register_capability_async(types.RegistrationParams(registrations))
        except JsonRpcException as error:
            logger.warning("the client refuses to report changes: %s", error)
            client_watches = False
    await warming
    if not client_watches:
        from markscheme.server.session import watch_files

        await watch_files(ls.session)


def _warm_up() -> None:
    """Import what an editor needs for its first document, before it opens one; then exclude it from collections."""
    for module in FIRST_MODULES:
        import_module(f"markscheme.server.handlers.{module}")
    gc.freeze()


def _registrations(editor: Editor) -> list[types.Registration]:
    registrations = []
    if editor.watches_files:
        watchers = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(EVERY_FILE)])
        registrations.append(types.Registration("markscheme-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers))
    if editor.reports_settings:
        changes = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        registrations.append(
            types.Registration("markscheme-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, changes)
        )
    return registrations


def shutdown(ls: MarkschemeServer, _: None) -> None:
    ls.end_session()


def _new_session(ls: MarkschemeServer) -> "Session":
    from markscheme.server.engine.client import EngineClient
    from markscheme.server.handlers.presentation import send_files, send_results
    from markscheme.server.marking import mark_document
    from markscheme.server.session import Session

    def new_engine(settings: "EngineSettings", idle: float) -> EngineClient:
        return EngineClient(
            settings,
            idle=idle,
            on_restart=lambda: ls.editor.show_message(RESTART_MESSAGE, types.MessageType.Warning),
        )

    return Session(
        ls.editor, ls.configuration, new_engine, mark_document, partial(send_results, ls), partial(send_files, ls)
    )


def create_server() -> MarkschemeServer:
    logging.getLogger("pygls").setLevel(logging.WARNING)
    server = MarkschemeServer(_new_session)
    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.INITIALIZED)(initialized)
    server.feature(types.SHUTDOWN)(shutdown)
    announce(server)
    return server
