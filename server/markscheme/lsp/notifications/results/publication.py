"""What is sent when a document has new results: its marks, its diagnostics, and requests to ask again.

``markscheme/marksChanged``: an open document's marks or estimate, sent just before its diagnostics.

The parameters are the answer to ``markscheme/marks`` for the version that is published; without marks or an estimate,
``uri`` and ``marks``, which is ``null``. Sent only with the experimental capability ``markscheme.marksChanged``.
"""

from typing import Any

from lsprotocol import types

from markscheme.lsp.editor import plain_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.marks import open_document_answer
from markscheme.lsp.requests.request import Refresh
from markscheme.lsp.requests.table import REQUESTS
from markscheme.lsp.session.marked import ResultChange

METHOD = "markscheme/marksChanged"


def send_marks_changed(ls: MarkschemeServer, change: ResultChange) -> None:
    if change.version is None or not ls.editor.wants_marks:
        return
    if change.after is None:
        ls.protocol.notify_plain(METHOD, {"uri": change.uri, "marks": None})
    else:
        ls.protocol.notify_plain(METHOD, open_document_answer(change.after, ls.editor.encoding, ls.session.read))


def send_publish_diagnostics(ls: MarkschemeServer, change: ResultChange) -> None:
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


def send_refresh(ls: MarkschemeServer, change: ResultChange) -> None:
    workspace = ls.editor.workspace
    for request in REQUESTS:
        refresh = request.refresh
        if refresh is not None and refresh.is_supported(workspace) and _has_changed(refresh, change):
            refresh.send(ls)
    if _has_other_questions(change) and workspace.code_lens and workspace.code_lens.refresh_support:
        ls.workspace_code_lens_refresh(None)
    if not ls.session.pushes_diagnostics and workspace.diagnostics and workspace.diagnostics.refresh_support:
        before, after = change.diagnosed_before, change.diagnosed
        if after is not None and (before is None or before.id != after.id):
            ls.workspace_diagnostic_refresh(None)


def _has_other_questions(change: ResultChange) -> bool:
    before, after = change.diagnosed_before, change.diagnosed
    return after is not None and after.questions.agreements != (before.questions.agreements if before else ())


def _has_changed(refresh: Refresh, change: ResultChange) -> bool:
    """Return whether a client may show an answer that the change makes wrong; only open documents have answers.

    Between two current results of one version, the client has the earlier one's, right if both have the same content.
    """
    if change.version is None or (change.after is None and not change.was_marked):
        return False
    if change.before is None or change.after is None:
        return True
    return refresh.content(change.before) != refresh.content(change.after)
