"""Where a document's findings and passages are: the next one, and the one at a place."""

from lsprotocol import types

from markscheme.lsp.arguments import Place
from markscheme.lsp.session.locations import lsp_range
from markscheme.lsp.session.marked import Known, Marked
from markscheme.metrics.cleme2 import Category
from markscheme.text.positions import Position, PositionEncoding


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


def passage_at(marked: Marked, place: Place, encoding: PositionEncoding) -> int | None:
    """The index of the passage of the finding at a place, or else of the words there."""
    at = marked.index.offset(Position(place.line, place.character), encoding)
    found = (item.passage for item in marked.findings if item.span.start <= at <= item.span.end)
    inside = (number for number, item in enumerate(marked.review.passages) if item.span.start <= at < item.span.end)
    return next(found, next(inside, None))
