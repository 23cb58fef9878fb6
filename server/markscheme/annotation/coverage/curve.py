"""How coverage grows with the number of references: the mean over all orders of them, exactly.

If c of a sentence's n annotators cover a correction, a random k of the n cover it with the probability
``1 - C(n - c, k) / C(n, k)``, as in the rarefaction of samples (Hurlbert, 1971). The curve is the mean of it over the
corrections.

Not every annotator has seen each sentence. So n and c are those of the sentence, and a sentence with fewer than k
annotators has all of them at k: every point is the mean over the same corrections, the curve never falls, and its last
point is the coverage by all references.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.float64]

RESAMPLES = 1000
"""Number of bootstrap samples of sentences."""
SEED = 1
"""What bootstrap samples are drawn from."""
CONFIDENCE = 0.95
"""Share of the bootstrap samples in an interval."""
MOST_ENUMERATED = 12
"""Largest number of annotators whose subsets are enumerated."""


@attrs.frozen
class CountedCorrection:
    """A correction, and which annotators cover it.

    Attributes
    ----------
    sentence
        The index of its sentence.
    covering, seen_by
        The annotators who cover it, and those who have seen the sentence; the first are among the second.
    weight
        How often it counts.
    """

    sentence: int
    covering: frozenset[int]
    seen_by: frozenset[int]
    weight: int = 1


@attrs.frozen
class CurvePoint:
    """What some number of references covers.

    Attributes
    ----------
    references
        The number k.
    share
        The mean share of corrections that k references cover, in [0, 1].
    interval
        The bootstrap interval of the share over sentences; ``None`` where corrections are in fewer than two sentences.
    extent
        The smallest and the largest share over all choices of k annotators, each of the corrections in sentences that
        one of the choice has seen; ``None`` where there are too many annotators to go through all choices.
    corrections
        The number of corrections in sentences that at least k annotators have seen.
    """

    references: int
    share: float
    interval: tuple[float, float] | None
    extent: tuple[float, float] | None
    corrections: int


@attrs.frozen
class Curve:
    """Coverage by the number of references.

    Attributes
    ----------
    corrections
        The number of corrections of which it is the share.
    points
        For one reference, two, and so on; none without corrections.
    """

    corrections: int = 0
    points: tuple[CurvePoint, ...] = ()

    @property
    def covered(self) -> float | None:
        """The share that all references cover; ``None`` without corrections."""
        return self.points[-1].share if self.points else None


def covered_by(references: int, covering: int, seen_by: int) -> float:
    """Return the probability that some of a correction's annotators, taken at random, cover it.

    Parameters
    ----------
    references
        How many are taken; all, where there are fewer.
    covering, seen_by
        How many cover the correction, and how many there are.

    >>> covered_by(2, 1, 4)
    0.5
    """
    taken = min(references, seen_by)
    return 1 - comb(seen_by - covering, taken) / comb(seen_by, taken)


def curve_of(items: Iterable[CountedCorrection], sentences: int, *, extents: bool = True) -> Curve:
    """Return the curve of some corrections; those in sentences that nobody has seen are left out.

    Parameters
    ----------
    sentences
        The number of sentences that bootstrap samples are drawn from.
    extents
        Whether to go through all choices of annotators.
    """
    seen = [item for item in items if item.seen_by and item.weight]
    if not seen:
        return Curve()
    most = max(len(item.seen_by) for item in seen)
    sums, totals = _by_sentence(seen, sentences, most)
    intervals = _intervals(sums, totals)
    limits = _extents(seen, most) if extents else [None] * most
    shares = sums.sum(axis=0) / totals.sum()
    return Curve(
        int(totals.sum()),
        tuple(
            CurvePoint(
                number + 1,
                float(shares[number]),
                intervals[number],
                limits[number],
                sum(item.weight for item in seen if len(item.seen_by) > number),
            )
            for number in range(most)
        ),
    )


def _by_sentence(items: Sequence[CountedCorrection], sentences: int, most: int) -> tuple["FloatArray", "FloatArray"]:
    """Return the expected number of covered corrections, shape (sentences, most), and their number, (sentences,)."""
    import numpy as np

    counts: Counter[tuple[int, int, int]] = Counter()
    for item in items:
        counts[item.sentence, len(item.covering), len(item.seen_by)] += item.weight
    rows = {
        (covering, seen): np.array([covered_by(number + 1, covering, seen) for number in range(most)])
        for _, covering, seen in counts
    }
    sums, totals = np.zeros((sentences, most)), np.zeros(sentences)
    for (sentence, covering, seen), weight in counts.items():
        sums[sentence] += weight * rows[covering, seen]
        totals[sentence] += weight
    return sums, totals


def _intervals(sums: "FloatArray", totals: "FloatArray") -> list[tuple[float, float] | None]:
    """Return the bootstrap interval of each number of references."""
    import numpy as np

    sentences, most = sums.shape
    if np.count_nonzero(totals) < 2:
        return [None] * most
    generator = np.random.default_rng(SEED)
    shares = []
    for _ in range(RESAMPLES):
        drawn = np.bincount(generator.integers(sentences, size=sentences), minlength=sentences)
        if total := float(drawn @ totals):
            shares.append(drawn @ sums / total)
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(np.array(shares), (tail, 100 - tail), axis=0).tolist()
    return list(zip(low, high, strict=True))


def _extents(items: Sequence[CountedCorrection], most: int) -> list[tuple[float, float] | None]:
    """Return the smallest and largest share over all choices of annotators, for each number of them."""
    everybody = sorted(frozenset[int]().union(*(item.seen_by for item in items)))
    if len(everybody) > MOST_ENUMERATED:
        return [None] * most
    bits = {annotator: 1 << place for place, annotator in enumerate(everybody)}
    missed, unseen = [0] * (1 << len(bits)), [0] * (1 << len(bits))
    for item in items:
        missed[sum(bits[annotator] for annotator in item.covering)] += item.weight
        unseen[sum(bits[annotator] for annotator in item.seen_by)] += item.weight
    total = sum(missed)
    for counts in (missed, unseen):
        _sum_of_subsets(counts)
    shares: list[list[float]] = [[] for _ in range(len(bits) + 1)]
    for choice in range(1 << len(bits)):
        # What is outside of a choice says what nobody in it covers, or has seen.
        rest = len(missed) - 1 - choice
        if seen := total - unseen[rest]:
            shares[choice.bit_count()].append(1 - (missed[rest] - unseen[rest]) / seen)
    return [(min(own), max(own)) for own in shares[1 : most + 1]]


def _sum_of_subsets(counts: list[int]) -> None:
    """Add to the count of each set, a number with a bit for each member, the counts of its subsets."""
    bit = 1
    while bit < len(counts):
        for members in range(len(counts)):
            if members & bit:
                counts[members] += counts[members ^ bit]
        bit <<= 1
