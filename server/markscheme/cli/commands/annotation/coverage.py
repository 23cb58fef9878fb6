"""``coverage``: how much of what hypotheses correct the references cover, and what they miss."""

from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.failures import BAD_INPUT, complain_of
from markscheme.cli.options import (
    Address,
    CachePath,
    DeviceOption,
    DocumentWorkers,
    Encoder,
    On,
    Output,
    Pipeline,
    StatedLanguage,
    check_choice,
    document_workers,
    engine_settings,
)
from markscheme.cli.output import check_report, console_width, write_laid_out
from markscheme.encoders.settings import EncoderSettings
from markscheme.languages.catalogue import DEFAULT_LANGUAGE


def coverage(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents of an exercise.")
    ],
    least: Annotated[
        int, typer.Option(metavar="N", min=1, help="List corrections that at least this number of hypotheses make.")
    ] = 1,
    credit: Annotated[
        bool, typer.Option(help="How near a correction is to the references' ones; needs the encoder.")
    ] = True,
    encoder: Encoder = "bundled",
    device: DeviceOption = "auto",
    language: StatedLanguage = None,
    pipeline: Pipeline = "bundled",
    cache: CachePath = None,
    workers: DocumentWorkers = None,
    on: On = "local",
    address: Address = None,
    output: Output = None,
    form: Annotated[str, typer.Option("--format", help="text, csv, html or json.")] = "text",
) -> None:
    """Show how many of the hypotheses' corrections the references cover, and which they miss."""
    number = document_workers(workers, on, address, work="markscheme.annotation.coverage.coverage_work")

    from markscheme.api import annotation
    from markscheme.cli.progress import progress_bar
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.reports.coverage.layouts import LAYOUTS

    check_choice(form, LAYOUTS.names, "--format")
    layout = LAYOUTS.get(form)
    check_report(output, paths)
    settings = EncoderSettings(encoder, device=device)
    with progress_bar() as bar:
        result = annotation.coverage(
            paths,
            overrides=MarkingOverrides(language=language),
            engine=engine_settings(settings, pipeline, cache, language or DEFAULT_LANGUAGE),
            credit=credit,
            workers=number,
            on=on,
            address=address,
            progress=bar,
        )
    if result.pool.size:
        write_laid_out(layout, output, result, least, console_width())
    if complain_of(result.pool.problems):
        raise typer.Exit(BAD_INPUT)
