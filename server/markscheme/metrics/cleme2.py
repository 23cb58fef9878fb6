"""CLEME2.0: how often a hypothesis is right, wrong, too timid and too bold.

Ye et al., *CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for Grammatical Error Correction*, ACL
2025; weighted scores are Equation 6. The default trade-off factors are those of the paper's Table 12 at both levels;
its text names others. The table's INPUT row shows it: a hypothesis without edits scores 0.45.
"""

from collections.abc import Mapping, Sequence

import attrs

from markscheme.contract import shape
from markscheme.metrics.base import NO_SENTENCE, Level, ModelNames, RunningMean, Score, numbers
from markscheme.metrics.chunk_metric import ChunkMetric, Five
from markscheme.settings import FACTORS


@shape()
@attrs.frozen
class Counts:
    """Numbers of CLEME2.0's chunks."""

    tp: int = 0
    """Hits."""
    fp_ne: int = 0
    """Wrong corrections."""
    fp_un: int = 0
    """Over-corrections."""
    fn: int = 0
    """Under-corrections."""
    tn: int = 0
    """Chunks that are rightly unchanged."""

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.tp + other.tp,
            self.fp_ne + other.fp_ne,
            self.fp_un + other.fp_un,
            self.fn + other.fn,
            self.tn + other.tn,
        )


@shape()
@attrs.frozen
class Weights:
    """The sums of the weights of CLEME2.0's chunks (w_TP and its like of Equation 6), each at least 0."""

    tp: float = 0.0
    """Of hits."""
    fp_ne: float = 0.0
    """Of wrong corrections."""
    fp_un: float = 0.0
    """Of over-corrections."""
    fn: float = 0.0
    """Of under-corrections."""
    tn: float = 0.0
    """Of chunks that are rightly unchanged."""

    def __add__(self, other: "Weights") -> "Weights":
        return Weights(
            self.tp + other.tp,
            self.fp_ne + other.fp_ne,
            self.fp_un + other.fp_un,
            self.fn + other.fn,
            self.tn + other.tn,
        )


@attrs.frozen
class Factors:
    """Trade-off factors alpha 1 to 4 of Equation 5, each at least 0."""

    hit: float = FACTORS.default[0]
    wrong: float = FACTORS.default[1]
    under: float = FACTORS.default[2]
    over: float = FACTORS.default[3]


@shape()
@attrs.frozen
class Scores:
    """CLEME2.0's Equations 1 to 5, each in 0 to 1 for factors that sum to 1."""

    hit: float
    """The share of hits among the places that need a correction."""
    wrong: float
    """The share of wrong corrections among those places; lower is better."""
    under: float
    """The share of under-corrections among those places; lower is better."""
    over: float
    """The share of over-corrections among the changes of the hypothesis; lower is better."""
    score: float
    """The four in one number, by the factors."""


Cleme2Score = Score[Counts, Scores]


def scores_of(counts: Counts | Weights, factors: Factors = Factors()) -> Scores:
    """Return Equations 1 to 5, or Equation 6 and the like of weights. A ratio whose denominator is 0 is 0.

    >>> round(scores_of(Counts(tp=380, fp_ne=276, fp_un=541, fn=1360, tn=6298)).score, 4)
    0.4832
    """
    return Scores(*_ratios(counts.tp, counts.fp_ne, counts.fp_un, counts.fn, factors))


def _ratios(
    tp: float, fp_ne: float, fp_un: float, fn: float, factors: Factors
) -> tuple[float, float, float, float, float]:
    necessary = tp + fp_ne + fn
    corrected = tp + fp_ne + fp_un
    hit, wrong, under = (tp / necessary, fp_ne / necessary, fn / necessary) if necessary else (0.0, 0.0, 0.0)
    over = fp_un / corrected if corrected else 0.0
    total = factors.hit * hit + factors.wrong * (1 - wrong) + factors.under * (1 - under) + factors.over * (1 - over)
    return hit, wrong, under, over, total


@attrs.frozen(kw_only=True)
class Cleme2(ChunkMetric[Counts, Weights, Scores]):
    """CLEME2.0.

    Under dependence a sentence's reference is, at corpus level, the one that makes the running total's score best, in
    file order, ties broken by more TP, fewer FP, fewer FN and more TN; at sentence level the one with the best score,
    then hit, then the lowest wrong, under and over. With weights, all of these are weights, as in the official
    implementation. Under independence they choose in the same way the reference against which chunks are weighed.
    """

    name = "cleme2"
    title = "CLEME2.0"
    lower_is_better = frozenset({"wrong", "under", "over"})

    factors: Factors = Factors()

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return self._signature_settings(models, factors=numbers(attrs.astuple(self.factors)))

    def _counts(self, counts: Five) -> Counts:
        return Counts(*map(int, counts))

    def _sums(self, sums: Five) -> Weights:
        return Weights(*map(float, sums))

    def scores(self, sums: Weights) -> Scores:
        return scores_of(sums, self.factors)

    def rank(self, sums: Weights, running: Weights | None) -> tuple[float, ...]:
        if running is None:
            scores = scores_of(sums, self.factors)
            return (scores.score, scores.hit, -scores.wrong, -scores.under, -scores.over)
        tp, fp_ne, fp_un, fn = sums.tp, sums.fp_ne, sums.fp_un, sums.fn
        total = _ratios(running.tp + tp, running.fp_ne + fp_ne, running.fp_un + fp_un, running.fn + fn, self.factors)
        return (total[-1], tp, -(fp_ne + fp_un), -fn, sums.tn)


def document_scores(sentences: Sequence[Counts | Weights], level: Level, factors: Factors = Factors()) -> Scores:
    """Return the summed counts' or weights' scores, or the mean of scores (Section 4.1); raise ValueError if empty."""
    if not sentences:
        raise ValueError(NO_SENTENCE)
    if level == "corpus":
        return scores_of(sum((_as_weights(sums) for sums in sentences), Weights()), factors)
    mean: RunningMean[Scores] = RunningMean()
    for sums in sentences:
        mean.add(scores_of(sums, factors))
    return mean.value()


def _as_weights(sums: Counts | Weights) -> Weights:
    return sums if isinstance(sums, Weights) else Weights(*map(float, attrs.astuple(sums)))
