"""``compare``: several systems on one source and references, with intervals and p values."""

from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.commands.score import Source, hypothesis_files
from markscheme.cli.main import complain
from markscheme.cli.options import (
    METRIC_NAMES,
    Address,
    AssumptionOption,
    BetaOption,
    CachePath,
    CeilingOption,
    ColumnOption,
    ConfidenceOption,
    CostOption,
    DeviceOption,
    EncoderOption,
    EstimatorOption,
    FactorsOption,
    FloorOption,
    GleuOption,
    KeptOption,
    LayerOption,
    LevelOption,
    MassOption,
    On,
    Output,
    PipelineOption,
    RegularisationOption,
    RelaxationOption,
    Resume,
    SeedOption,
    SettingsOption,
    StatedLanguage,
    TauOption,
    ThresholdOption,
    VectorsOption,
    Workers,
    check_choice,
    engine_settings,
    journal_path,
    metric_from,
    placed_workers,
    read_column_names,
)
from markscheme.cli.output import check_outputs, console_width, write_laid_out
from markscheme.encoders.settings import EncoderSettings, Pooling, Precision
from markscheme.evaluation.comparison.marked_systems import EditLength
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.metrics.base import Need
from markscheme.metrics.weightings import WeightingName

ERRANT = "errant"


def compare(
    hypothesis: Annotated[list[str], typer.Option(help="A system: NAME=FILE, or FILE; give one for each system.")],
    reference: Annotated[list[Path], typer.Option(help="A reference file; may be given again.")],
    source: Source = None,
    column: ColumnOption = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(help="What to compute; may be given again.", show_default="errant", metavar=METRIC_NAMES),
    ] = None,
    settings: SettingsOption = None,
    level: LevelOption = None,
    mode: Annotated[
        str,
        typer.Option(
            help="ERRANT: dt detects tokens, ds detects spans, cs corrects spans, cse corrects spans with their types, "
            "type: the span and the type alone."
        ),
    ] = "cs",
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="<operation|category|type|PATTERN>",
            help="Add scores by error type; a pattern such as 'R:*' or '*:NOUN*' may be given again.",
        ),
    ] = None,
    cat: Annotated[
        int | None, typer.Option(min=1, max=3, help="The same by number: 1 operation, 2 category, 3 type.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="<TYPE|PATTERN>",
            help="Leave out edits of an error type, such as R:PUNCT, or of a pattern; may be given again "
            "(errant_compare's -filt).",
        ),
    ] = None,
    edits: Annotated[
        EditLength | None,
        typer.Option(help="Only edits of at most one token on each side, or only the others.", show_default="all"),
    ] = None,
    resamples: Annotated[int, typer.Option(min=1, help="Bootstrap resamples, and random swaps of a test.")] = 1000,
    confidence: ConfidenceOption = 0.95,
    seed: SeedOption = 1,
    assumption: AssumptionOption = None,
    weighting: Annotated[
        WeightingName | None,
        typer.Option(
            help="CLEME, CLEME2.0: how much each edit counts, but llm.", show_default="none; length for cleme"
        ),
    ] = None,
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
    per_sentence: Annotated[
        bool, typer.Option("--per-sentence", help="Add what each sentence of each system counts.")
    ] = False,
    figure: Annotated[
        Path | None,
        typer.Option(
            help="Also write the heat map of systems by error types: a .svg, .pdf or .png; with --by or --cat."
        ),
    ] = None,
    workers: Workers = None,
    on: On = "local",
    address: Address = None,
    resume: Resume = False,
    output: Output = None,
    form: Annotated[str, typer.Option("--format", help="text, json, csv, markdown, latex or html.")] = "text",
) -> None:
    """Compare systems: scores with bootstrap intervals, and whether they differ by more than chance.

    Files are read a block at a time, as in score; memory grows with the numbers that resampling needs of each sentence.
    """
    number = placed_workers(workers, on, address, work="markscheme.evaluation.comparison.marked_systems")

    from markscheme.api import research
    from markscheme.cli.output import progress_bar
    from markscheme.evaluation.comparison.marked_systems import TIERS
    from markscheme.reports.comparison import LAYOUTS, heat_map_figure
    from markscheme.resampling.draws import ResamplingSettings
    from markscheme.text.files import write_whole

    names = metric or [ERRANT]
    _check(form, mode, names, both=bool(by) and cat is not None)
    image = _figure_format(figure, grouped=bool(by) or cat is not None)
    given = {
        "level": level,
        "assumption": assumption,
        "weighting": weighting,
        "factors": factors,
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
    }
    metrics = [metric_from(name, given, settings) for name in dict.fromkeys(names)]
    if any(Need.JUDGE in chosen.needs for chosen in metrics):
        raise typer.BadParameter("edits that a language model weighs can't be compared", param_hint="--weighting")
    if not all(kind.strip() for kind in without or ()):
        raise typer.BadParameter("want an error type, such as R:PUNCT, or a pattern", param_hint="--without")
    if (without or edits) and not any(chosen.needs & {Need.EDITS, Need.CHUNKS} for chosen in metrics):
        raise typer.BadParameter(
            "no metric here works on edits, so none can be left out",
            param_hint="--without" if without else "--edits",
        )
    journal = journal_path(output) if resume else None
    hypotheses = hypothesis_files(hypothesis)
    check_outputs([output, figure, journal], [*hypotheses.values(), *reference, *filter(None, [source])])
    with progress_bar() as progress:
        result = research.compare(
            hypotheses,
            reference,
            source,
            metrics=metrics,
            settings=ResamplingSettings(resamples, seed, confidence),
            mode=mode,
            by=[TIERS[cat].name] if cat is not None else by or (),
            without=without or (),
            edits=edits.value if edits else None,
            per_sentence=per_sentence,
            columns=read_column_names(column),
            engine=engine_settings(
                EncoderSettings(encoder, pooling, device, precision, download, layer),
                pipeline,
                cache,
                language or DEFAULT_LANGUAGE,
            ),
            workers=number,
            on=on,
            address=address,
            journal=journal,
            progress=progress,
            on_notice=complain if language is None else None,
        )
    if figure is not None:
        write_whole(figure, heat_map_figure(result, image))
    layout = LAYOUTS.get(form)
    write_laid_out(layout, output, result, console_width())
    if journal is not None:
        journal.unlink(missing_ok=True)


def _check(form: str, mode: str, metrics: list[str], *, both: bool) -> None:
    """Refuse options that no layout or mode has, or that don't go together."""
    from markscheme.evaluation.comparison.marked_systems import CORRECTION, MODES
    from markscheme.reports.comparison import LAYOUTS

    check_choice(form, LAYOUTS.names, "--format")
    check_choice(mode, MODES, "--mode")
    if mode != CORRECTION.name and ERRANT not in metrics:
        raise typer.BadParameter(f"it is a mode of --metric {ERRANT}", param_hint="--mode")
    if both:
        raise typer.BadParameter("give --by or --cat, not both", param_hint="--cat")


def _figure_format(figure: Path | None, *, grouped: bool) -> str:
    """Return the format of the figure, by its name; refuse one that can't be drawn before anything is computed."""
    from markscheme.reports.comparison import FIGURE_FORMATS
    from markscheme.reports.figures import require_matplotlib

    if figure is None:
        return ""
    form = figure.suffix.lower().removeprefix(".")
    if form not in FIGURE_FORMATS:
        endings = ", ".join(f".{name}" for name in FIGURE_FORMATS)
        raise typer.BadParameter(f"{figure.name}: the name must end in one of {endings}", param_hint="--figure")
    if not grouped:
        raise typer.BadParameter("it shows scores by error type: give --by or --cat", param_hint="--figure")
    require_matplotlib()
    return form
