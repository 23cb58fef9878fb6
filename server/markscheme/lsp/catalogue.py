"""``markscheme/exercises`` and ``markscheme/texts``: what there is to compare, without any marks."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from markscheme.documents.errors import DocumentError
from markscheme.documents.exercises import Exercise, Participant, exercises_of
from markscheme.documents.material import texts_by_author
from markscheme.documents.reading import TextSource
from markscheme.documents.running_texts import ExerciseTexts, RunningText, exercise_texts
from markscheme.lsp.locations import path_of, uri_of
from markscheme.lsp.options import Options
from markscheme.lsp.session import Session
from markscheme.lsp.workspace import searched


async def exercise_list(session: Session) -> list[dict[str, Any]]:
    """The exercises of the workspace's folders and of the open documents; what is ignored is left out."""
    found = await searched(session)
    options = await session.configuration.of(None)
    shown = [own for exercise in found.exercises if (own := _without_ignored(exercise, session, options)) is not None]
    return await asyncio.to_thread(_listed, shown, session.snapshot())


def _without_ignored(exercise: Exercise, session: Session, options: Options) -> Exercise | None:
    """The exercise without documents that are ignored; ``None`` if those are all."""

    def kept(participants: Sequence[Participant]) -> tuple[Participant, ...]:
        return tuple(item for item in participants if not session.leaves_alone(item.path, options))

    ignores_source = exercise.source is not None and session.leaves_alone(exercise.source, options)
    left = attrs.evolve(
        exercise,
        source=None if ignores_source else exercise.source,
        hypotheses=kept(exercise.hypotheses),
        references=kept(exercise.references),
    )
    return left if left.paths or not exercise.paths else None


def _listed(exercises: Sequence[Exercise], read: TextSource) -> list[dict[str, Any]]:
    return [
        {
            "name": exercise.name,
            "uri": uri_of(exercise.folder),
            "source": uri_of(exercise.source) if exercise.source else None,
            "hypotheses": [one for item in exercise.hypotheses for one in _corrections(item, read)],
            "references": [{"name": item.name, "uri": uri_of(item.path)} for item in exercise.references],
        }
        for exercise in exercises
    ]


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
