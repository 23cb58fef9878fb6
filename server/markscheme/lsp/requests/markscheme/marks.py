"""``markscheme/marks``: a document's marks or its estimate, as ``markscheme review --format json`` writes them."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from typing_extensions import TypedDict

from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.lsp.arguments import document_uri, optional
from markscheme.lsp.editor import path_of, view_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import outcomes_of
from markscheme.lsp.session.marked import Marked, TextDocument
from markscheme.lsp.session.session import Session
from markscheme.lsp.vocabularies import VOCABULARIES, Vocabulary
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.wording.words import authorship
from markscheme.reports.contract import review
from markscheme.reports.json.review_json import document_json
from markscheme.reports.report import ReviewedDocument, reviewed_document, text_of_source
from markscheme.text.errors import DocumentError
from markscheme.text.files import TextSource
from markscheme.text.places import PositionEncoding

DocumentAnswer = review.DocumentMarks | review.DocumentEstimate


async def document_marks(session: Session, uri: str, author: str | None) -> DocumentAnswer | None:
    """Return a document's marks or its estimate, open or not; ``None`` for one of no exercise, and for a reference.

    Without an ``author`` it is the file's first correction. Raise DocumentError if it can't be marked, or EngineError.
    """
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
    outcomes = [item async for item in outcomes_of(session, *requested, read, with_vectors=False)]
    vocabulary = VOCABULARIES[options.vocabulary]
    return _of_file(session, uri, requested[0], _of_author(outcomes, author, path), read, vocabulary)


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
    return open_document_answer(marked, session.editor.encoding, session.read)


def open_document_answer(marked: Marked, encoding: PositionEncoding, read: TextSource) -> DocumentAnswer:
    document, author = marked.document, marked.task.marked.author
    source = text_of_source(marked.task, marked.whole, read)
    language = marked.options.language
    reviewed = ReviewedDocument(
        document.path,
        marked.exercise.name,
        marked.index.text,
        marked.whole,
        author,
        source,
        language,
        reference_authors=authorship(marked.task.material.references),
        student=marked.task.marked.name,
        assignment=marked.exercise.assignment,
        groups=marked.exercise.groups,
        comments=marked.comments,
        mark=marked.mark,
    )
    shown: review.Shown = {
        "version": document.version,
        "complete": marked.complete,
        "ignored": sorted(marked.ignored),
        **_students(marked.exercise, document.path),
    }
    return _answer(document_json(reviewed, encoding), document.uri, shown)


async def _raise_problem(session: Session, document: TextDocument) -> None:
    diagnosed = await session.diagnosed(document.uri)
    if diagnosed is not None and diagnosed.problem is not None:
        raise diagnosed.problem


def _of_file(
    session: Session, uri: str, exercise: Exercise, reviewed: ItemOutcome, read: TextSource, vocabulary: Vocabulary
) -> DocumentAnswer:
    document = reviewed_document(reviewed, read)
    if document is None:
        problems = reviewed.outcome.problems
        raise next(iter(problems), DocumentError("it could not be marked", path=reviewed.item.path))
    ignored = session.ignored_in(document.path).hidden(vocabulary.shown(document.review))
    shown: review.Shown = {
        "version": None,
        "complete": False,
        "ignored": sorted(ignored),
        **_students(exercise, document.path),
    }
    return _answer(document_json(document, session.editor.encoding), uri, shown)


class _Students(TypedDict, total=False):
    students: int


def _students(exercise: Exercise, path: Path) -> _Students:
    return {"students": len(exercise.hypotheses)} if exercise.role(path) == "source" else {}


def _of_author(outcomes: Sequence[ItemOutcome], author: str | None, path: Path) -> ItemOutcome:
    found = next((item for item in outcomes if author in (None, item.item.author)), None)
    if found is None:
        raise DocumentError(f"there is no correction by {author!r} in this document", path=path)
    return found


def _answer(
    document: review.MarkedDocument | review.EstimatedDocument,
    uri: str,
    shown: review.Shown,
) -> DocumentAnswer:
    document["lines"] = document["lines"] or view_of(uri) is not None
    # What the document's kind adds is not known to mypy; the JSON schema's test sees it.
    return cast("DocumentAnswer", {**document, "uri": uri, **shown})


async def answer(ls: MarkschemeServer, params: Any) -> DocumentAnswer | None:
    return await document_marks(ls.session, document_uri(params), optional(params, "author", str))


REQUEST = Request("markscheme/marks", answer)
