"""``score``, ``convert`` and ``impara``: parallel texts to scores, other formats, and a quality estimator."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from markscheme.cli.main import complain
from markscheme.cli.options import (
    METRIC_NAMES,
    AssumptionOption,
    CachePath,
    ColumnOption,
    DeviceOption,
    EncoderOption,
    EncoderOptions,
    EstimatorOptions,
    Format,
    FormatOption,
    JudgeOptions,
    LanguageOption,
    LevelOption,
    MetricOptions,
    Output,
    PipelineOption,
    SettingsOption,
    TextOptions,
    WorkOptions,
    engine_settings,
    has_setting,
    metric_from,
    metric_name,
    read_column_names,
    takes_request,
)
from markscheme.cli.output import check_outputs, console_width, write_output
from markscheme.documents.formats import FORMATS
from markscheme.inference.settings import EncoderSettings, EngineSettings
from markscheme.inference.supervision import SupervisionSettings, TrainingSettings
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.metrics.base import Metric, Need
from markscheme.metrics.weightings import WeightingName
from markscheme.progress import Progress
from markscheme.scoring.executor import Placement

if TYPE_CHECKING:
    from markscheme.api.inputs import Work

Hypothesis = Annotated[list[str], typer.Option(help="NAME=FILE, or FILE; may be given again.")]
Source = Annotated[Path | None, typer.Option(help="The source file; M2 files and tables carry their own.")]


@attrs.frozen
class ScoreOptions:
    """What a person asks of ``score``."""

    hypothesis: Hypothesis
    reference: Annotated[
        list[Path] | None, typer.Option(help="A reference file; may be given again. IMPARA needs none.")
    ] = None
    source: Source = None
    accepted: Annotated[Path | None, typer.Option(help="A file of accepted alternatives (accepted.m2).")] = None
    column: ColumnOption = None
    metric: Annotated[str, typer.Option(help="What to compute.", metavar=METRIC_NAMES, callback=metric_name)] = "cleme2"
    settings: SettingsOption = None
    level: LevelOption = None
    assumption: AssumptionOption = None
    weighting: Annotated[
        WeightingName | None,
        typer.Option(help="CLEME, CLEME2.0: how much each edit counts.", show_default="none; length for cleme"),
    ] = None
    judge: JudgeOptions = JudgeOptions()
    of_metric: MetricOptions = MetricOptions()
    encoder: EncoderOptions = EncoderOptions()
    estimate: EstimatorOptions = EstimatorOptions()
    texts: TextOptions = TextOptions()
    per_sentence: Annotated[bool, typer.Option(help="Add every sentence's counts and scores (JSON).")] = False
    sentence_scores: Annotated[
        Path | None,
        typer.Option(
            help="Write every sentence's counts and scores to this file as they come: .jsonl, .jsonl.gz, .jsonl.zst or "
            r".parquet (with markscheme\[parquet])."
        ),
    ] = None
    work: WorkOptions = WorkOptions()
    output: Output = None
    form: FormatOption = Format.TEXT

    def chosen_metric(self) -> Metric[Any]:
        """Return the metric; raise BadParameter for options that it has not, or without references that it needs."""
        if self.weighting is not None and not has_setting(self.metric, "weighting"):
            raise typer.BadParameter(
                f"{self.metric} does not weigh edits; cleme and cleme2 do", param_hint="--weighting"
            )
        given = {"level": self.level, "assumption": self.assumption, "weighting": self.weighting}
        given |= attrs.asdict(self.of_metric) | attrs.asdict(self.estimate)
        chosen = metric_from(self.metric, given, self.settings)
        if not self.reference and Need.REFERENCES in chosen.needs:
            raise typer.BadParameter(f"{self.metric} needs references", param_hint="--reference")
        return chosen


@takes_request
def score(options: ScoreOptions) -> None:
    """Files have one tokenised sentence a line, or are M2 or records (CSV, TSV, Excel, JSON lines). M2, lines and JSON
    lines, perhaps packed (.gz, .zst), and Parquet are read a block at a time: memory does not grow with them.
    """
    placement = options.work.placement("markscheme.scoring.scorer")

    from markscheme.api.corpus import Corpus
    from markscheme.cli.output import configured_judge, progress_bar
    from markscheme.reports.scores import score_json, score_text

    metric = options.chosen_metric()
    output, is_json = options.output, options.form is Format.JSON
    journal = options.work.journal(output or options.sentence_scores, "--output or --sentence-scores")
    corpus = Corpus.read(
        hypothesis_files(options.hypothesis),
        options.reference or (),
        options.source,
        columns=read_column_names(options.column),
        accepted=options.accepted,
    )
    check_outputs([output, options.sentence_scores, journal], corpus.paths)
    engine = options.texts.engine(options.encoder.settings)
    on_notice = complain if options.texts.language is None else None
    with progress_bar() as progress:
        asked, judge = options.judge, None
        if Need.JUDGE in metric.needs:
            judge = configured_judge(asked.llm_endpoint, asked.llm_model, asked.yes, progress)
        scores = corpus.score(
            metric,
            per_sentence=options.per_sentence and is_json,
            sentence_scores=options.sentence_scores,
            judge=judge,
            work=placed_work(placement, engine, journal, progress, on_notice),
        )
    runs = scores.runs
    write_output(output, score_json(runs) if is_json else score_text(runs, console_width()), options.form)
    if journal is not None:
        journal.unlink(missing_ok=True)


def placed_work(
    placement: Placement,
    engine: EngineSettings,
    journal: Path | None,
    progress: Progress,
    on_notice: Callable[[str], None] | None,
) -> "Work":
    from markscheme.api.inputs import Work

    return Work(engine, placement.workers, placement.on, placement.address, journal, progress, on_notice)


def hypothesis_files(values: Iterable[str]) -> dict[str, Path]:
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


_FORMATS = FORMATS.built_in_corpora


@attrs.frozen
class ConvertOptions:
    """What a person asks of ``convert``."""

    source: Annotated[Path, typer.Argument(metavar="IN", help="A document, or the folder of an exercise.")]
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write; STEM.src for a group of files.")]
    from_: Annotated[str | None, typer.Option("--from", help="IN's format, if its content does not say it.")] = None
    to: Annotated[
        str | None,
        typer.Option(help=f"{', '.join(_FORMATS[:-1])} or {_FORMATS[-1]}; else decided by the name."),
    ] = None
    column: ColumnOption = None
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False
    pipeline: PipelineOption = "bundled"
    language: LanguageOption = DEFAULT_LANGUAGE
    cache: CachePath = None


@takes_request
def convert(options: ConvertOptions) -> None:
    from markscheme.api.research import convert as convert_file
    from markscheme.cli.output import progress_bar

    engine = engine_settings(EncoderSettings(), options.pipeline, options.cache, options.language)
    with progress_bar() as progress:
        conversion = convert_file(
            options.source,
            options.target,
            read_as=options.from_,
            write_as=options.to,
            columns=read_column_names(options.column),
            overwrite=options.force,
            engine=engine,
            progress=progress,
        )
    for path in conversion.files:
        typer.echo(path)
    for loss in conversion.losses:
        complain(f"lost in {conversion.format}: {loss}")


_DEFAULTS = TrainingSettings()


@attrs.frozen
class DataOptions:
    """What a person asks of ``impara build-data``."""

    source: Annotated[Path, typer.Argument(help="Learners' sentences: one tokenised sentence a line.")]
    target: Annotated[Path, typer.Argument(help="Their corrections, in the same lines.")]
    output: Annotated[Path, typer.Argument(help="The supervision data to write (JSON lines).")]
    most: Annotated[int, typer.Option(help="Maximum instances of a sentence pair.", min=1)] = SupervisionSettings().most
    seed: Annotated[int, typer.Option(help="Seed of the random subsets of edits.")] = SupervisionSettings().seed
    encoder: EncoderOption = "bundled"
    device: DeviceOption = "auto"
    pipeline: PipelineOption = "bundled"
    language: LanguageOption = DEFAULT_LANGUAGE
    cache: CachePath = None


@takes_request
def build_data(options: DataOptions) -> None:
    from markscheme.api import research
    from markscheme.cli.output import progress_bar

    encoder = EncoderSettings(options.encoder, device=options.device)
    with progress_bar() as progress:
        count = research.build_supervision(
            options.source,
            options.target,
            options.output,
            settings=SupervisionSettings(options.most, options.seed),
            engine=engine_settings(encoder, options.pipeline, options.cache, options.language),
            progress=progress,
        )
    typer.echo(f"{options.output}: {count} instances")


@attrs.frozen
class TrainOptions:
    """What a person asks of ``impara train``."""

    data: Annotated[Path, typer.Argument(help="Supervision data, made by build-data.")]
    folder: Annotated[Path, typer.Argument(help="The estimator's folder; an interrupted run in it continues.")]
    instances: Annotated[int | None, typer.Option(help="Number of instances, drawn at random; 0 for all.", min=0)] = (
        _DEFAULTS.instances
    )
    epochs: Annotated[int, typer.Option(help="Maximum number of epochs; the best is kept.", min=1)] = _DEFAULTS.epochs
    batch: Annotated[int, typer.Option(help="Instances a step.", min=1)] = _DEFAULTS.batch
    learning_rate: Annotated[float, typer.Option(help="AdamW's learning rate; about 1e-3 for an adapter.", min=0.0)] = (
        _DEFAULTS.learning_rate
    )
    rank: Annotated[
        int, typer.Option("--adapter", help="Train an adapter of this rank; 0: the whole encoder.", min=0)
    ] = _DEFAULTS.rank
    seed: Annotated[int, typer.Option(help="Seed of all random choices.")] = _DEFAULTS.seed
    checkpoint_every: Annotated[int, typer.Option(help="Steps between checkpoints.", min=1)] = (
        _DEFAULTS.checkpoint_every
    )
    encoder: EncoderOption = "bundled"
    device: DeviceOption = "auto"

    @property
    def settings(self) -> TrainingSettings:
        return TrainingSettings(
            EncoderSettings(self.encoder, pooling="cls", device=self.device),
            self.instances or None,
            self.epochs,
            self.batch,
            self.learning_rate,
            self.rank,
            self.seed,
            self.checkpoint_every,
        )


@takes_request
def train(options: TrainOptions) -> None:
    from markscheme.api import research
    from markscheme.cli.output import progress_bar

    folder = options.folder
    with progress_bar() as progress:
        done = research.train_estimator(options.data, folder, settings=options.settings, progress=progress)
    typer.echo(f"{folder}: best epoch {done.figures['epoch']:g}")
    for part in ("validation", "test"):
        typer.echo(f"{part}: {100 * done.figures[f'{part}_accuracy']:.1f} % of pairs ordered rightly")
