"""CLEME2.0: how often a hypothesis is right, wrong, too timid and too bold.

Ye et al., *CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for Grammatical Error
Correction*, ACL 2025. Counts are of chunks (:mod:`markscheme.edits.chunks`).

The default trade-off factors are those that made the paper's Table 12, (0.50, 0.40, 0.05, 0.05), at both
levels; its text names others. The table's INPUT row shows it: a hypothesis without edits scores 0.45.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import Literal

import attrs

from markscheme.edits.chunks import Chunk, Partition

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

    ``reference`` is ``None`` under independence, where no one reference is chosen, and where none is left.
    """

    reference: int | None
    counts: Counts
    scores: Scores


@attrs.frozen
class Result:
    """A hypothesis's counts (summed) and scores at the chosen level, and each sentence's."""

    counts: Counts
    scores: Scores
    sentences: tuple[SentenceResult, ...]


def scores_of(counts: Counts, factors: Factors = Factors()) -> Scores:
    """Equations 1 to 5. A ratio whose denominator is 0 is 0.

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


def count(chunks: Sequence[Chunk], categorise: Callable[[Chunk], Category | None]) -> Counts:
    """How many chunks of each category there are."""
    found = [categorise(chunk) for chunk in chunks]
    return Counts(
        found.count(Category.HIT),
        found.count(Category.WRONG),
        found.count(Category.OVER),
        found.count(Category.UNDER),
        found.count(None),
    )


def evaluate(
    sentences: Sequence[Partition],
    *,
    assumption: Assumption = "dependent",
    level: Level = "corpus",
    factors: Factors = Factors(),
) -> Result:
    """CLEME2.0 of one hypothesis over its sentences.

    Under dependence the reference of a sentence is, at corpus level, the one that makes the running
    total's score best, in file order, ties broken by more TP, fewer FP, fewer FN and more TN; at sentence
    level the one with the best score, then hit, then the lowest wrong, under and over.

    Raises
    ------
    ValueError
        If there is no sentence.
    """
    if not sentences:
        raise ValueError("there is no sentence to score")
    results: list[SentenceResult] = []
    total = Counts()
    for sentence in sentences:
        if assumption == "independent":
            chosen, counts = None, count(sentence.chunks, independent_category)
        else:
            running = total if level == "corpus" else None
            chosen, counts = _best_reference(sentence, running, factors)
        total = total + counts
        results.append(SentenceResult(chosen, counts, scores_of(counts, factors)))
    scores = document_scores([own.counts for own in results], level, factors)
    return Result(total, scores, tuple(results))


def document_scores(sentences: Sequence[Counts], level: Level, factors: Factors = Factors()) -> Scores:
    """Scores of the sentences' summed counts, or the mean of their scores (CLEME2.0, Section 4.1).

    Raises
    ------
    ValueError
        If there is no sentence.
    """
    if not sentences:
        raise ValueError("there is no sentence to score")
    if level == "corpus":
        return scores_of(sum(sentences, Counts()), factors)
    return _mean([scores_of(counts, factors) for counts in sentences])


def _best_reference(sentence: Partition, running: Counts | None, factors: Factors) -> tuple[int | None, Counts]:
    best: tuple[tuple[float, ...], int | None, Counts] | None = None
    for index, reference in enumerate(sentence.references):
        counts = count(sentence.chunks, partial(dependent_category, reference=index))
        rank = _sentence_rank(counts, factors) if running is None else _corpus_rank(running + counts, factors)
        if best is None or rank > best[0]:
            best = (rank, reference, counts)
    if best is None:
        return None, count(sentence.chunks, independent_category)
    return best[1], best[2]


def _corpus_rank(total: Counts, factors: Factors) -> tuple[float, ...]:
    wrong = total.fp_ne + total.fp_un
    return (scores_of(total, factors).score, total.tp, -wrong, -total.fn, total.tn)


def _sentence_rank(counts: Counts, factors: Factors) -> tuple[float, ...]:
    scores = scores_of(counts, factors)
    return (scores.score, scores.hit, -scores.wrong, -scores.under, -scores.over)


def _mean(scores: Sequence[Scores]) -> Scores:
    columns = zip(*(attrs.astuple(score) for score in scores), strict=True)
    return Scores(*(sum(column) / len(scores) for column in columns))
