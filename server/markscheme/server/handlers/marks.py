"""Marks and the places behind them: of a document, of a class, and of the workspace as a whole."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs
from lsprotocol import types

from markscheme.contract import Placing, shape, shown
from markscheme.documents.files import TextSource
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import PositionEncoding
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.languages.segments import Span
from markscheme.marking.driver import ItemOutcome, PassagePlan
from markscheme.marking.hover_cards import credit_remedy, in_cleme2
from markscheme.marking.settings import VocabularyName
from markscheme.marking.words import authorship
from markscheme.reports.progress import PlaceFilter, Places
from markscheme.reports.report import ReviewedDocument, reviewed_document, text_of_source
from markscheme.reports.review_json import EstimatedDocument, MarkedDocument, document_placing, estimate_of
from markscheme.server.diagnostics import PROBLEM_CODE
from markscheme.server.documents import Marked, TextDocument
from markscheme.server.editor import URIS, Reporter, path_of, view_of
from markscheme.server.engine.protocol import PLAN, PlanParams
from markscheme.server.handling import ReferenceMarked, Token, command, progress, request, with_progress
from markscheme.server.server import MarkschemeServer
from markscheme.server.session import Session
from markscheme.server.vocabularies import vocabulary_of
from markscheme.server.workspace import class_overview, class_places, class_report, documents_in, outcomes_of
from markscheme.wording import counted, without_markdown

DocumentAnswer = dict[str, Any]
"""A :class:`DocumentMarks` or a :class:`DocumentEstimate`, as JSON."""


@shape(optional=("students",))
@attrs.frozen
class Shown:
    """The state of a document in the editor."""

    version: int | None
    """The version of the text that the numbers belong to; ``null`` for a document that is not open."""
    complete: bool
    """Whether weights and credit, or impacts and similarities, are final."""
    ignored: frozenset[int]
    """The indices in ``findings`` of what the person ignores; in ``chunks`` with the setting ``vocabulary``
    ``"cleme2"``, and in the estimate's ``edits`` without a reference."""
    students: int | None
    """The number of students' corrections, in the answer for a source; its findings are the places to correct."""


_STATE = ("state.version", "state.complete", "state.ignored", "state.students")


@shape(*_STATE, optional=_STATE[3:])
@attrs.frozen
class DocumentMarks(MarkedDocument):
    """The answer of ``markscheme/marks`` for a document with references."""

    state: Shown


@shape(*_STATE, optional=_STATE[3:])
@attrs.frozen
class DocumentEstimate(EstimatedDocument):
    """The answer of ``markscheme/marks`` for a document without a reference."""

    state: Shown


@shape()
@attrs.frozen
class UnmarkedDocument:
    """The parameters of ``markscheme/marksChanged`` for a document that has no marks."""

    uri: str
    """The document's URI."""
    marks: None = None
    """Always ``null``."""


@request("markscheme/marks")
async def document_marks(
    ls: MarkschemeServer, *, text_document: types.TextDocumentIdentifier, author: str | None = None
) -> DocumentAnswer | None:
    """Return a document's marks or its estimate, open or not; ``None`` for one of no exercise, and for a reference.

    Without an ``author`` it is the file's first correction. Raise DocumentError if it can't be marked, or EngineError.
    """
    session, uri = ls.session, text_document.uri
    path, view = path_of(uri), view_of(uri)
    if path is None:
        return None
    author = author or (view.author if view is not None else None)
    opened = session.documents.get(uri) or session.documents.at(path)
    if opened is not None and (author is None or opened.view is not None):
        return await _of_opened(session, opened)
    options = await session.configuration.of(None)
    if options.leaves_alone(path, session.editor.folders):
        return None
    read = session.snapshot()
    requested = await asyncio.to_thread(_requested, path, read)
    if requested is None:
        return None
    outcomes = [item async for item in outcomes_of(session, *requested, read)]
    return _of_file(session, uri, _of_author(outcomes, author, path), read, options.vocabulary)


def _requested(path: Path, read: TextSource) -> tuple[Exercise, list[Participant | None]] | None:
    for exercise in exercises_of(path, read):
        if exercise.role(path) == "reference":
            return None
        if marked := exercise.marked(path):
            return exercise, list(marked)
    return None


async def _of_opened(session: Session, document: TextDocument) -> DocumentAnswer | None:
    marked = await session.current(document.uri)
    if marked is None:
        await _raise_problem(session, document)
        return None
    return open_document_answer(marked, session.read)


def open_document_answer(marked: Marked, read: TextSource) -> DocumentAnswer:
    document, author = marked.document, marked.task.marked.author
    source = text_of_source(marked.task, marked.whole, read)
    language = marked.options.language
    reviewed = ReviewedDocument(
        document.path,
        marked.exercise.name,
        marked.index.text,
        marked.whole,
        source,
        language,
        author=author,
        reference_authors=authorship(marked.task.material.references),
        student=marked.task.marked.name,
        assignment=marked.exercise.assignment,
        groups=marked.exercise.groups,
        comments=marked.comments,
        mark=marked.mark,
    )
    students = _students(marked.exercise, document.path)
    state = Shown(document.version, marked.complete, frozenset(marked.ignored), students)
    return _answer(reviewed, document.uri, state, marked.index.encoding)


async def _raise_problem(session: Session, document: TextDocument) -> None:
    diagnosed = await session.diagnosed(document.uri)
    if diagnosed is not None and diagnosed.problem is not None:
        raise diagnosed.problem


def _of_file(
    session: Session, uri: str, reviewed: ItemOutcome, read: TextSource, vocabulary: VocabularyName
) -> DocumentAnswer:
    document = reviewed_document(reviewed, read)
    if document is None:
        problems = reviewed.outcome.problems
        raise next(iter(problems), DocumentError("it could not be marked", path=reviewed.item.path))
    ignored = session.ignored_in(document.path).hidden(document.review.in_vocabulary(vocabulary))
    state = Shown(None, False, frozenset(ignored), _students(reviewed.item.exercise, document.path))
    return _answer(document, uri, state, session.editor.encoding)


def _students(exercise: Exercise, path: Path) -> int | None:
    return len(exercise.hypotheses) if exercise.role(path) == "source" else None


def _of_author(outcomes: Sequence[ItemOutcome], author: str | None, path: Path) -> ItemOutcome:
    found = next((item for item in outcomes if author in (None, item.item.author)), None)
    if found is None:
        raise DocumentError(f"there is no correction by {author!r} in this document", path=path)
    return found


def _answer(document: ReviewedDocument, uri: str, state: Shown, encoding: PositionEncoding) -> DocumentAnswer:
    review, lines = document.review, FORMATS.has_lines(document.path) or view_of(uri) is not None
    answer: DocumentMarks | DocumentEstimate
    if review.marks is None:
        answer = DocumentEstimate(document, uri, lines, estimate_of(review), state)
    else:
        answer = DocumentMarks(document, uri, lines, review.marks, state)
    content: DocumentAnswer = shown(answer, document_placing(document, encoding))
    return content


@request("markscheme/overview")
async def overview(ls: MarkschemeServer, *, uri: Path | None = None, work_done_token: Token = None) -> Any:
    """Return the overview of a folder or document, or else of the workspace and the open documents."""
    with progress(ls, work_done_token, "marking the class") as reporter:
        return shown(await class_overview(ls.session, uri, reporter), uris=URIS)


@shape(
    "uri",
    "version",
    "passage",
    "span",
    "plan.source",
    "plan.hypothesis",
    "plan.references",
    "plan.signature",
    renamed={"span": "range"},
)
@attrs.frozen
class Plan:
    """The answer of ``markscheme/plan``."""

    uri: str
    """The document's URI."""
    version: int
    """The version of the text."""
    passage: int
    """The index of the passage in the document's ``passages``."""
    span: Span
    """The passage's place in the hypothesis."""
    plan: PassagePlan


@request("markscheme/plan")
async def transport_plan(
    ls: MarkschemeServer, *, text_document: types.TextDocumentIdentifier, position: types.Position
) -> dict[str, Any] | None:
    """Return the plan of the passage at a position; ``None`` between passages, or where there is no reference."""
    marked = await ls.session.reviewed(text_document.uri)
    passage = _passage_at(marked, position) if marked else None
    if marked is None or passage is None:
        return None
    reply = await ls.session.engine(marked.options).ask(PLAN, PlanParams(marked.task, passage))
    span, document = marked.review.passages[passage].span, marked.document
    assert document.version is not None  # it is open
    plan = Plan(document.uri, document.version, passage, span, reply)
    content: dict[str, Any] = shown(plan, Placing(marked.index, marked.index.encoding))
    return content


def _passage_at(marked: Marked, place: types.Position) -> int | None:
    """Return the index of the passage of the finding at a place, or else of the words there."""
    at = marked.index.offset_at(place)
    found = (item.passage for item in marked.findings if item.span.start <= at <= item.span.end)
    inside = (number for number, item in enumerate(marked.review.passages) if item.span.start <= at < item.span.end)
    return next(found, next(inside, None))


@request("markscheme/progress")
async def class_progress(ls: MarkschemeServer, *, uri: Path | None = None, work_done_token: Token = None) -> Any:
    """Return the progress of the classes in a folder or document, or else in the workspace."""
    from markscheme.reports.progress import Progress

    with progress(ls, work_done_token, "marking the class") as reporter:
        report = await class_report(ls.session, uri, reporter)
        return await asyncio.to_thread(lambda: shown(Progress.of(report), uris=URIS))


@shape(name="MarkedWorkspace")
@attrs.frozen
class WorkspaceSummary:
    """The result of the command ``markscheme.markWorkspace``."""

    documents: int
    """The number of marked documents."""
    findings: int
    """The number of places to check in students' documents."""
    problems: int
    """The number of files that can't be used."""


@command("markscheme.markWorkspace")
async def mark_workspace(ls: MarkschemeServer) -> Any:
    """Mark and keep marked the workspace's documents; closed ones show problems, findings only with ``problemsIn``."""
    summary = await with_progress(ls, "marking the workspace", None, partial(_mark_documents, ls.session))
    message = _marked_texts(summary.documents, summary.findings, summary.problems)
    ls.editor.show_message(message, types.MessageType.Info)
    return shown(summary)


async def _mark_documents(session: Session, reporter: Reporter) -> WorkspaceSummary:
    session.follows_workspace = True
    documents = await documents_in(session)
    findings = problems = 0
    for number, document in enumerate(documents):
        reporter.show(f"{document.path.name} ({number + 1} of {len(documents)})", number, len(documents))
        diagnosed = await session.mark_from_disk(document)
        codes = [item.code for item in diagnosed.items] if diagnosed else []
        problems += codes.count(PROBLEM_CODE)
        findings += diagnosed.to_check if diagnosed else 0
    return WorkspaceSummary(len(documents), findings, problems)


SHOW_DETAILS = "markscheme.showDetails"


@request("markscheme/places")
async def places_of_class(
    ls: MarkschemeServer,
    *,
    uri: Path | None = None,
    folder: Path | None = None,
    assignment: str | None = None,
    student: str | None = None,
    verdict: str | None = None,
    category: str | None = None,
    group: str | None = None,
    type_: str | None = None,
    outcome: str | None = None,
    work_done_token: Token = None,
) -> Any:
    """Return the places behind a number of the class's overview."""
    wanted = PlaceFilter(folder, assignment, student, verdict or category, group, type_, outcome)
    with progress(ls, work_done_token, "looking for the places") as reporter:
        places = Places(await class_places(ls.session, uri, wanted, reporter))
        return await asyncio.to_thread(shown, places, uris=URIS)


@request("markscheme/nextFinding")
async def next_finding(
    ls: MarkschemeServer, *, text_document: types.TextDocumentIdentifier, position: types.Position
) -> types.Location | None:
    return await _finding_beside(ls, text_document.uri, position, backwards=False)


@request("markscheme/previousFinding")
async def previous_finding(
    ls: MarkschemeServer, *, text_document: types.TextDocumentIdentifier, position: types.Position
) -> types.Location | None:
    return await _finding_beside(ls, text_document.uri, position, backwards=True)


@command("markscheme.nextFinding")
async def show_next_finding(ls: MarkschemeServer, uri: str, position: types.Position) -> types.Location | None:
    return await _finding_beside(ls, uri, position, backwards=False, is_shown=True)


@command("markscheme.previousFinding")
async def show_previous_finding(ls: MarkschemeServer, uri: str, position: types.Position) -> types.Location | None:
    return await _finding_beside(ls, uri, position, backwards=True, is_shown=True)


async def _finding_beside(
    ls: MarkschemeServer, uri: str, place: types.Position, *, backwards: bool, is_shown: bool = False
) -> types.Location | None:
    """Return, and perhaps show, the next finding that is not a hit; after the last one the first."""
    marked = await ls.session.current(uri)
    if marked is None:
        return None
    ranges = [marked.index.lsp_range(item.span) for item in marked.findings if item.is_fault]
    if not ranges:
        return None
    if backwards:
        found = next((item for item in reversed(ranges) if item.start < place), ranges[-1])
    else:
        found = next((item for item in ranges if item.start > place), ranges[0])
    location = types.Location(marked.document.uri, found)
    if is_shown:
        await ls.editor.show(location)
    return location


@command(SHOW_DETAILS)
async def show_details(ls: MarkschemeServer, marked: ReferenceMarked, position: types.Position) -> str:
    """Show and return the numbers of the finding at a place."""
    finding = marked.review.narrowest_finding(marked.index.offset_at(position))
    if finding is None:
        raise DocumentError("there is no mark at this place")
    remedy = credit_remedy(marked.review.marks, marked.options.engine.encoder)
    parts = in_cleme2(finding, marked.review.passages[finding.passage]), remedy
    numbers = without_markdown(". ".join(filter(None, parts)))
    words = vocabulary_of(marked.options).message(finding, marked.options.language, marked.exercise.groups)
    message = f"{words}. {numbers}"
    ls.editor.show_message(message, types.MessageType.Info)
    return message


def _marked_texts(texts: int, to_check: int, problems: int) -> str:
    """Return that all texts are marked, and what there is to look at.

    >>> _marked_texts(43, 395, 0)
    "43 texts are marked. Students' texts have 395 places to check."
    >>> _marked_texts(1, 0, 2)
    "1 text is marked. Students' texts have nothing to check. 2 problems are listed."
    """
    marked = f"{counted(texts, 'text')} {'is' if texts == 1 else 'are'} marked"
    listed = f" {counted(problems, 'problem')} {'is' if problems == 1 else 'are'} listed." if problems else ""
    return f"{marked}. Students' texts have {counted(to_check, 'place') if to_check else 'nothing'} to check.{listed}"
