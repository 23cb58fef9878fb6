"""One editor's session: what happens to its documents, and which results it has.

An open document is marked after a moment of quiet, categories first, then weights, plans and credit; only the current
version's are published. Once the workspace is marked, its other documents are kept marked too, as on disk.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from itertools import islice
from pathlib import Path

from markscheme.documents.files import is_folder
from markscheme.errors import DocumentError
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.inference.settings import EngineSettings
from markscheme.server.editor import Editor
from markscheme.server.engine.client import EngineClient, EngineError
from markscheme.server.options import Configuration
from markscheme.server.session.documents.document_marking import DocumentMarking
from markscheme.server.session.documents.schedule import Schedule
from markscheme.server.session.file_changes import FileChanges, files_below, files_of
from markscheme.server.session.ignored import Ignored
from markscheme.server.session.marked import (
    Diagnosed,
    Marked,
    ResultChange,
    TextDocument,
)
from markscheme.server.session.state import SessionState

MAX_SINGLE_FILES = 64
"""Number of changed files whose dependents are searched for; more of them change everything."""


class Session(SessionState):
    """What happens to one editor's documents; ``on_files`` gets files that changed together, after a quiet moment."""

    def __init__(
        self,
        editor: Editor,
        configuration: Configuration,
        new_engine: Callable[[EngineSettings, float], EngineClient],
        on_results: Callable[[ResultChange], None],
        on_files: Callable[[frozenset[Path]], Awaitable[None]],
    ) -> None:
        super().__init__(editor, configuration, new_engine, on_results)
        self._schedule = Schedule(self.documents, self.results, self._mark)
        self._changes = FileChanges(on_files)
        self.follows_workspace = False
        """Whether documents are kept marked that are not open."""
        self.listed: frozenset[Path] = frozenset()
        """The documents of the exercises that were last listed."""

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
        self.documents.put(document)
        self._schedule.mark(document)
        if document.view is None:
            self._schedule.mark_dependents(document.path)
            self._text_changed(document)
        self.results.notify()

    def changed(self, document: TextDocument) -> None:
        """Mark a new version of an open document, and what depends on it, after a moment of quiet."""
        self.documents.put(document)
        self._schedule.mark(document, wait=document.view is None)
        if document.view is None:
            self._schedule.mark_dependents(document.path, wait=True)
            self._text_changed(document)

    def closed(self, uri: str) -> None:
        """Forget an open document; in a workspace that is kept marked, mark its file."""
        document = self.documents.remove(uri)
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
        files = list(islice(files_of(paths, self.editor.folders, self._members()), MAX_SINGLE_FILES + 1))
        for path in files:
            self._refresh(path)
            for view in self.documents.views_of(path):
                self.results.mark_stale(view.uri)
                self._schedule.mark(view)
        if len(files) > MAX_SINGLE_FILES:
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
        files = [path.relative_to(after) for path in files_below(after)] if is_folder(after) else [Path()]
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
            return await self.diagnosed(opened.uri) or self.results.newest_diagnosed(opened.uri)
        uri = document.uri
        if not self._schedule.is_running(uri):
            self._schedule.mark(document)
        while self._schedule.is_running(uri):
            await self._schedule.progress(uri)
        return self.results.newest_diagnosed(uri)

    def keep_marked(self, documents: Collection[TextDocument]) -> None:
        """Mark those of a followed workspace's documents that have no results, and forget the others on disk."""
        for document in documents:
            uri = document.uri
            is_new = self.results.newest_diagnosed(uri) is None and not self._schedule.is_running(uri)
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
        exercises = (self.results.exercise(uri) for uri in uris)
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
        work = DocumentMarking(self, document, options)
        try:
            await work.mark()
        except EngineError as error:
            self.show_error_once(f"Markscheme's engine does not answer: {error}")
