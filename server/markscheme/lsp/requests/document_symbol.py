"""``textDocument/documentSymbol``: paragraphs, and in them sentences with their marks or their estimates.

Editors show the symbols as an outline, in breadcrumbs and in a search by name.
"""

from collections.abc import Sequence

import attrs
from lsprotocol import types

from markscheme.alignment.paragraphs import paragraphs
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.locations import lsp_range
from markscheme.lsp.session.marked import Known, Marked
from markscheme.marking.estimate_wording import NO_REFERENCE, qualities
from markscheme.marking.wording import shortened, shown, tally
from markscheme.metrics.cleme2 import Counts
from markscheme.text.positions import PositionEncoding, Span

LONGEST = 60
"""Characters of a text that name it."""


@attrs.frozen
class _Sentence:
    """A passage's place, its marks if it has any, and what is said of it."""

    span: Span
    counts: Counts | None
    told: str


def symbols(known: Known, encoding: PositionEncoding) -> list[types.DocumentSymbol]:
    """A paragraph of several passages holds them; a passage alone stands for its paragraph."""
    text = known.index.text
    sentences = [item for item in _sentences(known) if item.span.of(text).strip()]
    found: list[types.DocumentSymbol] = []
    for paragraph in paragraphs(text):
        inside = [item for item in sentences if paragraph.start <= item.span.start < paragraph.end]
        own = [_symbol(known, item, encoding) for item in inside]
        if len(own) > 1:
            found.append(_paragraph(known, paragraph, inside, own, encoding))
        else:
            found += own
    return found


def _sentences(known: Known) -> list[_Sentence]:
    if isinstance(known, Marked):
        return [_Sentence(item.span, item.counts, tally(item.counts)) for item in known.review.passages]
    return [_Sentence(item.span, None, qualities(item.before, item.after)) for item in known.estimate.passages]


def _symbol(known: Known, sentence: _Sentence, encoding: PositionEncoding) -> types.DocumentSymbol:
    place = lsp_range(known.index, sentence.span, encoding)
    return types.DocumentSymbol(
        _name(sentence.span, known), types.SymbolKind.String, place, place, detail=sentence.told
    )


def _paragraph(
    known: Known,
    span: Span,
    inside: Sequence[_Sentence],
    sentences: list[types.DocumentSymbol],
    encoding: PositionEncoding,
) -> types.DocumentSymbol:
    whole = Span(span.start, max(span.end, *(item.span.end for item in inside)))
    counts = [item.counts for item in inside if item.counts is not None]
    return types.DocumentSymbol(
        _name(span, known),
        types.SymbolKind.Namespace,
        lsp_range(known.index, whole, encoding),
        lsp_range(known.index, inside[0].span, encoding),
        detail=tally(sum(counts[1:], counts[0])) if counts else NO_REFERENCE,
        children=sentences,
    )


def _name(span: Span, known: Known) -> str:
    return shortened(shown(span.of(known.index.text)), LONGEST)


async def answer(ls: MarkschemeServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """Return the outline of an open document, as soon as its newest version has marks."""
    known = await ls.session.current(params.text_document.uri)
    return symbols(known, ls.editor.encoding) if known else []


REQUEST = Request(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answer, enabled=lambda options: options.symbols, empty=())
