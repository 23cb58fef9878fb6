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

from markscheme.exercises import accepted
from markscheme.exercises.accepted import Accepted, Alternatives, read_accepted
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
    path = _accepted_path(marked)
    entry = Accepted(
        correction.source,
        correction.start,
        correction.end,
        correction.replacement,
        correction.type,
        marked.options.author or _user_name(),
        datetime.date.today(),
    )
    try:
        await asyncio.to_thread(accepted.accept, path, entry)
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    ls.session.files_changed([path])


async def withdraw(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Take back every alternative that equals a correction; the arguments are as for :func:`accept`."""
    marked = await marks_of(ls, argument(arguments, 0, str))
    correction = argument(arguments, 1, Correction)
    path = _accepted_path(marked)
    alternatives = Alternatives(read_accepted(ls.session.read(path), path))
    for entry in alternatives.at(correction.source, correction.start, correction.end, correction.replacement):
        await asyncio.to_thread(accepted.withdraw, path, entry)
    ls.session.files_changed([path])


def _user_name() -> str:
    """Return the user's name; empty where the system has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def _accepted_path(marked: Marked) -> Path:
    if marked.exercise.accepted is None:
        raise JsonRpcException("the exercise has no reference beside which alternatives could stand", REQUEST_FAILED)
    return marked.exercise.accepted


ACCEPT = Command("markscheme.accept", accept)
WITHDRAW = Command("markscheme.withdraw", withdraw)
