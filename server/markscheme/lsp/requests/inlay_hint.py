"""``textDocument/inlayHint``: behind a place at which something is to be done, what a reference has there."""

from collections import Counter

from lsprotocol import types

from markscheme.lsp.editor import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Refresh, Request
from markscheme.lsp.session.marked import Marked
from markscheme.lsp.vocabularies import Hint
from markscheme.marking.wording.words import shortened
from markscheme.text.places import Position, PositionEncoding, Span

LONGEST = 40
"""Largest number of characters in a hint; its tooltip has all."""


def inlay_hints(marked: Marked, range_: types.Range, encoding: PositionEncoding) -> list[types.InlayHint]:
    first, last = (
        marked.index.offset(Position(place.line, place.character), encoding) for place in (range_.start, range_.end)
    )
    return [_hint(marked, hint, encoding) for hint in _hints(marked) if first <= hint.offset <= last]


def _hints(marked: Marked) -> list[Hint]:
    """Return one hint where several findings replace the same words; one that more findings have comes first."""
    found = (marked.vocabulary.hint(finding) for finding in marked.findings if finding.estimate is None)
    hints = [hint for hint in found if hint is not None]
    findings = Counter((hint.offset, hint.text) for hint in hints)
    kept: list[Hint] = []
    for hint in sorted(hints, key=lambda hint: (hint.replaced.start, hint.replaced.end)):
        if not kept or not hint.replaced.meets(kept[-1].replaced):
            kept.append(hint)
        elif findings[hint.offset, hint.text] > findings[kept[-1].offset, kept[-1].text]:
            kept[-1] = hint
    return kept


def _hint(marked: Marked, hint: Hint, encoding: PositionEncoding) -> types.InlayHint:
    return types.InlayHint(
        lsp_range(marked.index, Span(hint.offset, hint.offset), encoding).end,
        f"→ {shortened(marked.vocabulary.words(hint.text), LONGEST)}",
        tooltip=hint.tooltip,
        padding_left=True,
    )


async def answer(ls: MarkschemeServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    marked = await ls.session.reviewed(params.text_document.uri)
    return inlay_hints(marked, params.range, ls.editor.encoding) if marked else []


def _is_refreshed(workspace: types.WorkspaceClientCapabilities) -> bool:
    return bool(workspace.inlay_hint and workspace.inlay_hint.refresh_support)


REQUEST = Request(
    types.TEXT_DOCUMENT_INLAY_HINT,
    answer,
    enabled=lambda options: options.inlay_hints,
    empty=(),
    refresh=Refresh(_hints, _is_refreshed, lambda ls: ls.workspace_inlay_hint_refresh(None)),
)
