"""``workspace/executeCommand``, and requests of Markscheme's own; for authors of clients: docs/protocol.md."""

import asyncio
import datetime
import getpass
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs
import cattrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.uris import to_fs_path

from markscheme.documents.accepted import Accepted, Alternatives, accept, read_accepted, withdraw
from markscheme.documents.errors import DocumentError
from markscheme.engine.client import EngineClient, EngineError
from markscheme.lsp import actions
from markscheme.lsp.editor import plain
from markscheme.lsp.ignored import FindingContent, Ignored
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.locations import lsp_range, uri_of
from markscheme.lsp.marked import Marked
from markscheme.lsp.reporting import export_report
from markscheme.lsp.workspace import mark_workspace
from markscheme.marking.findings import Finding
from markscheme.metrics.cleme2 import Category

T = TypeVar("T")

REQUEST_FAILED = -32803
"""``LSPErrorCodes.RequestFailed``: the request was sound and can't be done."""

_converter = cattrs.Converter()


@attrs.frozen
class Correction:
    """A correction of a passage's source tokens, as code actions name it."""

    source: tuple[str, ...]
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""


@attrs.frozen
class Place:
    """A line and a column, in the session's encoding."""

    line: int
    character: int


def register_commands(server: MarkschemeServer) -> None:
    """Every command, and the requests beside them."""
    _register_marking(server)
    _register_navigation(server)
    _register_alternatives(server)
    _register_ignoring(server)
    _register_engine(server)
    _register_requests(server)


def _register_marking(server: MarkschemeServer) -> None:
    @server.command("markscheme.remark")
    def remark(ls: MarkschemeServer, *arguments: Any) -> None:
        ls.session.remark(_argument(arguments, 0, str) if arguments else None)

    @server.command("markscheme.markWorkspace")
    async def whole_workspace(ls: MarkschemeServer, *_: Any) -> dict[str, int]:
        task = asyncio.ensure_future(_with_progress(ls))
        return attrs.asdict(await task)

    @server.command("markscheme.exportReport")
    async def export(ls: MarkschemeServer, *arguments: Any) -> dict[str, str]:
        path = _path(_argument(arguments, 0, str))
        target = _path(_argument(arguments, 1, str))
        with _failures_told():
            await export_report(ls.session, path, target)
        return {"uri": uri_of(target)}


async def _with_progress(ls: MarkschemeServer) -> Any:
    task = asyncio.current_task()
    reporter = ls.editor.reporter("marking the workspace", lambda: _cancel(task))
    try:
        return await mark_workspace(ls.session, reporter)
    finally:
        reporter.end()


def _cancel(task: "asyncio.Task[Any] | None") -> None:
    if task is not None:
        task.cancel()


def _register_navigation(server: MarkschemeServer) -> None:
    def registered(name: str, step: int) -> None:
        async def found(ls: MarkschemeServer, uri: str, place: Place) -> types.Location | None:
            marked = await ls.session.current(uri)
            return _next(ls, marked, place, step) if marked else None

        @server.command(f"markscheme.{name}")
        async def command(ls: MarkschemeServer, *arguments: Any) -> types.Location | None:
            location = await found(ls, _argument(arguments, 0, str), _argument(arguments, 1, Place))
            if location is not None:
                await ls.editor.show(location)
            return location

        @server.feature(f"markscheme/{name}")
        async def request(ls: MarkschemeServer, params: Any) -> types.Location | None:
            return await found(ls, _document_uri(params), _argument([_field(params, "position")], 0, Place))

    registered("nextFinding", 1)
    registered("previousFinding", -1)


def _next(ls: MarkschemeServer, marked: Marked, place: Place, step: int) -> types.Location | None:
    """The next finding that is no hit, and after the last one the first."""
    ranges = [
        lsp_range(marked.index, finding.span, ls.editor.encoding)
        for finding in marked.findings
        if finding.category is not Category.HIT
    ]
    at = types.Position(place.line, place.character)
    if not ranges:
        return None
    if step > 0:
        found = next((item for item in ranges if item.start > at), ranges[0])
    else:
        found = next((item for item in reversed(ranges) if item.start < at), ranges[-1])
    return types.Location(marked.document.uri, found)


def _register_alternatives(server: MarkschemeServer) -> None:
    @server.command(actions.ACCEPT)
    async def accept_alternative(ls: MarkschemeServer, *arguments: Any) -> None:
        marked = await _marked(ls, _argument(arguments, 0, str))
        own = _argument(arguments, 1, Correction)
        path = _accepted_path(marked)
        author = marked.options.author or _user()
        new = Accepted(own.source, own.start, own.end, own.replacement, own.type, author, datetime.date.today())
        with _failures_told():
            try:
                await asyncio.to_thread(accept, path, new)
            except ValueError as error:
                raise JsonRpcInvalidParams(str(error)) from error
        ls.session.files_changed([path])

    @server.command(actions.WITHDRAW)
    async def withdraw_alternative(ls: MarkschemeServer, *arguments: Any) -> None:
        marked = await _marked(ls, _argument(arguments, 0, str))
        own = _argument(arguments, 1, Correction)
        path = _accepted_path(marked)
        with _failures_told():
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
        marked = await _marked(ls, uri)
        with _failures_told():
            ls.session.ignore(marked.document, more)

    @server.command(actions.IGNORE_FINDING)
    async def ignore_finding(ls: MarkschemeServer, *arguments: Any) -> None:
        finding = _argument(arguments, 1, FindingContent)
        await ignore(ls, _argument(arguments, 0, str), Ignored(findings=frozenset({finding})))

    @server.command(actions.IGNORE_CATEGORY)
    async def ignore_category(ls: MarkschemeServer, *arguments: Any) -> None:
        category = _argument(arguments, 1, Category)
        await ignore(ls, _argument(arguments, 0, str), Ignored(categories=frozenset({category.value})))

    @server.command(actions.SHOW_IGNORED)
    async def show_ignored(ls: MarkschemeServer, *arguments: Any) -> None:
        marked = await _marked(ls, _argument(arguments, 0, str))
        with _failures_told():
            ls.session.show_ignored(marked.document)


def _register_engine(server: MarkschemeServer) -> None:
    async def engine_of(ls: MarkschemeServer) -> EngineClient:
        return ls.session.engine(await ls.session.configuration.of(None))

    async def status_of(ls: MarkschemeServer) -> dict[str, Any]:
        engine = await engine_of(ls)
        with _failures_told():
            found = await engine.status()
        return {_camel(name): value for name, value in attrs.asdict(found).items()}

    @server.command("markscheme.status")
    async def status(ls: MarkschemeServer, *_: Any) -> dict[str, Any]:
        return await status_of(ls)

    @server.feature("markscheme/status")
    async def status_request(ls: MarkschemeServer, _: Any) -> dict[str, Any]:
        return await status_of(ls)

    @server.command("markscheme.clearCache")
    async def clear_cache(ls: MarkschemeServer, *_: Any) -> dict[str, int]:
        engine = await engine_of(ls)
        with _failures_told():
            return attrs.asdict(await engine.clear_cache())

    @server.command("markscheme.restartEngine")
    async def restart_engine(ls: MarkschemeServer, *_: Any) -> None:
        engine = await engine_of(ls)
        with _failures_told():
            await engine.restart()
        ls.session.remark(None)


def _register_requests(server: MarkschemeServer) -> None:
    @server.feature("markscheme/marks")
    async def marks(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
        from markscheme.reports.report import ReviewedDocument
        from markscheme.reports.review_json import document_json

        marked = await ls.session.current(_document_uri(params))
        if marked is None:
            return None
        document = marked.document
        reviewed = ReviewedDocument(document.path, marked.exercise.name, marked.index.text, marked.review)
        return {
            **document_json(reviewed, ls.editor.encoding),
            "uri": document.uri,
            "version": document.version,
            "complete": marked.complete,
            "ignored": sorted(marked.ignored),
        }

    @server.feature("markscheme/plan")
    async def plan(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
        marked = await ls.session.current(_document_uri(params))
        at = _argument([_field(params, "position")], 0, Place)
        finding = _finding_at(ls, marked, at) if marked else None
        if marked is None or finding is None:
            return None
        with _failures_told():
            reply = await ls.session.engine(marked.options).plan(marked.task, finding.passage)
        if reply.plan is None:
            raise JsonRpcException(reply.failure or str(reply.problems[0]), REQUEST_FAILED)
        place = lsp_range(marked.index, marked.review.passages[finding.passage].span, ls.editor.encoding)
        return {
            "uri": marked.document.uri,
            "version": marked.document.version,
            "passage": finding.passage,
            "range": place,
            **attrs.asdict(reply.plan),
        }


def _finding_at(ls: MarkschemeServer, marked: Marked, place: Place) -> "Finding | None":
    at = types.Position(place.line, place.character)
    under = (item for item in marked.findings if _holds(lsp_range(marked.index, item.span, ls.editor.encoding), at))
    return next(under, None)


def _holds(place: types.Range, at: types.Position) -> bool:
    return place.start <= at <= place.end


async def _marked(ls: MarkschemeServer, uri: str) -> Marked:
    """The document's marks, as soon as they are there: a command may follow another that has them made anew."""
    marked = await ls.session.current(uri)
    if marked is None:
        raise JsonRpcException("the document is not open, or has no marks", REQUEST_FAILED)
    return marked


class _failures_told:  # noqa: N801
    """What goes wrong inside is the request's error, in words for people."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, DocumentError | EngineError):
            raise JsonRpcException(str(error), REQUEST_FAILED) from error


def _argument(arguments: Sequence[Any], number: int, kind: "type[T]") -> T:
    if number >= len(arguments):
        raise JsonRpcInvalidParams(f"argument {number + 1} is missing")
    try:
        return _converter.structure(plain(arguments[number]), kind)
    except (cattrs.BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise JsonRpcInvalidParams(f"argument {number + 1} is not as it should be") from error


def _field(params: Any, name: str) -> Any:
    fields = plain(params)
    if not isinstance(fields, dict) or name not in fields:
        raise JsonRpcInvalidParams(f"{name} is missing")
    return fields[name]


def _document_uri(params: Any) -> str:
    return _argument([_field(_field(params, "textDocument"), "uri")], 0, str)


def _path(uri: str) -> Path:
    path = to_fs_path(uri)
    if not path:
        raise JsonRpcInvalidParams(f"{uri} is no file's URI")
    return Path(path)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
