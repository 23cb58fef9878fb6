"""``markscheme/places``: the places behind a number of ``markscheme/overview`` or ``markscheme/progress``.

The parameters name one of the numbers; a member that is left out, or ``null``, leaves its part open.
"""

import asyncio
from typing import Any

from markscheme.lsp.arguments import file_path, optional
from markscheme.lsp.editor import cancelling, uri_of, view_uri
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import class_places
from markscheme.reports.class_places import PlaceFilter
from markscheme.reports.contract.editor import Places


async def answer(ls: MarkschemeServer, params: Any) -> Places:
    from markscheme.reports.json.class_json import Uris
    from markscheme.reports.json.places_json import places_json

    scope, own = optional(params, "uri", str), optional(params, "folder", str)
    wanted = PlaceFilter(
        file_path(own) if own is not None else None,
        optional(params, "assignment", str),
        optional(params, "student", str),
        optional(params, "verdict", str) or optional(params, "category", str),
        optional(params, "group", str),
        optional(params, "type", str),
        optional(params, "outcome", str),
    )
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "looking for the places", cancelling(asyncio.current_task()))
    try:
        place = file_path(scope) if scope is not None else None
        students = await class_places(ls.session, place, wanted, reporter)
        return await asyncio.to_thread(places_json, students, Uris(uri_of, view_uri), ls.editor.encoding)
    finally:
        reporter.end()


REQUEST = Request("markscheme/places", answer)
