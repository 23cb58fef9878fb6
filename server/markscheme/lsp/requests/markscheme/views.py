"""``markscheme/views``: the texts of a file without lines, such as a Word document, each with the URI of its view."""

import asyncio
from pathlib import Path
from typing import Any

from markscheme.exercises.material import FileText, file_texts
from markscheme.formats.registry import has_lines
from markscheme.lsp import editor
from markscheme.lsp.arguments import document_uri, file_path
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.marking.wording.words import person_name, teacher_name
from markscheme.reports.contract.editor import View, Views
from markscheme.text.errors import DocumentError
from markscheme.text.files import TextSource


def views_of(path: Path, read: TextSource) -> Views:
    """Return the texts of a file; none of a file with lines.

    Raise DocumentError if the file can't be read, without its path, or if the folder's configuration is broken.
    """
    try:
        texts = () if has_lines(path) else file_texts(path, read)
    except DocumentError as problem:
        if problem.path != path or problem.line is not None:
            raise
        raise DocumentError(problem.problem, remedy=problem.remedy) from problem
    exercise = next((text.exercise.name for text in texts if text.exercise is not None), None)
    return {"exercise": exercise, "views": [_view(path, text) for text in texts]}


def _view(path: Path, text: FileText) -> View:
    name, uri = text.document.name, editor.View(path, text.author).uri
    return {"name": name, "label": _label(text), "author": text.author, "role": text.role, "uri": uri}


def _label(text: FileText) -> str:
    """Return the name that people read; a teacher's own, where the document is named otherwise."""
    if text.role == "reference":
        return teacher_name(text.author or text.document.name)
    return person_name(text.document.name) if text.role == "hypothesis" else text.document.name


async def answer(ls: MarkschemeServer, params: Any) -> Views:
    return await asyncio.to_thread(views_of, file_path(document_uri(params)), ls.session.snapshot())


REQUEST = Request("markscheme/views", answer)
