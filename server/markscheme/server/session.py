"""One editor's session: what happens to its documents, and which results it has.

An open document is marked after a moment of quiet, categories first, then weights, plans and credit; only the current
version's are published. Once the workspace is marked, its other documents are kept marked too, as on disk.
"""

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from lsprotocol import types

from markscheme.documents.files import TextSource, read_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import file_text
from markscheme.exercises.patterns import SKIPPED_FOLDERS
from markscheme.inference.settings import EngineSettings
from markscheme.marking.driver import Driver
from markscheme.processes import QuietCollection
from markscheme.reports.rulings import Rulings
from markscheme.server.annotation import Adjudications, QuestionStore
from markscheme.server.diagnostics import RecentFindings
from markscheme.server.documents import (
    Diagnosed,
    DocumentQuestions,
    Ignored,
    IgnoredStore,
    Marked,
    OpenDocuments,
    OutcomeMemory,
    ResultChange,
    Results,
    TextDocument,
)
from markscheme.server.editor import Editor, EditorIndex, Locations, View, uri_of
from markscheme.server.editor_settings import Configuration, Options
from markscheme.server.engine.client import EngineClient
from markscheme.server.engine.endpoint import EngineError
from markscheme.server.engine.protocol import Priority
from markscheme.server.engine_marker import Consent, EngineMarker

logger = logging.getLogger(__name__)

QUIET = 0.3
"""Seconds without another change before the changes are handed on."""
_LONGEST_WAIT = 3.0
"""Seconds after which changes are handed on though others still come."""


def files_of(paths: Iterable[Path], folders: Iterable[Path], documents: Collection[Path]) -> Iterator[Path]:
    """Yield the files that reported paths stand for; a folder stands for the files in it, even if it is gone.

    None are in folders of the workspace that are not searched. ``documents``: all that may have been in a gone folder.
    """
    for path in set(paths):
        if _is_skipped(path, folders):
            continue
        if os.path.isdir(path):
            yield from _files_below(path)
            continue
        yield path
        if not path.exists():
            yield from (document for document in documents if path in document.parents)


def _files_below(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and below it, without the folders in which no exercise is searched."""
    for place, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if name not in SKIPPED_FOLDERS)
        yield from (Path(place, file) for file in sorted(files))


def _is_skipped(path: Path, folders: Iterable[Path]) -> bool:
    inside = (path.relative_to(folder).parts for folder in folders if path.is_relative_to(folder))
    return any(not SKIPPED_FOLDERS.isdisjoint(parts) for parts in inside)


class _FileChanges:
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
            end = loop.time() + _LONGEST_WAIT
            while (rest := min(self._last + QUIET, end) - loop.time()) > 0:
                await asyncio.sleep(rest)
            paths, self._paths = frozenset(self._paths), set()
            await self._hand_on(paths)


_MAX_SINGLE_FILES = 64
"""Number of changed files whose dependents are searched for; more of them change everything."""

_RESTART_MESSAGE = "Markscheme's engine ended unexpectedly and was started again; nothing is lost"


class Session:
    """What happens to one editor's documents, and what it shares with the marking of them.

    ``mark`` marks a document and has the session show the results, or raises EngineError; ``on_files`` gets files that
    changed together, after a quiet moment.
    """

    def __init__(
        self,
        editor: Editor,
        configuration: Configuration,
        mark: Callable[["Session", TextDocument, Options], Awaitable[None]],
        on_results: Callable[[ResultChange], None],
        on_files: Callable[[frozenset[Path]], Awaitable[None]],
    ) -> None:
        self.editor = editor
        self.configuration = configuration
        self.documents = OpenDocuments()
        self.read = self.documents.read
        self.snapshot = self.documents.snapshot
        self.results = Results(self.documents)
        self.class_outcomes = OutcomeMemory()
        self.shown_findings = RecentFindings()
        self.questions = QuestionStore(self.documents, self.engine)
        self.adjudications = Adjudications(self)
        self.rulings = Rulings()
        self.consent = Consent(editor)
        self.follows_workspace = False
        """Whether documents are kept marked that are not open."""
        self.listed: frozenset[Path] = frozenset()
        """The documents of the exercises that were last listed."""
        self._ignored = IgnoredStore()
        self._mark_document = mark
        self._on_results = on_results
        self._engines: dict[EngineSettings, EngineClient] = {}
        self._schedule = Schedule(self.documents, self.results, self._mark)
        self._changes = _FileChanges(on_files)

    def engine(self, options: Options) -> EngineClient:
        if options.engine not in self._engines:
            self._engines[options.engine] = EngineClient(
                options.engine, idle=options.engine_idle * 60, on_restart=self._report_restart
            )
        return self._engines[options.engine]

    def _report_restart(self) -> None:
        self.editor.show_message(_RESTART_MESSAGE, types.MessageType.Warning)

    def driver(self, options: Options, priority: Priority, *, shows_progress: bool) -> Driver:
        marker = EngineMarker(self.engine(options), self.editor, self.consent, priority, shows_progress=shows_progress)
        return Driver(marker, marker)

    async def options_for(self, exercise: Exercise) -> Options:
        """Return the options of the workspace folder that holds an exercise, or else of the exercise's own folder."""
        folder = exercise.folder
        above = (one for one in self.editor.folders if folder.is_relative_to(one))
        return await self.configuration.of(uri_of(max(above, key=lambda one: len(one.parts), default=folder)))

    def text_of_view(self, view: View) -> str:
        """Return a view's text, as its file is on disk; raise DocumentError if there is none, or it can't be read."""
        if FORMATS.has_lines(view.path):
            raise DocumentError("this file is text, which an editor opens itself", path=view.path)
        return file_text(view.path, view.author, read_text).document.text

    def index(self, text: str) -> EditorIndex:
        return EditorIndex(text, self.editor.encoding)

    def locations(self, read: TextSource | None = None) -> Locations:
        """Return places in files as they stand in the editor now, or as another source has them."""
        return Locations(read or self.read, self.editor.encoding, with_views=self.editor.shows_views)

    def ignored_in(self, path: Path) -> Ignored:
        """Return what is ignored; nothing, and a message to the person, if that can't be read."""
        try:
            return self._ignored.of(path)
        except DocumentError as problem:
            self.editor.show_error_once(str(problem))
            return Ignored()

    def show(
        self,
        document: TextDocument,
        diagnostics: Iterable[types.Diagnostic],
        marked: Marked | None = None,
        problem: DocumentError | None = None,
        questions: DocumentQuestions = DocumentQuestions(),
    ) -> None:
        """Publish a version's results, unless the document has changed since; ``problem`` is why it can't be marked."""
        newest = self.documents.get(document.uri)
        if document.version != (newest.version if newest else None):
            return
        if newest is None and not document.path.exists():
            return
        to_check = 0 if marked is None else marked.to_check
        diagnosed = Diagnosed(document.path, document.version, tuple(diagnostics), False, problem, to_check, questions)
        self._on_results(self.results.put(document, diagnosed, marked))
        self.results.notify()

    # Current results, and waiting for them

    async def current(self, uri: str) -> Marked | None:
        """Return an open document's marks or estimate, when they are current; ``None`` if it is not being marked."""
        while (marked := self.results.marked(uri)) is None and await self._schedule.progress(uri):
            pass
        return marked

    async def reviewed(self, uri: str) -> Marked | None:
        """Return what :meth:`current` does for a document that is marked against references, else ``None``."""
        marked = await self.current(uri)
        return marked if marked is not None and marked.review.marks is not None else None

    async def diagnosed(self, uri: str) -> Diagnosed | None:
        """Return current diagnostics as soon as they are there; ``None`` if the document is not being marked."""
        while (diagnosed := self.results.diagnosed(uri)) is None and await self._schedule.progress(uri):
            pass
        return diagnosed

    async def changed_from(self, ids: Mapping[str, str]) -> None:
        """Wait until some document's diagnostics have another id than the one given for its URI."""
        while not self.results.differ(ids):
            await self.results.changed()

    # Ignored findings

    def ignore(self, document: TextDocument, more: Ignored) -> None:
        """Ignore more in a document, and mark it again; raise DocumentError if the file can't be read or written."""
        self._ignored.add(document.path, more)
        self.remark(document.uri)

    def show_ignored(self, document: TextDocument) -> None:
        """Ignore nothing in a document, and mark it again; raise DocumentError if the file can't be written."""
        self._ignored.keep(document.path, Ignored())
        self.remark(document.uri)

    # What happens to documents

    def opened(self, document: TextDocument) -> None:
        """Mark a document that was opened, and what depends on it; on a view, nothing does."""
        self.documents[document.uri] = document
        self._schedule.mark(document)
        if document.view is None:
            self._schedule.mark_dependents(document.path)
            self._text_changed(document)
        self.results.notify()

    def changed(self, document: TextDocument) -> None:
        """Mark a new version of an open document, and what depends on it, after a moment of quiet."""
        self.documents[document.uri] = document
        self._schedule.mark(document, wait=document.view is None)
        if document.view is None:
            self._schedule.mark_dependents(document.path, wait=True)
            self._text_changed(document)

    def closed(self, uri: str) -> None:
        """Forget an open document; in a workspace that is kept marked, mark its file."""
        document = self.documents.pop(uri, None)
        self._forget(uri)
        self.results.notify()
        self.configuration.forget(uri)
        if document is None:
            return
        if self.follows_workspace and document.path.exists():
            self._schedule.mark(document.closed)
        if document.view is None:
            self._schedule.mark_dependents(document.path)
            self._text_changed(document)

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Mark what depends on files or folders changed outside the editor; what is gone loses its results at once."""
        files = list(islice(files_of(paths, self.editor.folders, self._members()), _MAX_SINGLE_FILES + 1))
        for path in files:
            self._refresh(path)
            for view in self.documents.views_of(path):
                self.results.mark_stale(view.uri)
                self._schedule.mark(view)
        if len(files) > _MAX_SINGLE_FILES:
            self._schedule.mark_everything()
        else:
            self._schedule.mark_dependents(*files)
        for document in self.documents.values():
            if document.path.name == CONFIGURATION and any(document.path.parent in path.parents for path in files):
                self._schedule.mark(document)
        self._changes.add(files)
        self.results.notify()

    def renamed(self, before: Path, after: Path) -> None:
        """Keep what is ignored in a renamed file, or in the files of a renamed folder, and mark what depends on it."""
        files = [path.relative_to(after) for path in _files_below(after)] if os.path.isdir(after) else [Path()]
        try:
            for path in files:
                self._ignored.moved(before / path, after / path)
        except DocumentError as problem:
            self.editor.show_message(str(problem))
        self.files_changed((before, after))

    def configured(self, settings: object) -> None:
        """Mark everything again with other settings; ``None`` if the client did not send them."""
        self.configuration.changed(settings)
        self.consent.reconsider()
        self._schedule.mark_everything()

    def remark(self, uri: str | None) -> None:
        for document in list(self.documents.values()):
            if uri in (None, document.uri):
                self._schedule.mark(document)

    async def mark_from_disk(self, document: TextDocument) -> Diagnosed | None:
        """Mark a document that is not open, and keep it marked; return its diagnostics, or those of an open one."""
        opened = self.documents.same_as(document)
        if opened is not None:
            # What comes after the first marks, such as a person's answer, may take long.
            return await self.diagnosed(opened.uri) or self.results.newest_diagnosed.get(opened.uri)
        uri = document.uri
        if not self._schedule.is_running(uri):
            self._schedule.mark(document)
        while self._schedule.is_running(uri):
            await self._schedule.progress(uri)
        return self.results.newest_diagnosed.get(uri)

    def keep_marked(self, documents: Collection[TextDocument]) -> None:
        """Mark those of a followed workspace's documents that have no results, and forget the others on disk."""
        for document in documents:
            uri = document.uri
            is_new = self.results.newest_diagnosed.get(uri) is None and not self._schedule.is_running(uri)
            if is_new and self.documents.same_as(document) is None:
                self._schedule.mark(document)
        wanted = {(document.path, document.view) for document in documents}
        for document in self._on_disk():
            if (document.path, document.view) not in wanted:
                self._forget(document.uri)
        self.results.notify()

    def stop(self) -> None:
        self._schedule.stop()
        self._changes.stop()
        self.consent.stop()
        for engine in self._engines.values():
            engine.stop()
        self._engines.clear()

    def _refresh(self, path: Path) -> None:
        """Mark or forget a changed file; an open one only if it came or went, since a pattern may match it or not."""
        document, exists = self.documents.at(path), path.exists()
        if document is not None:
            has_marks = self.results.marked(document.uri) is not None or self._schedule.is_running(document.uri)
            if not (exists and has_marks):
                self._schedule.mark(document)
        for item in self._on_disk():
            if item.path == path and exists:
                self._schedule.mark(item)
            elif item.path == path:
                self._forget(item.uri)

    def _on_disk(self) -> list[TextDocument]:
        running = (document for document in self._schedule.running() if document.version is None)
        return list({document.uri: document for document in (*self.results.on_disk(), *running)}.values())

    def _text_changed(self, document: TextDocument) -> None:
        """Report a configuration's text in the editor, which decides at once which exercises there are."""
        if document.path.name == CONFIGURATION:
            self._changes.add([document.path])

    def _members(self) -> frozenset[Path]:
        uris = [*self.documents, *(document.uri for document in self.results.on_disk())]
        exercises = (self.results.exercises.get(uri) for uri in uris)
        members = {path for exercise in exercises if exercise is not None for path in exercise.paths}
        near = {document.path for document in (*self.documents.values(), *self.results.on_disk())}
        return self.listed | members | near

    def _forget(self, uri: str) -> None:
        self._schedule.cancel(uri)
        self._on_results(self.results.remove(uri))

    # Marking and publishing

    async def _mark(self, document: TextDocument, wait: bool) -> None:
        options = await self.configuration.of(document.uri)
        if wait:
            await asyncio.sleep(options.debounce / 1000)
        try:
            await self._mark_document(self, document, options)
        except EngineError as error:
            self.editor.show_error_once(f"Markscheme's engine does not answer: {error}")


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
        last = self._results.exercises.get(document.uri)
        candidates = exercises if last is None else (*exercises, last)
        return any(_marks_depend(exercise, document.path, changed) for exercise in candidates)


def _is_hypothesis(path: Path, exercises: Sequence[Exercise]) -> bool:
    return any(exercise.role(path) == "hypothesis" for exercise in exercises)


def _marks_depend(exercise: Exercise, document: Path, changed: Path) -> bool:
    """Return whether a document's marks may change with another's text; two hypotheses are independent."""
    role = exercise.role(changed)
    if exercise.role(document) == "source" and role is not None:
        return True
    counts = role in ("source", "reference") or changed in exercise.files_beside
    return exercise.role(document) is not None and counts


_FIRST_LOOK = 2.0
"""Seconds until the first look at what changed before the watching began."""
_CLOCK_TOLERANCE = 0.1
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

    since = time.time() - _CLOCK_TOLERANCE
    batches = awatch(*folders, recursive=False, rust_timeout=int(_FIRST_LOOK * 1000), yield_on_timeout=True)
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
    exercise = session.results.exercises.get(uri)
    return frozenset(exercise.paths if exercise is not None else ())
