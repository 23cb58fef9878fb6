"""What is written for a class (grades, feedback, progress, a report), and what it handed in."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from markscheme.exercises.configuration import CONFIGURATION, report_folder
from markscheme.exercises.discovery import no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import texts_by_author
from markscheme.formats.registry import has_lines
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language
from markscheme.lsp.arguments import (
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
from markscheme.lsp.editor import Editor, Reporter
from markscheme.lsp.handling import command, request, with_progress
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.documents.reviewing import Choice, class_report, report_in
from markscheme.lsp.session.workspace import search
from markscheme.lsp.views import uri_of
from markscheme.marking.review.document_review import VocabularyName
from markscheme.marking.wording.words import person_name
from markscheme.reports.contract.classes import ExportedGrades, FeedbackChoices, ImportedClass, WrittenFeedback
from markscheme.reports.feedback.composition import MODES, FeedbackSettings, unknown_focus
from markscheme.reports.feedback.delivery import BUNDLES, WRITERS, Delivery, FeedbackWriter, deliveries
from markscheme.reports.json.class_json import problem_words
from markscheme.reports.report import Report
from markscheme.text.errors import DocumentError
from markscheme.text.files import TextSource, is_folder, make_folder, write_product, write_whole

if TYPE_CHECKING:
    from markscheme.gradebooks.export import Export, ExportRequest
    from markscheme.gradebooks.submissions import Choice as ChooseText
    from markscheme.gradebooks.systems.system import HandedIn


@command("markscheme.exportGrades")
async def export_grades(ls: MarkschemeServer, arguments: Sequence[Any]) -> ExportedGrades:
    """Write the files; the arguments are the URI of a folder or a document in it, and optional ``ExportOptions``."""
    from markscheme.gradebooks.export import export_class, read_tables

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
    return {
        "files": [{"uri": uri_of(path), "text": text} for path, text in exported.descriptions.items()],
        "notices": [*exported.notices, *(problem_words(problem) for problem in (*report.absent, *report.problems))],
        "kept": [*exported.kept],
        "open": exported.open,
    }


def _request(options: object) -> "ExportRequest":
    from markscheme.gradebooks.export import ExportRequest

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
    """Write the progress of the classes in a folder: CSV, a page or text, by the file's name; return the file's URI.

    The arguments are the URI of the folder, and an optional one of the file.
    """
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
    """Write a report, JSON or text by the file's name, and return the file's URI.

    The arguments are the URI of a document or folder, and an optional one of the file.
    """
    path = file_path(argument(arguments, 0, str))
    target = optional_file(arguments, 1) or report_folder(path, ls.editor.folders) / f"{path.stem}.report{TEXT}"
    if target.suffix not in (JSON, TEXT):
        raise DocumentError("a report is written as JSON or text", path=target, remedy=f"Name it *{JSON} or *{TEXT}")
    report = await report_in(ls.session, path, Reporter())
    options = await ls.configuration.of(uri_of(path))
    await asyncio.to_thread(_write_report, report, target, options.vocabulary)
    return {"uri": uri_of(target)}


def _write_report(report: Report, target: Path, vocabulary: VocabularyName) -> None:
    from markscheme.reports.json.review_json import review_json
    from markscheme.reports.review_report import review_text

    is_json = target.suffix == JSON
    text = review_json(report) if is_json else review_text(report, WIDTH, vocabulary=vocabulary)
    write_product(target, text, is_json=is_json)


@command("markscheme.writeFeedback")
async def write_feedback(ls: MarkschemeServer, arguments: Sequence[Any]) -> WrittenFeedback:
    """Write the feedback for each student who has marks, and return its files.

    The arguments are the URI of a document or folder, the names of a format and of a mode, and ``FeedbackOptions``. All
    but the first may be left out.
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
        return {
            "folder": uri_of(chosen[0].target),
            "files": [uri_of(file) for file in files],
            "texts": sum(delivery.texts for delivery in chosen),
            "problems": notes,
            "open": report.open,
        }

    return await with_progress(ls, "writing feedback", token, written)


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
async def feedback_choices(ls: MarkschemeServer, params: Any) -> FeedbackChoices:
    place = path_field(params)
    exercises = (await search(ls.session, place)).exercises
    return await asyncio.to_thread(_choices, exercises, place, ls.session.snapshot())


def _choices(exercises: Sequence[Exercise], place: Path, read: TextSource) -> FeedbackChoices:
    if not exercises:
        raise no_exercise(place)
    names = dict.fromkeys(name for exercise in exercises for name in _students(exercise, place, read))
    students = sorted(names, key=lambda name: (person_name(name).casefold(), name))
    return {
        "folder": uri_of(exercises[0].class_folder),
        "assignments": [*dict.fromkeys(exercise.assignment for exercise in exercises)],
        "students": [{"name": name, "label": person_name(name)} for name in students],
        "groups": [*dict.fromkeys(group for exercise in exercises for group in _groups(exercise))],
    }


def _students(exercise: Exercise, place: Path, read: TextSource) -> Iterator[str]:
    for item in exercise.hypotheses:
        if item.path != place and place not in item.path.parents and place in exercise.paths:
            continue
        authors: Sequence[str] = ()
        if not has_lines(item.path) and item.author is None:
            with suppress(DocumentError):
                authors = [one.name for one in texts_by_author(item, read).corrections]
        yield from authors if len(authors) > 1 else (item.identity,)


def _groups(exercise: Exercise) -> Iterator[str]:
    yield from (group for _, group in exercise.groups.entries)
    error_types = find_language(exercise.marking.language or DEFAULT_LANGUAGE).error_types
    yield from sorted({*error_types.groups.values(), error_types.other})


REPLACE: Final = "Replace"
NOT_NOW: Final = "Not now"


@command("markscheme.importSubmissions")
async def import_submissions(ls: MarkschemeServer, arguments: Sequence[Any]) -> ImportedClass | None:
    """Make an exercise of what a class handed in; ``None`` if the person did not want texts replaced.

    Where a student handed in several texts, or has another text in the folder, the person is asked.

    The arguments are the URIs of the zip and of the exercise's folder, which may be new, and optional
    ``ImportOptions``.
    """
    from markscheme.gradebooks.class_folder import OtherTexts, import_class, without_words
    from markscheme.gradebooks.submissions import read_submissions
    from markscheme.gradebooks.systems.system import lines_of_table

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
    return {
        "folder": uri_of(done.folder),
        "assignment": done.assignment,
        "system": submissions.system.title,
        "texts": len(done.students),
        "left_out": [*submissions.left_out, *(f"{name} handed in nothing readable" for name in empty)],
        "complete": done.has_references or likely is not None,
    }


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
