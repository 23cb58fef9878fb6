"""How sentences are drawn: with replacement for intervals, and swapped between two systems for tests."""

from collections.abc import Iterator

import attrs
import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[np.float64]
"""How often each sample has each sentence, shape (samples, sentences); whole numbers."""
Integers = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]
"""Numbers of sentences, in half the memory."""

LEAST_SENTENCES = 2
"""Number of sentences from which drawn samples can differ: one sentence gives no interval."""


@attrs.frozen
class ResamplingSettings:
    """How sentences are drawn, and what an interval holds.

    Attributes
    ----------
    resamples
        Number of drawn samples, and of random swaps; 0 for no intervals.
    seed
        The number that chance begins with, of numpy's default generator. What is drawn depends on it, the number of
        samples and the number of sentences alone.
    confidence
        The share of the samples' values that an interval holds; 0.95 is from percentile 2.5 to percentile 97.5.
    """

    resamples: int = 1000
    seed: int = 1
    confidence: float = attrs.field(default=0.95, validator=[attrs.validators.gt(0.0), attrs.validators.lt(1.0)])

    @property
    def percentiles(self) -> tuple[float, float]:
        """The percentiles at which an interval begins and ends."""
        tail = (1 - self.confidence) / 2 * 100
        return tail, 100 - tail

    @property
    def coverage(self) -> str:
        """The share that an interval holds, for people.

        >>> ResamplingSettings().coverage
        '95 %'
        """
        return f"{self.confidence * 100:.4g} %"

    def weights(self, sentences: int) -> Weights:
        """Return how often each sample has each sentence, shape (1 + resamples, sentences); the pool comes first.

        There is the pool alone where drawn samples can't differ from it.
        """
        whole = np.ones((1, sentences))
        if sentences < LEAST_SENTENCES or not self.resamples:
            return whole
        return np.concatenate([whole, _drawn(sentences, self).astype(np.float64)])


def bootstrap_resamples(sentences: int, settings: ResamplingSettings) -> Integers:
    """Return the sentences of each drawn sample, in the order of the file: those that the settings' weights count.

    Returns
    -------
    Shape (resamples, sentences).
    """
    return np.concatenate([*bootstrap_blocks(sentences, settings, settings.resamples)]).astype(np.int64)


def bootstrap_blocks(sentences: int, settings: ResamplingSettings, rows: int) -> Iterator[Places]:
    """Yield the same samples, at most ``rows`` at a time: arrays of shape (up to rows, sentences)."""
    generator = np.random.default_rng(settings.seed)
    chances, numbers = np.full(sentences, 1 / sentences), np.arange(sentences, dtype=np.int32)
    for size in _sizes(settings.resamples, rows):
        block = np.empty((size, sentences), dtype=np.int32)
        for row in block:
            row[:] = np.repeat(numbers, generator.multinomial(sentences, chances))
        yield block


def random_swaps(sentences: int, settings: ResamplingSettings) -> npt.NDArray[np.bool_]:
    """Return the sentences that two systems swap in each trial of a randomisation test, each with probability 1/2.

    Returns
    -------
    Shape (resamples, sentences).
    """
    return np.concatenate([*swap_blocks(sentences, settings, settings.resamples)])


def swap_blocks(sentences: int, settings: ResamplingSettings, rows: int) -> Iterator[npt.NDArray[np.bool_]]:
    """Yield the same trials, at most ``rows`` at a time: arrays of shape (up to rows, sentences)."""
    generator = np.random.default_rng([settings.seed, 1])
    for size in _sizes(settings.resamples, rows):
        block = np.empty((size, sentences), dtype=np.bool_)
        for row in block:
            row[:] = generator.integers(0, 2, sentences)
        yield block


def _sizes(count: int, most: int) -> Iterator[int]:
    """Yield the sizes of the blocks of a number of rows."""
    for begin in range(0, count, most):
        yield min(most, count - begin)


def _drawn(sentences: int, settings: ResamplingSettings) -> Integers:
    """Return how often each drawn sample has each sentence, shape (resamples, sentences)."""
    generator = np.random.default_rng(settings.seed)
    return generator.multinomial(sentences, np.full(sentences, 1 / sentences), settings.resamples)
