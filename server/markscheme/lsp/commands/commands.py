"""``workspace/executeCommand``; for authors of clients: docs/protocol.md."""

import asyncio
import datetime
import getpass
from pathlib import Path
from typing import Any

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.engine.client import EngineClient
from markscheme.engine.requests.lifecycle import CLEAR_CACHE, STATUS
from markscheme.exercises.accepted import Accepted, Alternatives, accept, read_accepted, withdraw
from markscheme.lsp.arguments import REQUEST_FAILED, Place, argument, failures_told, file_path
from markscheme.lsp.commands.reporting import export_report
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests import code_action as actions
from markscheme.lsp.requests.navigation import next_finding
from markscheme.lsp.session.ignored import FindingContent, Ignored
from markscheme.lsp.session.locations import uri_of
from markscheme.lsp.session.marked import Known, Marked
from markscheme.lsp.session.options import camel
from markscheme.lsp.session.reporter import cancelling
from markscheme.lsp.session.workspace import MarkedWorkspace, mark_workspace
from markscheme.metrics.cleme2 import Category


@attrs.frozen
class Correction:
    """A correction of a passage's source tokens, as code actions name it."""

    source: tuple[str, ...]
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""


def register_commands(server: MarkschemeServer) -> None:
    """Every command."""
    _register_marking(server)
    _register_navigation(server)
    _register_alternatives(server)
    _register_ignoring(server)
    _register_engine(server)


def _register_marking(server: MarkschemeServer) -> None:
    @server.command("markscheme.remark")
    def remark(ls: MarkschemeServer, *arguments: Any) -> None:
        ls.session.remark(argument(arguments, 0, str) if arguments else None)

    @server.command("markscheme.markWorkspace")
    async def whole_workspace(ls: MarkschemeServer, *_: Any) -> dict[str, int]:
        return attrs.asdict(await asyncio.ensure_future(_with_progress(ls)))

    @server.command("markscheme.exportReport")
    async def export(ls: MarkschemeServer, *arguments: Any) -> dict[str, str]:
        path = file_path(argument(arguments, 0, str))
        target = file_path(argument(arguments, 1, str))
        with failures_told():
            await export_report(ls.session, path, target)
        return {"uri": uri_of(target)}


async def _with_progress(ls: MarkschemeServer) -> MarkedWorkspace:
    """Marks the workspace; a task of its own, which the person may stop."""
    reporter = ls.editor.reporter("marking the workspace", cancelling(asyncio.current_task()))
    try:
        return await mark_workspace(ls.session, reporter)
    finally:
        reporter.end()


def _register_navigation(server: MarkschemeServer) -> None:
    def registered(name: str, step: int) -> None:
        @server.command(f"markscheme.{name}")
        async def command(ls: MarkschemeServer, *arguments: Any) -> types.Location | None:
            uri, place = argument(arguments, 0, str), argument(arguments, 1, Place)
            marked = await ls.session.current(uri)
            location = next_finding(marked, place, step, ls.editor.encoding) if marked else None
            if location is not None:
                await ls.editor.show(location)
            return location

    registered("nextFinding", 1)
    registered("previousFinding", -1)


def _register_alternatives(server: MarkschemeServer) -> None:
    @server.command(actions.ACCEPT)
    async def accept_alternative(ls: MarkschemeServer, *arguments: Any) -> None:
        marked = await _marked(ls, argument(arguments, 0, str))
        own = argument(arguments, 1, Correction)
        path = _accepted_path(marked)
        author = marked.options.author or _user()
        new = Accepted(own.source, own.start, own.end, own.replacement, own.type, author, datetime.date.today())
        with failures_told():
            try:
                await asyncio.to_thread(accept, path, new)
            except ValueError as error:
                raise JsonRpcInvalidParams(str(error)) from error
        ls.session.files_changed([path])

    @server.command(actions.WITHDRAW)
    async def withdraw_alternative(ls: MarkschemeServer, *arguments: Any) -> None:
        marked = await _marked(ls, argument(arguments, 0, str))
        own = argument(arguments, 1, Correction)
        path = _accepted_path(marked)
        with failures_told():
            known = Alternatives(read_accepted(ls.session.read(path), path))
            for item in known.at(own.source, own.start, own.end, own.replacement):
                await asyncio.to_thread(withdraw, path, item)
        ls.session.files_changed([path])


def _user() -> str:
    """The user's name; empty where the system knows none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def _accepted_path(marked: Marked) -> Path:
    if marked.exercise.accepted is None:
        raise JsonRpcException("the exercise has no reference beside which alternatives could stand", REQUEST_FAILED)
    return marked.exercise.accepted


def _register_ignoring(server: MarkschemeServer) -> None:
    async def ignore(ls: MarkschemeServer, uri: str, more: Ignored) -> None:
        known = await _known(ls, uri)
        with failures_told():
            ls.session.ignore(known.document, more)

    @server.command(actions.IGNORE_FINDING)
    async def ignore_finding(ls: MarkschemeServer, *arguments: Any) -> None:
        finding = argument(arguments, 1, FindingContent)
        await ignore(ls, argument(arguments, 0, str), Ignored(findings=frozenset({finding})))

    @server.command(actions.IGNORE_CATEGORY)
    async def ignore_category(ls: MarkschemeServer, *arguments: Any) -> None:
        category = argument(arguments, 1, Category)
        await ignore(ls, argument(arguments, 0, str), Ignored(categories=frozenset({category.value})))

    @server.command(actions.SHOW_IGNORED)
    async def show_ignored(ls: MarkschemeServer, *arguments: Any) -> None:
        known = await _known(ls, argument(arguments, 0, str))
        with failures_told():
            ls.session.show_ignored(known.document)


async def _marked(ls: MarkschemeServer, uri: str) -> Marked:
    """The document's marks, as :func:`_known`."""
    known = await _known(ls, uri)
    if not isinstance(known, Marked):
        raise JsonRpcException("the document's exercise has no reference", REQUEST_FAILED)
    return known


async def _known(ls: MarkschemeServer, uri: str) -> Known:
    """The document's marks or estimate, as soon as they are there: a command may follow another that has them made
    anew.
    """
    known = await ls.session.current(uri)
    if known is None:
        raise JsonRpcException("the document is not open, or has no marks", REQUEST_FAILED)
    return known


def _register_engine(server: MarkschemeServer) -> None:
    @server.command("markscheme.status")
    async def status(ls: MarkschemeServer, *_: Any) -> dict[str, Any] | None:
        return await engine_status(ls)

    @server.command("markscheme.clearCache")
    async def clear_cache(ls: MarkschemeServer, *_: Any) -> dict[str, int]:
        engine = await _engine(ls)
        with failures_told():
            return attrs.asdict(await engine.ask(CLEAR_CACHE, None))

    @server.command("markscheme.restartEngine")
    async def restart_engine(ls: MarkschemeServer, *_: Any) -> None:
        engine = await _engine(ls)
        with failures_told():
            await engine.restart()
        ls.session.remark(None)


async def _engine(ls: MarkschemeServer) -> EngineClient:
    return ls.session.engine(await ls.session.configuration.of(None))


async def engine_status(ls: MarkschemeServer, start: bool = True) -> dict[str, Any] | None:
    """The engine's status, its names in camel case; ``None`` if it does not run and is not to be started.

    Raises
    ------
    JsonRpcException
        If the engine can't be asked.
    """
    engine = await _engine(ls)
    with failures_told():
        found = await (engine.ask(STATUS, None) if start else engine.ask_if_running(STATUS, None))
    return None if found is None else {camel(name): value for name, value in attrs.asdict(found).items()}
