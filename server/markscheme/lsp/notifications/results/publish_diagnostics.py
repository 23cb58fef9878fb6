"""``textDocument/publishDiagnostics``: a document's diagnostics, sent whenever they are new.

A client that pulls diagnostics is sent none. One that can't open views gets those of views that it opened itself.
"""

from typing import Any

from lsprotocol import types

from markscheme.lsp.editor import plain_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.marked import ResultChange


def send(ls: MarkschemeServer, change: ResultChange) -> None:
    is_listed = change.version is not None or change.diagnosed is None or ls.editor.can_open(change.uri)
    if ls.session.pushes_diagnostics and is_listed:
        items = change.diagnosed.items if change.diagnosed is not None else ()
        params: dict[str, Any] = {"uri": change.uri, "diagnostics": [plain_diagnostic(item) for item in items]}
        if change.version is not None:
            params["version"] = change.version
        ls.protocol.notify_plain(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)


def plain_diagnostic(item: types.Diagnostic) -> dict[str, Any]:
    """Return one of our diagnostics as JSON values: as pygls converts it, without the fields that we never set."""
    plain: dict[str, Any] = {"range": plain_range(item.range), "message": item.message}
    if item.severity is not None:
        plain["severity"] = item.severity.value
    if item.code is not None:
        plain["code"] = item.code
    if item.code_description is not None:
        plain["codeDescription"] = {"href": item.code_description.href}
    if item.source is not None:
        plain["source"] = item.source
    if item.related_information is not None:
        plain["relatedInformation"] = [
            {"location": {"uri": own.location.uri, "range": plain_range(own.location.range)}, "message": own.message}
            for own in item.related_information
        ]
    if item.data is not None:
        plain["data"] = item.data
    return plain
