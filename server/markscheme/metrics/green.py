"""GREEN: an F score over n-grams kept, inserted and deleted rightly or wrongly.

Koyama et al., *n-gram F-score for Evaluating Grammatical Error Correction*, INLG 2024.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from markscheme.metrics.base import (
    ModelNames,
    ModelOutputs,
    Need,
    NoCounts,
    RunningMean,
    Score,
    Sentence,
    SentenceScore,
)
from markscheme.metrics.ngrams import (
    NO_REFERENCE,
    NgramCounts,
    NgramMetric,
    NgramScore,
    NgramScores,
    ngram_uses,
    ngrams,
    text,
)

GreenRow = tuple[int, ...]
"""For each n, the n-grams that are true positives, false positives and false negatives against a reference."""

GreenStatistics = tuple[GreenRow, ...]
"""What a sentence contributes: a row for each reference."""


@attrs.frozen(kw_only=True)
class Green(NgramMetric[GreenStatistics]):
    """GREEN's F of beta; a sentence is scored against the reference with its highest score, the first of equals."""

    name = "green"
    title = "GREEN"
    needs = frozenset({Need.TEXTS, Need.REFERENCES})

    beta: float = 2.0

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {"n": self.longest, "beta": self.beta}

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> GreenStatistics:
        if not sentence.references:
            raise ValueError(NO_REFERENCE)
        source, hypothesis, *references = (
            ngrams(text(tokens).strip(), self.longest)
            for tokens in (sentence.source, sentence.hypothesis, *sentence.references)
        )
        return tuple(_counts(source, hypothesis, reference, self.longest) for reference in references)

    def fold_into(
        self,
        statistics: Iterable[GreenStatistics],
        receive: Callable[[SentenceScore[NoCounts, NgramScores]], None] | None,
    ) -> NgramScore:
        total = [0] * (3 * self.longest)
        mean: RunningMean[NgramScores] = RunningMean()
        count = 0
        for rows in statistics:
            scores = [_green(row, self.beta) for row in rows]
            best = max(range(len(scores)), key=scores.__getitem__)
            total = [one + other for one, other in zip(total, rows[best], strict=True)]
            count += 1
            mean.add(NgramScores(scores[best]))
            if receive is not None:
                receive(SentenceScore(best, NoCounts(), NgramScores(scores[best])))
        if not count:
            raise ValueError(NO_REFERENCE)
        whole = mean.value() if self.level == "sentence" else NgramScores(_green(total, self.beta))
        return Score(NoCounts(), whole, count)


def _counts(source: NgramCounts, hypothesis: NgramCounts, reference: NgramCounts, longest: int) -> GreenRow:
    counts = [0] * (3 * longest)
    for length, use in ngram_uses({**source, **hypothesis, **reference}, source, hypothesis, reference):
        place = 3 * (length - 1)
        counts[place] += use.deleted + use.inserted + use.kept
        counts[place + 1] += use.over_deleted + use.over_inserted
        counts[place + 2] += use.under_deleted + use.under_inserted
    return tuple(counts)


def _green(row: Sequence[int], beta: float) -> float:
    """Return F of the geometric means of precision and recall; both are 1 for a length without false n-grams."""
    tps, fps, fns = row[::3], row[1::3], row[2::3]
    precision = _geometric_mean([tp / (tp + fp) if fp else 1.0 for tp, fp in zip(tps, fps, strict=True)])
    recall = _geometric_mean([tp / (tp + fn) if fn else 1.0 for tp, fn in zip(tps, fns, strict=True)])
    if not precision + recall:
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def _geometric_mean(values: Sequence[float]) -> float:
    return 0.0 if 0 in values else math.exp(sum(math.log(value) for value in values) / len(values))
