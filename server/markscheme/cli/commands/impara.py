"""``impara``: make supervision data, and train a quality estimator."""

from pathlib import Path
from typing import Annotated

import attrs
import typer

from markscheme.cli.commands.score import impara_score
from markscheme.cli.options import (
    CachePath,
    DeviceOption,
    EncoderOption,
    LanguageOption,
    PipelineOption,
    engine_settings,
)
from markscheme.cli.requests import takes_request
from markscheme.inference.settings import EncoderSettings
from markscheme.inference.supervision import SupervisionSettings, TrainingSettings
from markscheme.languages.language import DEFAULT_LANGUAGE

impara_app = typer.Typer(help="Estimate corrections without a reference, by a quality estimator (IMPARA).")

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


@impara_app.command("build-data")
@takes_request
def build_data(options: DataOptions) -> None:
    """Make supervision data from parallel text."""
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


@impara_app.command()
@takes_request
def train(options: TrainOptions) -> None:
    """Train a quality estimator, or continue an interrupted run."""
    from markscheme.api import research
    from markscheme.cli.output import progress_bar

    folder = options.folder
    with progress_bar() as progress:
        done = research.train_estimator(options.data, folder, settings=options.settings, progress=progress)
    typer.echo(f"{folder}: best epoch {done.figures['epoch']:g}")
    for part in ("validation", "test"):
        typer.echo(f"{part}: {100 * done.figures[f'{part}_accuracy']:.1f} % of pairs ordered rightly")


impara_app.command("score")(impara_score)
