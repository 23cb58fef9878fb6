"""The marking of one version of one document: its tasks, their stages, and the diagnostics that are shown of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import attrs
from lsprotocol import types

from markscheme.documents.files import TextSource, check_characters, read_text
from markscheme.documents.formats import has_lines
from markscheme.documents.m2_format import M2
from markscheme.errors import DocumentError, MissingDocument, NothingToMark
from markscheme.exercises.adjudicated_file import ADJUDICATED_FILE, check_adjudicated
from markscheme.exercises.comments.bank import BANK_FILE, check_bank
from markscheme.exercises.comments.given_file import GIVEN_FILE, check_given
from markscheme.exercises.material import comments_of
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.exercises.tables import configuration_problems
from markscheme.exercises.upkeep import comment_name_problems
from markscheme.marking.comparison import VersionReview, disagreements
from markscheme.marking.driver import Driver, Task
from markscheme.server.diagnostics import (
    FindingDiagnostics,
    Presentation,
    disagreement_diagnostics,
    notice_diagnostics,
    problem_diagnostic,
    question_diagnostics,
)
from markscheme.server.engine.messages import EngineIncomplete
from markscheme.server.engine.requests import Priority
from markscheme.server.locations import EditorIndex, is_same_text
from markscheme.server.options import Options
from markscheme.server.session.annotation.document_questions import DocumentQuestions, document_questions
from markscheme.server.session.consent import EditorPolicy
from markscheme.server.session.documents.engine_marker import EngineMarker
from markscheme.server.session.marked import Assignment, Marked, TextDocument, assigned
from markscheme.server.session.state import SessionState
from markscheme.server.vocabularies import VOCABULARIES

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

    def __init__(self, session: SessionState, document: TextDocument, options: Options) -> None:
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
            diagnostics = FindingDiagnostics(marked, self._locations, self._presentation, self._session.shown_findings)
            shown += [
                *notice_diagnostics(marked.whole.notices, marked.index, self._presentation),
                *diagnostics.findings(),
                *diagnostics.over_corrections(),
            ]
        self._shown = shown, marked
        self._session.show(self._document, shown, marked)

    async def _add_questions(self, work: Assignment) -> None:
        """Show them only in an open source or reference that several people correct; raise EngineError."""
        is_wanted = self._options.questions and self._document.version is not None
        if self._shown is None or not is_wanted or not _may_have_questions(work):
            return
        try:
            current = await self._session.desk.of(work.exercise, self._options)
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
