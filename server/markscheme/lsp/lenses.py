"""``textDocument/codeLens``: the document's marks above its first line, each passage's above its own."""

from collections.abc import Iterator

from lsprotocol import types

from markscheme.documents.positions import PositionEncoding, Span
from markscheme.lsp.locations import lsp_range
from markscheme.lsp.marked import Marked
from markscheme.marking.findings import PassageReview
from markscheme.marking.wording import percent, tally


def lenses(marked: Marked, encoding: PositionEncoding) -> list[types.CodeLens]:
    """The document's lens first; then one for each line on which a passage with marks begins."""
    found = {0: [_document_title(marked)]}
    for passage in marked.review.passages:
        if tally(passage.counts):
            line = marked.index.position(passage.span.start, encoding).line
            found.setdefault(line, []).append(_passage_title(passage))
    return [lens for line, titles in found.items() for lens in _on_line(marked, line, titles, encoding)]


def _on_line(marked: Marked, line: int, titles: list[str], encoding: PositionEncoding) -> Iterator[types.CodeLens]:
    """Clients show the lenses of a line side by side, in order."""
    start = marked.index.line_span(line).start
    place = lsp_range(marked.index, Span(start, start), encoding)
    for title in titles:
        yield types.CodeLens(place, types.Command(title, ""))


def _document_title(marked: Marked) -> str:
    marks, options = marked.review.marks, marked.options
    beta = f"{options.beta:g}"
    scores = {
        "cleme2": f"score {marks.scores.score:.3f}{_weighting(marked)}",
        "errant": f"F{beta} {marks.errant.f:.3f}",
        "credit": None if marks.credit is None else f"credit F{beta} {percent(marks.credit.f)}",
    }
    shown = [text for name, text in scores.items() if text and options.metric in ("all", name)]
    references = "1 reference" if marks.references == 1 else f"{marks.references} references"
    ignored = [f"{len(marked.ignored)} ignored"] if marked.ignored else []
    return " · ".join([tally(marks.counts) or "nothing to mark", *shown, references, *ignored])


def _weighting(marked: Marked) -> str:
    """How the score is weighted, or that it is not, or not yet."""
    wanted = marked.task.settings.weighting
    if wanted == "none":
        return ""
    if marked.review.marks.weighting == wanted:
        return f" by {wanted}"
    return " not weighted" if marked.complete else " not yet weighted"


def _passage_title(passage: PassageReview) -> str:
    credit = f" · credit {percent(passage.credit.f)}" if passage.credit is not None else ""
    return f"{tally(passage.counts)}{credit}"
