"""When documents are marked (:class:`Schedule`), and how: their tasks, stages, and the diagnostics that are shown.

It is done in the engine. A judge, named with its key by the server's environment, is asked only with consent, once a
model and host.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from lsprotocol import types

from markscheme.documents.files import TextSource, check_characters, read_text
from markscheme.documents.folders import ADJUDICATED_FILE, BANK_FILE, CONFIGURATION, GIVEN_FILE
from markscheme.documents.formats import FORMATS
from markscheme.documents.m2_format import M2
from markscheme.errors import DocumentError, MissingDocument, NothingToMark
from markscheme.exercises.adjudicated_file import check_adjudicated
from markscheme.exercises.comment_bank import check_bank
from markscheme.exercises.discovery import configuration_problems, exercises_of
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.file_names import Role
from markscheme.exercises.given_comments import check_given
from markscheme.exercises.material import comments_of, file_text
from markscheme.exercises.upkeep import comment_name_problems
from markscheme.marking.comparison import VersionReview, disagreements
from markscheme.marking.driver import Driver, ExerciseTasks, Task, TaskSettings
from markscheme.metrics.impara import EstimateSettings
from markscheme.server.diagnostics import (
    DocumentDiagnostics,
    FindingDiagnostics,
    Presentation,
)
from markscheme.server.documents import (
    Marked,
    TextDocument,
)
from markscheme.server.editor import EditorIndex, is_same_text
from markscheme.server.editor_settings import Options
from markscheme.server.engine.endpoint import EngineIncomplete
from markscheme.server.engine.protocol import Priority

if TYPE_CHECKING:
    from markscheme.server.session import Session


_CHECKS: Mapping[str, Callable[[Path, TextSource], Sequence[DocumentError]]] = {
    CONFIGURATION: configuration_problems,
    BANK_FILE: lambda path, read: check_bank(read(path), path),
    ADJUDICATED_FILE: lambda path, read: check_adjudicated(read(path), path),
    GIVEN_FILE: lambda path, read: check_given(read(path), path) or comment_name_problems(path, read),
}
"""What is wrong with files that say how texts are marked, by their names."""


@attrs.frozen
class Assignment:
    """The work for one document; without a task of its own for a reference.

    ``others``: the versions that it is compared with: a source's hypotheses or, for a reference, the other references.
    """

    exercise: Exercise
    role: Role
    task: Task | None
    others: tuple[tuple[Participant, Task], ...] = ()


def assigned(document: TextDocument, options: Options, read: TextSource) -> Assignment | None:
    """Return the work for a document, ``None`` for one of no exercise; raise DocumentError if it can't be marked."""
    if document.view is not None:
        text = file_text(document.path, document.view.author, read)
        if text.exercise is None or text.role is None:
            return None
        exercise = options.with_references(text.exercise)
        return _Assigner(exercise, options, read).of(text.role, text.participant, text.document.name)
    for found in exercises_of(document.path, read):
        exercise = options.with_references(found)
        assigner = _Assigner(exercise, options, read)
        for own in exercise.marked(document.path):
            return assigner.of("source" if own is None else "hypothesis", own)
        for reference in exercise.references:
            if reference.path == document.path:
                return assigner.of("reference", reference)
    return None


@attrs.frozen
class _Assigner:
    exercise: Exercise
    options: Options
    read: TextSource

    def of(self, role: Role, own: Participant | None, name: str | None = None) -> Assignment | None:
        """Return the work in a role, of the source without an ``own`` participant; ``None``: it is not wanted."""
        if role == "reference":
            if own not in self.exercise.references:
                return None
            return Assignment(self.exercise, role, None, tuple(self._other_references(own, name)))
        tasks = ExerciseTasks(self.exercise, self.read, TaskSettings(self.options.marks, self.options.estimates))
        task = _task_named(tasks.of(own), name)
        others = self._hypotheses(tasks) if own is None else ()
        return Assignment(self.exercise, role, task, tuple(others))

    def _hypotheses(self, tasks: ExerciseTasks) -> Iterator[tuple[Participant, Task]]:
        """Yield the hypotheses' tasks; one that can't be used shows its problem in its own document."""
        for item in self.exercise.hypotheses:
            try:
                item_tasks = tasks.of(item)
            except DocumentError:
                continue
            yield from ((item, attrs.evolve(task, with_vectors=False)) for task in item_tasks)

    def _other_references(self, own: Participant, name: str | None) -> Iterator[tuple[Participant, Task]]:
        settings = TaskSettings(self.options.marks, EstimateSettings(wanted=False), vectors="scheme")
        for item in (*self._colleagues(own, name), *self.exercise.references):
            if item != own:
                pair = attrs.evolve(self.exercise, references=(item,))
                try:
                    task = _task_named(ExerciseTasks(pair, self.read, settings).of(own), name)
                except DocumentError as problem:
                    if problem.path == own.path:
                        raise
                    continue
                yield item, task

    def _colleagues(self, own: Participant, name: str | None) -> Iterator[Participant]:
        corrections = own.texts(self.read).corrections if name is not None else ()
        for item in corrections:
            if item.name != name and item.author is not None:
                yield Participant(item.name, own.path, item.author)


def _task_named(tasks: Sequence[Task], name: str | None) -> Task:
    return next((task for task in tasks if name in (None, task.marked.name)), tasks[0])


_SEVERAL = 3


class _DocumentMarking:
    """Marks one version of one document, and shows its diagnostics."""

    def __init__(self, session: "Session", document: TextDocument, options: Options) -> None:
        self._session = session
        self._document = document
        self._options = options
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
            self._session.editor.show_error_once(f"Markscheme can't mark: {error}")
            self._show_problems(())

    async def _mark(self) -> None:
        document = self._document
        if (check := _CHECKS.get(document.path.name)) is not None:
            problems = self._diagnostics().problems(check(document.path, self._session.read))
            self._session.show(document, problems)
            return
        is_shown = document.view is not None or FORMATS.has_lines(document.path)
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
        async for stage in self._driver(Priority.OPEN_DOCUMENT).stages(task, with_vectors, ahead=not work.others):
            review, problems = stage.outcome.review, (*stage.outcome.problems, *unreadable)
            if review is None:
                self._show_problems(problems)
                continue
            exercise, options = work.exercise, self._options
            ignored = self._session.ignored_in(self._document.path).hidden(review.in_vocabulary(options.vocabulary))
            marked = Marked(
                self._document, index, exercise, stage.task, review, options, ignored, others, stage.is_last, comments
            )
            self._show(marked, problems)
            if work.others and not others:
                others = await self._versions(work)
                self._show(attrs.evolve(marked, others=others), problems)

    def _show(self, marked: Marked, problems: Sequence[DocumentError]) -> None:
        shown = [*self._diagnostics(marked.index).problems(problems)]
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
            questions = await self._session.questions.in_document(work.exercise, self._options, self._document)
        except DocumentError:
            return
        if questions.is_empty:
            return
        more = self._diagnostics().questions(questions.shown)
        diagnostics, marked = self._shown
        self._session.show(self._document, [*diagnostics, *more], marked, questions=questions)

    def _show_problems(self, problems: Sequence[DocumentError]) -> None:
        self._shown = None
        first = next(iter(problems), None)
        self._session.show(self._document, self._diagnostics().problems(problems), problem=first)

    def _diagnostics(self, index: EditorIndex | None = None) -> DocumentDiagnostics:
        own = self._session.index(self._document.text) if index is None else index
        return DocumentDiagnostics(self._document.path, own, self._locations, self._presentation)

    async def _compare_references(self, work: Assignment) -> None:
        places = disagreements(await self._versions(work))
        if not self._options.lists_findings_of(self._document.version):
            places = ()
        diagnostics = list(self._diagnostics().disagreements(places))
        self._shown = diagnostics, None
        self._session.show(self._document, diagnostics)

    async def _versions(self, work: Assignment) -> tuple[VersionReview, ...]:
        """Show a faulty version's problem in its own document; raise DocumentError for the document itself."""
        driver = self._driver(Priority.WORKSPACE)
        versions: list[VersionReview] = []
        for participant, task in work.others:
            outcome = await driver.outcome(task)
            if outcome.review is not None:
                review = outcome.review if work.task is None else outcome.review.in_vocabulary(self._options.vocabulary)
                versions.append(VersionReview(task.marked.name, participant.path, review))
                continue
            for problem in outcome.problems:
                if problem.path == self._document.path:
                    raise problem
        return tuple(versions)

    def _driver(self, priority: Priority) -> Driver:
        is_open = self._document.version is not None
        return self._session.driver(self._options, priority if is_open else Priority.WORKSPACE, shows_progress=True)


async def mark_document(session: "Session", document: TextDocument, options: Options) -> None:
    """Mark one version of a document and show its diagnostics; raise EngineError if the engine does not answer."""
    await _DocumentMarking(session, document, options).mark()


def _may_have_questions(work: Assignment) -> bool:
    """Return whether several people correct the source; a file of M2 may have several annotators."""
    references, hypotheses = work.exercise.references, work.exercise.hypotheses
    is_several = max(len(references), len(hypotheses)) >= _SEVERAL or any(
        item.path.suffix in M2.suffixes for item in references
    )
    return work.role != "hypothesis" and bool(references) and is_several
