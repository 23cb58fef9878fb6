"""The application, with ``serve``, ``review``, ``cache`` and ``doctor``: options in, API calls, text or JSON out."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import attrs
import typer

from markscheme.cli.conversion import convert
from markscheme.cli.failures import BAD_INPUT, complain
from markscheme.cli.folders import folders_app
from markscheme.cli.impara import impara_app
from markscheme.cli.options import (
    FACTORS_HELP,
    CachePath,
    DeviceOption,
    Encoder,
    Estimator,
    Format,
    FormatOption,
    LanguageOption,
    LayerOption,
    LlmEndpoint,
    LlmModel,
    Output,
    Pipeline,
    Yes,
    engine_settings,
    finite,
    read_factors,
)
from markscheme.cli.output import console_width, write_output
from markscheme.cli.score import impara_score, score
from markscheme.encoders.settings import EncoderSettings
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.metrics.categories import Assumption
from markscheme.metrics.estimates import EstimateSettings
from markscheme.metrics.impara import ImparaSettings
from markscheme.metrics.weightings.base import WeightingName
from markscheme.metrics.weightings.registry import weighting_or_name
from markscheme.version import VERSION

app = typer.Typer(
    help="Mark corrections of learners' texts against teachers' references.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
cache_app = typer.Typer(help="Look after the cache of edits and vectors.")
app.add_typer(cache_app, name="cache")
app.add_typer(impara_app, name="impara")
app.add_typer(folders_app)
app.command()(convert)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"markscheme {VERSION}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Mark corrections of learners' texts against teachers' references."""


@app.command()
def serve() -> None:
    """Start the language server (see: markscheme serve --stdio | --tcp HOST:PORT)."""
    from markscheme.cli.serve import serve as start

    start(sys.argv[2:])


app.command()(score)
impara_app.command("score")(impara_score)


@app.command()
def review(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Documents, or folders of exercises.")],
    assumption: Annotated[Assumption | None, typer.Option(help="One reference a sentence, or any a chunk.")] = None,
    factors: Annotated[str | None, typer.Option(help=FACTORS_HELP)] = None,
    tau: Annotated[float | None, typer.Option(help="Credit's tau.", min=1e-6, callback=finite)] = None,
    weighting: Annotated[WeightingName | None, typer.Option(help="How much each edit counts.")] = None,
    estimate: Annotated[
        bool | None, typer.Option(help="Estimate corrections that have no reference.  [default: estimate]")
    ] = None,
    estimator: Estimator = "bundled",
    margin: Annotated[
        float, typer.Option(help="By how much an edit must lower the estimate.", min=0.0, callback=finite)
    ] = EstimateSettings().margin,
    llm_endpoint: LlmEndpoint = None,
    llm_model: LlmModel = None,
    yes: Yes = False,
    encoder: Encoder = "bundled",
    layer: LayerOption = None,
    device: DeviceOption = "auto",
    pipeline: Pipeline = "bundled",
    language: LanguageOption = DEFAULT_LANGUAGE,
    cache: CachePath = None,
    output: Output = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Mark documents and show their findings; what an option says comes before what markscheme.toml says."""
    from markscheme import api
    from markscheme.cli.judging import configured_judge
    from markscheme.cli.progress import progress_bar
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.reports.review_json import review_json
    from markscheme.reports.review_text import review_text

    given = attrs.astuple(read_factors(factors)) if factors else None
    engine = engine_settings(EncoderSettings(encoder, device=device, layer=layer), pipeline, cache, language)
    with progress_bar() as progress:
        overrides = MarkingOverrides(assumption, given, tau, weighting=weighting, estimate=estimate)
        estimates = EstimateSettings(impara=ImparaSettings(estimator), margin=margin)
        find = partial(configured_judge, llm_endpoint, llm_model, yes, progress)
        # Faults of options are reported before anything is marked; those of variables only where a judge is needed.
        needs_judge = weighting is not None and weighting_or_name(weighting).needs_judge
        judge = find() if needs_judge or llm_endpoint or llm_model else find
        report = api.review(
            paths, overrides=overrides, estimates=estimates, engine=engine, judge=judge, progress=progress
        )
    colour = output is None and sys.stdout.isatty()
    write_output(output, review_json(report) if form is Format.JSON else review_text(report, console_width(), colour))
    for problem in report.problems:
        complain(problem)
    if report.problems:
        raise typer.Exit(BAD_INPUT)


@cache_app.command("stats")
def cache_stats(cache: CachePath = None) -> None:
    """How much is kept, and where."""
    from markscheme.store.cache import Cache

    for name, value in attrs.asdict(Cache(cache).stats()).items():
        typer.echo(f"{name:8} {value}")


@cache_app.command("clear")
def cache_clear(cache: CachePath = None) -> None:
    """Forget everything that is kept."""
    from markscheme.store.cache import Cache

    opened = Cache(cache)
    before = opened.stats()
    opened.clear()
    typer.echo(f"forgot {before.vectors} vectors and {before.records} records")


@cache_app.command("verify")
def cache_verify(cache: CachePath = None) -> None:
    """Check the file; exit status 1 if it is damaged."""
    from markscheme.store.cache import Cache

    faults = Cache(cache).faults()
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(1)
    typer.echo("the cache is sound")


@app.command()
def doctor(
    encoder: Encoder = "bundled",
    pipeline: Pipeline = "bundled",
    language: LanguageOption = DEFAULT_LANGUAGE,
    cache: CachePath = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Check the installation; exit status 1, with the remedy, when something is missing."""
    from markscheme.cli.diagnosis import examine

    findings = examine(engine_settings(EncoderSettings(encoder), pipeline, cache, language))
    if form is Format.JSON:
        checks = [{"check": item.subject, "ok": item.sound, "detail": item.detail} for item in findings]
        typer.echo(json.dumps(checks, ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            typer.echo(f"{'ok ' if finding.sound else 'BAD'} {finding.subject:10} {finding.detail}")
    if not all(finding.sound for finding in findings):
        raise typer.Exit(1)
