"""What is sent when a document has new results (its marks, its diagnostics, requests to ask again) or files change.

``markscheme/marksChanged``, just before a document's diagnostics: the answer to ``markscheme/marks`` for the published
version; without marks or an estimate, ``uri`` and ``marks``, which is ``null``.

``markscheme/exercisesChanged``: files of exercises, or a ``markscheme.toml``, came, went or changed, once for those
that did together. Each is sent only with the experimental capability of its name, ``markscheme.`` before it.
"""

from pathlib import Path
from typing import Any

from lsprotocol import types

from markscheme.contract import shown
from markscheme.server.handlers.lenses import REFRESHES, Refresh
from markscheme.server.handlers.marks import UnmarkedDocument, open_document_answer
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.locations import plain_range
from markscheme.server.session.marked import ResultChange
from markscheme.server.session.workspace import concerns_exercises, follow_exercises

MARKS_CHANGED = "markscheme/marksChanged"
EXERCISES_CHANGED = "markscheme/exercisesChanged"


def send_results(ls: MarkschemeServer, change: ResultChange) -> None:
    """Send the marks before the diagnostics."""
    if change.version is not None and ls.editor.wants_marks:
        _send_marks(ls, change)
    is_listed = change.version is not None or change.diagnosed is None or ls.editor.can_open(change.uri)
    if ls.configuration.pushes_diagnostics and is_listed:
        _send_diagnostics(ls, change)
    _send_refreshes(ls, change)


async def send_files(ls: MarkschemeServer, paths: frozenset[Path]) -> None:
    """Mark what a followed workspace has gained, and notify the client, if the files concern an exercise."""
    if not await concerns_exercises(ls.session, paths):
        return
    await follow_exercises(ls.session)
    if ls.editor.wants_exercises:
        ls.protocol.notify(EXERCISES_CHANGED, {})


def _send_marks(ls: MarkschemeServer, change: ResultChange) -> None:
    if change.after is None:
        ls.protocol.notify_plain(MARKS_CHANGED, shown(UnmarkedDocument(change.uri)))
    else:
        ls.protocol.notify_plain(MARKS_CHANGED, open_document_answer(change.after, ls.session.read))


def _send_diagnostics(ls: MarkschemeServer, change: ResultChange) -> None:
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


def _send_refreshes(ls: MarkschemeServer, change: ResultChange) -> None:
    workspace = ls.editor.workspace
    for refresh in REFRESHES:
        if refresh.is_supported(workspace) and _has_changed(refresh, change):
            refresh.send(ls)
    if _has_other_questions(change) and workspace.code_lens and workspace.code_lens.refresh_support:
        ls.workspace_code_lens_refresh(None)
    if not ls.configuration.pushes_diagnostics and workspace.diagnostics and workspace.diagnostics.refresh_support:
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
