"""``workspace/codeLens/refresh`` and the like: the client must send a request again, since its answer has changed.

Each refresh concerns all documents, so one is sent only where an answer can have changed.
"""

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Refresh
from markscheme.lsp.requests.table import REQUESTS
from markscheme.lsp.session.marked import ResultChange


def send(ls: MarkschemeServer, change: ResultChange) -> None:
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
