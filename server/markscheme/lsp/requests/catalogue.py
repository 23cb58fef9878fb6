"""``markscheme/exercises`` and ``markscheme/texts``: what there is to compare, without any marks."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from markscheme.alignment.running_texts import ExerciseTexts, RunningText, exercise_texts
from markscheme.exercises.exercises import Exercise, Participant, exercises_of
from markscheme.exercises.material import texts_by_author
from markscheme.lsp.session.locations import path_of, uri_of
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import searched
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource


async def exercise_list(session: Session) -> list[dict[str, Any]]:
    """The exercises of the workspace's folders and of the open documents; what is ignored is left out."""
    found = await searched(session)
    options, folders = await session.configuration.of(None), tuple(session.editor.folders)
    read = session.snapshot()

    def shows(path: Path) -> bool:
        return not options.leaves_alone(path, folders)

    return await asyncio.to_thread(lambda: [_listed(exercise, shows, read) for exercise in found.exercises])


def _listed(exercise: Exercise, shows: Callable[[Path], bool], read: TextSource) -> dict[str, Any]:
    references = (item for item in exercise.references if shows(item.path))
    return {
        "name": exercise.name,
        "uri": uri_of(exercise.folder),
        "source": uri_of(exercise.source) if exercise.source and shows(exercise.source) else None,
        "hypotheses": [one for item in exercise.hypotheses for one in _corrections(item, read)],
        "references": [{"name": item.name, "uri": uri_of(item.path)} for item in references],
    }


def _corrections(participant: Participant, read: TextSource) -> Iterator[dict[str, Any]]:
    """Each correction in a hypothesis's file; of one that can't be read, the file."""
    named = [(participant.name, participant.author)]
    try:
        found = texts_by_author(participant, read).corrections
    except DocumentError:
        found = ()
    if len(found) > 1:
        named = [(item.name, item.author or item.name) for item in found]
    for name, author in named:
        yield {"name": name, "uri": uri_of(participant.path), "author": author}


async def running_texts(session: Session, uri: str, author: str | None) -> dict[str, Any] | None:
    """The texts of a document's exercise; ``None`` for one of no exercise.

    Raises
    ------
    DocumentError
        If the source or the document itself can't be read.
    """
    path = path_of(uri)
    if path is None:
        return None
    found = await asyncio.to_thread(_exercise_texts, path, session.snapshot(), author)
    if found is None:
        return None
    exercise, texts = found
    return {
        "exercise": exercise.name,
        "source": _text(texts.source),
        "hypothesis": _text(texts.hypothesis) if texts.hypothesis else None,
        "references": [_text(item) for item in texts.references],
    }


def _exercise_texts(path: Path, read: TextSource, author: str | None) -> tuple[Exercise, ExerciseTexts] | None:
    for exercise in exercises_of(path, read):
        return exercise, exercise_texts(exercise, path, read, author)
    return None


def _text(item: RunningText) -> dict[str, Any]:
    told = {} if item.problem is None else {"problem": str(item.problem)}
    return {"name": item.name, "uri": uri_of(item.path), "text": item.text, "whole": item.whole, **told}
