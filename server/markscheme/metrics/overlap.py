"""True and false positives and misses, counted or soft; the F score over them; and what folds them.

PT-ERRANT: Gong et al., *Revisiting Grammatical Error Correction Evaluation and Beyond*, EMNLP 2022; in the words of
UOT-ERRANT, Equation 13 with w_e = |BERTScore(S, R) - BERTScore(S with e alone, R)|. Rescaling BERTScore by a baseline
multiplies all weights by one number, and so changes no score.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Self

import attrs

from markscheme.contract import shape
from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.metrics import base
from markscheme.metrics.settings import number

OverlapStatistics = tuple[tuple[float, float, float], ...]

NO_REFERENCE = "every sentence needs a reference, and there must be one sentence"


@attrs.frozen
class Overlap:
    """How much of a hypothesis is in a reference (``tp``), is not (``fp``), and is missing (``fn``).

    Whole numbers for ERRANT, masses for UOT-ERRANT and credit. UOT-ERRANT's ``fp`` and ``fn`` may be negative.
    """

    tp: float = 0
    fp: float = 0
    fn: float = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def row(self) -> tuple[float, float, float]:
        return (self.tp, self.fp, self.fn)


@shape(name="PrecisionRecall")
@attrs.frozen
class Scores:
    """Precision, recall and F (UOT-ERRANT, Equations 10 to 12), each in 0 to 1."""

    precision: float
    """The share of the hypothesis's corrections that agree with the reference."""
    recall: float
    """The share of the reference's corrections that the hypothesis makes."""
    f: float
    """The weighted harmonic mean of both, by beta."""


OverlapScore = base.Score[Overlap, Scores]


def f_score(overlap: Overlap, beta: float = 0.5) -> Scores:
    """Return Equations 10 to 12 of UOT-ERRANT; precision and recall are 1 where their denominator is 0.

    >>> f_score(Overlap(tp=1, fp=1, fn=0))
    Scores(precision=0.5, recall=1.0, f=0.5555555555555556)
    """
    tp, predicted, expected = overlap.tp, overlap.tp + overlap.fp, overlap.tp + overlap.fn
    precision, recall = tp / predicted if predicted else 1.0, tp / expected if expected else 1.0
    return Scores(precision, recall, _f(tp, predicted, expected, beta))


def _f(tp: float, predicted: float, expected: float, beta: float) -> float:
    precision = tp / predicted if predicted else 1.0
    recall = tp / expected if expected else 1.0
    denominator = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / denominator if denominator else 0.0


Rank = tuple[float, ...]


@attrs.frozen(kw_only=True)
class OverlapMetric(base.StreamingMetric[OverlapStatistics]):
    """A metric that scores overlaps with one reference a sentence by F of beta."""

    decimals: ClassVar[int | None] = None
    """Decimals to which F is rounded when references are chosen."""

    beta: float = number(0.5, least=0)

    def rank(self, row: Sequence[float], running: Sequence[float]) -> Rank:
        """Return what decides a sentence's reference: the running total's F, then more TP, fewer FP and fewer FN.

        ``running`` is summed over the sentences before, with their references; nothing at sentence level.
        """
        tp, fp, fn = row
        all_tp = running[0] + tp
        f = _f(all_tp, all_tp + (running[1] + fp), all_tp + (running[2] + fn), self.beta)
        return (f if self.decimals is None else round(f, self.decimals), tp, -fp, -fn)

    def fold_into(self, statistics: Iterable[OverlapStatistics], receive: base.Receive | None) -> OverlapScore:
        total: tuple[float, float, float] = (0, 0, 0)
        nothing = total
        is_running, count = self.level == "corpus", 0
        mean: base.RunningMean[Scores] = base.RunningMean()
        for rows in statistics:
            if not rows:
                raise ValueError(NO_REFERENCE)
            reference, row = 0, rows[0]
            if rows.count(row) < len(rows):
                reference = self._best(rows, total if is_running else nothing)
                row = rows[reference]
            total = total[0] + row[0], total[1] + row[1], total[2] + row[2]
            count += 1
            if receive is not None or not is_running:
                overlap = Overlap(*row)
                scores = f_score(overlap, self.beta)
                mean.add(scores)
                if receive is not None:
                    receive(base.SentenceScore(reference, overlap, scores))
        if not count:
            raise ValueError(NO_REFERENCE)
        whole = Overlap(*total)
        return base.Score(whole, f_score(whole, self.beta) if is_running else mean.value(), count)

    def _best(self, rows: Sequence[Sequence[float]], running: Sequence[float]) -> int:
        if len(rows) == 2 and self.decimals is not None:  # counts: F grows with TP, and falls with FP and FN
            (tp, fp, fn), (other_tp, other_fp, other_fn) = rows
            if tp >= other_tp and fp <= other_fp and fn <= other_fn:
                return 0
            if tp <= other_tp and fp >= other_fp and fn >= other_fn:
                return 1
        ranks = [self.rank(row, running) for row in rows]
        return ranks.index(max(ranks))


MIN_WEIGHT = 1e-6
"""A smaller weight is 0: similarities are exact to about as much."""


@attrs.frozen
class WeighedSentence:
    """A sentence, a hypothesis's edits of it and those of one reference, to be weighed."""

    source: tuple[str, ...]
    hypothesis: Edits
    reference: Edits

    @property
    def pairs(self) -> tuple[base.TextPair, ...]:
        """Pairs whose similarity is needed: S and R, and S with each edit alone and R; none where there is no edit."""
        edits = (*self.hypothesis, *self.reference)
        return (self._beside_reference(()), *(self._beside_reference((edit,)) for edit in edits)) if edits else ()

    def _beside_reference(self, edits: Edits) -> base.TextPair:
        return " ".join(apply_edits(self.source, edits)), " ".join(apply_edits(self.source, self.reference))

    def overlap(self, similarity: Callable[[base.TextPair], float]) -> Overlap:
        """Return the weights of edits in both, in the hypothesis only, in the reference only; each at least 0."""
        predicted = {edit.key: edit for edit in self.hypothesis}
        expected = {edit.key: edit for edit in self.reference}

        def weight(edit: Edit) -> float:
            before = similarity(self._beside_reference(()))
            change = abs(similarity(self._beside_reference((edit,))) - before)
            return change if change > MIN_WEIGHT else 0.0

        return Overlap(
            sum(weight(edit) for key, edit in predicted.items() if key in expected),
            sum(weight(edit) for key, edit in predicted.items() if key not in expected),
            sum(weight(edit) for key, edit in expected.items() if key not in predicted),
        )


def weighed_sentences(sentence: base.Sentence) -> tuple[WeighedSentence, ...]:
    """Return a sentence beside each of its references, without the edits that correct nothing."""
    edits = sentence.edits.scored()
    return tuple(WeighedSentence(edits.source, edits.hypothesis, reference) for reference in edits.references)


@attrs.frozen(kw_only=True)
class PtErrant(OverlapMetric):
    """PT-ERRANT's P, R and F of beta; references are chosen as by ERRANT, and F is not rounded."""

    name = "pt-errant"
    title = "PT-ERRANT"
    needs = frozenset({base.Need.REFERENCES, base.Need.EDITS, base.Need.SIMILARITIES})

    def signature_settings(self, models: base.ModelNames) -> Mapping[str, object]:
        return {"beta": self.beta, "layer": models.token_layer, "encoder": models.encoder}

    def inputs(self, sentence: base.Sentence) -> base.ModelInputs:
        return base.ModelInputs(similarities=tuple(pair for item in weighed_sentences(sentence) for pair in item.pairs))

    def statistics(self, sentence: base.Sentence, outputs: base.ModelOutputs) -> OverlapStatistics:
        similarity = outputs.similarities.__getitem__
        return tuple(item.overlap(similarity).row for item in weighed_sentences(sentence))
