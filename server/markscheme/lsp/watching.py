"""Files that change outside of the editor's documents: told by the client, or else looked at."""

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.uris import to_fs_path

from markscheme.documents.configuration import CONFIGURATION
from markscheme.lsp.session import Session

if TYPE_CHECKING:
    from markscheme.lsp.server import MarkschemeServer

EVERY_FILE = "**/*"
"""References may bear any name: the exercise says which files matter."""
INTERVAL = 2.0
"""Seconds between looks at the files, for a client that tells of none."""


def register_watching(server: "MarkschemeServer") -> None:
    """Hear of changed, renamed and removed files."""
    filters = [types.FileOperationFilter(types.FileOperationPattern(EVERY_FILE))]
    options = types.FileOperationRegistrationOptions(filters)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(ls: "MarkschemeServer", params: types.DidChangeWatchedFilesParams) -> None:
        ls.session.files_changed(_paths(change.uri for change in params.changes))

    @server.feature(types.WORKSPACE_DID_RENAME_FILES, options)
    def did_rename_files(ls: "MarkschemeServer", params: types.RenameFilesParams) -> None:
        for file in params.files:
            before, after = to_fs_path(file.old_uri), to_fs_path(file.new_uri)
            if before and after:
                ls.session.renamed(Path(before), Path(after))

    @server.feature(types.WORKSPACE_DID_DELETE_FILES, options)
    def did_delete_files(ls: "MarkschemeServer", params: types.DeleteFilesParams) -> None:
        ls.session.files_changed(_paths(file.uri for file in params.files))


async def watch(server: "MarkschemeServer") -> None:
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
    if registrations:
        await server.client_register_capability_async(types.RegistrationParams(registrations))
    if not server.editor.watches_files:
        await look_at_files(server.session)


async def look_at_files(session: Session) -> None:
    """Tell the session of files that change beside its open documents, until cancelled."""
    known = await asyncio.to_thread(_seen, _folders(session))
    while True:
        await asyncio.sleep(INTERVAL)
        folders = _folders(session)
        seen = await asyncio.to_thread(_seen, folders)
        session.files_changed(path for path in _different(known, seen) if path.parent in folders)
        known = seen


def _folders(session: Session) -> frozenset[Path]:
    """The folders of the open documents and of their exercises."""
    found = {document.path.parent for document in session.documents.values()}
    for uri in session.documents:
        if (marked := session.marked(uri)) is not None:
            found |= {path.parent for path in marked.exercise.paths}
    return frozenset(found)


Seen = Mapping[Path, tuple[int, int]]


def _seen(folders: Iterable[Path]) -> Seen:
    """Each file's time of change and size."""
    found: dict[Path, tuple[int, int]] = {}
    for folder in folders:
        try:
            for path in folder.iterdir():
                status = path.stat()
                found[path] = (status.st_mtime_ns, status.st_size)
        except OSError:
            continue
    return found


def _different(before: Seen, after: Seen) -> list[Path]:
    """Files that were changed or removed; and those that are new in a folder that was looked at before."""
    looked_at = {path.parent for path in before}
    changed = [
        path for path, state in after.items() if before.get(path, None if path.parent in looked_at else state) != state
    ]
    gone = [path for path in before if path not in after and path.parent in {item.parent for item in after}]
    return [*changed, *gone]


def _paths(uris: Iterable[str]) -> list[Path]:
    return [Path(path) for uri in uris if (path := to_fs_path(uri))]


__all__ = ["CONFIGURATION", "look_at_files", "register_watching", "watch"]
