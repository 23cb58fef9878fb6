"""The language server: everything that it answers and receives, from four tables.

It imports no torch, no transformers and no spaCy, which belong to the engine's process: no editor waits for them.
"""

import logging
from pathlib import Path

from lsprotocol import types

from markscheme.engine.client import EngineClient
from markscheme.lsp.commands.table import COMMANDS
from markscheme.lsp.editor import PyglsEditor, plain
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.table import NOTIFICATIONS, ON_FILES, ON_RESULTS
from markscheme.lsp.options import Configuration, section_of
from markscheme.lsp.requests.table import PULL_REQUESTS, REQUESTS
from markscheme.lsp.session.annotation.adjudications import Adjudications
from markscheme.lsp.session.marked import ResultChange
from markscheme.lsp.session.session import Session
from markscheme.scoring.settings import EngineSettings

RESTART_MESSAGE = "Markscheme's engine ended unexpectedly and was started again; nothing is lost"


def register_lifecycle(server: MarkschemeServer) -> None:
    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.SHUTDOWN)(shutdown)


def initialize(ls: MarkschemeServer, params: types.InitializeParams) -> None:
    ls.editor = editor = PyglsEditor(ls)
    settings = plain(params.initialization_options)
    configuration = Configuration(section_of(settings, settings), editor.fetch_settings(), editor.show_message)

    def new_engine(engine_settings: EngineSettings, idle: float) -> EngineClient:
        return EngineClient(
            engine_settings,
            idle=idle,
            on_restart=lambda: editor.show_message(RESTART_MESSAGE, types.MessageType.Warning),
        )

    def on_results(change: ResultChange) -> None:
        for send in ON_RESULTS:
            send(ls, change)

    async def on_files(paths: frozenset[Path]) -> None:
        for send in ON_FILES:
            await send(ls, paths)

    ls.session = Session(editor, configuration, new_engine, on_results, on_files)
    ls.adjudications = Adjudications(ls.session)
    if not ls.session.pushes_diagnostics:
        for request in PULL_REQUESTS:
            request.register(ls)


def shutdown(ls: MarkschemeServer, _: None) -> None:
    ls.session.stop()


def create_server() -> MarkschemeServer:
    logging.getLogger("pygls").setLevel(logging.WARNING)
    server = MarkschemeServer()
    register_lifecycle(server)
    for notification in NOTIFICATIONS:
        notification.register(server)
    for request in REQUESTS:
        request.register(server)
    for command in COMMANDS:
        command.register(server)
    return server
