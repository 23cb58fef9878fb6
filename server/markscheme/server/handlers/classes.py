"""A class: its open answers and a teacher's rulings on them, what is written for it, and what it handed in.

A ruling is written beside the references of every exercise with the answer; one that holds always also in the course's
file. A command's first argument is the URI of a folder or document, or ``null`` for the workspace.
"""

import asyncio
import datetime
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.contract import shown
from markscheme.documents.files import TextSource, make_folder, write_all, write_product
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import report_folder
from markscheme.exercises.decision_files import COURSE_FILE, DECISION_FILES
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.marking.settings import VocabularyName
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.class_questions import SEVERAL, ClassQuestions, Ruled, Ruling, Step
from markscheme.reports.feedback import MODES, FeedbackSettings, unknown_focus
from markscheme.reports.feedback_files import BUNDLES, WRITERS, Delivery, FeedbackWriter, WrittenFeedback, deliveries
from markscheme.reports.report import Report, problem_words
from markscheme.reports.set_up import ImportedClass
from markscheme.server.editor import URIS, Editor, Reporter, uri_of
from markscheme.server.engine.protocol import WORDING
from markscheme.server.handling import (
    LIMIT,
    Token,
    command,
    file_path,
    invalid_params,
    progress,
    request,
    variant,
    with_progress,
)
from markscheme.server.server import MarkschemeServer
from markscheme.server.session import Session
from markscheme.server.workspace import Choice, class_report, open_answers_of, report_in, search

if TYPE_CHECKING:
    from markscheme.reports.class_import import Choice as ChooseText
    from markscheme.reports.grade_export import Export
    from markscheme.reports.school_systems import HandedIn


@request("markscheme/classQuestions")
async def questions_of_class(
    ls: MarkschemeServer,
    *,
    uri: Path | None = None,
    own_correction: bool = False,
    limit: int = LIMIT,
    work_done_token: Token = None,
) -> Any:
    """Return the questions of a folder or document, or else of the workspace and the open documents."""
    with progress(ls, work_done_token, "marking the class") as reporter:
        state = await open_answers_of(ls.session, uri, reporter, own_correction=own_correction)
    return shown(attrs.evolve(state, limit=max(0, limit)), uris=URIS)


@attrs.frozen
class _RulingArgument:
    """A ruling on a question's answer. ``always``: in the whole course. ``words``: others that are right, as typed."""

    key: str
    ruling: Ruling
    always: bool = False
    own_correction: bool = False
    words: tuple[str, ...] = ()


@attrs.frozen
class _SheetArgument:
    """Rulings on the open answers of one text, by the keys of their questions; ``key`` is the text's."""

    key: str
    rulings: dict[str, Ruling]


@attrs.frozen
class _Scope:
    """The exercises whose answers a command is about; ``None``: the workspace's."""

    session: Session
    place: Path | None
    own_correction: bool = False

    async def open_answers(self, source: TextSource | None = None) -> ClassQuestions:
        return await open_answers_of(self.session, self.place, Reporter(), source, own_correction=self.own_correction)

    async def person(self) -> str:
        return (await self.session.configuration.of(None)).person

    async def after(self, before: ClassQuestions, step: Step, ruling: str | None = None) -> Any:
        self.session.files_changed(path for folder in step.folders for path in folder.paths.values())
        return _shown(Ruled.of(step, ruling, before, await self.open_answers()))


@command("markscheme.decideSheet")
async def decide_sheet(ls: MarkschemeServer, place: Path | None, given: _SheetArgument) -> Any:
    scope = _Scope(ls.session, place)
    before = await scope.open_answers()
    author = await scope.person()
    waiting = [item for item in before.questions if item.key in given.rulings]
    for key in given.rulings.keys() - {item.key for item in waiting}:
        if await _kept(scope, _RulingArgument(key, given.rulings[key]), author) is None:
            before.find(key)
    if not waiting:
        words = f"{len(given.rulings)} answers"
        return _shown(Ruled.of(Step(given.key, words), SEVERAL, before, before))
    ruled = [(item, given.rulings[item.key]) for item in waiting]
    with invalid_params():
        step = await asyncio.to_thread(ls.session.rulings.write, given.key, ruled, author)
    return await scope.after(before, step, SEVERAL)


@attrs.frozen
class _FinalArgument:
    """What open answers count as in a student's mark, which is final; ``None``: it is open again. ``text`` is a URI."""

    text: str
    student: str
    open: OpenAnswers | None = None


@command("markscheme.decideAnswer")
async def decide_answer(ls: MarkschemeServer, place: Path | None, given: _RulingArgument) -> Any:
    scope = _Scope(ls.session, place, given.own_correction)
    before = await scope.open_answers()
    author = await scope.person()
    try:
        question = before.find(given.key)
    except DocumentError:
        if (kept := await _kept(scope, given, author)) is None:
            raise
        return _shown(Ruled.of(kept, given.ruling, before, before))
    if given.words:
        engine = ls.session.engine(await ls.configuration.of(None))
        wordings = [await engine.ask(WORDING, question.typed(words)) for words in given.words]
        question = question.with_words(wordings)
    with invalid_params():
        write = partial(ls.session.rulings.write, always=given.always)
        step = await asyncio.to_thread(write, question.key, [(question, given.ruling)], author)
    return await scope.after(before, step, given.ruling)


@command("markscheme.callMarkFinal")
async def call_final(ls: MarkschemeServer, place: Path | None, given: _FinalArgument) -> Any:
    scope = _Scope(ls.session, place)
    before = await scope.open_answers()
    path = file_path(given.text)
    mark = next((item for item in before.marks_of(given.student) if item.path == path), None)
    if mark is None:
        raise JsonRpcInvalidParams(f"{given.student} has no mark for this text")
    step = await asyncio.to_thread(ls.session.rulings.call_final, mark, given.open, await scope.person())
    return await scope.after(before, step, given.open)


@command("markscheme.undoDecision")
async def undo_decision(
    ls: MarkschemeServer, place: Path | None = None, key: str | None = None, own_correction: bool = False
) -> Any:
    """Take the last ruling of this session back; ``null`` where there is none.

    ``key`` is that of a question or mark, if it is not the last one.
    """
    scope = _Scope(ls.session, place, own_correction)
    before = await scope.open_answers()
    taken_back = await asyncio.to_thread(ls.session.rulings.undo, key)
    return None if taken_back is None else await scope.after(before, taken_back)


async def _kept(scope: _Scope, given: _RulingArgument, author: str) -> Step | None:
    """Return ``None`` where a ruling is not kept already; its client may send it again after the server ended."""
    read, today, files = scope.session.snapshot(), datetime.date.today(), (*DECISION_FILES, COURSE_FILE)

    def read_without(path: Path) -> str:
        text, file = read(path), next((item for item in files if item.name == path.name), None)
        if file is None:
            return text
        for item in file.read(text, path):
            if (item.author, item.date) == (author, today):
                text = file.without(text, item, path)
        return text

    state = await scope.open_answers(read_without)
    question = next((item for item in state.questions if item.key == given.key), None)
    if question is None or given.ruling not in question.rulings:
        return None
    written = question.signed(given.ruling, author, today, always=given.always)
    kept = {folder: folder.read(read)[0] for folder, _ in written}
    is_kept = all(any(item.equals(own) for own in kept[folder]) for folder, item in written)
    return Step(question.key, question.change, tuple(kept)) if is_kept else None


def _shown(ruled: Ruled) -> Any:
    return shown(attrs.evolve(ruled, state=attrs.evolve(ruled.state, limit=LIMIT)), uris=URIS)


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
    write_product(target, text, is_json=is_json)


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
) -> Any:
    """Make an exercise of what a class handed in; ``None`` if the person did not want texts replaced.

    The person is scope where a student has several texts, or another one in the folder, which may be new.
    """
    from markscheme.reports.class_import import OtherTexts, import_class, read_submissions, without_words
    from markscheme.reports.school_systems import lines_of_table

    table = await asyncio.to_thread(lines_of_table, names) if names is not None else ()
    choose = _chooser(ls.editor, asyncio.get_running_loop(), archive)
    submissions = await asyncio.to_thread(read_submissions, archive, choose, table)
    write = partial(import_class, submissions, folder, is_anonymous=anonymous)
    try:
        done, likely = await asyncio.to_thread(write, overwrite=overwrite)
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
