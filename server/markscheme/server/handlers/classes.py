"""A class: what is written for it, and what it handed in."""

import asyncio
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.contract import shown
from markscheme.documents.files import make_folder, marked_json, marked_text, write_all, write_product
from markscheme.documents.folders import CONFIGURATION
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import report_folder
from markscheme.marking.settings import VocabularyName
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.feedback import MODES, FeedbackSettings, unknown_focus
from markscheme.reports.feedback_files import BUNDLES, WRITERS, Delivery, FeedbackWriter, WrittenFeedback, deliveries
from markscheme.reports.report import Report, problem_words
from markscheme.reports.set_up import ImportedClass
from markscheme.server.editor import URIS, Editor, Reporter, uri_of
from markscheme.server.handling import (
    Token,
    command,
    progress_in_thread,
    request,
    variant,
    with_progress,
)
from markscheme.server.server import MarkschemeServer
from markscheme.server.workspace import Choice, class_report, report_in, search

if TYPE_CHECKING:
    from markscheme.reports.class_import import Choice as ChooseText
    from markscheme.reports.grade_export import Export
    from markscheme.reports.school_systems import HandedIn


@command("markscheme.exportGrades")
async def export_grades(
    ls: MarkschemeServer,
    path: Path,
    *,
    worksheet: Path | None = None,
    feedback: str | None = None,
    workbook: bool = False,
    assignment: str | None = None,
    maximum: float | None = None,
    overwrite: bool = False,
    open_: str | None = None,
    work_done_token: Token = None,
) -> Any:
    """Write the files for the folder, or for the one of a document."""
    from markscheme.reports.grade_export import ExportRequest, export_class, read_tables

    if feedback is not None:
        variant(WRITERS, feedback)
    request = ExportRequest(
        worksheet=worksheet,
        feedback_format=feedback,
        workbook=workbook or not (worksheet or feedback),
        assignment=assignment,
        maximum=maximum,
        overwrite=overwrite,
        answers=_open_answers(open_),
    )
    folder = path if os.path.isdir(path) else path.parent

    async def written(reporter: Reporter) -> "tuple[Export, Report]":
        tables = await asyncio.to_thread(read_tables, request)
        report = await report_in(ls.session, folder, reporter, Choice(request.assignment))
        exported = await asyncio.to_thread(export_class, report, folder, request, tables)
        await asyncio.to_thread(exported.write)
        return exported, report

    exported, report = await with_progress(ls, "marking the class", work_done_token, written)
    problems = map(problem_words, (*report.absent, *report.problems))
    return shown(attrs.evolve(exported, notices=(*exported.notices, *problems)), uris=URIS)


def _open_answers(name: str | None) -> OpenAnswers | None:
    """Return what undecided answers count as; raise JsonRpcInvalidParams at no known choice."""
    try:
        return None if name is None else OpenAnswers(name)
    except ValueError as error:
        raise JsonRpcInvalidParams(f"choose open among {', '.join(OpenAnswers)}") from error


WIDTH = 160
"""Columns of a progress and of a report in text."""
_FORMATS = {".csv": "csv", ".html": "html", ".txt": "text"}


@command("markscheme.exportProgress")
async def export_progress(ls: MarkschemeServer, folder: Path, target: Path | None = None) -> dict[str, str]:
    """Write progress (CSV, page or text by name); return its URI."""
    target = target or report_folder(folder, ls.editor.folders) / "progress.csv"
    if target.suffix not in _FORMATS:
        raise DocumentError(
            "progress is written as CSV, a page or text", path=target, remedy=f"Name it {', '.join(_FORMATS)}"
        )
    report = await with_progress(ls, "marking the class", None, partial(class_report, ls.session, folder))
    await asyncio.to_thread(_write_progress, report, target)
    return {"uri": uri_of(target)}


def _write_progress(report: Report, target: Path) -> None:
    from markscheme.reports.progress import LAYOUTS, progress_of

    layout = LAYOUTS[_FORMATS[target.suffix]]
    make_folder(target.parent)
    write_all({target: layout.in_file(layout.write(progress_of(report), WIDTH)).encode()})


JSON, TEXT = ".json", ".txt"


@command("markscheme.exportReport")
async def export_report(ls: MarkschemeServer, path: Path, target: Path | None = None) -> dict[str, str]:
    """Write the report of a document or folder (JSON or text by name); return its URI."""
    target = target or report_folder(path, ls.editor.folders) / f"{path.stem}.report{TEXT}"
    if target.suffix not in (JSON, TEXT):
        raise DocumentError("a report is written as JSON or text", path=target, remedy=f"Name it *{JSON} or *{TEXT}")
    report = await report_in(ls.session, path, Reporter())
    options = await ls.configuration.of(uri_of(path))
    await asyncio.to_thread(_write_report, report, target, options.vocabulary)
    return {"uri": uri_of(target)}


def _write_report(report: Report, target: Path, vocabulary: VocabularyName) -> None:
    from markscheme.reports.review_json import review_json
    from markscheme.reports.review_report import review_text

    is_json = target.suffix == JSON
    text = review_json(report) if is_json else review_text(report, WIDTH, vocabulary=vocabulary)
    write_product(target, text, marked_json if is_json else marked_text)


@command("markscheme.writeFeedback")
async def write_feedback(
    ls: MarkschemeServer,
    path: Path,
    format_name: str | None = None,
    mode_name: str | None = None,
    *,
    focus: list[str] | None = None,
    bundle: str | None = None,
    assignment: str | None = None,
    students: list[str] | None = None,
    open_: str | None = None,
    work_done_token: Token = None,
) -> Any:
    """Write the feedback for each student of a document or folder who has marks, and return its files."""
    writer, settings = variant(WRITERS, format_name), FeedbackSettings(variant(MODES, mode_name), tuple(focus or ()))
    bundler, answers = variant(BUNDLES, bundle), _open_answers(open_)
    choice = Choice(assignment, frozenset(students) if students is not None else None)

    async def written(reporter: Reporter) -> WrittenFeedback:
        report = (await report_in(ls.session, path, reporter, choice)).settled(answers)
        chosen = _deliveries(report, path, settings, writer)
        files: list[Path] = []
        notes = [*filter(None, [report.open_notice]), *(str(item) for item in (*report.absent, *report.problems))]
        for number, delivery in enumerate(chosen):
            reporter.show("writing the files", number, len(chosen))
            files += await asyncio.to_thread(bundler.write, delivery, delivery.target)
            notes += delivery.notices
        texts = sum(delivery.texts for delivery in chosen)
        return WrittenFeedback(chosen[0].target, tuple(files), texts, tuple(notes), report.open)

    return shown(await with_progress(ls, "writing feedback", work_done_token, written), uris=URIS)


def _deliveries(report: Report, path: Path, settings: FeedbackSettings, writer: FeedbackWriter) -> Sequence[Delivery]:
    if not report.documents:
        raise next(
            iter((*report.problems, *report.absent)),
            DocumentError("there is no text here that a teacher has corrected, so there is no feedback", path=path),
        )
    if fault := unknown_focus(report, settings.focus):
        raise DocumentError(fault)
    return deliveries(report, settings, writer)


@request("markscheme/feedbackChoices")
async def feedback_choices(ls: MarkschemeServer, *, uri: Path) -> Any:
    from markscheme.reports import feedback_files

    exercises, read = (await search(ls.session, uri)).exercises, ls.session.snapshot()
    return shown(await asyncio.to_thread(feedback_files.feedback_choices, exercises, uri, read), uris=URIS)


REPLACE: Final = "Replace"
NOT_NOW: Final = "Not now"


@command("markscheme.importSubmissions")
async def import_submissions(
    ls: MarkschemeServer,
    archive: Path,
    folder: Path,
    *,
    names: Path | None = None,
    anonymous: bool = False,
    overwrite: bool = False,
    work_done_token: Token = None,
) -> Any:
    """Make an exercise of what a class handed in; ``None`` if the person did not want texts replaced.

    Ask the person where a student has several texts, or another one in the folder, which may be new.
    """
    from markscheme.reports.class_import import OtherTexts, import_class, read_submissions, without_words
    from markscheme.reports.school_systems import lines_of_table

    async def imported(reporter: Reporter) -> ImportedClass | None:
        progress = progress_in_thread(reporter)
        table = await asyncio.to_thread(lines_of_table, names) if names is not None else ()
        choose = _chooser(ls.editor, asyncio.get_running_loop(), archive)
        submissions = await asyncio.to_thread(read_submissions, archive, choose, table, progress)
        write = partial(import_class, submissions, folder, is_anonymous=anonymous, progress=progress)
        try:
            done, likely = await asyncio.to_thread(write, overwrite=overwrite)
        except OtherTexts as problem:
            question = f"{problem.problem}. Replace the texts that are there?"
            if await ls.editor.ask(question, [REPLACE, NOT_NOW]) != REPLACE:
                return None
            done, likely = await asyncio.to_thread(write, overwrite=True)
        empty = await asyncio.to_thread(without_words, done, progress)
        ls.session.files_changed([*done.students.values(), done.folder / CONFIGURATION, done.configuration])
        return ImportedClass(
            done.folder,
            done.assignment,
            submissions.system.title,
            len(done.students),
            (*submissions.left_out, *(f"{name} handed in nothing readable" for name in empty)),
            done.has_references or likely is not None,
        )

    return shown(await with_progress(ls, "importing submissions", work_done_token, imported), uris=URIS)


def _chooser(editor: Editor, loop: asyncio.AbstractEventLoop, archive: Path) -> "ChooseText":
    """Return how one of a student's texts is chosen, from another thread: by the person at the editor."""

    def choose(person: str, texts: "Sequence[HandedIn]") -> "HandedIn":
        labels = {f"{item.file} (typed in)" if item.is_typed else item.file: item for item in texts}
        question = f"{person} handed in {len(texts)} texts. Which is meant?"
        answer = asyncio.run_coroutine_threadsafe(editor.ask(question, [*labels]), loop).result()
        if answer not in labels:
            raise DocumentError(
                f"{person} handed in {len(texts)} texts, and none was chosen. Nothing was written",
                path=archive,
                remedy="Import the zip again and choose one",
            )
        return labels[answer]

    return choose
