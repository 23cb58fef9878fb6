"""``markscheme/texts``: the source, the hypothesis and the references of an exercise, each as running text."""

import asyncio
from pathlib import Path
from typing import Any

from markscheme.alignment.passages import RunningText, exercise_texts
from markscheme.exercises.discovery import exercises_of
from markscheme.lsp.arguments import document_uri, optional
from markscheme.lsp.editor import FileViews, path_of, uri_of, view_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.session import Session
from markscheme.marking.wording.words import ORIGINAL, person_name, teacher_name
from markscheme.reports.contract.editor import ExerciseText, Texts
from markscheme.text.files import TextSource


async def running_texts(session: Session, uri: str, author: str | None) -> Texts | None:
    """Return the texts of a document's exercise, if any; raise DocumentError if source or document can't be read."""
    path, view = path_of(uri), view_of(uri)
    if path is None:
        return None
    author = author or (view.author if view is not None else None)
    return await asyncio.to_thread(_texts, path, session.snapshot(), author)


def _texts(path: Path, read: TextSource, author: str | None) -> Texts | None:
    for exercise in exercises_of(path, read):
        texts, views = exercise_texts(exercise, path, read, author), FileViews(read)
        return {
            "exercise": exercise.name,
            "source": _text(texts.source, views, ORIGINAL),
            "hypothesis": (
                _text(texts.hypothesis, views, person_name(texts.hypothesis.name)) if texts.hypothesis else None
            ),
            "references": [_text(item, views, teacher_name(item.name)) for item in texts.references],
        }
    return None


def _text(item: RunningText, views: FileViews, label: str) -> ExerciseText:
    text: ExerciseText = {
        "name": item.name,
        "label": label,
        "uri": uri_of(item.path),
        "view": views.uri(item.path, item.name, item.author),
        "text": item.text,
        "whole": item.whole,
    }
    if item.problem is not None:
        text["problem"] = str(item.problem)
    return text


async def answer(ls: MarkschemeServer, params: Any) -> Texts | None:
    return await running_texts(ls.session, document_uri(params), optional(params, "author", str))


REQUEST = Request("markscheme/texts", answer)
