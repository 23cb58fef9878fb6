"""``tune``: the settings of metrics that agree best with people, as a file of settings with its evidence."""

import sys
from typing import Annotated

import attrs
import typer

from markscheme.cli.options import BenchmarkOptions, DrawOptions, EngineOptions, Output
from markscheme.cli.output import console_width
from markscheme.cli.requests import takes_request


@attrs.frozen
class TuneOptions:
    """What a person asks of ``tune``."""

    on: Annotated[str, typer.Option(help="The benchmark: gjg15. SEEDA is for reporting only.")]
    benchmark: BenchmarkOptions
    metric: Annotated[
        list[str] | None,
        typer.Option(help="Repeat the option for several.", show_default="credit, uot-errant, cleme2, impara"),
    ] = None
    axis: Annotated[
        list[str] | None,
        typer.Option(
            metavar="<METRIC.SETTING[=VALUE,...]>",
            help="Also try a setting: credit.floor, credit.ceiling, uot-errant.regularisation; or values of your own, "
            "such as credit.tau=0.5,0.7. Repeat the option for several.",
            show_default="none",
        ),
    ] = None
    aggregation: Annotated[
        list[str] | None,
        typer.Option(
            help="From sentences' scores to systems': mean, corpus, expected-wins or trueskill; of several, the "
            "objective's mean.",
            show_default="expected-wins",
        ),
    ] = None
    people: Annotated[
        list[str] | None,
        typer.Option(
            help="People's scores of systems: trueskill or expected-wins; of both, the objective's mean.",
            show_default="expected-wins",
        ),
    ] = None
    objective: Annotated[
        str,
        typer.Option(
            help="average (of Pearson and Spearman), pearson, spearman or kendall, over systems; comparisons: "
            "Kendall's tau on single outputs; both: the mean of average and comparisons."
        ),
    ] = "both"
    splits: Annotated[int, typer.Option(min=0, help="How often the sentences are split into halves.")] = 5
    resamples: Annotated[int, typer.Option(min=0, help="Samples for intervals; 0 keeps every default.")] = 100
    draws: DrawOptions = DrawOptions()
    always: Annotated[bool, typer.Option("--always", help="Take the best settings, whatever the evidence.")] = False
    engine: EngineOptions = EngineOptions()
    output: Output = None


@takes_request
def tune(options: TuneOptions) -> None:
    """Choose settings of metrics by people's judgements, and write them with the evidence (TOML)."""
    from markscheme.api import research
    from markscheme.cli.output import progress_bar
    from markscheme.documents.files import write_whole
    from markscheme.errors import ChoiceError
    from markscheme.reports.tuning import settings_document, summary
    from markscheme.research.judgements import BENCHMARKS
    from markscheme.research.tuning import GRIDS, REPORTING_ONLY, TuningSettings, grids_with

    if options.on not in BENCHMARKS.names:
        choices = ", ".join(name for name in BENCHMARKS.names if name not in REPORTING_ONLY)
        raise typer.BadParameter(f"there is no benchmark {options.on!r}. Choose one of {choices}", param_hint="--on")
    settings = TuningSettings(
        options.aggregation or TuningSettings().aggregation,
        options.people or TuningSettings().people,
        options.objective,
        tuple(options.benchmark.reference_set or ()),
        options.splits,
        options.draws.settings(options.resamples),
        options.always,
    )
    try:
        with progress_bar() as bar:
            result = research.tune(
                options.on,
                options.benchmark.data,
                options.benchmark.references,
                metrics=grids_with(options.metric or GRIDS.names, options.axis or ()),
                settings=settings,
                engine=options.engine.settings,
                progress=bar,
            )
    except ChoiceError as error:
        raise typer.BadParameter(str(error)) from error
    text = settings_document(result)
    if options.output is None:
        sys.stdout.write(text)
        return
    write_whole(options.output, text.encode())
    sys.stdout.write(summary(result, console_width()))
