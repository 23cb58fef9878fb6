"""``compare``: several systems on one source and references, with intervals and p values."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from markscheme.cli.commands.score import Source, hypothesis_files
from markscheme.cli.main import complain
from markscheme.cli.options import (
    METRIC_NAMES,
    AssumptionOption,
    ColumnOption,
    ConfidenceOption,
    EncoderOptions,
    EstimatorOptions,
    LevelOption,
    MetricOptions,
    Output,
    SeedOption,
    SettingsOption,
    TextOptions,
    WorkOptions,
    check_choice,
    metric_from,
    read_column_names,
)
from markscheme.cli.output import check_outputs, console_width, write_laid_out
from markscheme.cli.requests import takes_request
from markscheme.metrics.base import Metric, Need
from markscheme.metrics.weightings import WeightingName
from markscheme.research.marked_systems import EditLength

if TYPE_CHECKING:
    from markscheme.research.system_comparison import ComparisonRequest

ERRANT = "errant"


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
    form: Annotated[str, typer.Option("--format", help="text, json, csv, markdown, latex or html.")] = "text"

    def request(self) -> "ComparisonRequest":
        """Return what is to be compared; raise BadParameter for options that don't go together."""
        from markscheme.research.draws import ResamplingSettings
        from markscheme.research.marked_systems import CORRECTION, MODES, TIERS, EditFilter, grouping_of
        from markscheme.research.system_comparison import ComparisonRequest

        names = self.metric or [ERRANT]
        check_choice(self.mode, MODES, "--mode")
        if self.mode != CORRECTION.name and ERRANT not in names:
            raise typer.BadParameter(f"it is a mode of --metric {ERRANT}", param_hint="--mode")
        if self.by and self.cat is not None:
            raise typer.BadParameter("give --by or --cat, not both", param_hint="--cat")
        return ComparisonRequest(
            tuple(self._metrics(names)),
            ResamplingSettings(self.resamples, self.seed, self.confidence),
            self.mode,
            grouping_of(self.by or ()) if self.cat is None else TIERS[self.cat],
            EditFilter(tuple(self.without or ()), self.edits),
            self.per_sentence,
        )

    def _metrics(self, names: list[str]) -> list[Metric[Any]]:
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
    """Compare systems: scores with bootstrap intervals, and whether they differ by more than chance.

    Files are read a block at a time, as in score; memory grows with the numbers that resampling needs of each sentence.
    """
    placement = options.work.placement("markscheme.research.marked_systems")

    from markscheme.api.inputs import CorpusPaths, CorpusWork
    from markscheme.api.research import compared
    from markscheme.cli.output import progress_bar
    from markscheme.documents.files import write_whole
    from markscheme.reports.comparison import LAYOUTS, heat_map_figure

    check_choice(options.form, LAYOUTS.names, "--format")
    request, image = options.request(), options.figure_format()
    journal = options.work.journal(options.output)
    columns = read_column_names(options.column)
    corpus = CorpusPaths(hypothesis_files(options.hypothesis), options.reference, options.source, columns)
    check_outputs([options.output, options.figure, journal], corpus.paths)
    engine = options.texts.engine(options.encoder.settings)
    with progress_bar() as progress:
        on_notice = complain if options.texts.language is None else None
        result = compared(corpus, request, CorpusWork(engine, placement, journal, progress, on_notice))
    if options.figure is not None:
        write_whole(options.figure, heat_map_figure(result, image))
    write_laid_out(LAYOUTS.get(options.form), options.output, result, console_width())
    if journal is not None:
        journal.unlink(missing_ok=True)
