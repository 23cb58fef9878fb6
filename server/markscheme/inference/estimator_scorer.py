"""q(Y), Equation 2 of IMPARA, as a module that can be trained, and q(Y) with a detector of wrong tokens.

The adapters are low-rank (Hu et al., *LoRA: Low-Rank Adaptation of Large Language Models*, ICLR 2022). A resumed run
ends with the same weights as one without interruption: the order and the dropout of a step depend on the seed, the
epoch and the step only. A checkpoint is one safetensors file, written whole or not at all; never a pickle.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import cattrs
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import nn

from markscheme.documents.files import written_whole
from markscheme.errors import DocumentError
from markscheme.inference.encoder import Encoder

UNUSED_PART = "pooler"
"""The part of BERT models that has no influence on the last hidden state."""


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


def adapt(model: nn.Module, rank: int, generator: torch.Generator) -> None:
    """Put an adapter beside every linear layer, and freeze the rest of the model."""
    model.requires_grad_(False)
    for name, layer in list(model.named_modules()):
        if isinstance(layer, nn.Linear) and UNUSED_PART not in name:
            _put(model, name, Adapted(layer, rank, generator))


def merge(model: nn.Module) -> None:
    for name, layer in list(model.named_modules()):
        if isinstance(layer, Adapted):
            _put(model, name, layer.merged())


def _put(model: nn.Module, name: str, layer: nn.Module) -> None:
    parent, _, own = name.rpartition(".")
    setattr(model.get_submodule(parent), own, layer)


INITIAL_DEVIATION = 0.02
"""Standard deviation of w before training."""
INITIAL_BIAS = -2.0
"""The detector's log odds of a wrong token before training."""
INITIAL_SHARE = 0.5
"""The detector's weight in q before training."""


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
            adapt(self.model, rank, generator)
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
        merge(self.model)
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
        self.bias = nn.Parameter(torch.tensor(INITIAL_BIAS, device=encoder.device))
        self.share = nn.Parameter(torch.tensor(INITIAL_SHARE, device=encoder.device))
        self.offset = nn.Parameter(torch.tensor(0.0, device=encoder.device))

    def read(self, batch: Any) -> torch.Tensor:
        reading = self.reading(batch)
        return reading.whole + self.share * reading.right + self.offset

    def reading(self, batch: Any) -> Reading:
        states = self.model(**batch).last_hidden_state.float()
        ids = batch["input_ids"]
        words = torch.stack([ids != number for number in self._special]).all(0).float()
        return Reading(states[:, 0] @ self.w, states @ self.detector + self.bias, words)


NAME = "checkpoint.safetensors"
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
    with written_whole(folder / NAME) as stream:
        stream.write(save(whole, {_METADATA_KEY: json.dumps(about)}))


def read_checkpoint(folder: Path, signature: str) -> Checkpoint | None:
    """Return the folder's checkpoint or ``None``; raise DocumentError if unreadable, or of other settings or data."""
    path = folder / NAME
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
