"""A correction without a reference: the quality of its sentences, and the effect of each edit (IMPARA's equations).

Numbers in, numbers out. Clients hold these values, so the module imports nothing heavy. Vectors are for
:mod:`markscheme.metrics.impara`.
"""

import math
from collections.abc import Sequence

import attrs

from markscheme.metrics.impara import ImparaSettings, quality


@attrs.frozen
class EstimateSettings:
    """How a correction without a reference is estimated.

    Attributes
    ----------
    wanted
        Whether it is at all.
    impara
        The estimator, and IMPARA's theta.
    margin
        An edit lowers the estimate if q(Y), Equation 2, of the sentence without it is greater by more than this; at
        least 0. At a difference of 2 a pair that is ordered so has a loss of 0.12 by Equation 4.
    """

    wanted: bool = True
    impara: ImparaSettings = ImparaSettings()
    margin: float = 2.0


@attrs.frozen
class Calibration:
    """The probability that a single edit is valid, from what it adds to q(Y) of its sentence.

    It is the logistic function of ``intercept + slope * gain`` (J. Platt, *Probabilistic outputs for support vector
    machines*, 1999). An estimator without a calibration of its own has the defaults, which say 1/2 where nothing is
    gained and are not calibrated.

    Attributes
    ----------
    intercept
        Log odds of an edit that changes nothing in q.
    slope
        Log odds that one unit of q adds.
    """

    intercept: float = 0.0
    slope: float = 1 / 3

    def probability(self, gain: float) -> float:
        """Return the probability for q with the edit less q without it.

        >>> Calibration(-1.0, 0.5).probability(2.0)
        0.5
        """
        return quality(self.intercept + self.slope * gain)


@attrs.frozen
class Quality:
    """How good a sentence is, or the means of several.

    Attributes
    ----------
    q
        Equation 2, any real number. It orders sentences whose ``quality`` is next to 0 or 1 alike.
    quality
        Equation 3, in [0, 1].
    """

    q: float
    quality: float

    @classmethod
    def of(cls, estimate: float | None) -> "Quality | None":
        """Return a sentence's quality, from its q(Y); ``None`` for one without words."""
        return None if estimate is None else cls(estimate, quality(estimate))


@attrs.frozen
class EditImpact:
    """The effect of one edit on its sentence.

    Attributes
    ----------
    impact
        Equation 5, in [0, 2]; ``None`` without vectors, and where a sentence would have no words.
    without
        Of the sentence without this edit, all others made; ``None`` where it has no words.
    lowers
        Whether the sentence without it is estimated better: q(Y), Equation 2, more by more than the margin.
    """

    impact: float | None
    without: Quality | None
    lowers: bool


@attrs.frozen
class SentenceEstimate:
    """A correction of one sentence, and its edits.

    Attributes
    ----------
    before, after
        Of source and correction; ``None`` for one without words.
    similarity
        Equation 10, in [-1, 1]; 0 where source or correction has no words, ``None`` without vectors.
    score
        Equation 1, in [0, 1]; ``None`` without vectors.
    edits
        In the order of the correction's edits.
    """

    before: Quality | None
    after: Quality | None
    similarity: float | None
    score: float | None
    edits: tuple[EditImpact, ...]


@attrs.frozen
class Closeness:
    """Equation 10 of a sentence, and Equation 5 of each edit; ``None`` where a sentence would have no words."""

    similarity: float
    impacts: tuple[float | None, ...]


def sentence_estimate(
    estimates: Sequence[float | None], closeness: Closeness | None, threshold: float, margin: float
) -> SentenceEstimate:
    """Return the estimate of one correction.

    Parameters
    ----------
    estimates
        q(Y), Equation 2, of the source, of the correction, and of the correction without each edit; ``None`` for
        what has no words.
    closeness
        ``None`` without vectors; else with as many impacts as there are edits.
    threshold
        Theta of Equation 1.
    margin
        As in :class:`EstimateSettings`.

    Raises
    ------
    ValueError
        If the numbers are not of the same edits.

    Examples
    --------
    >>> estimate = sentence_estimate([-1.0, 0.0, 2.0], Closeness(0.95, (0.3,)), threshold=0.9, margin=1.0)
    >>> (estimate.score, estimate.edits[0].without, estimate.edits[0].lowers)
    (0.5, Quality(q=2.0, quality=0.8807970779778823), True)
    """
    before, whole, *parts = estimates
    after = Quality.of(whole)
    impacts = closeness.impacts if closeness is not None else (None,) * len(parts)
    score = None
    if closeness is not None:
        score = after.quality if after is not None and closeness.similarity > threshold else 0.0
    edits = tuple(
        EditImpact(impact, Quality.of(part), whole is not None and part is not None and part - whole > margin)
        for part, impact in zip(parts, impacts, strict=True)
    )
    return SentenceEstimate(Quality.of(before), after, closeness.similarity if closeness else None, score, edits)


@attrs.frozen
class MeanEstimate:
    """Means over sentences; ``None`` where no sentence has the number."""

    before: Quality | None
    after: Quality | None
    similarity: float | None
    score: float | None


def mean_estimate(sentences: Sequence[SentenceEstimate]) -> MeanEstimate:
    """Return the means of a document, each over the sentences that have the number."""
    return MeanEstimate(
        _mean_quality([item.before for item in sentences]),
        _mean_quality([item.after for item in sentences]),
        _mean([item.similarity for item in sentences]),
        _mean([item.score for item in sentences]),
    )


def _mean_quality(values: Sequence[Quality | None]) -> Quality | None:
    present = [value for value in values if value is not None]
    q, mean = _mean([value.q for value in present]), _mean([value.quality for value in present])
    return None if q is None or mean is None else Quality(q, mean)


def _mean(values: Sequence[float | None]) -> float | None:
    present = [value for value in values if value is not None]
    return math.fsum(present) / len(present) if present else None
