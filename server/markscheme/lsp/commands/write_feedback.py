"""``markscheme.writeFeedback``: write what students are given back, as ``markscheme feedback`` does.

What is open counts as it stands in the editor. The files go to ``markscheme-reports/feedback`` in the class's folder.
The person stops the command by its progress.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from markscheme.lsp.arguments import argument, file_path
from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor.locations import uri_of
from markscheme.lsp.editor.reporter import Reporter, cancelling
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.reviewing import report_in
from markscheme.lsp.session.session import Session
from markscheme.registry import Registry, RegistryError, Variant
from markscheme.reports.contract.workspace_texts import WrittenFeedback
from markscheme.reports.feedback.modes import MODES, Mode
from markscheme.reports.feedback.writers import WRITERS, FeedbackWriter
from markscheme.text.errors import DocumentError


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> WrittenFeedback:
    """Write the feedback and return its files.

    The arguments are the URI of a document or folder, and the names of a format and of a mode, which may be left out.
    """
    path = file_path(argument(arguments, 0, str))
    writer = _variant(WRITERS, arguments, 1)
    mode = _variant(MODES, arguments, 2)
    return await asyncio.ensure_future(_write_with_progress(ls, path, writer, mode))


def _variant(registry: Registry[Variant], arguments: Sequence[Any], number: int) -> Variant:
    """Return the variant that an argument names; the first one without the argument."""
    name = argument(arguments, number, str) if len(arguments) > number else registry.built_in[0]
    try:
        return registry.get(name)
    except RegistryError as error:
        raise JsonRpcInvalidParams(str(error)) from error


async def _write_with_progress(ls: MarkschemeServer, path: Path, writer: FeedbackWriter, mode: Mode) -> WrittenFeedback:
    """Write the feedback in a task of its own, which the person can stop without the command being cancelled."""
    reporter = ls.editor.reporter("writing feedback", cancelling(asyncio.current_task()))
    try:
        return await write_feedback(ls.session, path, writer, mode, reporter)
    finally:
        reporter.end()


async def write_feedback(
    session: Session, path: Path, writer: FeedbackWriter, mode: Mode, reporter: Reporter
) -> WrittenFeedback:
    """Write a file for each student who has marks, of a document or a folder.

    Raises
    ------
    DocumentError
        If nobody has marks, or a file can't be written.
    EngineError
        If the engine does not answer, or lacks a part.
    """
    from markscheme.reports.feedback.composition import FeedbackSettings
    from markscheme.reports.feedback.delivery import deliveries, write_files

    report = await report_in(session, path, reporter)
    if not report.documents:
        raise next(
            iter((*report.problems, *report.absent)),
            DocumentError("there is no text here that a teacher has corrected, so there is no feedback", path=path),
        )
    files: list[Path] = []
    notes = [str(problem) for problem in (*report.absent, *report.problems)]
    chosen = deliveries(report, FeedbackSettings(mode), writer)
    for number, delivery in enumerate(chosen):
        reporter.show("writing the files", number, len(chosen))
        files += await asyncio.to_thread(write_files, delivery, delivery.target)
        if delivery.left_out:
            notes.append(f"The files can't show {delivery.left_out}: □ stands in their place.")
    return {"folder": uri_of(chosen[0].target), "files": [uri_of(file) for file in files], "problems": notes}


COMMAND = Command("markscheme.writeFeedback", run)
