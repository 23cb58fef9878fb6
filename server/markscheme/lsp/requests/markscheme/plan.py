"""``markscheme/plan``: how the edits of one passage line up with each reference's, by optimal transport."""

from typing import Any

import attrs
from pygls.exceptions import JsonRpcException

from markscheme.engine.requests import PLAN, PlanParams
from markscheme.lsp.arguments import REQUEST_FAILED, Place, document_position, document_uri
from markscheme.lsp.editor import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.marked import Marked
from markscheme.text.places import Position, PositionEncoding


async def answer(ls: MarkschemeServer, params: Any) -> dict[str, Any] | None:
    """Return the plan of the passage at a position; ``None`` between passages, or where there is no reference."""
    place = document_position(params)
    marked = await ls.session.reviewed(document_uri(params))
    passage = passage_at(marked, place, ls.editor.encoding) if marked else None
    if marked is None or passage is None:
        return None
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


def passage_at(marked: Marked, place: Place, encoding: PositionEncoding) -> int | None:
    """Return the index of the passage of the finding at a place, or else of the words there."""
    at = marked.index.offset(Position(place.line, place.character), encoding)
    found = (item.passage for item in marked.findings if item.span.start <= at <= item.span.end)
    inside = (number for number, item in enumerate(marked.review.passages) if item.span.start <= at < item.span.end)
    return next(found, next(inside, None))


REQUEST = Request("markscheme/plan", answer)
