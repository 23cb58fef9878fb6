"""True and false positives and misses, counted or soft; the F score over them; and the metrics that fold them."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence

import attrs

from markscheme.metrics.base import RunningMean, Score, SentenceScore, StreamingMetric

OverlapStatistics = tuple[tuple[float, float, float], ...]
"""What a sentence contributes: tp, fp and fn against each reference."""

NO_REFERENCE = "every sentence needs a reference, and there must be one sentence"


@attrs.frozen
class Overlap:
    """How much of a hypothesis is in a reference (``tp``), is not (``fp``), and is missing (``fn``).

    Whole numbers for ERRANT, masses for UOT-ERRANT and credit. UOT-ERRANT's ``fp`` and ``fn`` may be negative.
    """

    tp: float = 0
    fp: float = 0
    fn: float = 0

    def __add__(self, other: "Overlap") -> "Overlap":
        return Overlap(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def row(self) -> tuple[float, float, float]:
        """The three numbers, as statistics hold them."""
        return (self.tp, self.fp, self.fn)


@attrs.frozen
class Scores:
    """Precision, recall and F of beta (UOT-ERRANT, Equations 10 to 12)."""

    precision: float
    recall: float
    f: float


OverlapScore = Score[Overlap, Scores]


def f_score(overlap: Overlap, beta: float = 0.5) -> Scores:
    """Return Equations 10 to 12 of UOT-ERRANT; precision and recall are 1 where their denominator is 0.

    >>> f_score(Overlap(tp=1, fp=1, fn=0))
    Scores(precision=0.5, recall=1.0, f=0.5555555555555556)
    """
    return Scores(*_ratios(overlap.tp, overlap.fp, overlap.fn, beta))


def _ratios(tp: float, fp: float, fn: float, beta: float) -> tuple[float, float, float]:
    """Return precision, recall and F of beta."""
    predicted, expected = tp + fp, tp + fn
    precision = tp / predicted if predicted else 1.0
    recall = tp / expected if expected else 1.0
    denominator = beta**2 * precision + recall
    return precision, recall, (1 + beta**2) * precision * recall / denominator if denominator else 0.0


Rank = tuple[float, ...]


@attrs.frozen(kw_only=True)
class OverlapMetric(StreamingMetric[OverlapStatistics]):
    """A metric that scores overlaps with one reference a sentence by F of beta.

    At corpus level the scores are those of the summed overlaps.
    """

    beta: float = 0.5

    @abstractmethod
    def rank(self, overlap: Overlap, running: Overlap) -> Rank:
        """Return what decides which reference a sentence is scored against: the largest, or the first of equals.

        Parameters
        ----------
        running
            The overlaps of the sentences before, with their references, at corpus level; nothing at sentence level.
        """

    def fold_into(
        self, statistics: Iterable[OverlapStatistics], receive: Callable[[SentenceScore[Overlap, Scores]], None] | None
    ) -> OverlapScore:
        total, nothing = Overlap(), Overlap()
        mean: RunningMean[Scores] = RunningMean()
        count = 0
        for rows in statistics:
            reference, overlap = self._best(rows, total if self.level == "corpus" else nothing)
            total = total + overlap
            count += 1
            if receive is not None or self.level == "sentence":
                scores = f_score(overlap, self.beta)
                mean.add(scores)
            if receive is not None:
                receive(SentenceScore(reference, overlap, scores))
        if not count:
            raise ValueError(NO_REFERENCE)
        scores = f_score(total, self.beta) if self.level == "corpus" else mean.value()
        return Score(total, scores, count)

    def _best(self, rows: Sequence[Sequence[float]], running: Overlap) -> tuple[int, Overlap]:
        """Return the first of the references with the largest rank, and the overlap with it."""
        if not rows:
            raise ValueError(NO_REFERENCE)
        if rows.count(rows[0]) == len(rows):
            return 0, Overlap(*rows[0])
        overlaps = [Overlap(*row) for row in rows]
        best = max(range(len(rows)), key=lambda index: self.rank(overlaps[index], running))
        return best, overlaps[best]


def rank_by_total(overlap: Overlap, running: Overlap, beta: float, decimals: int | None = None) -> Rank:
    """Rank by the running total's F, ties broken by more TP, fewer FP and fewer FN.

    Parameters
    ----------
    decimals
        F is compared rounded to this number of decimals; ``None``: as it is.
    """
    f = _ratios(running.tp + overlap.tp, running.fp + overlap.fp, running.fn + overlap.fn, beta)[-1]
    return (f if decimals is None else round(f, decimals), overlap.tp, -overlap.fp, -overlap.fn)
