"""When documents are marked (:class:`Schedule`), and how: their tasks, stages, and the diagnostics that are shown.

It is done in the engine. A judge, named with its key by the server's environment, is asked only with consent, once a
model and host.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from lsprotocol import types

from markscheme.documents.files import TextSource, check_characters, read_text
from markscheme.documents.formats import has_lines
from markscheme.documents.m2_format import M2
from markscheme.errors import DocumentError, JudgeError, MissingDocument, NothingToMark
from markscheme.exercises.adjudicated_file import ADJUDICATED_FILE, check_adjudicated
from markscheme.exercises.comment_bank import BANK_FILE, check_bank
from markscheme.exercises.discovery import configuration_problems, exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.given_comments import GIVEN_FILE, check_given
from markscheme.exercises.material import comments_of
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.exercises.upkeep import comment_name_problems
from markscheme.inference.judge import Inquiry, JudgeSettings, configured, configured_key
from markscheme.marking.comparison import VersionReview, disagreements
from markscheme.marking.driver import Driver, Outcome, Task
from markscheme.metrics.base import ModelQuestion
from markscheme.processes import QuietCollection
from markscheme.progress import Progress, silent
from markscheme.server.diagnostics import (
    FindingDiagnostics,
    Presentation,
    disagreement_diagnostics,
    problem_diagnostic,
    question_diagnostics,
)
from markscheme.server.documents import (
    Assignment,
    DocumentQuestions,
    Marked,
    OpenDocuments,
    Results,
    TextDocument,
    assigned,
    depends,
    document_questions,
)
from markscheme.server.editor import Editor, EditorIndex, cancelling, is_same_text
from markscheme.server.editor_settings import Options
from markscheme.server.engine.client import EngineClient
from markscheme.server.engine.endpoint import EngineIncomplete
from markscheme.server.engine.protocol import JUDGE, MARK, JudgeParams, Priority
from markscheme.server.vocabularies import VOCABULARIES

if TYPE_CHECKING:
    from markscheme.server.session import Session


SEND, NOT_NOW = "Send", "Not now"
logger = logging.getLogger(__name__)

QUIET = 1.0
"""Seconds without a keystroke before a judge is asked: each half-written word would cost."""
RETRY_INTERVAL = 300.0
"""Seconds before a judge that failed is asked again."""

Place = tuple[str, str | None]
"""A model and its host; ``None``: this machine."""


class Consent:
    """The person's answers, and failures of judges, for as long as the server runs."""

    def __init__(self, editor: Editor, show_error_once: Callable[[str], None]) -> None:
        self._editor = editor
        self._show_error_once = show_error_once
        self._answers: dict[Place, asyncio.Task[bool]] = {}
        self._failures: dict[Place, float] = {}
        """Time of the last failure, by :func:`time.monotonic`."""

    def check_configured(self) -> None:
        """Tell the person, once, if no judge is configured."""
        try:
            configured()
        except JudgeError as error:
            self._show_error_once(f"Markscheme: {error}")

    async def given(self, inquiry: Inquiry, quiet: float) -> bool:
        """Return whether the judge may be asked, after a moment of quiet.

        A judge that has just failed may not, until some time has passed or a setting changes.
        """
        place = (inquiry.model, inquiry.host)
        if self._is_out_of_use(place):
            return False
        await asyncio.sleep(quiet)
        if inquiry.host is None:
            return True
        # The question stays on the screen, and its answer counts, whatever becomes of this document meanwhile.
        return await asyncio.shield(self._answer(place, inquiry))

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        """Tell the person that marks are not weighted."""
        self._failures[inquiry.model, inquiry.host] = time.monotonic()
        self._show_error_once(f"Markscheme shows marks that are not weighted: {error}")

    def reconsider(self) -> None:
        self._failures.clear()
        self._answers = {place: answer for place, answer in self._answers.items() if not _is_refusal(answer)}

    def stop(self) -> None:
        for answer in self._answers.values():
            answer.cancel()

    def _is_out_of_use(self, place: Place) -> bool:
        answer, failure = self._answers.get(place), self._failures.get(place)
        is_refused = answer is not None and _is_refusal(answer)
        return is_refused or (failure is not None and time.monotonic() - failure < RETRY_INTERVAL)

    def _answer(self, place: Place, inquiry: Inquiry) -> "asyncio.Task[bool]":
        if place not in self._answers:
            self._answers[place] = asyncio.get_running_loop().create_task(self._ask_person(inquiry))
        return self._answers[place]

    async def _ask_person(self, inquiry: Inquiry) -> bool:
        message = (
            f"To weigh edits, Markscheme wants to send sentences of this document: {inquiry.text}. "
            "What else is marked in this session is sent there too."
        )
        if await self._editor.ask(message, (SEND, NOT_NOW)) == SEND:
            return True
        hint = "Nothing was sent, and marks are not weighted. To be asked again, change a Markscheme setting or restart"
        self._editor.show_message(f"{hint} the server", types.MessageType.Info)
        return False


@attrs.frozen
class EditorPolicy:
    """The driver's judge policy in the server: the task's own judge, with consent and after ``quiet`` seconds."""

    consent: Consent
    quiet: float = QUIET

    def prepared(self, task: Task) -> Task:
        if task.is_judged and task.settings.judge is None:
            self.consent.check_configured()
        return task

    async def permits(self, inquiry: Inquiry) -> bool:
        return await self.consent.given(inquiry, self.quiet)

    def key(self) -> str | None:
        return configured_key()

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        self.consent.failed(inquiry, error)


def _is_refusal(answer: "asyncio.Task[bool]") -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None or not answer.result())


class EngineMarker:
    """Marks in the engine; ``shows_progress``: the editor shows each document's."""

    def __init__(self, client: EngineClient, editor: Editor, priority: Priority, *, shows_progress: bool) -> None:
        self._client = client
        self._editor = editor
        self._priority = priority
        self._shows_progress = shows_progress

    async def mark(self, task: Task) -> Outcome:
        """Raise EngineIncomplete if the engine lacks a part, EngineError if it does not answer."""
        if self._shows_progress:
            with self._progress("marking" if self._client.running else "starting the engine") as progress:
                reply = await self._client.ask(MARK, task, progress, self._priority)
        else:
            reply = await self._client.ask(MARK, task, silent, self._priority)
        return reply.outcome

    async def ask(self, questions: dict[ModelQuestion, str], judge: JudgeSettings, key: str | None) -> None:
        """Raise JudgeError if the judge does not answer every question, EngineError if the engine does not."""
        params = JudgeParams(tuple(questions.items()), judge, key)
        with self._progress("asking the language model") as progress:
            try:
                await self._client.ask(JUDGE, params, progress)
            except EngineIncomplete as error:
                raise JudgeError(str(error)) from error

    @contextmanager
    def _progress(self, title: str) -> Iterator[Progress]:
        reporter = self._editor.reporter(title, cancelling(asyncio.current_task()))
        try:
            yield reporter.report
        finally:
            reporter.end()


_CHECKS: Mapping[str, Callable[[Path, TextSource], Sequence[DocumentError]]] = {
    CONFIGURATION: configuration_problems,
    BANK_FILE: lambda path, read: check_bank(read(path), path),
    ADJUDICATED_FILE: lambda path, read: check_adjudicated(read(path), path),
    GIVEN_FILE: lambda path, read: check_given(read(path), path) or comment_name_problems(path, read),
}
"""What is wrong with files that say how texts are marked, by their names."""


_SEVERAL = 3


class DocumentMarking:
    """Marks one version of one document, and shows its diagnostics."""

    def __init__(self, session: "Session", document: TextDocument, options: Options) -> None:
        self._session = session
        self._document = document
        self._options = options
        self._vocabulary = VOCABULARIES[options.vocabulary]
        editor = session.editor
        self._presentation = Presentation(
            options.severities,
            editor.related_information,
            editor.code_descriptions,
            editor.hover_shows_diagnostics,
        )
        self._shown: tuple[list[types.Diagnostic], Marked | None] | None = None
        self._locations = session.locations()

    async def mark(self) -> None:
        """Mark the document and show its diagnostics; raise EngineError if the engine does not answer."""
        try:
            await self._mark()
        except NothingToMark as problem:
            self._session.show(self._document, [], problem=problem)
        except DocumentError as problem:
            self._show_problems(() if self._is_gone(problem) else (problem,))
        except EngineIncomplete as error:
            self._session.show_error_once(f"Markscheme can't mark: {error}")
            self._show_problems(())

    async def _mark(self) -> None:
        document = self._document
        if (check := _CHECKS.get(document.path.name)) is not None:
            problems = check(document.path, self._session.read)
            self._session.show(document, self._problems(problems, self._session.index(document.text)))
            return
        is_shown = document.view is not None or has_lines(document.path)
        if not is_shown or self._options.leaves_alone(document.path, self._session.editor.folders):
            self._session.show(document, [])
            return
        if document.view is not None:
            text = self._session.text_of_view(document.view)
            if document.version is not None and not is_same_text(text, document.text):
                self._have_fetched_again(document)
                return
            self._document = document = attrs.evolve(document, text=text)
        elif document.version is None:
            self._document = document = attrs.evolve(document, text=read_text(document.path))
        self._options.check_size(len(document.text), document.path)
        check_characters(document.text, document.path)
        work = assigned(document, self._options, self._session.read)
        if work is None:
            self._session.show(document, [])
            return
        self._options = self._options.marking(work.exercise)
        if work.task is None:
            await self._compare_references(work)
        else:
            await self._mark_in_stages(work, work.task)
        await self._add_questions(work)

    def _is_gone(self, problem: DocumentError) -> bool:
        """Return whether the file of a view is gone, as a deleted text that is open has none."""
        is_own = self._document.view is not None and problem.path == self._document.path
        return is_own and isinstance(problem, MissingDocument)

    def _have_fetched_again(self, document: TextDocument) -> None:
        if not self._session.editor.refresh_view(document.uri):
            remedy = "Open it again"
            raise DocumentError("the file has changed since this text was opened", path=document.path, remedy=remedy)

    async def _mark_in_stages(self, work: Assignment, task: Task) -> None:
        """Show each stage; of a document that is not open there is only the first."""
        has_second = self._options.with_vectors or task.has_second_stage or work.exercise.needs_credit
        with_vectors = (False, True) if has_second and self._document.version is not None else (False,)
        index = self._session.index(self._document.text)
        others: tuple[VersionReview, ...] = ()
        comments = comments_of(work.exercise, self._session.read, self._options.language)
        unreadable = comments.problems if comments is not None else ()
        async for stage in self._driver(Priority.OPEN_DOCUMENT).stages(task, with_vectors):
            review, problems = stage.outcome.review, (*stage.outcome.problems, *unreadable)
            if review is None:
                self._show_problems(problems)
                continue
            exercise, options = work.exercise, self._options
            ignored = self._session.ignored_in(self._document.path).hidden(self._vocabulary.shown(review))
            marked = Marked(
                self._document, index, exercise, stage.task, review, options, ignored, others, stage.is_last, comments
            )
            self._show(marked, problems)
            if work.others and not others:
                others = await self._versions(work)
                self._show(attrs.evolve(marked, others=others), problems)

    def _show(self, marked: Marked, problems: Sequence[DocumentError]) -> None:
        shown = self._problems(problems, marked.index)
        if self._options.lists_findings_of(self._document.version):
            recent = self._session.shown_findings
            shown += FindingDiagnostics(marked, self._locations, self._presentation, recent).all()
        self._shown = shown, marked
        self._session.show(self._document, shown, marked)

    async def _add_questions(self, work: Assignment) -> None:
        """Show them only in an open source or reference that several people correct; raise EngineError."""
        is_wanted = self._options.questions and self._document.version is not None
        if self._shown is None or not is_wanted or not _may_have_questions(work):
            return
        try:
            current = await self._session.questions.of(work.exercise, self._options)
        except DocumentError:
            return
        view = self._document.view
        questions = (
            document_questions(
                current.queue.open, current.reply.unanimities, self._document.path, view.author if view else None
            )
            if current is not None
            else DocumentQuestions()
        )
        if questions.is_empty:
            return
        index = self._session.index(self._document.text)
        more = question_diagnostics(questions.shown, index, self._locations, self._presentation)
        diagnostics, marked = self._shown
        self._session.show(self._document, [*diagnostics, *more], marked, questions=questions)

    def _show_problems(self, problems: Sequence[DocumentError]) -> None:
        self._shown = None
        index = self._session.index(self._document.text)
        first = next(iter(problems), None)
        self._session.show(self._document, self._problems(problems, index), problem=first)

    def _problems(self, problems: Iterable[DocumentError], index: EditorIndex) -> list[types.Diagnostic]:
        path = self._document.path
        return [item for problem in problems for item in problem_diagnostic(problem, path, index, self._presentation)]

    async def _compare_references(self, work: Assignment) -> None:
        places = disagreements(await self._versions(work))
        if not self._options.lists_findings_of(self._document.version):
            places = ()
        index = self._session.index(self._document.text)
        diagnostics = list(disagreement_diagnostics(places, index, self._locations, self._presentation))
        self._shown = diagnostics, None
        self._session.show(self._document, diagnostics)

    async def _versions(self, work: Assignment) -> tuple[VersionReview, ...]:
        """Show a faulty version's problem in its own document; raise DocumentError for the document itself."""
        driver = self._driver(Priority.WORKSPACE)
        versions: list[VersionReview] = []
        for participant, task in work.others:
            outcome = await driver.outcome(task)
            if outcome.review is not None:
                review = outcome.review if work.task is None else self._vocabulary.shown(outcome.review)
                versions.append(VersionReview(task.marked.name, participant.path, review))
                continue
            for problem in outcome.problems:
                if problem.path == self._document.path:
                    raise problem
        return tuple(versions)

    def _driver(self, priority: Priority) -> Driver:
        session, is_open = self._session, self._document.version is not None
        client = session.engine(self._options)
        priority = priority if is_open else Priority.WORKSPACE
        marker = EngineMarker(client, session.editor, priority, shows_progress=True)
        return Driver(marker, EditorPolicy(session.consent))


def _may_have_questions(work: Assignment) -> bool:
    """Return whether several people correct the source; a file of M2 may have several annotators."""
    references, hypotheses = work.exercise.references, work.exercise.hypotheses
    is_several = max(len(references), len(hypotheses)) >= _SEVERAL or any(
        item.path.suffix in M2.suffixes for item in references
    )
    return work.role != "hypothesis" and bool(references) and is_several


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
