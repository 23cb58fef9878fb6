"""What the server knows of its open documents, and when each is marked.

A document is marked after a moment of quiet; its newest version wins, and a result is published only if
its version is still the current one. Categories are published first, and again completed with weights,
plans and credit when the vectors are there.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
from lsprotocol import types

from markscheme.documents.configuration import CONFIGURATION
from markscheme.documents.errors import DocumentError
from markscheme.documents.exercises import configuration_problems, exercises_of
from markscheme.documents.positions import LineIndex, PositionEncoding
from markscheme.documents.reading import read_text
from markscheme.engine.client import EngineClient, EngineError
from markscheme.engine.messages import ReviewReply
from markscheme.engine.tasks import ReviewTask, review_tasks
from markscheme.lsp.diagnostics import finding_diagnostic, problem_diagnostic
from markscheme.lsp.options import Options
from markscheme.lsp.progress import Reporter
from markscheme.marking.findings import DocumentReview
from markscheme.metrics.cleme2 import Category

logger = logging.getLogger(__name__)


@attrs.frozen
class OpenDocument:
    """A document as it stands in the editor."""

    uri: str
    path: Path
    version: int
    text: str


@attrs.frozen
class Marked:
    """A version of a document with its review."""

    version: int
    index: LineIndex
    review: DocumentReview


class Editor:
    """What a session asks of the editor at the other end; the server implements it."""

    encoding: PositionEncoding = "utf-16"

    def publish(self, params: types.PublishDiagnosticsParams) -> None:
        raise NotImplementedError

    def refresh(self) -> None:
        """Ask again for what is shown beside the text: lenses, hints, tokens."""
        raise NotImplementedError

    def tell(self, message: str) -> None:
        """Show an error to the person."""
        raise NotImplementedError

    def reporter(self, title: str) -> Reporter:
        """Work-done progress for one piece of work."""
        raise NotImplementedError


class Session:
    """The open documents of one editor."""

    def __init__(self, editor: Editor, options: Options, client: Callable[[Options], EngineClient]) -> None:
        self._editor = editor
        self._make_client = client
        self._options = options
        self._engine = client(options)
        self._documents: dict[str, OpenDocument] = {}
        self._marked: dict[str, Marked] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._told: set[str] = set()
        self._news = asyncio.Event()

    @property
    def options(self) -> Options:
        return self._options

    @property
    def documents(self) -> Mapping[str, OpenDocument]:
        return self._documents

    def marked(self, uri: str) -> Marked | None:
        """The review of the document's current version, if it is there."""
        found, document = self._marked.get(uri), self._documents.get(uri)
        return found if found and document and found.version == document.version else None

    async def current(self, uri: str) -> Marked | None:
        """The review of the document's current version, as soon as it is there; ``None`` if none is under way.

        What is shown beside the text waits for it: an answer without marks would make it vanish at each key.
        """
        while (found := self.marked(uri)) is None:
            task = self._tasks.get(uri)
            if task is None or task.done():
                return None
            news = asyncio.ensure_future(self._news.wait())
            await asyncio.wait({task, news}, return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
        return found

    def opened(self, document: OpenDocument) -> None:
        self._documents[document.uri] = document
        self._schedule_with_relatives(document, delay=0.0)

    def changed(self, document: OpenDocument) -> None:
        self._documents[document.uri] = document
        self._schedule_with_relatives(document, delay=self._options.debounce / 1000)

    def closed(self, uri: str) -> None:
        document = self._documents.pop(uri, None)
        self._marked.pop(uri, None)
        task = self._tasks.pop(uri, None)
        if task is not None:
            task.cancel()
        self._editor.publish(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))
        if document is not None:
            self._schedule_relatives(document, delay=0.0)

    def configured(self, options: Options) -> None:
        """Use other options from now on; the engine is started anew only if its own have changed."""
        if options.engine != self._options.engine:
            self._engine.stop()
            self._engine = self._make_client(options)
        self._options = options
        for uri in self._documents:
            self._schedule(uri, 0.0)

    def stop(self) -> None:
        """End all work and the engine."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._engine.stop()

    def _schedule_with_relatives(self, document: OpenDocument, delay: float) -> None:
        self._schedule(document.uri, delay)
        self._schedule_relatives(document, delay)

    def _schedule_relatives(self, document: OpenDocument, delay: float) -> None:
        """A source, a reference or a configuration decides the marks of other open documents."""
        for other in self._documents.values():
            if other.uri != document.uri and self._depends(other, document.path):
                self._schedule(other.uri, delay)

    def _depends(self, document: OpenDocument, path: Path) -> bool:
        if path.name == CONFIGURATION:
            return document.path.is_relative_to(path.parent)
        try:
            found = exercises_of(document.path, self._read)
        except (DocumentError, OSError):
            return False
        return any(exercise.role(path) in ("source", "reference") for exercise in found)

    def _schedule(self, uri: str, delay: float) -> None:
        running = self._tasks.pop(uri, None)
        if running is not None:
            running.cancel()
        task = asyncio.get_running_loop().create_task(self._mark_later(uri, delay))
        self._tasks[uri] = task
        task.add_done_callback(_raise_in_log)

    async def _mark_later(self, uri: str, delay: float) -> None:
        await asyncio.sleep(delay)
        document = self._documents[uri]
        try:
            await self._mark(document)
        except DocumentError as problem:
            self._publish_problems(document, (problem,))
        except EngineError as error:
            self._tell_once(f"Markscheme's engine does not answer: {error}")

    async def _mark(self, document: OpenDocument) -> None:
        if document.path.name == CONFIGURATION:
            self._publish_problems(document, configuration_problems(document.path, self._read))
            return
        task = self._task(document)
        if task is None:
            self._publish(document, [])
            return
        for complete in (False, True):
            reporter = (
                self._editor.reporter("marking")
                if self._engine.running
                else self._editor.reporter("starting the engine")
            )
            try:
                reply = await self._engine.review(attrs.evolve(task, with_vectors=complete), reporter.report)
            finally:
                reporter.end()
            self._use(document, reply)
            if reply.review is None:
                return

    def _task(self, document: OpenDocument) -> ReviewTask | None:
        """What marks the document; nothing for a reference, and for a document of no exercise.

        Raises
        ------
        DocumentError
            If it can't be marked.
        """
        for exercise in exercises_of(document.path, self._read):
            for participant in exercise.marked(document.path):
                return review_tasks(exercise, participant, self._read, self._options.marks)[0]
        return None

    def _read(self, path: Path) -> str:
        """A document as it stands in the editor, else on disk."""
        for document in self._documents.values():
            if document.path == path:
                return document.text
        return read_text(path)

    def _use(self, document: OpenDocument, reply: ReviewReply) -> None:
        if reply.failure is not None:
            self._tell_once(f"Markscheme can't mark: {reply.failure}")
        if reply.review is None:
            self._publish_problems(document, reply.problems)
            return
        current = self._documents.get(document.uri)
        if current is None or current.version != document.version:
            return
        index = LineIndex(document.text)
        self._marked[document.uri] = Marked(document.version, index, reply.review)
        found = [
            finding_diagnostic(finding, index, self._editor.encoding)
            for finding in reply.review.findings
            if self._options.hits or finding.category is not Category.HIT
        ]
        problems = [
            problem_diagnostic(problem, document.path, index, self._editor.encoding) for problem in reply.problems
        ]
        self._publish(document, problems + found)
        self._editor.refresh()
        self._news.set()
        self._news = asyncio.Event()

    def _publish_problems(self, document: OpenDocument, problems: tuple[DocumentError, ...]) -> None:
        index = LineIndex(document.text)
        encoding = self._editor.encoding
        self._publish(document, [problem_diagnostic(problem, document.path, index, encoding) for problem in problems])

    def _publish(self, document: OpenDocument, diagnostics: list[types.Diagnostic]) -> None:
        current = self._documents.get(document.uri)
        if current is not None and current.version == document.version:
            self._editor.publish(
                types.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=diagnostics)
            )

    def _tell_once(self, message: str) -> None:
        if message not in self._told:
            self._told.add(message)
            self._editor.tell(message)


def _raise_in_log(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("a document could not be marked", exc_info=error)
