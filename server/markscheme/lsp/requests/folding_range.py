"""``textDocument/foldingRange``: runs of lines without a fault."""

from itertools import groupby

from lsprotocol import types

from markscheme.lsp.editor import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.marked import Marked
from markscheme.text.places import PositionEncoding


def folding_ranges(marked: Marked, encoding: PositionEncoding) -> list[types.FoldingRange]:
    """Return each run of at least two lines without a finding about which something is to be done."""
    touched: set[int] = set()
    for finding in marked.findings:
        if finding.is_fault:
            place = lsp_range(marked.index, finding.span, encoding)
            touched.update(range(place.start.line, place.end.line + 1))
    runs = (list(lines) for _, lines in groupby(range(len(marked.index)), lambda line: line in touched))
    return [types.FoldingRange(run[0], run[-1]) for run in runs if run[0] not in touched and len(run) > 1]


async def answer(ls: MarkschemeServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    marked = await ls.session.reviewed(params.text_document.uri)
    return folding_ranges(marked, ls.editor.encoding) if marked else []


REQUEST = Request(types.TEXT_DOCUMENT_FOLDING_RANGE, answer, enabled=lambda options: options.folding, empty=())
