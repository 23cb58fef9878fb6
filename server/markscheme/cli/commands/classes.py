"""``class``, ``feedback``, ``progress`` and ``comments``: what a class hands in, is given back, and is told."""

import json
import os
from collections.abc import Collection, Sequence
from enum import StrEnum
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from markscheme.cli.commands.decide import OpenChoice, class_report, decide_hint, with_open_answers
from markscheme.cli.options import (
    DocumentWorkers,
    EngineOptions,
    LanguageOption,
    Output,
    check_choice,
    document_workers,
    format_option,
    takes_request,
)
from markscheme.cli.output import chosen_layout, end_with_problems, is_terminal, write_report
from markscheme.cli.terminal import send
from markscheme.documents.files import shown_path, write_product, write_text
from markscheme.documents.folders import BANK_FILE, GIVEN_FILE
from markscheme.errors import DocumentError
from markscheme.exercises.comment_bank import BANK_FORMATS, PLACEHOLDERS, BankEntry, CommentBank, read_bank
from markscheme.exercises.comment_bank import schema as bank_schema
from markscheme.exercises.given_comments import given_schema
from markscheme.exercises.material import language_bank
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.feedback import MODES
from markscheme.reports.feedback_files import WRITERS

if TYPE_CHECKING:
    from markscheme.cli.output import Shown
    from markscheme.reports.class_import import Choice, ClassSetUp, Submissions, Versions
    from markscheme.reports.school_systems import HandedIn

FeedbackMode = Annotated[
    str,
    typer.Option(
        "--mode",
        callback=lambda name: check_choice(name, MODES.names),
        help="direct: with the teachers' words; tracked: in Word as tracked changes too; hint: without them.",
    ),
]


def import_submissions(
    submissions: Annotated[Path, typer.Argument(help="The zip of all submissions, as Moodle or Canvas gives it.")],
    into: Annotated[Path, typer.Option(help="The folder of the exercise; it is made if it is not there.")] = Path(),
    source: Annotated[
        str | None, typer.Option(help="The file of the text that the students corrected, in that folder.")
    ] = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            help="A teacher's correction in that folder; several by repeating it, or 'teacher {teacher}.txt'."
        ),
    ] = None,
    names: Annotated[
        Path | None,
        typer.Option(help="The system's table of grades (CSV): students' full names, and in Moodle's who was late."),
    ] = None,
    take: Annotated[
        list[str] | None,
        typer.Option(help="Which file to take of a student who handed in several, such as 'final*'; can be repeated."),
    ] = None,
    anonymous: Annotated[
        bool,
        typer.Option("--anonymous", help="Write numbers in place of names; whose they are is in a file of its own."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace texts that are there already.")] = False,
) -> None:
    from markscheme.cli.output import progress_bar
    from markscheme.inference.estimator import bundled_reader
    from markscheme.reports.class_import import Versions, import_class, read_submissions, without_words
    from markscheme.reports.school_systems import lines_of_table

    table = lines_of_table(names) if names is not None else ()
    with progress_bar() as shown:
        handed_in = read_submissions(submissions, _chooser(submissions, take or [], shown), table, shown)
        done, likely = import_class(
            handed_in,
            into,
            Versions(source, tuple(reference or ())),
            is_anonymous=anonymous,
            overwrite=force,
            reader=bundled_reader(),
            progress=shown,
        )
        empty = without_words(done, shown)
    _describe(handed_in, done, empty, likely)


_Worksheet = Annotated[
    Path | None, typer.Option(help="Fill in this table: Moodle's grading worksheet or Canvas's gradebook (CSV).")
]
_Rubric = Annotated[Path | None, typer.Option(help="Fill in this table: Canvas's assessments by a rubric (CSV).")]
_Criteria = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=POINTS", help="What a criterion of the rubric gives at most; repeat it for several criteria."
    ),
]
_FeedbackFolder = Annotated[
    Path | None, typer.Option(help="Pack a zip of feedback for Moodle from this folder with a file a student.")
]
_FeedbackFormat = Annotated[
    str | None, typer.Option(help="Pack that zip with feedback written for each student: html, docx or pdf.")
]
_Workbook = Annotated[
    bool, typer.Option("--workbook", help="Write an Excel workbook; it is also written where nothing else is chosen.")
]
_Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="ROLE=NAME",
        help="The name of a column of the table, where it is not recognised: grade=NAME, comments=NAME, maximum=NAME, "
        "identifier=NAME or name=NAME; repeat the option for several.",
    ),
]
_OutOf = Annotated[
    float | None, typer.Option(help="The most points in the system, where its table does not say it.", min=0.01)
]
_Anonymous = Annotated[bool, typer.Option("--anonymous", help="Workbook: write numbers in place of names.")]
_Force = Annotated[
    bool, typer.Option("--force", help="Replace comments and grades that somebody else wrote into the tables.")
]


@takes_request
def export_marks(
    folder: Annotated[Path, typer.Argument(help="The folder of the exercise.")] = Path(),
    worksheet: _Worksheet = None,
    rubric: _Rubric = None,
    criterion: _Criteria = None,
    feedback: _FeedbackFolder = None,
    feedback_format: _FeedbackFormat = None,
    mode: FeedbackMode = "direct",
    workbook: _Workbook = False,
    exercise: Annotated[str | None, typer.Option(help="The exercise, where the folder has several.")] = None,
    column: _Columns = None,
    out_of: _OutOf = None,
    anonymous: _Anonymous = False,
    force: _Force = False,
    answers: OpenChoice = None,
    into: Annotated[Path | None, typer.Option(help="The folder for the files; without it, markscheme-reports.")] = None,
    engine: EngineOptions = EngineOptions(),
    workers: DocumentWorkers = None,
) -> None:
    number = document_workers(workers)

    from markscheme.reports.grade_export import ExportRequest, export_class, read_tables

    request = ExportRequest(
        worksheet,
        rubric,
        {name: _points(name, value) for name, value in _pairs(criterion, "--criterion").items()},
        feedback,
        feedback_format,
        workbook or anonymous or not (worksheet or rubric or feedback or feedback_format),
        exercise,
        _pairs(column, "--column"),
        out_of,
        anonymous,
        force,
        into,
        MODES.get(mode),
        answers,
    )
    tables = read_tables(request)
    mark = partial(class_report, [folder], engine.settings, number)
    report, answers = with_open_answers(mark, answers, [folder], engine.settings, exercise)
    exported = export_class(report, folder, attrs.evolve(request, answers=answers), tables)
    exported.write()
    for path, description in exported.descriptions.items():
        typer.echo(f"{shown_path(path)}: {description}")
    for notice in (*exported.notices, *(f"{kept}. Replace it with --force" for kept in exported.kept)):
        typer.echo(f"note: {notice}", err=True)
    if exported.open:
        typer.echo(f"note: {decide_hint([folder])}. One mark each: --open {'|'.join(OpenAnswers)}", err=True)
    end_with_problems([*report.left_out, *report.absent, *report.problems])


def _pairs(values: Sequence[str] | None, option: str) -> dict[str, str]:
    """Return the pairs of ``NAME=VALUE``; refuse anything else."""
    pairs: dict[str, str] = {}
    for value in values or ():
        name, equals, content = value.rpartition("=") if option == "--criterion" else value.partition("=")
        if not equals or not name.strip() or not content.strip():
            raise typer.BadParameter(
                f"want {'NAME=POINTS' if option == '--criterion' else 'ROLE=NAME'}, not {value!r}", param_hint=option
            )
        pairs[name.strip()] = content.strip()
    return pairs


def _points(name: str, value: str) -> float:
    from markscheme.reports.school_systems import number

    points = number(value)
    if points is None:
        raise typer.BadParameter(f"{value!r} is no number of points for {name!r}", param_hint="--criterion")
    return points


def _chooser(path: Path, patterns: Sequence[str], shown: "Shown") -> "Choice":
    """Return how a student's text is chosen among several: by the patterns, or else by the person at the terminal."""

    def choose(person: str, texts: "Sequence[HandedIn]") -> "HandedIn":
        for pattern in patterns:
            fitting = [item for item in texts if fnmatch(item.file.casefold(), pattern.casefold())]
            if len(fitting) == 1:
                return fitting[0]
        if is_terminal():
            with shown.put_aside():
                return _answer(person, texts)
        raise DocumentError(
            f"{person} handed in {len(texts)} texts: {', '.join(item.file for item in texts)}. Nothing was written",
            path=path,
            remedy="Say which to take, such as --take 'final*', or answer at a terminal",
        )

    return choose


def _answer(person: str, texts: "Sequence[HandedIn]") -> "HandedIn":
    typer.echo(f"{person} handed in {len(texts)} texts. Which is meant?")
    for number, item in enumerate(texts, 1):
        typer.echo(f"  {number}  {item.file}{' (typed in)' if item.is_typed else ''}")
    number = 0
    while not 1 <= number <= len(texts):
        number = typer.prompt("Number", default=1, type=int)
    return texts[number - 1]


def _describe(
    submissions: "Submissions", set_up: "ClassSetUp", empty: Collection[str], likely: "Versions | None"
) -> None:
    """Print whose texts are where, what was left out, and what to do next."""
    for student, path in set_up.students.items():
        notes = ["late"] * (student in set_up.late) + ["handed in nothing readable"] * (student in empty)
        note = f"  ({', '.join(notes)})" if notes else ""
        typer.echo(f"{student}  {path.relative_to(set_up.folder).as_posix()}{note}")
    for sentence in submissions.left_out:
        typer.echo(f"note: {sentence}", err=True)
    count = len(set_up.students)
    title = submissions.system.title
    typer.echo(f"{count} {'text' if count == 1 else 'texts'} from {title} in the exercise “{set_up.assignment}”.")
    if likely is not None:
        typer.echo(
            f"The text that they corrected: {likely.source}. Teachers' corrections: {', '.join(likely.references)}."
        )
    elif not set_up.has_references:
        typer.echo(
            "To mark them, put the text that they corrected and the teachers' corrections into the folder, and import "
            "again; or say which they are with --source and --reference."
        )


def _format(name: str) -> str:
    return check_choice(name, WRITERS.names)


_Focus = Annotated[
    list[str] | None, typer.Option(help="Mark only this kind of error, such as tense; repeat it for more.")
]
_Into = Annotated[
    Path | None,
    typer.Option(help="The folder for the files.", show_default="markscheme-reports/feedback in the class's folder"),
]
_Zipped = Annotated[bool, typer.Option("--zip", help="Put all files into one archive, class.zip.")]
_Together = Annotated[
    bool, typer.Option("--together", help="Write one file with everybody's feedback, for the printer.")
]


@attrs.frozen
class FeedbackOptions:
    """What a person asks of ``feedback``."""

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Documents, or folders of exercises.")]
    form: Annotated[str, typer.Option("--format", callback=_format, help="html, docx or pdf.")] = "html"
    mode: FeedbackMode = "direct"
    focus: _Focus = None
    into: _Into = None
    zipped: _Zipped = False
    together: _Together = False
    answers: OpenChoice = None
    engine: EngineOptions = EngineOptions()
    workers: DocumentWorkers = None

    @property
    def bundle(self) -> str:
        return "zip" if self.zipped else "together" if self.together else "each"


@takes_request
def feedback(options: FeedbackOptions) -> None:
    number = document_workers(options.workers)

    from markscheme.cli.output import progress_bar
    from markscheme.reports.feedback import FeedbackSettings, unknown_focus
    from markscheme.reports.feedback_files import BUNDLES, deliveries
    from markscheme.reports.report import Report
    from markscheme.wording import counted

    settings = FeedbackSettings(MODES.get(options.mode), tuple(options.focus or ()))
    paths, engine = options.paths, options.engine.settings

    def mark() -> Report:
        report = class_report(paths, engine, number)
        if fault := unknown_focus(report, settings.focus):
            raise typer.BadParameter(fault, param_hint="--focus")
        return report

    report, answers = with_open_answers(mark, options.answers, paths, engine)
    report = report.settled(answers)
    with progress_bar() as progress:
        bundle = BUNDLES.get(options.bundle)
        for delivery in deliveries(report, settings, WRITERS.get(options.form), progress):
            target = options.into or delivery.target
            files = bundle.write(delivery, target)
            with progress.put_aside():
                typer.echo(f"{counted(len(files), 'file')} in {target}")
                for notice in delivery.notices:
                    typer.echo(notice, err=True)
    if notice := report.open_notice:
        typer.echo(f"note: {notice}: the marks are ranges. One mark each: --open {'|'.join(OpenAnswers)}", err=True)
        typer.echo(f"note: {decide_hint(paths)}", err=True)
    end_with_problems([*report.left_out, *report.absent, *report.problems])


@attrs.frozen
class ProgressOptions:
    """What a person asks of ``progress``."""

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")]
    engine: EngineOptions = EngineOptions()
    workers: DocumentWorkers = None
    output: Output = None
    form: Annotated[str | None, format_option("text", "csv", "tsv", "html")] = None


@takes_request
def progress(options: ProgressOptions) -> None:
    number = document_workers(options.workers)

    from markscheme.reports.progress import LAYOUTS, progress_of

    layout = chosen_layout(LAYOUTS, options.form, options.output)
    report = class_report(options.paths, options.engine.settings, number)
    write_report(layout, options.output, progress_of(report))
    end_with_problems([*report.left_out, *report.problems])


BYTE_ORDER_MARK = "\ufeff"
"""What spreadsheets take a CSV file in UTF-8 by."""

Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help=f"A folder with a {BANK_FILE} of your own, or such a file.")
]
BankOutput = Annotated[Path | None, typer.Option(help="Write to this file instead of standard output.")]
OwnOnly = Annotated[bool, typer.Option("--own", help="Your own comments alone, without the built-in ones.")]


class BankForm(StrEnum):
    """How a bank is exported."""

    CSV = "csv"
    TOML = "toml"


def list_comments(folder: Folder = Path(), own: OwnOnly = False, language: LanguageOption = DEFAULT_LANGUAGE) -> None:
    bank = _bank(folder, language, own=own)
    for entry in bank.entries:
        typer.echo("\n".join(_lines(entry)))
    typer.echo(f"{len(bank.entries)} comments. Words in braces stand for words of a place:")
    for name, meaning in PLACEHOLDERS.items():
        typer.echo(f"  {{{name}}}: {meaning}")


def _lines(entry: BankEntry) -> list[str]:
    heading = f"{entry.code}  {entry.key}" if entry.key else entry.code
    example = [f"    {entry.example}"] if entry.example else []
    return [heading, f"    {entry.text}", *example, f"    [{entry.conditions}]", ""]


def export_comments(
    folder: Folder = Path(),
    form: Annotated[BankForm, typer.Option("--format", help="A table for spreadsheets, or TOML.")] = BankForm.CSV,
    own: OwnOnly = False,
    language: LanguageOption = DEFAULT_LANGUAGE,
    output: BankOutput = None,
) -> None:
    text = BANK_FORMATS[f".{form.value}"].write(_bank(folder, language, own=own))
    if output is None:
        send(text)
        return
    mark = BYTE_ORDER_MARK if form is BankForm.CSV else ""
    write_text(output, text if output.is_file() else f"{mark}{text}")
    typer.echo(f"{output} written.")


def import_comments(
    table: Annotated[Path, typer.Argument(metavar="FILE", help="A table in CSV, or a bank in TOML.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=f"The folder of {BANK_FILE}.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help=f"Write over {BANK_FILE}.")] = False,
) -> None:
    bank = read_bank(table)
    path = folder / BANK_FILE
    if path.exists() and not force:
        raise DocumentError("the file is there already", path=path, remedy="Write over it with --force")
    write_text(path, BANK_FORMATS[path.suffix].write(bank))
    typer.echo(f"{path} written: {len(bank.entries)} comments.")


def key(folder: Folder = Path(), language: LanguageOption = DEFAULT_LANGUAGE, output: BankOutput = None) -> None:
    pairs = _bank(folder, language, own=False).decoder_key()
    width = max((len(code) for code, _ in pairs), default=0)
    text = "".join(f"{code.ljust(width)}  {meaning}\n" for code, meaning in pairs)
    if output is None:
        send(text)
    else:
        write_product(output, text)
        typer.echo(f"{output} written.")


def schema(
    given: Annotated[bool, typer.Option("--given", help=f"The schema of {GIVEN_FILE} instead.")] = False,
) -> None:
    typer.echo(json.dumps(given_schema() if given else bank_schema(), indent=2, ensure_ascii=False))


def _bank(folder: Path, language: str, *, own: bool) -> CommentBank:
    """Return the bank of a folder, a file, or the language alone."""
    path = folder / BANK_FILE if os.path.isdir(folder) else folder
    is_missing = os.path.isdir(folder) and not os.path.isfile(path)
    mine = CommentBank() if is_missing else read_bank(path)
    return mine.over(CommentBank() if own else language_bank(language))
