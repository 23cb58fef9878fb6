"""``evaluate``: how far metrics agree with people on public benchmarks, and with known numbers of corrections."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from markscheme.cli.options import (
    BenchmarkOptions,
    DrawOptions,
    EngineOptions,
    Output,
    SeedOption,
    SettingsOption,
    file_settings,
)
from markscheme.cli.output import console_width, write_laid_out
from markscheme.cli.requests import takes_request
from markscheme.metrics.impara import ImparaSettings

if TYPE_CHECKING:
    from markscheme.research.meta_evaluation import EvaluationSettings

DEFAULT_METRICS = ("errant", "cleme2", "uot-errant", "credit", "gleu", "green", "pt-errant")
"""The metrics that compare with references, but CLEME, from which CLEME2.0 derives."""
MAEGE_METRICS = (*DEFAULT_METRICS, "impara")
ANALYSED_SYSTEMS = {"seeda": "GPT-3.5", "seeda-all": "GPT-3.5", "gjg15": "AMU"}
"""The system of each benchmark whose edit vectors figures show: the paper's, and the one that people rank first."""


evaluate_app = typer.Typer(help="Compare metrics with people's judgements, or with known numbers of corrections.")


def _metrics_option(default: Iterable[str]) -> Any:
    return typer.Option("--metric", help="Repeat the option for several.", show_default=", ".join(default))


LayoutOption = Annotated[str, typer.Option("--format", help="text, json, markdown or latex.")]


@attrs.frozen
class EvaluateOptions:
    """What a person asks of ``evaluate``."""

    benchmark: BenchmarkOptions
    systems: Annotated[
        list[str] | None,
        typer.Option(
            help="base, base-input, base-machines, fluency or all; gjg15: all or systems. Repeat the option for "
            "several.",
            show_default="as in papers",
        ),
    ] = None
    metric: Annotated[list[str] | None, _metrics_option(DEFAULT_METRICS)] = None
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
            help="systems, intervals, sentences, differences, windows, pairs, people, norms or times; repeat the "
            "option for several.",
            show_default="all but windows, pairs and people, which JSON has too",
        ),
    ] = None
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Write figures to this folder, as PNG and SVG: systems' scores, agreement by pairs of systems, "
            "windows, edit vectors, times. Needs matplotlib."
        ),
    ] = None
    vectors_of: Annotated[
        str | None,
        typer.Option(
            help="The system whose edits' vectors are shown by error type.",
            show_default="none; with --figures GPT-3.5, for gjg15 AMU",
        ),
    ] = None
    least_edits: Annotated[
        int, typer.Option(min=2, help="--vectors-of: the smallest number of edits of a type that is shown.")
    ] = 50
    times: Annotated[
        int,
        typer.Option(min=0, help="Sentences to measure each metric's time on, with an empty cache; 0: no times."),
    ] = 0
    engine: EngineOptions = EngineOptions()
    output: Output = None
    form: LayoutOption = "text"

    @property
    def metrics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.metric or DEFAULT_METRICS))

    def check(self) -> None:
        """Raise BadParameter for a name that stands for nothing."""
        from markscheme.metrics.registry import METRICS
        from markscheme.reports.evaluation import LAYOUTS, TABLES
        from markscheme.research.meta_evaluation import TIE_POLICIES
        from markscheme.research.metric_scores import REFERENCE_EDITS
        from markscheme.research.ranking import AGGREGATIONS

        _check(AGGREGATIONS.names, [self.aggregation], "--aggregation")
        _check(AGGREGATIONS.names, self.people or (), "--people")
        _check(TIE_POLICIES.names, [self.ties], "--ties")
        _check(LAYOUTS.names, [self.form], "--format")
        _check(METRICS.names, self.metrics, "--metric")
        _check(TABLES.names, self.table or (), "--table")
        _check(REFERENCE_EDITS, [self.reference_edits], "--reference-edits")

    def evaluation_settings(self, benchmark: str) -> "EvaluationSettings":
        from markscheme.research.meta_evaluation import EvaluationSettings
        from markscheme.research.metric_scores import REFERENCE_EDITS, ScoringSettings

        return EvaluationSettings(
            self.aggregation,
            self.people or (),
            self.ties,
            tuple(self.benchmark.reference_set or ()),
            tuple(self.systems or ()),
            resampling=self.draws.settings(self.resamples),
            vectors_of=self.vectors_of or (ANALYSED_SYSTEMS.get(benchmark, "") if self.figures else ""),
            least_edits=self.least_edits,
            timed_sentences=self.times,
            scoring=ScoringSettings(self.score, self.unchanged_references, REFERENCE_EDITS[self.reference_edits]),
        )


@evaluate_app.command("gjg15")
@evaluate_app.command("seeda-all", help="SEEDA, with systems scored on all 1,312 sentences of which 391 are judged.")
@evaluate_app.command("seeda")
@takes_request
def evaluate(context: typer.Context, options: EvaluateOptions) -> None:
    """Compare metrics with people's judgements: correlations over systems, and agreement on single sentences."""
    from markscheme.api import research
    from markscheme.cli.output import progress_bar
    from markscheme.documents.files import make_folder, write_whole
    from markscheme.errors import ChoiceError
    from markscheme.reports.evaluation import DEFAULT_TABLES, LAYOUTS
    from markscheme.reports.figures import figure_files, require_matplotlib

    benchmark, figures = str(context.info_name), options.figures
    options.check()
    settings = options.evaluation_settings(benchmark)
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
                engine=options.engine.settings,
                progress=bar,
            )
    except ChoiceError as error:
        raise typer.BadParameter(str(error)) from error
    if figures is not None:
        for name, content in figure_files(result):
            write_whole(figures / name, content)
    layout = LAYOUTS.get(options.form)
    write_laid_out(layout, options.output, result, tuple(options.table or DEFAULT_TABLES), console_width())


@attrs.frozen
class MaegeOptions:
    """What a person asks of ``evaluate maege``."""

    data: Annotated[
        Path,
        typer.Option(help="An M2 file with several annotators, or a folder with it, or with STEM.src, STEM.ref0, …"),
    ]
    metric: Annotated[list[str] | None, _metrics_option(MAEGE_METRICS)] = None
    references: Annotated[
        str, typer.Option(help="others or all: whether metrics see the reference that a sentence is made of.")
    ] = "others"
    estimator: Annotated[str, typer.Option(help="IMPARA: 'bundled', or the folder of a trained estimator.")] = "bundled"
    threshold: Annotated[float, typer.Option(help="IMPARA: theta; with -1 every estimate counts.", min=-1, max=1)] = (
        ImparaSettings().threshold
    )
    seed: SeedOption = 1
    engine: EngineOptions = EngineOptions()
    output: Output = None
    form: LayoutOption = "text"


@evaluate_app.command("maege")
@takes_request
def evaluate_maege(options: MaegeOptions) -> None:
    """Compare metrics with the number of corrections in partly corrected sentences (MAEGE); nobody judges them."""
    from markscheme.api import research
    from markscheme.cli.output import progress_bar
    from markscheme.metrics.registry import METRICS, metric_with
    from markscheme.reports.maege import MAEGE_LAYOUTS
    from markscheme.research.maege import VERSION_REFERENCES

    names = tuple(dict.fromkeys(options.metric or MAEGE_METRICS))
    _check(METRICS.names, names, "--metric")
    _check(VERSION_REFERENCES.names, [options.references], "--references")
    _check(MAEGE_LAYOUTS.names, [options.form], "--format")
    settings = {"estimator": options.estimator, "threshold": options.threshold}
    with progress_bar() as bar:
        result = research.evaluate_maege(
            options.data,
            metrics=[metric_with(name, settings) for name in names],
            references=options.references,
            seed=options.seed,
            engine=options.engine.settings,
            progress=bar,
        )
    write_laid_out(MAEGE_LAYOUTS.get(options.form), options.output, result, console_width())


def _check(known: Collection[str], names: Iterable[str], option: str) -> None:
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"there is no {name!r}. Choose one of {', '.join(known)}", param_hint=option)
