"""The language server of one client: how it begins and ends.

It never imports torch, transformers or spaCy; before it answers ``initialize``, neither handlers nor the session.
"""

import asyncio
import gc
import logging
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from markscheme.server.announcement import EVERY_FILE, PULL_METHODS, announce, announce_methods
from markscheme.server.editor import Editor
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.options import SECTION, Configuration, plain, section_of

if TYPE_CHECKING:
    from markscheme.inference.settings import EngineSettings
    from markscheme.server.session.session import Session

logger = logging.getLogger(__name__)

FIRST_MODULES = ("publication", "handlers.documents", "handlers.lenses", "handlers.hover", "handlers.actions")
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
        from markscheme.server.session.watching import watch_files

        await watch_files(ls.session)


def _warm_up() -> None:
    """Import what an editor needs for its first document, before it opens one; then exclude it from collections."""
    for module in FIRST_MODULES:
        import_module(f"markscheme.server.{module}")
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
    from markscheme.server.publication import send_files, send_results
    from markscheme.server.session.session import Session

    def new_engine(settings: "EngineSettings", idle: float) -> EngineClient:
        return EngineClient(
            settings,
            idle=idle,
            on_restart=lambda: ls.editor.show_message(RESTART_MESSAGE, types.MessageType.Warning),
        )

    return Session(ls.editor, ls.configuration, new_engine, partial(send_results, ls), partial(send_files, ls))


def create_server() -> MarkschemeServer:
    logging.getLogger("pygls").setLevel(logging.WARNING)
    server = MarkschemeServer(_new_session)
    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.INITIALIZED)(initialized)
    server.feature(types.SHUTDOWN)(shutdown)
    announce(server)
    return server
