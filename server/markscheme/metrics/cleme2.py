"""CLEME2.0: how often a hypothesis is right, wrong, too timid and too bold.

Ye et al., *CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for Grammatical Error
Correction*, ACL 2025. Counts are of chunks (:mod:`markscheme.edits.chunks`). Under a weighting
(:mod:`markscheme.metrics.weighting`) scores are of the chunks' summed weights, Equation 6.

The default trade-off factors are those that made the paper's Table 12, (0.50, 0.40, 0.05, 0.05), at both
levels; its text names others. The table's INPUT row shows it: a hypothesis without edits scores 0.45.
"""

from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Literal, TypeVar

import attrs

from markscheme.edits.chunks import Chunk, Partition

AnyScores = TypeVar("AnyScores", bound=attrs.AttrsInstance)

Assumption = Literal["dependent", "independent"]
"""Whether one reference is chosen for a whole sentence, or each chunk may follow any (CLEME, Section 3.3)."""

Level = Literal["corpus", "sentence"]
"""Scores of summed counts, or the mean of the sentences' scores (CLEME2.0, Section 4.1)."""


class Category(Enum):
    """What a chunk is (CLEME2.0, Section 3.2): TP, FPne, FN and FPun; the values are LSP diagnostic codes."""

    HIT = "hit-correction"
    WRONG = "wrong-correction"
    UNDER = "under-correction"
    OVER = "over-correction"


@attrs.frozen
class Counts:
    """Chunks of each kind: ``tp`` hit, ``fp_ne`` wrong, ``fp_un`` over, ``fn`` under, ``tn`` rightly unchanged."""

    tp: int = 0
    fp_ne: int = 0
    fp_un: int = 0
    fn: int = 0
    tn: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.tp + other.tp,
            self.fp_ne + other.fp_ne,
            self.fp_un + other.fp_un,
            self.fn + other.fn,
            self.tn + other.tn,
        )


@attrs.frozen
class Weights:
    """Summed weights of the chunks of each kind, each at least 0 (w_TP and its like of Equation 6)."""

    tp: float = 0.0
    fp_ne: float = 0.0
    fp_un: float = 0.0
    fn: float = 0.0
    tn: float = 0.0

    def __add__(self, other: "Weights") -> "Weights":
        return Weights(
            self.tp + other.tp,
            self.fp_ne + other.fp_ne,
            self.fp_un + other.fp_un,
            self.fn + other.fn,
            self.tn + other.tn,
        )


ChunkWeights = tuple[tuple[float, ...], ...]
"""A row for each reference of a partition (one row where it has none), a chunk's weight against it in each column.

A weight counts by its absolute value; a negative one says that the chunk takes the sentence away from the reference.
"""


@attrs.frozen
class Factors:
    """Trade-off factors alpha 1 to 4 of Equation 5, each at least 0."""

    hit: float = 0.50
    wrong: float = 0.40
    under: float = 0.05
    over: float = 0.05


@attrs.frozen
class Scores:
    """Equations 1 to 5, each in [0, 1] for factors that sum to 1; ``wrong``, ``under``, ``over``: lower is better."""

    hit: float
    wrong: float
    under: float
    over: float
    score: float


@attrs.frozen
class SentenceResult:
    """One sentence's counts and scores, and the index of the reference that they are against.

    Attributes
    ----------
    reference
        ``None`` under independence, where no one reference is chosen, and where none is left.
    weights
        ``None`` without weighting.
    weighed_against
        The reference against which the chunks are weighed, under either assumption; ``None`` without weighting,
        and where no reference is left.
    """

    reference: int | None
    counts: Counts
    scores: Scores
    weights: Weights | None = None
    weighed_against: int | None = None


@attrs.frozen
class Result:
    """A hypothesis's counts and weights (summed) and scores at the chosen level, and each sentence's.

    ``weights`` is ``None`` without weighting.
    """

    counts: Counts
    scores: Scores
    sentences: tuple[SentenceResult, ...]
    weights: Weights | None = None


def scores_of(counts: Counts | Weights, factors: Factors = Factors()) -> Scores:
    """Equations 1 to 5, or of weights Equation 6 and its like. A ratio whose denominator is 0 is 0.

    >>> round(scores_of(Counts(tp=380, fp_ne=276, fp_un=541, fn=1360, tn=6298)).score, 4)
    0.4832
    """
    necessary = counts.tp + counts.fp_ne + counts.fn
    made = counts.tp + counts.fp_ne + counts.fp_un
    hit, wrong, under = (
        (counts.tp / necessary, counts.fp_ne / necessary, counts.fn / necessary) if necessary else (0.0, 0.0, 0.0)
    )
    over = counts.fp_un / made if made else 0.0
    total = factors.hit * hit + factors.wrong * (1 - wrong) + factors.under * (1 - under) + factors.over * (1 - over)
    return Scores(hit, wrong, under, over, total)


def dependent_category(chunk: Chunk, reference: int) -> Category | None:
    """What the chunk is against one reference; ``None`` where neither side changes it."""
    expected = chunk.references[reference]
    if chunk.hypothesis is None:
        return None if expected is None else Category.UNDER
    if expected is None:
        return Category.OVER
    return Category.HIT if chunk.hypothesis == expected else Category.WRONG


def independent_category(chunk: Chunk) -> Category | None:
    """What the chunk is against all references at once: a hit if any has it, missed only if all change it."""
    if chunk.hypothesis is None:
        changed_by_all = bool(chunk.references) and None not in chunk.references
        return Category.UNDER if changed_by_all else None
    if chunk.hypothesis in chunk.references:
        return Category.HIT
    changed_by_any = any(reference is not None for reference in chunk.references)
    return Category.WRONG if changed_by_any else Category.OVER


def evaluate(
    sentences: Sequence[Partition],
    *,
    assumption: Assumption = "dependent",
    level: Level = "corpus",
    factors: Factors = Factors(),
    weights: Sequence[ChunkWeights] | None = None,
) -> Result:
    """CLEME2.0 of one hypothesis over its sentences.

    Under dependence the reference of a sentence is, at corpus level, the one that makes the running
    total's score best, in file order, ties broken by more TP, fewer FP, fewer FN and more TN; at sentence
    level the one with the best score, then hit, then the lowest wrong, under and over.

    With weights, all of these are weights instead of counts, as in the official implementation; so another
    reference may be chosen than without. Under independence they choose in the same way the reference against
    which a sentence's chunks are weighed.

    Raises
    ------
    ValueError
        If there is no sentence.
    """
    if not sentences:
        raise ValueError("there is no sentence to score")
    results: list[SentenceResult] = []
    total = Weights()
    for index, sentence in enumerate(sentences):
        against = candidates(sentence, assumption, weights[index] if weights is not None else None)
        best = max(against, key=partial(_rank, running=total if level == "corpus" else None, factors=factors))
        total = total + best.sums
        scores = scores_of(best.sums, factors)
        results.append(SentenceResult(best.reference, best.counts, scores, best.weights, best.weighed_against))
    return Result(
        sum((own.counts for own in results), Counts()),
        document_scores([own.weights or own.counts for own in results], level, factors),
        tuple(results),
        total if weights is not None else None,
    )


def document_scores(sentences: Sequence[Counts | Weights], level: Level, factors: Factors = Factors()) -> Scores:
    """Scores of the sentences' summed counts or weights, or the mean of their scores (CLEME2.0, Section 4.1).

    Raises
    ------
    ValueError
        If there is no sentence.
    """
    if not sentences:
        raise ValueError("there is no sentence to score")
    if level == "corpus":
        return scores_of(sum((_as_weights(own) for own in sentences), Weights()), factors)
    return mean_of([scores_of(own, factors) for own in sentences])


@attrs.frozen
class Candidate:
    """What a sentence comes to against one reference; see :class:`SentenceResult`."""

    reference: int | None
    counts: Counts
    weights: Weights | None
    weighed_against: int | None

    @property
    def sums(self) -> Weights:
        """The weights; without, every chunk weighs 1."""
        return _as_weights(self.counts) if self.weights is None else self.weights


def candidates(sentence: Partition, assumption: Assumption, weights: ChunkWeights | None) -> list[Candidate]:
    """A sentence against each of its references; at least one, in their order."""
    if assumption == "dependent" and sentence.references:
        found = [
            [dependent_category(chunk, column) for chunk in sentence.chunks]
            for column in range(len(sentence.references))
        ]
        return [
            _candidate(reference, reference, categories, None if weights is None else weights[column])
            for column, (reference, categories) in enumerate(zip(sentence.references, found, strict=True))
        ]
    categories = [independent_category(chunk) for chunk in sentence.chunks]
    if weights is None:
        return [_candidate(None, None, categories, None)]
    return [
        _candidate(None, reference, categories, row)
        for reference, row in zip(sentence.references or (None,), weights, strict=True)
    ]


def _candidate(
    reference: int | None,
    weighed_against: int | None,
    categories: Sequence[Category | None],
    weights: Sequence[float] | None,
) -> Candidate:
    counts = Counts(*(categories.count(category) for category in _ORDER))
    if weights is None:
        return Candidate(reference, counts, None, None)
    sums = dict.fromkeys(_ORDER, 0.0)
    for category, weight in zip(categories, weights, strict=True):
        sums[category] += abs(weight)
    return Candidate(reference, counts, Weights(*sums.values()), weighed_against)


_ORDER = (Category.HIT, Category.WRONG, Category.OVER, Category.UNDER, None)
"""The categories in the order of the fields of :class:`Counts`."""


def _as_weights(counts: Counts | Weights) -> Weights:
    """Counts as sums of weights of 1 each: whole numbers, and exact."""
    return counts if isinstance(counts, Weights) else Weights(*map(float, attrs.astuple(counts)))


def _rank(candidate: Candidate, running: Weights | None, factors: Factors) -> tuple[float, ...]:
    own = candidate.sums
    if running is None:
        scores = scores_of(own, factors)
        return (scores.score, scores.hit, -scores.wrong, -scores.under, -scores.over)
    return (scores_of(running + own, factors).score, own.tp, -(own.fp_ne + own.fp_un), -own.fn, own.tn)


def mean_of(scores: Sequence[AnyScores]) -> AnyScores:
    """The mean of each of several sentences' scores; at least one."""
    columns = zip(*(attrs.astuple(score) for score in scores), strict=True)
    return type(scores[0])(*(sum(column) / len(scores) for column in columns))
