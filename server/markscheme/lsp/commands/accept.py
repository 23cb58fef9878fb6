"""``markscheme.accept`` and ``markscheme.withdraw``: accept a correction as an alternative, or take that back.

Alternatives stand in ``accepted.m2`` beside the references, so that everybody who marks the exercise has them. Code
actions name these commands, and marking the documents again shows what they did.
"""

import asyncio
import datetime
import getpass
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.exercises.decisions import decision_folder
from markscheme.exercises.decisions.decision import Decision, DecisionKind
from markscheme.exercises.decisions.decision_file import ACCEPTED_FILE, read_accepted
from markscheme.exercises.decisions.decision_folder import DecisionFolder
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.lsp.arguments import REQUEST_FAILED, argument
from markscheme.lsp.commands.command import Command, marks_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.marked import Marked


@attrs.frozen
class Correction:
    """A correction of a passage's source tokens, as code actions name it."""

    source: tuple[str, ...]
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""


async def accept(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Accept a correction; the arguments are the document's URI and the correction."""
    marked = await marks_of(ls, argument(arguments, 0, str))
    correction = argument(arguments, 1, Correction)
    folder, _ = _place(marked)
    entry = Decision(
        DecisionKind.ACCEPTED,
        correction.source,
        correction.start,
        correction.end,
        correction.replacement,
        correction.type,
        marked.options.author or _user_name(),
        datetime.date.today(),
    )
    try:
        await asyncio.to_thread(decision_folder.decide, folder, entry)
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    ls.session.files_changed(list(folder.paths.values()))


async def withdraw(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Take back every alternative that equals a correction; the arguments are as for :func:`accept`."""
    marked = await marks_of(ls, argument(arguments, 0, str))
    correction = argument(arguments, 1, Correction)
    folder, path = _place(marked)
    alternatives = Decisions(read_accepted(ls.session.read(path), path))
    for entry in alternatives.at(correction.source, correction.start, correction.end, correction.replacement):
        await asyncio.to_thread(decision_folder.withdraw, folder, entry)
    ls.session.files_changed([path])


def _user_name() -> str:
    """Return the user's name; empty where the system has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def _place(marked: Marked) -> tuple[DecisionFolder, Path]:
    """Return the folder of the exercise's decisions, and the path of its accepted alternatives."""
    folder = marked.exercise.decision_folder
    path = folder.path_of(ACCEPTED_FILE) if folder is not None else None
    if folder is None or path is None:
        raise JsonRpcException("the exercise has no reference beside which alternatives could stand", REQUEST_FAILED)
    return folder, path


ACCEPT = Command("markscheme.accept", accept)
WITHDRAW = Command("markscheme.withdraw", withdraw)
