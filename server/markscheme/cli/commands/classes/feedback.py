"""``feedback``: what each student is given back, as pages, Word documents or PDF files."""

from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.failures import BAD_INPUT, complain
from markscheme.cli.options import (
    CachePath,
    ClassWorkers,
    DeviceOption,
    Encoder,
    FeedbackMode,
    OpenChoice,
    Pipeline,
    check_choice,
    document_workers,
    engine_settings,
)
from markscheme.encoders.settings import EncoderSettings
from markscheme.marking.verdicts.verdict import OpenAnswers
from markscheme.reports.feedback.modes import MODES
from markscheme.reports.feedback.writers import WRITERS


def _format(name: str) -> str:
    return check_choice(name, WRITERS.names)


def feedback(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Documents, or folders of exercises.")],
    form: Annotated[str, typer.Option("--format", callback=_format, help="html, docx or pdf.")] = "html",
    mode: FeedbackMode = "direct",
    focus: Annotated[
        list[str] | None, typer.Option(help="Mark only this kind of error, such as tense; repeat it for more.")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(
            help="The folder for the files.", show_default="markscheme-reports/feedback in the class's folder"
        ),
    ] = None,
    zipped: Annotated[bool, typer.Option("--zip", help="Put all files into one archive, class.zip.")] = False,
    together: Annotated[
        bool, typer.Option("--together", help="Write one file with everybody's feedback, for the printer.")
    ] = False,
    answers: OpenChoice = None,
    encoder: Encoder = "bundled",
    device: DeviceOption = "auto",
    pipeline: Pipeline = "bundled",
    cache: CachePath = None,
    workers: ClassWorkers = None,
) -> None:
    """Write feedback for each student: their text with what was right and what is left to do."""
    number = document_workers(workers)

    from markscheme.api import marking
    from markscheme.cli.commands.classes.decide import decide_hint, with_open_answers
    from markscheme.cli.progress import progress_bar
    from markscheme.marking.wording.words import counted
    from markscheme.reports.feedback.composition import FeedbackSettings, unknown_focus
    from markscheme.reports.feedback.delivery import BUNDLES, deliveries
    from markscheme.reports.report import Report

    settings = FeedbackSettings(MODES.get(mode), tuple(focus or ()))
    engine = engine_settings(EncoderSettings(encoder, device=device), pipeline, cache)

    def mark() -> Report:
        with progress_bar() as progress:
            report = marking.review(paths, engine=engine, with_vectors=False, workers=number, progress=progress)
        if fault := unknown_focus(report, settings.focus):
            raise typer.BadParameter(fault, param_hint="--focus")
        return report

    report, answers = with_open_answers(mark, answers, paths, engine)
    report = report.settled(answers)
    with progress_bar() as progress:
        bundle = BUNDLES.get("zip" if zipped else "together" if together else "each")
        for delivery in deliveries(report, settings, WRITERS.get(form), progress):
            target = into or delivery.target
            files = bundle.write(delivery, target)
            with progress.put_aside():
                typer.echo(f"{counted(len(files), 'file')} in {target}")
                for notice in delivery.notices:
                    typer.echo(notice, err=True)
    if notice := report.open_notice:
        typer.echo(f"note: {notice}: the marks are ranges. One mark each: --open {'|'.join(OpenAnswers)}", err=True)
        typer.echo(f"note: {decide_hint(paths)}", err=True)
    for problem in [*report.absent, *report.problems]:
        complain(problem)
    if report.problems:
        raise typer.Exit(BAD_INPUT)
