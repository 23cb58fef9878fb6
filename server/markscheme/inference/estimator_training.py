"""q(Y), Equation 2 of IMPARA, as a module that can be trained, and its training (Section 2.2).

The adapters are low-rank (Hu et al., *LoRA: Low-Rank Adaptation of Large Language Models*, ICLR 2022). A run may be
interrupted anywhere and resumed, and ends with the same weights as one without interruption, on the same machine with
the same number of threads: the order and the dropout of a step depend on the seed, the epoch and the step only. A
checkpoint is one safetensors file, written whole or not at all; never a pickle.
"""

import base64
import hashlib
import importlib.util
import io
import json
import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import cattrs
import torch
from filelock import FileLock, Timeout
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel

from markscheme.documents.files import written_whole
from markscheme.errors import DocumentError
from markscheme.inference.encoder import Encoder, find_encoder, identity
from markscheme.inference.estimator import (
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


class Adapted(nn.Module):
    """A frozen linear layer with an adapter beside it. A new adapter adds zero."""

    def __init__(self, base: nn.Linear, rank: int, generator: torch.Generator) -> None:
        super().__init__()
        self.base = base
        first = torch.randn(rank, base.in_features, generator=generator) / base.in_features**0.5
        self.down = nn.Parameter(first.to(base.weight))
        self.up = nn.Parameter(base.weight.new_zeros(base.out_features, rank))

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        adapted: torch.Tensor = self.base(states) + (states @ self.down.T) @ self.up.T
        return adapted

    def merged(self) -> nn.Linear:
        with torch.no_grad():
            self.base.weight += self.up @ self.down
        return self.base


def _adapt(model: nn.Module, rank: int, generator: torch.Generator) -> None:
    """Put an adapter beside every linear layer, and freeze the rest of the model."""
    model.requires_grad_(False)
    for name, layer in list(model.named_modules()):
        is_used = "pooler" not in name  # BERT's pooler has no influence on the last hidden state
        if isinstance(layer, nn.Linear) and is_used:
            _put(model, name, Adapted(layer, rank, generator))


def _merge(model: nn.Module) -> None:
    for name, layer in list(model.named_modules()):
        if isinstance(layer, Adapted):
            _put(model, name, layer.merged())


def _put(model: nn.Module, name: str, layer: nn.Module) -> None:
    parent, _, own = name.rpartition(".")
    setattr(model.get_submodule(parent), own, layer)


INITIAL_DEVIATION = 0.02
"""Standard deviation of w before training."""


class Scorer(nn.Module):
    """An encoder, whole or with an adapter, and the parameter vector w."""

    def __init__(self, encoder: Encoder, rank: int, seed: int) -> None:
        super().__init__()
        self._tokenizer = encoder.tokenizer
        self._longest = encoder.longest
        self._rank = rank
        self._device = encoder.device
        generator = torch.Generator().manual_seed(seed)
        first = torch.randn(encoder.dimension, generator=generator) * INITIAL_DEVIATION
        self.model: nn.Module = encoder.model
        self.w = nn.Parameter(first.to(encoder.device))
        if rank:
            _adapt(self.model, rank, generator)
        else:
            self.model.requires_grad_(True)

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's token ids, cut off at the encoder's longest input."""
        if not texts:
            return []
        ids: list[list[int]] = self._tokenizer(list(texts), truncation=True, max_length=self._longest)["input_ids"]
        return ids

    def forward(self, tokens: Sequence[list[int]]) -> torch.Tensor:
        """Return q of each sentence, shape (sentences,), float32. Padding is masked."""
        batch = self._tokenizer.pad({"input_ids": list(tokens)}, return_tensors="pt").to(self._device)
        with torch.autocast("cuda", torch.bfloat16, enabled=self._device == "cuda"):
            return self.read(batch)

    def read(self, batch: Any) -> torch.Tensor:
        """Return q of each sentence of a padded batch of the tokeniser, shape (sentences,), float32."""
        first: torch.Tensor = self.model(**batch).last_hidden_state[:, 0].float()
        return first @ self.w

    def trained(self) -> dict[str, nn.Parameter]:
        return {name: value for name, value in self.named_parameters() if value.requires_grad}

    def load(self, tensors: dict[str, torch.Tensor]) -> None:
        """Set the trained parameters; raise ValueError if names or shapes are not those of this scorer's parameters."""
        own = self.trained()
        shapes = {name: tuple(value.shape) for name, value in own.items()}
        if shapes != {name: tuple(value.shape) for name, value in tensors.items()}:
            raise ValueError("these are another estimator's weights")
        with torch.no_grad():
            for name, value in own.items():
                value.copy_(tensors[name])

    def merged(self) -> nn.Module:
        """Merge the adapter into the encoder and return it. Don't use the scorer afterwards."""
        _merge(self.model)
        return self.model


@attrs.frozen(eq=False)
class Reading:
    """A batch as a scorer with a detector reads it, shapes (sentences,) and (sentences, tokens).

    ``whole`` is Equation 2, w times the first token's state; ``wrong`` the log odds that a token is wrong; ``words`` 1
    where it belongs to the text, else 0.
    """

    whole: torch.Tensor
    wrong: torch.Tensor
    words: torch.Tensor

    @property
    def right(self) -> torch.Tensor:
        """The log probability that no token is wrong, shape (sentences,), at most 0."""
        return -(nn.functional.softplus(self.wrong) * self.words).sum(1)


class DetectingScorer(Scorer):
    """An encoder with an adapter, w, and a detector of wrong tokens on the last layer.

    q(Y) is Equation 2, plus a trained share of the log probability that no token is wrong (a wrong word counts as much
    in a long sentence as in a short one), plus an offset. Pairs can't teach the offset; the recipe sets it. The
    detector is as in Bell, Yannakoudakis and Rei, *Context is Key: Grammatical Error Detection with Contextual Word
    Representations*, BEA 2019.
    """

    def __init__(self, encoder: Encoder, rank: int, seed: int) -> None:
        super().__init__(encoder, rank, seed)
        self._special = [encoder.tokenizer.cls_token_id, encoder.tokenizer.sep_token_id, encoder.tokenizer.pad_token_id]
        self.detector = nn.Parameter(torch.zeros(encoder.dimension, device=encoder.device))
        self.bias = nn.Parameter(torch.tensor(-2.0, device=encoder.device))
        self.share = nn.Parameter(torch.tensor(0.5, device=encoder.device))
        self.offset = nn.Parameter(torch.tensor(0.0, device=encoder.device))

    def read(self, batch: Any) -> torch.Tensor:
        reading = self.reading(batch)
        return reading.whole + self.share * reading.right + self.offset

    def reading(self, batch: Any) -> Reading:
        states = self.model(**batch).last_hidden_state.float()
        ids = batch["input_ids"]
        words = torch.stack([ids != number for number in self._special]).all(0).float()
        return Reading(states[:, 0] @ self.w, states @ self.detector + self.bias, words)


CHECKPOINT = "checkpoint.safetensors"
_METADATA_KEY = "markscheme"
_converter = cattrs.Converter()

Tensors = dict[str, torch.Tensor]


@attrs.frozen
class EpochFigures:
    """An epoch's mean losses (Equation 4, in [0, 1]), and accuracy: the share with S+ estimated above S-."""

    training_loss: float
    validation_loss: float
    validation_accuracy: float


@attrs.frozen
class Position:
    """The next step, the summed loss of this epoch's steps so far, and the figures of the epochs before it."""

    epoch: int = 0
    step: int = 0
    loss: float = 0.0
    epochs: tuple[EpochFigures, ...] = ()


@attrs.frozen
class Checkpoint:
    """A position, the trained parameters now and at the end of the best epoch, and AdamW's state."""

    position: Position
    current: Tensors
    best: Tensors
    optimizer: dict[int, Tensors]


def write_checkpoint(folder: Path, signature: str, checkpoint: Checkpoint) -> None:
    """Replace the folder's checkpoint; raise DocumentError if the folder can't be written."""
    tensors = {f"current/{name}": value for name, value in checkpoint.current.items()}
    tensors |= {f"best/{name}": value for name, value in checkpoint.best.items()}
    for number, state in checkpoint.optimizer.items():
        tensors |= {f"optimizer/{number}/{name}": value for name, value in state.items()}
    about = {"signature": signature, "position": _converter.unstructure(checkpoint.position)}
    whole = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
    with written_whole(folder / CHECKPOINT) as [stream]:
        stream.write(save(whole, {_METADATA_KEY: json.dumps(about)}))


def read_checkpoint(folder: Path, signature: str) -> Checkpoint | None:
    """Return the folder's checkpoint or ``None``; raise DocumentError if unreadable, or of other settings or data."""
    path = folder / CHECKPOINT
    if not path.exists():
        return None
    groups: dict[str, Tensors] = {"current": {}, "best": {}, "optimizer": {}}
    try:
        with safe_open(path, framework="pt") as stream:
            about = json.loads((stream.metadata() or {})[_METADATA_KEY])
            for key in stream.keys():  # noqa: SIM118 (no mapping)
                group, _, name = key.partition("/")
                groups[group][name] = stream.get_tensor(key)
    except (OSError, SafetensorError, KeyError, ValueError) as error:
        raise DocumentError("this is no checkpoint of training", path=path, remedy="Delete it to begin anew") from error
    if about["signature"] != signature:
        remedy = "Train into another folder, or delete it to begin anew"
        raise DocumentError("this checkpoint is of a run with other settings or data", path=path, remedy=remedy)
    position = _converter.structure(about["position"], Position)
    return Checkpoint(position, groups["current"], groups["best"], _by_parameter(groups["optimizer"]))


def _by_parameter(tensors: Tensors) -> dict[int, Tensors]:
    state: dict[int, Tensors] = {}
    for key, value in tensors.items():
        number, _, name = key.partition("/")
        state.setdefault(int(number), {})[name] = value
    return state


CARD, REPORT, CURVES = "README.md", "report.html", "curves.png"


def _report_files(
    configuration: EstimatorConfiguration, epochs: Sequence[EpochFigures], **values: object
) -> dict[str, bytes]:
    """Return the card, the report as HTML and, if matplotlib is installed, its curves as PNG; by file name."""
    curves = _curves(epochs, int(configuration.figures["epoch"]))
    values |= {"configuration": configuration, "figures": configuration.figures, "epochs": epochs}
    values["curves"] = base64.b64encode(curves).decode() if curves else None
    files = {CARD: _rendered("card.md.j2", values), REPORT: _rendered("report.html.j2", values)}
    return files | ({CURVES: curves} if curves else {})


def _rendered(template: str, values: Mapping[str, object]) -> bytes:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape  # for training alone

    templates = Environment(
        loader=PackageLoader("markscheme.inference"),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return templates.get_template(template).render(values).encode()


def _curves(epochs: Sequence[EpochFigures], kept: int) -> bytes | None:
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
            for left in folder.glob(f".{CHECKPOINT}.*"):
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
        self._scorer = Scorer(Encoder(attrs.evolve(settings.encoder, pooling="cls")), settings.rank, settings.seed)
        self._train, self._validation, self._test = (
            self._tokenised(part) for part in (parts.train, parts.validation, parts.test)
        )
        self._optimizer = torch.optim.AdamW(self._scorer.trained().values(), lr=settings.learning_rate)
        self._position, self._best = Position(), Tensors()
        self._run_signature = _signature(supervision, settings, "epochs")
        if checkpoint := read_checkpoint(folder, self._run_signature):
            self._resume(checkpoint)

    def configuration(self) -> EstimatorConfiguration:
        """Train the remaining epochs, and write the folder's files."""
        while self._position.epoch < self._settings.epochs:
            self._epoch()
        self._scorer.load(self._best)
        loss, accuracy = self._evaluated(self._test)
        return self._written(loss, accuracy)

    def _resume(self, checkpoint: Checkpoint) -> None:
        done = len(checkpoint.position.epochs)
        if done > self._settings.epochs:
            problem = f"this run has trained {done} epochs already, more than the {self._settings.epochs} asked for"
            raise DocumentError(problem, path=self._folder / CHECKPOINT, remedy="Train into another folder")
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
        figures = EpochFigures(self._position.loss / steps, loss, accuracy)
        epochs = (*self._position.epochs, figures)
        if _best_epoch(epochs) == len(epochs) - 1:
            self._best = {name: value.detach().clone() for name, value in self._scorer.trained().items()}
        self._position = Position(epoch=self._position.epoch + 1, epochs=epochs)
        logger.info("epoch %d: %s", len(epochs), figures)
        self._keep()

    def _keep(self) -> None:
        state: dict[int, Tensors] = self._optimizer.state_dict()["state"]
        checkpoint = Checkpoint(self._position, dict(self._scorer.trained()), self._best, state)
        write_checkpoint(self._folder, self._run_signature, checkpoint)

    def _written(self, loss: float, accuracy: float) -> EstimatorConfiguration:
        epochs = self._position.epochs
        best = _best_epoch(epochs)
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
            with written_whole(self._folder / name) as [stream]:
                stream.write(content)
        (self._folder / CHECKPOINT).unlink(missing_ok=True)
        return configuration


def _best_epoch(epochs: Sequence[EpochFigures]) -> int:
    """Return the index of the first epoch with the highest validation accuracy and, among those, the least loss."""
    return max(
        range(len(epochs)),
        key=lambda index: (epochs[index].validation_accuracy, -epochs[index].validation_loss, -index),
    )


def _step_seed(seed: int, epoch: int, step: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}:{epoch}:{step}".encode()).digest()[:8], "big") >> 1
