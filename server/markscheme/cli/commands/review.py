"""``review``: documents with their findings."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from markscheme.cli.main import BAD_INPUT, complain
from markscheme.cli.options import (
    FACTORS_HELP,
    DeviceOption,
    DocumentWorkOptions,
    EncoderOption,
    Equal,
    Estimator,
    Format,
    FormatOption,
    JudgeOptions,
    LayerOption,
    Output,
    TextOptions,
    check_choice,
    finite,
    read_factors,
)
from markscheme.cli.output import check_report, console_width, write_pieces
from markscheme.cli.requests import takes_request
from markscheme.exercises.scheme.scheme import PRESETS
from markscheme.inference.settings import EncoderSettings
from markscheme.marking.review import DEFAULT_VOCABULARY, VocabularyName
from markscheme.metrics.base import Assumption
from markscheme.metrics.impara import EstimateSettings, ImparaSettings
from markscheme.metrics.weightings import WeightingName, weighting_or_name

if TYPE_CHECKING:
    from markscheme.cli.output import Shown
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.inference.judge import Judge
    from markscheme.reports.review_report import ReviewFormat

VocabularyOption = Annotated[
    VocabularyName, typer.Option("--vocabulary", help="Text: verdicts, or CLEME2.0's categories, types and scores.")
]


@attrs.frozen
class ReviewOptions:
    """What a person asks of ``review``."""

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Documents, or folders of exercises.")]
    assumption: Annotated[Assumption | None, typer.Option(help="One reference a sentence, or any a chunk.")] = None
    equal: Equal = None
    factors: Annotated[str | None, typer.Option(help=FACTORS_HELP)] = None
    tau: Annotated[float | None, typer.Option(help="Credit's tau.", min=1e-6, callback=finite)] = None
    weighting: Annotated[WeightingName | None, typer.Option(help="How much each edit counts.")] = None
    estimate: Annotated[
        bool | None, typer.Option(help="Estimate corrections that have no reference.", show_default="estimate")
    ] = None
    estimator: Estimator = "bundled"
    margin: Annotated[
        float, typer.Option(help="By how much an edit must lower the estimate.", min=0.0, callback=finite)
    ] = EstimateSettings().margin
    judge: JudgeOptions = JudgeOptions()
    encoder: EncoderOption = "bundled"
    layer: LayerOption = None
    device: DeviceOption = "auto"
    texts: TextOptions = TextOptions()
    vocabulary: VocabularyOption = DEFAULT_VOCABULARY
    scheme: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Show marks by a preset, in place of the mark scheme; nothing is written."),
    ] = None
    work: DocumentWorkOptions = DocumentWorkOptions()
    output: Output = None
    form: FormatOption = Format.TEXT

    @property
    def overrides(self) -> "MarkingOverrides":
        from markscheme.exercises.configuration import MarkingOverrides

        return MarkingOverrides(
            self.assumption,
            attrs.astuple(read_factors(self.factors)) if self.factors else None,
            self.tau,
            weighting=self.weighting,
            estimate=self.estimate,
            equal=tuple(self.equal) if self.equal else None,
            language=self.texts.language,
        )

    def chosen_judge(self, progress: "Shown") -> "Judge | Callable[[], Judge]":
        """Return the language model, or what finds it when it is needed.

        Faults of options are reported before anything is marked; those of variables only where a judge is needed.
        """
        from markscheme.cli.output import configured_judge

        asked = self.judge
        find = partial(configured_judge, asked.llm_endpoint, asked.llm_model, asked.yes, progress)
        needs_judge = self.weighting is not None and weighting_or_name(self.weighting).needs_judge
        return find() if needs_judge or asked.llm_endpoint or asked.llm_model else find

    def layout(self) -> "ReviewFormat":
        from markscheme.reports.review_json import JsonFormat
        from markscheme.reports.review_report import TextFormat

        colour = self.output is None and sys.stdout.isatty()
        return JsonFormat() if self.form is Format.JSON else TextFormat(console_width(), colour, self.vocabulary)


@takes_request
def review(options: ReviewOptions) -> None:
    """Mark documents and show their findings; what an option says comes before what markscheme.toml says.

    Of a folder with thousands of documents each is written when it is marked: memory does not grow with them.
    """
    number = options.work.count()
    if options.scheme is not None:
        check_choice(options.scheme, PRESETS.names, "--scheme")

    from markscheme.api import marking
    from markscheme.cli.output import progress_bar

    check_report(options.output, options.paths)
    with progress_bar() as progress:
        layout = options.layout()
        request = marking.ReviewRequest(
            overrides=options.overrides,
            estimates=EstimateSettings(impara=ImparaSettings(options.estimator), margin=options.margin),
            engine=options.texts.engine(EncoderSettings(options.encoder, device=options.device, layer=options.layer)),
            judge=options.chosen_judge(progress),
            workers=number,
            on=options.work.on,
            address=options.work.address,
            scheme=options.scheme,
        )
        stream = marking.review_stream(options.paths, layout.piece, request, progress)
        write_pieces(options.output, layout.written(stream, stream.remarks), options.form, progress)
    problems = stream.remarks().problems
    for problem in problems:
        complain(problem)
    if problems:
        raise typer.Exit(BAD_INPUT)
