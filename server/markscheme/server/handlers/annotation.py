"""What annotators are asked and decide. Answers stand in ``accepted.m2``, ``decisions.m2`` and ``questions.m2``.

A first argument is a document's URI; for the next question it may be a folder's, or ``null`` for the workspace.
"""

import asyncio
import datetime
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.contract import shown
from markscheme.documents.files import make_folder, read_text, write_all
from markscheme.documents.formats import FORMATS
from markscheme.documents.m2_format import M2
from markscheme.errors import DocumentError
from markscheme.exercises.adjudicated_file import SentenceKey
from markscheme.progress import Progress, silent
from markscheme.reports.adjudication import (
    AdjudicationChoices,
    AdjudicationPage,
    AdjudicationResult,
    ExportedAdjudication,
    ExportFormat,
    ShownSentence,
)
from markscheme.reports.questions import AnsweredQuestion, ListedQuestion, QuestionList, question_list, replaced_words
from markscheme.reports.report import problem_words
from markscheme.research.adjudication import (
    ACTIONS,
    Adjudication,
    Choice,
    Decided,
    Decider,
    RestoredSentence,
    State,
    Wording,
    WordsQuestion,
)
from markscheme.research.adjudication_result import ResultExport
from markscheme.research.differences import Place, PlaceVersion, Sentence, Spots
from markscheme.research.question_queue import ANSWERS, OFFERED, GivenAnswer, Queue, QueuedQuestion, answers_to
from markscheme.research.questions import KINDS, Wanted
from markscheme.server.annotation import ExerciseQuestions, OpenAdjudication, questions_at
from markscheme.server.documents import PlacedQuestion, TextDocument
from markscheme.server.editor import Locations, Reporter, uri_of
from markscheme.server.engine.endpoint import EngineError
from markscheme.server.engine.protocol import EXPORT, WORDING, ExportParams, ExportReply
from markscheme.server.handling import (
    LIMIT,
    Token,
    command,
    file_path,
    invalid_params,
    progress,
    request,
    with_progress,
)
from markscheme.server.server import MarkschemeServer
from markscheme.server.session import Session
from markscheme.server.workspace import search
from markscheme.wording import shortened, teacher_names


@attrs.frozen
class _Queues:
    """The questions of some exercises; ``problems`` are those of exercises that have none."""

    exercises: tuple[ExerciseQuestions, ...]
    problems: tuple[DocumentError, ...] = ()

    @property
    def questions(self) -> QuestionList:
        author = next((item.author for item in self.exercises), "")
        own = (problem for item in self.exercises for problem in item.problems)
        problems = (problem_words(problem) for problem in (*self.problems, *own))
        return question_list(((_document_uri(item), item.queue) for item in self.exercises), author, problems)

    def find(self, key: str) -> tuple[ExerciseQuestions, QueuedQuestion] | None:
        for item in self.exercises:
            if (question := item.queue.find(key)) is not None:
                return item, question
        return None


async def _queues_in(session: Session, place: Path | None, progress: Progress = silent) -> _Queues:
    """Return the questions of a document's exercise, of a folder's exercises, or of the workspace's.

    Raise DocumentError if the place does not exist, or nothing is found and a configuration is broken; or EngineError.
    """
    found = await search(session, place)
    exercises: list[ExerciseQuestions] = []
    problems: list[DocumentError] = [*found.problems]
    for exercise in found.exercises:
        if not exercise.references:
            continue
        try:
            own = await session.questions.of(exercise, await session.options_for(exercise), progress)
        except DocumentError as problem:
            problems.append(problem)
            continue
        exercises += [own] if own is not None else []
    return _Queues(tuple(exercises), tuple(problems))


def _document_uri(item: ExerciseQuestions) -> str:
    """Return the URI of the source, or else of the first reference."""
    return uri_of(item.exercise.source or item.exercise.references[0].path)


_ADJUDICATE = "markscheme.adjudicate"
_ANSWER_QUESTION = "markscheme.answerQuestion"

PAGE = 50
"""Sentences of a page, where the client names no limit, and changed sentences of a result."""
RESTORE, MAJORITY = "restore", "majority"


@request("markscheme/adjudication")
async def adjudication(
    ls: MarkschemeServer,
    *,
    uri: Path,
    key: dict[str, Any] | None = None,
    states: list[str] | None = None,
    after: int | None = None,
    offset: int = 0,
    limit: int = PAGE,
    work_done_token: Token = None,
) -> Any:
    with progress(ls, work_done_token, "comparing annotators") as reporter:
        opened = await ls.session.adjudications.of(uri, reporter)
    current = opened.adjudication
    wanted = list(current.differences.sentences)
    if key is not None:
        about = key.get("source"), key.get("number") or 1
        wanted = [item for item in wanted if ([*item.source], item.key.number) == about]
    if states is not None:
        wanted = [item for item in wanted if current.state(item).value in states]
    if after is not None:
        wanted.sort(key=lambda item: item.index <= after)
    begin = max(0, offset)
    sentences = wanted[begin : begin + max(0, limit)]
    page = AdjudicationPage(
        uri_of(current.path),
        current,
        opened.options.person,
        len(wanted),
        tuple(ShownSentence(current, item) for item in sentences),
    )
    return shown(page, locate=ls.session.locations().locate)


@request("markscheme/adjudicationChoices")
async def adjudication_choices(ls: MarkschemeServer, *, uri: Path) -> Any:
    opened = await ls.session.adjudications.of(uri)
    formats = sorted(FORMATS.corpora, key=lambda form: form is not M2)
    choices = AdjudicationChoices(
        _name(opened),
        tuple(ExportFormat(form.name, form.title, next(iter(form.suffixes), "")) for form in formats),
        opened.adjudication.differences.annotators,
        opened.adjudication.progress,
    )
    return shown(choices)


def _name(opened: OpenAdjudication) -> str:
    names = {item.exercise for item in opened.sentences}
    return next(iter(names)) if len(names) == 1 else opened.adjudication.path.parent.name


@request("markscheme/questions")
async def questions(
    ls: MarkschemeServer,
    *,
    uri: Path | None = None,
    limit: int = LIMIT,
    credit: bool | None = None,
    quality: bool | None = None,
    answered: bool = False,
    work_done_token: Token = None,
) -> Any:
    """Return the questions of a folder or document, or else of the workspace and the open documents."""
    if credit is not None or quality is not None:
        ls.session.questions.wanted = Wanted(credit=bool(credit), quality=bool(quality))
    with progress(ls, work_done_token, "looking for questions") as reporter:
        queues = await _queues_in(ls.session, uri, reporter.report)
    locations = ls.session.locations(ls.session.snapshot())
    listed = attrs.evolve(queues.questions, wants_answered=answered, limit=max(0, limit))
    return await asyncio.to_thread(shown, listed, locate=locations.locate)


@attrs.frozen
class _SpanArgument:
    """Source tokens."""

    start: int
    end: int


@attrs.frozen
class _AdjudicationArgument:
    """The command's second argument; see :class:`~markscheme.server.parameters.AdjudicationDecision`."""

    action: str
    key: SentenceKey | None = None
    place: _SpanArgument | None = None
    annotator: str | None = None
    words: str | None = None
    tag: str | None = None
    reason: str | None = None
    restore: tuple[RestoredSentence, ...] | None = None
    dryRun: bool | None = None  # noqa: N815 - the protocol's name


@command(_ADJUDICATE)
async def adjudicate(ls: MarkschemeServer, path: Path, wanted: _AdjudicationArgument) -> Any:
    """Decide about the exercise of a document, or of a folder."""
    opened = await ls.session.adjudications.of(path)
    if wanted.action == RESTORE:
        return await _restored(ls, opened, wanted)
    if wanted.action not in ACTIONS:
        raise JsonRpcInvalidParams(f"there is no action {wanted.action!r}")
    sentences = _sentences(opened, wanted)
    place = (wanted.place.start, wanted.place.end) if wanted.place is not None else None
    wording = await _wording(ls, opened, sentences[0], wanted, place) if wanted.words is not None else None
    choice = Choice(wanted.action, place, wanted.annotator or "", wording, wanted.tag or "")
    adjudication = opened.adjudication
    places = sum(_majorities(adjudication, item) for item in sentences) if wanted.action == MAJORITY else 0
    if wanted.dryRun:
        changed = [item for item in sentences if _majorities(adjudication, item)]
        return _result(ls, adjudication, changed, places)
    decider = Decider(opened.options.person, datetime.date.today(), wanted.reason or "")
    decided = await asyncio.to_thread(adjudication.decide, sentences, choice, decider)
    return _written(ls, opened, decided, places, sentences if wanted.key is not None else ())


async def _restored(ls: MarkschemeServer, opened: OpenAdjudication, wanted: _AdjudicationArgument) -> Any:
    adjudication, bodies = opened.adjudication, wanted.restore or ()
    decided = await asyncio.to_thread(adjudication.restore, bodies)
    return _written(ls, opened, decided, 0)


def _sentences(opened: OpenAdjudication, wanted: _AdjudicationArgument) -> Sequence[Sentence]:
    if wanted.key is None:
        if wanted.action != MAJORITY:
            raise JsonRpcInvalidParams("key is missing")
        return opened.adjudication.open_sentences
    sentence = opened.adjudication.differences.sentence(wanted.key)
    if sentence is None:
        raise DocumentError("the exercise has no such sentence", remedy="Its source has changed: read it again")
    return (sentence,)


async def _wording(
    ls: MarkschemeServer,
    opened: OpenAdjudication,
    sentence: Sentence,
    wanted: _AdjudicationArgument,
    place: tuple[int, int] | None,
) -> Wording:
    if place is not None:
        sentence.place(*place)
    question = WordsQuestion(sentence.source, place, wanted.words or "", sentence.is_tokenised)
    return await ls.session.engine(opened.options).ask(WORDING, question)


def _majorities(adjudication: Adjudication, sentence: Sentence) -> int:
    places = sentence.open_places(adjudication.record(sentence))
    return sum(place.majority is not None for place in places)


def _written(
    ls: MarkschemeServer, opened: OpenAdjudication, decided: Decided, places: int, about: Sequence[Sentence] = ()
) -> Any:
    """Return what changed, or else what the decision was ``about``: a client may send it again after a crash."""
    adjudication = attrs.evolve(opened.adjudication, records=decided.file.records)
    ls.session.files_changed([adjudication.path])
    keys = {item.key for item in decided.before}
    changed = [item for item in opened.sentences if item.key in keys]
    return {**_result(ls, adjudication, changed or about, places, decided.before), "changed": len(changed)}


def _result(
    ls: MarkschemeServer,
    adjudication: Adjudication,
    concerned: Sequence[Sentence],
    places: int,
    before: tuple[RestoredSentence, ...] = (),
) -> Any:
    following = adjudication.open_after(concerned[0].index if concerned else -1)
    result = AdjudicationResult(
        uri_of(adjudication.path),
        len(concerned),
        places,
        tuple(ShownSentence(adjudication, item) for item in concerned[:PAGE]),
        before,
        following.key if following is not None else None,
        adjudication.progress,
    )
    return shown(result, locate=ls.session.locations().locate)


GONE = "there is no such question: its text has changed, or the exercise is another one"


@attrs.frozen
class _AnswerArgument:
    """A question's answer; ``choice`` is the index of an alternative, ``None`` for what the question asks."""

    key: str
    answer: str
    choice: int | None = None
    note: str = ""


@command(_ANSWER_QUESTION)
async def answer_question(ls: MarkschemeServer, path: Path, given: _AnswerArgument) -> Any:
    """Answer a question of a document's exercise. An earlier answer of the person goes."""
    if given.answer not in OFFERED:
        raise JsonRpcInvalidParams(f"unknown answer {given.answer!r}. The answers are {', '.join(OFFERED)}")
    current, item = _found(await _queues_in(ls.session, path), given.key)
    with invalid_params():
        answer, today = ANSWERS.get(given.answer), datetime.date.today()
        own = GivenAnswer(answer, current.author, today, given.choice, given.note)
        change = await ls.session.questions.answer(current, item, own)
    _report_decisions(ls, current)
    return await _answered(ls, current, given.key, map(replaced_words, change.replies))


@command("markscheme.undoAnswer")
async def undo_answer(ls: MarkschemeServer, path: Path, key: str) -> Any:
    """Take back the last answer to a question of a document's exercise.

    What this session wrote is taken back byte for byte; what the person answered before, out of the files.
    """
    current, item = _found(await _queues_in(ls.session, path), key)
    if not await ls.session.questions.undo(current, item):
        raise DocumentError("there is no answer of yours to take back")
    _report_decisions(ls, current)
    return await _answered(ls, current, key)


@command("markscheme.nextQuestion")
async def show_next_question(ls: MarkschemeServer, place: Path | None = None, key: str | None = None) -> Any:
    """Show and return the most urgent open question; with a ``key``, the one after that, and the first after the last.

    Without a place they are the workspace's.
    """
    queues = await _queues_in(ls.session, place)
    questions = queues.questions
    listed = questions.open
    if not listed:
        return None
    keys = [item.key for item in listed]
    chosen = listed[(keys.index(key) + 1) % len(keys) if key in keys else 0]
    locations = ls.session.locations()
    places = (chosen.question.place, *(item.place for item in chosen.question.versions))
    found = (locations.of(place.path, place.span, place.document) for place in places if place is not None)
    location = next((item for item in found if item is not None), None)
    if location is not None:
        await ls.editor.show(location)
    return shown(chosen, locate=locations.locate)


def _report_decisions(ls: MarkschemeServer, current: ExerciseQuestions) -> None:
    if (folder := current.exercise.decision_folder) is not None:
        ls.session.files_changed(folder.paths.values())


async def _answered(ls: MarkschemeServer, current: ExerciseQuestions, key: str, replaced: Iterable[str] = ()) -> Any:
    options = await ls.session.options_for(current.exercise)
    after = await ls.session.questions.of(current.exercise, options) or current
    item = _in_queue(after.queue, key)
    waiting = (other.question.key for other in after.queue.open if other.question.key != key)
    listed = ListedQuestion(item, _document_uri(after), after.author)
    answered = AnsweredQuestion(listed, len(after.queue.open), next(waiting, None), tuple(replaced))
    return shown(answered, locate=ls.session.locations().locate)


def _found(queues: _Queues, key: str) -> tuple[ExerciseQuestions, QueuedQuestion]:
    found = queues.find(key)
    if found is None:
        raise DocumentError(GONE)
    return found


def _in_queue(queue: Queue, key: str) -> QueuedQuestion:
    item = queue.find(key)
    if item is None:
        raise DocumentError(GONE)
    return item


@command("markscheme.exportAdjudication")
async def export_adjudication(
    ls: MarkschemeServer,
    place: Path,
    *,
    target: Path,
    format_: str | None = None,
    open_: str | None = None,
    overwrite: bool = False,
    work_done_token: Token = None,
) -> Any:
    """Write the files of the exercise of a document or folder."""
    export = ResultExport(target, format_ or FORMATS.to_write(target).name, open_)

    async def files(reporter: Reporter) -> ExportReply:
        opened = await ls.session.adjudications.of(place, reporter)
        params = ExportParams(opened.texts.texts, opened.adjudication.path, export)
        return await ls.session.engine(opened.options).ask(EXPORT, params, reporter.report)

    reply = await with_progress(ls, "writing the adjudicated text", work_done_token, files)
    paths = {target.with_name(name): data for name, data in reply.files.items()}
    existing = [] if overwrite else _others(paths, target)
    if not existing:
        await asyncio.to_thread(_write, paths, target.parent)
    written, there = (tuple(map(uri_of, items)) for items in (paths, existing))
    return shown(ExportedAdjudication(written, there, reply.format, reply.filled, reply.losses))


def _others(paths: Iterable[Path], target: Path) -> list[Path]:
    """Return the files beside the target that are there; a person chose the target itself."""
    return [path for path in paths if path != target and path.exists()]


def _write(files: dict[Path, bytes], folder: Path) -> None:
    make_folder(folder)
    write_all(files)


@command("markscheme.nextOpenSentence")
async def show_next_open_sentence(ls: MarkschemeServer, uri: str, at: types.Position) -> types.Location | None:
    """Show and return the first open sentence behind a position in a document.

    After the last one comes the first. One that is not in the document is shown in the source.
    """
    opened = await ls.session.adjudications.of(file_path(uri))
    locations = ls.session.locations()
    locations_of_open = [
        place
        for sentence in opened.sentences
        if opened.adjudication.state(sentence) is State.OPEN
        and (place := _location(opened, sentence, uri, locations)) is not None
    ]
    behind = (item for item in locations_of_open if item.uri != uri or item.range.start > at)
    location = next(behind, locations_of_open[0] if locations_of_open else None)
    if location is not None:
        await ls.editor.show(location)
    return location


def _location(opened: OpenAdjudication, sentence: Sentence, uri: str, locations: Locations) -> types.Location | None:
    files = opened.adjudication.differences.files[sentence.text]
    places = (locations.of(place.path, place.span, place.document) for place in files.places(sentence.spots))
    found = [place for place in places if place is not None]
    return next((place for place in found if place.uri == uri), found[0] if found else None)


_LONGEST_PROMPT = 80
"""Largest number of characters of what an action asks."""
MOST_OF_A_KIND = 3
"""Largest number of questions, comments or teachers' wordings that are offered before other actions."""


def wants_quick_fixes(context: types.CodeActionContext) -> bool:
    kinds = [str(getattr(kind, "value", kind)) for kind in context.only or ()]
    return context.only is None or any(kind in ("", "quickfix") for kind in kinds)


async def question_actions(ls: MarkschemeServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the answers to open questions at a range; none before the exercise's questions were shown somewhere."""
    document = ls.session.documents.get(params.text_document.uri)
    if document is None or ls.editor.shows_questions or not wants_quick_fixes(params.context):
        return []
    current = await _current(ls, document)
    if current is None:
        return []
    index, view = ls.session.index(document.text), document.view
    span = index.span_at(params.range)
    placed = list(questions_at(current.queue.open, document.path, view.author if view else None, span))
    uri = _document_uri(current)
    return [
        action
        for item in placed[:MOST_OF_A_KIND]
        for action in _answers(uri, item, _diagnostics(item, index.lsp_range(item.span), params.context.diagnostics))
    ]


async def _current(ls: MarkschemeServer, document: TextDocument) -> ExerciseQuestions | None:
    options = await ls.session.configuration.of(document.uri)
    for exercise in ls.session.questions.concerning(document.path) if options.questions else ():
        try:
            return await ls.session.questions.of(exercise, options, waits=False)
        except DocumentError:
            continue
    return None


def _answers(uri: str, placed: PlacedQuestion, diagnostics: Sequence[types.Diagnostic]) -> Iterator[types.CodeAction]:
    """Yield an action for each answer; a note has no words, since nobody can be asked for them."""
    question = placed.item.question
    kind = KINDS.get(question.kind)
    for item in answers_to(question):
        title = f"{item.title}: {shortened(kind.prompt(question), _LONGEST_PROMPT)}"
        argument = {"key": question.key, "answer": item.name}
        yield types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=list(diagnostics) or None,
            command=types.Command(title, _ANSWER_QUESTION, arguments=[uri, argument]),
        )


def _diagnostics(
    placed: PlacedQuestion, place: types.Range, diagnostics: Sequence[types.Diagnostic]
) -> list[types.Diagnostic]:
    return [item for item in diagnostics if item.code == placed.item.question.kind and item.range == place]


async def adjudication_actions(ls: MarkschemeServer, uri: str, wanted: types.Range) -> list[types.CodeAction]:
    """Return what can be taken at a range of a reference; nothing at several lines, or with unsaved changes."""
    document = ls.session.documents.get(uri)
    if document is None or wanted.start.line != wanted.end.line:
        return []
    with suppress(DocumentError, EngineError):
        if document.view is None and read_text(document.path) != document.text.removeprefix("\ufeff"):
            return []
        opened = await ls.session.adjudications.of(document.path)
        return [
            action
            for sentence, place in _touching(ls, opened, document, wanted)
            for action in _actions(opened, sentence, place, uri)
        ]
    return []


def _touching(
    ls: MarkschemeServer, opened: OpenAdjudication, document: TextDocument, wanted: types.Range
) -> Iterator[tuple[Sentence, Place]]:
    own = ls.session.index(document.text).span_at(wanted)
    locations = ls.session.locations()
    differences = opened.adjudication.differences

    def touches(sentence: Sentence, spots: Spots) -> bool:
        for place in differences.files[sentence.text].places(spots):
            if place.path == document.path and place.span.start <= own.end and own.start <= place.span.end:
                location = locations.locate(place)
                if location is not None and document.is_at(location.uri):
                    return True
        return False

    for sentence in differences.sentences:
        yield from ((sentence, place) for place in sentence.places if touches(sentence, place.spots))


def _actions(opened: OpenAdjudication, sentence: Sentence, place: Place, uri: str) -> Iterator[types.CodeAction]:
    record = opened.adjudication.record(sentence)
    about: dict[str, object] = {"key": shown(sentence.key), "place": {"start": place.start, "end": place.end}}
    for version in place.versions:
        names = teacher_names(version.people)
        words = " ".join(sentence.source[place.start : place.end])
        title = f"Leave {_quoted(words)} as {names} left it" if version.leaves else _take_title(version, names)
        if version.annotators:
            decision = {"action": "take", "annotator": version.annotators[0], **about}
        else:
            decision = {"action": "own", "words": " ".join(version.words), **about}
        yield _action(title, uri, decision, is_preferred=version.has_majority)
    if record is not None and record.at(place.start, place.end):
        yield _action("Withdraw this decision between annotators", uri, {"action": "withdraw", **about})


def _take_title(version: PlaceVersion, names: str) -> str:
    words = _quoted(" ".join(version.words)) if version.words else "nothing"
    marks = " (marked as an error)" if any(not edit.corrects for edit in version.edits) else ""
    return f"Take the version of {names}: {words}{marks}"


def _quoted(words: str) -> str:
    return f"“{shortened(words)}”" if words else "this place"


def _action(title: str, uri: str, decision: dict[str, object], *, is_preferred: bool = False) -> types.CodeAction:
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        is_preferred=is_preferred or None,
        command=types.Command(title, _ADJUDICATE, arguments=[uri, decision]),
    )
