"""``score``: parallel files to scores, under any metric."""

from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.main import complain
from markscheme.cli.options import (
    METRIC_NAMES,
    Address,
    AssumptionOption,
    BetaOption,
    CachePath,
    CeilingOption,
    ColumnOption,
    CostOption,
    DeviceOption,
    EncoderOption,
    EstimatorOption,
    FactorsOption,
    FloorOption,
    Format,
    FormatOption,
    GleuOption,
    KeptOption,
    LayerOption,
    LevelOption,
    LlmEndpoint,
    LlmModel,
    MassOption,
    On,
    Output,
    PipelineOption,
    RegularisationOption,
    RelaxationOption,
    Resume,
    SentenceScores,
    SettingsOption,
    StatedLanguage,
    TauOption,
    ThresholdOption,
    VectorsOption,
    WeightingOption,
    Workers,
    Yes,
    engine_settings,
    has_setting,
    journal_path,
    metric_from,
    metric_name,
    placed_workers,
    read_column_names,
)
from markscheme.cli.output import check_outputs, console_width, write_output
from markscheme.encoders.settings import EncoderSettings, Pooling, Precision
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.metrics.base import Need

MetricOption = Annotated[str, typer.Option(help="What to compute.", metavar=METRIC_NAMES, callback=metric_name)]
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
    settings: SettingsOption = None,
    level: LevelOption = None,
    assumption: AssumptionOption = None,
    weighting: WeightingOption = None,
    llm_endpoint: LlmEndpoint = None,
    llm_model: LlmModel = None,
    yes: Yes = False,
    factors: FactorsOption = None,
    beta: BetaOption = None,
    tau: TauOption = None,
    floor: FloorOption = None,
    ceiling: CeilingOption = None,
    kept: KeptOption = None,
    vectors: VectorsOption = None,
    mass: MassOption = None,
    cost: CostOption = None,
    regularisation: RegularisationOption = None,
    relaxation: RelaxationOption = None,
    gleu: GleuOption = None,
    encoder: EncoderOption = "bundled",
    pooling: Annotated[Pooling, typer.Option(help="Of the encoder's token states.")] = "mean",
    device: DeviceOption = "auto",
    precision: Annotated[Precision, typer.Option(help="16 bits on CUDA only.")] = "float32",
    layer: LayerOption = None,
    download: Annotated[bool, typer.Option(help="Allow the encoder to be fetched from the hub.")] = False,
    estimator: EstimatorOption = None,
    threshold: ThresholdOption = None,
    pipeline: PipelineOption = "bundled",
    language: StatedLanguage = None,
    cache: CachePath = None,
    per_sentence: Annotated[bool, typer.Option(help="Add every sentence's counts and scores (JSON).")] = False,
    sentence_scores: SentenceScores = None,
    workers: Workers = None,
    on: On = "local",
    address: Address = None,
    resume: Resume = False,
    output: Output = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Score parallel files: one tokenised sentence a line, M2, or records (CSV, TSV, Excel, JSON lines).

    M2, lines and JSON lines, perhaps packed (.gz, .zst), and Parquet are read a block at a time: memory does not grow
    with them.
    """
    number = placed_workers(workers, on, address, work="markscheme.scoring.blocks")

    from markscheme.api import scoring
    from markscheme.cli.output import configured_judge, progress_bar
    from markscheme.reports.scores import score_json, score_text

    if weighting is not None and not has_setting(metric, "weighting"):
        raise typer.BadParameter(f"{metric} does not weigh edits; cleme and cleme2 do", param_hint="--weighting")
    chosen = metric_from(
        metric,
        {
            "level": level,
            "assumption": assumption,
            "factors": factors,
            "weighting": weighting,
            "beta": beta,
            "tau": tau,
            "floor": floor,
            "ceiling": ceiling,
            "kept": kept,
            "vectorisation": vectors,
            "mass": mass,
            "cost": cost,
            "regularisation": regularisation,
            "relaxation": relaxation,
            "counting": gleu,
            "estimator": estimator,
            "threshold": threshold,
        },
        settings,
    )
    if not reference and Need.REFERENCES in chosen.needs:
        raise typer.BadParameter(f"{metric} needs references", param_hint="--reference")
    engine = engine_settings(
        EncoderSettings(encoder, pooling, device, precision, download, layer),
        pipeline,
        cache,
        language or DEFAULT_LANGUAGE,
    )
    journal = journal_path(output or sentence_scores, "--output or --sentence-scores") if resume else None
    hypotheses = hypothesis_files(hypothesis)
    inputs = [*hypotheses.values(), *(reference or ()), *filter(None, [source, accepted])]
    check_outputs([output, sentence_scores, journal], inputs)
    with progress_bar() as progress:
        runs = scoring.score(
            hypotheses,
            reference or (),
            source,
            metric=chosen,
            accepted=accepted,
            columns=read_column_names(column),
            engine=engine,
            judge=configured_judge(llm_endpoint, llm_model, yes, progress) if Need.JUDGE in chosen.needs else None,
            per_sentence=per_sentence and form is Format.JSON,
            sentence_scores=sentence_scores,
            workers=number,
            on=on,
            address=address,
            journal=journal,
            progress=progress,
            on_notice=complain if language is None else None,
        )
    text = score_json(runs) if form is Format.JSON else score_text(runs, console_width())
    write_output(output, text, form)
    if journal is not None:
        journal.unlink(missing_ok=True)


def impara_score(
    hypothesis: Hypothesis,
    source: Source = None,
    estimator: EstimatorOption = None,
    threshold: ThresholdOption = None,
    encoder: EncoderOption = "bundled",
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
        if not name.strip():
            raise typer.BadParameter(f"{value!r} has no name; write NAME=FILE", param_hint="--hypothesis")
        if name in paths:
            raise typer.BadParameter(f"two hypotheses are called {name!r}; write NAME=FILE", param_hint="--hypothesis")
        paths[name] = path
    return paths
