"""``textDocument/inlayHint``: behind an under- or wrong correction, what a reference has there.

Editors ask for the visible range, and again after ``workspace/inlayHint/refresh``.
"""

from lsprotocol import types

from markscheme.lsp.editor.locations import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Refresh, Request
from markscheme.lsp.session.marked import Marked
from markscheme.marking.findings import Finding
from markscheme.marking.wording.words import shortened, title, wanted
from markscheme.metrics.categories import Category
from markscheme.text.positions import Position, PositionEncoding

LONGEST = 40
"""Largest number of characters in a hint; its tooltip has all."""
_HINTED = (Category.UNDER, Category.WRONG)


def inlay_hints(marked: Marked, range_: types.Range, encoding: PositionEncoding) -> list[types.InlayHint]:
    """Return the hints of the findings that end in a range."""
    first, last = (
        marked.index.offset(Position(place.line, place.character), encoding) for place in (range_.start, range_.end)
    )
    return [
        _hint(marked, finding, encoding)
        for finding in marked.findings
        if finding.category in _HINTED and first <= finding.span.end <= last and wanted(finding)
    ]


def _hint(marked: Marked, finding: Finding, encoding: PositionEncoding) -> types.InlayHint:
    corrections = wanted(finding)
    text = next(iter(corrections))
    tooltip = "\n".join(f"{', '.join(names)}: {correction}" for correction, names in corrections.items())
    return types.InlayHint(
        lsp_range(marked.index, finding.span, encoding).end,
        f"→ {shortened(text, LONGEST)}",
        tooltip=f"{title(finding)}\n{tooltip}",
        padding_left=True,
    )


async def answer(ls: MarkschemeServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Return the hints in a range of an open document, as soon as its newest version has marks."""
    marked = await ls.session.reviewed(params.text_document.uri)
    return inlay_hints(marked, params.range, ls.editor.encoding) if marked else []


def _content(marked: Marked) -> object:
    """Return the categories, places and corrections of all hints."""
    hinted = (item for item in marked.findings if item.category in _HINTED)
    return [(item.category, item.span, list(wanted(item).items())) for item in hinted]


def _is_refreshed(workspace: types.WorkspaceClientCapabilities) -> bool:
    return bool(workspace.inlay_hint and workspace.inlay_hint.refresh_support)


REQUEST = Request(
    types.TEXT_DOCUMENT_INLAY_HINT,
    answer,
    enabled=lambda options: options.inlay_hints,
    empty=(),
    refresh=Refresh(_content, _is_refreshed, lambda ls: ls.workspace_inlay_hint_refresh(None)),
)
