"""The adjudications of a session: where annotators differ is kept until a document of the exercise changes."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.patterns import companion
from markscheme.marking.driver import TaskSettings
from markscheme.progress import silent
from markscheme.research.adjudicated import (
    AdjudicatedTexts,
    adjudicated_exercises,
    adjudicated_texts,
    adjudication_of,
    several,
)
from markscheme.research.adjudication import Adjudication
from markscheme.research.differences import Differences, Sentence
from markscheme.server.editor import Reporter
from markscheme.server.engine.requests import DIFFERENCES
from markscheme.server.options import Options
from markscheme.server.session.session import Session
from markscheme.server.session.workspace import options_for

MAX_KEPT = 4
"""Adjudications whose differences stay in memory."""

Stamp = tuple[tuple[Path, object], ...]
"""The state of files and folders."""


@attrs.frozen
class OpenAdjudication:
    """An adjudication with what a decision about it needs."""

    adjudication: Adjudication
    options: Options
    texts: AdjudicatedTexts

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return self.adjudication.differences.sentences


@attrs.frozen
class _Kept:
    stamp: Stamp
    exercises: tuple[Exercise, ...]
    texts: AdjudicatedTexts
    differences: Differences
    problems: tuple[DocumentError, ...]
    options: Options


class Adjudications:
    """The adjudications that were asked for last."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: dict[Path, _Kept] = {}

    async def of(self, place: Path, reporter: Reporter | None = None) -> OpenAdjudication:
        """Return the adjudication of a document's exercise or a folder.

        Raise DocumentError if there is none, there are several, or its file is broken; or EngineError.
        """
        kept = self._kept.get(place)
        if kept is None or kept.stamp != await asyncio.to_thread(self._stamp, kept.exercises):
            kept = await self._read(place, kept, reporter)
        adjudication = await asyncio.to_thread(
            adjudication_of, kept.texts.path, kept.differences, read_text, kept.problems
        )
        return OpenAdjudication(adjudication, kept.options, kept.texts)

    async def _read(self, place: Path, before: _Kept | None, reporter: Reporter | None) -> _Kept:
        read = self._session.snapshot()
        exercises = await asyncio.to_thread(adjudicated_exercises, place, read)
        options = (await options_for(self._session, exercises[0])).marking(exercises[0])
        stamp = await asyncio.to_thread(self._stamp, exercises)
        groups = await asyncio.to_thread(adjudicated_texts, exercises, read, TaskSettings(options.marks))
        if len(groups) > 1:
            names = ", ".join(str(group.path.parent.name) for group in groups)
            raise several(place, groups, f" ({names})")
        [texts] = groups
        if before is not None and before.texts == texts and before.options == options:
            kept = attrs.evolve(before, stamp=stamp, exercises=exercises)
        else:
            progress = reporter.report if reporter is not None else silent
            reply = await self._session.engine(options).ask(DIFFERENCES, texts.texts, progress)
            problems = (*texts.problems, *reply.problems)
            kept = _Kept(stamp, exercises, texts, reply.differences, problems, options)
        self._kept.pop(place, None)
        self._kept[place] = kept
        for old in list(self._kept)[:-MAX_KEPT]:
            del self._kept[old]
        return kept

    def _stamp(self, exercises: Sequence[Exercise]) -> Stamp:
        stamp = self._session.documents.stamp
        return (*((path, stamp(path)) for path in dict.fromkeys(_files(exercises))), *_folders(exercises))


def _folders(exercises: Sequence[Exercise]) -> Stamp:
    """Return the names of the documents beside the exercises': a new one may belong to them."""
    folders = dict.fromkeys(path.parent for exercise in exercises for path in sorted(exercise.paths))
    return tuple((folder, tuple(sorted(filter(_may_be_document, _names(folder))))) for folder in folders)


def _names(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def _may_be_document(name: str) -> bool:
    return not name.startswith(".") and companion(Path(name)) is None


def _files(exercises: Iterable[Exercise]) -> Iterator[Path]:
    for exercise in exercises:
        yield from sorted(exercise.paths)
        if exercise.configuration is not None:
            yield exercise.configuration
