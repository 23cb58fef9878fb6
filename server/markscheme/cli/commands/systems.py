"""``compare``, ``evaluate`` and ``tune``: systems beside each other, and metrics beside people."""

import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from markscheme.cli.commands.corpora import Source, hypothesis_files, placed_work
from markscheme.cli.main import complain
from markscheme.cli.options import (
    METRIC_NAMES,
    AssumptionOption,
    ColumnOption,
    ConfidenceOption,
    DrawOptions,
    EncoderOptions,
    EngineOptions,
    EstimatorOptions,
    LevelOption,
    MetricOptions,
    Output,
    SeedOption,
    SettingsOption,
    TextOptions,
    WorkOptions,
    check_choice,
    file_settings,
    metric_from,
    read_column_names,
    takes_request,
)
from markscheme.cli.output import check_outputs, chosen_layout, console_width, write_report
from markscheme.metrics.base import Metric, Need
from markscheme.metrics.weightings import WeightingName
from markscheme.research.measures import EditLength

if TYPE_CHECKING:
    from markscheme.research.meta_evaluation import EvaluationSettings

ERRANT = "errant"
TIER_NAMES = ("operation", "category", "type")


@attrs.frozen
class CompareOptions:
    """What a person asks of ``compare``."""

    hypothesis: Annotated[list[str], typer.Option(help="A system: NAME=FILE, or FILE; give one for each system.")]
    reference: Annotated[list[Path], typer.Option(help="A reference file; may be given again.")]
    source: Source = None
    column: ColumnOption = None
    metric: Annotated[
        list[str] | None,
        typer.Option(help="What to compute; may be given again.", show_default="errant", metavar=METRIC_NAMES),
    ] = None
    settings: SettingsOption = None
    level: LevelOption = None
    mode: Annotated[
        str,
        typer.Option(
            help="ERRANT: dt detects tokens, ds detects spans, cs corrects spans, cse corrects spans with their types, "
            "type: the span and the type alone."
        ),
    ] = "cs"
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="<operation|category|type|PATTERN>",
            help="Add scores by error type; a pattern such as 'R:*' or '*:NOUN*' may be given again.",
        ),
    ] = None
    cat: Annotated[
        int | None, typer.Option(min=1, max=3, help="The same by number: 1 operation, 2 category, 3 type.")
    ] = None
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="<TYPE|PATTERN>",
            help="Leave out edits of an error type, such as R:PUNCT, or of a pattern; may be given again "
            "(errant_compare's -filt).",
        ),
    ] = None
    edits: Annotated[
        EditLength | None,
        typer.Option(help="Only edits of at most one token on each side, or only the others.", show_default="all"),
    ] = None
    resamples: Annotated[int, typer.Option(min=1, help="Bootstrap resamples, and random swaps of a test.")] = 1000
    confidence: ConfidenceOption = 0.95
    seed: SeedOption = 1
    assumption: AssumptionOption = None
    weighting: Annotated[
        WeightingName | None,
        typer.Option(
            help="CLEME, CLEME2.0: how much each edit counts, but llm.", show_default="none; length for cleme"
        ),
    ] = None
    of_metric: MetricOptions = MetricOptions()
    encoder: EncoderOptions = EncoderOptions()
    estimate: EstimatorOptions = EstimatorOptions()
    texts: TextOptions = TextOptions()
    per_sentence: Annotated[
        bool, typer.Option("--per-sentence", help="Add what each sentence of each system counts.")
    ] = False
    figure: Annotated[
        Path | None,
        typer.Option(
            help="Also write the heat map of systems by error types: a .svg, .pdf or .png; with --by or --cat."
        ),
    ] = None
    work: WorkOptions = WorkOptions()
    output: Output = None
    form: Annotated[str, typer.Option("--format", help="text, json, csv, tsv, md, latex or html.")] = "text"

    def check(self) -> None:
        """Raise BadParameter for options that don't go together."""
        from markscheme.research.measures import CORRECTION, MODES

        check_choice(self.mode, MODES, "--mode")
        if self.mode != CORRECTION.name and ERRANT not in (self.metric or [ERRANT]):
            raise typer.BadParameter(f"it is a mode of --metric {ERRANT}", param_hint="--mode")
        if self.by and self.cat is not None:
            raise typer.BadParameter("give --by or --cat, not both", param_hint="--cat")

    @property
    def grouping(self) -> Sequence[str]:
        return self.by or () if self.cat is None else TIER_NAMES[self.cat - 1 : self.cat]

    def metrics(self) -> list[Metric[Any]]:
        """Return the metrics; raise BadParameter for options that they have not."""
        names = self.metric or [ERRANT]
        given = {"level": self.level, "assumption": self.assumption, "weighting": self.weighting}
        given |= attrs.asdict(self.of_metric) | attrs.asdict(self.estimate)
        metrics = [metric_from(name, given, self.settings) for name in dict.fromkeys(names)]
        if any(Need.JUDGE in chosen.needs for chosen in metrics):
            raise typer.BadParameter("edits that a language model weighs can't be compared", param_hint="--weighting")
        if not all(kind.strip() for kind in self.without or ()):
            raise typer.BadParameter("want an error type, such as R:PUNCT, or a pattern", param_hint="--without")
        if (self.without or self.edits) and not any(chosen.needs & {Need.EDITS, Need.CHUNKS} for chosen in metrics):
            raise typer.BadParameter(
                "no metric here works on edits, so none can be left out",
                param_hint="--without" if self.without else "--edits",
            )
        return metrics

    def figure_format(self) -> str:
        """Return the format of the figure, by its name; refuse one that can't be drawn before anything is computed."""
        from markscheme.reports.comparison import FIGURE_FORMATS
        from markscheme.reports.figures import require_matplotlib

        if self.figure is None:
            return ""
        form = self.figure.suffix.lower().removeprefix(".")
        if form not in FIGURE_FORMATS:
            endings = ", ".join(f".{name}" for name in FIGURE_FORMATS)
            raise typer.BadParameter(
                f"{self.figure.name}: the name must end in one of {endings}", param_hint="--figure"
            )
        if not self.by and self.cat is None:
            raise typer.BadParameter("it shows scores by error type: give --by or --cat", param_hint="--figure")
        require_matplotlib()
        return form


@takes_request
def compare(options: CompareOptions) -> None:
    """Files are as in score; memory grows with the numbers that resampling needs of each sentence."""
    placement = options.work.placement("markscheme.research.measures")

    from markscheme.api.corpus import Corpus
    from markscheme.cli.output import progress_bar
    from markscheme.documents.files import write_all
    from markscheme.reports.comparison import LAYOUTS, heat_map_figure
    from markscheme.reports.score_tables import TableChoice

    layout = chosen_layout(LAYOUTS, options.form)
    options.check()
    metrics, image = options.metrics(), options.figure_format()
    journal = options.work.journal(options.output)
    columns = read_column_names(options.column)
    corpus = Corpus.read(hypothesis_files(options.hypothesis), options.reference, options.source, columns=columns)
    check_outputs([options.output, options.figure, journal], corpus.paths)
    engine = options.texts.engine(options.encoder.settings)
    with progress_bar() as progress:
        on_notice = complain if options.texts.language is None else None
        result = corpus.compare(
            metrics,
            resamples=options.resamples,
            confidence=options.confidence,
            seed=options.seed,
            mode=options.mode,
            by=options.grouping,
            without=options.without or (),
            edits=options.edits,
            per_sentence=options.per_sentence,
            work=placed_work(placement, engine, journal, progress, on_notice),
        ).result
    if options.figure is not None:
        write_all({options.figure: heat_map_figure(result, image)})
    write_report(layout, options.output, result, TableChoice())
    if journal is not None:
        journal.unlink(missing_ok=True)


DEFAULT_METRICS = ("errant", "cleme2", "uot-errant", "credit", "gleu", "green", "pt-errant")
"""The metrics that compare with references, but CLEME, from which CLEME2.0 derives."""


@attrs.frozen
class BenchmarkOptions:
    """A public benchmark's files, and the sets of references that take part."""

    data: Annotated[Path, typer.Option(help="The benchmark's folder, as its authors publish it.")]
    references: Annotated[
        Path | None,
        typer.Option(help="The folder with conll14 and sn8gec.", show_default="the folder that holds --data"),
    ] = None
    reference_set: Annotated[
        list[str] | None,
        typer.Option(help="official, expert-minimal, ...; repeat the option for several.", show_default="all at hand"),
    ] = None


BenchmarkName = Annotated[
    str,
    typer.Argument(
        metavar="BENCHMARK",
        help="seeda, seeda-all (systems scored on all 1,312 sentences, of which 391 are judged) or gjg15.",
    ),
]


@attrs.frozen
class MetaOptions:
    """What a person asks of ``meta``."""

    name: BenchmarkName

    benchmark: BenchmarkOptions
    systems: Annotated[
        list[str] | None,
        typer.Option(
            help="base, base-input, base-machines, fluency or all; gjg15: all or systems. Repeat the option for "
            "several.",
            show_default="as in papers",
        ),
    ] = None
    metric: Annotated[
        list[str] | None, typer.Option(help="Repeat the option for several.", show_default=", ".join(DEFAULT_METRICS))
    ] = None
    metric_settings: SettingsOption = None
    aggregation: Annotated[
        str, typer.Option(help="mean, corpus, expected-wins or trueskill: from sentences' scores to systems'.")
    ] = "trueskill"
    people: Annotated[
        list[str] | None,
        typer.Option(
            help="People's scores of systems: trueskill or expected-wins; repeat the option for both.",
            show_default="as in papers: trueskill; gjg15: both",
        ),
    ] = None
    score: Annotated[
        str | None,
        typer.Option(
            help="The score that ranks: f, precision, recall; score, hit, wrong, under, over.",
            show_default="the main one",
        ),
    ] = None
    unchanged_references: Annotated[
        bool, typer.Option(help="Whether a reference that leaves a sentence as it is counts there.")
    ] = True
    reference_edits: Annotated[
        str, typer.Option(help="extracted or stated: ERRANT's edits of references, or those that their file states.")
    ] = "extracted"
    ties: Annotated[
        str, typer.Option(help="What a metric's tie of two sentences means: disagree, first-loses or leave-out.")
    ] = "disagree"
    resamples: Annotated[int, typer.Option(min=0, help="Samples for intervals; 0 for no intervals.")] = 200
    draws: DrawOptions = DrawOptions()
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="systems, intervals, sentences, differences, windows, pairs, people or times; repeat the option "
            "for several.",
            show_default="all but windows, pairs and people, which JSON has too",
        ),
    ] = None
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Write figures to this folder, as PNG and SVG: systems' scores, agreement by pairs of systems, "
            "windows, times. Needs matplotlib."
        ),
    ] = None
    times: Annotated[
        int,
        typer.Option(min=0, help="Sentences to measure each metric's time on, with an empty cache; 0: no times."),
    ] = 0
    engine: EngineOptions = EngineOptions()
    output: Output = None
    form: Annotated[str, typer.Option("--format", help="text, json, csv, tsv, md, latex or html.")] = "text"

    @property
    def metrics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.metric or DEFAULT_METRICS))

    def check(self) -> None:
        """Raise BadParameter for a name that stands for nothing."""
        from markscheme.metrics.base import METRICS
        from markscheme.reports.evaluation import LAYOUTS, TABLES
        from markscheme.research.judgements import BENCHMARKS
        from markscheme.research.meta_evaluation import TIE_POLICIES
        from markscheme.research.ranking import AGGREGATIONS, REFERENCE_EDITS

        _check(BENCHMARKS.names, [self.name], "BENCHMARK")
        _check(AGGREGATIONS.names, [self.aggregation], "--aggregation")
        _check(AGGREGATIONS.names, self.people or (), "--people")
        _check(TIE_POLICIES.names, [self.ties], "--ties")
        _check(LAYOUTS, [self.form], "--format")
        _check(METRICS.names, self.metrics, "--metric")
        _check(TABLES.names, self.table or (), "--table")
        _check(REFERENCE_EDITS, [self.reference_edits], "--reference-edits")

    @property
    def settings(self) -> "EvaluationSettings":
        from markscheme.research.meta_evaluation import EvaluationSettings
        from markscheme.research.ranking import REFERENCE_EDITS, ScoringSettings

        return EvaluationSettings(
            self.aggregation,
            self.people or (),
            self.ties,
            tuple(self.benchmark.reference_set or ()),
            tuple(self.systems or ()),
            resampling=self.draws.settings(self.resamples),
            timed_sentences=self.times,
            scoring=ScoringSettings(self.score, self.unchanged_references, REFERENCE_EDITS[self.reference_edits]),
        )


@takes_request
def meta(options: MetaOptions) -> None:
    from markscheme.api import research
    from markscheme.api.inputs import Work
    from markscheme.cli.output import progress_bar
    from markscheme.documents.files import make_folder, write_all
    from markscheme.errors import ChoiceError
    from markscheme.reports.evaluation import DEFAULT_TABLES, LAYOUTS
    from markscheme.reports.figures import figure_files, require_matplotlib

    benchmark, figures = options.name, options.figures
    options.check()
    settings = options.settings
    try:
        if figures is not None:
            require_matplotlib()
            make_folder(figures, parents=True)
        with progress_bar() as bar:
            result = research.evaluate(
                benchmark,
                options.benchmark.data,
                options.benchmark.references,
                metrics=options.metrics,
                settings=settings,
                metric_settings=file_settings(options.metric_settings),
                work=Work(options.engine.settings, progress=bar),
            )
    except ChoiceError as error:
        raise typer.BadParameter(str(error)) from error
    if figures is not None:
        for name, content in figure_files(result):
            write_all({figures / name: content})
    layout = LAYOUTS[options.form]
    write_report(layout, options.output, result, tuple(options.table or DEFAULT_TABLES))


def _check(known: Collection[str], names: Iterable[str], option: str) -> None:
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"there is no {name!r}. Choose one of {', '.join(known)}", param_hint=option)


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
    from markscheme.api import research
    from markscheme.api.inputs import Work
    from markscheme.cli.output import progress_bar
    from markscheme.documents.files import write_all
    from markscheme.errors import ChoiceError
    from markscheme.reports.tuning import LAYOUTS, settings_document
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
                work=Work(options.engine.settings, progress=bar),
            )
    except ChoiceError as error:
        raise typer.BadParameter(str(error)) from error
    text = settings_document(result)
    if options.output is None:
        sys.stdout.write(text)
        return
    write_all({options.output: text.encode()})
    sys.stdout.write(LAYOUTS["text"].write(result, console_width()))
