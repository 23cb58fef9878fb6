"""``textDocument/hover``: the card of the finding under the cursor, or else the marks of the passage."""

from lsprotocol import types

from markscheme.documents.positions import Position, PositionEncoding, Span
from markscheme.lsp.locations import lsp_range
from markscheme.lsp.marked import Marked
from markscheme.marking.wording import markdown_card, markdown_passage_card, without_markdown


def hover_card(
    marked: Marked, at: types.Position, encoding: PositionEncoding, kind: types.MarkupKind
) -> types.Hover | None:
    """What there is to say of a position; nothing between passages."""
    offset = marked.index.offset(Position(at.line, at.character), encoding)
    found = _finding_card(marked, offset) or _passage_card(marked, offset)
    if found is None:
        return None
    card, span = found
    value = card if kind is types.MarkupKind.Markdown else without_markdown(card)
    return types.Hover(types.MarkupContent(kind, value), lsp_range(marked.index, span, encoding))


def _finding_card(marked: Marked, offset: int) -> tuple[str, Span] | None:
    """The narrowest finding's, its end included so that an empty range can be reached."""
    under = [found for found in marked.review.findings if found.span.start <= offset <= found.span.end]
    if not under:
        return None
    finding = min(
        under,
        key=lambda found: (
            not found.span.start <= offset < found.span.end,
            found.span.end - found.span.start,
        ),
    )
    return markdown_card(finding, marked.review.passages[finding.passage]), finding.span


def _passage_card(marked: Marked, offset: int) -> tuple[str, Span] | None:
    for passage in marked.review.passages:
        if passage.span.start <= offset < passage.span.end:
            return markdown_passage_card(passage), passage.span
    return None
