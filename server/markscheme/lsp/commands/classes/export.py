"""Commands that write what a class gets: grades, feedback, progress, a report."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.exercises.configuration import report_folder
from markscheme.lsp.arguments import argument, file_path, open_answers, optional, optional_names, variant
from markscheme.lsp.commands.command import Command, choice_of, with_progress
from markscheme.lsp.editor import Reporter, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.documents.reviewing import Choice, class_report, report_in
from markscheme.lsp.session.session import Session
from markscheme.marking.review.document_review import VocabularyName
from markscheme.marking.verdicts.verdict import OpenAnswers
from markscheme.reports.contract.classes import ExportedGrades, WrittenFeedback
from markscheme.reports.feedback.composition import MODES, Mode
from markscheme.reports.feedback.delivery import BUNDLES, WRITERS, Bundle, FeedbackWriter
from markscheme.reports.json.class_json import problem_words
from markscheme.reports.report import Report
from markscheme.text.errors import DocumentError
from markscheme.text.files import is_folder, make_folder, write_product, write_whole

if TYPE_CHECKING:
    from markscheme.gradebooks.export import ExportRequest


async def run_export_grades(ls: MarkschemeServer, arguments: Sequence[Any]) -> ExportedGrades:
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


EXPORT_GRADES_COMMAND = Command("markscheme.exportGrades", run_export_grades)


WIDTH = 160
"""Columns of a progress in text."""
_FORMATS = {".csv": "csv", ".html": "html", ".txt": "text"}


async def run_export_progress(ls: MarkschemeServer, arguments: Sequence[Any]) -> dict[str, str]:
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


EXPORT_PROGRESS_COMMAND = Command("markscheme.exportProgress", run_export_progress)


JSON, TEXT = ".json", ".txt"

"""Columns of a report in text."""


async def run_export_report(ls: MarkschemeServer, arguments: Sequence[Any]) -> dict[str, str]:
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
    await asyncio.to_thread(_export_report_write, report, target, options.vocabulary)


def _export_report_write(report: Report, target: Path, vocabulary: VocabularyName) -> None:
    from markscheme.reports.json.review_json import review_json
    from markscheme.reports.review_report import review_text

    is_json = target.suffix == JSON
    text = review_json(report) if is_json else review_text(report, WIDTH, vocabulary=vocabulary)
    write_product(target, text, is_json=is_json)


EXPORT_REPORT_COMMAND = Command("markscheme.exportReport", run_export_report)


async def run_write_feedback(ls: MarkschemeServer, arguments: Sequence[Any]) -> WrittenFeedback:
    """Write the feedback and return its files.

    The arguments are the URI of a document or folder, the names of a format and of a mode, and ``FeedbackOptions``. All
    but the first may be left out.
    """
    path = file_path(argument(arguments, 0, str))
    form = argument(arguments, 1, str) if len(arguments) > 1 else None
    mode = argument(arguments, 2, str) if len(arguments) > 2 else None
    options = arguments[3] if len(arguments) > 3 else None
    request = FeedbackRequest(
        path,
        variant(WRITERS, form),
        variant(MODES, mode),
        tuple(optional_names(options, "focus") or ()),
        variant(BUNDLES, optional(options, "bundle", str)),
        choice_of(options),
        open_answers(options),
    )
    token = optional(options, "workDoneToken", int | str)
    return await with_progress(
        ls, "writing feedback", token, lambda reporter: write_feedback(ls.session, request, reporter)
    )


@attrs.frozen
class FeedbackRequest:
    """What is written; an empty ``focus`` marks all kinds of errors. Without ``answers``, marks are ranges."""

    path: Path
    writer: FeedbackWriter
    mode: Mode
    focus: tuple[str, ...]
    bundle: Bundle
    choice: Choice
    answers: OpenAnswers | None


async def write_feedback(session: Session, request: FeedbackRequest, reporter: Reporter) -> WrittenFeedback:
    """Write the files of a request for each student who has marks.

    Raise DocumentError if nobody has marks, there is no such kind of error, or a file can't be written; or EngineError.
    """
    from markscheme.reports.feedback.composition import FeedbackSettings, unknown_focus
    from markscheme.reports.feedback.delivery import deliveries

    path = request.path
    report = (await report_in(session, path, reporter, request.choice)).settled(request.answers)
    if not report.documents:
        raise next(
            iter((*report.problems, *report.absent)),
            DocumentError("there is no text here that a teacher has corrected, so there is no feedback", path=path),
        )
    if fault := unknown_focus(report, request.focus):
        raise DocumentError(fault)
    files: list[Path] = []
    notes = [*filter(None, [report.open_notice]), *(str(item) for item in (*report.absent, *report.problems))]
    chosen = deliveries(report, FeedbackSettings(request.mode, request.focus), request.writer)
    for number, delivery in enumerate(chosen):
        reporter.show("writing the files", number, len(chosen))
        files += await asyncio.to_thread(request.bundle.write, delivery, delivery.target)
        notes += delivery.notices
    return {
        "folder": uri_of(chosen[0].target),
        "files": [uri_of(file) for file in files],
        "texts": sum(delivery.texts for delivery in chosen),
        "problems": notes,
        "open": report.open,
    }


WRITE_FEEDBACK_COMMAND = Command("markscheme.writeFeedback", run_write_feedback)
