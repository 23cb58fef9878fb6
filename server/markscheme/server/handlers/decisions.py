"""Commands that decide about places: at one place of a text, or about an answer wherever a class gives it.

Decisions stand in ``accepted.m2`` and ``decisions.m2`` beside the references; those for all exercises in the course's
file. A class command's first argument is the URI of a folder or document, or ``null`` for the workspace. Code actions
name these commands, and those that hide a place.
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
from markscheme.exercises.decision_files import COURSE_FILE, DECISION_FILES, DecisionFolder
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions
from markscheme.exercises.decisions import Subject as DecisionSubject
from markscheme.marking.verdict import OpenAnswers, Verdict
from markscheme.metrics.base import Category
from markscheme.reports.class_questions import SEVERAL, ClassQuestions, Ruled, Ruling, Step
from markscheme.server.documents import FindingContent, Ignored, Marked
from markscheme.server.editor import URIS, Reporter
from markscheme.server.engine.protocol import WORDING
from markscheme.server.handling import (
    LIMIT,
    ReferenceMarked,
    Token,
    command,
    file_path,
    invalid_params,
    progress,
    request,
)
from markscheme.server.server import MarkschemeServer
from markscheme.server.session import Session
from markscheme.server.workspace import open_answers_of

DECIDE = "markscheme.decide"
ACCEPT = "markscheme.accept"
WITHDRAW = "markscheme.withdraw"
IGNORE_FINDING = "markscheme.ignoreFinding"
IGNORE_CATEGORY = "markscheme.ignoreCategory"
SHOW_IGNORED = "markscheme.showIgnored"


@attrs.frozen
class DecisionArgument:
    """A :class:`~markscheme.exercises.decisions.Decision` as code actions name it: without a person and a date."""

    source: tuple[str, ...]
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""
    kind: DecisionKind = DecisionKind.ACCEPTED
    always: bool = False

    @classmethod
    def of(cls, decision: Decision) -> "DecisionArgument":
        place = decision.start, decision.end
        return cls(decision.source, *place, decision.replacement, decision.type, decision.kind, decision.always)

    @property
    def json(self) -> dict[str, Any]:
        own = {"source": [*self.source], "replacement": [*self.replacement], "kind": self.kind.value}
        return {name: value for name, value in (attrs.asdict(self) | own).items() if name != "always" or value}

    def decided(self, author: str = "", date: datetime.date | None = None) -> Decision:
        signed = Decision(self.kind, self.source, self.start, self.end, self.replacement, self.type, author, date)
        return attrs.evolve(signed, always=self.always)


@command(DECIDE)
async def decide(ls: MarkschemeServer, marked: ReferenceMarked, choice: DecisionArgument) -> None:
    """Write a decision in place of a contrary one."""
    folder = _folder(marked, always=choice.always)
    decision = choice.decided(marked.options.person, datetime.date.today())
    with invalid_params():
        await asyncio.to_thread(folder.rewrite, (decision,))
    ls.session.files_changed(folder.paths.values())


@command(ACCEPT)
async def accept(ls: MarkschemeServer, marked: ReferenceMarked, choice: DecisionArgument) -> None:
    """Accept a correction as an alternative, whatever the kind of the decision."""
    await decide(ls, marked, attrs.evolve(choice, kind=DecisionKind.ACCEPTED))


@command(WITHDRAW)
async def withdraw(ls: MarkschemeServer, marked: ReferenceMarked, choice: DecisionArgument) -> None:
    """Take back every decision that equals one, whoever made it."""
    folder = _folder(marked, always=choice.always)
    for entry in _equal_decisions(ls, folder, choice):
        await asyncio.to_thread(folder.rewrite, (), (entry,))
    ls.session.files_changed(folder.paths.values())


def _equal_decisions(ls: MarkschemeServer, folder: DecisionFolder, choice: DecisionArgument) -> Sequence[Decision]:
    """Return the decisions in force that say the same; a correction may repeat source tokens around theirs."""
    file = next(file for file in folder.files if choice.kind in file.kinds)
    path = folder.path_of(file)
    if path is None or choice.always or choice.kind.subject is DecisionSubject.PLACE:
        return [choice.decided()]
    decisions = Decisions(file.read(ls.session.read(path), path)).only(choice.kind)
    return decisions.at(choice.source, choice.start, choice.end, choice.replacement)


def _folder(marked: Marked, *, always: bool) -> DecisionFolder:
    folder = marked.exercise.course_folder if always else marked.exercise.decision_folder
    if folder is None:
        raise DocumentError("the exercise has no reference beside which decisions could stand")
    return folder


CODES = tuple(kind.value for kind in (*Verdict, *Category))
"""The codes of findings that can be ignored all at once."""


@command(IGNORE_FINDING)
async def ignore_finding(ls: MarkschemeServer, marked: Marked, finding: FindingContent) -> None:
    ls.session.ignore(marked.document, Ignored(findings=frozenset({finding})))


@command(IGNORE_CATEGORY)
async def ignore_category(ls: MarkschemeServer, marked: Marked, code: str) -> None:
    if code not in CODES:
        raise JsonRpcInvalidParams(f"argument 2 is none of {', '.join(CODES)}")
    ls.session.ignore(marked.document, Ignored(categories=frozenset({code})))


@command(SHOW_IGNORED)
async def show_ignored(ls: MarkschemeServer, marked: Marked) -> None:
    ls.session.show_ignored(marked.document)


@request("markscheme/classQuestions")
async def questions_of_class(
    ls: MarkschemeServer,
    *,
    uri: Path | None = None,
    own_correction: bool = False,
    limit: int = LIMIT,
    work_done_token: Token = None,
) -> Any:
    """Return the questions of a folder or document, or else of the workspace and the open documents."""
    with progress(ls, work_done_token, "marking the class") as reporter:
        state = await open_answers_of(ls.session, uri, reporter, own_correction=own_correction)
    return shown(attrs.evolve(state, limit=max(0, limit)), uris=URIS)


@attrs.frozen
class _RulingArgument:
    """A ruling on a question's answer. ``always``: in the whole course. ``words``: others that are right, as typed."""

    key: str
    ruling: Ruling
    always: bool = False
    own_correction: bool = False
    words: tuple[str, ...] = ()


@attrs.frozen
class _SheetArgument:
    """Rulings on the open answers of one text, by the keys of their questions; ``key`` is the text's."""

    key: str
    rulings: dict[str, Ruling]


@attrs.frozen
class _Scope:
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
async def decide_sheet(ls: MarkschemeServer, place: Path | None, given: _SheetArgument) -> Any:
    scope = _Scope(ls.session, place)
    before = await scope.open_answers()
    author = await scope.person()
    waiting = [item for item in before.questions if item.key in given.rulings]
    for key in given.rulings.keys() - {item.key for item in waiting}:
        if await _kept(scope, _RulingArgument(key, given.rulings[key]), author) is None:
            before.find(key)
    if not waiting:
        words = f"{len(given.rulings)} answers"
        return _shown(Ruled.of(Step(given.key, words), SEVERAL, before, before))
    ruled = [(item, given.rulings[item.key]) for item in waiting]
    with invalid_params():
        step = await asyncio.to_thread(ls.session.rulings.write, given.key, ruled, author)
    return await scope.after(before, step, SEVERAL)


@attrs.frozen
class _FinalArgument:
    """What open answers count as in a student's mark, which is final; ``None``: it is open again. ``text`` is a URI."""

    text: str
    student: str
    open: OpenAnswers | None = None


@command("markscheme.decideAnswer")
async def decide_answer(ls: MarkschemeServer, place: Path | None, given: _RulingArgument) -> Any:
    scope = _Scope(ls.session, place, given.own_correction)
    before = await scope.open_answers()
    author = await scope.person()
    try:
        question = before.find(given.key)
    except DocumentError:
        if (kept := await _kept(scope, given, author)) is None:
            raise
        return _shown(Ruled.of(kept, given.ruling, before, before))
    if given.words:
        engine = ls.session.engine(await ls.configuration.of(None))
        wordings = [await engine.ask(WORDING, question.typed(words)) for words in given.words]
        question = question.with_words(wordings)
    with invalid_params():
        write = partial(ls.session.rulings.write, always=given.always)
        step = await asyncio.to_thread(write, question.key, [(question, given.ruling)], author)
    return await scope.after(before, step, given.ruling)


@command("markscheme.callMarkFinal")
async def call_final(ls: MarkschemeServer, place: Path | None, given: _FinalArgument) -> Any:
    scope = _Scope(ls.session, place)
    before = await scope.open_answers()
    path = file_path(given.text)
    mark = next((item for item in before.marks_of(given.student) if item.path == path), None)
    if mark is None:
        raise JsonRpcInvalidParams(f"{given.student} has no mark for this text")
    step = await asyncio.to_thread(ls.session.rulings.call_final, mark, given.open, await scope.person())
    return await scope.after(before, step, given.open)


@command("markscheme.undoDecision")
async def undo_decision(
    ls: MarkschemeServer, place: Path | None = None, key: str | None = None, own_correction: bool = False
) -> Any:
    """Take the last ruling of this session back; ``null`` where there is none.

    ``key`` is that of a question or mark, if it is not the last one.
    """
    scope = _Scope(ls.session, place, own_correction)
    before = await scope.open_answers()
    taken_back = await asyncio.to_thread(ls.session.rulings.undo, key)
    return None if taken_back is None else await scope.after(before, taken_back)


async def _kept(scope: _Scope, given: _RulingArgument, author: str) -> Step | None:
    """Return ``None`` where a ruling is not kept already; its client may send it again after the server ended."""
    read, today, files = scope.session.snapshot(), datetime.date.today(), (*DECISION_FILES, COURSE_FILE)

    def read_without(path: Path) -> str:
        text, file = read(path), next((item for item in files if item.name == path.name), None)
        if file is None:
            return text
        for item in file.read(text, path):
            if (item.author, item.date) == (author, today):
                text = file.without(text, item, path)
        return text

    state = await scope.open_answers(read_without)
    question = next((item for item in state.questions if item.key == given.key), None)
    if question is None or given.ruling not in question.rulings:
        return None
    written = question.signed(given.ruling, author, today, always=given.always)
    kept = {folder: folder.read(read)[0] for folder, _ in written}
    is_kept = all(any(item.equals(own) for own in kept[folder]) for folder, item in written)
    return Step(question.key, question.change, tuple(kept)) if is_kept else None


def _shown(ruled: Ruled) -> Any:
    return shown(attrs.evolve(ruled, state=attrs.evolve(ruled.state, limit=LIMIT)), uris=URIS)
