"""The requests that editors make of a document, each answered by its own module."""

from collections.abc import Callable
from operator import attrgetter

from lsprotocol import types

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.code_action import KINDS, Surroundings, code_actions
from markscheme.lsp.requests.code_lens import lenses
from markscheme.lsp.requests.document_link import configuration_links, exercise_links
from markscheme.lsp.requests.document_symbol import symbols
from markscheme.lsp.requests.folding_range import folding_ranges
from markscheme.lsp.requests.hover import hover_card
from markscheme.lsp.requests.inlay_hint import inlay_hints
from markscheme.lsp.requests.pulled_diagnostics import OPTIONS as PULL_OPTIONS
from markscheme.lsp.requests.pulled_diagnostics import document_report, workspace_reports
from markscheme.lsp.requests.semantic_tokens import LEGEND, semantic_tokens
from markscheme.lsp.session.marked import Known, Marked
from markscheme.lsp.session.options import Options
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex


async def _options(ls: MarkschemeServer, document: types.TextDocumentIdentifier) -> Options:
    return await ls.session.configuration.of(document.uri)


async def _asked(
    ls: MarkschemeServer, document: types.TextDocumentIdentifier, wanted: Callable[[Options], bool]
) -> Known | None:
    """The document's marks or estimate, when they are there, if the feature is wanted."""
    return await ls.session.current(document.uri) if wanted(await _options(ls, document)) else None


async def _reviewed(
    ls: MarkschemeServer, document: types.TextDocumentIdentifier, wanted: Callable[[Options], bool]
) -> Marked | None:
    """The same of a document that is marked against references."""
    return await ls.session.reviewed(document.uri) if wanted(await _options(ls, document)) else None


def register_features(server: MarkschemeServer) -> None:
    """Everything but diagnostics."""
    _register_cards(server)
    _register_beside_the_text(server)
    _register_outlines(server)
    _register_actions(server)


def _register_cards(server: MarkschemeServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(ls: MarkschemeServer, params: types.HoverParams) -> types.Hover | None:
        options = await _options(ls, params.text_document)
        marked = ls.session.marked(params.text_document.uri) if options.hover else None
        if marked is None:
            return None
        return hover_card(marked, params.position, ls.editor.encoding, ls.editor.markup_kind)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def document_link(ls: MarkschemeServer, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        uri = params.text_document.uri
        options = await _options(ls, params.text_document)
        document = ls.session.documents.get(uri)
        if document is None or not options.links:
            return []
        if document.path.name == CONFIGURATION:
            try:
                index = LineIndex(document.text)
                return list(configuration_links(document.path, index, ls.session.read, ls.editor.encoding))
            except DocumentError:
                return []
        marked = await ls.session.current(uri)
        return exercise_links(marked.exercise, document.path, marked.index, ls.editor.encoding) if marked else []


def _register_beside_the_text(server: MarkschemeServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lens(ls: MarkschemeServer, params: types.CodeLensParams) -> list[types.CodeLens]:
        marked = await _asked(ls, params.text_document, attrgetter("lenses"))
        return lenses(marked, ls.editor.encoding) if marked else []

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hint(ls: MarkschemeServer, params: types.InlayHintParams) -> list[types.InlayHint]:
        marked = await _reviewed(ls, params.text_document, attrgetter("inlay_hints"))
        return inlay_hints(marked, params.range, ls.editor.encoding) if marked else []

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def semantic_tokens_full(ls: MarkschemeServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
        marked = await _reviewed(ls, params.text_document, attrgetter("semantic_tokens"))
        return semantic_tokens(marked, ls.editor.encoding) if marked else types.SemanticTokens([])


def _register_outlines(server: MarkschemeServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbol(ls: MarkschemeServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        marked = await _asked(ls, params.text_document, attrgetter("symbols"))
        return symbols(marked, ls.editor.encoding) if marked else []

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding_range(ls: MarkschemeServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        marked = await _reviewed(ls, params.text_document, attrgetter("folding"))
        return folding_ranges(marked, ls.editor.encoding) if marked else []


def _register_actions(server: MarkschemeServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=list(KINDS)))
    async def code_action(ls: MarkschemeServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        marked = await ls.session.current(params.text_document.uri)
        if marked is None:
            return []
        ignored = ls.session.ignored_in(marked.document.path)
        around = Surroundings(ignored, ls.editor.encoding, ls.editor.versions_edits)
        return code_actions(marked, params, around)


def register_pulled_diagnostics(server: MarkschemeServer) -> None:
    """Diagnostics for a client that asks for them; a client that is pushed them is not told of this."""

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, PULL_OPTIONS)
    async def document_diagnostic(
        ls: MarkschemeServer, params: types.DocumentDiagnosticParams
    ) -> types.DocumentDiagnosticReport:
        found = await ls.session.diagnosed(params.text_document.uri)
        return document_report(found, params.previous_result_id)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def workspace_diagnostic(
        ls: MarkschemeServer, params: types.WorkspaceDiagnosticParams
    ) -> types.WorkspaceDiagnosticReport:
        known = {item.uri: item.value for item in params.previous_result_ids}
        if known:
            await ls.session.changed_from(known)
        reports: list[types.WorkspaceDocumentDiagnosticReport] = []
        async for report in workspace_reports(ls.session, known):
            if params.partial_result_token is None:
                reports.append(report)
            else:
                part = types.WorkspaceDiagnosticReportPartialResult([report])
                ls.protocol.notify(types.PROGRESS, types.ProgressParams(params.partial_result_token, part))
        return types.WorkspaceDiagnosticReport(reports)
