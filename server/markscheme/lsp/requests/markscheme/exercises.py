"""``markscheme/exercises``: the exercises that there are to compare, without any marks."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import texts_by_author, texts_in
from markscheme.formats.registry import has_lines
from markscheme.lsp.editor import uri_of, view_uri
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import follow_exercises, search
from markscheme.marking.wording.words import person_name, teacher_name
from markscheme.reports.contract import editor
from markscheme.text.errors import DocumentError, Reminder
from markscheme.text.files import TextSource


async def exercise_list(session: Session) -> list[editor.Exercise]:
    result = await search(session)
    options, folders = await session.configuration.of(None), tuple(session.editor.folders)
    read = session.snapshot()

    def shows(path: Path) -> bool:
        return not options.leaves_alone(path, folders)

    return await asyncio.to_thread(
        lambda: [_listed(exercise, result.notices, shows, read) for exercise in result.exercises]
    )


def _listed(
    exercise: Exercise, notices: Sequence[Reminder], shows: Callable[[Path], bool], read: TextSource
) -> editor.Exercise:
    references = (item for item in exercise.references if shows(item.path))
    source = exercise.source if exercise.source and shows(exercise.source) else None
    return {
        "name": exercise.name,
        "assignment": exercise.assignment,
        "folder": uri_of(exercise.class_folder),
        "student": person_name(exercise.student) if exercise.student is not None else None,
        "problem": exercise.problem.problem if exercise.problem is not None else None,
        "notices": [notice.problem for notice in notices if _concerns(notice, exercise)],
        "uri": uri_of(exercise.folder),
        "source": uri_of(source) if source else None,
        "source_view": view_uri(source) if source else None,
        "hypotheses": [one for item in exercise.hypotheses for one in _corrections(item, read)],
        "references": [one for item in references for one in _references(exercise, item, read)],
    }


def _references(exercise: Exercise, participant: Participant, read: TextSource) -> Iterator[editor.Reference]:
    """Yield a file, or each text in it, if it has no lines and can be read."""
    path, entries = participant.path, [(participant.name, participant.person)]
    if not has_lines(path):
        with suppress(DocumentError):
            texts = (item for item in texts_in(exercise, path, read) if item.participant == participant)
            entries = [(item.document.name, item.author) for item in texts] or entries
    for name, author in entries:
        yield {"name": name, "label": teacher_name(name), "uri": uri_of(path), "view": view_uri(path, author)}


def _concerns(notice: Reminder, exercise: Exercise) -> bool:
    return notice.path is not None and (notice.path == exercise.configuration or notice.path in exercise.paths)


def _corrections(participant: Participant, read: TextSource) -> Iterator[editor.Hypothesis]:
    """Yield each correction in a file; the file itself if it can't be read."""
    entries = [(participant.name, participant.person)]
    try:
        corrections = texts_by_author(participant, read).corrections
    except DocumentError:
        corrections = ()
    if len(corrections) > 1:
        entries = [(item.name, item.author or item.name) for item in corrections]
    for name, author in entries:
        yield {
            "name": name,
            "label": person_name(name),
            "uri": uri_of(participant.path),
            "lines": has_lines(participant.path),
            "author": author,
            "view": view_uri(participant.path, author),
        }


async def answer(ls: MarkschemeServer, _: Any) -> list[editor.Exercise]:
    """Return every exercise of the workspace's folders and of the open documents.

    For a client that reports no files, what is marked follows them here.
    """
    if not ls.editor.watches_files:
        await follow_exercises(ls.session)
    return await exercise_list(ls.session)


REQUEST = Request("markscheme/exercises", answer)
