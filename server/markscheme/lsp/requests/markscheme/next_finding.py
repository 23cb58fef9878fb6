"""``markscheme/nextFinding`` and ``markscheme/previousFinding``: where the next finding that is no hit stands.

For clients that have no "next problem" of their own, or where other servers' problems stand between.
"""

from typing import Any

from lsprotocol import types

from markscheme.lsp.arguments import Place, document_position, document_uri
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.locations import lsp_range
from markscheme.lsp.session.marked import Known, Marked
from markscheme.metrics.cleme2 import Category
from markscheme.text.positions import PositionEncoding

FORWARDS, BACKWARDS = 1, -1


def next_finding(known: Known, place: Place, step: int, encoding: PositionEncoding) -> types.Location | None:
    """The next finding that is no hit, or edit that lowers the estimate, and after the last one the first; backwards
    for a ``step`` of -1.
    """
    if isinstance(known, Marked):
        spans = [finding.span for finding in known.findings if finding.category is not Category.HIT]
    else:
        spans = [edit.span for edit in known.lowering]
    ranges = [lsp_range(known.index, span, encoding) for span in spans]
    at = types.Position(place.line, place.character)
    if not ranges:
        return None
    if step > 0:
        found = next((item for item in ranges if item.start > at), ranges[0])
    else:
        found = next((item for item in reversed(ranges) if item.start < at), ranges[-1])
    return types.Location(known.document.uri, found)


async def answer_next(ls: MarkschemeServer, params: Any) -> types.Location | None:
    """Return the first place after a position; after the last one, the document's first."""
    return await _answer(ls, params, FORWARDS)


async def answer_previous(ls: MarkschemeServer, params: Any) -> types.Location | None:
    """Return the last place before a position; before the first one, the document's last."""
    return await _answer(ls, params, BACKWARDS)


async def _answer(ls: MarkschemeServer, params: Any, step: int) -> types.Location | None:
    known = await ls.session.current(document_uri(params))
    return next_finding(known, document_position(params), step, ls.editor.encoding) if known else None


NEXT = Request("markscheme/nextFinding", answer_next)
PREVIOUS = Request("markscheme/previousFinding", answer_previous)
