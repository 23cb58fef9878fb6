"""What the server knows of its documents, and when each is marked.

An open document is marked after a moment of quiet; its newest version wins, and a result is used only if
its version is still the current one. Categories come first, and are completed with weights, plans and credit
when the vectors are there. Once the workspace is marked, its other documents are kept marked too, as they
stand on disk.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs
from lsprotocol import types

from markscheme.documents.configuration import CONFIGURATION
from markscheme.documents.errors import DocumentError
from markscheme.documents.exercises import Exercise, configuration_problems, exercises_of
from markscheme.documents.patterns import is_excluded
from markscheme.documents.positions import LineIndex, PositionEncoding
from markscheme.documents.reading import read_text
from markscheme.engine.client import EngineClient, EngineError
from markscheme.engine.messages import ReviewReply
from markscheme.engine.settings import EngineSettings
from markscheme.engine.tasks import ReviewTask
from markscheme.lsp.assignment import Assignment, assigned, depends
from markscheme.lsp.configuration import Configuration
from markscheme.lsp.diagnostics import (
    FindingDiagnostics,
    Presentation,
    disagreement_diagnostics,
    problem_diagnostic,
)
from markscheme.lsp.ignored import Ignored, IgnoredStore
from markscheme.lsp.locations import Locations, uri_of
from markscheme.lsp.marked import Marked, TextDocument
from markscheme.lsp.options import Options
from markscheme.lsp.progress import Reporter
from markscheme.marking.comparison import Comparison, Reviewed, disagreements, hypotheses_at
from markscheme.marking.findings import DocumentReview

logger = logging.getLogger(__name__)

LOOKED_AT, WORKSPACE = 0, 1
"""Priorities of work for the engine: what a person looks at, and all else."""


class Editor:
    """What a session asks of the editor at the other end; the server implements it."""

    encoding: PositionEncoding = "utf-16"
    related_information = True
    code_descriptions = True

    @property
    def folders(self) -> Sequence[Path]:
        """The workspace's folders."""
        raise NotImplementedError

    def publish(self, params: types.PublishDiagnosticsParams) -> None:
        raise NotImplementedError

    def refresh(self, diagnostics: bool) -> None:
        """Ask again for what is shown beside the text: lenses, hints, tokens; and for diagnostics, if they changed."""
        raise NotImplementedError

    def tell(self, message: str, kind: types.MessageType = types.MessageType.Error) -> None:
        """Show a message to the person."""
        raise NotImplementedError

    def reporter(self, title: str, cancel: Callable[[], None]) -> Reporter:
        """Work-done progress for one piece of work; ``cancel`` is called when the person stops it."""
        raise NotImplementedError


@attrs.frozen
class Diagnosed:
    """A version of a document with its diagnostics."""

    path: Path
    version: int | None
    items: tuple[types.Diagnostic, ...]

    @cached_property
    def id(self) -> str:
        """The same for equal diagnostics, in every process; the version that they were found for is no part of it."""
        told = [
            (
                str(item.range),
                str(item.code),
                str(item.severity),
                item.message,
                [str(related) for related in item.related_information or ()],
            )
            for item in self.items
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


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
        self._marked: dict[str, Marked] = {}
        self._diagnosed: dict[str, Diagnosed] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._told: set[str] = set()
        self._news = asyncio.Event()
        self._follows_workspace = False

    @property
    def documents(self) -> Mapping[str, TextDocument]:
        """The open ones."""
        return self._documents

    def engine(self, options: Options) -> EngineClient:
        """The engine that these options ask for."""
        if options.engine not in self._engines:
            self._engines[options.engine] = self._make_client(options.engine, options.engine_idle * 60)
        return self._engines[options.engine]

    # What is known

    def marked(self, uri: str) -> Marked | None:
        """The review of the document's current version, if it is there."""
        found, document = self._marked.get(uri), self._documents.get(uri)
        return found if found and document and found.document.version == document.version else None

    async def current(self, uri: str) -> Marked | None:
        """The review of the document's current version, as soon as it is there; ``None`` if none is under way.

        What is shown beside the text waits for it: an answer without marks would make it vanish at each key.
        """
        while (found := self.marked(uri)) is None and await self._progressed(uri):
            pass
        return found

    async def diagnosed(self, uri: str) -> Diagnosed | None:
        """The diagnostics of the document's current version, as soon as they are there.

        ``None`` if none are under way, as after the person stopped the work.
        """
        while (found := self._current_diagnosed(uri)) is None and await self._progressed(uri):
            pass
        return found

    def _current_diagnosed(self, uri: str) -> Diagnosed | None:
        found, document = self._diagnosed.get(uri), self._documents.get(uri)
        return found if found and document and found.version == document.version else None

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
        for document in self._documents.values():
            if document.path == path:
                return document.text
        return read_text(path)

    def ignored_in(self, path: Path) -> Ignored:
        """What is ignored in a document; nothing, and a message, if that can't be known."""
        try:
            return self._ignored.of(path)
        except DocumentError as problem:
            self.tell_once(str(problem))
            return Ignored()

    def ignore(self, document: TextDocument, ignored: Ignored) -> None:
        """Ignore this, and nothing else, in a document from now on.

        Raises
        ------
        DocumentError
            If it can't be written.
        """
        self._ignored.keep(document.path, ignored)
        self.remark(document.uri)

    # What happens to documents

    def opened(self, document: TextDocument) -> None:
        self._documents[document.uri] = document
        self._schedule_with_relatives(document, wait=False)

    def changed(self, document: TextDocument) -> None:
        self._documents[document.uri] = document
        self._schedule_with_relatives(document, wait=True)

    def closed(self, uri: str) -> None:
        document = self._documents.pop(uri, None)
        self._forget(uri)
        self.configuration.forget(uri)
        if document is not None:
            if self._follows_workspace and document.path.exists():
                self._schedule(attrs.evolve(document, version=None), wait=False)
            self._schedule_relatives(document, wait=False)

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Files were made, saved or removed outside of the editor's documents."""
        for path in set(paths):
            uri = uri_of(path)
            if any(document.path == path for document in self._documents.values()):
                continue
            known = TextDocument(uri, path, None, "")
            if uri in self._diagnosed:
                if path.exists():
                    self._schedule(known, wait=False)
                else:
                    self._forget(uri)
            elif self._follows_workspace and path.is_file() and self._exercises_of(path):
                self._schedule(known, wait=False)
            self._schedule_relatives(known, wait=False)

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
        self.remark(None)

    def remark(self, uri: str | None) -> None:
        """Mark a document again, or all that are open."""
        for document in list(self._documents.values()):
            if uri in (None, document.uri):
                self._schedule(document, wait=False)

    async def mark_from_disk(self, path: Path) -> Diagnosed | None:
        """Mark a document that is not open, and keep it marked; of an open one, what is known."""
        uri = uri_of(path)
        if uri not in self._documents and not self._under_way(uri):
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
        for engine in self._engines.values():
            engine.stop()
        self._engines.clear()

    def _under_way(self, uri: str) -> bool:
        task = self._tasks.get(uri)
        return task is not None and not task.done()

    def _forget(self, uri: str) -> None:
        self._marked.pop(uri, None)
        self._diagnosed.pop(uri, None)
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
        """A source, a reference or a configuration decides the marks of other documents."""
        exercises = self._exercises_of(changed.path)
        disk = [
            TextDocument(uri, known.path, None, "")
            for uri, known in self._diagnosed.items()
            if uri not in self._documents
        ]
        for other in (*self._documents.values(), *disk):
            if other.uri != changed.uri and self._depends(other, changed.path, exercises):
                self._schedule(other, wait)

    def _exercises_of(self, path: Path) -> tuple[Exercise, ...]:
        try:
            return exercises_of(path, self.read)
        except (DocumentError, OSError):
            return ()

    def _depends(self, document: TextDocument, changed: Path, exercises: Sequence[Exercise]) -> bool:
        if changed.name == CONFIGURATION:
            return document.path.is_relative_to(changed.parent)
        marked = self._marked.get(document.uri)
        as_it_was = () if marked is None else (marked.exercise,)
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
        work = _Marking(self, document, options)
        try:
            await work.mark()
        except DocumentError as problem:
            work.show_problems((problem,))
        except EngineError as error:
            self.tell_once(f"Markscheme's engine does not answer: {error}")

    # What is made known

    def use(self, marked: Marked) -> bool:
        """Keep a review, unless its document has changed since."""
        if not self.is_current(marked.document):
            return False
        self._marked[marked.document.uri] = marked
        return True

    def is_current(self, document: TextDocument) -> bool:
        """Whether the document is still what was marked."""
        current = self._documents.get(document.uri)
        return document.version == (current.version if current else None)

    def show(self, document: TextDocument, diagnostics: Iterable[types.Diagnostic]) -> None:
        """Make a document's diagnostics known, unless it has changed since."""
        if not self.is_current(document):
            return
        items = tuple(diagnostics)
        before = self._diagnosed.get(document.uri)
        found = Diagnosed(document.path, document.version, items)
        self._diagnosed[document.uri] = found
        if self._pushes:
            self.editor.publish(
                types.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=items)
            )
        self.editor.refresh(diagnostics=not self._pushes and (before is None or before.id != found.id))
        self._tell_news()

    def tell_once(self, message: str) -> None:
        """Show an error to the person, but never twice."""
        if message not in self._told:
            self._told.add(message)
            self.editor.tell(message)


class _Marking:
    """The marking of one version of one document."""

    def __init__(self, session: Session, document: TextDocument, options: Options) -> None:
        self._session = session
        self._document = document
        self._options = options
        editor = session.editor
        self._presentation = Presentation(
            editor.encoding, options.severities, editor.related_information, editor.code_descriptions
        )
        self._locations = Locations(session.read, editor.encoding)

    async def mark(self) -> None:
        """Mark it, and make the marks known.

        Raises
        ------
        DocumentError
            If it can't be marked.
        EngineError
            If the engine does not answer.
        """
        document = self._document
        if document.path.name == CONFIGURATION:
            self.show_problems(configuration_problems(document.path, self._session.read))
            return
        if self._is_left_alone():
            self._session.show(document, [])
            return
        if document.version is None:
            self._document = document = attrs.evolve(document, text=read_text(document.path))
        self._check_size(len(document.text))
        work = assigned(document, self._options, self._session.read)
        if work is None:
            self._session.show(document, [])
        elif work.task is None:
            await self._compare_references(work)
        else:
            await self._mark(work, work.task)

    def show_problems(self, problems: Iterable[DocumentError]) -> None:
        index = LineIndex(self._document.text)
        self._session.show(self._document, self._problems(problems, index))

    def _problems(self, problems: Iterable[DocumentError], index: LineIndex) -> list[types.Diagnostic]:
        path = self._document.path
        return [item for found in problems for item in problem_diagnostic(found, path, index, self._presentation)]

    def _is_left_alone(self) -> bool:
        path = self._document.path
        inside = [folder for folder in self._session.editor.folders if path.is_relative_to(folder)]
        return any(is_excluded(path.relative_to(folder).as_posix(), self._options.ignore) for folder in inside)

    def _check_size(self, size: int) -> None:
        if size > self._options.maximum_size:
            raise DocumentError(
                f"the document has {size:,} characters, and markscheme.maximumSize is {self._options.maximum_size:,}",
                path=self._document.path,
                line=1,
                remedy="Set more to have it marked",
            )

    async def _mark(self, work: Assignment, task: ReviewTask) -> None:
        index = LineIndex(self._document.text)
        speeds = (False, True) if self._options.with_vectors else (False,)
        if self._document.version is None:
            speeds = (False,)
        others: tuple[Comparison, ...] = ()
        for with_vectors in speeds:
            reply = await self._review(attrs.evolve(task, with_vectors=with_vectors), LOOKED_AT)
            if reply.review is None:
                self.show_problems(reply.problems)
                return
            complete = with_vectors == speeds[-1]
            marked = self._marked(work, task, index, reply.review, complete)
            if self._session.use(marked):
                self._show(marked, reply.problems, others)
            if work.others and not others:
                others = hypotheses_at(await self._reviewed(work))
                self._show(marked, reply.problems, others)

    def _marked(
        self, work: Assignment, task: ReviewTask, index: LineIndex, review: DocumentReview, complete: bool
    ) -> Marked:
        ignored = self._session.ignored_in(self._document.path)
        hidden = frozenset(
            number for number, finding in enumerate(review.findings) if ignored.hides(finding, index.text)
        )
        return Marked(self._document, index, work.exercise, task, review, self._options, hidden, complete)

    def _show(self, marked: Marked, problems: Sequence[DocumentError], others: Sequence[Comparison]) -> None:
        found = FindingDiagnostics(marked, self._locations, self._presentation, others)
        told = self._problems(problems, marked.index)
        self._session.show(self._document, [*told, *found.diagnostics(), *found.over_corrections()])

    async def _compare_references(self, work: Assignment) -> None:
        found = disagreements(await self._reviewed(work))
        index = LineIndex(self._document.text)
        diagnostics = disagreement_diagnostics(found, index, self._locations, self._presentation)
        self._session.show(self._document, diagnostics)

    async def _reviewed(self, work: Assignment) -> list[Reviewed]:
        """The reviews of all that the document is compared with; what can't be used tells of itself elsewhere."""
        reviewed: list[Reviewed] = []
        for participant, task in work.others:
            reply = await self._review(task, WORKSPACE)
            if reply.review is not None:
                reviewed.append(Reviewed(task.marked.name, participant.path, reply.review))
        return reviewed

    async def _review(self, task: ReviewTask, priority: int) -> ReviewReply:
        engine = self._session.engine(self._options)
        title = "marking" if engine.running else "starting the engine"
        reporter = self._session.editor.reporter(title, _cancelling(asyncio.current_task()))
        try:
            reply = await engine.review(
                task, reporter.report, priority if self._document.version is not None else WORKSPACE
            )
        finally:
            reporter.end()
        if reply.failure is not None:
            self._session.tell_once(f"Markscheme can't mark: {reply.failure}")
        return reply


def _cancelling(task: asyncio.Task[None] | None) -> Callable[[], None]:
    def cancel() -> None:
        if task is not None:
            task.cancel()

    return cancel
