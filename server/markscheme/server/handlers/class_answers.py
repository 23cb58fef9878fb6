"""The answers of a class that are to be decided, and a teacher's rulings on them.

A ruling is written beside the references of every exercise with the answer; one that holds always also in the course's
file. A command's first argument is the URI of a folder or document, or ``null`` for the workspace.
"""

import asyncio
import datetime
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.contract import shown
from markscheme.documents.files import TextSource
from markscheme.errors import DocumentError
from markscheme.exercises import decision_files
from markscheme.exercises.decision_files import COURSE_FILE, DECISION_FILES, read_folder, without_decision
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.class_questions import ClassQuestions, Ruling
from markscheme.reports.rulings import SEVERAL, Ruled, Step
from markscheme.server.arguments import (
    argument,
    file_path,
    limit_of,
    optional,
    optional_argument,
    optional_file,
    optional_path,
)
from markscheme.server.editor import Reporter
from markscheme.server.engine.requests import WORDING
from markscheme.server.handling import command, progress, request
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.locations import URIS
from markscheme.server.session.documents.reviewing import open_answers_of
from markscheme.server.session.session import Session

MOST = 100
"""Number of questions in an answer, unless the client says another one."""


@request("markscheme/classQuestions")
async def questions_of_class(ls: MarkschemeServer, params: Any) -> Any:
    """Return the questions of the folder or document in ``uri``, or else of the workspace and the open documents."""
    own, most = bool(optional(params, "own_correction", bool)), limit_of(params, MOST)
    place = optional_path(params, "uri")
    with progress(ls, params, "marking the class") as reporter:
        state = await open_answers_of(ls.session, place, reporter, own_correction=own)
    return shown(attrs.evolve(state, limit=most), uris=URIS)


@attrs.frozen
class RulingArgument:
    """A ruling on a question's answer. ``always``: in the whole course. ``words``: others that are right, as typed."""

    key: str
    ruling: Ruling
    always: bool = False
    own_correction: bool = False
    words: tuple[str, ...] = ()


@attrs.frozen
class SheetArgument:
    """Rulings on the open answers of one text, by the keys of their questions; ``key`` is the text's."""

    key: str
    rulings: dict[str, Ruling]


@attrs.frozen
class _Class:
    """The exercises whose answers a command is about; ``None``: the workspace's."""

    session: Session
    place: Path | None
    own_correction: bool = False

    async def open_answers(self, source: TextSource | None = None) -> ClassQuestions:
        return await open_answers_of(self.session, self.place, Reporter(), source, own_correction=self.own_correction)

    async def person(self) -> str:
        return (await self.session.configuration.of(None)).person

    async def after(self, before: ClassQuestions, step: Step, ruling: str | None = None) -> Any:
        self.session.files_changed(path for folder in step.folders for path in folder.paths.values())
        return _shown(Ruled.of(step, ruling, before, await self.open_answers()))


@command("markscheme.decideSheet")
async def decide_sheet(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
    asked, given = _Class(ls.session, optional_file(arguments, 0)), argument(arguments, 1, SheetArgument)
    before = await asked.open_answers()
    author = await asked.person()
    waiting = [item for item in before.questions if item.key in given.rulings]
    for key in given.rulings.keys() - {item.key for item in waiting}:
        if await _kept(asked, RulingArgument(key, given.rulings[key]), author) is None:
            before.find(key)
    if not waiting:
        words = f"{len(given.rulings)} answers"
        return _shown(Ruled.of(Step(given.key, words), SEVERAL, before, before))
    ruled = [(item, given.rulings[item.key]) for item in waiting]
    try:
        step = await asyncio.to_thread(ls.session.rulings.write, given.key, ruled, author)
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    return await asked.after(before, step, SEVERAL)


@attrs.frozen
class FinalArgument:
    """What open answers count as in a student's mark, which is final; ``None``: it is open again. ``text`` is a URI."""

    text: str
    student: str
    open: OpenAnswers | None = None


@command("markscheme.decideAnswer")
async def decide_answer(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
    given = argument(arguments, 1, RulingArgument)
    asked = _Class(ls.session, optional_file(arguments, 0), given.own_correction)
    before = await asked.open_answers()
    author = await asked.person()
    try:
        question = before.find(given.key)
    except DocumentError:
        if (kept := await _kept(asked, given, author)) is None:
            raise
        return _shown(Ruled.of(kept, given.ruling, before, before))
    if given.words:
        engine = ls.session.engine(await ls.configuration.of(None))
        wordings = [await engine.ask(WORDING, question.typed(words)) for words in given.words]
        question = question.with_words(wordings)
    try:
        write = partial(ls.session.rulings.write, always=given.always)
        step = await asyncio.to_thread(write, question.key, [(question, given.ruling)], author)
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    return await asked.after(before, step, given.ruling)


@command("markscheme.callMarkFinal")
async def call_final(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
    asked, given = _Class(ls.session, optional_file(arguments, 0)), argument(arguments, 1, FinalArgument)
    before = await asked.open_answers()
    path = file_path(given.text)
    mark = next((item for item in before.marks_of(given.student) if item.path == path), None)
    if mark is None:
        raise JsonRpcInvalidParams(f"{given.student} has no mark for this text")
    step = await asyncio.to_thread(ls.session.rulings.call_final, mark, given.open, await asked.person())
    return await asked.after(before, step, given.open)


@command("markscheme.undoDecision")
async def undo_decision(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
    """Take the last ruling of this session back; ``null`` where there is none.

    The arguments are a URI or ``null``, the key of a question or mark, if it is not the last one, and whether the
    questions are about a teacher's own correction.
    """
    key, own = optional_argument(arguments, 1, str), optional_argument(arguments, 2, bool) or False
    asked = _Class(ls.session, optional_file(arguments, 0), own)
    before = await asked.open_answers()
    taken_back = await asyncio.to_thread(ls.session.rulings.undo, key)
    return None if taken_back is None else await asked.after(before, taken_back)


async def _kept(asked: _Class, given: RulingArgument, author: str) -> Step | None:
    """Return ``None`` where a ruling is not kept already; its client may send it again after the server ended."""
    read, today, files = asked.session.snapshot(), datetime.date.today(), (*DECISION_FILES, COURSE_FILE)

    def read_without(path: Path) -> str:
        text, file = read(path), next((item for item in files if item.name == path.name), None)
        if file is None:
            return text
        for item in decision_files.read(file, text, path):
            if (item.author, item.date) == (author, today):
                text = without_decision(file, text, item, path)
        return text

    state = await asked.open_answers(read_without)
    question = next((item for item in state.questions if item.key == given.key), None)
    if question is None or given.ruling not in question.rulings:
        return None
    written = question.signed(given.ruling, author, today, always=given.always)
    kept = {folder: read_folder(folder, read)[0] for folder, _ in written}
    is_kept = all(any(item.equals(own) for own in kept[folder]) for folder, item in written)
    return Step(question.key, question.change, tuple(kept)) if is_kept else None


def _shown(ruled: Ruled) -> Any:
    return shown(attrs.evolve(ruled, state=attrs.evolve(ruled.state, limit=MOST)), uris=URIS)
