"""``feedback``, ``progress`` and ``comments``: what students are given back, how they get on, and banks of comments."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

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
    ClassWorkers,
    EngineOptions,
    FeedbackMode,
    LanguageOption,
    Output,
    check_choice,
    document_workers,
)
from markscheme.cli.output import console_width, write_laid_out
from markscheme.cli.requests import takes_request
from markscheme.documents.files import is_file, is_folder, write_product, write_text
from markscheme.errors import DocumentError
from markscheme.exercises.comments.bank import BANK_FILE, BANK_FORMATS, PLACEHOLDERS, BankEntry, CommentBank, read_bank
from markscheme.exercises.comments.bank import schema as bank_schema
from markscheme.exercises.comments.given_file import GIVEN_FILE, given_schema
from markscheme.exercises.material import language_bank
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.feedback.composition import MODES
from markscheme.reports.feedback.delivery import WRITERS


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
    workers: ClassWorkers = None

    @property
    def bundle(self) -> str:
        return "zip" if self.zipped else "together" if self.together else "each"


@takes_request
def feedback(options: FeedbackOptions) -> None:
    """Write feedback for each student: their text with what was right and what is left to do."""
    number = document_workers(options.workers)

    from markscheme.cli.output import progress_bar
    from markscheme.marking.words import counted
    from markscheme.reports.feedback.composition import FeedbackSettings, unknown_focus
    from markscheme.reports.feedback.delivery import BUNDLES, deliveries
    from markscheme.reports.report import Report

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
    end_with_problems(report.problems, report.absent)


@attrs.frozen
class ProgressOptions:
    """What a person asks of ``progress``."""

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")]
    engine: EngineOptions = EngineOptions()
    workers: ClassWorkers = None
    output: Output = None
    form: Annotated[str, typer.Option("--format", help="text, csv or html.")] = "text"


@takes_request
def progress(options: ProgressOptions) -> None:
    """Show what each student and the class found and missed, text by text, for each kind of error."""
    number = document_workers(options.workers)

    from markscheme.reports.progress import LAYOUTS, progress_of

    layout = LAYOUTS.get(check_choice(options.form, LAYOUTS.names, "--format"))
    report = class_report(options.paths, options.engine.settings, number)
    write_laid_out(layout, options.output, progress_of(report), console_width())
    end_with_problems(report.problems)


comments_app = typer.Typer(help="The bank of comments for students: list, export, import, key, schema.")

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


@comments_app.command("list")
def list_comments(folder: Folder = Path(), own: OwnOnly = False, language: LanguageOption = DEFAULT_LANGUAGE) -> None:
    """Print every comment: its code, key and text, the places that it is for, and an example."""
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


@comments_app.command("export")
def export(
    folder: Folder = Path(),
    form: Annotated[BankForm, typer.Option("--format", help="A table for spreadsheets, or TOML.")] = BankForm.CSV,
    own: OwnOnly = False,
    language: LanguageOption = DEFAULT_LANGUAGE,
    output: BankOutput = None,
) -> None:
    """Write the comments as a table, which any spreadsheet opens, or as TOML."""
    text = BANK_FORMATS[f".{form.value}"].write(_bank(folder, language, own=own))
    if output is None:
        typer.echo(text, nl=False)
        return
    mark = BYTE_ORDER_MARK if form is BankForm.CSV else ""
    write_text(output, text if output.exists() else f"{mark}{text}")
    typer.echo(f"{output} written.")


@comments_app.command("import")
def import_comments(
    table: Annotated[Path, typer.Argument(metavar="FILE", help="A table in CSV, or a bank in TOML.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=f"The folder of {BANK_FILE}.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help=f"Write over {BANK_FILE}.")] = False,
) -> None:
    """Write comments.toml from a table; it switches comments on for the exercises of the folder's markscheme.toml."""
    bank = read_bank(table)
    path = folder / BANK_FILE
    if path.exists() and not force:
        raise DocumentError("the file is there already", path=path, remedy="Write over it with --force")
    write_text(path, BANK_FORMATS[path.suffix].write(bank))
    typer.echo(f"{path} written: {len(bank.entries)} comments.")


@comments_app.command("key")
def key(folder: Folder = Path(), language: LanguageOption = DEFAULT_LANGUAGE, output: BankOutput = None) -> None:
    """Print the key for students: each code with its meaning."""
    pairs = _bank(folder, language, own=False).decoder_key()
    width = max((len(code) for code, _ in pairs), default=0)
    text = "".join(f"{code.ljust(width)}  {meaning}\n" for code, meaning in pairs)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_product(output, text)
        typer.echo(f"{output} written.")


@comments_app.command("schema")
def schema(
    given: Annotated[bool, typer.Option("--given", help=f"The schema of {GIVEN_FILE} instead.")] = False,
) -> None:
    """Print the JSON schema of comments.toml, for editors that check TOML."""
    typer.echo(json.dumps(given_schema() if given else bank_schema(), indent=2, ensure_ascii=False))


def _bank(folder: Path, language: str, *, own: bool) -> CommentBank:
    """Return the bank of a folder, a file, or the language alone."""
    path = folder / BANK_FILE if is_folder(folder) else folder
    is_missing = is_folder(folder) and not is_file(path)
    mine = CommentBank() if is_missing else read_bank(path)
    return mine.over(CommentBank() if own else language_bank(language))
