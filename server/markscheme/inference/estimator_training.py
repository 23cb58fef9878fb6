"""Training of a quality estimator (IMPARA, Section 2.2). A run may be interrupted anywhere and resumed.

The same data and settings give the same weights on the same machine with the same number of threads.
"""

import base64
import hashlib
import importlib.util
import io
import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs
import torch
from filelock import FileLock, Timeout
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from safetensors.torch import save
from torch.nn.attention import SDPBackend, sdpa_kernel

from markscheme.documents.files import written_whole
from markscheme.errors import DocumentError
from markscheme.inference import estimator_scorer as scorer
from markscheme.inference.encoder import Encoder, find_encoder, identity
from markscheme.inference.estimator_folder import (
    CONFIGURATION,
    WEIGHTS,
    EstimatorConfiguration,
    configuration_file,
    read_configuration,
)
from markscheme.inference.supervision import (
    Instance,
    Split,
    Supervision,
    TrainingSettings,
    batches,
    read_supervision,
    split,
)
from markscheme.metrics.base import signature
from markscheme.progress import Progress, silent

CARD, REPORT, CURVES = "README.md", "report.html", "curves.png"

_templates = Environment(
    loader=PackageLoader("markscheme.inference"),
    autoescape=select_autoescape(["html.j2"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def _report_files(
    configuration: EstimatorConfiguration, epochs: Sequence[scorer.EpochFigures], **values: object
) -> dict[str, bytes]:
    """Return the card, the report as HTML and, if matplotlib is installed, its curves as PNG; by file name."""
    curves = _curves(epochs, int(configuration.figures["epoch"]))
    values |= {"configuration": configuration, "figures": configuration.figures, "epochs": epochs}
    values["curves"] = base64.b64encode(curves).decode() if curves else None
    files = {CARD: _rendered("card.md.j2", values), REPORT: _rendered("report.html.j2", values)}
    return files | ({CURVES: curves} if curves else {})


def _rendered(template: str, values: Mapping[str, object]) -> bytes:
    return _templates.get_template(template).render(values).encode()


def _curves(epochs: Sequence[scorer.EpochFigures], kept: int) -> bytes | None:
    if importlib.util.find_spec("matplotlib") is None:
        return None
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    numbers = range(1, len(epochs) + 1)
    losses, accuracies = figure.subplots(1, 2)
    losses.plot(numbers, [epoch.training_loss for epoch in epochs], marker="o", label="training, with dropout")
    losses.plot(numbers, [epoch.validation_loss for epoch in epochs], marker="o", label="validation")
    accuracies.plot(numbers, [100 * epoch.validation_accuracy for epoch in epochs], marker="o", color="C1")
    titles = ("Loss (Equation 4)", "Validation pairs ordered rightly, in %")
    for axes, title in zip((losses, accuracies), titles, strict=True):
        axes.axvline(kept, color="0.4", linestyle=":", label="kept")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        axes.set(title=title, xlabel="epoch", xlim=(0.5, len(epochs) + 0.5))
        axes.grid(axis="y", color="0.9")
        axes.spines[["top", "right"]].set_visible(False)
    figure.legend(*losses.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=120, metadata={"Software": None})
    return stream.getvalue()


logger = logging.getLogger(__name__)

EVALUATION_BATCH_SIZE = 64
LOCK_FILE = ".training.lock"


@attrs.frozen
class _Sides:
    worse: list[list[int]]
    better: list[list[int]]

    def lengths(self) -> list[int]:
        return [max(len(worse), len(better)) for worse, better in zip(self.worse, self.better, strict=True)]


def train(
    data: Path, folder: Path, settings: TrainingSettings = TrainingSettings(), progress: Progress = silent
) -> EstimatorConfiguration:
    """Train an estimator into a folder, or resume an interrupted run with the same data and settings.

    A finished estimator of these stays unchanged; a run may be resumed with no fewer epochs than it has trained. Raise
    DocumentError if the data or folder can't be used, another process trains in it, or it holds another run's files;
    EncoderError if the encoder is missing or can't be loaded.
    """
    supervision = read_supervision(data)
    parts = split(supervision.instances, settings.instances, settings.seed)
    run_signature = _signature(supervision, settings)
    with _alone(folder):
        if (folder / CONFIGURATION).exists():
            return _finished(folder, run_signature)
        with _repeatable():
            return _Run(folder, supervision, parts, settings, progress).configuration()


def _signature(supervision: Supervision, settings: TrainingSettings, *without: str) -> str:
    own = attrs.asdict(settings, filter=attrs.filters.exclude("encoder", "checkpoint_every", *without))
    origin = {"data": supervision.digest, "encoder": identity(attrs.evolve(settings.encoder, pooling="cls"))}
    return signature("impara-estimator", origin | own)


def _finished(folder: Path, run_signature: str) -> EstimatorConfiguration:
    configuration = read_configuration(folder)
    if configuration.signature != run_signature:
        remedy = "Train into another folder"
        raise DocumentError("this folder holds an estimator that was trained otherwise", path=folder, remedy=remedy)
    return configuration


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder for this process, and delete unfinished files of a killed one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / LOCK_FILE, timeout=0):
            for left in folder.glob(f".{scorer.NAME}.*"):
                left.unlink()
            yield
    except Timeout:
        raise DocumentError("another process trains in this folder", path=folder) from None
    except OSError as error:
        raise DocumentError(f"the folder can't be written ({error.strerror})", path=folder) from error


@contextmanager
def _repeatable() -> Iterator[None]:
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(True)
    try:
        with torch.random.fork_rng(), sdpa_kernel(SDPBackend.MATH):
            yield
    finally:
        torch.use_deterministic_algorithms(before)


class _Run:
    def __init__(
        self,
        folder: Path,
        supervision: Supervision,
        parts: Split,
        settings: TrainingSettings,
        progress: Progress,
    ) -> None:
        self._folder, self._settings = folder, settings
        self._supervision, self._parts, self._progress = supervision, parts, progress
        self._scorer = scorer.Scorer(
            Encoder(attrs.evolve(settings.encoder, pooling="cls")), settings.rank, settings.seed
        )
        self._train, self._validation, self._test = (
            self._tokenised(part) for part in (parts.train, parts.validation, parts.test)
        )
        self._optimizer = torch.optim.AdamW(self._scorer.trained().values(), lr=settings.learning_rate)
        self._position, self._best = scorer.Position(), scorer.Tensors()
        self._run_signature = _signature(supervision, settings, "epochs")
        if checkpoint := scorer.read_checkpoint(folder, self._run_signature):
            self._resume(checkpoint)

    def configuration(self) -> EstimatorConfiguration:
        """Train the remaining epochs, and write the folder's files."""
        while self._position.epoch < self._settings.epochs:
            self._epoch()
        self._scorer.load(self._best)
        loss, accuracy = self._evaluated(self._test)
        return self._written(loss, accuracy)

    def _resume(self, checkpoint: scorer.Checkpoint) -> None:
        done = len(checkpoint.position.epochs)
        if done > self._settings.epochs:
            problem = f"this run has trained {done} epochs already, more than the {self._settings.epochs} asked for"
            raise DocumentError(problem, path=self._folder / scorer.NAME, remedy="Train into another folder")
        self._scorer.load(checkpoint.current)
        self._optimizer.load_state_dict({**self._optimizer.state_dict(), "state": checkpoint.optimizer})
        self._position, self._best = checkpoint.position, checkpoint.best

    def _tokenised(self, instances: Sequence[Instance]) -> _Sides:
        worse = self._scorer.tokens([instance.worse for instance in instances])
        return _Sides(worse, self._scorer.tokens([instance.better for instance in instances]))

    def _epoch(self) -> None:
        epoch, seed = self._position.epoch, self._settings.seed
        order = batches(self._train.lengths(), self._settings.batch, seed, epoch)
        self._scorer.train()
        for step in range(self._position.step, len(order)):
            self._progress("training", epoch * len(order) + step, self._settings.epochs * len(order))
            torch.manual_seed(_step_seed(seed, epoch, step))
            loss = self._step(order[step])
            self._position = attrs.evolve(self._position, step=step + 1, loss=self._position.loss + loss)
            if (step + 1) % self._settings.checkpoint_every == 0:
                self._keep()
        self._end_epoch(len(order))

    def _step(self, batch: Sequence[int]) -> float:
        loss = self._losses(self._train, batch)[0].mean()
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimizer.step()
        return float(loss.detach())

    def _losses(self, sides: _Sides, batch: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the terms of Equation 4, and whether each S+ is estimated above its S-; shape (instances,) each."""
        tokens = [sides.worse[index] for index in batch] + [sides.better[index] for index in batch]
        worse, better = self._scorer(tokens).chunk(2)
        return torch.sigmoid(worse - better), better > worse

    def _evaluated(self, sides: _Sides) -> tuple[float, float]:
        self._scorer.eval()
        loss, right, count = 0.0, 0, len(sides.worse)
        order = sorted(range(count), key=sides.lengths().__getitem__)
        with torch.no_grad():
            for begin in range(0, count, EVALUATION_BATCH_SIZE):
                losses, above = self._losses(sides, order[begin : begin + EVALUATION_BATCH_SIZE])
                loss += float(losses.sum())
                right += int(above.sum())
        return loss / count, right / count

    def _end_epoch(self, steps: int) -> None:
        loss, accuracy = self._evaluated(self._validation)
        figures = scorer.EpochFigures(self._position.loss / steps, loss, accuracy)
        epochs = (*self._position.epochs, figures)
        if best_epoch(epochs) == len(epochs) - 1:
            self._best = {name: value.detach().clone() for name, value in self._scorer.trained().items()}
        self._position = scorer.Position(epoch=self._position.epoch + 1, epochs=epochs)
        logger.info("epoch %d: %s", len(epochs), figures)
        self._keep()

    def _keep(self) -> None:
        state: dict[int, scorer.Tensors] = self._optimizer.state_dict()["state"]
        checkpoint = scorer.Checkpoint(self._position, dict(self._scorer.trained()), self._best, state)
        scorer.write_checkpoint(self._folder, self._run_signature, checkpoint)

    def _written(self, loss: float, accuracy: float) -> EstimatorConfiguration:
        epochs = self._position.epochs
        best = best_epoch(epochs)
        weights = save({name: value.cpu().contiguous() for name, value in self._best.items()})
        configuration = EstimatorConfiguration(
            self._settings.encoder.name,
            find_encoder(self._settings.encoder).revision,
            self._settings.rank,
            hashlib.sha256(weights).hexdigest(),
            _signature(self._supervision, self._settings),
            {
                "epoch": best + 1,
                "validation_loss": epochs[best].validation_loss,
                "validation_accuracy": epochs[best].validation_accuracy,
                "test_loss": loss,
                "test_accuracy": accuracy,
            },
        )
        parts = self._parts
        sizes = {"training": len(parts.train), "validation": len(parts.validation), "test": len(parts.test)}
        report = _report_files(
            configuration, epochs, supervision=self._supervision.signature, settings=self._settings, sizes=sizes
        )
        files = {WEIGHTS: weights, **report, CONFIGURATION: configuration_file(configuration)}
        for name, content in files.items():
            with written_whole(self._folder / name) as stream:
                stream.write(content)
        (self._folder / scorer.NAME).unlink(missing_ok=True)
        return configuration


def best_epoch(epochs: Sequence[scorer.EpochFigures]) -> int:
    """Return the index of the first epoch with the highest validation accuracy and, among those, the least loss."""
    return max(
        range(len(epochs)),
        key=lambda index: (epochs[index].validation_accuracy, -epochs[index].validation_loss, -index),
    )


def _step_seed(seed: int, epoch: int, step: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}:{epoch}:{step}".encode()).digest()[:8], "big") >> 1
