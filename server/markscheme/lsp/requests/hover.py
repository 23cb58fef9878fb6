"""``textDocument/hover``: the card of the finding under the cursor, or else of the passage.

Editors ask at each rest of the pointer and show nothing while they wait, so the answer comes at once: nothing while the
document's newest version has no review yet.
"""

from lsprotocol import types

from markscheme.lsp.editor.locations import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.marked import Marked
from markscheme.marking.comparison import variants_at
from markscheme.marking.findings import Finding
from markscheme.marking.wording.cards import finding_card, passage_card, task_card, unneeded_card
from markscheme.marking.wording.markdown import without_markdown
from markscheme.text.positions import Position, PositionEncoding, Span


def hover_card(
    marked: Marked, at: types.Position, encoding: PositionEncoding, kind: types.MarkupKind, brief: bool = False
) -> types.Hover | None:
    """Return the card at a position; none between passages. Where a diagnostic is shown above, it may be brief."""
    offset = marked.index.offset(Position(at.line, at.character), encoding)
    found = _card(marked, offset, brief)
    if found is None or not found[0]:
        return None
    card, span = found
    value = card if kind is types.MarkupKind.Markdown else without_markdown(card)
    return types.Hover(types.MarkupContent(kind, value), lsp_range(marked.index, span, encoding))


def _card(marked: Marked, offset: int, brief: bool) -> tuple[str, Span] | None:
    """Return a card and its place."""
    review, options = marked.review, marked.options
    if (finding := review.narrowest_finding(offset)) is not None:
        passage = review.passages[finding.passage]
        brief = brief and _has_diagnostic(marked, finding)
        if marked.others and finding.kind is not None:
            variants = variants_at(marked.comparisons, finding.source_span, finding.source)
            return task_card(finding, variants, options.language, brief), finding.span
        card = finding_card(finding, passage, options.vocabulary, options.language, brief, options.details)
        return card, finding.span
    if unneeded := _unneeded_card(marked, offset):
        return unneeded
    around = (passage for passage in review.passages if passage.span.start <= offset < passage.span.end)
    found = next(around, None)
    return None if found is None else (passage_card(found, options.vocabulary, options.details), found.span)


def _unneeded_card(marked: Marked, offset: int) -> tuple[str, Span] | None:
    """Return the card of a place of the source that students changed and no teacher does."""
    for comparison in marked.comparisons:
        variants = marked.vocabulary.unneeded(comparison.variants)
        if variants and comparison.span.start <= offset < comparison.span.end:
            return unneeded_card(variants), comparison.span
    return None


def _has_diagnostic(marked: Marked, finding: Finding) -> bool:
    return marked.has_diagnostic(finding) and marked.review.findings.index(finding) not in marked.ignored


async def answer(ls: MarkschemeServer, params: types.HoverParams) -> types.Hover | None:
    """Return the card at a position of an open document."""
    marked = ls.session.marked(params.text_document.uri)
    if not marked:
        return None
    editor = ls.editor
    return hover_card(marked, params.position, editor.encoding, editor.markup_kind, editor.hover_shows_diagnostics)


REQUEST = Request(types.TEXT_DOCUMENT_HOVER, answer, enabled=lambda options: options.hover)
