"""``textDocument/documentSymbol``: paragraphs, and in them sentences with their marks or their estimates."""

from collections.abc import Sequence

from lsprotocol import types

from markscheme.alignment.passages import paragraphs
from markscheme.lsp.editor import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.marked import Marked
from markscheme.marking.review.document_review import PassageReview
from markscheme.marking.wording.cards import NO_REFERENCE, qualities
from markscheme.marking.wording.words import shortened, shown
from markscheme.text.places import PositionEncoding, Span

LONGEST = 60
"""Largest number of characters in a symbol's name."""


def symbols(marked: Marked, encoding: PositionEncoding) -> list[types.DocumentSymbol]:
    """Return a symbol for each paragraph of several passages, with theirs in it, and for each other passage."""
    text = marked.index.text
    passages = sorted(
        (item for item in marked.review.passages if item.span.of(text).strip()), key=lambda item: item.span.start
    )
    outline: list[types.DocumentSymbol] = []
    for paragraph in paragraphs(text):
        inside = [item for item in passages if paragraph.start <= item.span.start < paragraph.end]
        own = [_symbol(marked, item, encoding) for item in inside]
        if len(own) > 1:
            outline.append(_paragraph(marked, paragraph, inside, own, encoding))
        else:
            outline += own
    return outline


def _detail(marked: Marked, passage: PassageReview) -> str:
    estimate = passage.estimate
    if estimate is not None:
        return qualities(estimate.before, estimate.after)
    return marked.vocabulary.tally([passage.marks]) if passage.marks is not None else ""


def _symbol(marked: Marked, passage: PassageReview, encoding: PositionEncoding) -> types.DocumentSymbol:
    place = lsp_range(marked.index, passage.span, encoding)
    return types.DocumentSymbol(
        _name(passage.span, marked), types.SymbolKind.String, place, place, detail=_detail(marked, passage)
    )


def _paragraph(
    marked: Marked,
    span: Span,
    inside: Sequence[PassageReview],
    sentences: list[types.DocumentSymbol],
    encoding: PositionEncoding,
) -> types.DocumentSymbol:
    whole = Span(span.start, max(span.end, *(item.span.end for item in inside)))
    marks = [item.marks for item in inside if item.marks is not None]
    return types.DocumentSymbol(
        _name(span, marked),
        types.SymbolKind.Namespace,
        lsp_range(marked.index, whole, encoding),
        lsp_range(marked.index, inside[0].span, encoding),
        detail=marked.vocabulary.tally(marks) if marks else NO_REFERENCE,
        children=sentences,
    )


def _name(span: Span, marked: Marked) -> str:
    return shortened(shown(span.of(marked.index.text)), LONGEST)


async def answer(ls: MarkschemeServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    marked = await ls.session.current(params.text_document.uri)
    return symbols(marked, ls.editor.encoding) if marked else []


REQUEST = Request(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answer, enabled=lambda options: options.symbols, empty=())
