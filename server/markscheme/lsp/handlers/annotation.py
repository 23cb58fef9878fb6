"""What annotators are asked and decide: open questions, places where they differ, and what was decided as a file.

Answers stand in ``accepted.m2``, ``decisions.m2`` and ``questions.m2`` beside the references. A first argument is the
URI of a document of the exercise; for the next question it may be a folder's, or ``null`` for the workspace.
"""

import asyncio
import datetime
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.annotation.adjudication import (
    ACTIONS,
    Adjudication,
    Bodies,
    Choice,
    Decided,
    Decider,
    State,
    Wording,
    WordsQuestion,
    decide,
    majority,
    open_places,
    place_of,
    progress_of,
    restore,
)
from markscheme.annotation.differences import Sentence, SpotFile
from markscheme.annotation.questions import Evidence
from markscheme.annotation.queue import ANSWERS, OFFERED, Queue, QueuedQuestion
from markscheme.engine.requests import ExportReply
from markscheme.exercises.adjudicated_file import SentenceKey
from markscheme.formats.base import CorpusFormat
from markscheme.formats.m2.m2_format import M2
from markscheme.formats.registry import corpus_formats, format_to_write
from markscheme.lsp.arguments import (
    REQUEST_FAILED,
    Place,
    argument,
    file_path,
    limit_of,
    optional,
    optional_names,
    optional_path,
    path_field,
)
from markscheme.lsp.editor import Reporter
from markscheme.lsp.handling import command, locations_of, progress, request, with_progress
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.locations import Locations, plain_range
from markscheme.lsp.session.annotation.adjudications import OpenAdjudication
from markscheme.lsp.session.annotation.question_desk import ExerciseQuestions
from markscheme.lsp.session.annotation.queues import Queues, document_uri, queues_in, shown_places
from markscheme.lsp.session.workspace import options_for
from markscheme.lsp.views import uri_of
from markscheme.reports.adjudication import FilePlaces, counts_json, key_json, sentence_json, undo_json
from markscheme.reports.contract import annotation as shapes
from markscheme.reports.contract.annotation import AnnotatorQuestion, AnsweredQuestion, QuestionQueue
from markscheme.reports.questions import ListedQuestion, question_json, queue_json, replaced_words
from markscheme.text.errors import DocumentError
from markscheme.text.files import make_folder, write_all
from markscheme.text.places import Span

ADJUDICATE = "markscheme.adjudicate"
ANSWER_QUESTION = "markscheme.answerQuestion"

PAGE = 50
"""Sentences of a page, where the client names no limit."""
MAX_SENTENCES = 50
"""Changed sentences of a result."""
MOST = 100
"""Questions of an answer, where the client names no limit."""
RESTORE, MAJORITY = "restore", "majority"


@request("markscheme/adjudication")
async def adjudication(ls: MarkschemeServer, params: Any) -> shapes.Adjudication:
    place = path_field(params)
    with progress(ls, params, "comparing annotators") as reporter:
        opened = await ls.adjudications.of(place, reporter)
    current = opened.adjudication
    wanted = _wanted(current, params)
    offset = max(0, optional(params, "offset", int) or 0)
    page = wanted[offset : offset + limit_of(params, PAGE)]
    shown = file_places(ls)
    return {
        "file": uri_of(current.path),
        "annotators": [*current.differences.annotators],
        "author": opened.options.person,
        "counts": counts_json(progress_of(current)),
        "matching": len(wanted),
        "sentences": [sentence_json(current, item, shown) for item in page],
        "problems": [str(problem) for problem in current.problems],
    }


def _wanted(adjudication: Adjudication, params: Any) -> list[Sentence]:
    sentences = list(adjudication.differences.sentences)
    key = optional(params, "key", dict)
    if key is not None:
        source, number = (optional(key, name, kind) for name, kind in (("source", list), ("number", int)))
        sentences = [item for item in sentences if [*item.source] == source and item.key[1] == (number or 1)]
    states = optional_names(params, "states")
    if states is not None:
        sentences = [item for item in sentences if adjudication.state(item).value in states]
    after = optional(params, "after", int)
    if after is not None:
        sentences.sort(key=lambda item: item.index <= after)
    return sentences


def file_places(ls: MarkschemeServer) -> FilePlaces:
    locations = locations_of(ls)

    def of(file: SpotFile, span: Span) -> tuple[str, Any] | None:
        location = locations.of(file.path, span, file.name)
        if location is None:
            return None
        return location.uri, plain_range(location.range)

    return FilePlaces(of)


@request("markscheme/adjudicationChoices")
async def adjudication_choices(ls: MarkschemeServer, params: Any) -> shapes.AdjudicationChoices:
    opened = await ls.adjudications.of(path_field(params))
    formats = sorted(corpus_formats(), key=lambda form: form is not M2)
    return {
        "name": _name(opened),
        "formats": [_format_json(form) for form in formats],
        "annotators": [*opened.adjudication.differences.annotators],
        "counts": counts_json(progress_of(opened.adjudication)),
    }


def _name(opened: OpenAdjudication) -> str:
    names = {item.exercise for item in opened.sentences}
    return next(iter(names)) if len(names) == 1 else opened.adjudication.path.parent.name


def _format_json(form: CorpusFormat) -> shapes.ExportFormat:
    return {"name": form.name, "title": form.title, "suffix": next(iter(form.suffixes), "")}


@request("markscheme/questions")
async def questions(ls: MarkschemeServer, params: Any) -> QuestionQueue:
    """Return the questions of the folder or document in ``uri``, or else of the workspace and the open documents."""
    place, most = optional_path(params, "uri"), limit_of(params, MOST)
    credit, quality = optional(params, "credit", bool), optional(params, "quality", bool)
    if credit is not None or quality is not None:
        ls.session.desk.evidence = Evidence(bool(credit), bool(quality))
    with progress(ls, params, "looking for questions") as reporter:
        queues = await queues_in(ls.session, place, reporter.report)
    answered = bool(optional(params, "answered", bool))
    place_of = shown_places(Locations(ls.session.snapshot(), ls.editor.encoding, with_views=ls.editor.shows_views))
    return await asyncio.to_thread(queue_json, queues.questions, place_of, answered=answered, limit=most)


@attrs.frozen
class KeyArgument:
    """A sentence as commands name it."""

    source: tuple[str, ...]
    number: int = 1

    @property
    def key(self) -> SentenceKey:
        return self.source, self.number


@attrs.frozen
class SpanArgument:
    """Source tokens."""

    start: int
    end: int


@attrs.frozen
class RestoreArgument:
    """What stood in the file about a sentence."""

    key: KeyArgument
    body: str | None = None


@attrs.frozen
class AdjudicationArgument:
    """The command's second argument; see :class:`~markscheme.reports.contract.annotation.AdjudicationDecision`."""

    action: str
    key: KeyArgument | None = None
    place: SpanArgument | None = None
    annotator: str | None = None
    words: str | None = None
    reason: str | None = None
    restore: tuple[RestoreArgument, ...] | None = None
    dryRun: bool | None = None  # noqa: N815 - the protocol's name


@command(ADJUDICATE)
async def adjudicate(ls: MarkschemeServer, arguments: Sequence[Any]) -> shapes.AdjudicationResult:
    """Decide; the arguments are the URI of a document of the exercise, or its folder, and the decision."""
    opened = await ls.adjudications.of(file_path(argument(arguments, 0, str)))
    wanted = argument(arguments, 1, AdjudicationArgument)
    if wanted.action == RESTORE:
        return await _restored(ls, opened, wanted)
    if wanted.action not in ACTIONS:
        raise JsonRpcInvalidParams(f"there is no action {wanted.action!r}")
    sentences = _sentences(opened, wanted)
    place = (wanted.place.start, wanted.place.end) if wanted.place is not None else None
    wording = await _wording(ls, opened, sentences[0], wanted, place) if wanted.words is not None else None
    choice = Choice(wanted.action, place, wanted.annotator or "", wording)
    adjudication = opened.adjudication
    places = sum(_majorities(adjudication, item) for item in sentences) if wanted.action == MAJORITY else 0
    if wanted.dryRun:
        changed = [item for item in sentences if _majorities(adjudication, item)]
        return _result(ls, adjudication, changed, (), places)
    decider = Decider(opened.options.person, datetime.date.today(), wanted.reason or "")
    keys = adjudication.differences.keys
    decided = await asyncio.to_thread(decide, adjudication.path, keys, sentences, choice, decider)
    return _written(ls, opened, decided, places, sentences if wanted.key is not None else ())


async def _restored(
    ls: MarkschemeServer, opened: OpenAdjudication, wanted: AdjudicationArgument
) -> shapes.AdjudicationResult:
    bodies: Bodies = tuple((item.key.key, item.body) for item in wanted.restore or ())
    adjudication = opened.adjudication
    decided = await asyncio.to_thread(restore, adjudication.path, adjudication.differences.keys, bodies)
    return _written(ls, opened, decided, 0)


def _sentences(opened: OpenAdjudication, wanted: AdjudicationArgument) -> Sequence[Sentence]:
    if wanted.key is None:
        if wanted.action != MAJORITY:
            raise JsonRpcInvalidParams("key is missing")
        return opened.adjudication.open_sentences
    sentence = opened.adjudication.differences.sentence(wanted.key.key)
    if sentence is None:
        raise DocumentError("the exercise has no such sentence", remedy="Its source has changed: read it again")
    return (sentence,)


async def _wording(
    ls: MarkschemeServer,
    opened: OpenAdjudication,
    sentence: Sentence,
    wanted: AdjudicationArgument,
    place: tuple[int, int] | None,
) -> Wording:
    if place is not None:
        place_of(sentence, *place)
    question = WordsQuestion(sentence.source, place, wanted.words or "", sentence.is_tokenised)
    return await ls.adjudications.wording(opened, question)


def _majorities(adjudication: Adjudication, sentence: Sentence) -> int:
    places = open_places(sentence, adjudication.record(sentence))
    return sum(majority(place, len(sentence.annotators)) is not None for place in places)


def _written(
    ls: MarkschemeServer, opened: OpenAdjudication, decided: Decided, places: int, about: Sequence[Sentence] = ()
) -> shapes.AdjudicationResult:
    """Return what changed, or else what the decision was ``about``: a client may send it again after a crash."""
    adjudication = attrs.evolve(opened.adjudication, records=decided.file.records)
    ls.session.files_changed([adjudication.path])
    keys = {key for key, _ in decided.before}
    changed = [item for item in opened.sentences if item.key in keys]
    return {**_result(ls, adjudication, changed or about, decided.before, places), "changed": len(changed)}


def _result(
    ls: MarkschemeServer,
    adjudication: Adjudication,
    concerned: Sequence[Sentence],
    before: Bodies,
    places: int,
) -> shapes.AdjudicationResult:
    following = adjudication.open_after(concerned[0].index if concerned else -1)
    shown = file_places(ls)
    return {
        "file": uri_of(adjudication.path),
        "changed": len(concerned),
        "places": places,
        "sentences": [sentence_json(adjudication, item, shown) for item in concerned[:MAX_SENTENCES]],
        "undo": undo_json(before),
        "next": key_json(following.key) if following is not None else None,
        "counts": counts_json(progress_of(adjudication)),
    }


GONE = "there is no such question: its text has changed, or the exercise is another one"


@attrs.frozen
class AnswerArgument:
    """A question's answer; ``choice`` is the index of an alternative, ``None`` for what the question asks."""

    key: str
    answer: str
    choice: int | None = None
    note: str = ""


@command(ANSWER_QUESTION)
async def answer_question(ls: MarkschemeServer, arguments: Sequence[Any]) -> AnsweredQuestion:
    """Answer a question; the arguments are a document's URI and the answer. An earlier answer of the person goes."""
    uri, given = argument(arguments, 0, str), argument(arguments, 1, AnswerArgument)
    if given.answer not in OFFERED:
        raise JsonRpcInvalidParams(f"unknown answer {given.answer!r}. The answers are {', '.join(OFFERED)}")
    current, item = _found(await queues_in(ls.session, file_path(uri)), given.key)
    try:
        change = await ls.session.desk.answer(current, item, ANSWERS.get(given.answer), given.choice, given.note)
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    return await _answered(ls, current, given.key, [*map(replaced_words, change.replies)])


@command("markscheme.undoAnswer")
async def undo_answer(ls: MarkschemeServer, arguments: Sequence[Any]) -> AnsweredQuestion:
    """Take back the last answer to a question; the arguments are a document's URI and the question's key.

    What this session wrote is taken back byte for byte; what the person answered before, out of the files.
    """
    uri, key = argument(arguments, 0, str), argument(arguments, 1, str)
    current, item = _found(await queues_in(ls.session, file_path(uri)), key)
    if not await ls.session.desk.undo(current, item):
        raise JsonRpcException("there is no answer of yours to take back", REQUEST_FAILED)
    return await _answered(ls, current, key)


@command("markscheme.nextQuestion")
async def show_next_question(ls: MarkschemeServer, arguments: Sequence[Any]) -> AnnotatorQuestion | None:
    """Show and return the most urgent open question; the arguments are a URI, and the key of the one before it.

    After the last question comes the first.
    """
    place, key = (argument(arguments, number, str) if _is_given(arguments, number) else None for number in (0, 1))
    queues = await queues_in(ls.session, file_path(place) if place is not None else None)
    questions = queues.questions
    listed = questions.open
    if not listed:
        return None
    keys = [item.item.question.key for item in listed]
    chosen = listed[(keys.index(key) + 1) % len(keys) if key in keys else 0]
    own = chosen.item.question
    locations = locations_of(ls)
    places = ((own.path, own.span, own.document), *((item.path, item.span, item.document) for item in own.versions))
    shown = (locations.of(path, span, document) for path, span, document in places if span is not None)
    location = next((item for item in shown if item is not None), None)
    if location is not None:
        await ls.editor.show(location)
    return question_json(chosen, questions.author, shown_places(locations))


def _is_given(arguments: Sequence[Any], number: int) -> bool:
    return number < len(arguments) and arguments[number] is not None


async def _answered(
    ls: MarkschemeServer, current: ExerciseQuestions, key: str, replaced: Sequence[str] = ()
) -> AnsweredQuestion:
    options = await options_for(ls.session, current.exercise)
    after = await ls.session.desk.of(current.exercise, options) or current
    item = _in_queue(after.queue, key)
    waiting = (other.question.key for other in after.queue.open if other.question.key != key)
    listed, places = ListedQuestion(item, document_uri(after)), shown_places(locations_of(ls))
    return {
        "question": question_json(listed, after.author, places),
        "open": len(after.queue.open),
        "next": next(waiting, None),
        "replaced": [*replaced],
    }


def _found(queues: Queues, key: str) -> tuple[ExerciseQuestions, QueuedQuestion]:
    found = queues.find(key)
    if found is None:
        raise JsonRpcException(GONE, REQUEST_FAILED)
    return found


def _in_queue(queue: Queue, key: str) -> QueuedQuestion:
    item = queue.find(key)
    if item is None:
        raise JsonRpcException(GONE, REQUEST_FAILED)
    return item


@command("markscheme.exportAdjudication")
async def export_adjudication(ls: MarkschemeServer, arguments: Sequence[Any]) -> shapes.ExportedAdjudication:
    """Write the files; the arguments are the URI of a document or folder, and an ``AdjudicationExport``."""
    place, options = file_path(argument(arguments, 0, str)), argument(arguments, 1, dict)
    target = file_path(argument([options.get("target")], 0, str))
    form = optional(options, "format", str) or format_to_write(target).name
    fill_open, token = optional(options, "open", str), optional(options, "workDoneToken", int | str)

    async def files(reporter: Reporter) -> ExportReply:
        opened = await ls.adjudications.of(place, reporter)
        return await ls.adjudications.files(opened, target, form, fill_open, reporter)

    reply = await with_progress(ls, "writing the adjudicated text", token, files)
    paths = {target.with_name(name): data for name, data in reply.files.items()}
    existing = [] if optional(options, "overwrite", bool) else _others(paths, target)
    if not existing:
        await asyncio.to_thread(_write, paths, target.parent)
    return {
        "files": [uri_of(path) for path in paths],
        "existing": [uri_of(path) for path in existing],
        "format": reply.format,
        "filled": reply.filled,
        "losses": [*reply.losses],
    }


def _others(paths: Iterable[Path], target: Path) -> list[Path]:
    """Return the files beside the target that are there; a person chose the target itself."""
    return [path for path in paths if path != target and path.exists()]


def _write(files: dict[Path, bytes], folder: Path) -> None:
    make_folder(folder)
    write_all(files)


@command("markscheme.nextOpenSentence")
async def show_next_open_sentence(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    """Show and return the first open sentence behind a position; the arguments are the document's URI and the position.

    After the last one comes the first. One that is not in the document is shown in the source.
    """
    uri, at = argument(arguments, 0, str), argument(arguments, 1, Place)
    opened = await ls.adjudications.of(file_path(uri))
    locations = locations_of(ls)
    locations_of_open = [
        place
        for sentence in opened.sentences
        if opened.adjudication.state(sentence) is State.OPEN
        and (place := _location(opened, sentence, uri, locations)) is not None
    ]
    position = types.Position(at.line, at.character)
    behind = (item for item in locations_of_open if item.uri != uri or item.range.start > position)
    location = next(behind, locations_of_open[0] if locations_of_open else None)
    if location is not None:
        await ls.editor.show(location)
    return location


def _location(opened: OpenAdjudication, sentence: Sentence, uri: str, locations: Locations) -> types.Location | None:
    files = opened.adjudication.differences.files[sentence.text]
    places = (locations.of(file.path, span, file.name) for file, span in files.places(sentence.spots))
    shown = [place for place in places if place is not None]
    return next((place for place in shown if place.uri == uri), shown[0] if shown else None)
