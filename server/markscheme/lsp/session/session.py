"""What the server knows of its documents, and when each is marked.

An open document is marked after a moment of quiet; its newest version wins, and a result is used only if
its version is still the current one. Categories come first, and are completed with weights, plans and credit
when the vectors are there. Once the workspace is marked, its other documents are kept marked too, as they
stand on disk.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import attrs
from lsprotocol import types

from markscheme.engine.client import EngineClient, EngineError
from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercises import Exercise, exercises_of
from markscheme.lsp.session.assignment import depends
from markscheme.lsp.session.configuration import Configuration
from markscheme.lsp.session.consent import Judging
from markscheme.lsp.session.document_marking import DocumentMarking
from markscheme.lsp.session.editor import Editor
from markscheme.lsp.session.ignored import Ignored, IgnoredStore
from markscheme.lsp.session.locations import uri_of
from markscheme.lsp.session.marked import Diagnosed, Known, Marked, TextDocument
from markscheme.lsp.session.options import Options
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource, read_text

logger = logging.getLogger(__name__)


class Session:
    """The documents of one editor."""

    def __init__(
        self, editor: Editor, configuration: Configuration, client: Callable[[EngineSettings, float], EngineClient]
    ) -> None:
        self.editor = editor
        self.configuration = configuration
        self._ignored = IgnoredStore()
        self._make_client = client
        self._engines: dict[EngineSettings, EngineClient] = {}
        self._pushes = configuration.window.diagnostics == "push"
        self._documents: dict[str, TextDocument] = {}
        self._marked: dict[str, Known] = {}
        self._diagnosed: dict[str, Diagnosed] = {}
        self._exercises: dict[str, Exercise] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._told: set[str] = set()
        self._news = asyncio.Event()
        self._follows_workspace = False
        self.judging = Judging(editor, self.tell_once)

    @property
    def documents(self) -> Mapping[str, TextDocument]:
        """The open ones."""
        return self._documents

    @property
    def exercises(self) -> Mapping[str, Exercise]:
        """The exercise in which each document was last marked."""
        return self._exercises

    def engine(self, options: Options) -> EngineClient:
        """The engine that these options ask for."""
        if options.engine not in self._engines:
            self._engines[options.engine] = self._make_client(options.engine, options.engine_idle * 60)
        return self._engines[options.engine]

    # What is known

    def marked(self, uri: str) -> Known | None:
        """The marks, or estimate, of the document's current version, if there and what they rest on is the same."""
        found, document = self._marked.get(uri), self._documents.get(uri)
        return found if found and document and found.document.version == document.version else None

    async def current(self, uri: str) -> Known | None:
        """The marks, or estimate, of the document's current version, as soon as they are there; ``None`` if none are
        under way.

        What is shown beside the text waits for it: an answer without marks would make it vanish at each key.
        """
        while (found := self.marked(uri)) is None and await self._progressed(uri):
            pass
        return found

    async def reviewed(self, uri: str) -> Marked | None:
        """The same of a document that is marked against references; ``None`` for one that is only estimated."""
        found = await self.current(uri)
        return found if isinstance(found, Marked) else None

    async def diagnosed(self, uri: str) -> Diagnosed | None:
        """The diagnostics of the document's current version, as soon as they are there.

        ``None`` if none are under way, as after the person stopped the work.
        """
        while (found := self._current_diagnosed(uri)) is None and await self._progressed(uri):
            pass
        return found

    def _current_diagnosed(self, uri: str) -> Diagnosed | None:
        found, document = self._diagnosed.get(uri), self._documents.get(uri)
        is_current = found and document and found.version == document.version and not found.outdated
        return found if is_current else None

    async def _progressed(self, uri: str) -> bool:
        """Wait until something is known that was not; false if nothing is under way for the document."""
        task = self._tasks.get(uri)
        if task is None or task.done():
            return False
        news = asyncio.ensure_future(self._news.wait())
        await asyncio.wait({task, news}, return_when=asyncio.FIRST_COMPLETED)
        news.cancel()
        return True

    async def changed_from(self, known: Mapping[str, str]) -> None:
        """Wait until some document's diagnostics are not those of these ids."""
        while all(self._diagnosed[uri].id == known.get(uri) for uri in self._diagnosed):
            await self.news()

    async def news(self) -> None:
        """Wait until a document is opened or closed, or something is known that was not."""
        await self._news.wait()

    def _tell_news(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def read(self, path: Path) -> str:
        """A document as it stands in the editor, else on disk.

        Raises
        ------
        DocumentError
            If it can't be read.
        """
        document = self.opened_at(path)
        return read_text(path) if document is None else document.text

    def opened_at(self, path: Path) -> TextDocument | None:
        """The open document of a file, however its URI is written."""
        return next((document for document in self._documents.values() if document.path == path), None)

    def snapshot(self) -> TextSource:
        """Reads documents as they stand in the editor now, else on disk; in any thread."""
        opened = {document.path: document.text for document in self._documents.values()}

        def read(path: Path) -> str:
            return opened[path] if path in opened else read_text(path)

        return read

    def ignored_in(self, path: Path) -> Ignored:
        """What is ignored in a document; nothing, and a message, if that can't be known."""
        try:
            return self._ignored.of(path)
        except DocumentError as problem:
            self.tell_once(str(problem))
            return Ignored()

    def ignore(self, document: TextDocument, more: Ignored) -> None:
        """Ignore this too in a document from now on.

        Raises
        ------
        DocumentError
            If what was ignored before can't be known, or it can't be written.
        """
        self._ignored.add(document.path, more)
        self.remark(document.uri)

    def show_ignored(self, document: TextDocument) -> None:
        """Ignore nothing in a document any more.

        Raises
        ------
        DocumentError
            If it can't be written.
        """
        self._ignored.keep(document.path, Ignored())
        self.remark(document.uri)

    # What happens to documents

    def opened(self, document: TextDocument) -> None:
        self._documents[document.uri] = document
        self._schedule_with_relatives(document, wait=False)
        self._tell_news()

    def changed(self, document: TextDocument) -> None:
        self._documents[document.uri] = document
        self._schedule_with_relatives(document, wait=True)

    def closed(self, uri: str) -> None:
        document = self._documents.pop(uri, None)
        self._forget(uri)
        self._tell_news()
        self.configuration.forget(uri)
        if document is not None:
            if self._follows_workspace and document.path.exists():
                self._schedule(attrs.evolve(document, version=None), wait=False)
            self._schedule_relatives(document, wait=False)

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Files were made, saved or removed outside of the editor's documents."""
        for path in set(paths):
            uri = uri_of(path)
            known = TextDocument(uri, path, None, "")
            if self.opened_at(path) is None:
                self._follow(known)
            self._schedule_relatives(known, wait=False)

    def _follow(self, document: TextDocument) -> None:
        """Mark a document that is not open again if it was marked, or is new in a workspace that is."""
        is_known = document.uri in self._diagnosed
        if is_known and not document.path.exists():
            self._forget(document.uri)
        elif is_known or (self._follows_workspace and self._exercises_of(document.path)):
            self._schedule(document, wait=False)

    def renamed(self, before: Path, after: Path) -> None:
        """A file has another name; what was ignored in it stays so."""
        try:
            self._ignored.moved(before, after)
        except DocumentError as problem:
            self.editor.tell(str(problem))
        self.files_changed((before, after))

    def configured(self, settings: object) -> None:
        """The client has other settings from now on."""
        self.configuration.changed(settings)
        self.judging.reconsider()
        for document in (*self._documents.values(), *self._on_disk()):
            self._outdate(document.uri)
            self._schedule(document, wait=False)

    def remark(self, uri: str | None) -> None:
        """Mark a document again, or all that are open."""
        for document in list(self._documents.values()):
            if uri in (None, document.uri):
                self._schedule(document, wait=False)

    async def mark_from_disk(self, path: Path) -> Diagnosed | None:
        """Mark a document that is not open, and keep it marked; of an open one, what is known."""
        uri = uri_of(path)
        if uri in self._documents:
            # What it waits for after its first marks, such as a person's answer, is not waited for.
            return await self.diagnosed(uri) or self._diagnosed.get(uri)
        if not self._under_way(uri):
            self._schedule(TextDocument(uri, path, None, ""), wait=False)
        while self._under_way(uri):
            await self._progressed(uri)
        return self._diagnosed.get(uri)

    def follow_workspace(self) -> None:
        """From now on documents that are not open keep their diagnostics."""
        self._follows_workspace = True

    def stop(self) -> None:
        """End all work and leave the engine."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self.judging.stop()
        for engine in self._engines.values():
            engine.stop()
        self._engines.clear()

    def _under_way(self, uri: str) -> bool:
        task = self._tasks.get(uri)
        return task is not None and not task.done()

    def _forget(self, uri: str) -> None:
        self._marked.pop(uri, None)
        self._diagnosed.pop(uri, None)
        self._exercises.pop(uri, None)
        task = self._tasks.pop(uri, None)
        if task is not None:
            task.cancel()
        if self._pushes:
            self.editor.publish(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))

    # When documents are marked

    def _schedule_with_relatives(self, document: TextDocument, wait: bool) -> None:
        self._schedule(document, wait)
        self._schedule_relatives(document, wait)

    def _schedule_relatives(self, changed: TextDocument, wait: bool) -> None:
        """A source, a reference or a configuration decides the marks of other documents.

        While a hypothesis is being written (``wait``), a source that is not open waits until it is saved.
        """
        exercises = self._exercises_of(changed.path)
        for other in (*self._documents.values(), *self._on_disk()):
            if other.uri != changed.uri and self._depends(other, changed.path, exercises):
                self._outdate(other.uri)
                if other.version is not None or not (wait and _is_hypothesis(changed.path, exercises)):
                    self._schedule(other, wait)

    def _on_disk(self) -> list[TextDocument]:
        """Documents that are marked and not open."""
        return [
            TextDocument(uri, known.path, None, "")
            for uri, known in self._diagnosed.items()
            if uri not in self._documents
        ]

    def _outdate(self, uri: str) -> None:
        """What is known of a document may be wrong now: who asks for it waits for what is right."""
        self._marked.pop(uri, None)
        if (known := self._diagnosed.get(uri)) is not None:
            self._diagnosed[uri] = attrs.evolve(known, outdated=True)

    def _exercises_of(self, path: Path) -> tuple[Exercise, ...]:
        try:
            return exercises_of(path, self.read)
        except (DocumentError, OSError):
            return ()

    def _depends(self, document: TextDocument, changed: Path, exercises: Sequence[Exercise]) -> bool:
        if changed.name == CONFIGURATION:
            return document.path.is_relative_to(changed.parent)
        before = self._exercises.get(document.uri)
        as_it_was = () if before is None else (before,)
        return any(depends(exercise, document.path, changed) for exercise in (*exercises, *as_it_was))

    def _schedule(self, document: TextDocument, wait: bool) -> None:
        running = self._tasks.pop(document.uri, None)
        if running is not None:
            running.cancel()
        task = asyncio.get_running_loop().create_task(self._mark_later(document, wait))
        self._tasks[document.uri] = task
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a document could not be marked", exc_info=error)
        self._tell_news()

    async def _mark_later(self, document: TextDocument, wait: bool) -> None:
        options = await self.configuration.of(document.uri)
        if wait:
            await asyncio.sleep(options.debounce / 1000)
        work = DocumentMarking(self, document, options)
        try:
            await work.mark()
        except DocumentError as problem:
            work.show_problems((problem,))
        except EngineError as error:
            self.tell_once(f"Markscheme's engine does not answer: {error}")

    # What is made known

    def show(
        self,
        document: TextDocument,
        diagnostics: Iterable[types.Diagnostic],
        marked: Known | None = None,
        problem: DocumentError | None = None,
    ) -> None:
        """Make a document's diagnostics known, and its review or why it has none, unless it has changed since."""
        if not self._is_current(document):
            return
        if marked is None:
            self._marked.pop(document.uri, None)
        else:
            self._marked[document.uri] = marked
            self._exercises[document.uri] = marked.exercise
        items = tuple(diagnostics)
        before = self._diagnosed.get(document.uri)
        found = Diagnosed(document.path, document.version, items, problem=problem)
        self._diagnosed[document.uri] = found
        if self._pushes:
            self.editor.publish(
                types.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=items)
            )
        self.editor.refresh(diagnostics=not self._pushes and (before is None or before.id != found.id))
        self._tell_news()

    def _is_current(self, document: TextDocument) -> bool:
        """Whether the document is still what was marked."""
        current = self._documents.get(document.uri)
        return document.version == (current.version if current else None)

    def tell_once(self, message: str) -> None:
        """Show an error to the person, but never twice."""
        if message not in self._told:
            self._told.add(message)
            self.editor.tell(message)


def _is_hypothesis(path: Path, exercises: Sequence[Exercise]) -> bool:
    return any(exercise.role(path) == "hypothesis" for exercise in exercises)
