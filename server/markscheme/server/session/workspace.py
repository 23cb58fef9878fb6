"""The exercises of a workspace's folders, or of one folder or document; files are searched for in another thread."""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import attrs

from markscheme.documents.files import TextSource, is_folder
from markscheme.documents.formats import has_lines
from markscheme.errors import DocumentError, Reminder
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import file_texts
from markscheme.exercises.patterns import CONFIGURATION, companion
from markscheme.exercises.upkeep import may_be_newcomer, reminders
from markscheme.server.options import Options
from markscheme.server.session.marked import TextDocument
from markscheme.server.session.session import Session
from markscheme.server.views import uri_of

logger = logging.getLogger(__name__)


@attrs.frozen
class Search:
    """Exercises by folder and name, without ignored hypotheses; notices and problems are of the folders."""

    exercises: tuple[Exercise, ...]
    problems: tuple[DocumentError, ...]
    notices: tuple[Reminder, ...] = ()


async def search(session: Session, place: Path | None = None) -> Search:
    """Return the exercises of a folder or a document, or else of the workspace's folders and the open documents.

    Raise DocumentError if the place does not exist, or no exercise is found and a configuration is broken.
    """
    read, folders = session.snapshot(), tuple(session.editor.folders)
    options = await session.configuration.of(None)
    if place is not None:
        result = await asyncio.to_thread(_search, [place], [], read, strict=True)
    else:
        opened = [document.path for document in session.documents.values()]
        result = await asyncio.to_thread(_search, folders, opened, read, strict=False)
    kept = await asyncio.to_thread(
        lambda: [without_ignored(exercise, options, folders) for exercise in result.exercises]
    )
    paths = frozenset(path for exercise in result.exercises for path in exercise.paths)
    session.listed = paths if place is None else session.listed | paths
    session.results.notify()
    return attrs.evolve(result, exercises=tuple(exercise for exercise in kept if exercise is not None))


async def documents_in(session: Session) -> tuple[TextDocument, ...]:
    """Return every text of every exercise on disk, as views where a file has no lines; without ignored ones."""
    folders = tuple(session.editor.folders)
    options = await session.configuration.of(None)
    return await asyncio.to_thread(_documents, folders, options, session.snapshot())


async def concerns_exercises(session: Session, paths: Iterable[Path]) -> bool:
    """Return whether files that changed belong to an exercise, or did when the exercises were last listed."""
    listed, read = session.listed, session.snapshot()

    def concerns(path: Path) -> bool:
        if path in listed or path.name == CONFIGURATION or companion(path) is not None:
            return True
        try:
            return path.exists() and (bool(exercises_of(path, read)) or may_be_newcomer(path, read))
        except (DocumentError, OSError):
            return False

    return await asyncio.to_thread(lambda: any(concerns(path) for path in paths))


async def follow_exercises(session: Session) -> None:
    if session.follows_workspace:
        session.keep_marked(await documents_in(session))


async def options_for(session: Session, exercise: Exercise) -> Options:
    """Return the options of the workspace folder that holds an exercise, or else of the exercise's own folder."""
    folder = exercise.folder
    above = (one for one in session.editor.folders if folder.is_relative_to(one))
    return await session.configuration.of(uri_of(max(above, key=lambda one: len(one.parts), default=folder)))


def _documents(folders: Sequence[Path], options: Options, read: TextSource) -> tuple[TextDocument, ...]:
    exercises = _search(folders, [], read, strict=False).exercises
    inside = dict.fromkeys(path for exercise in exercises for path in sorted(exercise.paths))
    kept = (path for path in inside if not options.leaves_alone(path, folders))
    return tuple(document for path in kept for document in _texts_of(path, read))


def _texts_of(path: Path, read: TextSource) -> Iterator[TextDocument]:
    """Yield a file, or its texts' views; one that can't be read has its problem."""
    authors: list[str | None] = [None]
    if not has_lines(path):
        with suppress(DocumentError):
            authors = [text.author for text in file_texts(path, read)]
    yield from (TextDocument.on_disk(path, author) for author in authors)


def _search(places: Iterable[Path], opened: Iterable[Path], read: TextSource, *, strict: bool) -> Search:
    exercises: dict[Exercise, None] = {}
    problems: list[DocumentError] = []
    notices: dict[str, Reminder] = {}
    for place in places:
        own = _exercises(place, read, problems)
        exercises |= dict.fromkeys(own)
        if is_folder(place):
            notices |= {notice.problem: notice for notice in reminders(place, own)}
    covered = {path for exercise in exercises for path in exercise.paths}
    for path in opened:
        exercises |= dict.fromkeys(_exercises(path, read, problems) if path not in covered else ())
    if strict and problems and not exercises:
        raise problems[0]
    for problem in problems:
        logger.warning("exercises are left out: %s:%s can't be used", problem.path, problem.line or 1)
    ordered = sorted(exercises, key=lambda exercise: (exercise.folder, exercise.name))
    return Search(tuple(ordered), tuple(problems), tuple(notices.values()))


def _exercises(place: Path, read: TextSource, problems: list[DocumentError]) -> Sequence[Exercise]:
    try:
        if is_folder(place):
            return exercises_in(place, read, problems.append)
        if not place.exists():
            raise DocumentError("there is no such file or folder", path=place)
        return exercises_of(place, read)
    except (DocumentError, OSError) as problem:
        if isinstance(problem, OSError):
            problem = DocumentError(str(problem.strerror), path=place)
        problems.append(problem)
        return ()


def without_ignored(exercise: Exercise, options: Options, folders: Sequence[Path]) -> Exercise | None:
    """Return the exercise without ignored hypotheses; ``None`` if all of its documents are ignored."""
    if exercise.paths and all(options.leaves_alone(path, folders) for path in exercise.paths):
        return None
    kept = (item for item in exercise.hypotheses if not options.leaves_alone(item.path, folders))
    return attrs.evolve(exercise, hypotheses=tuple(kept))
