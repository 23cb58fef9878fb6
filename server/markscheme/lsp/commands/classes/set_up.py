"""``markscheme.setUpFolder``: write a folder's ``markscheme.toml`` by questions, for editors without a page for it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.init.draft import draft
from markscheme.exercises.init.plan import Choices, Question, SetUpPlan
from markscheme.lsp.arguments import argument, file_path
from markscheme.lsp.commands.classes import mark_workspace
from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor import uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.set_up import planned, write_set_up
from markscheme.text.errors import DocumentError

WRITE: Final = "Write it"
UPDATE: Final = "Update it"
SHOW: Final = "Show the file"
NOT_NOW: Final = "Not now"


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> dict[str, str] | None:
    """Set a folder up and return the URI of the file; ``None`` if the person did not want it written.

    The argument is the folder's URI; without one it is the workspace's first folder.
    """
    folder = _folder(ls, arguments)
    plan = await asyncio.to_thread(planned, folder)
    if not plan.exercises:
        raise DocumentError("no exercise found in this folder", path=folder)
    answered = await _answered(ls, plan)
    if answered is None or not await _is_wanted(ls, answered):
        return None
    await asyncio.to_thread(write_set_up, answered, overwrite=True)
    path = folder / CONFIGURATION
    ls.session.files_changed([path])
    await mark_workspace.run(ls, ())
    return {"uri": uri_of(path)}


def _folder(ls: MarkschemeServer, arguments: Sequence[Any]) -> Path:
    if arguments:
        return file_path(argument(arguments, 0, str))
    folders = ls.session.editor.folders
    if not folders:
        raise DocumentError("no folder is open")
    return folders[0]


async def _answered(ls: MarkschemeServer, plan: SetUpPlan) -> SetUpPlan | None:
    """Return ``None`` if one of the questions was put aside."""
    while plan.open_questions:
        question = plan.open_questions[0]
        label = await ls.session.editor.ask(question.text, [item.label for item in _defaults_first(question)])
        chosen = next((item for item in question.answers if item.label == label), None)
        if chosen is None:
            return None
        plan = plan.with_choices(Choices(answers={**plan.choices.answers, question.id: chosen.id}))
    return plan


def _defaults_first(question: Question) -> list[Any]:
    return sorted(question.answers, key=lambda item: item.id != question.default)


async def _is_wanted(ls: MarkschemeServer, plan: SetUpPlan) -> bool:
    path = plan.folder / CONFIGURATION
    write = UPDATE if path.exists() else WRITE
    message = " ".join([plan.summary, *plan.warnings])
    answer = await ls.session.editor.ask(message, [write, SHOW, NOT_NOW])
    if answer == SHOW:
        text = await asyncio.to_thread(draft, plan)
        ls.session.editor.show_message(text, types.MessageType.Info)
        answer = await ls.session.editor.ask(message, [write, NOT_NOW])
    return answer == write


COMMAND = Command("markscheme.setUpFolder", run)
