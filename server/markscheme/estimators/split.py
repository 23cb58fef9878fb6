"""The split of instances for training, validation and test, and their order. Both depend on the seed only."""

import random
from collections.abc import Sequence

import attrs

from markscheme.estimators.supervision import Instance
from markscheme.text.errors import DocumentError

POOLED_BATCHES = 8
"""Batches whose instances are sorted by length together, so that little is padded."""


@attrs.frozen
class Split:
    """Instances for training, validation and test, about 8:1:1 by source sentence."""

    train: tuple[Instance, ...]
    validation: tuple[Instance, ...]
    test: tuple[Instance, ...]


def split(instances: Sequence[Instance], most: int | None, seed: int) -> Split:
    """Split the instances by source sentence, so that no sentence has variants in two parts.

    Parameters
    ----------
    most
        Most instances to use, drawn at random; ``None`` for all.

    Raises
    ------
    DocumentError
        If there are fewer than ten source sentences.
    """
    taken = sorted(_shuffled(range(len(instances)), f"{seed}:instances")[:most])
    sources = _shuffled(sorted({instances[index].source for index in taken}), f"{seed}:split")
    tenth = len(sources) // 10
    if not tenth:
        raise DocumentError("the supervision data is of fewer than ten source sentences; that can't be split 8:1:1")
    validation, test = set(sources[:tenth]), set(sources[tenth : 2 * tenth])
    parts: dict[str, list[Instance]] = {"train": [], "validation": [], "test": []}
    for index in taken:
        source = instances[index].source
        part = "validation" if source in validation else "test" if source in test else "train"
        parts[part].append(instances[index])
    return Split(*map(tuple, parts.values()))


def batches(lengths: Sequence[int], size: int, seed: int, epoch: int) -> list[list[int]]:
    """Return one epoch's batches of indices: shuffled, with instances of similar length in a batch.

    >>> [len(batch) for batch in batches([3, 1, 2, 5, 4], 2, seed=1, epoch=0)]
    [2, 1, 2]
    """
    order = _shuffled(range(len(lengths)), f"{seed}:{epoch}:order")
    cut: list[list[int]] = []
    for begin in range(0, len(order), size * POOLED_BATCHES):
        pool = sorted(order[begin : begin + size * POOLED_BATCHES], key=lambda index: lengths[index])
        cut += [pool[at : at + size] for at in range(0, len(pool), size)]
    return [cut[index] for index in _shuffled(range(len(cut)), f"{seed}:{epoch}:batches")]


def _shuffled(items: Sequence[int], seed: str) -> list[int]:
    generator = random.Random(seed)
    return [item for _, item in sorted((generator.random(), item) for item in items)]
