"""``textDocument/foldingRange``: runs of lines without a mark."""

from itertools import groupby

from lsprotocol import types

from markscheme.lsp.session.locations import lsp_range
from markscheme.lsp.session.marked import Marked
from markscheme.metrics.cleme2 import Category
from markscheme.text.positions import PositionEncoding


def folding_ranges(marked: Marked, encoding: PositionEncoding) -> list[types.FoldingRange]:
    """Each run of at least two lines in which there is nothing but hits."""
    touched: set[int] = set()
    for finding in marked.findings:
        if finding.category is not Category.HIT:
            place = lsp_range(marked.index, finding.span, encoding)
            touched.update(range(place.start.line, place.end.line + 1))
    runs = (list(lines) for _, lines in groupby(range(len(marked.index)), lambda line: line in touched))
    return [types.FoldingRange(run[0], run[-1]) for run in runs if run[0] not in touched and len(run) > 1]
