"""``score``: parallel files to scores, under any metric."""

from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.failures import complain
from markscheme.cli.options import (
    FACTORS_HELP,
    AssumptionOption,
    BetaOption,
    CachePath,
    ColumnOption,
    DeviceOption,
    Encoder,
    Estimator,
    Format,
    FormatOption,
    LayerOption,
    LlmEndpoint,
    LlmModel,
    Output,
    Pipeline,
    StatedLanguage,
    Threshold,
    Yes,
    engine_settings,
    finite,
    read_column_names,
    read_factors,
)
from markscheme.cli.output import console_width, write_output
from markscheme.encoders.settings import EncoderSettings, Pooling, Precision, Vectorisation
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.metrics.base import Level, Need
from markscheme.metrics.credit import CreditSettings
from markscheme.metrics.gleu import Counting
from markscheme.metrics.impara import ImparaSettings
from markscheme.metrics.registry import METRICS, metric_with, settings_of
from markscheme.metrics.uot_errant import Cost, Mass
from markscheme.metrics.weightings.weighting import WeightingName
from markscheme.registry import RegistryError


def metric_name(name: str) -> str:
    """Return the name; refuse one that no metric has, or whose package can't be used."""
    try:
        METRICS.get(name)
    except RegistryError as error:
        raise typer.BadParameter(str(error)) from error
    return name


MetricOption = Annotated[
    str, typer.Option(help="What to compute.", metavar=f"<{'|'.join(METRICS.built_in)}>", callback=metric_name)
]
Hypothesis = Annotated[list[str], typer.Option(help="NAME=FILE, or FILE; may be given again.")]
Source = Annotated[Path | None, typer.Option(help="The source file; M2 files and tables carry their own.")]


def score(
    hypothesis: Hypothesis,
    reference: Annotated[
        list[Path] | None, typer.Option(help="A reference file; may be given again. IMPARA needs none.")
    ] = None,
    source: Source = None,
    accepted: Annotated[Path | None, typer.Option(help="A file of accepted alternatives (accepted.m2).")] = None,
    column: ColumnOption = None,
    metric: MetricOption = "cleme2",
    level: Annotated[Level, typer.Option(help="Of summed counts, or the mean over sentences.")] = "corpus",
    assumption: AssumptionOption = "dependent",
    weighting: Annotated[
        WeightingName | None,
        typer.Option(help="CLEME, CLEME2.0: how much each edit counts.  [default: length for cleme]"),
    ] = None,
    llm_endpoint: LlmEndpoint = None,
    llm_model: LlmModel = None,
    yes: Yes = False,
    factors: Annotated[str, typer.Option(help=FACTORS_HELP)] = "0.50,0.40,0.05,0.05",
    beta: BetaOption = None,
    tau: Annotated[float, typer.Option(help="Credit's tau.", min=1e-6, callback=finite)] = CreditSettings().tau,
    ceiling: Annotated[
        float,
        typer.Option(
            help="Credit: most that two different corrections gain; review has 0.75.", min=0, max=1, callback=finite
        ),
    ] = CreditSettings().ceiling,
    vectors: Annotated[Vectorisation, typer.Option(help="Edit vectors by removing or by adding an edit.")] = "removing",
    mass: Annotated[Mass, typer.Option(help="UOT-ERRANT: an edit's mass.")] = "norm",
    cost: Annotated[Cost, typer.Option(help="UOT-ERRANT: the distance of two edits.")] = "euclidean",
    gleu: Annotated[Counting, typer.Option(help="GLEU: by its formula, or as the official script counts.")] = "formula",
    encoder: Encoder = "bundled",
    pooling: Annotated[Pooling, typer.Option(help="Of the encoder's token states.")] = "mean",
    device: DeviceOption = "auto",
    precision: Annotated[Precision, typer.Option(help="16 bits on CUDA only.")] = "float32",
    layer: LayerOption = None,
    download: Annotated[bool, typer.Option(help="Allow the encoder to be fetched from the hub.")] = False,
    estimator: Estimator = "bundled",
    threshold: Threshold = ImparaSettings().threshold,
    pipeline: Pipeline = "bundled",
    language: StatedLanguage = None,
    cache: CachePath = None,
    per_sentence: Annotated[bool, typer.Option(help="Add every sentence's counts and scores (JSON).")] = False,
    output: Output = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Score parallel files: one tokenised sentence a line, M2, or records (CSV, TSV, Excel, JSON lines)."""
    from markscheme import api
    from markscheme.cli.judging import configured_judge
    from markscheme.cli.progress import progress_bar
    from markscheme.cli.score_output import score_json, score_text

    kind = METRICS.get(metric)
    if weighting is not None and "weighting" not in settings_of(kind):
        raise typer.BadParameter(f"{metric} does not weigh edits; cleme and cleme2 do", param_hint="--weighting")
    chosen = metric_with(
        metric,
        {
            "level": level,
            "assumption": assumption,
            "factors": read_factors(factors),
            "weighting": weighting,
            "beta": beta,
            "tau": tau,
            "ceiling": ceiling,
            "vectorisation": vectors,
            "mass": mass,
            "cost": cost,
            "counting": gleu,
            "estimator": estimator,
            "threshold": threshold,
        },
    )
    if not reference and Need.REFERENCES in chosen.needs:
        raise typer.BadParameter(f"{metric} needs references", param_hint="--reference")
    engine = engine_settings(
        EncoderSettings(encoder, pooling, device, precision, download, layer),
        pipeline,
        cache,
        language or DEFAULT_LANGUAGE,
    )
    with progress_bar() as progress:
        runs = api.score(
            hypothesis_files(hypothesis),
            reference or (),
            source,
            metric=chosen,
            accepted=accepted,
            columns=read_column_names(column),
            engine=engine,
            judge=configured_judge(llm_endpoint, llm_model, yes, progress) if Need.JUDGE in chosen.needs else None,
            per_sentence=per_sentence,
            progress=progress,
            on_notice=complain if language is None else None,
        )
    text = score_json(runs) if form is Format.JSON else score_text(runs, console_width())
    write_output(output, text, form)


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


def hypothesis_files(values: list[str]) -> dict[str, Path]:
    """Return the files of ``NAME=FILE``, or of ``FILE`` with its stem for a name."""
    paths: dict[str, Path] = {}
    for value in values:
        before, equals, after = value.partition("=")
        path = Path(after if equals else before)
        name = before if equals else path.stem
        if name in paths:
            raise typer.BadParameter(f"two hypotheses are called {name!r}; write NAME=FILE", param_hint="--hypothesis")
        paths[name] = path
    return paths
