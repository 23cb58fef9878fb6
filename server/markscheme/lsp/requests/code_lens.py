"""``textDocument/codeLens``: the document's marks above its first line, each passage's above its own.

Lenses are answered whole, without ``codeLens/resolve``. An answer without marks would make them vanish at each key, so
it waits for the newest version's.
"""

from collections.abc import Iterator

from lsprotocol import types

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Refresh, Request
from markscheme.lsp.session.locations import lsp_range
from markscheme.lsp.session.marked import Estimated, Known, Marked
from markscheme.marking.estimate_wording import NO_REFERENCE, document_title, passage_title, quality_alone
from markscheme.marking.findings import PassageReview
from markscheme.marking.wording import percent, tally
from markscheme.text.positions import PositionEncoding, Span


def lenses(known: Known, encoding: PositionEncoding) -> list[types.CodeLens]:
    """The document's lens first; then one for each line on which a passage with marks, or edits, begins."""
    first, titles = _lens_titles(known)
    found = {0: [first]}
    for start, title in titles:
        found.setdefault(known.index.position(start, encoding).line, []).append(title)
    return [lens for line, told in found.items() for lens in _on_line(known, line, told, encoding)]


def _lens_titles(known: Known) -> tuple[str, list[tuple[int, str]]]:
    """Return the document's title, and that of each passage with its place."""
    return _titles(known) if isinstance(known, Marked) else _estimated_titles(known)


def _titles(marked: Marked) -> tuple[str, list[tuple[int, str]]]:
    """The document's title, and that of each passage with its place."""
    passages = [item for item in marked.review.passages if tally(item.counts)]
    return _document_title(marked), [(item.span.start, _passage_title(item)) for item in passages]


def _estimated_titles(known: Estimated) -> tuple[str, list[tuple[int, str]]]:
    """The same; a source's has the hypotheses' estimates instead, and no passages."""
    estimate = known.estimate
    if known.task.material.hypothesis is None:
        versions = [("", estimate), *((f"{name} ", other) for name, other in known.others)]
        told = (f"{name}{quality_alone(item.means.after)}" for name, item in versions)
        return " · ".join([f"estimated quality {next(told)}", *told, NO_REFERENCE]), []
    edited = {edit.passage for edit in estimate.edits}
    passages = [item for number, item in enumerate(estimate.passages) if number in edited]
    ignored = [f"{len(known.ignored)} ignored"] if known.ignored else []
    return " · ".join([document_title(estimate), *ignored]), [
        (item.span.start, passage_title(item)) for item in passages
    ]


def _on_line(marked: Known, line: int, titles: list[str], encoding: PositionEncoding) -> Iterator[types.CodeLens]:
    """Clients show the lenses of a line side by side, in order."""
    start = marked.index.line_span(line).start
    place = lsp_range(marked.index, Span(start, start), encoding)
    data = {"estimate": isinstance(marked, Estimated)}
    for title in titles:
        yield types.CodeLens(place, types.Command(title, ""), data)


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


async def answer(ls: MarkschemeServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return the lenses of an open document, as soon as its newest version has marks."""
    known = await ls.session.current(params.text_document.uri)
    return lenses(known, ls.editor.encoding) if known else []


def _is_refreshed(workspace: types.WorkspaceClientCapabilities) -> bool:
    return bool(workspace.code_lens and workspace.code_lens.refresh_support)


REQUEST = Request(
    types.TEXT_DOCUMENT_CODE_LENS,
    answer,
    enabled=lambda options: options.lenses,
    empty=(),
    refresh=Refresh(_lens_titles, _is_refreshed, lambda ls: ls.workspace_code_lens_refresh(None)),
)
