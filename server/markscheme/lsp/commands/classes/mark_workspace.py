"""``markscheme.markWorkspace``: mark every document of the workspace's exercises, and keep them marked.

Documents that are not open have diagnostics of problems; of findings too with the setting ``problemsIn``.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

import attrs
from lsprotocol import types

from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor import Reporter, cancelling
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.results.diagnostics import PROBLEM_CODE
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import documents_in
from markscheme.marking.wording.place_words import marked_texts


@attrs.frozen
class WorkspaceSummary:
    """``findings`` are places to check in students' documents."""

    documents: int
    findings: int
    problems: int


async def run(ls: MarkschemeServer, _: Sequence[Any]) -> dict[str, int]:
    return attrs.asdict(await asyncio.ensure_future(_mark_with_progress(ls)))


async def _mark_with_progress(ls: MarkschemeServer) -> WorkspaceSummary:
    """Mark in a task of its own, which the person can stop without the command being cancelled."""
    reporter = ls.editor.reporter("marking the workspace", cancelling(asyncio.current_task()))
    try:
        summary = await mark_workspace(ls.session, reporter)
    finally:
        reporter.end()
    message = marked_texts(summary.documents, summary.findings, summary.problems)
    ls.editor.show_message(message, types.MessageType.Info)
    return summary


async def mark_workspace(session: Session, reporter: Reporter) -> WorkspaceSummary:
    session.follow_workspace()
    documents = await documents_in(session)
    findings = problems = 0
    for number, document in enumerate(documents):
        reporter.show(f"{document.path.name} ({number + 1} of {len(documents)})", number, len(documents))
        diagnosed = await session.mark_from_disk(document)
        codes = [item.code for item in diagnosed.items] if diagnosed else []
        problems += codes.count(PROBLEM_CODE)
        findings += diagnosed.to_check if diagnosed else 0
    return WorkspaceSummary(len(documents), findings, problems)


COMMAND = Command("markscheme.markWorkspace", run)
