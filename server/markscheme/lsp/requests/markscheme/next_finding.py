"""``markscheme/nextFinding`` and ``markscheme/previousFinding``: where the next finding that is no hit stands."""

from typing import Any

from lsprotocol import types

from markscheme.lsp.arguments import Place, document_position, document_uri
from markscheme.lsp.editor import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.marked import Marked
from markscheme.text.places import PositionEncoding

FORWARDS, BACKWARDS = 1, -1


def next_finding(marked: Marked, place: Place, step: int, encoding: PositionEncoding) -> types.Location | None:
    """Return the next finding that is not a hit; after the last one the first. ``step`` -1: backwards."""
    ranges = [lsp_range(marked.index, item.span, encoding) for item in marked.findings if item.is_fault]
    at = types.Position(place.line, place.character)
    if not ranges:
        return None
    if step > 0:
        found = next((item for item in ranges if item.start > at), ranges[0])
    else:
        found = next((item for item in reversed(ranges) if item.start < at), ranges[-1])
    return types.Location(marked.document.uri, found)


async def answer_next(ls: MarkschemeServer, params: Any) -> types.Location | None:
    return await _answer(ls, params, FORWARDS)


async def answer_previous(ls: MarkschemeServer, params: Any) -> types.Location | None:
    return await _answer(ls, params, BACKWARDS)


async def _answer(ls: MarkschemeServer, params: Any, step: int) -> types.Location | None:
    marked = await ls.session.current(document_uri(params))
    return next_finding(marked, document_position(params), step, ls.editor.encoding) if marked else None


NEXT = Request("markscheme/nextFinding", answer_next)
PREVIOUS = Request("markscheme/previousFinding", answer_previous)
