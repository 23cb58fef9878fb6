"""The exercises of a workspace's folders, or of a place; files are searched for in a thread of their own."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.exercises import Exercise, exercises_in, exercises_of
from markscheme.exercises.material import WORD
from markscheme.lsp.session.locations import uri_of
from markscheme.lsp.session.options import Options
from markscheme.lsp.session.session import Session
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource, is_folder

logger = logging.getLogger(__name__)


@attrs.frozen
class Search:
    """Exercises by folder and name, without hypotheses that are ignored; and why some folders could not be searched."""

    exercises: tuple[Exercise, ...]
    problems: tuple[DocumentError, ...]


async def searched(session: Session, place: Path | None = None) -> Search:
    """The exercises of a folder or of a document; or of the workspace's folders and the open documents.

    Raises
    ------
    DocumentError
        If the place is not there, or no exercise is found and a configuration is broken.
    """
    read, folders = session.snapshot(), tuple(session.editor.folders)
    options = await session.configuration.of(None)
    if place is not None:
        found = await asyncio.to_thread(_searched, [place], [], read, strict=True)
    else:
        opened = [document.path for document in session.documents.values()]
        found = await asyncio.to_thread(_searched, folders, opened, read, strict=False)
    kept = await asyncio.to_thread(lambda: [_kept(exercise, options, folders) for exercise in found.exercises])
    return attrs.evolve(found, exercises=tuple(exercise for exercise in kept if exercise is not None))


async def documents_in(session: Session) -> tuple[Path, ...]:
    """Every text of every exercise in the workspace's folders, by exercise; what is ignored is left out."""
    folders = tuple(session.editor.folders)
    options = await session.configuration.of(None)
    return await asyncio.to_thread(_documents, folders, options, session.snapshot())


async def options_for(session: Session, exercise: Exercise) -> Options:
    """The options of the workspace folder that an exercise is in, or else of its own folder."""
    folder = exercise.folder
    above = (one for one in session.editor.folders if folder.is_relative_to(one))
    return await session.configuration.of(uri_of(max(above, key=lambda one: len(one.parts), default=folder)))


def _documents(folders: Sequence[Path], options: Options, read: TextSource) -> tuple[Path, ...]:
    exercises = _searched(folders, [], read, strict=False).exercises
    inside = (path for exercise in exercises for path in sorted(exercise.paths) if path.suffix.lower() != WORD)
    return tuple(path for path in dict.fromkeys(inside) if not options.leaves_alone(path, folders))


def _searched(places: Iterable[Path], opened: Iterable[Path], read: TextSource, *, strict: bool) -> Search:
    found: dict[Exercise, None] = {}
    problems: list[DocumentError] = []
    for place in places:
        found |= dict.fromkeys(_exercises(place, read, problems))
    known = {path for exercise in found for path in exercise.paths}
    for path in opened:
        found |= dict.fromkeys(_exercises(path, read, problems) if path not in known else ())
    if strict and problems and not found:
        raise problems[0]
    for problem in problems:
        logger.warning("exercises are left out, for %s:%s can't be used", problem.path, problem.line or 1)
    ordered = sorted(found, key=lambda exercise: (exercise.folder, exercise.name))
    return Search(tuple(ordered), tuple(problems))


def _exercises(place: Path, read: TextSource, problems: list[DocumentError]) -> Sequence[Exercise]:
    try:
        if is_folder(place):
            return exercises_in(place, read, problems.append)
        if not place.exists():
            raise DocumentError("there is no such file or folder", path=place)
        return exercises_of(place, read)
    except (DocumentError, OSError) as problem:
        told = problem if isinstance(problem, DocumentError) else DocumentError(str(problem.strerror), path=place)
        problems.append(told)
        return ()


def _kept(exercise: Exercise, options: Options, folders: Sequence[Path]) -> Exercise | None:
    """The exercise without hypotheses that are ignored; ``None`` if all of its documents are."""
    if exercise.paths and all(options.leaves_alone(path, folders) for path in exercise.paths):
        return None
    kept = (item for item in exercise.hypotheses if not options.leaves_alone(item.path, folders))
    return attrs.evolve(exercise, hypotheses=tuple(kept))
