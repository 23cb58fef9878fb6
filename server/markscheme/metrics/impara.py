"""IMPARA: the quality of a correction, estimated without a reference, and the effect of each edit.

Maeda, Kaneko and Okazaki, *IMPARA: Impact-Based Metric for GEC Using Parallel Data*, COLING 2022. This is its
arithmetic; the neural quality estimator is in :mod:`markscheme.inference`. Clients import this: keep it light.
"""

import math
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from markscheme.contract import shape
from markscheme.metrics import base

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.floating]


BUNDLED = "bundled"
Subset = frozenset[int]

ROUNDING = 1e-6
"""Overall impacts no further apart than this are equal: vectors are exact to about as much."""


@attrs.frozen
class ImparaSettings:
    """The estimator, ``bundled`` or a folder, and theta of Equation 1: a similarity of at most theta makes a score 0.

    The paper's theta of 0.9 was chosen for BERT-base-cased.
    """

    estimator: str = BUNDLED
    threshold: float = 0.9


@attrs.frozen
class Scores:
    """Equations 1 (``score``), 3 (``quality``) and 10 (``similarity``), of a sentence, or means over sentences.

    Score and quality are in [0, 1], similarity in [-1, 1]. Quality compares two corrections; it is no share.
    """

    score: float
    quality: float
    similarity: float


ImparaScore = base.Score[base.NoCounts, Scores]

ImparaStatistics = tuple[float, float]
"""What a sentence contributes: q(Y) of the correction (Equation 2), and its similarity to its source (Equation 10)."""


@attrs.frozen(kw_only=True)
class Impara(base.StreamingMetric[ImparaStatistics]):
    """IMPARA: the mean over sentences of Equation 1, at either level."""

    name = "impara"
    title = "IMPARA"
    needs = frozenset({base.Need.TEXTS, base.Need.ESTIMATOR, base.Need.VECTORS})
    sentence_fields = ("scores", "reference", "counts")

    estimator: str = ImparaSettings().estimator
    threshold: float = ImparaSettings().threshold

    def signature_settings(self, models: base.ModelNames) -> Mapping[str, object]:
        return impara_signature(ImparaSettings(self.estimator, self.threshold), models)

    def inputs(self, sentence: base.Sentence) -> base.ModelInputs:
        source, hypothesis = _texts(sentence)
        return base.ModelInputs(estimates=(hypothesis,), texts=(source, hypothesis))

    def statistics(self, sentence: base.Sentence, outputs: base.ModelOutputs) -> ImparaStatistics:
        source, hypothesis = _texts(sentence)
        vectors = outputs.sentence_vectors
        return outputs.estimates[hypothesis], float(similarities(vectors[source], vectors[hypothesis]))

    def fold_into(self, statistics: Iterable[ImparaStatistics], receive: base.Receive | None) -> ImparaScore:
        sums = (_ExactSum(), _ExactSum(), _ExactSum())
        count = 0
        for estimate, similarity in statistics:
            scores = _scores(quality(estimate), similarity, self.threshold)
            for total, value in zip(sums, (scores.score, scores.quality, scores.similarity), strict=True):
                total.add(value)
            count += 1
            if receive is not None:
                receive(base.SentenceScore(None, base.NoCounts(), scores))
        if not count:
            raise ValueError(base.NO_SENTENCE)
        return base.Score(base.NoCounts(), Scores(*(total.value() / count for total in sums)), count)


def impara_signature(settings: ImparaSettings, models: base.ModelNames) -> Mapping[str, object]:
    return {
        "threshold": settings.threshold,
        "estimator": models.estimator(settings.estimator),
        "encoder": models.encoder,
    }


def _texts(sentence: base.Sentence) -> tuple[str, str]:
    return " ".join(sentence.source), " ".join(sentence.hypothesis)


def _scores(estimated: float, similarity: float, threshold: float) -> Scores:
    return Scores(estimated if similarity > threshold else 0.0, estimated, similarity)


class _ExactSum:
    """A sum of many numbers that is rounded once, at its end, as :func:`math.fsum` (Shewchuk, 1997)."""

    def __init__(self) -> None:
        self._parts: list[float] = []

    def add(self, number: float) -> None:
        kept: list[float] = []
        for part in self._parts:
            larger, smaller = (number, part) if abs(number) >= abs(part) else (part, number)
            number = larger + smaller
            if error := smaller - (number - larger):
                kept.append(error)
        self._parts = [*kept, number]

    def value(self) -> float:
        return math.fsum(self._parts)


def quality(estimate: float) -> float:
    """Return Equation 3: the sigmoid of the estimate q(Y), in [0, 1]."""
    if estimate >= 0:
        return 1 / (1 + math.exp(-estimate))
    return math.exp(estimate) / (1 + math.exp(estimate))


def similarities(first: "FloatArray", second: "FloatArray") -> "npt.NDArray[np.float64]":
    """Return Equation 10, in [-1, 1]: cosine similarity row by row, exactly 1 for equal rows.

    Vectors have the shape (n, d), or (d,) for one sentence against all of the other's.

    >>> import numpy as np
    >>> similarities(np.array([[1.0, 0.0], [3.0, 4.0]]), np.array([0.6, 0.8])).round(6).tolist()
    [0.6, 1.0]
    """
    import numpy as np

    difference = _unit(first) - _unit(second)
    return np.asarray(1 - (difference**2).sum(axis=-1) / 2, dtype=np.float64)


def _unit(vectors: "FloatArray") -> "npt.NDArray[np.float64]":
    import numpy as np

    exact = np.asarray(vectors, dtype=np.float64)
    norms = np.linalg.norm(exact, axis=-1, keepdims=True)
    return np.asarray(exact / np.where(norms > 0, norms, 1))


def impacts(whole: "FloatArray", without: "FloatArray") -> "npt.NDArray[np.float64]":
    """Return Equation 5, 1 - cos(T, T without an edit), in [0, 2], of (d,) and (n, d); 0 where no vector changes."""
    differences: npt.NDArray[np.float64] = 1 - similarities(whole, without)
    return differences


def overall_impact(edit_impacts: "Sequence[float] | FloatArray", subset: Collection[int]) -> float:
    """Return Equation 6: the sum of the impacts of a subset of edits, the same in any order."""
    return math.fsum(float(edit_impacts[index]) for index in subset)


def ordered(
    first: Subset, second: Subset, edit_impacts: "Sequence[float] | FloatArray"
) -> tuple[Subset, Subset] | None:
    """Return (E-, E+), Equations 7 and 8; ``None`` where neither has more impact."""
    one, other = overall_impact(edit_impacts, first), overall_impact(edit_impacts, second)
    if abs(one - other) <= ROUNDING:
        return None
    return (first, second) if one < other else (second, first)


def random_subsets(edits: int, most: int, seed: int, pair: int) -> list[tuple[Subset, Subset]]:
    """Return random E1 and E2 (Section 2.4) of a sentence pair's edits, by Equation 9, in ``most`` draws.

    E1 has k edits, k uniform in 1 to ``edits``; E2 is E1 with each edit put in or taken out with probability 1 /
    ``edits``. Draws with E1 = E2, and those drawn before in either order, are left out. They depend on the four
    arguments alone, and on ``random()``, whose sequence is the same in every version of Python.
    """
    generator = random.Random(f"{seed}:{pair}")
    pairs: dict[frozenset[Subset], tuple[Subset, Subset]] = {}
    for _ in range(most if edits else 0):
        first = _subset(edits, generator)
        toggled = {edit for edit in range(edits) if generator.random() < 1 / edits}
        second = first ^ toggled
        if first != second:
            pairs.setdefault(frozenset((first, second)), (first, second))
    return list(pairs.values())


def _subset(edits: int, generator: random.Random) -> Subset:
    size = 1 + int(generator.random() * edits)
    places = sorted((generator.random(), edit) for edit in range(edits))
    return frozenset(edit for _, edit in places[:size])


@attrs.frozen
class EstimateSettings:
    """How a correction without a reference is estimated, if ``wanted``.

    An edit lowers the estimate if q(Y), Equation 2, of the sentence without it is greater by more than ``margin``, at
    least 0. At a difference of 2 a pair that is ordered so has a loss of 0.12 by Equation 4.
    """

    wanted: bool = True
    impara: ImparaSettings = ImparaSettings()
    margin: float = 2.0


@attrs.frozen
class Calibration:
    """The probability that a single edit is valid: the logistic function of ``intercept + slope * gain`` in q(Y).

    J. Platt, *Probabilistic outputs for support vector machines*, 1999. The defaults, for an estimator without a
    calibration, say 1/2 where nothing is gained and are not calibrated.
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
    """How good a sentence is, or the mean of several; ``q`` still orders those whose ``quality`` is next to 0 or 1."""

    q: float
    """IMPARA's Equation 2, any real number."""
    quality: float
    """IMPARA's Equation 3, in 0 to 1; most values are close to 0 or 1."""

    @classmethod
    def of(cls, estimate: float | None) -> "Quality | None":
        """Return a sentence's quality, from its q(Y); ``None`` for one without words."""
        return None if estimate is None else cls(estimate, quality(estimate))


@shape()
@attrs.frozen
class BeforeAndAfter:
    """A number for the source and for its correction."""

    before: float | None
    """For the source; ``null`` where it has no words, as before an added sentence."""
    after: float | None
    """For the correction; ``null`` where it has no words."""


@attrs.frozen
class TextEstimate:
    """A correction of one sentence, or means over sentences; a quality is ``None`` without words.

    ``similarity`` is in [-1, 1], 0 where a side has no words; ``score`` is in [0, 1].
    """

    before: Quality | None
    after: Quality | None
    similarity: float | None
    """IMPARA's Equation 10; ``null`` until vectors are available."""
    score: float | None
    """IMPARA's Equation 1; ``null`` until vectors are available."""

    @property
    def quality(self) -> BeforeAndAfter:
        """IMPARA's Equation 3, in 0 to 1."""
        return BeforeAndAfter(*(None if item is None else item.quality for item in (self.before, self.after)))

    @property
    def q(self) -> BeforeAndAfter:
        """IMPARA's Equation 2, any real number."""
        return BeforeAndAfter(*(None if item is None else item.q for item in (self.before, self.after)))


@attrs.frozen
class EditEstimate:
    """The effect of one edit on its sentence: ``quality`` is that with all edits, ``without`` with all others.

    A quality is ``None`` for a sentence without words.
    """

    impact: float | None
    """IMPARA's Equation 5, in 0 to 2; ``null`` until vectors are available."""
    quality: Quality | None
    without: Quality | None
    lowers: bool
    """Whether ``qWithout - q`` is greater than the setting ``estimateMargin``."""


@attrs.frozen
class SentenceEstimate:
    """A correction of one sentence, and its edits in order."""

    text: TextEstimate
    edits: tuple[EditEstimate, ...]


@attrs.frozen
class Closeness:
    """Equation 10 of a sentence, and Equation 5 of each edit; ``None`` where a sentence would have no words."""

    similarity: float
    impacts: tuple[float | None, ...]


def sentence_estimate(
    estimates: Sequence[float | None], closeness: Closeness | None, threshold: float, margin: float
) -> SentenceEstimate:
    """Return the estimate of one correction.

    ``estimates`` are q(Y), Equation 2, of source, correction, and correction without each edit; ``None`` without words.
    ``closeness`` is ``None`` without vectors. Raise ValueError if it has not as many edits.

    >>> estimate = sentence_estimate([-1.0, 0.0, 2.0], Closeness(0.95, (0.3,)), threshold=0.9, margin=1.0)
    >>> (estimate.text.score, estimate.edits[0].without, estimate.edits[0].lowers)
    (0.5, Quality(q=2.0, quality=0.8807970779778823), True)
    """
    before, whole, *parts = estimates
    after = Quality.of(whole)
    impacts = closeness.impacts if closeness is not None else (None,) * len(parts)
    score = None
    if closeness is not None:
        score = after.quality if after is not None and closeness.similarity > threshold else 0.0
    edits = tuple(
        EditEstimate(impact, after, Quality.of(part), whole is not None and part is not None and part - whole > margin)
        for part, impact in zip(parts, impacts, strict=True)
    )
    text = TextEstimate(Quality.of(before), after, closeness.similarity if closeness else None, score)
    return SentenceEstimate(text, edits)


def mean_estimate(texts: Sequence[TextEstimate]) -> TextEstimate:
    return TextEstimate(
        _mean_quality([item.before for item in texts]),
        _mean_quality([item.after for item in texts]),
        _mean([item.similarity for item in texts]),
        _mean([item.score for item in texts]),
    )


def _mean_quality(values: Sequence[Quality | None]) -> Quality | None:
    present = [value for value in values if value is not None]
    q, mean = _mean([value.q for value in present]), _mean([value.quality for value in present])
    return None if q is None or mean is None else Quality(q, mean)


def _mean(values: Sequence[float | None]) -> float | None:
    present = [value for value in values if value is not None]
    return math.fsum(present) / len(present) if present else None
