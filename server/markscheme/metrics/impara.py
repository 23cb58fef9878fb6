"""IMPARA: the quality of a correction, estimated without a reference.

Maeda, Kaneko and Okazaki, *IMPARA: Impact-Based Metric for GEC Using Parallel Data*, COLING 2022. Here is its
arithmetic; the neural quality estimator is in :mod:`markscheme.estimators`.
"""

import math
import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from markscheme.metrics.base import (
    NO_SENTENCE,
    ModelInputs,
    ModelNames,
    ModelOutputs,
    Need,
    NoCounts,
    Score,
    Sentence,
    SentenceScore,
    StreamingMetric,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.floating]

BUNDLED = "bundled"
Subset = frozenset[int]
"""Indices of a sentence pair's edits."""

ROUNDING = 1e-6
"""Overall impacts no further apart than this are equal: vectors are exact to about as much."""


@attrs.frozen
class ImparaSettings:
    """What decides a correction's score.

    Attributes
    ----------
    estimator
        ``bundled``, or the folder of a trained quality estimator.
    threshold
        Theta of Equation 1: a correction must be more similar to its source than this. The paper's 0.9 was
        chosen for BERT-base-cased.
    """

    estimator: str = BUNDLED
    threshold: float = 0.9


@attrs.frozen
class Scores:
    """Of a sentence, or means over sentences.

    Attributes
    ----------
    score
        Equation 1, in [0, 1].
    quality
        Equation 3, in [0, 1]: good for comparing two corrections, and no share of anything.
    similarity
        Equation 10, of source and correction, in [-1, 1].
    """

    score: float
    quality: float
    similarity: float


ImparaScore = Score[NoCounts, Scores]

ImparaStatistics = tuple[float, float]
"""What a sentence contributes: q(Y) of the correction (Equation 2), and its similarity to its source (Equation 10)."""


@attrs.frozen(kw_only=True)
class Impara(StreamingMetric[ImparaStatistics]):
    """IMPARA: the mean over sentences of Equation 1, at either level.

    Attributes
    ----------
    estimator, threshold
        As in :class:`ImparaSettings`.
    """

    name = "impara"
    title = "IMPARA"
    needs = frozenset({Need.TEXTS, Need.ESTIMATOR, Need.VECTORS})
    sentence_fields = ("scores", "reference", "counts")

    estimator: str = ImparaSettings().estimator
    threshold: float = ImparaSettings().threshold

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return impara_signature(ImparaSettings(self.estimator, self.threshold), models)

    def inputs(self, sentence: Sentence) -> ModelInputs:
        source, hypothesis = _texts(sentence)
        return ModelInputs(estimates=(hypothesis,), texts=(source, hypothesis))

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> ImparaStatistics:
        source, hypothesis = _texts(sentence)
        vectors = outputs.sentence_vectors
        return outputs.estimates[hypothesis], float(similarities(vectors[source], vectors[hypothesis]))

    def fold_into(
        self, statistics: Iterable[ImparaStatistics], receive: Callable[[SentenceScore[NoCounts, Scores]], None] | None
    ) -> ImparaScore:
        sums = (_ExactSum(), _ExactSum(), _ExactSum())
        count = 0
        for estimate, similarity in statistics:
            scores = _scores(quality(estimate), similarity, self.threshold)
            for total, value in zip(sums, (scores.score, scores.quality, scores.similarity), strict=True):
                total.add(value)
            count += 1
            if receive is not None:
                receive(SentenceScore(None, NoCounts(), scores))
        if not count:
            raise ValueError(NO_SENTENCE)
        return Score(NoCounts(), Scores(*(total.value() / count for total in sums)), count)


def impara_signature(settings: ImparaSettings, models: ModelNames) -> Mapping[str, object]:
    """Return what a signature says of IMPARA."""
    return {
        "threshold": settings.threshold,
        "estimator": models.estimator(settings.estimator),
        "encoder": models.encoder,
    }


def _texts(sentence: Sentence) -> tuple[str, str]:
    return " ".join(sentence.source), " ".join(sentence.hypothesis)


def _scores(estimated: float, similarity: float, threshold: float) -> Scores:
    return Scores(estimated if similarity > threshold else 0.0, estimated, similarity)


class _ExactSum:
    """A sum that is rounded once, at its end, as :func:`math.fsum` (Shewchuk, 1997), of numbers that come one by one.

    Its parts don't overlap, and so are few.
    """

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
    """Return Equation 10: cosine similarity row by row, exactly 1 for equal rows.

    Parameters
    ----------
    first, second
        Sentence vectors, shapes (n, d), or (d,) for one sentence against all of the other's.

    Returns
    -------
    Shape (n,), in [-1, 1].

    Examples
    --------
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
    """Return Equation 5: each edit's impact, 1 - cos(T, T without the edit).

    Parameters
    ----------
    whole
        The vector of the corrected sentence T, shape (d,).
    without
        The vectors of T without each edit, shape (n, d).

    Returns
    -------
    Shape (n,), in [0, 2]; exactly 0 where the edit changes no vector.
    """
    differences: npt.NDArray[np.float64] = 1 - similarities(whole, without)
    return differences


def overall_impact(edit_impacts: "Sequence[float] | FloatArray", subset: Collection[int]) -> float:
    """Return Equation 6: the sum of the impacts of a subset of edits, in any order."""
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

    E1 has k edits, k uniform in 1 to ``edits``; E2 is E1 with each edit put in or taken out with probability
    1 / ``edits``. Draws with E1 = E2, and those drawn before in either order, are left out.

    They depend on the four arguments alone, not on what was drawn for other pairs, and on no other method of
    Python's generator than ``random()``, whose sequence is the same in every version.

    Parameters
    ----------
    edits
        Number of the pair's edits; without any there are no subsets.
    seed, pair
        The run's seed, and the pair's number.
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


def evaluate(estimates: Sequence[float], similar: Sequence[float], threshold: float) -> ImparaScore:
    """Return Equation 1 for each sentence, and the means.

    Parameters
    ----------
    estimates
        q(Y) of each correction (Equation 2), any real number.
    similar
        Each correction's similarity to its source (Equation 10).
    threshold
        The paper's theta: a correction that is not more similar than this scores 0.

    Raises
    ------
    ValueError
        If there is no sentence, or there are not as many similarities as estimates.

    Examples
    --------
    >>> evaluate([0.0, 2.0], [0.95, 0.4], threshold=0.9).scores.score
    0.25
    """
    return Impara(threshold=threshold).fold(zip(estimates, similar, strict=True))
