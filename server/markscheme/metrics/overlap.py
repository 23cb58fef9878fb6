"""True and false positives and misses, counted or soft; the F score over them; and the metrics that fold them.

ERRANT's span-based correction scores, as ``errant_compare`` gives them. Bryant, Felice and Briscoe, *Automatic
Annotation and Evaluation of Error Types for Grammatical Error Correction*, ACL 2017. An edit's type does not matter. A
line that stands twice in M2 counts twice. A passage that was found unclear (``Um``) counts as a deletion where the line
has no correction.

PT-ERRANT: Gong et al., *Revisiting Grammatical Error Correction Evaluation and Beyond*, EMNLP 2022; in the words of
UOT-ERRANT, Equation 13 with w_e = |BERTScore(S, R) - BERTScore(S with e alone, R)|. Rescaling BERTScore by a baseline
multiplies all weights by one number, and so changes no score.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Self, cast

import attrs

from markscheme.contract import shape
from markscheme.documents.corpus import DETECTION
from markscheme.edits.edit import Edit, Edits, PassageEdits, apply_edits
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
    return Scores(*_ratios(overlap.tp, overlap.fp, overlap.fn, beta))


def _ratios(tp: float, fp: float, fn: float, beta: float) -> tuple[float, float, float]:
    predicted, expected = tp + fp, tp + fn
    precision = tp / predicted if predicted else 1.0
    recall = tp / expected if expected else 1.0
    denominator = beta**2 * precision + recall
    return precision, recall, (1 + beta**2) * precision * recall / denominator if denominator else 0.0


Rank = tuple[float, ...]


@attrs.frozen(kw_only=True)
class OverlapMetric(base.StreamingMetric[OverlapStatistics]):
    """A metric that scores overlaps with one reference a sentence by F of beta."""

    decimals: ClassVar[int | None] = None
    """Decimals to which F is rounded when references are chosen."""

    beta: float = number(0.5, least=0)

    def rank(self, overlap: Overlap, running: Overlap) -> Rank:
        """Return what decides a sentence's reference: the running total's F, then more TP, fewer FP and fewer FN.

        ``running`` is summed over the sentences before, with their references; nothing at sentence level.
        """
        f = _ratios(running.tp + overlap.tp, running.fp + overlap.fp, running.fn + overlap.fn, self.beta)[-1]
        return (f if self.decimals is None else round(f, self.decimals), overlap.tp, -overlap.fp, -overlap.fn)

    def fold_into(self, statistics: Iterable[OverlapStatistics], receive: base.Receive | None) -> OverlapScore:
        total, nothing = Overlap(), Overlap()
        mean: base.RunningMean[Scores] = base.RunningMean()
        count = 0
        for rows in statistics:
            reference, overlap = self._best(rows, total if self.level == "corpus" else nothing)
            total = total + overlap
            count += 1
            if receive is not None or self.level == "sentence":
                scores = f_score(overlap, self.beta)
                mean.add(scores)
            if receive is not None:
                receive(base.SentenceScore(reference, overlap, scores))
        if not count:
            raise ValueError(NO_REFERENCE)
        scores = f_score(total, self.beta) if self.level == "corpus" else mean.value()
        return base.Score(total, scores, count)

    def _best(self, rows: Sequence[Sequence[float]], running: Overlap) -> tuple[int, Overlap]:
        if not rows:
            raise ValueError(NO_REFERENCE)
        if rows.count(rows[0]) == len(rows):
            return 0, Overlap(*rows[0])
        overlaps = [Overlap(*row) for row in rows]
        best = max(range(len(rows)), key=lambda index: self.rank(overlaps[index], running))
        return best, overlaps[best]


def overlap(hypothesis: Edits, reference: Edits) -> Overlap:
    """Return edits in both (as often as in the reference), hypothesis only, reference only; ``UNK`` is left out."""
    return Overlap(*_overlap(_counted(hypothesis), _counted(reference)))


_Counted = Mapping[tuple[int, int, tuple[str, ...]], int]


def _counted(edits: Edits) -> _Counted:
    counts: dict[tuple[int, int, tuple[str, ...]], int] = {}
    for edit in edits:
        if edit.type != DETECTION:
            key = edit.key
            counts[key] = counts.get(key, 0) + 1
    return counts


def _overlap(predicted: _Counted, expected: _Counted) -> tuple[int, int, int]:
    tp = sum([expected[key] for key in predicted if key in expected])
    fp = sum([count for key, count in predicted.items() if key not in expected])
    fn = sum([count for key, count in expected.items() if key not in predicted])
    return tp, fp, fn


def overlaps(edits: PassageEdits) -> OverlapStatistics:
    predicted = _counted(edits.counted_hypothesis)
    return tuple([_overlap(predicted, _counted(reference)) for reference in edits.counted_references])


@attrs.frozen(kw_only=True)
class Errant(OverlapMetric):
    """ERRANT's P, R and F of beta.

    At corpus level a sentence's reference is the one that makes the running total's F best, ties broken by more TP,
    fewer FP and fewer FN, as ``errant_compare`` does; at sentence level the one with the best F.
    """

    name = "errant"
    title = "ERRANT"
    needs = frozenset({base.Need.REFERENCES, base.Need.EDITS})
    decimals = 4  # as errant_compare

    def signature_settings(self, models: base.ModelNames) -> Mapping[str, object]:
        return {"beta": self.beta}

    def statistics(self, sentence: base.Sentence, outputs: base.ModelOutputs) -> OverlapStatistics:
        return overlaps(sentence.edits)


def evaluate(sentences: Iterable[PassageEdits], *, beta: float = 0.5, level: base.Level = "corpus") -> OverlapScore:
    """Return ERRANT's score. Raise ValueError if there is no sentence, or one without a reference."""
    return cast("OverlapScore", Errant(beta=beta, level=level).fold(map(overlaps, sentences)))


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
