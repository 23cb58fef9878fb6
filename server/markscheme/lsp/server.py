"""The language server: protocol in, session calls out.

It imports no torch, no transformers and no spaCy: they live in the engine's process, so that an editor
never waits for them and a model's crash is not an editor's.
"""

import logging
from pathlib import Path
from typing import cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from markscheme.documents.positions import PositionEncoding
from markscheme.engine.client import EngineClient
from markscheme.lsp.folding import folding_ranges
from markscheme.lsp.hover import hover_card
from markscheme.lsp.inlay_hints import inlay_hints
from markscheme.lsp.lenses import lenses
from markscheme.lsp.options import Options, read_options
from markscheme.lsp.progress import Reporter, WindowReporter
from markscheme.lsp.semantic_tokens import LEGEND, semantic_tokens
from markscheme.lsp.session import Editor, Marked, OpenDocument, Session
from markscheme.lsp.symbols import symbols
from markscheme.version import VERSION

_ENCODINGS: dict[str, PositionEncoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


class MarkschemeServer(LanguageServer):
    """pygls's server with a session; the session begins with ``initialize``.

    Documents are synchronised whole: pygls's incremental edits count lines as ``str.splitlines`` does, and
    a form feed would shift every mark below it.
    """

    session: Session

    def __init__(self) -> None:
        super().__init__("markscheme", VERSION, text_document_sync_kind=types.TextDocumentSyncKind.Full)


class _PyglsEditor(Editor):
    def __init__(self, server: MarkschemeServer) -> None:
        self._server = server
        encoding = server.workspace.position_encoding
        self.encoding = _ENCODINGS[str(getattr(encoding, "value", encoding) or "utf-16")]
        window = server.client_capabilities.window
        self._shows_progress = bool(window and window.work_done_progress)

    def publish(self, params: types.PublishDiagnosticsParams) -> None:
        self._server.text_document_publish_diagnostics(params)

    def refresh(self) -> None:
        workspace = self._server.client_capabilities.workspace
        if workspace is None:
            return
        if workspace.code_lens and workspace.code_lens.refresh_support:
            self._server.workspace_code_lens_refresh(None)
        if workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self._server.workspace_inlay_hint_refresh(None)
        if workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self._server.workspace_semantic_tokens_refresh(None)

    def tell(self, message: str) -> None:
        self._server.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))

    def reporter(self, title: str) -> Reporter:
        return WindowReporter(self._server, title) if self._shows_progress else Reporter()


def create_server() -> MarkschemeServer:
    """A server with every feature registered."""
    logging.getLogger("pygls").setLevel(logging.WARNING)
    server = MarkschemeServer()
    _register_lifecycle(server)
    _register_documents(server)
    _register_features(server)
    return server


def _register_lifecycle(server: MarkschemeServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(ls: MarkschemeServer, params: types.InitializeParams) -> None:
        editor = _PyglsEditor(ls)
        options, complaint = read_options(params.initialization_options)
        ls.session = Session(editor, options, lambda own: EngineClient(own.engine))
        if complaint is not None:
            editor.tell(complaint)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(ls: MarkschemeServer, params: types.DidChangeConfigurationParams) -> None:
        settings = params.settings
        value = settings.get("markscheme") if isinstance(settings, dict) else getattr(settings, "markscheme", None)
        if value is None:
            # Several clients send an empty object when they start, which would undo initializationOptions.
            return
        options, complaint = read_options(_plain(value))
        if complaint is not None:
            _PyglsEditor(ls).tell(complaint)
            return
        ls.session.configured(options)

    @server.feature(types.SHUTDOWN)
    def shutdown(ls: MarkschemeServer, _: None) -> None:
        ls.session.stop()


def _register_documents(server: MarkschemeServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(ls: MarkschemeServer, params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        document = _document(item.uri, item.version, item.text)
        if document is not None:
            ls.session.opened(document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(ls: MarkschemeServer, params: types.DidChangeTextDocumentParams) -> None:
        item = params.text_document
        text = ls.workspace.get_text_document(item.uri).source
        document = _document(item.uri, item.version, text)
        if document is not None:
            ls.session.changed(document)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(ls: MarkschemeServer, params: types.DidCloseTextDocumentParams) -> None:
        ls.session.closed(params.text_document.uri)


def _register_features(server: MarkschemeServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(ls: MarkschemeServer, params: types.HoverParams) -> types.Hover | None:
        marked = ls.session.marked(params.text_document.uri)
        if marked is None:
            return None
        return hover_card(marked, params.position, _encoding(ls), _markup_kind(ls.client_capabilities))

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lens(ls: MarkschemeServer, params: types.CodeLensParams) -> list[types.CodeLens]:
        marked = await _asked(ls, params.text_document, ls.session.options.lenses)
        return lenses(marked, _encoding(ls)) if marked else []

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hint(ls: MarkschemeServer, params: types.InlayHintParams) -> list[types.InlayHint]:
        marked = await _asked(ls, params.text_document, ls.session.options.inlay_hints)
        return inlay_hints(marked, params.range, _encoding(ls)) if marked else []

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbol(ls: MarkschemeServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        marked = await _asked(ls, params.text_document, ls.session.options.symbols)
        return symbols(marked, _encoding(ls)) if marked else []

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding_range(ls: MarkschemeServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        marked = await _asked(ls, params.text_document, ls.session.options.folding)
        return folding_ranges(marked, _encoding(ls)) if marked else []

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def semantic_tokens_full(ls: MarkschemeServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
        marked = await _asked(ls, params.text_document, ls.session.options.semantic_tokens)
        return semantic_tokens(marked, _encoding(ls)) if marked else types.SemanticTokens([])


async def _asked(ls: MarkschemeServer, document: types.TextDocumentIdentifier, wanted: bool) -> Marked | None:
    """The document's marks, when they are there, if the feature is wanted."""
    return await ls.session.current(document.uri) if wanted else None


def _encoding(ls: MarkschemeServer) -> PositionEncoding:
    return _PyglsEditor(ls).encoding


def _markup_kind(capabilities: types.ClientCapabilities) -> types.MarkupKind:
    hover = capabilities.text_document.hover if capabilities.text_document else None
    formats = hover.content_format if hover else None
    return types.MarkupKind(formats[0]) if formats else types.MarkupKind.PlainText


def _document(uri: str, version: int, text: str) -> OpenDocument | None:
    path = to_fs_path(uri)
    return OpenDocument(uri, Path(path), version, text) if path else None


def _plain(value: object) -> object:
    """pygls gives free-form settings as nested named tuples."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        fields = cast("dict[str, object]", value._asdict())
        return {name: _plain(item) for name, item in fields.items()}
    return value


__all__ = ["MarkschemeServer", "Options", "create_server"]
