"""``markscheme.exportProgress``: write the progress of a class, as ``markscheme progress`` does."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markscheme.exercises.configuration import report_folder
from markscheme.lsp.arguments import argument, file_path
from markscheme.lsp.commands.command import Command, with_progress
from markscheme.lsp.editor import Reporter, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.documents.reviewing import class_report
from markscheme.lsp.session.session import Session
from markscheme.reports.report import Report
from markscheme.text.errors import DocumentError
from markscheme.text.files import make_folder, write_whole

WIDTH = 160
"""Columns of a progress in text."""
_FORMATS = {".csv": "csv", ".html": "html", ".txt": "text"}


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> dict[str, str]:
    """Write the progress and return its URI; the arguments are the URI of a folder, and an optional one of the file."""
    folder = file_path(argument(arguments, 0, str))
    default = report_folder(folder, ls.session.editor.folders) / "progress.csv"
    target = file_path(argument(arguments, 1, str)) if len(arguments) > 1 else default
    await with_progress(
        ls, "marking the class", None, lambda reporter: export_progress(ls.session, folder, target, reporter)
    )
    return {"uri": uri_of(target)}


async def export_progress(session: Session, folder: Path, target: Path, reporter: Reporter) -> None:
    """Write the progress of the classes in a folder: CSV, a page or text, by the file's name.

    Raise DocumentError if the name says no format, nobody has marks, or it can't be written; or EngineError.
    """
    if target.suffix not in _FORMATS:
        raise DocumentError(
            "progress is written as CSV, a page or text", path=target, remedy=f"Name it {', '.join(_FORMATS)}"
        )
    report = await class_report(session, folder, reporter)
    await asyncio.to_thread(_write, report, target)


def _write(report: Report, target: Path) -> None:
    from markscheme.reports.progress import LAYOUTS, progress_of

    layout = LAYOUTS.get(_FORMATS[target.suffix])
    make_folder(target.parent)
    write_whole(target, layout.in_file(layout.write(progress_of(report), WIDTH)).encode())


COMMAND = Command("markscheme.exportProgress", run)
