"""Requests of Markscheme's own; for authors of clients: docs/protocol.md."""

import asyncio
from typing import Any

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from markscheme.engine.requests.documents import PLAN, PlanParams
from markscheme.lsp.arguments import (
    REQUEST_FAILED,
    Place,
    argument,
    document_uri,
    failures_told,
    field,
    file_path,
    optional,
)
from markscheme.lsp.commands.commands import engine_status
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.catalogue import exercise_list, running_texts
from markscheme.lsp.requests.marks import document_marks
from markscheme.lsp.requests.navigation import next_finding, passage_at
from markscheme.lsp.session.locations import lsp_range, uri_of
from markscheme.lsp.session.reporter import cancelling
from markscheme.lsp.session.reviewing import class_overview


def register_requests(server: MarkschemeServer) -> None:
    """Every request."""
    _register_navigation(server)
    _register_catalogue(server)
    _register_reviews(server)
    _register_plan(server)

    @server.feature("markscheme/status")
    async def status(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
        return await engine_status(ls, start=optional(params, "start", bool) is not False)


def _register_navigation(server: MarkschemeServer) -> None:
    def registered(name: str, step: int) -> None:
        @server.feature(f"markscheme/{name}")
        async def request(ls: MarkschemeServer, params: Any) -> types.Location | None:
            marked = await ls.session.current(document_uri(params))
            return next_finding(marked, _position(params), step, ls.editor.encoding) if marked else None

    registered("nextFinding", 1)
    registered("previousFinding", -1)


def _register_reviews(server: MarkschemeServer) -> None:
    @server.feature("markscheme/marks")
    async def marks(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
        with failures_told():
            return await document_marks(ls.session, document_uri(params), optional(params, "author", str))

    @server.feature("markscheme/overview")
    async def overview(ls: MarkschemeServer, params: Any) -> dict[str, Any]:
        from markscheme.reports.overview_json import overview_json

        folder = optional(params, "uri", str)
        place = file_path(folder) if folder is not None else None
        token = optional(params, "workDoneToken", int | str)
        reporter = ls.editor.reporter_of(token, "marking the class", cancelling(asyncio.current_task()))
        try:
            with failures_told():
                return overview_json(await class_overview(ls.session, place, reporter), uri_of)
        finally:
            reporter.end()


def _register_catalogue(server: MarkschemeServer) -> None:
    @server.feature("markscheme/exercises")
    async def exercises(ls: MarkschemeServer, _: Any) -> list[dict[str, Any]]:
        return await exercise_list(ls.session)

    @server.feature("markscheme/texts")
    async def texts(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
        with failures_told():
            return await running_texts(ls.session, document_uri(params), optional(params, "author", str))


def _register_plan(server: MarkschemeServer) -> None:
    @server.feature("markscheme/plan")
    async def plan(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
        place = _position(params)
        marked = await ls.session.reviewed(document_uri(params))
        passage = passage_at(marked, place, ls.editor.encoding) if marked else None
        if marked is None or passage is None:
            return None
        with failures_told():
            reply = await ls.session.engine(marked.options).ask(PLAN, PlanParams(marked.task, passage))
        if reply.plan is None:
            raise JsonRpcException(reply.failure or str(reply.problems[0]), REQUEST_FAILED)
        return {
            "uri": marked.document.uri,
            "version": marked.document.version,
            "passage": passage,
            "range": lsp_range(marked.index, marked.review.passages[passage].span, ls.editor.encoding),
            **attrs.asdict(reply.plan),
        }


def _position(params: Any) -> Place:
    return argument([field(params, "position")], 0, Place)
