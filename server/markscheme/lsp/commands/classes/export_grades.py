"""``markscheme.exportGrades``: write a class's marks as the school's system reads them.

What is open counts as it stands in the editor. The files go to ``markscheme-reports`` in the class's folder.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markscheme.lsp.arguments import argument, file_path, open_answers, optional, variant
from markscheme.lsp.commands.command import Command, with_progress
from markscheme.lsp.editor import Reporter, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.documents.reviewing import Choice, report_in
from markscheme.lsp.session.session import Session
from markscheme.reports.contract.classes import ExportedGrades
from markscheme.reports.feedback.delivery import WRITERS
from markscheme.reports.json.class_json import problem_words
from markscheme.text.files import is_folder

if TYPE_CHECKING:
    from markscheme.gradebooks.export import ExportRequest


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> ExportedGrades:
    """Write the files; the arguments are the URI of a folder or a document in it, and optional ``ExportOptions``."""
    path = file_path(argument(arguments, 0, str))
    options = arguments[1] if len(arguments) > 1 else None
    request, token = _request(options), optional(options, "workDoneToken", int | str)
    folder = path if is_folder(path) else path.parent
    return await with_progress(
        ls, "marking the class", token, lambda reporter: export_grades(ls.session, folder, request, reporter)
    )


def _request(options: Any) -> "ExportRequest":
    from markscheme.gradebooks.export import ExportRequest

    worksheet, feedback = optional(options, "worksheet", str), optional(options, "feedback", str)
    if feedback is not None:
        variant(WRITERS, feedback)
    return ExportRequest(
        worksheet=file_path(worksheet) if worksheet is not None else None,
        feedback_format=feedback,
        workbook=bool(optional(options, "workbook", bool)) or not (worksheet or feedback),
        assignment=optional(options, "assignment", str),
        maximum=optional(options, "maximum", float | int),
        overwrite=bool(optional(options, "overwrite", bool)),
        answers=open_answers(options),
    )


async def export_grades(session: Session, folder: Path, request: "ExportRequest", reporter: Reporter) -> ExportedGrades:
    """Mark the class in a folder, and write what a request asks for.

    Raise DocumentError if a table can't be used, nobody has a mark, or a file can't be written; or EngineError.
    """
    from markscheme.gradebooks.export import export_class, read_tables

    tables = await asyncio.to_thread(read_tables, request)
    report = await report_in(session, folder, reporter, Choice(request.assignment))
    exported = await asyncio.to_thread(export_class, report, folder, request, tables)
    await asyncio.to_thread(exported.write)
    return {
        "files": [{"uri": uri_of(path), "text": text} for path, text in exported.descriptions.items()],
        "notices": [*exported.notices, *(problem_words(problem) for problem in (*report.absent, *report.problems))],
        "kept": [*exported.kept],
        "open": exported.open,
    }


COMMAND = Command("markscheme.exportGrades", run)
