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
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.contract import shape, shown
from markscheme.documents.files import TextSource
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import COURSE_FILE, DECISION_FILES, DecisionFolder
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions, text_key
from markscheme.exercises.decisions import Subject as DecisionSubject
from markscheme.exercises.discovery import exercises_of
from markscheme.marking.findings import Finding
from markscheme.marking.place_decisions import Choice, PlaceDecisions
from markscheme.marking.verdict import OpenAnswers, Verdict
from markscheme.metrics.base import Category
from markscheme.reports.class_questions import ClassQuestions, OpenPlace, Ruling
from markscheme.reports.rulings import SEVERAL, Ruled, Step
from markscheme.server.documents import FindingContent, Ignored, Marked
from markscheme.server.editor import URIS, Reporter, path_of
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
from markscheme.wording import deed

DECIDE = "markscheme.decide"
WITHDRAW = "markscheme.withdraw"
DECIDE_AT = "markscheme.decideAt"
DECIDED = "markscheme/decided"
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
async def decide(ls: MarkschemeServer, marked: ReferenceMarked, choice: DecisionArgument) -> Any:
    """Write a decision in place of a contrary one."""
    decision = choice.decided(marked.options.person, datetime.date.today())
    return await _TextScope(ls, marked).rewrite(choice.kind.value, (decision,), always=choice.always)


@command(WITHDRAW)
async def withdraw(ls: MarkschemeServer, marked: ReferenceMarked, choice: DecisionArgument) -> Any:
    """Take back every decision that equals one, whoever made it."""
    equal = _equal_decisions(ls, _folder(marked, always=choice.always), choice)
    return await _TextScope(ls, marked).rewrite(None, (), equal, always=choice.always)


@attrs.frozen
class _ChoiceArgument:
    """A choice about the finding of a range, or the one at a position, which is the narrowest there."""

    choice: Choice
    position: types.Position | None = None
    range: types.Range | None = None

    def finding(self, marked: Marked) -> Finding:
        """Return the place, in either vocabulary; raise DocumentError where there is none."""
        if self.range is not None:
            span = marked.index.span_at(self.range)
            found = next((item for item in marked.whole.findings if item.span == span), None)
        elif self.position is not None:
            found = marked.whole.narrowest_finding(marked.index.offset_at(self.position))
        else:
            raise JsonRpcInvalidParams("argument 2 has neither a position nor a range")
        if found is None or found.place is None:
            raise DocumentError("there is nothing to decide here", remedy="Put the cursor into a place that is marked")
        return found


@command(DECIDE_AT)
async def decide_at(ls: MarkschemeServer, marked: ReferenceMarked, given: _ChoiceArgument) -> Any:
    """Write what a choice means at a place."""
    _folder(marked)
    finding = given.finding(marked)
    possible = {item.choice: item for item in PlaceDecisions(finding, marked.whole, marked.decisions).choices()}
    chosen = possible.get(given.choice)
    if chosen is None:
        others = ", ".join(item.label for item in Choice if item in possible)
        remedy = f"Here you can say: {others}" if others else "Withdraw what was decided here first"
        now = "not counted" if not others else finding.title.lower()
        raise DocumentError(f"this place is {now}, so “{given.choice.label}” changes nothing here", remedy=remedy)
    today = datetime.date.today()
    signed = (attrs.evolve(item, author=marked.options.person, date=today) for item in chosen.decisions)
    return await _TextScope(ls, marked).rewrite(given.choice, tuple(signed), finding=finding)


@attrs.frozen
class _TextScope:
    """A decision in an open text, which holds for its class."""

    ls: MarkschemeServer
    marked: Marked

    async def rewrite(
        self,
        ruling: str | None,
        decisions: Sequence[Decision],
        withdrawn: Sequence[Decision] = (),
        *,
        always: bool = False,
        finding: Finding | None = None,
    ) -> Any:
        """Write decisions, or take them back, and say what followed; ``finding`` is the place in the text."""
        marked, folder = self.marked, _folder(self.marked, always=always)
        scope = _Scope(self.ls, None if always else marked.exercise.class_folder)
        before = await scope.open_answers()
        about = next(iter((*decisions, *withdrawn)), None)
        change = finding.did() if finding is not None else _change_of(about)
        key = text_key(repr(about and (about.source, about.start, about.end)))
        write = partial(self.ls.session.rulings.decide, Step(key, change, (folder,)))
        with invalid_params():
            step = await asyncio.to_thread(write, decisions, withdrawn)
        at = -1 if finding is None else finding.span.start
        return await scope.after(before, step, ruling, (marked.document.path, _person(marked), at))


def _change_of(decision: Decision | None) -> str:
    return (
        ""
        if decision is None
        else deed(" ".join(decision.source[decision.start : decision.end]), " ".join(decision.replacement))
    )


def _person(marked: Marked) -> str:
    """Return the name that the student of an open text has in all documents."""
    path, name = marked.document.path, marked.task.marked.name
    own = (item for item in marked.exercise.hypotheses if item.path == path and item.name == name)
    return next((item.identity for item in own), name)


@request("markscheme/nextOpen")
async def next_open(
    ls: MarkschemeServer,
    *,
    text_document: types.TextDocumentIdentifier | None = None,
    position: types.Position | None = None,
    backwards: bool = False,
) -> Any:
    """Return the next open place in the class of a document, or else in the workspace; ``None`` if nothing is open."""
    uri = None if text_document is None else text_document.uri
    found = await _open_beside(ls, uri, position, backwards=backwards)
    return None if found is None else shown(found, uris=URIS, locate=ls.session.locations().locate)


@command("markscheme.nextOpen")
async def show_next_open(ls: MarkschemeServer, uri: str | None = None, position: types.Position | None = None) -> Any:
    return await _show_open(ls, uri, position, backwards=False)


@command("markscheme.previousOpen")
async def show_previous_open(
    ls: MarkschemeServer, uri: str | None = None, position: types.Position | None = None
) -> Any:
    return await _show_open(ls, uri, position, backwards=True)


async def _show_open(ls: MarkschemeServer, uri: str | None, at: types.Position | None, *, backwards: bool) -> Any:
    """Show and return the place; say so where nothing is open."""
    found = await _open_beside(ls, uri, at, backwards=backwards)
    if found is None:
        ls.editor.show_message("Nothing is left to decide", types.MessageType.Info)
        return None
    location = ls.session.locations().of(found.place.path, found.place.span, found.place.document)
    if location is not None:
        await ls.editor.show(location)
    return shown(found, uris=URIS, locate=ls.session.locations().locate)


async def _open_beside(
    ls: MarkschemeServer, uri: str | None, at: types.Position | None, *, backwards: bool
) -> OpenPlace | None:
    path = None if uri is None else path_of(uri)
    if uri is None or path is None:
        state = await _Scope(ls, None).open_answers()
        return state.place_beside(Path(), "", 0, backwards=backwards)
    marked = await ls.session.current(uri)
    exercises = [] if marked is not None else await asyncio.to_thread(exercises_of, path, ls.session.snapshot())
    exercise = marked.exercise if marked is not None else next(iter(exercises), None)
    state = await _Scope(ls, None if exercise is None else exercise.class_folder).open_answers()
    offset = -1 if marked is None or at is None else marked.index.offset_at(at)
    return state.place_beside(path, "" if marked is None else _person(marked), offset, backwards=backwards)


def _equal_decisions(ls: MarkschemeServer, folder: DecisionFolder, choice: DecisionArgument) -> Sequence[Decision]:
    """Return the decisions in force that say the same; a correction may repeat source tokens around theirs."""
    file = next(file for file in folder.files if choice.kind in file.kinds)
    path = folder.path_of(file)
    if path is None or choice.always or choice.kind.subject is DecisionSubject.PLACE:
        return [choice.decided()]
    decisions = Decisions(file.read(ls.session.read(path), path)).only(choice.kind)
    return decisions.at(choice.source, choice.start, choice.end, choice.replacement)


def _folder(marked: Marked, *, always: bool = False) -> DecisionFolder:
    folder = marked.exercise.course_folder if always else marked.exercise.decision_folder
    if folder is None:
        raise DocumentError("no teacher has corrected this, so there is no place for decisions")
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
    return shown(attrs.evolve(state, limit=max(0, limit)), uris=URIS, locate=ls.session.locations().locate)


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


@shape()
@attrs.frozen
class DecisionMade:
    """The parameters of ``markscheme/decided``."""

    message: str
    """What changed, in a few words."""
    key: str
    """By which ``markscheme.undoDecision`` takes it back."""
    undo: bool
    """Whether it can be taken back; not where it was."""


@attrs.frozen
class _Scope:
    """The exercises whose answers a command is about; a ``place`` that is ``None``: the workspace's."""

    ls: MarkschemeServer
    place: Path | None
    own_correction: bool = False

    @property
    def session(self) -> Session:
        return self.ls.session

    async def open_answers(self, source: TextSource | None = None) -> ClassQuestions:
        return await open_answers_of(self.session, self.place, Reporter(), source, own_correction=self.own_correction)

    async def person(self) -> str:
        return (await self.session.configuration.of(None)).person

    async def after(
        self,
        before: ClassQuestions,
        step: Step,
        ruling: str | None = None,
        place: tuple[Path, str, int] | None = None,
    ) -> Any:
        """Say what followed a step; with a ``place`` in a student's text, without questions and with the next place."""
        self.session.rulings.count_in(step, self.place)
        self.session.files_changed(path for folder in step.folders for path in folder.paths.values())
        now = await self.open_answers()
        ruled = attrs.evolve(Ruled.of(step, ruling, before, now), next_place=place and now.place_beside(*place))
        self._tell(ruled)
        return self.shown(ruled, 0 if place is not None else LIMIT)

    def shown(self, ruled: Ruled, limit: int = LIMIT) -> Any:
        state = attrs.evolve(ruled.state, limit=limit)
        return shown(attrs.evolve(ruled, state=state), uris=URIS, locate=self.session.locations().locate)

    def _tell(self, ruled: Ruled) -> None:
        editor, is_done = self.ls.editor, ruled.ruling is not None
        if editor.wants_decisions:
            self.ls.protocol.notify(DECIDED, shown(DecisionMade(ruled.message, ruled.step.key, is_done)))
        else:
            editor.show_message(ruled.message, types.MessageType.Info)


@command("markscheme.decideSheet")
async def decide_sheet(ls: MarkschemeServer, place: Path | None, given: _SheetArgument) -> Any:
    scope = _Scope(ls, place)
    before = await scope.open_answers()
    author = await scope.person()
    waiting = [item for item in before.questions if item.key in given.rulings]
    for key in given.rulings.keys() - {item.key for item in waiting}:
        if await _kept(scope, _RulingArgument(key, given.rulings[key]), author) is None:
            before.find(key)
    if not waiting:
        words = f"{len(given.rulings)} answers"
        return scope.shown(Ruled.of(Step(given.key, words), SEVERAL, before, before))
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
    scope = _Scope(ls, place, given.own_correction)
    before = await scope.open_answers()
    author = await scope.person()
    try:
        question = before.find(given.key)
    except DocumentError:
        if (kept := await _kept(scope, given, author)) is None:
            raise
        return scope.shown(Ruled.of(kept, given.ruling, before, before))
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
    scope = _Scope(ls, place)
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

    ``key`` is that of a question or mark, if it is not the last one. Without a place, what follows is counted in the
    classes in which the ruling was.
    """
    scope = _Scope(ls, place or ls.session.rulings.place_of(key), own_correction)
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
