"""``compare``, ``evaluate`` and ``tune``: systems beside each other, and metrics beside people."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import attrs
import typer

from markscheme.api.arguments import DEFAULT_METRIC
from markscheme.cli.app import INPUT
from markscheme.cli.commands.corpora import CorpusOptions, list_faults, placed_work
from markscheme.cli.options import (
    DRAW,
    OUTPUT,
    Choices,
    DrawOptions,
    EngineOptions,
    Output,
    SetOption,
    TableForm,
    TypesOption,
    WorkOptions,
    check_choice,
    metric_option,
    read_column_names,
    takes_request,
)
from markscheme.cli.output import check_outputs, chosen_layout, console_width, write_report
from markscheme.cli.terminal import complain, send
from markscheme.inference.settings import EncoderSettings
from markscheme.metrics.base import Metric, Need
from markscheme.metrics.errant import EditLength

if TYPE_CHECKING:
    from markscheme.research.meta_evaluation import EvaluationSettings

ERRANT: Final = "errant"
TIER_NAMES = ("operation", "category", "type")


EDITS: Final = "Edits that count"


@attrs.frozen
class CompareOptions:
    """What a person asks of ``compare``."""

    panel: ClassVar[str] = EDITS

    corpus: CorpusOptions
    metric: Annotated[list[str] | None, metric_option(DEFAULT_METRIC)] = None
    choices: SetOption = None
    mode: Annotated[str, typer.Option(metavar="NAME", help="As errant_compare's: dt, ds, cs, cse; or type.")] = "cs"
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME|PATTERN", help="Also by operation, category or type, or a pattern such as 'R:*'."),
    ] = None
    without: Annotated[
        list[str] | None, typer.Option(metavar="TYPE|PATTERN", help="Leave out edits of a type, as R:PUNCT; repeat it.")
    ] = None
    edits: Annotated[
        EditLength | None,
        typer.Option(metavar="NAME", help="single (at most one token on each side) or multi edits alone."),
    ] = None
    tags: TypesOption = "own"
    resamples: Annotated[
        int, typer.Option(metavar="N", min=1, help="Resamples, and swaps of a test.", rich_help_panel=DRAW)
    ] = 1000
    draws: DrawOptions = DrawOptions()
    form: TableForm = None
    output: Output = None
    per_sentence: Annotated[
        bool, typer.Option("--per-sentence", help="Add what each sentence counts.", rich_help_panel=OUTPUT)
    ] = False
    figure: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --by: draw it, as .svg, .pdf or .png.", rich_help_panel=OUTPUT),
    ] = None
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The system that the others are tested against, else the best.", rich_help_panel=OUTPUT
        ),
    ] = None
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="One table: scores, counts, differences, types, sentences, ...",
            rich_help_panel=OUTPUT,
        ),
    ] = None
    models: EngineOptions = EngineOptions()
    work: WorkOptions = WorkOptions()

    def metrics(self, choices: Choices) -> list[Metric[Any]]:
        """Return the metrics; raise BadParameter for options that don't go together."""
        from markscheme.metrics.errant import MODES
        from markscheme.research.measures import works_on_edits

        names = self.metric or [DEFAULT_METRIC]
        check_choice(self.mode, MODES, "--mode")
        if self.mode != "cs" and ERRANT not in names:
            raise typer.BadParameter(f"it is a mode of --metric {ERRANT}", param_hint="--mode")
        metrics = [choices.metrics.metric(name) for name in names]
        if any(Need.JUDGE in chosen.needs for chosen in metrics):
            raise typer.BadParameter("edits that a language model weighs can't be compared", param_hint="--set")
        if not self.corpus.reference and any(Need.REFERENCES in chosen.needs for chosen in metrics):
            raise typer.BadParameter("give a file of references", param_hint="--reference")
        if not all(kind.strip() for kind in self.without or ()):
            raise typer.BadParameter("want an error type, such as R:PUNCT, or a pattern", param_hint="--without")
        untyped = [chosen.name for chosen in metrics if not works_on_edits(chosen)]
        if self.by and len(untyped) == len(metrics):
            raise typer.BadParameter(f"{', '.join(untyped)} has no edits, and so no types of them", param_hint="--by")
        if self.by and untyped:
            complain(f"note: {', '.join(untyped)} has no types of edits, and stands for all edits alone")
        if (self.without or self.edits) and len(untyped) == len(metrics):
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
        if not self.by:
            raise typer.BadParameter("it shows scores by error type: give --by", param_hint="--figure")
        require_matplotlib()
        return form


@takes_request
def compare(options: CompareOptions) -> None:
    systems = options.corpus.systems
    placement = options.work.placement("markscheme.research.measures")

    from markscheme.api.corpus import Corpus
    from markscheme.cli.output import progress_bar
    from markscheme.documents.files import write_all
    from markscheme.reports.comparison import LAYOUTS, TableName, heat_map_figure
    from markscheme.reports.score_tables import PaperTable, TableChoice

    parts = {"encoder": EncoderSettings, "table": PaperTable}
    choices = Choices.read(options.choices, parts, options.metric or [DEFAULT_METRIC])
    metrics, image = options.metrics(choices), options.figure_format()
    for name in options.table or ():
        check_choice(name, tuple(TableName), "--table")
    journal = options.work.journal(options.output)
    given = options.corpus
    columns = read_column_names(given.column)
    corpus = Corpus.read(systems, given.reference or (), given.source, columns=columns, strict=given.strict)
    check_outputs([options.output, options.figure, journal], corpus.paths)
    layout = chosen_layout(LAYOUTS, options.form, options.output)
    engine = options.models.settings_for(given.language, choices)
    with progress_bar() as progress:
        comparison = corpus.compare(
            metrics,
            baseline=options.baseline,
            resamples=options.resamples,
            confidence=options.draws.confidence,
            seed=options.draws.seed,
            mode=options.mode,
            by=options.by or (),
            without=options.without or (),
            edits=options.edits,
            tags=options.tags,
            per_sentence=options.per_sentence,
            work=placed_work(placement, engine, journal, progress, given.on_notice),
        )
    result = comparison.result
    if options.figure is not None:
        write_all({options.figure: heat_map_figure(result, image)})
    paper = choices.part("table", PaperTable())
    tables = TableChoice(names=tuple(options.table or ()), paper=paper, baseline=options.baseline)
    write_report(layout, options.output, result, tables)
    list_faults(comparison.faults, metrics)
    if journal is not None:
        journal.unlink(missing_ok=True)


DEFAULT_METRICS = ("errant", "cleme2", "uot-errant", "credit", "gleu", "green", "pt-errant")
"""The metrics that compare with references, but CLEME, from which CLEME2.0 derives."""


@attrs.frozen
class BenchmarkOptions:
    """A public benchmark's files, and the sets of references that take part."""

    panel: ClassVar[str] = INPUT

    data: Annotated[Path, typer.Option(metavar="FOLDER", help="The benchmark's folder, as its authors publish it.")]
    references: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Holds conll14 and sn8gec; else the one that holds --data.")
    ] = None
    reference_set: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="official, expert-minimal, ...; else all. Repeat it.")
    ] = None


BenchmarkName = Annotated[
    str,
    typer.Argument(
        metavar="BENCHMARK",
        help="gjg15, seeda, or seeda-all (all 1,312 sentences).",
    ),
]


@attrs.frozen
class MetaOptions:
    """What a person asks of ``meta``."""

    panel: ClassVar[str] = "Agreement with people"

    name: BenchmarkName

    benchmark: BenchmarkOptions
    systems: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="base, base-input, base-machines, fluency; gjg15: systems; all.",
            rich_help_panel=INPUT,
        ),
    ] = None
    metric: Annotated[list[str] | None, metric_option("all but cleme and impara")] = None
    choices: SetOption = None
    aggregation: Annotated[
        str, typer.Option(metavar="NAME", help="Scores of systems: mean, corpus, expected-wins, trueskill.")
    ] = "trueskill"
    people: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="People's: trueskill or expected-wins; else as in papers.")
    ] = None
    score: Annotated[str | None, typer.Option(metavar="NAME", help="The ranking score; else the main one.")] = None
    unchanged_references: Annotated[
        bool,
        typer.Option(" /--no-unchanged-references", help="Not those that change nothing.", show_default=False),
    ] = True
    reference_edits: Annotated[str, typer.Option(metavar="NAME", help="extracted by ERRANT, or stated.")] = "extracted"
    ties: Annotated[str, typer.Option(metavar="NAME", help="disagree, first-loses or leave-out.")] = "disagree"
    resamples: Annotated[
        int, typer.Option(metavar="N", min=0, help="Samples for intervals; 0: none.", rich_help_panel=DRAW)
    ] = 200
    draws: DrawOptions = DrawOptions()
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="systems, intervals, sentences, differences, times; windows, pairs, people.",
            rich_help_panel=OUTPUT,
        ),
    ] = None
    figures: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Draw into this folder, as PNG and SVG.", rich_help_panel=OUTPUT),
    ] = None
    times: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Time metrics on so many sentences.", rich_help_panel=OUTPUT),
    ] = 0
    form: TableForm = None
    output: Output = None
    engine: EngineOptions = EngineOptions()

    @property
    def metrics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.metric or DEFAULT_METRICS))

    def check(self) -> None:
        """Raise BadParameter for a name that stands for nothing."""
        from markscheme.metrics.base import METRICS
        from markscheme.reports.evaluation import TABLES
        from markscheme.research.judgements import BENCHMARKS
        from markscheme.research.meta_evaluation import TIE_POLICIES
        from markscheme.research.ranking import AGGREGATIONS, REFERENCE_EDITS

        _check(BENCHMARKS.names, [self.name], "BENCHMARK")
        _check(AGGREGATIONS.names, [self.aggregation], "--aggregation")
        _check(AGGREGATIONS.names, self.people or (), "--people")
        _check(TIE_POLICIES.names, [self.ties], "--ties")
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
    layout = chosen_layout(LAYOUTS, options.form, options.output)
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
                metric_settings=Choices.read(options.choices, {}, options.metrics).metrics,
                work=Work(options.engine.settings, progress=bar),
            )
    except ChoiceError as error:
        raise typer.BadParameter(str(error)) from error
    if figures is not None:
        for name, content in figure_files(result):
            write_all({figures / name: content})
    write_report(layout, options.output, result, tuple(options.table or DEFAULT_TABLES))


def _check(known: Collection[str], names: Iterable[str], option: str) -> None:
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"there is no {name!r}. Choose one of {', '.join(known)}", param_hint=option)


@attrs.frozen
class TuneOptions:
    """What a person asks of ``tune``."""

    panel: ClassVar[str] = "Choice"

    on: Annotated[
        str,
        typer.Option(metavar="NAME", help="gjg15; SEEDA is for reporting only.", rich_help_panel=INPUT),
    ]
    benchmark: BenchmarkOptions
    metric: Annotated[list[str] | None, metric_option("credit, uot-errant, cleme2, impara")] = None
    axis: Annotated[
        list[str] | None,
        typer.Option(metavar="METRIC.SETTING[=VALUE,...]", help="Also try it: credit.floor, or credit.tau=0.5,0.7."),
    ] = None
    aggregation: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="mean, corpus, expected-wins (the default), trueskill.")
    ] = None
    people: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="People's: expected-wins (the default), trueskill.")
    ] = None
    objective: Annotated[
        str,
        typer.Option(metavar="NAME", help="pearson, spearman, average, kendall, comparisons, both."),
    ] = "both"
    splits: Annotated[int, typer.Option(metavar="N", min=0, help="How often sentences are split into halves.")] = 5
    resamples: Annotated[int, typer.Option(metavar="N", min=0, help="Samples for intervals; 0 keeps all defaults.")] = (
        100
    )
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
        send(text)
        return
    write_all({options.output: text.encode()})
    send(LAYOUTS["text"].write(result, console_width()))
