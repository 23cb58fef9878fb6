"""Whether whole sentences are right, and how often a system changes what no reference changes."""

import math
from collections.abc import Iterable, Mapping

import attrs
import numpy as np

from markscheme.evaluation.resampling.columns import rows_of
from markscheme.evaluation.resampling.folds import ResampleFold, SumFold, array_fold
from markscheme.metrics.base import (
    NO_SENTENCE,
    Metric,
    ModelNames,
    ModelOutputs,
    Need,
    Score,
    Sentence,
    SentenceScore,
)

SuccessStatistics = tuple[int, int, int]
"""Whether the sentence is right, whether it is unedited, and whether it is unedited and changed: 1 or 0 each."""


@attrs.frozen
class SentenceCounts:
    """Numbers of sentences.

    Attributes
    ----------
    right
        With exactly the tokens of a reference.
    edited, right_edited
        That at least one reference changes, and the right ones among them.
    unedited, changed
        That no reference changes, and those among them that the system changes.
    """

    right: int
    edited: int
    right_edited: int
    unedited: int
    changed: int


@attrs.frozen
class SentenceShares:
    """Shares of sentences in [0, 1]; ``nan`` where there is no sentence of the kind.

    Attributes
    ----------
    success
        Right ones among all.
    success_edited
        Right ones among those that a reference changes.
    over_correction
        Changed ones among those that no reference changes; lower is better.
    """

    success: float
    success_edited: float
    over_correction: float


@attrs.frozen(kw_only=True)
class SentenceSuccess(Metric[SuccessStatistics]):
    """Shares of sentences that are right, or changed without need."""

    name = "sentences"
    title = "Whole sentences"
    needs = frozenset({Need.TEXTS, Need.REFERENCES})

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {}

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> SuccessStatistics:
        right = sentence.hypothesis in sentence.references
        unedited = set(sentence.references) == {sentence.source}
        return int(right), int(unedited), int(unedited and not right)

    def fold(
        self, statistics: Iterable[SuccessStatistics], *, keep_sentences: bool = True
    ) -> Score[SentenceCounts, SentenceShares]:
        rows = [tuple(row) for row in statistics]
        if not rows:
            raise ValueError(NO_SENTENCE)
        sentences = tuple(_scored([row]) for row in rows) if keep_sentences else ()
        total = _scored(rows)
        return Score(total.counts, total.scores, len(rows), sentences)


def _scored(rows: list[tuple[int, ...]]) -> SentenceScore[SentenceCounts, SentenceShares]:
    right, unedited, changed = (sum(column) for column in zip(*rows, strict=True))
    counts = SentenceCounts(right, len(rows) - unedited, right - (unedited - changed), unedited, changed)
    return SentenceScore(None, counts, shares(right, len(rows), unedited, changed))


def shares(right: float, sentences: float, unedited: float, changed: float) -> SentenceShares:
    """Return the shares of numbers of sentences."""

    def share(part: float, whole: float) -> float:
        return part / whole if whole else math.nan

    edited_right = right - (unedited - changed)
    return SentenceShares(share(right, sentences), share(edited_right, sentences - unedited), share(changed, unedited))


@array_fold.register
def _(metric: SentenceSuccess, statistics: Iterable[SuccessStatistics]) -> ResampleFold:
    values = rows_of((*row, 1) for row in statistics)

    def score(sums: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> tuple[float, ...]:
        right, unedited, changed, sentences = sums.tolist()
        return attrs.astuple(shares(right, sentences, unedited, changed))

    return SumFold(values, score)
