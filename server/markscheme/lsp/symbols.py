"""``textDocument/documentSymbol``: paragraphs, and in them sentences with their marks."""

from collections.abc import Sequence

from lsprotocol import types

from markscheme.documents.paragraphs import paragraphs
from markscheme.documents.positions import PositionEncoding, Span
from markscheme.lsp.locations import lsp_range
from markscheme.lsp.marked import Marked
from markscheme.marking.findings import PassageReview
from markscheme.marking.wording import shortened, shown, tally

LONGEST = 60
"""Characters of a text that name it."""


def symbols(marked: Marked, encoding: PositionEncoding) -> list[types.DocumentSymbol]:
    """A paragraph of several passages holds them; a passage alone stands for its paragraph."""
    text = marked.index.text
    passages = [passage for passage in marked.review.passages if passage.span.of(text).strip()]
    found: list[types.DocumentSymbol] = []
    for paragraph in paragraphs(text):
        inside = [passage for passage in passages if paragraph.start <= passage.span.start < paragraph.end]
        sentences = [_sentence(marked, passage, encoding) for passage in inside]
        if len(sentences) > 1:
            found.append(_paragraph(marked, paragraph, inside, sentences, encoding))
        else:
            found += sentences
    return found


def _sentence(marked: Marked, passage: PassageReview, encoding: PositionEncoding) -> types.DocumentSymbol:
    place = lsp_range(marked.index, passage.span, encoding)
    name = _name(passage.span, marked)
    return types.DocumentSymbol(name, types.SymbolKind.String, place, place, detail=tally(passage.counts))


def _paragraph(
    marked: Marked,
    span: Span,
    inside: Sequence[PassageReview],
    sentences: list[types.DocumentSymbol],
    encoding: PositionEncoding,
) -> types.DocumentSymbol:
    whole = Span(span.start, max(span.end, *(passage.span.end for passage in inside)))
    counts = sum((passage.counts for passage in inside[1:]), inside[0].counts)
    return types.DocumentSymbol(
        _name(span, marked),
        types.SymbolKind.Namespace,
        lsp_range(marked.index, whole, encoding),
        lsp_range(marked.index, inside[0].span, encoding),
        detail=tally(counts),
        children=sentences,
    )


def _name(span: Span, marked: Marked) -> str:
    return shortened(shown(span.of(marked.index.text)), LONGEST)
