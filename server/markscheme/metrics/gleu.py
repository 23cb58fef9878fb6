"""GLEU and GREEN: metrics over the n-grams of source, hypothesis and references.

Napoles et al., *Ground Truth for Grammatical Error Correction Metrics*, ACL 2015, and *GLEU Without Tuning*, 2016; in
the words of Koyama et al., *n-gram F-score for Evaluating Grammatical Error Correction*, INLG 2024, Section 3.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import attrs

from markscheme.metrics import base
from markscheme.metrics.settings import number

NgramCounts = Mapping[tuple[str, ...], int]

NO_REFERENCE = "every sentence needs a reference, and there must be one sentence"


@attrs.frozen
class NgramScores:
    """A score in [0, 1]."""

    score: float


NgramScore = base.Score[base.NoCounts, NgramScores]


def text(tokens: base.Tokens) -> str:
    return " ".join(tokens)


def words(sentence: str) -> list[str]:
    return sentence.split(" ") if sentence else []


def ngrams(sentence: str, longest: int) -> NgramCounts:
    """Return how often each n-gram of 1 to ``longest`` words is in a sentence.

    >>> ngrams("a b a", 2)
    Counter({('a',): 2, ('b',): 1, ('a', 'b'): 1, ('b', 'a'): 1})
    """
    tokens = words(sentence)
    return Counter(
        tuple(tokens[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(tokens) - length + 1)
    )


@attrs.frozen
class NgramUse:
    """How often an n-gram is in the source, the hypothesis and a reference."""

    source: int
    hypothesis: int
    reference: int

    @property
    def kept(self) -> int:
        """In all three (true keeps)."""
        return min(self.source, self.hypothesis, self.reference)

    @property
    def inserted(self) -> int:
        """Added by hypothesis and reference alike (true insertions)."""
        return max(min(self.reference, self.hypothesis) - self.source, 0)

    @property
    def deleted(self) -> int:
        """Removed by both (true deletions)."""
        return max(self.source - max(self.reference, self.hypothesis), 0)

    @property
    def over_inserted(self) -> int:
        """Added by the hypothesis alone."""
        return max(self.hypothesis - max(self.source, self.reference), 0)

    @property
    def over_deleted(self) -> int:
        """Removed by the hypothesis alone."""
        return max(min(self.source, self.reference) - self.hypothesis, 0)

    @property
    def under_deleted(self) -> int:
        """Removed by the reference alone."""
        return max(min(self.source, self.hypothesis) - self.reference, 0)

    @property
    def under_inserted(self) -> int:
        """Added by the reference alone."""
        return max(self.reference - max(self.source, self.hypothesis), 0)


def ngram_uses(
    which: Iterable[tuple[str, ...]], source: NgramCounts, hypothesis: NgramCounts, reference: NgramCounts
) -> Iterable[tuple[int, NgramUse]]:
    """Return the length of each of these n-grams, and how often it is where."""
    for ngram in which:
        yield (
            len(ngram),
            NgramUse(source.get(ngram, 0), hypothesis.get(ngram, 0), reference.get(ngram, 0)),
        )


@attrs.frozen(kw_only=True)
class NgramMetric(base.StreamingMetric[base.Statistics]):
    """A metric over n-grams; ``longest`` is the number of tokens of the longest, at least 1."""

    sentence_fields = ("reference", "scores", "counts")

    longest: int = number(4, least=1)

    def _sides(self, sentence: base.Sentence, written: Callable[[str], str] = str) -> list[NgramCounts]:
        """Return the n-grams of source, hypothesis and each reference; raise ValueError if there is no reference."""
        if not sentence.references:
            raise ValueError(NO_REFERENCE)
        sides = (sentence.source, sentence.hypothesis, *sentence.references)
        return [ngrams(written(text(tokens)), self.longest) for tokens in sides]


Counting = Literal["formula", "official"]
"""How an n-gram is counted that is in the source more often than in the reference: see :class:`Gleu`."""

SEED_STEP = 101
"""The seed of the n-th draw is n times this, as in the official implementation."""

GleuRow = tuple[float, ...]
"""A reference's length in words; then, for each n, the n-grams that count for the hypothesis and those against it."""

GleuStatistics = tuple[int, tuple[GleuRow, ...]]
"""What a sentence contributes: the hypothesis's length in words, and a row for each reference."""


@attrs.frozen(kw_only=True)
class Gleu(NgramMetric[GleuStatistics]):
    """GLEU: a sentence's score is the mean over its references.

    A corpus's score, with several references, is the mean of ``samples`` draws of a reference for each sentence, always
    the same ones. The counting ``formula`` follows the paper's sets; ``official`` is the authors' script, where an
    n-gram that the source has more often is kept altogether if the reference has it at all.
    """

    name = "gleu"
    title = "GLEU"
    needs = frozenset({base.Need.TEXTS, base.Need.REFERENCES})

    samples: int = number(500, least=1)
    counting: Counting = "formula"

    def signature_settings(self, models: base.ModelNames) -> Mapping[str, object]:
        return {"n": self.longest, "counts": self.counting, "samples": self.samples}

    def statistics(self, sentence: base.Sentence, outputs: base.ModelOutputs) -> GleuStatistics:
        source, hypothesis, *references = self._sides(sentence)
        rows = (
            (float(_length(tokens)), *self._counts(source, hypothesis, reference))
            for tokens, reference in zip(sentence.references, references, strict=True)
        )
        return _length(sentence.hypothesis), tuple(rows)

    def _counts(self, source: NgramCounts, hypothesis: NgramCounts, reference: NgramCounts) -> list[float]:
        """Return, for each n, TI + TK - UD and OI + 2 UD: precision is then (TI + TK - UD) / (TI + TK + OI + UD).

        Officially an n-gram that is both TK and UD counts as TK, and no count is below 0.
        """
        is_official = self.counting == "official"
        counts = [0.0] * (2 * self.longest)
        for length, use in ngram_uses(hypothesis, source, hypothesis, reference):
            under: float = use.under_deleted
            kept: float = use.kept
            if is_official and kept > 0:
                under /= 2
                kept += under
            counts[2 * length - 2] += use.inserted + kept - under
            counts[2 * length - 1] += use.over_inserted + 2 * under
        for place in range(0, len(counts) if is_official else 0, 2):
            if counts[place] < 0:
                counts[place + 1] += counts[place]
                counts[place] = 0.0
        return counts

    def fold_into(self, statistics: Iterable[GleuStatistics], receive: base.Receive | None) -> NgramScore:
        """Reduce the statistics; memory holds ``samples`` sums."""
        draws: _Draws | None = None
        mean: base.RunningMean[NgramScores] = base.RunningMean()
        count = 0
        for length, rows in statistics:
            draws = draws or _Draws(len(rows), self.samples)
            if self.level == "corpus":
                draws.add(length, rows)
            count += 1
            scores = NgramScores(sum(_gleu(length, row) for row in rows) / len(rows))
            mean.add(scores)
            if receive is not None:
                receive(base.SentenceScore(None, base.NoCounts(), scores))
        if draws is None:
            raise ValueError(NO_REFERENCE)
        total = mean.value() if self.level == "sentence" else NgramScores(draws.score())
        return base.Score(base.NoCounts(), total, count)


class _Draws:
    def __init__(self, references: int, samples: int) -> None:
        # With one reference every draw is the same.
        self._draws = [random.Random(number * SEED_STEP) for number in range(samples if references > 1 else 1)]
        self._lengths = 0
        self._sums: list[list[float]] = [[] for _ in self._draws]

    def add(self, length: int, rows: Sequence[GleuRow]) -> None:
        self._lengths += length
        for draw, sums in zip(self._draws, self._sums, strict=True):
            row = draw.choice(rows)  # the official randint draws the same numbers, and takes three times as long
            sums[:] = [total + value for total, value in zip(sums, row, strict=True)] if sums else row

    def score(self) -> float:
        return sum(_gleu(self._lengths, row) for row in self._sums) / len(self._sums)


def _length(tokens: base.Tokens) -> int:
    """Return a sentence's words; 1 for an empty one, as official."""
    return len(text(tokens).split(" "))


def _gleu(length: int, row: Sequence[float]) -> float:
    reference, *counts = row
    pairs = list(zip(counts[::2], counts[1::2], strict=True))
    precisions = [tp / (tp + fp) if fp else 1.0 for tp, fp in pairs]
    if any(precision <= 0 for precision in precisions):
        return 0.0
    penalty = min(0, 1 - reference / length)
    return math.exp(penalty + sum(math.log(precision) for precision in precisions) / len(precisions))


GreenRow = tuple[int, ...]
"""For each n, the n-grams that are true positives, false positives and false negatives against a reference."""

GreenStatistics = tuple[GreenRow, ...]


@attrs.frozen(kw_only=True)
class Green(NgramMetric[GreenStatistics]):
    """GREEN's F of beta; a sentence is scored against the reference with its highest score, the first of equals."""

    name = "green"
    title = "GREEN"
    needs = frozenset({base.Need.TEXTS, base.Need.REFERENCES})

    beta: float = number(2.0, least=0)

    def signature_settings(self, models: base.ModelNames) -> Mapping[str, object]:
        return {"n": self.longest, "beta": self.beta}

    def statistics(self, sentence: base.Sentence, outputs: base.ModelOutputs) -> GreenStatistics:
        source, hypothesis, *references = self._sides(sentence, str.strip)
        return tuple(_counts(source, hypothesis, reference, self.longest) for reference in references)

    def fold_into(self, statistics: Iterable[GreenStatistics], receive: base.Receive | None) -> NgramScore:
        total = [0] * (3 * self.longest)
        mean: base.RunningMean[NgramScores] = base.RunningMean()
        count = 0
        for rows in statistics:
            scores = [_green(row, self.beta) for row in rows]
            best = max(range(len(scores)), key=scores.__getitem__)
            total = [one + other for one, other in zip(total, rows[best], strict=True)]
            count += 1
            mean.add(NgramScores(scores[best]))
            if receive is not None:
                receive(base.SentenceScore(best, base.NoCounts(), NgramScores(scores[best])))
        if not count:
            raise ValueError(NO_REFERENCE)
        whole = mean.value() if self.level == "sentence" else NgramScores(_green(total, self.beta))
        return base.Score(base.NoCounts(), whole, count)


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
