"""The marking of one version of one document: what the engine is asked, and what is shown of its answers."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

import attrs
from lsprotocol import types

from markscheme.engine.requests.documents import ESTIMATE, REVIEW, EstimateReply, ReviewReply
from markscheme.engine.requests.request import Priority, Request
from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercises import configuration_problems
from markscheme.judges.inquiry import Inquiry
from markscheme.lsp.notifications.diagnostics import (
    FindingDiagnostics,
    Presentation,
    disagreement_diagnostics,
    lowering_diagnostics,
    problem_diagnostic,
)
from markscheme.lsp.session.assignment import Assignment, assigned
from markscheme.lsp.session.locations import Locations
from markscheme.lsp.session.marked import Estimated, Marked, TextDocument
from markscheme.lsp.session.options import Options
from markscheme.lsp.session.reporter import cancelling
from markscheme.marking.comparison import Comparison, Reviewed, disagreements, hypotheses_at
from markscheme.marking.estimates import DocumentEstimate
from markscheme.marking.findings import DocumentReview
from markscheme.marking.tasks import EstimateTask, ReviewTask
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex
from markscheme.text.reading import read_text

if TYPE_CHECKING:
    from markscheme.lsp.session.session import Session

Task = TypeVar("Task", ReviewTask, EstimateTask)
Reply = TypeVar("Reply", ReviewReply, EstimateReply)


class DocumentMarking:
    """The marking of one version of one document."""

    def __init__(self, session: "Session", document: TextDocument, options: Options) -> None:
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
            problems = configuration_problems(document.path, self._session.read)
            self._session.show(document, self._problems(problems, LineIndex(document.text)))
            return
        if self._options.leaves_alone(document.path, self._session.editor.folders):
            self._session.show(document, [])
            return
        if document.version is None:
            self._document = document = attrs.evolve(document, text=read_text(document.path))
        self._options.check_size(len(document.text), document.path)
        work = assigned(document, self._options, self._session.read)
        if work is None:
            self._session.show(document, [])
        elif work.task is None:
            await self._compare_references(work)
        elif isinstance(work.task, EstimateTask):
            await self._estimate(work, work.task)
        else:
            await self._mark(work, work.task)

    def show_problems(self, problems: Sequence[DocumentError]) -> None:
        """Make known why the document can't be marked; nothing, where the installation is why."""
        index = LineIndex(self._document.text)
        why = next(iter(problems), None)
        self._session.show(self._document, self._problems(problems, index), problem=why)

    def _problems(self, problems: Iterable[DocumentError], index: LineIndex) -> list[types.Diagnostic]:
        path = self._document.path
        return [item for found in problems for item in problem_diagnostic(found, path, index, self._presentation)]

    async def _mark(self, work: Assignment, task: ReviewTask) -> None:
        index = LineIndex(self._document.text)
        speeds = (False, True) if self._options.with_vectors or task.settings.weighs_late else (False,)
        if self._document.version is None:
            speeds = (False,)
        others: tuple[Comparison, ...] = ()
        self._session.judging.check_configured(task)
        for with_vectors in speeds:
            reply = await self._review(attrs.evolve(task, with_vectors=with_vectors), Priority.OPEN_DOCUMENT)
            if reply.review is None:
                self.show_problems(reply.problems)
                return
            complete = with_vectors == speeds[-1] and reply.inquiry is None
            marked = self._marked(work, task, index, reply.review, complete)
            self._show(marked, reply.problems, others)
            if work.others and not others:
                others = hypotheses_at(await self._reviewed(work))
                self._show(marked, reply.problems, others)
        if reply.inquiry is not None:
            marked, reply = await self._judged(marked, reply, reply.inquiry)
            self._show(marked, reply.problems, others)

    async def _judged(self, marked: Marked, reply: ReviewReply, inquiry: Inquiry) -> tuple[Marked, ReviewReply]:
        """The marks weighed by a language model; those that are there, if it is not asked or does not answer."""
        engine = self._session.engine(self._options)
        if await self._session.judging.answered(engine, marked.task, inquiry):
            reply = await self._review(marked.task, Priority.OPEN_DOCUMENT)
            marked = attrs.evolve(marked, review=reply.review or marked.review)
        return attrs.evolve(marked, complete=True), reply

    async def _estimate(self, work: Assignment, task: EstimateTask) -> None:
        """Qualities first, then with similarities and impacts; of what is not open, qualities alone."""
        index = LineIndex(self._document.text)
        others: tuple[tuple[str, DocumentEstimate], ...] | None = None
        for with_vectors in (False, True) if self._document.version is not None else (False,):
            reply = await self._estimated(attrs.evolve(task, with_vectors=with_vectors), Priority.OPEN_DOCUMENT)
            if reply.estimate is None:
                self.show_problems(reply.problems)
                return
            if others is None:
                others = tuple([item async for item in self._other_estimates(work)])
            hidden = self._session.ignored_in(self._document.path).hidden_edits(reply.estimate)
            known = Estimated(
                self._document, index, work.exercise, task, reply.estimate, self._options, hidden, others, with_vectors
            )
            told = self._problems(reply.problems, index)
            lowering = lowering_diagnostics(known, self._locations, self._presentation)
            self._session.show(self._document, [*told, *lowering], known)

    async def _other_estimates(self, work: Assignment) -> AsyncIterator[tuple[str, DocumentEstimate]]:
        """Of a source's hypotheses; what can't be used tells of itself in its own document."""
        for _, task in work.others:
            if isinstance(task, EstimateTask):
                reply = await self._estimated(task, Priority.WORKSPACE)
                if reply.estimate is not None:
                    yield task.marked.name, reply.estimate

    def _marked(
        self, work: Assignment, task: ReviewTask, index: LineIndex, review: DocumentReview, complete: bool
    ) -> Marked:
        hidden = self._session.ignored_in(self._document.path).hidden(review)
        return Marked(self._document, index, work.exercise, task, review, self._options, hidden, complete)

    def _show(self, marked: Marked, problems: Sequence[DocumentError], others: Sequence[Comparison]) -> None:
        found = FindingDiagnostics(marked, self._locations, self._presentation, others)
        told = self._problems(problems, marked.index)
        self._session.show(self._document, [*told, *found.diagnostics(), *found.over_corrections()], marked)

    async def _compare_references(self, work: Assignment) -> None:
        found = disagreements(await self._reviewed(work))
        index = LineIndex(self._document.text)
        diagnostics = disagreement_diagnostics(found, index, self._locations, self._presentation)
        self._session.show(self._document, diagnostics)

    async def _reviewed(self, work: Assignment) -> list[Reviewed]:
        """The reviews of all that the document is compared with; what can't be used tells of itself elsewhere.

        Raises
        ------
        DocumentError
            If the document itself can't be used.
        """
        reviewed: list[Reviewed] = []
        for participant, task in work.others:
            if not isinstance(task, ReviewTask):
                continue
            reply = await self._review(task, Priority.WORKSPACE)
            if reply.review is not None:
                reviewed.append(Reviewed(task.marked.name, participant.path, reply.review))
                continue
            for problem in reply.problems:
                if problem.path == self._document.path:
                    raise problem
        return reviewed

    async def _review(self, task: ReviewTask, priority: Priority) -> ReviewReply:
        return await self._ask(REVIEW, task, priority)

    async def _estimated(self, task: EstimateTask, priority: Priority) -> EstimateReply:
        return await self._ask(ESTIMATE, task, priority)

    async def _ask(self, request: Request[Task, Reply], task: Task, priority: Priority) -> Reply:
        engine = self._session.engine(self._options)
        title = "marking" if engine.running else "starting the engine"
        reporter = self._session.editor.reporter(title, cancelling(asyncio.current_task()))
        try:
            priority = priority if self._document.version is not None else Priority.WORKSPACE
            reply = await engine.ask(request, task, reporter.report, priority)
        finally:
            reporter.end()
        if reply.failure is not None:
            self._session.show_error_once(f"Markscheme can't mark: {reply.failure}")
        return reply
