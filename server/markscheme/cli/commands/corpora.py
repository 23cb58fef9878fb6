"""``score``, ``convert`` and ``impara``: parallel texts to scores, other formats, and a quality estimator."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import attrs
import typer

from markscheme.api.arguments import DEFAULT_METRIC, fitting
from markscheme.cli.app import INPUT
from markscheme.cli.options import (
    FACTORS_HELP,
    METRIC,
    OUTPUT,
    AssumptionOption,
    CachePath,
    Choices,
    ColumnOption,
    DeviceOption,
    EncoderOption,
    EngineOptions,
    JudgeChoice,
    LanguageOption,
    LevelOption,
    Output,
    PipelineOption,
    SetOption,
    StatedLanguage,
    StrictOption,
    TableForm,
    TypesOption,
    WorkOptions,
    YesOption,
    chosen_format,
    engine_settings,
    metric_option,
    read_column_names,
    read_factors,
    takes_request,
)
from markscheme.cli.output import check_outputs, write_report
from markscheme.cli.terminal import complain
from markscheme.documents.formats import FORMATS
from markscheme.inference.settings import EncoderSettings, EngineSettings
from markscheme.inference.supervision import SupervisionSettings, TrainingSettings
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.metrics.base import METRICS, Metric, Need
from markscheme.metrics.settings import fields_of
from markscheme.metrics.weightings import WeightingName
from markscheme.progress import Progress
from markscheme.scoring.executor import Placement
from markscheme.wording import counted

if TYPE_CHECKING:
    from markscheme.api.inputs import Work
    from markscheme.documents.corpus import Faults

PARTS: Final = {"encoder": EncoderSettings, "judge": JudgeChoice}
"""What ``--set`` says beside metrics."""


@attrs.frozen
class CorpusOptions:
    """A corpus's files."""

    panel: ClassVar[str] = INPUT

    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=]FILE...", help="Systems' corrections; 'sys/*.txt': all that fit."),
    ] = None
    hypothesis: Annotated[list[str] | None, typer.Option(metavar="NAME=FILE", help="The same; repeat it for more.")] = (
        None
    )
    reference: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A reference, or 'ref*.txt'; repeat it. IMPARA needs none."),
    ] = None
    source: Annotated[Path | None, typer.Option(metavar="FILE", help="The source; M2 and tables carry their own.")] = (
        None
    )
    column: ColumnOption = None
    strict: StrictOption = False
    language: StatedLanguage = None

    @property
    def systems(self) -> dict[str, Path]:
        return hypothesis_files([*(self.files or ()), *(self.hypothesis or ())])

    @property
    def on_notice(self) -> Callable[[str], None] | None:
        return complain if self.language is None else None


@attrs.frozen
class ScoreOptions:
    """What a person asks of ``score``."""

    corpus: CorpusOptions
    accepted: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Accepted alternatives (accepted.m2).", rich_help_panel=INPUT)
    ] = None
    metric: Annotated[list[str] | None, metric_option(DEFAULT_METRIC)] = None
    level: LevelOption = None
    assumption: AssumptionOption = None
    weighting: Annotated[
        WeightingName | None,
        typer.Option(
            metavar="NAME",
            help="CLEME, CLEME2.0: none, length, similarity, vector or llm.",
            rich_help_panel=METRIC,
        ),
    ] = None
    factors: Annotated[str | None, typer.Option(metavar="A,B,C,D", help=FACTORS_HELP, rich_help_panel=METRIC)] = None
    tags: TypesOption = "own"
    choices: SetOption = None
    form: TableForm = None
    output: Output = None
    per_sentence: Annotated[
        bool,
        typer.Option("--per-sentence", help="Add each sentence's counts and scores (JSON).", rich_help_panel=OUTPUT),
    ] = False
    sentence_scores: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=r"Write them as they come: .jsonl, .csv, .tsv (+ .gz, .zst); .parquet with markscheme\[parquet].",
            rich_help_panel=OUTPUT,
        ),
    ] = None
    models: EngineOptions = EngineOptions()
    yes: YesOption = False
    work: WorkOptions = WorkOptions()

    def metrics(self, choices: Choices) -> list[Metric[Any]]:
        """Return the metrics; raise BadParameter for options that none has, or without references that one needs."""
        names = self.metric or [DEFAULT_METRIC]
        given: dict[str, Any] = {"level": self.level, "assumption": self.assumption, "weighting": self.weighting}
        given["factors"] = None if self.factors is None else read_factors(self.factors)
        check_metric_options(names, given)
        metrics = [choices.metrics.metric(name, given) for name in names]
        for chosen in metrics:
            if not self.corpus.reference and Need.REFERENCES in chosen.needs:
                raise typer.BadParameter(f"{chosen.name} needs references", param_hint="--reference")
        if self.sentence_scores is not None and len(metrics) > 1:
            raise typer.BadParameter("the file has one metric's scores: name one", param_hint="--sentence-scores")
        return metrics


def check_metric_options(names: Sequence[str], given: dict[str, Any]) -> None:
    """Refuse an option that no metric has; one that some have is those metrics'."""
    for key, value in given.items():
        if value is not None and not any(key in fields_of(METRICS.get(name)) for name in names):
            having = [name for name in METRICS.built_in if key in fields_of(METRICS.get(name))]
            raise typer.BadParameter(
                f"{', '.join(names)} has no {key}; {' and '.join(having)} have it", param_hint=f"--{key}"
            )


@takes_request
def score(options: ScoreOptions) -> None:
    """Files have a tokenised sentence a line, or are M2, documents with corrections, or tables."""
    systems = options.corpus.systems
    placement = options.work.placement("markscheme.scoring.scorer")

    from markscheme.api.corpus import Corpus
    from markscheme.cli.output import configured_judge, progress_bar
    from markscheme.reports.score_tables import PaperTable
    from markscheme.reports.scores import LAYOUTS

    choices = Choices.read(options.choices, {**PARTS, "table": PaperTable}, options.metric or [DEFAULT_METRIC])
    metrics = options.metrics(choices)
    output = options.output
    journal = options.work.journal(output or options.sentence_scores, "--output or --sentence-scores")
    corpus = Corpus.read(
        systems,
        options.corpus.reference or (),
        options.corpus.source,
        columns=read_column_names(options.corpus.column),
        accepted=options.accepted,
        strict=options.corpus.strict,
    )
    check_outputs([output, options.sentence_scores, journal], corpus.paths)
    form = chosen_format(options.form, output, LAYOUTS)
    if options.per_sentence and form != "json":
        raise typer.BadParameter(
            f"{form} has no place for them: --format json has, or --sentence-scores FILE", param_hint="--per-sentence"
        )
    engine = options.models.settings_for(options.corpus.language, choices)
    with progress_bar() as progress:
        judge = None
        if any(Need.JUDGE in chosen.needs for chosen in metrics):
            judge = configured_judge(choices.part("judge", JudgeChoice()), options.yes, progress)
        scores = corpus.score(
            metrics,
            per_sentence=options.per_sentence,
            sentence_scores=options.sentence_scores,
            tags=options.tags,
            judge=judge,
            work=placed_work(placement, engine, journal, progress, options.corpus.on_notice),
        )
    write_report(LAYOUTS[form], output, scores.runs, choices.part("table", PaperTable()))
    list_faults(scores.faults, metrics)
    if journal is not None:
        journal.unlink(missing_ok=True)


def list_faults(faults: "Faults", metrics: Sequence[Metric[Any]]) -> None:
    """Print the first faults of files on standard error, what became of their sentences, and how many there are."""
    counting = ", ".join(dict.fromkeys(metric.name for metric in metrics if metric.counts_lines))
    for fault in faults.first:
        is_counted = fault.is_countable and counting
        complain(f"note: {fault}: {f'counted by {counting} as it stands' if is_counted else fault.outcome}")
    if faults:
        more = f", of which the first {len(faults.first)} are listed" if faults.count > len(faults.first) else ""
        [part, *others] = dict.fromkeys(fault.part for fault in faults.first)
        places = counted(faults.count, "place" if others else part)
        complain(f"note: {places} with such a line{more}; --strict refuses the file")


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
    """Return the files of ``NAME=FILE``, or of ``FILE`` or a pattern of files with their stems for names."""
    paths: dict[str, Path] = {}
    for value in values:
        before, equals, after = value.partition("=")
        given = after if equals else before
        found = fitting(given)
        if equals and len(found) > 1:
            problem = f"{len(found)} files fit {given!r}, which has one name"
            raise typer.BadParameter(problem, param_hint="--hypothesis")
        for path in found:
            name = before if equals else path.stem
            if not name.strip():
                raise typer.BadParameter(f"{value!r} has no name; write NAME=FILE", param_hint="--hypothesis")
            if name in paths:
                problem = f"two hypotheses are called {name!r}, {paths[name]} and {path}; write NAME=FILE"
                raise typer.BadParameter(problem, param_hint="--hypothesis")
            paths[name] = path
    if not paths:
        raise typer.BadParameter("no system: name its file, as FILE or NAME=FILE", param_hint="--hypothesis")
    return paths


_FORMATS = FORMATS.built_in_corpora


@attrs.frozen
class ConvertOptions:
    """What a person asks of ``convert``."""

    source: Annotated[Path, typer.Argument(metavar="IN", help="A document, or a folder with lines: a.src, a.ref.kim.")]
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write; STEM.src for a group of files.")]
    from_: Annotated[str | None, typer.Option("--from", help="IN's format, if its content does not say it.")] = None
    to: Annotated[
        str | None,
        typer.Option(help=f"{', '.join(_FORMATS[:-1])} or {_FORMATS[-1]}; else decided by the name."),
    ] = None
    column: ColumnOption = None
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False
    strict: StrictOption = False
    pipeline: PipelineOption = "bundled"
    language: LanguageOption = DEFAULT_LANGUAGE
    cache: CachePath = None


@takes_request
def convert(options: ConvertOptions) -> None:
    from markscheme.api.inputs import Work
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
            strict=options.strict,
            work=Work(engine, progress=progress),
        )
    for path in conversion.files:
        typer.echo(path)
    for loss in conversion.losses:
        complain(f"lost in {conversion.format}: {loss}")
    list_faults(conversion.faults, ())


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
    from markscheme.api.inputs import Work
    from markscheme.cli.output import progress_bar

    encoder = EncoderSettings(options.encoder, device=options.device)
    with progress_bar() as progress:
        count = research.build_supervision(
            options.source,
            options.target,
            options.output,
            settings=SupervisionSettings(options.most, options.seed),
            work=Work(engine_settings(encoder, options.pipeline, options.cache, options.language), progress=progress),
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
    from markscheme.api.inputs import Work
    from markscheme.cli.output import progress_bar

    folder = options.folder
    with progress_bar() as progress:
        done = research.train_estimator(options.data, folder, settings=options.settings, work=Work(progress=progress))
    typer.echo(f"{folder}: best epoch {done.figures['epoch']:g}")
    for part in ("validation", "test"):
        typer.echo(f"{part}: {100 * done.figures[f'{part}_accuracy']:.1f} % of pairs ordered rightly")
