"""The running marking of each document, and the documents to mark again when another one changes."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.garbage_collection import QuietCollection
from markscheme.server.session.marked import OpenDocuments, Results, TextDocument, depends

logger = logging.getLogger(__name__)


class Schedule:
    """At most one marking of each document at a time; a newer one cancels the one that runs.

    ``mark`` marks a document and keeps its results; with ``True`` only after a moment of quiet.
    """

    def __init__(
        self,
        documents: OpenDocuments,
        results: Results,
        mark: Callable[[TextDocument, bool], Coroutine[Any, Any, None]],
    ) -> None:
        self._documents = documents
        self._results = results
        self._mark = mark
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._running: dict[str, TextDocument] = {}
        self._collection = QuietCollection()

    def mark(self, document: TextDocument, wait: bool = False) -> None:
        self.cancel(document.uri)
        self._collection.work_begins()
        task = asyncio.get_running_loop().create_task(self._mark(document, wait))
        self._tasks[document.uri] = task
        self._running[document.uri] = document
        task.add_done_callback(self._on_done)

    def mark_dependents(self, *changed: Path, wait: bool = False) -> None:
        """Mark again what changed sources, references and configurations decide about; its results are stale at once.

        While a hypothesis is being written (``wait``), a source that is not open waits until it is saved.
        """
        exercises = {path: self.exercises_of(path) for path in changed}
        for other in (*self._documents.values(), *self._results.on_disk()):
            causes = [path for path in changed if path != other.path and self._depends(other, path, exercises[path])]
            if causes:
                self._results.mark_stale(other.uri)
                if other.version is not None or not (
                    wait and all(_is_hypothesis(path, exercises[path]) for path in causes)
                ):
                    self.mark(other, wait)

    def mark_everything(self) -> None:
        """Mark again whatever has results; they are stale at once."""
        for document in (*self._documents.values(), *self._results.on_disk()):
            self._results.mark_stale(document.uri)
            self.mark(document)

    def exercises_of(self, path: Path) -> tuple[Exercise, ...]:
        """Return no exercises where they can't be read."""
        try:
            return exercises_of(path, self._documents.read)
        except (DocumentError, OSError):
            return ()

    def is_running(self, uri: str) -> bool:
        """Return whether a document is being marked, or waits for quiet."""
        task = self._tasks.get(uri)
        return task is not None and not task.done()

    def running(self) -> Iterator[TextDocument]:
        yield from (document for uri, document in list(self._running.items()) if self.is_running(uri))

    async def progress(self, uri: str) -> bool:
        """Wait until there is a new result of any document, or a document's marking ends; false if none runs."""
        task = self._tasks.get(uri)
        if task is None or task.done():
            return False
        change = asyncio.ensure_future(self._results.changed())
        await asyncio.wait({task, change}, return_when=asyncio.FIRST_COMPLETED)
        change.cancel()
        return True

    def cancel(self, uri: str) -> None:
        task = self._tasks.pop(uri, None)
        self._running.pop(uri, None)
        if task is not None:
            task.cancel()

    def stop(self) -> None:
        for uri in list(self._tasks):
            self.cancel(uri)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a document could not be marked", exc_info=error)
        self._results.notify()
        if next(self.running(), None) is None:
            self._collection.work_ends()

    def _depends(self, document: TextDocument, changed: Path, exercises: Sequence[Exercise]) -> bool:
        if changed.name == CONFIGURATION:
            return document.path.is_relative_to(changed.parent)
        last = self._results.exercise(document.uri)
        candidates = exercises if last is None else (*exercises, last)
        return any(depends(exercise, document.path, changed) for exercise in candidates)


def _is_hypothesis(path: Path, exercises: Sequence[Exercise]) -> bool:
    return any(exercise.role(path) == "hypothesis" for exercise in exercises)
