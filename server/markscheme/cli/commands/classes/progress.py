"""``progress``: what each student and the class found and missed, over the assignments."""

from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.failures import BAD_INPUT, complain
from markscheme.cli.options import (
    CachePath,
    ClassWorkers,
    DeviceOption,
    Encoder,
    Output,
    Pipeline,
    check_choice,
    document_workers,
    engine_settings,
)
from markscheme.cli.output import console_width, write_laid_out
from markscheme.encoders.settings import EncoderSettings


def progress(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")],
    encoder: Encoder = "bundled",
    device: DeviceOption = "auto",
    pipeline: Pipeline = "bundled",
    cache: CachePath = None,
    workers: ClassWorkers = None,
    output: Output = None,
    form: Annotated[str, typer.Option("--format", help="text, csv or html.")] = "text",
) -> None:
    """Show what each student and the class found and missed, text by text, for each kind of error."""
    number = document_workers(workers)

    from markscheme.api import marking
    from markscheme.cli.progress import progress_bar
    from markscheme.reports.progress.layouts import LAYOUTS
    from markscheme.reports.progress.progress import progress_of

    check_choice(form, LAYOUTS.names, "--format")
    layout = LAYOUTS.get(form)
    engine = engine_settings(EncoderSettings(encoder, device=device), pipeline, cache)
    with progress_bar() as bar:
        report = marking.review(paths, engine=engine, with_vectors=False, workers=number, progress=bar)
    write_laid_out(layout, output, progress_of(report), console_width())
    for problem in report.problems:
        complain(problem)
    if report.problems:
        raise typer.Exit(BAD_INPUT)
