"""What a training process of its own runs: a module that it can import by name, however the tests were started."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import torch

from markscheme import Work
from markscheme.inference.estimator_training import CHECKPOINT
from markscheme.progress import silent
from markscheme.training import TrainingSettings, train_estimator

Moment = Literal["step", "before", "after"]
"""When a process is killed: at a step, or before or after a checkpoint takes the place of the last one."""


def in_one_thread(
    data: Path, folder: Path, own: TrainingSettings, moment: Moment | None = None, count: int = 0
) -> None:
    """Train; or kill the process when such a moment comes for the ``count``-th time."""
    torch.set_num_threads(1)
    left = count

    def passed() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    if moment in ("before", "after"):
        _watch_checkpoints(passed, is_before=moment == "before")
    train_estimator(data, folder, settings=own, work=Work(progress=silent if moment != "step" else lambda *_: passed()))


def _watch_checkpoints(passed: Callable[[], None], *, is_before: bool) -> None:
    """Call back whenever a file becomes the checkpoint, in this process from now on."""
    replace = Path.replace

    def replaced(own: Path, target: Path) -> Path:
        is_checkpoint = Path(target).name == CHECKPOINT
        if is_checkpoint and is_before:
            passed()
        moved = replace(own, target)
        if is_checkpoint and not is_before:
            passed()
        return moved

    Path.replace = replaced  # type: ignore[method-assign]
