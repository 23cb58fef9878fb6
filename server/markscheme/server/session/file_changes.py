"""Files that changed on disk, gathered. Editors may report only the folder that was renamed or deleted."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from pathlib import Path

from markscheme.documents.files import is_folder
from markscheme.exercises.configuration import SKIPPED_FOLDERS

QUIET = 0.3
"""Seconds without another change before the changes are handed on."""
LONGEST_WAIT = 3.0
"""Seconds after which changes are handed on though others still come."""


def files_of(paths: Iterable[Path], folders: Iterable[Path], documents: Collection[Path]) -> Iterator[Path]:
    """Yield the files that reported paths stand for; a folder stands for the files in it, even if it is gone.

    None are in folders of the workspace that are not searched. ``documents``: all that may have been in a gone folder.
    """
    for path in set(paths):
        if _is_skipped(path, folders):
            continue
        if is_folder(path):
            yield from files_below(path)
            continue
        yield path
        if not path.exists():
            yield from (document for document in documents if path in document.parents)


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and below it, without the folders in which no exercise is searched."""
    for place, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if name not in SKIPPED_FOLDERS)
        yield from (Path(place, file) for file in sorted(files))


def _is_skipped(path: Path, folders: Iterable[Path]) -> bool:
    inside = (path.relative_to(folder).parts for folder in folders if path.is_relative_to(folder))
    return any(not SKIPPED_FOLDERS.isdisjoint(parts) for parts in inside)


class FileChanges:
    """Gathers changed files, and hands them on together after a moment without another change."""

    def __init__(self, hand_on: Callable[[frozenset[Path]], Awaitable[None]]) -> None:
        self._hand_on = hand_on
        self._paths: set[Path] = set()
        self._last = 0.0
        self._task: asyncio.Task[None] | None = None

    def add(self, paths: Iterable[Path]) -> None:
        before = len(self._paths)
        self._paths.update(paths)
        if not self._paths:
            return
        loop = asyncio.get_running_loop()
        self._last = loop.time()
        if before == 0 and (self._task is None or self._task.done()):
            self._task = loop.create_task(self._run())

    def stop(self) -> None:
        self._paths.clear()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._paths:
            end = loop.time() + LONGEST_WAIT
            while (rest := min(self._last + QUIET, end) - loop.time()) > 0:
                await asyncio.sleep(rest)
            paths, self._paths = frozenset(self._paths), set()
            await self._hand_on(paths)
