"""``markscheme.decideAnswer`` and ``markscheme.undoDecision``: a teacher's rulings on a class's answers.

A ruling is written beside the references of every exercise with the answer, with the setting ``author`` and the date;
one that holds always also in the course's file, for all exercises of it.
The first argument is the URI of a folder or document, or ``null`` for the workspace: where the questions are from.
"""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.exercises.decisions.decision_folder import DecisionFolder
from markscheme.lsp.arguments import argument, file_path
from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor.locations import uri_of
from markscheme.lsp.editor.reporter import Reporter
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.class_questions import MOST
from markscheme.lsp.session.documents.reviewing import open_answers_of
from markscheme.reports.class_questions import ClassQuestion, ClassQuestions, Ruling
from markscheme.reports.contract.classes.class_questions import Ruled


@attrs.frozen
class RulingArgument:
    """A ruling on the answer that the question of a key is about; ``always``: in all exercises of the course."""

    key: str
    ruling: Ruling
    always: bool = False


async def decide(ls: MarkschemeServer, arguments: Sequence[Any]) -> Ruled:
    """Write a ruling, and return the marks that followed; the arguments are a URI or ``null``, and the ruling."""
    place, given = _place(arguments), argument(arguments, 1, RulingArgument)
    before, _ = await open_answers_of(ls.session, place, Reporter())
    question = before.find(given.key)
    author = (await ls.session.configuration.of(None)).person
    try:
        write = partial(ls.session.rulings.write, always=given.always)
        folders = await asyncio.to_thread(write, question, given.ruling, author)
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    return await _followed(ls, place, before, question, folders, given.ruling)


async def undo(ls: MarkschemeServer, arguments: Sequence[Any]) -> Ruled | None:
    """Take the last ruling of this session back; ``null`` where there is none.

    The arguments are a URI or ``null``, and the key of the question whose ruling is meant, if it is not the last one.
    """
    place = _place(arguments)
    key = argument(arguments, 1, str) if len(arguments) > 1 else None
    before, _ = await open_answers_of(ls.session, place, Reporter())
    taken_back = await asyncio.to_thread(ls.session.rulings.undo, key)
    if taken_back is None:
        return None
    return await _followed(ls, place, before, taken_back.questions[0], taken_back.folders)


async def _followed(
    ls: MarkschemeServer,
    place: Path | None,
    before: ClassQuestions,
    question: ClassQuestion,
    folders: Iterable[DecisionFolder],
    ruling: Ruling | None = None,
) -> Ruled:
    """Return the marks and questions after a ruling whose files were written."""
    from markscheme.reports.class_questions_report import moves_json, questions_json
    from markscheme.reports.json.overview_json import problem_words

    ls.session.files_changed(path for folder in folders for path in folder.paths.values())
    state, problems = await open_answers_of(ls.session, place, Reporter())
    return {
        "key": question.key,
        "change": question.change,
        "ruling": None if ruling is None else ruling.value,
        "moves": moves_json(state.moves_from(before)),
        "state": questions_json(state, uri_of, map(problem_words, problems), MOST),
    }


def _place(arguments: Sequence[Any]) -> Path | None:
    is_given = bool(arguments) and arguments[0] is not None
    return file_path(argument(arguments, 0, str)) if is_given else None


DECIDE_ANSWER = Command("markscheme.decideAnswer", decide)
UNDO_DECISION = Command("markscheme.undoDecision", undo)
