"""``evaluate``: how far metrics agree with people on public benchmarks, and with known numbers of corrections."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from markscheme.cli.options import (
    AggregationOption,
    BenchmarkFolder,
    CachePath,
    ConfidenceOption,
    DeviceOption,
    EncoderOption,
    Output,
    PipelineOption,
    ReferenceFolder,
    ReferenceSets,
    SeedOption,
    SettingsOption,
    engine_settings,
    file_settings,
)
from markscheme.cli.output import console_width, write_laid_out
from markscheme.encoders.settings import EncoderSettings
from markscheme.metrics.impara import ImparaSettings
from markscheme.registry import Registry

DEFAULT_METRICS = ("errant", "cleme2", "uot-errant", "credit", "gleu", "green", "pt-errant")
"""The metrics that compare with references, but CLEME, from which CLEME2.0 derives."""
MAEGE_METRICS = (*DEFAULT_METRICS, "impara")
ANALYSED_SYSTEMS = {"seeda": "GPT-3.5", "seeda-all": "GPT-3.5", "gjg15": "AMU"}
"""The system of each benchmark whose edit vectors figures show: the paper's, and the one that people rank first."""


evaluate_app = typer.Typer(help="Compare metrics with people's judgements, or with known numbers of corrections.")


def _metrics_option(default: Iterable[str]) -> Any:
    return typer.Option("--metric", help="Repeat the option for several.", show_default=", ".join(default))


Metrics = Annotated[list[str] | None, _metrics_option(DEFAULT_METRICS)]
MaegeMetrics = Annotated[list[str] | None, _metrics_option(MAEGE_METRICS)]
LayoutOption = Annotated[str, typer.Option("--format", help="text, json, markdown or latex.")]


@evaluate_app.command("gjg15")
@evaluate_app.command("seeda-all", help="SEEDA, with systems scored on all 1,312 sentences of which 391 are judged.")
@evaluate_app.command("seeda")
def evaluate(
    context: typer.Context,
    data: BenchmarkFolder,
    references: ReferenceFolder = None,
    reference_set: ReferenceSets = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            help="base, base-input, base-machines, fluency or all; gjg15: all or systems. Repeat the option for "
            "several.",
            show_default="as in papers",
        ),
    ] = None,
    metric: Metrics = None,
    metric_settings: SettingsOption = None,
    aggregation: AggregationOption = "trueskill",
    people: Annotated[
        list[str] | None,
        typer.Option(
            help="People's scores of systems: trueskill or expected-wins; repeat the option for both.",
            show_default="as in papers: trueskill; gjg15: both",
        ),
    ] = None,
    score: Annotated[
        str | None,
        typer.Option(
            help="The score that ranks: f, precision, recall; score, hit, wrong, under, over.",
            show_default="the main one",
        ),
    ] = None,
    unchanged_references: Annotated[
        bool, typer.Option(help="Whether a reference that leaves a sentence as it is counts there.")
    ] = True,
    reference_edits: Annotated[
        str, typer.Option(help="extracted or stated: ERRANT's edits of references, or those that their file states.")
    ] = "extracted",
    ties: Annotated[
        str, typer.Option(help="What a metric's tie of two sentences means: disagree, first-loses or leave-out.")
    ] = "disagree",
    resamples: Annotated[int, typer.Option(min=0, help="Samples for intervals; 0 for no intervals.")] = 200,
    seed: SeedOption = 1,
    confidence: ConfidenceOption = 0.95,
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="systems, intervals, sentences, differences, windows, pairs, people, norms or times; repeat the "
            "option for several.",
            show_default="all but windows, pairs and people, which JSON has too",
        ),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Write figures to this folder, as PNG and SVG: systems' scores, agreement by pairs of systems, "
            "windows, edit vectors, times. Needs matplotlib."
        ),
    ] = None,
    vectors_of: Annotated[
        str | None,
        typer.Option(
            help="The system whose edits' vectors are shown by error type.",
            show_default="none; with --figures GPT-3.5, for gjg15 AMU",
        ),
    ] = None,
    least_edits: Annotated[
        int, typer.Option(min=2, help="--vectors-of: the smallest number of edits of a type that is shown.")
    ] = 50,
    times: Annotated[
        int,
        typer.Option(min=0, help="Sentences to measure each metric's time on, with an empty cache; 0: no times."),
    ] = 0,
    encoder: EncoderOption = "bundled",
    device: DeviceOption = "auto",
    pipeline: PipelineOption = "bundled",
    cache: CachePath = None,
    output: Output = None,
    form: LayoutOption = "text",
) -> None:
    """Compare metrics with people's judgements: correlations over systems, and agreement on single sentences."""
    from markscheme.api import research
    from markscheme.cli.output import progress_bar
    from markscheme.evaluation.meta_evaluation import TIE_POLICIES, EvaluationSettings
    from markscheme.evaluation.metric_scores import REFERENCE_EDITS, ScoringSettings
    from markscheme.evaluation.ranking import AGGREGATIONS
    from markscheme.metrics.registry import METRICS
    from markscheme.reports.evaluation import DEFAULT_TABLES, LAYOUTS, TABLES
    from markscheme.reports.figures import figure_files, require_matplotlib
    from markscheme.resampling.draws import ResamplingSettings
    from markscheme.text.errors import ChoiceError
    from markscheme.text.files import make_folder, write_whole

    benchmark = str(context.info_name)
    names = tuple(dict.fromkeys(metric or DEFAULT_METRICS))
    _check(AGGREGATIONS, [aggregation], "--aggregation")
    _check(AGGREGATIONS, people or (), "--people")
    _check(TIE_POLICIES, [ties], "--ties")
    _check(LAYOUTS, [form], "--format")
    _check(METRICS, names, "--metric")
    _check(TABLES, table or (), "--table")
    if reference_edits not in REFERENCE_EDITS:
        choices = ", ".join(REFERENCE_EDITS)
        raise typer.BadParameter(
            f"there is no {reference_edits!r}. Choose one of {choices}", param_hint="--reference-edits"
        )
    settings = EvaluationSettings(
        aggregation,
        people or (),
        ties,
        tuple(reference_set or ()),
        tuple(systems or ()),
        resampling=ResamplingSettings(resamples, seed, confidence),
        vectors_of=vectors_of or (ANALYSED_SYSTEMS.get(benchmark, "") if figures else ""),
        least_edits=least_edits,
        timed_sentences=times,
        scoring=ScoringSettings(score, unchanged_references, REFERENCE_EDITS[reference_edits]),
    )
    try:
        if figures is not None:
            require_matplotlib()
            make_folder(figures, parents=True)
        with progress_bar() as bar:
            result = research.evaluate(
                benchmark,
                data,
                references,
                metrics=names,
                settings=settings,
                metric_settings=file_settings(metric_settings),
                engine=engine_settings(EncoderSettings(encoder, device=device), pipeline, cache),
                progress=bar,
            )
    except ChoiceError as error:
        raise typer.BadParameter(str(error)) from error
    if figures is not None:
        for name, content in figure_files(result):
            write_whole(figures / name, content)
    write_laid_out(LAYOUTS.get(form), output, result, tuple(table or DEFAULT_TABLES), console_width())


@evaluate_app.command("maege")
def evaluate_maege(
    data: Annotated[
        Path,
        typer.Option(help="An M2 file with several annotators, or a folder with it, or with STEM.src, STEM.ref0, …"),
    ],
    metric: MaegeMetrics = None,
    references: Annotated[
        str, typer.Option(help="others or all: whether metrics see the reference that a sentence is made of.")
    ] = "others",
    estimator: Annotated[
        str, typer.Option(help="IMPARA: 'bundled', or the folder of a trained estimator.")
    ] = "bundled",
    threshold: Annotated[
        float, typer.Option(help="IMPARA: theta; with -1 every estimate counts.", min=-1, max=1)
    ] = ImparaSettings().threshold,
    seed: SeedOption = 1,
    encoder: EncoderOption = "bundled",
    device: DeviceOption = "auto",
    pipeline: PipelineOption = "bundled",
    cache: CachePath = None,
    output: Output = None,
    form: LayoutOption = "text",
) -> None:
    """Compare metrics with the number of corrections in partly corrected sentences (MAEGE); nobody judges them."""
    from markscheme.api import research
    from markscheme.cli.output import progress_bar
    from markscheme.evaluation.maege import VERSION_REFERENCES
    from markscheme.metrics.registry import METRICS, metric_with
    from markscheme.reports.maege import MAEGE_LAYOUTS

    names = tuple(dict.fromkeys(metric or MAEGE_METRICS))
    _check(METRICS, names, "--metric")
    _check(VERSION_REFERENCES, [references], "--references")
    _check(MAEGE_LAYOUTS, [form], "--format")
    settings = {"estimator": estimator, "threshold": threshold}
    with progress_bar() as bar:
        result = research.evaluate_maege(
            data,
            metrics=[metric_with(name, settings) for name in names],
            references=references,
            seed=seed,
            engine=engine_settings(EncoderSettings(encoder, device=device), pipeline, cache),
            progress=bar,
        )
    write_laid_out(MAEGE_LAYOUTS.get(form), output, result, console_width())


def _check(registry: Registry[Any], names: Iterable[str], option: str) -> None:
    """Refuse a name that is not among a registry's."""
    for name in names:
        if name not in registry.names:
            choices = ", ".join(registry.names)
            raise typer.BadParameter(f"there is no {name!r}. Choose one of {choices}", param_hint=option)
