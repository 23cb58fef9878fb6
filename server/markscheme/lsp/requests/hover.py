"""``textDocument/hover``: the card of the finding under the cursor, or else the marks of the passage.

Editors ask at each rest of the pointer and show nothing while they wait, so the answer comes at once: nothing while the
document's newest version has no marks yet.
"""

from collections.abc import Iterable
from typing import TypeVar

from lsprotocol import types

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.locations import lsp_range
from markscheme.lsp.session.marked import Estimated, Known, Marked
from markscheme.marking.estimate_wording import markdown_edit_card, markdown_estimate_card
from markscheme.marking.estimates import EditEstimate, PassageEstimate
from markscheme.marking.findings import Finding, PassageReview
from markscheme.marking.wording import markdown_card, markdown_passage_card, without_markdown
from markscheme.text.positions import Position, PositionEncoding, Span

Marking = TypeVar("Marking", Finding, EditEstimate)
Part = TypeVar("Part", PassageReview, PassageEstimate)


def hover_card(
    known: Known, at: types.Position, encoding: PositionEncoding, kind: types.MarkupKind
) -> types.Hover | None:
    """What there is to say of a position; nothing between passages."""
    offset = known.index.offset(Position(at.line, at.character), encoding)
    found = _marked_card(known, offset) if isinstance(known, Marked) else _estimated_card(known, offset)
    if found is None:
        return None
    card, span = found
    value = card if kind is types.MarkupKind.Markdown else without_markdown(card)
    return types.Hover(types.MarkupContent(kind, value), lsp_range(known.index, span, encoding))


def _marked_card(marked: Marked, offset: int) -> tuple[str, Span] | None:
    passages = marked.review.passages
    if (finding := _narrowest(marked.review.findings, offset)) is not None:
        return markdown_card(finding, passages[finding.passage]), finding.span
    passage = _around(passages, offset)
    return None if passage is None else (markdown_passage_card(passage), passage.span)


def _estimated_card(known: Estimated, offset: int) -> tuple[str, Span] | None:
    passages = known.estimate.passages
    if (edit := _narrowest(known.estimate.edits, offset)) is not None:
        return markdown_edit_card(edit, passages[edit.passage]), edit.span
    passage = _around(passages, offset)
    return None if passage is None else (markdown_estimate_card(passage), passage.span)


def _narrowest(markings: Iterable[Marking], offset: int) -> Marking | None:
    """The narrowest at a place, its end included so that an empty range can be reached."""
    under = [found for found in markings if found.span.start <= offset <= found.span.end]
    return min(
        under,
        key=lambda found: (not found.span.start <= offset < found.span.end, found.span.end - found.span.start),
        default=None,
    )


def _around(passages: Iterable[Part], offset: int) -> Part | None:
    return next((passage for passage in passages if passage.span.start <= offset < passage.span.end), None)


async def answer(ls: MarkschemeServer, params: types.HoverParams) -> types.Hover | None:
    """Return the card at a position of an open document."""
    known = ls.session.marked(params.text_document.uri)
    return hover_card(known, params.position, ls.editor.encoding, ls.editor.markup_kind) if known else None


REQUEST = Request(types.TEXT_DOCUMENT_HOVER, answer, enabled=lambda options: options.hover)
