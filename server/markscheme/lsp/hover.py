"""``textDocument/hover``: the card of the finding under the cursor."""

from lsprotocol import types

from markscheme.documents.positions import Position, PositionEncoding
from markscheme.lsp.diagnostics import lsp_range
from markscheme.lsp.session import Marked
from markscheme.marking.wording import markdown_card, plain_card


def hover_card(
    marked: Marked, at: types.Position, encoding: PositionEncoding, kind: types.MarkupKind
) -> types.Hover | None:
    """The narrowest finding at a position, its end included so that an empty range can be reached."""
    offset = marked.index.offset(Position(at.line, at.character), encoding)
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
    card = markdown_card if kind is types.MarkupKind.Markdown else plain_card
    value = card(finding, marked.review.passages[finding.passage])
    return types.Hover(types.MarkupContent(kind, value), lsp_range(marked.index, finding.span, encoding))
