"""``markscheme/questions``: the queue of what annotators have to decide, or what they have answered.

The first answer about an exercise may take long: use a ``workDoneToken``. Later ones are fast while the texts stay.
"""

import asyncio
from typing import Any

from markscheme.annotation.questions import Evidence
from markscheme.lsp.arguments import file_path, optional
from markscheme.lsp.editor import Locations, cancelling
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.annotation.queues import queues_in, shown_places
from markscheme.reports.contract.annotation import QuestionQueue

MOST = 100


async def answer(ls: MarkschemeServer, params: Any) -> QuestionQueue:
    """Return the questions of the folder or document in ``uri``, or else of the workspace and the open documents."""
    from markscheme.reports.questions import queue_json

    scope, limit = optional(params, "uri", str), optional(params, "limit", int)
    credit, quality = optional(params, "credit", bool), optional(params, "quality", bool)
    if credit is not None or quality is not None:
        ls.session.desk.evidence = Evidence(bool(credit), bool(quality))
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "looking for questions", cancelling(asyncio.current_task()))
    try:
        queues = await queues_in(ls.session, file_path(scope) if scope is not None else None, reporter.report)
    finally:
        reporter.end()
    answered = bool(optional(params, "answered", bool))
    place_of = shown_places(Locations(ls.session.snapshot(), ls.editor.encoding, with_views=ls.editor.shows_views))
    most = MOST if limit is None else max(0, limit)
    return await asyncio.to_thread(queue_json, queues.questions, place_of, answered=answered, limit=most)


REQUEST = Request("markscheme/questions", answer)
