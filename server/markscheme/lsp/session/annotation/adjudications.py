"""The adjudications of a session: where annotators differ is kept until a document of the exercise changes."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.annotation.adjudicated import (
    AdjudicatedTexts,
    ResultExport,
    adjudicated_exercises,
    adjudicated_texts,
    adjudication_of,
    several,
)
from markscheme.annotation.adjudication import Adjudication, Wording, WordsQuestion
from markscheme.annotation.differences import Differences, Sentence
from markscheme.engine.client import EngineClient
from markscheme.engine.messages import EngineIncomplete
from markscheme.engine.requests import DIFFERENCES, EXPORT, WORDING, DifferencesParams, ExportParams, ExportReply
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.patterns import companion
from markscheme.lsp.editor import Reporter
from markscheme.lsp.options import Options
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import options_for
from markscheme.marking.driver import TaskSettings
from markscheme.progress import silent
from markscheme.text.errors import DocumentError
from markscheme.text.files import read_text

MAX_KEPT = 4
"""Adjudications whose differences stay in memory."""

Stamp = tuple[tuple[Path, object], ...]
"""The state of files: of open ones the version, of others time and size."""


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
    place: Path
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

    async def wording(self, opened: OpenAdjudication, question: WordsQuestion) -> Wording:
        """Return the edits of an adjudicator's own words; raise DocumentError if they can't be used, or EngineError."""
        return await typed_wording(self._session.engine(opened.options), question)

    async def files(self, opened: OpenAdjudication, export: ResultExport, reporter: Reporter) -> ExportReply:
        """Return the files of a format.

        Raise DocumentError if sentences are open, or the format can't hold the text; or EngineError.
        """
        params = ExportParams(opened.texts.texts, opened.adjudication.path, export)
        reply = await self._session.engine(opened.options).ask(EXPORT, params, reporter.report)
        if reply.failure is not None:
            raise EngineIncomplete(reply.failure)
        if reply.problems:
            raise reply.problems[0]
        return reply

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
            differences, problems = await self._differences(texts, options, reporter)
            kept = _Kept(place, stamp, exercises, texts, differences, (*texts.problems, *problems), options)
        self._kept.pop(place, None)
        self._kept[place] = kept
        for old in list(self._kept)[:-MAX_KEPT]:
            del self._kept[old]
        return kept

    async def _differences(
        self, texts: AdjudicatedTexts, options: Options, reporter: Reporter | None
    ) -> tuple[Differences, tuple[DocumentError, ...]]:
        progress = reporter.report if reporter is not None else silent
        reply = await self._session.engine(options).ask(DIFFERENCES, DifferencesParams(texts.texts), progress)
        if reply.failure is not None:
            raise EngineIncomplete(reply.failure)
        if reply.differences is None:
            raise (*reply.problems, DocumentError("these texts can't be compared"))[0]
        return reply.differences, reply.problems

    def _stamp(self, exercises: Sequence[Exercise]) -> Stamp:
        return (*((path, self._state(path)) for path in dict.fromkeys(_files(exercises))), *_folders(exercises))

    def _state(self, path: Path) -> object:
        opened = self._session.documents.at(path)
        if opened is not None:
            return opened.version, hash(opened.text)
        try:
            status = path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size


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


async def typed_wording(engine: EngineClient, question: WordsQuestion) -> Wording:
    """Return the tokens of words that a person typed, and their edits; raises as :meth:`Adjudications.wording`."""
    reply = await engine.ask(WORDING, question, silent)
    if reply.failure is not None:
        raise EngineIncomplete(reply.failure)
    if reply.wording is None:
        raise (*reply.problems, DocumentError("these words can't be used"))[0]
    return reply.wording
