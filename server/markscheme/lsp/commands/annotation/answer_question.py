"""``markscheme.answerQuestion``, ``markscheme.undoAnswer`` and ``markscheme.nextQuestion``: annotators' questions.

Answers stand in ``accepted.m2``, ``decisions.m2`` and ``questions.m2`` beside the references. The first argument is the
URI of a document of the exercise; for the next question it may be a folder's, or ``null`` for the workspace.
"""

from collections.abc import Sequence
from typing import Any

import attrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.annotation.queue import ANSWERS, OFFERED, Queue, QueuedQuestion
from markscheme.lsp.arguments import REQUEST_FAILED, argument, file_path
from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor import Locations
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.annotation.question_desk import ExerciseQuestions
from markscheme.lsp.session.annotation.queues import Queues, document_uri, queues_in, shown_places
from markscheme.lsp.session.workspace import options_for
from markscheme.reports.contract.annotation import AnnotatorQuestion, AnsweredQuestion
from markscheme.reports.questions import ListedQuestion, PlaceOf, question_json, replaced_words

GONE = "there is no such question: its text has changed, or the exercise is another one"


@attrs.frozen
class AnswerArgument:
    """A question's answer; ``choice`` is the index of an alternative, ``None`` for what the question asks."""

    key: str
    answer: str
    choice: int | None = None
    note: str = ""


async def answer(ls: MarkschemeServer, arguments: Sequence[Any]) -> AnsweredQuestion:
    """Answer a question; the arguments are a document's URI and the answer. An earlier answer of the person goes."""
    uri, given = argument(arguments, 0, str), argument(arguments, 1, AnswerArgument)
    if given.answer not in OFFERED:
        raise JsonRpcInvalidParams(f"unknown answer {given.answer!r}. The answers are {', '.join(OFFERED)}")
    current, item = _found(await queues_in(ls.session, file_path(uri)), given.key)
    try:
        change = await ls.session.desk.answer(current, item, ANSWERS.get(given.answer), given.choice, given.note)
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    return await _result(ls, current, given.key, [*map(replaced_words, change.replies)])


async def undo(ls: MarkschemeServer, arguments: Sequence[Any]) -> AnsweredQuestion:
    """Take back the last answer to a question; the arguments are a document's URI and the question's key.

    What this session wrote is taken back byte for byte; what the person answered before, out of the files.
    """
    uri, key = argument(arguments, 0, str), argument(arguments, 1, str)
    current, item = _found(await queues_in(ls.session, file_path(uri)), key)
    if not await ls.session.desk.undo(current, item):
        raise JsonRpcException("there is no answer of yours to take back", REQUEST_FAILED)
    return await _result(ls, current, key)


async def show_next(ls: MarkschemeServer, arguments: Sequence[Any]) -> AnnotatorQuestion | None:
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
    locations = Locations(ls.session.read, ls.editor.encoding, with_views=ls.editor.shows_views)
    places = ((own.path, own.span, own.document), *((item.path, item.span, item.document) for item in own.versions))
    shown = (locations.of(path, span, document) for path, span, document in places if span is not None)
    location = next((item for item in shown if item is not None), None)
    if location is not None:
        await ls.editor.show(location)
    return question_json(chosen, questions.author, shown_places(locations))


def _is_given(arguments: Sequence[Any], number: int) -> bool:
    return number < len(arguments) and arguments[number] is not None


async def _result(
    ls: MarkschemeServer, current: ExerciseQuestions, key: str, replaced: Sequence[str] = ()
) -> AnsweredQuestion:
    options = await options_for(ls.session, current.exercise)
    after = await ls.session.desk.of(current.exercise, options) or current
    item = _in_queue(after.queue, key)
    waiting = (other.question.key for other in after.queue.open if other.question.key != key)
    return {
        "question": question_json(ListedQuestion(item, document_uri(after)), after.author, _places(ls)),
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


def _places(ls: MarkschemeServer) -> PlaceOf:
    return shown_places(Locations(ls.session.read, ls.editor.encoding, with_views=ls.editor.shows_views))


ANSWER_QUESTION = Command("markscheme.answerQuestion", answer)
UNDO_ANSWER = Command("markscheme.undoAnswer", undo)
NEXT_QUESTION = Command("markscheme.nextQuestion", show_next)
