"""Documents that are opened, typed and closed, and the diagnostics of a client that pulls them.

Both requests for diagnostics are announced only where ``diagnostics`` is ``"pull"``. Equal diagnostics have equal
result ids. ``workspace/diagnostic`` is answered when a document's diagnostics differ from the ids that the editor has.
"""

from collections.abc import AsyncIterator, Mapping

from lsprotocol import types

from markscheme.server.handling import notification, request
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.session.marked import TextDocument
from markscheme.server.session.session import Session
from markscheme.server.session.workspace import documents_in
from markscheme.server.views import path_of


@notification(types.TEXT_DOCUMENT_DID_OPEN)
async def opened(ls: MarkschemeServer, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    if (path := path_of(item.uri)) is not None:
        ls.session.opened(TextDocument(item.uri, path, item.version, item.text))


@notification(types.TEXT_DOCUMENT_DID_CHANGE)
async def changed(ls: MarkschemeServer, params: types.DidChangeTextDocumentParams) -> None:
    item = params.text_document
    if (path := path_of(item.uri)) is not None:
        text = ls.workspace.get_text_document(item.uri).source
        ls.session.changed(TextDocument(item.uri, path, item.version, text))


@notification(types.TEXT_DOCUMENT_DID_CLOSE)
async def closed(ls: MarkschemeServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget the document's results; mark the file on disk where the workspace is kept marked."""
    ls.session.closed(params.text_document.uri)


@request(types.TEXT_DOCUMENT_DIAGNOSTIC)
async def document_diagnostics(
    ls: MarkschemeServer, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    diagnosed = await ls.session.diagnosed(params.text_document.uri)
    if diagnosed is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    if diagnosed.id == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=diagnosed.id)
    return types.RelatedFullDocumentDiagnosticReport(items=diagnosed.items, result_id=diagnosed.id)


@request(types.WORKSPACE_DIAGNOSTIC)
async def workspace_diagnostics(
    ls: MarkschemeServer, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """Return the workspace's diagnostics; with a partial result token, send each document's when it is there."""
    previous_ids = {item.uri: item.value for item in params.previous_result_ids}
    if previous_ids:
        await ls.session.changed_from(previous_ids)
    reports: list[types.WorkspaceDocumentDiagnosticReport] = []
    async for report in _workspace_reports(ls.session, previous_ids):
        if params.partial_result_token is None:
            reports.append(report)
        else:
            part = types.WorkspaceDiagnosticReportPartialResult([report])
            ls.protocol.notify(types.PROGRESS, types.ProgressParams(params.partial_result_token, part))
    return types.WorkspaceDiagnosticReport(reports)


async def _workspace_reports(
    session: Session, previous_ids: Mapping[str, str]
) -> AsyncIterator[types.WorkspaceDocumentDiagnosticReport]:
    """Yield the exercises' documents, marked as on disk if not open; views only for editors that can open them."""
    session.follows_workspace = True
    for document in await documents_in(session):
        uri = document.uri
        diagnosed = await session.mark_from_disk(document) if session.editor.can_open(uri) else None
        if diagnosed is None:
            continue
        if diagnosed.id == previous_ids.get(uri):
            yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, diagnosed.id, diagnosed.version)
        else:
            yield types.WorkspaceFullDocumentDiagnosticReport(
                uri, diagnosed.items, diagnosed.version, result_id=diagnosed.id
            )
    for uri in session.results.gone(previous_ids):
        yield types.WorkspaceFullDocumentDiagnosticReport(uri, [])
