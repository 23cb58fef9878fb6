"""What is written for a class (grades, feedback, progress, a report), and what it handed in."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from markscheme.contract import shown
from markscheme.documents.files import is_folder, make_folder, write_product, write_whole
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import report_folder
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.marking.review import VocabularyName
from markscheme.reports.feedback.composition import MODES, FeedbackSettings, unknown_focus
from markscheme.reports.feedback.delivery import (
    BUNDLES,
    WRITERS,
    Delivery,
    FeedbackWriter,
    WrittenFeedback,
    deliveries,
)
from markscheme.reports.report import Report, problem_words
from markscheme.reports.set_up import ImportedClass
from markscheme.server.arguments import (
    argument,
    file_path,
    open_answers,
    optional,
    optional_argument,
    optional_file,
    optional_names,
    optional_path,
    path_field,
    variant,
)
from markscheme.server.editor import Editor, Reporter
from markscheme.server.handling import command, request, with_progress
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.locations import URIS
from markscheme.server.session.documents.reviewing import Choice, class_report, report_in
from markscheme.server.session.workspace import search
from markscheme.server.views import uri_of

if TYPE_CHECKING:
    from markscheme.reports.gradebooks.export import Export, ExportRequest
    from markscheme.reports.gradebooks.submissions import Choice as ChooseText
    from markscheme.reports.gradebooks.system import HandedIn


@command("markscheme.exportGrades")
async def export_grades(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
    """Write the files; the arguments are the URI of a folder or a document in it, and optional ``ExportOptions``."""
    from markscheme.reports.gradebooks.export import export_class, read_tables

    path = file_path(argument(arguments, 0, str))
    options = optional_argument(arguments, 1, dict)
    request, token = _request(options), optional(options, "workDoneToken", int | str)
    folder = path if is_folder(path) else path.parent

    async def written(reporter: Reporter) -> "tuple[Export, Report]":
        tables = await asyncio.to_thread(read_tables, request)
        report = await report_in(ls.session, folder, reporter, Choice(request.assignment))
        exported = await asyncio.to_thread(export_class, report, folder, request, tables)
        await asyncio.to_thread(exported.write)
        return exported, report

    exported, report = await with_progress(ls, "marking the class", token, written)
    problems = map(problem_words, (*report.absent, *report.problems))
    return shown(attrs.evolve(exported, notices=(*exported.notices, *problems)), uris=URIS)


def _request(options: object) -> "ExportRequest":
    from markscheme.reports.gradebooks.export import ExportRequest

    worksheet, feedback = optional_path(options, "worksheet"), optional(options, "feedback", str)
    if feedback is not None:
        variant(WRITERS, feedback)
    return ExportRequest(
        worksheet=worksheet,
        feedback_format=feedback,
        workbook=bool(optional(options, "workbook", bool)) or not (worksheet or feedback),
        assignment=optional(options, "assignment", str),
        maximum=optional(options, "maximum", float | int),
        overwrite=bool(optional(options, "overwrite", bool)),
        answers=open_answers(options),
    )


WIDTH = 160
"""Columns of a progress and of a report in text."""
_FORMATS = {".csv": "csv", ".html": "html", ".txt": "text"}


@command("markscheme.exportProgress")
async def export_progress(ls: MarkschemeServer, arguments: Sequence[Any]) -> dict[str, str]:
    """Write progress (CSV, page or text by name); return its URI. Arguments: a folder's URI, perhaps the file's."""
    folder = file_path(argument(arguments, 0, str))
    target = optional_file(arguments, 1) or report_folder(folder, ls.editor.folders) / "progress.csv"
    if target.suffix not in _FORMATS:
        raise DocumentError(
            "progress is written as CSV, a page or text", path=target, remedy=f"Name it {', '.join(_FORMATS)}"
        )
    report = await with_progress(ls, "marking the class", None, partial(class_report, ls.session, folder))
    await asyncio.to_thread(_write_progress, report, target)
    return {"uri": uri_of(target)}


def _write_progress(report: Report, target: Path) -> None:
    from markscheme.reports.progress import LAYOUTS, progress_of

    layout = LAYOUTS.get(_FORMATS[target.suffix])
    make_folder(target.parent)
    write_whole(target, layout.in_file(layout.write(progress_of(report), WIDTH)).encode())


JSON, TEXT = ".json", ".txt"


@command("markscheme.exportReport")
async def export_report(ls: MarkschemeServer, arguments: Sequence[Any]) -> dict[str, str]:
    """Write a report (JSON or text by name); return its URI. Arguments: a document's or folder's, perhaps its own."""
    path = file_path(argument(arguments, 0, str))
    target = optional_file(arguments, 1) or report_folder(path, ls.editor.folders) / f"{path.stem}.report{TEXT}"
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
    write_product(target, text, is_json=is_json)


@command("markscheme.writeFeedback")
async def write_feedback(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
    """Write the feedback for each student who has marks, and return its files.

    The arguments: a document's or folder's URI, and optional names of format and mode and ``FeedbackOptions``.
    """
    path = file_path(argument(arguments, 0, str))
    writer = variant(WRITERS, optional_argument(arguments, 1, str))
    mode = variant(MODES, optional_argument(arguments, 2, str))
    options = optional_argument(arguments, 3, dict)
    focus = tuple(optional_names(options, "focus") or ())
    bundle = variant(BUNDLES, optional(options, "bundle", str))
    students = optional_names(options, "students")
    choice = Choice(optional(options, "assignment", str), frozenset(students) if students is not None else None)
    answers, token = open_answers(options), optional(options, "workDoneToken", int | str)

    async def written(reporter: Reporter) -> WrittenFeedback:
        report = (await report_in(ls.session, path, reporter, choice)).settled(answers)
        chosen = _deliveries(report, path, FeedbackSettings(mode, focus), writer)
        files: list[Path] = []
        notes = [*filter(None, [report.open_notice]), *(str(item) for item in (*report.absent, *report.problems))]
        for number, delivery in enumerate(chosen):
            reporter.show("writing the files", number, len(chosen))
            files += await asyncio.to_thread(bundle.write, delivery, delivery.target)
            notes += delivery.notices
        texts = sum(delivery.texts for delivery in chosen)
        return WrittenFeedback(chosen[0].target, tuple(files), texts, tuple(notes), report.open)

    return shown(await with_progress(ls, "writing feedback", token, written), uris=URIS)


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
async def feedback_choices(ls: MarkschemeServer, params: Any) -> Any:
    from markscheme.reports.feedback import delivery

    place = path_field(params)
    exercises = (await search(ls.session, place)).exercises
    return shown(await asyncio.to_thread(delivery.feedback_choices, exercises, place, ls.session.snapshot()), uris=URIS)


REPLACE: Final = "Replace"
NOT_NOW: Final = "Not now"


@command("markscheme.importSubmissions")
async def import_submissions(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
    """Make an exercise of what a class handed in; ``None`` if the person did not want texts replaced.

    The person is asked where a student has several texts, or another one in the folder. The arguments are the URIs of
    the zip and of the exercise's folder, which may be new, and optional ``ImportOptions``.
    """
    from markscheme.reports.gradebooks.class_folder import OtherTexts, import_class, without_words
    from markscheme.reports.gradebooks.submissions import read_submissions
    from markscheme.reports.gradebooks.system import lines_of_table

    archive, folder = file_path(argument(arguments, 0, str)), file_path(argument(arguments, 1, str))
    options = optional_argument(arguments, 2, dict)
    names = optional(options, "names", str)
    table = await asyncio.to_thread(lines_of_table, file_path(names)) if names is not None else ()
    choose = _chooser(ls.editor, asyncio.get_running_loop(), archive)
    submissions = await asyncio.to_thread(read_submissions, archive, choose, table)
    write = partial(import_class, submissions, folder, is_anonymous=bool(optional(options, "anonymous", bool)))
    try:
        done, likely = await asyncio.to_thread(write, overwrite=bool(optional(options, "overwrite", bool)))
    except OtherTexts as problem:
        question = f"{problem.problem}. Replace the texts that are there?"
        if await ls.editor.ask(question, [REPLACE, NOT_NOW]) != REPLACE:
            return None
        done, likely = await asyncio.to_thread(write, overwrite=True)
    empty = await asyncio.to_thread(without_words, done)
    ls.session.files_changed([*done.students.values(), done.folder / CONFIGURATION, done.configuration])
    imported = ImportedClass(
        done.folder,
        done.assignment,
        submissions.system.title,
        len(done.students),
        (*submissions.left_out, *(f"{name} handed in nothing readable" for name in empty)),
        done.has_references or likely is not None,
    )
    return shown(imported, uris=URIS)


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
