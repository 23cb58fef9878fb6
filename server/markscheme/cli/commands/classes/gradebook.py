"""``class``: from the school's system and back to it, by files alone."""

import sys
from collections.abc import Sequence
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from markscheme.cli.commands.classes.decide import (
    OpenChoice,
    class_report,
    decide_hint,
    end_with_problems,
    with_open_answers,
)
from markscheme.cli.options import (
    CachePath,
    ClassWorkers,
    DeviceOption,
    EncoderOption,
    FeedbackMode,
    PipelineOption,
    document_workers,
    engine_settings,
)
from markscheme.documents.files import shown_path
from markscheme.errors import DocumentError
from markscheme.inference.settings import EncoderSettings
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.feedback.composition import MODES

if TYPE_CHECKING:
    from markscheme.reports.gradebooks.class_folder import ClassSetUp, Versions
    from markscheme.reports.gradebooks.submissions import Choice, Submissions
    from markscheme.reports.gradebooks.system import HandedIn

class_app = typer.Typer(
    help="Take a class's texts from Moodle or Canvas, and take marks and feedback back. Only files are read and "
    "written; nothing is sent."
)


@class_app.command("import")
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
    """Make an exercise of a class's submissions: a text a student, and a table in markscheme.toml."""
    from markscheme.inference.estimator import bundled_reader
    from markscheme.reports.gradebooks.class_folder import Versions, import_class
    from markscheme.reports.gradebooks.submissions import read_submissions
    from markscheme.reports.gradebooks.system import lines_of_table

    table = lines_of_table(names) if names is not None else ()
    handed_in = read_submissions(submissions, _chooser(submissions, take or []), table)
    done, likely = import_class(
        handed_in,
        into,
        Versions(source, tuple(reference or ())),
        is_anonymous=anonymous,
        overwrite=force,
        reader=bundled_reader(),
    )
    _describe(handed_in, done, likely)


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


@class_app.command("export")
def export(
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
    encoder: EncoderOption = "bundled",
    device: DeviceOption = "auto",
    pipeline: PipelineOption = "bundled",
    cache: CachePath = None,
    workers: ClassWorkers = None,
) -> None:
    """Mark a class, and write its marks and feedback as the school's system reads them."""
    number = document_workers(workers)

    from markscheme.reports.gradebooks.export import ExportRequest, export_class, read_tables

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
    engine = engine_settings(EncoderSettings(encoder, device=device), pipeline, cache)
    mark = partial(class_report, [folder], engine, number)
    report, answers = with_open_answers(mark, answers, [folder], engine, exercise)
    exported = export_class(report, folder, attrs.evolve(request, answers=answers), tables)
    exported.write()
    for path, description in exported.descriptions.items():
        typer.echo(f"{shown_path(path)}: {description}")
    for notice in (*exported.notices, *(f"{kept}. Replace it with --force" for kept in exported.kept)):
        typer.echo(f"note: {notice}", err=True)
    if exported.open:
        typer.echo(f"note: {decide_hint([folder])}. One mark each: --open {'|'.join(OpenAnswers)}", err=True)
    end_with_problems(report.problems, report.absent)


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
    from markscheme.reports.gradebooks.system import number

    points = number(value)
    if points is None:
        raise typer.BadParameter(f"{value!r} is no number of points for {name!r}", param_hint="--criterion")
    return points


def _chooser(path: Path, patterns: Sequence[str]) -> "Choice":
    """Return how a student's text is chosen among several: by the patterns, or else by the person at the terminal."""

    def choose(person: str, texts: "Sequence[HandedIn]") -> "HandedIn":
        for pattern in patterns:
            fitting = [item for item in texts if fnmatch(item.file.casefold(), pattern.casefold())]
            if len(fitting) == 1:
                return fitting[0]
        if _is_terminal():
            return _answer(person, texts)
        raise DocumentError(
            f"{person} handed in {len(texts)} texts: {', '.join(item.file for item in texts)}. Nothing was written",
            path=path,
            remedy="Say which to take, such as --take 'final*', or answer at a terminal",
        )

    return choose


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _answer(person: str, texts: "Sequence[HandedIn]") -> "HandedIn":
    typer.echo(f"{person} handed in {len(texts)} texts. Which is meant?")
    for number, item in enumerate(texts, 1):
        typer.echo(f"  {number}  {item.file}{' (typed in)' if item.is_typed else ''}")
    number = 0
    while not 1 <= number <= len(texts):
        number = typer.prompt("Number", default=1, type=int)
    return texts[number - 1]


def _describe(submissions: "Submissions", set_up: "ClassSetUp", likely: "Versions | None") -> None:
    """Print whose texts are where, what was left out, and what to do next."""
    from markscheme.reports.gradebooks.class_folder import without_words

    empty = without_words(set_up)
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
