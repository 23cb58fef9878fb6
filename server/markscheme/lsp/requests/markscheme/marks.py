"""``markscheme/marks``: a document's marks or its estimate, as ``markscheme review --format json`` writes them.

Clients that draw marks themselves need more than diagnostics hold: counts, scores, every reference's version. The
document need not be open.
"""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from markscheme.exercises.exercises import Exercise, Participant, exercises_of
from markscheme.lsp.arguments import document_uri, optional
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.locations import path_of
from markscheme.lsp.session.marked import Estimated, Known, TextDocument
from markscheme.lsp.session.reviewing import outcomes_of
from markscheme.lsp.session.session import Session
from markscheme.reports.estimate_json import estimated_json
from markscheme.reports.report import EstimatedDocument, ReviewedDocument
from markscheme.reports.review_json import document_json
from markscheme.reports.worklist import Outcome, estimated_documents, reviewed_documents
from markscheme.text.errors import DocumentError
from markscheme.text.positions import PositionEncoding
from markscheme.text.reading import TextSource

Asked = tuple[Exercise, list[Participant | None]]


async def document_marks(session: Session, uri: str, author: str | None) -> dict[str, Any] | None:
    """A document's marks, whether it is open or not; ``None`` for one of no exercise, and for a reference.

    Parameters
    ----------
    author
        Of a file that holds several corrections, whose is wanted; the first one's if nobody is named.

    Raises
    ------
    DocumentError
        If it can't be marked.
    EngineError
        If the engine does not answer, or lacks a part.
    """
    path = path_of(uri)
    if path is None:
        return None
    opened = session.documents.get(uri) or session.documents.at(path)
    if opened is not None and author is None:
        return await _of_opened(session, opened)
    options = await session.configuration.of(None)
    if options.leaves_alone(path, session.editor.folders):
        return None
    read = session.snapshot()
    asked = await asyncio.to_thread(_asked, path, read)
    if asked is None:
        return None
    outcomes = [item async for item in outcomes_of(session, *asked, read, with_vectors=False)]
    return _of_file(session, uri, _of_author(outcomes, author, path), read)


def _asked(path: Path, read: TextSource) -> Asked | None:
    """The exercise in which a document is marked, and what is marked of it."""
    for exercise in exercises_of(path, read):
        if exercise.role(path) == "reference":
            return None
        if marked := exercise.marked(path):
            return exercise, list(marked)
    return None


async def _of_opened(session: Session, document: TextDocument) -> dict[str, Any] | None:
    marked = await session.current(document.uri)
    if marked is None:
        await _refuse(session, document)
        return None
    return open_document_answer(marked, session.editor.encoding)


def open_document_answer(marked: Known, encoding: PositionEncoding) -> dict[str, Any]:
    """Return the marks or the estimate of an open document as JSON."""
    document, own = marked.document, marked.task.marked
    if isinstance(marked, Estimated):
        estimated = EstimatedDocument(
            document.path, marked.exercise.name, marked.index.text, marked.estimate, own.author
        )
        answer = estimated_json(estimated, encoding)
        return _answer(answer, document.uri, document.version, marked.complete, marked.ignored)
    reviewed = ReviewedDocument(document.path, marked.exercise.name, marked.index.text, marked.review, own.author)
    answer = document_json(reviewed, encoding)
    return _answer(answer, document.uri, document.version, marked.complete, marked.ignored)


async def _refuse(session: Session, document: TextDocument) -> None:
    """Tell why an open document has no marks, if something forbids them."""
    known = await session.diagnosed(document.uri)
    if known is not None and known.problem is not None:
        raise known.problem


def _of_file(session: Session, uri: str, outcome: Outcome, read: TextSource) -> dict[str, Any]:
    if outcome.estimate is not None:
        [estimated] = estimated_documents(outcome, read)
        hidden = session.ignored_in(estimated.path).hidden_edits(outcome.estimate)
        return _answer(estimated_json(estimated, session.editor.encoding), uri, None, False, hidden)
    if outcome.review is None:
        raise next(iter(outcome.problems), DocumentError("it could not be marked", path=outcome.item.path))
    [reviewed] = reviewed_documents(outcome, read)
    ignored = session.ignored_in(reviewed.path).hidden(outcome.review)
    return _answer(document_json(reviewed, session.editor.encoding), uri, None, False, ignored)


def _of_author(outcomes: Sequence[Outcome], author: str | None, path: Path) -> Outcome:
    found = next((item for item in outcomes if author in (None, item.item.author)), None)
    if found is None:
        raise DocumentError(f"there is no correction by {author!r} in this document", path=path)
    return found


def _answer(
    document: dict[str, Any], uri: str, version: int | None, complete: bool, ignored: Iterable[int]
) -> dict[str, Any]:
    return {**document, "uri": uri, "version": version, "complete": complete, "ignored": sorted(ignored)}


async def answer(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
    """Return the marks of the document in ``textDocument``, by its ``author``."""
    return await document_marks(ls.session, document_uri(params), optional(params, "author", str))


REQUEST = Request("markscheme/marks", answer)
