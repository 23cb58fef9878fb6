"""A measure's scores on resamples of the sentences: the bootstrap, and pairs of systems that swap sentences."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.comparison.marked_systems import MarkedSystems
from markscheme.evaluation.comparison.measures import Column, Measure
from markscheme.evaluation.resampling.candidates import Resamples
from markscheme.evaluation.resampling.folds import ResampleFold
from markscheme.progress import Progress
from markscheme.resampling.draws import ResamplingSettings, bootstrap_blocks, swap_blocks

Floats = npt.NDArray[np.float64]

RESAMPLES = 500
"""Resamples that are folded side by side, at most; it changes no number."""
RESAMPLE_BYTES = 2**27
"""Bytes of the sentences of such resamples (128 MiB), of a corpus of any size."""


@attrs.frozen(eq=False)
class ResampledMeasure:
    """Numbers of a measure, or of several, on all sentences and on resamples.

    Attributes
    ----------
    values
        Shape (systems, columns).
    bootstrap
        Shape (systems, resamples, columns).
    swapped
        Shape (pairs, trials, columns): the differences where two systems have swapped sentences.
    """

    columns: tuple[Column, ...]
    values: Floats
    bootstrap: Floats
    swapped: Floats

    @classmethod
    def joined(cls, parts: Sequence["ResampledMeasure"]) -> "ResampledMeasure":
        """Return several measures of the same systems as one, column by column."""
        return cls(
            tuple(column for part in parts for column in part.columns),
            np.concatenate([part.values for part in parts], axis=-1),
            np.concatenate([part.bootstrap for part in parts], axis=-1),
            np.concatenate([part.swapped for part in parts], axis=-1),
        )


def resampled_measure(
    measure: Measure, systems: MarkedSystems, settings: ResamplingSettings, progress: Progress
) -> ResampledMeasure:
    """Return a measure's numbers for each system and each pair of systems; one block of resamples is in memory."""
    size = systems.size
    rows = max(1, min(RESAMPLES, RESAMPLE_BYTES // (4 * size)))
    folds = [measure.fold(number) for number in range(len(systems.names))]
    pairs = list(combinations(folds, 2))
    steps = _Steps(settings.resamples * (len(folds) + len(pairs)), progress)
    everything = np.arange(size, dtype=np.int32)[None, :]
    values = np.stack([fold(everything)[0] for fold in folds])
    bootstrap = _bootstrapped(folds, bootstrap_blocks(size, settings, rows), steps)
    swapped = [_swapped(first.joined(second), swap_blocks(size, settings, rows), steps) for first, second in pairs]
    shape = (len(pairs), settings.resamples, len(measure.columns))
    return ResampledMeasure(measure.columns, values, bootstrap, np.reshape(swapped, shape))


@attrs.define
class _Steps:
    """Tells how many resamples are folded."""

    total: int
    progress: Progress
    done: int = attrs.field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self.progress("resamples", 0, self.total)

    def add(self, count: int) -> None:
        self.done += count
        self.progress("resamples", self.done, self.total)


def _bootstrapped(folds: Sequence[ResampleFold], blocks: Iterable[Resamples], steps: _Steps) -> Floats:
    """Return the scores of each system's resamples; one block of these is in memory."""
    scores: list[list[Floats]] = [[] for _ in folds]
    for block in blocks:
        for fold, own in zip(folds, scores, strict=True):
            own.append(fold(block))
            steps.add(len(block))
    return np.stack([np.concatenate(own) for own in scores])


def _swapped(fold: ResampleFold, blocks: Iterable[npt.NDArray[np.bool_]], steps: _Steps) -> Floats:
    """Return the differences of two systems, one after the other in the fold, that have swapped some sentences."""
    differences: list[Floats] = []
    for swaps in blocks:
        sentences = np.arange(swaps.shape[1], dtype=np.int32)
        behind = sentences + np.int32(swaps.shape[1])
        difference = fold(np.where(swaps, behind, sentences))
        difference -= fold(np.where(swaps, sentences, behind))
        differences.append(difference)
        steps.add(len(swaps))
    return np.concatenate(differences)
