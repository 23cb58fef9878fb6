"""The language server: protocol in, session calls out.

It imports no torch, no transformers and no spaCy: they live in the engine's process, so that an editor
never waits for them and a model's crash is not an editor's.
"""

import logging

from lsprotocol import types

from markscheme.engine.client import EngineClient
from markscheme.lsp.commands.table import COMMANDS
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.watching import register_watching, watch
from markscheme.lsp.requests.table import PULL_REQUESTS, REQUESTS
from markscheme.lsp.session.configuration import Configuration
from markscheme.lsp.session.editor import PyglsEditor, plain
from markscheme.lsp.session.locations import path_of
from markscheme.lsp.session.marked import TextDocument
from markscheme.lsp.session.options import SECTION
from markscheme.lsp.session.session import Session
from markscheme.scoring.settings import EngineSettings

RESTARTED = "Markscheme's engine ended unexpectedly and was started again; nothing is lost"


def create_server() -> MarkschemeServer:
    """A server with every feature registered."""
    logging.getLogger("pygls").setLevel(logging.WARNING)
    server = MarkschemeServer()
    _register_lifecycle(server)
    _register_documents(server)
    for request in REQUESTS:
        request.register(server)
    for command in COMMANDS:
        command.register(server)
    register_watching(server)
    return server


def _register_lifecycle(server: MarkschemeServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(ls: MarkschemeServer, params: types.InitializeParams) -> None:
        ls.editor = editor = PyglsEditor(ls)
        initial = _section(params.initialization_options, {})
        configuration = Configuration(initial, editor.ask_settings(), editor.tell)

        def client(settings: EngineSettings, idle: float) -> EngineClient:
            return EngineClient(
                settings, idle=idle, on_restart=lambda: editor.tell(RESTARTED, types.MessageType.Warning)
            )

        ls.session = Session(editor, configuration, client)
        if configuration.window.diagnostics == "pull":
            for request in PULL_REQUESTS:
                request.register(ls)

    @server.feature(types.INITIALIZED)
    async def initialized(ls: MarkschemeServer, _: types.InitializedParams) -> None:
        await watch(ls)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(ls: MarkschemeServer, params: types.DidChangeConfigurationParams) -> None:
        ls.session.configured(_section(params.settings))

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


def _section(settings: object, otherwise: object = None) -> object:
    """Markscheme's part of a client's settings; ``initializationOptions`` may be that part by themselves."""
    value = plain(settings)
    if isinstance(value, dict) and SECTION in value:
        return value[SECTION]
    return otherwise if otherwise is None else value


def _document(uri: str, version: int, text: str) -> TextDocument | None:
    path = path_of(uri)
    return TextDocument(uri, path, version, text) if path else None
