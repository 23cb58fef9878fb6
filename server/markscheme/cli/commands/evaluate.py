"""``evaluate``: how far metrics agree with people on a public benchmark."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.metric_options import SettingsOption, file_settings
from markscheme.cli.options import CachePath, DeviceOption, Encoder, Output, Pipeline, engine_settings
from markscheme.cli.output import console_width
from markscheme.encoders.settings import EncoderSettings

DEFAULT_METRICS = ("errant", "cleme2", "uot-errant", "credit", "gleu", "green", "pt-errant")
"""The metrics that compare with references."""


def evaluate(
    benchmark: Annotated[str, typer.Argument(help="seeda or gjg15.")],
    data: Annotated[Path, typer.Option(help="The benchmark's folder, as its authors publish it.")],
    references: Annotated[
        Path | None,
        typer.Option(help="The folder with conll14 and sn8gec.  [default: the folder that holds --data]"),
    ] = None,
    reference_set: Annotated[
        list[str] | None,
        typer.Option(help="official, expert-minimal, ...; repeat the option for several.  [default: all at hand]"),
    ] = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(help="base, fluency or all; repeat the option for several.  [default: as in papers]"),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(help=f"Repeat the option for several.  [default: {', '.join(DEFAULT_METRICS)}]"),
    ] = None,
    metric_settings: SettingsOption = None,
    aggregation: Annotated[
        str, typer.Option(help="mean, corpus, expected-wins or trueskill: from sentences' scores to systems'.")
    ] = "trueskill",
    people: Annotated[str, typer.Option(help="People's scores of systems: trueskill or expected-wins.")] = "trueskill",
    ties: Annotated[
        str, typer.Option(help="What a metric's tie of two sentences means: disagree, first-loses or leave-out.")
    ] = "disagree",
    resamples: Annotated[int, typer.Option(min=0, help="Samples for intervals; 0 for no intervals.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="The number that chance begins with.")] = 1,
    confidence: Annotated[
        float, typer.Option(min=0.5, max=0.999, help="The share of the samples that an interval holds.")
    ] = 0.95,
    encoder: Encoder = "bundled",
    device: DeviceOption = "auto",
    pipeline: Pipeline = "bundled",
    cache: CachePath = None,
    output: Output = None,
    form: Annotated[str, typer.Option("--format", help="text, json, markdown or latex.")] = "text",
) -> None:
    """Compare metrics with people's judgements: correlations over systems, and agreement on single sentences."""
    from markscheme import api
    from markscheme.annotation.agreement.resampling import Resampling
    from markscheme.cli.progress import progress_bar
    from markscheme.evaluation.correlation.agreement_by_sentence import TIE_POLICIES
    from markscheme.evaluation.correlation.evaluation_settings import EvaluationSettings
    from markscheme.evaluation.judgements.benchmarks import BENCHMARKS
    from markscheme.evaluation.ranking.aggregations import AGGREGATIONS
    from markscheme.metrics.registry import METRICS
    from markscheme.reports.evaluation.layouts import LAYOUTS
    from markscheme.text.writing import write_whole

    names = tuple(metric or DEFAULT_METRICS)
    _check(BENCHMARKS.names, benchmark, "BENCHMARK")
    _check(AGGREGATIONS.names, aggregation, "--aggregation")
    _check(AGGREGATIONS.names, people, "--people")
    _check(TIE_POLICIES.names, ties, "--ties")
    _check(LAYOUTS.names, form, "--format")
    for name in names:
        _check(METRICS.names, name, "--metric")
    layout = LAYOUTS.get(form)
    settings = EvaluationSettings(
        aggregation,
        people,
        ties,
        tuple(reference_set or ()),
        tuple(systems or ()),
        resampling=Resampling(resamples, seed, confidence),
    )
    try:
        with progress_bar() as bar:
            result = api.evaluate(
                benchmark,
                data,
                references,
                metrics=names,
                settings=settings,
                metric_settings=file_settings(metric_settings),
                engine=engine_settings(EncoderSettings(encoder, device=device), pipeline, cache),
                progress=bar,
            )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    text = layout.write(result, console_width())
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole(output, layout.in_file(text).encode())


def _check(names: Sequence[str], name: str, option: str) -> None:
    """Refuse a name that is not among these."""
    if name not in names:
        raise typer.BadParameter(f"there is no {name!r}. Choose one of {', '.join(names)}", param_hint=option)
