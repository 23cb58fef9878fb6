"""``markscheme/overview``: every hypothesis of one or more exercises. It may take long: use a ``workDoneToken``."""

import asyncio
from typing import Any

from markscheme.lsp.arguments import file_path, optional
from markscheme.lsp.editor import cancelling, uri_of, view_uri
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import class_overview
from markscheme.reports.contract.editor import Overview


async def answer(ls: MarkschemeServer, params: Any) -> Overview:
    """Return the overview of the folder or document in ``uri``, or else of the workspace and the open documents."""
    from markscheme.reports.json.class_json import Uris, overview_json

    folder = optional(params, "uri", str)
    place = file_path(folder) if folder is not None else None
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "marking the class", cancelling(asyncio.current_task()))
    try:
        return overview_json(await class_overview(ls.session, place, reporter), Uris(uri_of, view_uri))
    finally:
        reporter.end()


REQUEST = Request("markscheme/overview", answer)
