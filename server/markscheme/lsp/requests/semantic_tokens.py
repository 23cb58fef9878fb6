"""``textDocument/semanticTokens/full``: verdicts or categories, for clients that colour text by them.

Tokens are five integers each, relative to the token before, and none crosses a line's end or another token.
"""

from collections.abc import Iterator

from lsprotocol import types

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Refresh, Request
from markscheme.lsp.session.marked import Marked
from markscheme.lsp.vocabularies import VOCABULARIES
from markscheme.marking.review.document_review import Kind
from markscheme.text.places import PositionEncoding, Span

_TYPES: dict[Kind, str] = {**VOCABULARIES["cleme2"].token_types, **VOCABULARIES["verdicts"].token_types}
"""The type of each kind of finding. Clients know a type by its index: new ones come last."""
LEGEND = types.SemanticTokensLegend(list(_TYPES.values()), [])
NO_TOKENS = types.SemanticTokens(())


def semantic_tokens(marked: Marked, encoding: PositionEncoding) -> types.SemanticTokens:
    """Return a token for each finding's part of a line, unless it is empty or overlaps an earlier one."""
    data: list[int] = []
    line = character = 0
    for kind, span in _parts(marked):
        start, end = marked.index.position(span.start, encoding), marked.index.position(span.end, encoding)
        column = start.character - character if start.line == line else start.character
        data += [start.line - line, column, end.character - start.character, list(_TYPES).index(kind), 0]
        line, character = start.line, start.character
    return types.SemanticTokens(data)


def _parts(marked: Marked) -> Iterator[tuple[Kind, Span]]:
    """Cut at line ends, ascending and disjoint."""
    index, position = marked.index, 0
    for finding in marked.findings:
        if finding.kind is None:
            continue
        first = index.position(finding.span.start, "utf-32").line
        last = index.position(finding.span.end, "utf-32").line
        for number in range(first, last + 1):
            line = index.line_span(number)
            start, end = max(line.start, finding.span.start, position), min(line.end, finding.span.end)
            if start < end:
                yield finding.kind, Span(start, end)
                position = end


async def answer(ls: MarkschemeServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    marked = await ls.session.reviewed(params.text_document.uri)
    return semantic_tokens(marked, ls.editor.encoding) if marked else NO_TOKENS


def _content(marked: Marked) -> object:
    return [(item.kind, item.span) for item in marked.findings if item.kind is not None]


def _is_refreshed(workspace: types.WorkspaceClientCapabilities) -> bool:
    return bool(workspace.semantic_tokens and workspace.semantic_tokens.refresh_support)


REQUEST = Request(
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    answer,
    options=LEGEND,
    enabled=lambda options: options.semantic_tokens,
    empty=NO_TOKENS,
    refresh=Refresh(_content, _is_refreshed, lambda ls: ls.workspace_semantic_tokens_refresh(None)),
)
