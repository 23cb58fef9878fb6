"""``score``, ``review``, ``cache`` and ``doctor``: options in, API calls, text or JSON out."""

import json
import math
import sys
from enum import StrEnum
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
    CachePath,
    DeviceOption,
    Encoder,
    Estimator,
    LanguageOption,
    LlmEndpoint,
    LlmModel,
    Pipeline,
    Threshold,
    Yes,
    engine_settings,
    finite,
)
from markscheme.encoders.settings import EncoderSettings, Pooling, Precision, Vectorisation
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.metrics.cleme2 import Assumption, Factors
from markscheme.metrics.settings import (
    Cost,
    CreditSettings,
    EstimateSettings,
    Gleu,
    ImparaSettings,
    Mass,
    NgramSettings,
    UotSettings,
    Weighting,
)
from markscheme.scoring.settings import Level, Metric, ScoreSettings
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

CONSOLE_WIDTH = 120


class Format(StrEnum):
    """How results are written."""

    TEXT = "text"
    JSON = "json"


_FACTORS_HELP = "CLEME2.0's trade-off factors: hit,wrong,under,over."
FactorsOption = Annotated[str, typer.Option(help=_FACTORS_HELP)]
LayerOption = Annotated[
    int | None, typer.Option(help="The encoder's layer that weighting by similarity and PT-ERRANT compare.", min=0)
]
FormatOption = Annotated[Format, typer.Option("--format", help="Text for people, or JSON.")]
Hypothesis = Annotated[list[str], typer.Option(help="NAME=FILE, or FILE; may be given again.")]
Source = Annotated[Path | None, typer.Option(help="The source file; M2 files carry their own.")]
Output = Annotated[Path | None, typer.Option(help="Write to this file instead of standard output.")]


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


@app.command()
def score(
    hypothesis: Hypothesis,
    reference: Annotated[
        list[Path] | None, typer.Option(help="A reference file; may be given again. IMPARA needs none.")
    ] = None,
    source: Source = None,
    accepted: Annotated[Path | None, typer.Option(help="A file of accepted alternatives (accepted.m2).")] = None,
    metric: Annotated[Metric, typer.Option(help="What to compute.")] = "cleme2",
    level: Annotated[Level, typer.Option(help="Of summed counts, or the mean over sentences.")] = "corpus",
    assumption: Annotated[
        Assumption, typer.Option(help="CLEME, CLEME2.0: one reference a sentence, or any a chunk.")
    ] = "dependent",
    weighting: Annotated[
        Weighting | None, typer.Option(help="CLEME, CLEME2.0: how much each edit counts.  [default: length for cleme]")
    ] = None,
    llm_endpoint: LlmEndpoint = None,
    llm_model: LlmModel = None,
    yes: Yes = False,
    factors: FactorsOption = "0.50,0.40,0.05,0.05",
    beta: Annotated[
        float | None, typer.Option(help="Of the F score.  [default: 0.5; 2 for green]", min=0.0, callback=finite)
    ] = None,
    tau: Annotated[float, typer.Option(help="Credit's tau.", min=1e-6, callback=finite)] = CreditSettings().tau,
    vectors: Annotated[Vectorisation, typer.Option(help="Edit vectors by removing or by adding an edit.")] = "removing",
    mass: Annotated[Mass, typer.Option(help="UOT-ERRANT: an edit's mass.")] = "norm",
    cost: Annotated[Cost, typer.Option(help="UOT-ERRANT: the distance of two edits.")] = "euclidean",
    gleu: Annotated[Gleu, typer.Option(help="GLEU: by its formula, or as the official script counts.")] = "formula",
    encoder: Encoder = "bundled",
    pooling: Annotated[Pooling, typer.Option(help="Of the encoder's token states.")] = "mean",
    device: DeviceOption = "auto",
    precision: Annotated[Precision, typer.Option(help="16 bits on CUDA only.")] = "float32",
    layer: LayerOption = None,
    download: Annotated[bool, typer.Option(help="Allow the encoder to be fetched from the hub.")] = False,
    estimator: Estimator = "bundled",
    threshold: Threshold = ImparaSettings().threshold,
    pipeline: Pipeline = "bundled",
    language: LanguageOption = DEFAULT_LANGUAGE,
    cache: CachePath = None,
    per_sentence: Annotated[bool, typer.Option(help="Add every sentence's counts and scores (JSON).")] = False,
    output: Output = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Score parallel files: one tokenised sentence a line, or M2."""
    from markscheme import api
    from markscheme.cli.judging import configured_judge
    from markscheme.cli.output import score_json, score_text
    from markscheme.cli.progress import progress_bar

    if not reference and metric != "impara":
        raise typer.BadParameter(f"{metric} needs references", param_hint="--reference")
    f_beta = 0.5 if beta is None else beta
    settings = ScoreSettings(
        metric,
        level,
        assumption,
        _factors(factors),
        vectors,
        UotSettings(mass=mass, cost=cost, beta=f_beta),
        CreditSettings(tau=tau, beta=f_beta),
        f_beta,
        weighting,
        ImparaSettings(estimator, threshold),
        ngrams=NgramSettings(gleu=gleu, beta=NgramSettings().beta if beta is None else beta),
    )
    if weighting is not None and metric not in ("cleme", "cleme2"):
        raise typer.BadParameter(f"{metric} does not weigh edits; cleme and cleme2 do", param_hint="--weighting")
    engine = engine_settings(
        EncoderSettings(encoder, pooling, device, precision, download, layer), pipeline, cache, language
    )
    with progress_bar() as progress:
        runs = api.score(
            _named(hypothesis),
            reference or (),
            source,
            accepted=accepted,
            settings=settings,
            engine=engine,
            judge=configured_judge(llm_endpoint, llm_model, yes, progress) if weighting == "llm" else None,
            progress=progress,
        )
    _write(output, score_json(runs, per_sentence) if form is Format.JSON else score_text(runs, _width()))


@impara_app.command("score")
def impara_score(
    hypothesis: Hypothesis,
    source: Source = None,
    estimator: Estimator = "bundled",
    threshold: Threshold = ImparaSettings().threshold,
    encoder: Encoder = "bundled",
    device: DeviceOption = "auto",
    cache: CachePath = None,
    per_sentence: Annotated[bool, typer.Option(help="Add every sentence's scores (JSON).")] = False,
    output: Output = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Score corrections against their source alone: the same as score --metric impara."""
    score(
        hypothesis,
        source=source,
        metric="impara",
        estimator=estimator,
        threshold=threshold,
        encoder=encoder,
        device=device,
        cache=cache,
        per_sentence=per_sentence,
        output=output,
        form=form,
    )


@app.command()
def review(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Documents, or folders of exercises.")],
    assumption: Annotated[Assumption | None, typer.Option(help="One reference a sentence, or any a chunk.")] = None,
    factors: Annotated[str | None, typer.Option(help=_FACTORS_HELP)] = None,
    tau: Annotated[float | None, typer.Option(help="Credit's tau.", min=1e-6, callback=finite)] = None,
    weighting: Annotated[Weighting | None, typer.Option(help="How much each edit counts.")] = None,
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

    given = attrs.astuple(_factors(factors)) if factors else None
    engine = engine_settings(EncoderSettings(encoder, device=device, layer=layer), pipeline, cache, language)
    with progress_bar() as progress:
        overrides = MarkingOverrides(assumption, given, tau, weighting=weighting, estimate=estimate)
        estimates = EstimateSettings(impara=ImparaSettings(estimator), margin=margin)
        find = partial(configured_judge, llm_endpoint, llm_model, yes, progress)
        # What is wrong with options is told before anything is marked; a variable may be for another day.
        judge = find() if weighting == "llm" or llm_endpoint or llm_model else find
        report = api.review(
            paths, overrides=overrides, estimates=estimates, engine=engine, judge=judge, progress=progress
        )
    colour = output is None and sys.stdout.isatty()
    _write(output, review_json(report) if form is Format.JSON else review_text(report, _width(), colour))
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


def _named(values: list[str]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for value in values:
        name, equals, file = value.partition("=")
        path = Path(file if equals else name)
        own = name if equals else path.stem
        if own in named:
            raise typer.BadParameter(f"two hypotheses are called {own!r}; write NAME=FILE", param_hint="--hypothesis")
        named[own] = path
    return named


def _factors(value: str) -> Factors:
    try:
        hit, wrong, under, over = (float(part) for part in value.split(","))
    except ValueError:
        raise typer.BadParameter("want four numbers: hit,wrong,under,over", param_hint="--factors") from None
    if not all(0 <= factor < math.inf for factor in (hit, wrong, under, over)):
        raise typer.BadParameter("want finite numbers of at least 0", param_hint="--factors")
    return Factors(hit, wrong, under, over)


def _write(output: Path | None, text: str) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    from markscheme.text.writing import write_whole

    write_whole(output, text.encode())


def _width() -> int:
    from shutil import get_terminal_size

    return max(get_terminal_size((CONSOLE_WIDTH, 24)).columns, 60)
