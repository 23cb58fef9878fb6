"""``textDocument/publishDiagnostics``: a document's diagnostics, sent whenever they are new.

Each publication carries the version of the text that it is for, and replaces the document's earlier ones. A client that
pulls diagnostics is sent none. One that can't open views is sent diagnostics of those alone that it has opened itself.
"""

from lsprotocol import types

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.documents.results import ResultChange


def send(ls: MarkschemeServer, change: ResultChange) -> None:
    """Publish the diagnostics of a change; none for a document without results."""
    is_listed = change.version is not None or change.diagnosed is None or ls.editor.can_open(change.uri)
    if ls.session.pushes_diagnostics and is_listed:
        items = change.diagnosed.items if change.diagnosed is not None else ()
        ls.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=change.uri, version=change.version, diagnostics=items)
        )
