"""``agreement``: how far the annotators of references agree."""

from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.failures import BAD_INPUT, complain_of
from markscheme.cli.options import (
    CachePath,
    ConfidenceOption,
    DeviceOption,
    Encoder,
    Equal,
    LanguageOption,
    Output,
    Pipeline,
    SeedOption,
    check_choice,
    engine_settings,
)
from markscheme.cli.output import console_width, write_laid_out
from markscheme.encoders.settings import EncoderSettings
from markscheme.languages.catalogue import DEFAULT_LANGUAGE


def agreement(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")],
    credit: Annotated[
        bool, typer.Option("--credit/--no-credit", help="Score by credit too, which needs the encoder.")
    ] = True,
    verdicts: Annotated[
        bool, typer.Option("--verdicts/--no-verdicts", help="Count verdicts and points too; slow on a corpus.")
    ] = True,
    resamples: Annotated[int, typer.Option(min=0, help="Samples for intervals; 0 for no intervals.")] = 1000,
    seed: SeedOption = 1,
    confidence: ConfidenceOption = 0.95,
    equal: Equal = None,
    language: LanguageOption = DEFAULT_LANGUAGE,
    encoder: Encoder = "bundled",
    device: DeviceOption = "auto",
    pipeline: Pipeline = "bundled",
    cache: CachePath = None,
    output: Output = None,
    form: Annotated[str, typer.Option("--format", help="text, csv, html or json.")] = "text",
) -> None:
    """Show how far annotators agree: each marked against the others, kappa and alpha, and by kind of error."""
    from markscheme.annotation.agreement.analysis import AgreementSettings
    from markscheme.api import annotation
    from markscheme.cli.progress import progress_bar
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.reports.agreement.layouts import LAYOUTS
    from markscheme.resampling.draws import ResamplingSettings

    check_choice(form, LAYOUTS.names, "--format")
    layout = LAYOUTS.get(form)
    with progress_bar() as bar:
        result = annotation.agreement(
            paths,
            settings=AgreementSettings(ResamplingSettings(resamples, seed, confidence), credit, verdicts),
            overrides=MarkingOverrides(equal=tuple(equal) if equal else None),
            engine=engine_settings(EncoderSettings(encoder, device=device), pipeline, cache, language),
            progress=bar,
        )
    if result.pool.sentences:
        write_laid_out(layout, output, result, console_width())
    if complain_of(result.pool.problems) or not result.pool.sentences:
        raise typer.Exit(BAD_INPUT)
