"""Notifications about documents, settings and files: what is opened, typed, closed, or changed on disk.

``markscheme/exercisesChanged``: files of exercises came, went or changed, or a ``markscheme.toml`` did.

Changes that come together are one notification. Sent only to a client with the experimental capability
``markscheme.exercisesChanged``.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from markscheme.lsp.editor import path_of, paths_of, plain
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.options import section_of
from markscheme.lsp.session.marked import TextDocument
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import concerns_exercises, follow_exercises
from markscheme.text.errors import DocumentError


@attrs.frozen
class Notification:
    """A notification of LSP with what the server does about it.

    The first parameter of ``receive`` must be named ``ls``, as pygls wants. ``options`` are announced with the
    capability.
    """

    method: str
    receive: Callable[[MarkschemeServer, Any], Awaitable[None] | None]
    options: Any = None

    def register(self, server: MarkschemeServer) -> None:
        server.feature(self.method, self.options)(self.receive)


async def receive_did_open(ls: MarkschemeServer, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    if (path := path_of(item.uri)) is not None:
        ls.session.opened(TextDocument(item.uri, path, item.version, item.text))


DID_OPEN_NOTIFICATION = Notification(types.TEXT_DOCUMENT_DID_OPEN, receive_did_open)


async def receive_did_change(ls: MarkschemeServer, params: types.DidChangeTextDocumentParams) -> None:
    item = params.text_document
    if (path := path_of(item.uri)) is not None:
        text = ls.workspace.get_text_document(item.uri).source
        ls.session.changed(TextDocument(item.uri, path, item.version, text))


DID_CHANGE_NOTIFICATION = Notification(types.TEXT_DOCUMENT_DID_CHANGE, receive_did_change)


async def receive_did_close(ls: MarkschemeServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget the document's results; mark the file on disk where the workspace is kept marked."""
    ls.session.closed(params.text_document.uri)


DID_CLOSE_NOTIFICATION = Notification(types.TEXT_DOCUMENT_DID_CLOSE, receive_did_close)


def receive_did_change_configuration(ls: MarkschemeServer, params: types.DidChangeConfigurationParams) -> None:
    ls.session.configured(section_of(plain(params.settings)))


DID_CHANGE_CONFIGURATION_NOTIFICATION = Notification(
    types.WORKSPACE_DID_CHANGE_CONFIGURATION, receive_did_change_configuration
)


logger = logging.getLogger(__name__)

EVERY_FILE = "**/*"
"""References may have any name: the exercise decides which files matter."""
FILE_OPERATIONS = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern(EVERY_FILE))]
)
INTERVAL = 2.0
"""Seconds until the first look at what changed before the watching began."""
CLOCK_TOLERANCE = 0.1
"""Seconds by which a file's time may lag behind the clock."""


async def watch_files(session: Session) -> None:
    """Report files to the session that change in the watched folders, until cancelled."""
    watched: frozenset[Path] = frozenset()
    watcher: asyncio.Task[None] | None = None
    try:
        while True:
            if (folders := _folders(session)) != watched:
                if watcher is not None:
                    watcher.cancel()
                watcher = asyncio.create_task(_watch(session, folders)) if folders else None
                watched = folders
            await session.results.changed()
    finally:
        if watcher is not None:
            watcher.cancel()


async def _watch(session: Session, folders: frozenset[Path]) -> None:
    from watchfiles import awatch

    since = time.time() - CLOCK_TOLERANCE
    batches = awatch(*folders, recursive=False, rust_timeout=int(INTERVAL * 1000), yield_on_timeout=True)
    try:
        first = True
        async for changes in batches:
            early = _changed_since(session, folders, since) if first else frozenset()
            session.files_changed(early.union(Path(path) for _, path in changes))
            first = False
    except (OSError, RuntimeError) as error:
        logger.warning("files can't be watched, so that changes by other programs are seen late: %s", error)


def _changed_since(session: Session, folders: frozenset[Path], since: float) -> frozenset[Path]:
    files = (path for folder in folders if folder.is_dir() for path in folder.iterdir() if path.is_file())
    recent = {path for path in files if max(path.stat().st_mtime, path.stat().st_ctime) >= since}
    recent -= {path for path in recent if _is_marked_against(session, path)}
    members = {path for uri in session.documents for path in _members(session, uri)}
    return frozenset(recent | {path for path in members if not path.exists()})


def _is_marked_against(session: Session, path: Path) -> bool:
    results = (result for uri in session.documents if (result := session.marked(uri)) is not None)
    texts = [item.text for result in results for item in result.task.material.documents if item.path == path]
    try:
        return bool(texts) and all(text == session.read(path) for text in texts)
    except DocumentError:
        return False


def _folders(session: Session) -> frozenset[Path]:
    folders = {document.path.parent for document in (*session.documents.values(), *session.results.on_disk())}
    folders |= {*session.editor.folders, *(path.parent for path in session.listed)}
    folders |= {path.parent for uri in session.documents for path in _members(session, uri)}
    return frozenset(folder for folder in folders if folder.is_dir())


def _members(session: Session, uri: str) -> frozenset[Path]:
    exercise = session.results.exercise(uri)
    return frozenset(exercise.paths if exercise is not None else ())


async def receive_initialized(ls: MarkschemeServer, _: types.InitializedParams) -> None:
    """Register for changed files and settings; watch the files where the client can't."""
    registrations = _registrations(ls)
    client_watches = ls.editor.watches_files
    if registrations:
        try:
            await ls.client_register_capability_async(types.RegistrationParams(registrations))
        except JsonRpcException as error:
            logger.warning("the client refuses to report changes: %s", error)
            client_watches = False
    if not client_watches:
        await watch_files(ls.session)


def _registrations(ls: MarkschemeServer) -> list[types.Registration]:
    registrations = []
    if ls.editor.watches_files:
        watchers = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(EVERY_FILE)])
        registrations.append(types.Registration("markscheme-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers))
    if ls.editor.reports_settings:
        changes = types.DidChangeConfigurationRegistrationOptions(section="markscheme")
        registrations.append(
            types.Registration("markscheme-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, changes)
        )
    return registrations


INITIALIZED_NOTIFICATION = Notification(types.INITIALIZED, receive_initialized)


def receive_did_change_watched_files(ls: MarkschemeServer, params: types.DidChangeWatchedFilesParams) -> None:
    ls.session.files_changed(paths_of(change.uri for change in params.changes))


DID_CHANGE_WATCHED_FILES_NOTIFICATION = Notification(
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES, receive_did_change_watched_files
)


def receive_did_create_files(ls: MarkschemeServer, params: types.CreateFilesParams) -> None:
    ls.session.files_changed(paths_of(file.uri for file in params.files))


DID_CREATE_FILES_NOTIFICATION = Notification(
    types.WORKSPACE_DID_CREATE_FILES, receive_did_create_files, FILE_OPERATIONS
)


def receive_did_delete_files(ls: MarkschemeServer, params: types.DeleteFilesParams) -> None:
    ls.session.files_changed(paths_of(file.uri for file in params.files))


DID_DELETE_FILES_NOTIFICATION = Notification(
    types.WORKSPACE_DID_DELETE_FILES, receive_did_delete_files, FILE_OPERATIONS
)


def receive_did_rename_files(ls: MarkschemeServer, params: types.RenameFilesParams) -> None:
    for file in params.files:
        before, after = path_of(file.old_uri), path_of(file.new_uri)
        if before and after:
            ls.session.renamed(before, after)


DID_RENAME_FILES_NOTIFICATION = Notification(
    types.WORKSPACE_DID_RENAME_FILES, receive_did_rename_files, FILE_OPERATIONS
)


METHOD = "markscheme/exercisesChanged"


async def send_exercises_changed(ls: MarkschemeServer, paths: frozenset[Path]) -> None:
    """Mark what a followed workspace has gained, and notify the client, if the files concern an exercise."""
    if not await concerns_exercises(ls.session, paths):
        return
    await follow_exercises(ls.session)
    if ls.editor.wants_exercises:
        ls.protocol.notify(METHOD, {})
