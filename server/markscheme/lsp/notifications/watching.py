"""Files that change outside of the editor's documents: told by the client, or else looked at."""

import asyncio
import logging
import time
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.locations import path_of
from markscheme.lsp.session.session import Session
from markscheme.text.errors import DocumentError

logger = logging.getLogger(__name__)

EVERY_FILE = "**/*"
"""References may bear any name: the exercise says which files matter."""
INTERVAL = 2.0
"""Seconds after which it is looked for what changed before the watching began."""
GRAIN = 0.1
"""Seconds by which a file's time may lag behind the clock."""


def register_watching(server: MarkschemeServer) -> None:
    """Hear of changed, renamed and removed files."""
    filters = [types.FileOperationFilter(types.FileOperationPattern(EVERY_FILE))]
    options = types.FileOperationRegistrationOptions(filters)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(ls: MarkschemeServer, params: types.DidChangeWatchedFilesParams) -> None:
        ls.session.files_changed(_paths(change.uri for change in params.changes))

    @server.feature(types.WORKSPACE_DID_RENAME_FILES, options)
    def did_rename_files(ls: MarkschemeServer, params: types.RenameFilesParams) -> None:
        for file in params.files:
            before, after = path_of(file.old_uri), path_of(file.new_uri)
            if before and after:
                ls.session.renamed(before, after)

    @server.feature(types.WORKSPACE_DID_DELETE_FILES, options)
    def did_delete_files(ls: MarkschemeServer, params: types.DeleteFilesParams) -> None:
        ls.session.files_changed(_paths(file.uri for file in params.files))


async def watch(server: MarkschemeServer) -> None:
    """Ask the client to tell of changed files and settings; where it can't, look at the files."""
    registrations = []
    if server.editor.watches_files:
        watchers = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(EVERY_FILE)])
        registrations.append(types.Registration("markscheme-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers))
    if server.editor.tells_settings:
        changes = types.DidChangeConfigurationRegistrationOptions(section="markscheme")
        registrations.append(
            types.Registration("markscheme-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, changes)
        )
    watches = server.editor.watches_files
    if registrations:
        try:
            await server.client_register_capability_async(types.RegistrationParams(registrations))
        except JsonRpcException as error:
            logger.warning("the client refuses to tell of changes: %s", error)
            watches = False
    if not watches:
        await look_at_files(server.session)


async def look_at_files(session: Session) -> None:
    """Tell the session of files that change in the folders of its open documents' exercises, until cancelled."""
    watched: frozenset[Path] = frozenset()
    looking: asyncio.Task[None] | None = None
    try:
        while True:
            if (folders := _folders(session)) != watched:
                if looking is not None:
                    looking.cancel()
                looking = asyncio.create_task(_look_at(session, folders)) if folders else None
                watched = folders
            await session.news()
    finally:
        if looking is not None:
            looking.cancel()


async def _look_at(session: Session, folders: frozenset[Path]) -> None:
    from watchfiles import awatch

    since = time.time() - GRAIN
    watched = awatch(*folders, recursive=False, rust_timeout=int(INTERVAL * 1000), yield_on_timeout=True)
    try:
        first = True
        async for changes in watched:
            early = _changed_since(session, folders, since) if first else frozenset()
            session.files_changed(early.union(Path(path) for _, path in changes))
            first = False
    except (OSError, RuntimeError) as error:
        logger.warning("files can't be watched; what other programs save is seen late: %s", error)


def _changed_since(session: Session, folders: frozenset[Path], since: float) -> frozenset[Path]:
    """Files that changed, or went, before the watching began."""
    files = (path for folder in folders if folder.is_dir() for path in folder.iterdir() if path.is_file())
    recent = {path for path in files if max(path.stat().st_mtime, path.stat().st_ctime) >= since}
    recent -= {path for path in recent if _is_marked_against(session, path)}
    members = {path for uri in session.documents if (own := session.exercises.get(uri)) for path in own.paths}
    return frozenset(recent | {path for path in members if not path.exists()})


def _is_marked_against(session: Session, path: Path) -> bool:
    """Whether marks rest on what the file has now."""
    marked = (found for uri in session.documents if (found := session.marked(uri)) is not None)
    texts = [item.text for own in marked for item in own.task.material.documents if item.path == path]
    try:
        return bool(texts) and all(text == session.read(path) for text in texts)
    except DocumentError:
        return False


def _folders(session: Session) -> frozenset[Path]:
    """The folders of the open documents and of their exercises."""
    found = {document.path.parent for document in session.documents.values()}
    for uri in session.documents:
        if (exercise := session.exercises.get(uri)) is not None:
            found |= {path.parent for path in exercise.paths}
    return frozenset(folder for folder in found if folder.is_dir())


def _paths(uris: Iterable[str]) -> list[Path]:
    return [path for uri in uris if (path := path_of(uri))]
