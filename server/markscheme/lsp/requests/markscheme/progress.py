"""``markscheme/progress``: what each student and the class found and missed, over the assignments, by kind of error.

It may take long the first time: use a ``workDoneToken``. Later the numbers come from the engine's cache.
"""

import asyncio
from typing import Any

from markscheme.lsp.arguments import file_path, optional
from markscheme.lsp.editor import cancelling, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import class_report
from markscheme.reports.contract.classes import Progress


async def answer(ls: MarkschemeServer, params: Any) -> Progress:
    """Return the progress of the classes in the folder or document in ``uri``, or else in the workspace."""
    from markscheme.reports.progress import progress_json

    scope = optional(params, "uri", str)
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "marking the class", cancelling(asyncio.current_task()))
    try:
        report = await class_report(ls.session, file_path(scope) if scope is not None else None, reporter)
        return await asyncio.to_thread(progress_json, report, uri_of)
    finally:
        reporter.end()


REQUEST = Request("markscheme/progress", answer)
