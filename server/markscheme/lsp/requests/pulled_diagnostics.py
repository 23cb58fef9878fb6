"""``textDocument/diagnostic`` and ``workspace/diagnostic``: diagnostics for clients that ask for them."""

from collections.abc import AsyncIterator, Mapping

from lsprotocol import types

from markscheme.lsp.session.locations import uri_of
from markscheme.lsp.session.marked import Diagnosed
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import documents_in

OPTIONS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="markscheme")


def document_report(found: Diagnosed | None, known: str | None) -> types.DocumentDiagnosticReport:
    """A document's diagnostics, or that they are those that the client knows."""
    if found is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    if found.id == known:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=found.id)
    return types.RelatedFullDocumentDiagnosticReport(items=found.items, result_id=found.id)


async def workspace_reports(
    session: Session, known: Mapping[str, str]
) -> AsyncIterator[types.WorkspaceDocumentDiagnosticReport]:
    """Every document of every exercise in the workspace, one by one; marked as it stands on disk if it is not open."""
    session.follow_workspace()
    for path in await documents_in(session):
        uri = uri_of(path)
        found = await session.mark_from_disk(path)
        if found is None:
            continue
        if found.id == known.get(uri):
            yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, found.id, found.version)
        else:
            yield types.WorkspaceFullDocumentDiagnosticReport(uri, found.items, found.version, result_id=found.id)
