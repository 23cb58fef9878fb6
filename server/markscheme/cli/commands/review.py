"""``review``: documents with their findings."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import attrs
import typer

from markscheme.cli.main import BAD_INPUT, complain
from markscheme.cli.options import (
    FACTORS_HELP,
    Address,
    CachePath,
    DeviceOption,
    DocumentWorkers,
    EncoderOption,
    Equal,
    Estimator,
    Format,
    FormatOption,
    LayerOption,
    LlmEndpoint,
    LlmModel,
    On,
    Output,
    PipelineOption,
    StatedLanguage,
    Yes,
    check_choice,
    document_workers,
    engine_settings,
    finite,
    read_factors,
)
from markscheme.cli.output import check_report, console_width, write_pieces
from markscheme.encoders.settings import EncoderSettings
from markscheme.exercises.scheme.scheme import PRESETS
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.review.document_review import DEFAULT_VOCABULARY, VocabularyName
from markscheme.metrics.base import Assumption
from markscheme.metrics.impara import EstimateSettings, ImparaSettings
from markscheme.metrics.weightings import WeightingName, weighting_or_name

VocabularyOption = Annotated[
    VocabularyName, typer.Option("--vocabulary", help="Text: verdicts, or CLEME2.0's categories, types and scores.")
]


def review(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Documents, or folders of exercises.")],
    assumption: Annotated[Assumption | None, typer.Option(help="One reference a sentence, or any a chunk.")] = None,
    equal: Equal = None,
    factors: Annotated[str | None, typer.Option(help=FACTORS_HELP)] = None,
    tau: Annotated[float | None, typer.Option(help="Credit's tau.", min=1e-6, callback=finite)] = None,
    weighting: Annotated[WeightingName | None, typer.Option(help="How much each edit counts.")] = None,
    estimate: Annotated[
        bool | None, typer.Option(help="Estimate corrections that have no reference.", show_default="estimate")
    ] = None,
    estimator: Estimator = "bundled",
    margin: Annotated[
        float, typer.Option(help="By how much an edit must lower the estimate.", min=0.0, callback=finite)
    ] = EstimateSettings().margin,
    llm_endpoint: LlmEndpoint = None,
    llm_model: LlmModel = None,
    yes: Yes = False,
    encoder: EncoderOption = "bundled",
    layer: LayerOption = None,
    device: DeviceOption = "auto",
    pipeline: PipelineOption = "bundled",
    language: StatedLanguage = None,
    cache: CachePath = None,
    vocabulary: VocabularyOption = DEFAULT_VOCABULARY,
    scheme: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Show marks by a preset, in place of the mark scheme; nothing is written."),
    ] = None,
    workers: DocumentWorkers = None,
    on: On = "local",
    address: Address = None,
    output: Output = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Mark documents and show their findings; what an option says comes before what markscheme.toml says.

    Of a folder with thousands of documents each is written when it is marked: memory does not grow with them.
    """
    number = document_workers(workers, on, address)
    if scheme is not None:
        check_choice(scheme, PRESETS.names, "--scheme")

    from markscheme.api import marking
    from markscheme.cli.output import configured_judge, progress_bar
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.reports.review_json import JsonFormat
    from markscheme.reports.review_report import TextFormat

    check_report(output, paths)
    given = attrs.astuple(read_factors(factors)) if factors else None
    models = EncoderSettings(encoder, device=device, layer=layer)
    with progress_bar() as progress:
        overrides = MarkingOverrides(
            assumption,
            given,
            tau,
            weighting=weighting,
            estimate=estimate,
            equal=tuple(equal) if equal else None,
            language=language,
        )
        find = partial(configured_judge, llm_endpoint, llm_model, yes, progress)
        # Faults of options are reported before anything is marked; those of variables only where a judge is needed.
        needs_judge = weighting is not None and weighting_or_name(weighting).needs_judge
        judge = find() if needs_judge or llm_endpoint or llm_model else find
        colour = output is None and sys.stdout.isatty()
        layout = JsonFormat() if form is Format.JSON else TextFormat(console_width(), colour, vocabulary)
        request = marking.ReviewRequest(
            overrides=overrides,
            estimates=EstimateSettings(impara=ImparaSettings(estimator), margin=margin),
            engine=engine_settings(models, pipeline, cache, language or DEFAULT_LANGUAGE),
            judge=judge,
            workers=number,
            on=on,
            address=address,
            scheme=scheme,
        )
        stream = marking.review_stream(paths, layout.piece, request, progress)
        write_pieces(output, layout.written(stream, stream.remarks), form, progress)
    problems = stream.remarks().problems
    for problem in problems:
        complain(problem)
    if problems:
        raise typer.Exit(BAD_INPUT)
