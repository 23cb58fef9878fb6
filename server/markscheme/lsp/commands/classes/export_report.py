"""``markscheme.exportReport``: write the report of a document or of a folder, as ``markscheme review`` does.

What is open counts as it stands in the editor.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markscheme.exercises.configuration import report_folder
from markscheme.lsp.arguments import argument, file_path
from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor import Reporter, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.documents.reviewing import report_in
from markscheme.lsp.session.session import Session
from markscheme.marking.review.document_review import VocabularyName
from markscheme.reports.report import Report
from markscheme.text.errors import DocumentError
from markscheme.text.files import write_product

JSON, TEXT = ".json", ".txt"
WIDTH = 160
"""Columns of a report in text."""


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> dict[str, str]:
    """Write a report and return its URI; the arguments are the URI of a document or folder, and an optional target."""
    path = file_path(argument(arguments, 0, str))
    target = file_path(argument(arguments, 1, str)) if len(arguments) > 1 else default_target(ls.session, path)
    await export_report(ls.session, path, target)
    return {"uri": uri_of(target)}


def default_target(session: Session, path: Path) -> Path:
    return report_folder(path, session.editor.folders) / f"{path.stem}.report{TEXT}"


async def export_report(session: Session, path: Path, target: Path) -> None:
    """Write a report: JSON or text, by the file's name.

    Raise DocumentError if the target's name says no format, or it can't be written; or EngineError.
    """
    if target.suffix not in (JSON, TEXT):
        raise DocumentError("a report is written as JSON or text", path=target, remedy=f"Name it *{JSON} or *{TEXT}")
    report = await report_in(session, path, Reporter())
    options = await session.configuration.of(uri_of(path))
    await asyncio.to_thread(_write, report, target, options.vocabulary)


def _write(report: Report, target: Path, vocabulary: VocabularyName) -> None:
    from markscheme.reports.json.review_json import review_json
    from markscheme.reports.review_report import review_text

    is_json = target.suffix == JSON
    text = review_json(report) if is_json else review_text(report, WIDTH, vocabulary=vocabulary)
    write_product(target, text, is_json=is_json)


COMMAND = Command("markscheme.exportReport", run)
