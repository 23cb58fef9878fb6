"""What a training process of its own runs: a module that it can import by name, however the tests were started."""

from pathlib import Path

import torch

from markscheme import TrainingSettings, train_estimator


def in_one_thread(data: Path, folder: Path, own: TrainingSettings) -> None:
    torch.set_num_threads(1)
    train_estimator(data, folder, settings=own)
