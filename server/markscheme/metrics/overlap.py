"""True and false positives and misses, counted or soft, and the F score over them."""

from collections.abc import Sequence
from typing import Literal

import attrs

Aggregation = Literal["corpus", "sentence"]
"""F of the summed counts, or the mean of the sentences' F."""


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


@attrs.frozen
class Scores:
    """Precision, recall and F of beta (UOT-ERRANT, Equations 10 to 12)."""

    precision: float
    recall: float
    f: float


def f_score(overlap: Overlap, beta: float = 0.5) -> Scores:
    """Equations 10 to 12 of UOT-ERRANT; precision and recall are 1 where their denominator is 0.

    >>> f_score(Overlap(tp=1, fp=1, fn=0))
    Scores(precision=0.5, recall=1.0, f=0.5555555555555556)
    """
    found, due = overlap.tp + overlap.fp, overlap.tp + overlap.fn
    precision = overlap.tp / found if found else 1.0
    recall = overlap.tp / due if due else 1.0
    denominator = beta**2 * precision + recall
    return Scores(precision, recall, (1 + beta**2) * precision * recall / denominator if denominator else 0.0)


@attrs.frozen
class SentenceResult:
    """One sentence against its chosen reference; ``None`` where there is no reference."""

    reference: int | None
    counts: Overlap
    scores: Scores


@attrs.frozen
class Result:
    """A hypothesis's summed counts, its scores at the chosen level, and each sentence's."""

    counts: Overlap
    scores: Scores
    sentences: tuple[SentenceResult, ...]


def best_by_sentence(sentences: Sequence[Sequence[Overlap]], *, beta: float, level: Aggregation) -> Result:
    """Each sentence against the reference with its highest F (UOT-ERRANT, Section 3.3); the first of equals.

    Parameters
    ----------
    sentences
        For each sentence, the overlap with each of its references.

    Raises
    ------
    ValueError
        If there is no sentence, or a sentence without a reference.
    """
    if not sentences or not all(sentences):
        raise ValueError("every sentence needs a reference, and there must be one sentence")
    results: list[SentenceResult] = []
    for overlaps in sentences:
        scored = [f_score(overlap, beta) for overlap in overlaps]
        best = max(range(len(scored)), key=lambda index: scored[index].f)
        results.append(SentenceResult(best, overlaps[best], scored[best]))
    return summarised(results, beta=beta, level=level)


def best_by_total(
    sentences: Sequence[Sequence[Overlap]], *, beta: float, level: Aggregation, decimals: int | None = None
) -> Result:
    """Each sentence against the reference that makes the running total's F best, in their order.

    At sentence level it is the sentence's own F. Ties are broken by more TP, fewer FP and fewer FN.

    Parameters
    ----------
    sentences
        For each sentence, the overlap with each of its references.
    decimals
        F is compared rounded to so many; ``None``: as it is.

    Raises
    ------
    ValueError
        If there is no sentence, or a sentence without a reference.
    """
    if not sentences or not all(sentences):
        raise ValueError("every sentence needs a reference, and there must be one sentence")

    def rank(found: Overlap, running: Overlap) -> tuple[float, float, float, float]:
        f = f_score(running + found, beta).f
        return (f if decimals is None else round(f, decimals), found.tp, -found.fp, -found.fn)

    total = Overlap()
    results: list[SentenceResult] = []
    for overlaps in sentences:
        ranks = [rank(found, total if level == "corpus" else Overlap()) for found in overlaps]
        best = max(range(len(ranks)), key=ranks.__getitem__)
        total = total + overlaps[best]
        results.append(SentenceResult(best, overlaps[best], f_score(overlaps[best], beta)))
    return summarised(results, beta=beta, level=level)


def summarised(results: Sequence[SentenceResult], *, beta: float, level: Aggregation) -> Result:
    """Sentences to one result at the given level."""
    total = sum((result.counts for result in results), Overlap())
    if level == "corpus":
        return Result(total, f_score(total, beta), tuple(results))
    count = len(results)
    mean = Scores(
        sum(result.scores.precision for result in results) / count,
        sum(result.scores.recall for result in results) / count,
        sum(result.scores.f for result in results) / count,
    )
    return Result(total, mean, tuple(results))
