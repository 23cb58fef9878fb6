"""Checkpoints of a training run. A resumed run ends with the same weights as one without interruption.

The order and the dropout of a step depend on the seed, the epoch and the step only, so that no generator's state has
to be saved. A checkpoint is one safetensors file, written whole or not at all; never a pickle.
"""

import json
from pathlib import Path
from typing import Any

import attrs
import cattrs
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from markscheme.text.errors import DocumentError
from markscheme.text.writing import written_whole

NAME = "checkpoint.safetensors"
_METADATA_KEY = "markscheme"
_converter = cattrs.Converter()

Tensors = dict[str, torch.Tensor]


@attrs.frozen
class EpochFigures:
    """One epoch's mean training loss, and its loss and accuracy on the validation split.

    A loss is Equation 4, in [0, 1]. An accuracy is the share of instances whose S+ is estimated above its S-.
    """

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
    """Replace the folder's checkpoint.

    Raises
    ------
    DocumentError
        If the folder can't be written.
    """
    tensors = {f"current/{name}": value for name, value in checkpoint.current.items()}
    tensors |= {f"best/{name}": value for name, value in checkpoint.best.items()}
    for number, state in checkpoint.optimizer.items():
        tensors |= {f"optimizer/{number}/{name}": value for name, value in state.items()}
    about = {"signature": signature, "position": _converter.unstructure(checkpoint.position)}
    whole = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
    with written_whole(folder / NAME) as stream:
        stream.write(save(whole, {_METADATA_KEY: json.dumps(about)}))


def read_checkpoint(folder: Path, signature: str) -> Checkpoint | None:
    """Return the folder's checkpoint; ``None`` if there is none.

    Raises
    ------
    DocumentError
        If it can't be read, or belongs to a run with other settings or data.
    """
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


def optimizer_state(optimizer: torch.optim.Optimizer) -> dict[int, Tensors]:
    """Return an optimizer's tensors, by the number of the parameter."""
    state: dict[int, Tensors] = optimizer.state_dict()["state"]
    return state


def restore_optimizer(optimizer: torch.optim.Optimizer, state: dict[int, Tensors]) -> None:
    """Set an optimizer's tensors."""
    whole: dict[str, Any] = optimizer.state_dict()
    optimizer.load_state_dict({**whole, "state": state})


def _by_parameter(tensors: Tensors) -> dict[int, Tensors]:
    state: dict[int, Tensors] = {}
    for key, value in tensors.items():
        number, _, name = key.partition("/")
        state.setdefault(int(number), {})[name] = value
    return state
