"""Documents and files as an editor reports them, their diagnostics and texts, and the settings that hold for them.

Both requests for diagnostics are announced only where ``diagnostics`` is ``"pull"``. Equal diagnostics have equal
result ids. ``workspace/diagnostic`` is answered when a document's diagnostics differ from the ids that the editor has.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.contract import shown
from markscheme.documents.files import TextSource
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError, Reminder
from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import FileText, file_texts, texts_in
from markscheme.marking.words import ORIGINAL
from markscheme.reports.overview import (
    ExerciseText,
    ListedExercise,
    ListedHypothesis,
    ListedReference,
    RunningText,
    ShownView,
    Texts,
    Views,
    exercise_texts,
)
from markscheme.server.documents import TextDocument
from markscheme.server.editor import URIS, FileViews, View, path_of, paths_of, view_of
from markscheme.server.editor_settings import plain, section_of
from markscheme.server.engine.protocol import CLEAR_CACHE, STATUS
from markscheme.server.handling import command, feature, file_path, notification, request
from markscheme.server.server import MarkschemeServer
from markscheme.server.session import Session
from markscheme.server.workspace import documents_in, follow_exercises, search
from markscheme.wording import person_name, teacher_name


@notification(types.TEXT_DOCUMENT_DID_OPEN)
async def opened(ls: MarkschemeServer, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    if (path := path_of(item.uri)) is not None:
        ls.session.opened(TextDocument(item.uri, path, item.version, item.text))


@notification(types.TEXT_DOCUMENT_DID_CHANGE)
async def changed(ls: MarkschemeServer, params: types.DidChangeTextDocumentParams) -> None:
    item = params.text_document
    if (path := path_of(item.uri)) is not None:
        text = ls.workspace.get_text_document(item.uri).source
        ls.session.changed(TextDocument(item.uri, path, item.version, text))


@notification(types.TEXT_DOCUMENT_DID_CLOSE)
async def closed(ls: MarkschemeServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget the document's results; mark the file on disk where the workspace is kept marked."""
    ls.session.closed(params.text_document.uri)


@feature(types.TEXT_DOCUMENT_DIAGNOSTIC)
async def document_diagnostics(
    ls: MarkschemeServer, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    diagnosed = await ls.session.diagnosed(params.text_document.uri)
    if diagnosed is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    if diagnosed.id == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=diagnosed.id)
    return types.RelatedFullDocumentDiagnosticReport(items=diagnosed.items, result_id=diagnosed.id)


@feature(types.WORKSPACE_DIAGNOSTIC)
async def workspace_diagnostics(
    ls: MarkschemeServer, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """Return the workspace's diagnostics; with a partial result token, send each document's when it is there."""
    previous_ids = {item.uri: item.value for item in params.previous_result_ids}
    if previous_ids:
        await ls.session.changed_from(previous_ids)
    reports: list[types.WorkspaceDocumentDiagnosticReport] = []
    async for report in _workspace_reports(ls.session, previous_ids):
        if params.partial_result_token is None:
            reports.append(report)
        else:
            part = types.WorkspaceDiagnosticReportPartialResult([report])
            ls.protocol.notify(types.PROGRESS, types.ProgressParams(params.partial_result_token, part))
    return types.WorkspaceDiagnosticReport(reports)


async def _workspace_reports(
    session: Session, previous_ids: Mapping[str, str]
) -> AsyncIterator[types.WorkspaceDocumentDiagnosticReport]:
    """Yield the exercises' documents, marked as on disk if not open; views only for editors that can open them."""
    session.follows_workspace = True
    for document in await documents_in(session):
        uri = document.uri
        diagnosed = await session.mark_from_disk(document) if session.editor.can_open(uri) else None
        if diagnosed is None:
            continue
        if diagnosed.id == previous_ids.get(uri):
            yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, diagnosed.id, diagnosed.version)
        else:
            yield types.WorkspaceFullDocumentDiagnosticReport(
                uri, diagnosed.items, diagnosed.version, result_id=diagnosed.id
            )
    for uri in session.results.gone(previous_ids):
        yield types.WorkspaceFullDocumentDiagnosticReport(uri, [])


@notification(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
async def configured(ls: MarkschemeServer, params: types.DidChangeConfigurationParams) -> None:
    ls.session.configured(section_of(plain(params.settings)))


@command("markscheme.remark")
async def remark(ls: MarkschemeServer, uri: str | None = None) -> None:
    """Mark a document again; without arguments, all that are open."""
    ls.session.remark(uri)


@command("markscheme.clearCache")
async def clear_cache(ls: MarkschemeServer) -> Any:
    engine = ls.session.engine(await ls.configuration.of(None))
    return shown(await engine.ask(CLEAR_CACHE, None))


@command("markscheme.restartEngine")
async def restart_engine(ls: MarkschemeServer) -> None:
    engine = ls.session.engine(await ls.configuration.of(None))
    await engine.restart()
    ls.session.remark(None)


@command("markscheme.status")
@request("markscheme/status")
async def status(ls: MarkschemeServer, *, start: bool = True) -> Any:
    """Return the engine's state; ``None`` if it does not run and must not be started."""
    engine = ls.session.engine(await ls.configuration.of(None))
    state = await (engine.ask(STATUS, None) if start else engine.ask_if_running(STATUS, None))
    return None if state is None else shown(state)


@notification(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
async def files_changed(ls: MarkschemeServer, params: types.DidChangeWatchedFilesParams) -> None:
    ls.session.files_changed(paths_of(change.uri for change in params.changes))


@notification(types.WORKSPACE_DID_CREATE_FILES)
async def created(ls: MarkschemeServer, params: types.CreateFilesParams) -> None:
    ls.session.files_changed(paths_of(file.uri for file in params.files))


@notification(types.WORKSPACE_DID_DELETE_FILES)
async def deleted(ls: MarkschemeServer, params: types.DeleteFilesParams) -> None:
    ls.session.files_changed(paths_of(file.uri for file in params.files))


@notification(types.WORKSPACE_DID_RENAME_FILES)
async def renamed(ls: MarkschemeServer, params: types.RenameFilesParams) -> None:
    for file in params.files:
        before, after = path_of(file.old_uri), path_of(file.new_uri)
        if before and after:
            ls.session.renamed(before, after)


SHOW_TEXT = "markscheme.showText"


@command(SHOW_TEXT)
async def show_text(ls: MarkschemeServer, uri: str) -> bool:
    """Show a text; return whether the editor showed it."""
    start = types.Position(0, 0)
    return await ls.editor.show(types.Location(uri, types.Range(start, start)))


@feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
async def text_of_view(
    ls: MarkschemeServer, params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    view = view_of(params.uri)
    if view is None:
        raise JsonRpcInvalidParams(f"{params.uri} is not the URI of a view")
    return types.TextDocumentContentResult(await asyncio.to_thread(ls.session.text_of_view, view))


@request("markscheme/texts")
async def running_texts(
    ls: MarkschemeServer, *, text_document: types.TextDocumentIdentifier, author: str | None = None
) -> Any:
    """Return the texts of a document's exercise, if any; raise DocumentError if source or document can't be read."""
    path, view = path_of(text_document.uri), view_of(text_document.uri)
    if path is None:
        return None
    author = author or (view.author if view is not None else None)
    return shown(await asyncio.to_thread(_texts, path, ls.session.snapshot(), author), uris=URIS)


def _texts(path: Path, read: TextSource, author: str | None) -> Texts | None:
    for exercise in exercises_of(path, read):
        texts, views = exercise_texts(exercise, path, read, author), FileViews(read)
        hypothesis = texts.hypothesis
        return Texts(
            exercise.name,
            _text(texts.source, views, ORIGINAL),
            None if hypothesis is None else _text(hypothesis, views, person_name(hypothesis.name)),
            tuple(_text(item, views, teacher_name(item.name)) for item in texts.references),
        )
    return None


def _text(item: RunningText, views: FileViews, label: str) -> ExerciseText:
    return ExerciseText(item, label, views.author(item.path, item.name, item.author))


@request("markscheme/views")
async def views(ls: MarkschemeServer, *, text_document: types.TextDocumentIdentifier) -> Any:
    path = file_path(text_document.uri)
    return shown(await asyncio.to_thread(_views, path, ls.session.snapshot()), uris=URIS)


def _views(path: Path, read: TextSource) -> Views:
    """Raise DocumentError, without its path, if the file can't be read; or if the folder's configuration is broken."""
    try:
        texts = () if FORMATS.has_lines(path) else file_texts(path, read)
    except DocumentError as problem:
        if problem.path != path or problem.line is not None:
            raise
        raise DocumentError(problem.problem, remedy=problem.remedy) from problem
    exercise = next((text.exercise.name for text in texts if text.exercise is not None), None)
    return Views(exercise, tuple(_view(path, text) for text in texts))


def _view(path: Path, text: FileText) -> ShownView:
    return ShownView(text.document.name, _label(text), text.author, text.role, View(path, text.author).uri)


def _label(text: FileText) -> str:
    """Return the name that people read; a teacher's own, where the document is named otherwise."""
    if text.role == "reference":
        return teacher_name(text.author or text.document.name)
    return person_name(text.document.name) if text.role == "hypothesis" else text.document.name


@request("markscheme/exercises")
async def exercises(ls: MarkschemeServer) -> Any:
    """Return the workspace's and open documents' exercises; follow their files here if the client reports none."""
    if not ls.editor.watches_files:
        await follow_exercises(ls.session)
    result = await search(ls.session)
    options, folders = await ls.configuration.of(None), tuple(ls.editor.folders)
    read = ls.session.snapshot()

    def shows(path: Path) -> bool:
        return not options.leaves_alone(path, folders)

    listed = await asyncio.to_thread(
        lambda: [_listed(exercise, result.notices, shows, read) for exercise in result.exercises]
    )
    return shown(listed, uris=URIS)


def _listed(
    exercise: Exercise, notices: Sequence[Reminder], shows: Callable[[Path], bool], read: TextSource
) -> ListedExercise:
    references = (item for item in exercise.references if shows(item.path))
    return ListedExercise(
        exercise.name,
        exercise.assignment,
        exercise.class_folder,
        person_name(exercise.student) if exercise.student is not None else None,
        exercise.problem.problem if exercise.problem is not None else None,
        tuple(notice.problem for notice in notices if _concerns(notice, exercise)),
        exercise.folder,
        exercise.source if exercise.source and shows(exercise.source) else None,
        tuple(one for item in exercise.hypotheses for one in _corrections(item, read)),
        tuple(one for item in references for one in _references(exercise, item, read)),
    )


def _references(exercise: Exercise, participant: Participant, read: TextSource) -> Iterator[ListedReference]:
    path, entries = participant.path, [(participant.name, participant.person)]
    if not FORMATS.has_lines(path):
        with suppress(DocumentError):
            texts = (item for item in texts_in(exercise, path, read) if item.participant == participant)
            entries = [(item.document.name, item.author) for item in texts] or entries
    for name, author in entries:
        yield ListedReference(path, name, author=author)


def _concerns(notice: Reminder, exercise: Exercise) -> bool:
    return notice.path is not None and (notice.path == exercise.configuration or notice.path in exercise.paths)


def _corrections(participant: Participant, read: TextSource) -> Iterator[ListedHypothesis]:
    """Yield each correction in a file; the file itself if it can't be read."""
    entries = [(participant.name, participant.person)]
    try:
        corrections = participant.texts_by_author(read).corrections
    except DocumentError:
        corrections = ()
    if len(corrections) > 1:
        entries = [(item.name, item.author or item.name) for item in corrections]
    for name, author in entries:
        yield ListedHypothesis(participant.path, name, author=author)
