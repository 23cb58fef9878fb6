"""Watching the files of a session, for an editor that does not."""

import asyncio
import logging
import time
from pathlib import Path

from markscheme.errors import DocumentError
from markscheme.server.session.session import Session

logger = logging.getLogger(__name__)

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
    results = (result for uri in session.documents if (result := session.results.marked(uri)) is not None)
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
