"""Requests of Markscheme's own; for authors of clients: docs/protocol.md."""

from typing import Any

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from markscheme.lsp.arguments import REQUEST_FAILED, Place, argument, document_uri, failures_told, field
from markscheme.lsp.commands import engine_status
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.locations import lsp_range
from markscheme.lsp.navigation import next_finding, passage_at


def register_requests(server: MarkschemeServer) -> None:
    """Every request."""
    _register_navigation(server)
    _register_marks(server)
    _register_plan(server)

    @server.feature("markscheme/status")
    async def status(ls: MarkschemeServer, _: Any) -> dict[str, Any]:
        return await engine_status(ls)


def _register_navigation(server: MarkschemeServer) -> None:
    def registered(name: str, step: int) -> None:
        @server.feature(f"markscheme/{name}")
        async def request(ls: MarkschemeServer, params: Any) -> types.Location | None:
            marked = await ls.session.current(document_uri(params))
            return next_finding(marked, _position(params), step, ls.editor.encoding) if marked else None

    registered("nextFinding", 1)
    registered("previousFinding", -1)


def _register_marks(server: MarkschemeServer) -> None:
    @server.feature("markscheme/marks")
    async def marks(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
        from markscheme.reports.report import ReviewedDocument
        from markscheme.reports.review_json import document_json

        marked = await ls.session.current(document_uri(params))
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


def _register_plan(server: MarkschemeServer) -> None:
    @server.feature("markscheme/plan")
    async def plan(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
        place = _position(params)
        marked = await ls.session.current(document_uri(params))
        passage = passage_at(marked, place, ls.editor.encoding) if marked else None
        if marked is None or passage is None:
            return None
        with failures_told():
            reply = await ls.session.engine(marked.options).plan(marked.task, passage)
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
