"""Commands that decide about a place, take that back, or hide a finding.

Decisions stand in ``accepted.m2`` and ``decisions.m2`` beside the references; those for all exercises in the course's
file. Code actions name these commands.
"""

import asyncio
import datetime
from collections.abc import Sequence
from typing import Any

import attrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.exercises import decision_files
from markscheme.exercises.decision_files import DecisionFolder, read
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions, Subject
from markscheme.marking.verdict import Verdict
from markscheme.metrics.base import Category
from markscheme.server.arguments import REQUEST_FAILED, argument
from markscheme.server.handling import command, marks_of, result_of
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.session.ignored import FindingContent, Ignored
from markscheme.server.session.marked import Marked

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
async def decide(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Write a decision in place of a contrary one; the arguments are the document's URI and the decision."""
    marked = await marks_of(ls, argument(arguments, 0, str))
    await _decide(ls, marked, argument(arguments, 1, DecisionArgument))


@command(ACCEPT)
async def accept(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Accept a correction as an alternative; the arguments are as for :func:`decide`, of whatever kind."""
    marked = await marks_of(ls, argument(arguments, 0, str))
    choice = argument(arguments, 1, DecisionArgument)
    await _decide(ls, marked, attrs.evolve(choice, kind=DecisionKind.ACCEPTED))


@command(WITHDRAW)
async def withdraw(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Take back every decision that equals one, whoever made it; the arguments are as for :func:`decide`."""
    marked = await marks_of(ls, argument(arguments, 0, str))
    choice = argument(arguments, 1, DecisionArgument)
    folder = _folder(marked, always=choice.always)
    for entry in _equal_decisions(ls, folder, choice):
        await asyncio.to_thread(decision_files.withdraw, folder, entry)
    ls.session.files_changed(list(folder.paths.values()))


async def _decide(ls: MarkschemeServer, marked: Marked, choice: DecisionArgument) -> None:
    folder = _folder(marked, always=choice.always)
    decision = choice.decided(marked.options.person, datetime.date.today())
    try:
        await asyncio.to_thread(decision_files.decide, folder, decision)
    except ValueError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    ls.session.files_changed(list(folder.paths.values()))


def _equal_decisions(ls: MarkschemeServer, folder: DecisionFolder, choice: DecisionArgument) -> Sequence[Decision]:
    """Return the decisions in force that say the same; a correction may repeat source tokens around theirs."""
    file = next(file for file in folder.files if choice.kind in file.kinds)
    path = folder.path_of(file)
    if path is None or choice.always or choice.kind.subject is Subject.PLACE:
        return [choice.decided()]
    decisions = Decisions(read(file, ls.session.read(path), path)).only(choice.kind)
    return decisions.at(choice.source, choice.start, choice.end, choice.replacement)


def _folder(marked: Marked, *, always: bool) -> DecisionFolder:
    folder = marked.exercise.course_folder if always else marked.exercise.decision_folder
    if folder is None:
        raise JsonRpcException("the exercise has no reference beside which decisions could stand", REQUEST_FAILED)
    return folder


CODES = tuple(kind.value for kind in (*Verdict, *Category))
"""The codes of findings that can be ignored all at once."""


@command(IGNORE_FINDING)
async def ignore_finding(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Ignore a finding by its content; the arguments are the document's URI and the content."""
    finding = argument(arguments, 1, FindingContent)
    await _ignore(ls, argument(arguments, 0, str), Ignored(findings=frozenset({finding})))


@command(IGNORE_CATEGORY)
async def ignore_category(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    code = argument(arguments, 1, str)
    if code not in CODES:
        raise JsonRpcInvalidParams(f"argument 2 is none of {', '.join(CODES)}")
    await _ignore(ls, argument(arguments, 0, str), Ignored(categories=frozenset({code})))


@command(SHOW_IGNORED)
async def show_ignored(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    result = await result_of(ls, argument(arguments, 0, str))
    ls.session.show_ignored(result.document)


async def _ignore(ls: MarkschemeServer, uri: str, more: Ignored) -> None:
    result = await result_of(ls, uri)
    ls.session.ignore(result.document, more)
