"""IMPARA: the quality of a correction, estimated without a reference.

Maeda, Kaneko and Okazaki, *IMPARA: Impact-Based Metric for GEC Using Parallel Data*, COLING 2022. Here is its
arithmetic; the neural quality estimator is in :mod:`markscheme.estimators`.
"""

import math
import random
from collections.abc import Collection, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.metrics.estimates import quality

FloatArray = npt.NDArray[np.floating]
Subset = frozenset[int]
"""Indices of a sentence pair's edits."""

ROUNDING = 1e-6
"""Overall impacts no further apart than this are equal: vectors are exact to about as much."""


def similarities(first: FloatArray, second: FloatArray) -> npt.NDArray[np.float64]:
    """Equation 10: cosine similarity row by row, exactly 1 for equal rows.

    Parameters
    ----------
    first, second
        Sentence vectors, shapes (n, d), or (d,) for one sentence against all of the other's.

    Returns
    -------
    Shape (n,), in [-1, 1].

    Examples
    --------
    >>> similarities(np.array([[1.0, 0.0], [3.0, 4.0]]), np.array([0.6, 0.8])).round(6).tolist()
    [0.6, 1.0]
    """
    difference = _unit(first) - _unit(second)
    return np.asarray(1 - (difference**2).sum(axis=-1) / 2, dtype=np.float64)


def _unit(vectors: FloatArray) -> npt.NDArray[np.float64]:
    exact = np.asarray(vectors, dtype=np.float64)
    norms = np.linalg.norm(exact, axis=-1, keepdims=True)
    return np.asarray(exact / np.where(norms > 0, norms, 1))


def impacts(whole: FloatArray, without: FloatArray) -> npt.NDArray[np.float64]:
    """Equation 5: each edit's impact, 1 - cos(T, T without the edit).

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
    return np.asarray(1 - similarities(whole, without))


def overall_impact(own: Sequence[float] | FloatArray, subset: Collection[int]) -> float:
    """Equation 6: the sum of the impacts of a subset of edits, whatever order they are named in."""
    return math.fsum(float(own[index]) for index in subset)


def ordered(first: Subset, second: Subset, own: Sequence[float] | FloatArray) -> tuple[Subset, Subset] | None:
    """Equations 7 and 8: (E-, E+); ``None`` where neither has more impact, so that nothing can be learnt."""
    one, other = overall_impact(own, first), overall_impact(own, second)
    if abs(one - other) <= ROUNDING:
        return None
    return (first, second) if one < other else (second, first)


def random_subsets(edits: int, most: int, seed: int, pair: int) -> list[tuple[Subset, Subset]]:
    """Section 2.4: random E1 and E2 of a sentence pair's edits, by Equation 9, in ``most`` draws.

    E1 has k edits, k uniform in 1 to ``edits``; E2 is E1 with each edit put in or taken out with probability
    1 / ``edits``. Draws with E1 = E2, and those drawn before in either order, are left out.

    They depend on the four arguments alone, not on what was drawn for other pairs, and on no other method of
    Python's generator than ``random()``, whose sequence is the same in every version.

    Parameters
    ----------
    edits
        How many edits the pair has; none give no subsets.
    seed, pair
        The run's seed, and the pair's number.
    """
    generator = random.Random(f"{seed}:{pair}")
    found: dict[frozenset[Subset], tuple[Subset, Subset]] = {}
    for _ in range(most if edits else 0):
        first = _subset(edits, generator)
        toggled = {edit for edit in range(edits) if generator.random() < 1 / edits}
        second = first ^ toggled
        if first != second:
            found.setdefault(frozenset((first, second)), (first, second))
    return list(found.values())


def _subset(edits: int, generator: random.Random) -> Subset:
    size = 1 + int(generator.random() * edits)
    places = sorted((generator.random(), edit) for edit in range(edits))
    return frozenset(edit for _, edit in places[:size])


@attrs.frozen
class NoCounts:
    """IMPARA counts nothing."""


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


@attrs.frozen
class SentenceResult:
    """One correction's scores; there is no reference."""

    scores: Scores
    reference: None = None
    counts: NoCounts = NoCounts()


@attrs.frozen
class Result:
    """A hypothesis's mean scores, and each sentence's."""

    scores: Scores
    sentences: tuple[SentenceResult, ...]
    counts: NoCounts = NoCounts()


def evaluate(estimates: Sequence[float], similar: Sequence[float], threshold: float) -> Result:
    """Equation 1 for each sentence, and the means.

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
    if not estimates:
        raise ValueError("there must be one sentence")
    own = [_scores(quality(value), near, threshold) for value, near in zip(estimates, similar, strict=True)]
    count = len(own)
    mean = Scores(
        math.fsum(scores.score for scores in own) / count,
        math.fsum(scores.quality for scores in own) / count,
        math.fsum(scores.similarity for scores in own) / count,
    )
    return Result(mean, tuple(SentenceResult(scores) for scores in own))


def _scores(estimated: float, similarity: float, threshold: float) -> Scores:
    return Scores(estimated if similarity > threshold else 0.0, estimated, similarity)
