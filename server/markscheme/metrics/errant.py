"""ERRANT's span-based correction scores, as ``errant_compare`` gives them.

Bryant, Felice and Briscoe, *Automatic Annotation and Evaluation of Error Types for Grammatical Error
Correction*, ACL 2017. An edit counts where its span and its replacement are equal; its type does not matter.
"""

from collections.abc import Iterable, Mapping

import attrs

from markscheme.edits.edit import Edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.metrics.base import Level, ModelNames, ModelOutputs, Need, Sentence
from markscheme.metrics.overlap import (
    Overlap,
    OverlapMetric,
    OverlapScore,
    OverlapStatistics,
    Rank,
    rank_by_total,
)

F_DECIMALS = 4
"""Decimals to which ``errant_compare`` rounds F when it chooses references."""


def overlap(hypothesis: Edits, reference: Edits) -> Overlap:
    """Return edits in both, in the hypothesis only, in the reference only; ``UNK`` corrects nothing and is left out."""
    predicted = {edit.key for edit in hypothesis if edit.type != "UNK"}
    expected = {edit.key for edit in reference if edit.type != "UNK"}
    return Overlap(len(predicted & expected), len(predicted - expected), len(expected - predicted))


def overlaps(edits: PassageEdits) -> OverlapStatistics:
    """Return a sentence's overlap with each of its references."""
    return tuple(overlap(edits.hypothesis, reference).row for reference in edits.references)


@attrs.frozen(kw_only=True)
class Errant(OverlapMetric):
    """ERRANT's P, R and F of beta.

    At corpus level a sentence's reference is the one that makes the running total's F best, ties broken by more TP,
    fewer FP and fewer FN, as ``errant_compare`` does; at sentence level the one with the best F.
    """

    name = "errant"
    title = "ERRANT"
    needs = frozenset({Need.REFERENCES, Need.EDITS})

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {"beta": self.beta}

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> OverlapStatistics:
        return overlaps(sentence.edits)

    def rank(self, overlap: Overlap, running: Overlap) -> Rank:
        return rank_by_total(overlap, running, self.beta, F_DECIMALS)


def evaluate(sentences: Iterable[PassageEdits], *, beta: float = 0.5, level: Level = "corpus") -> OverlapScore:
    """Return ERRANT's score of one hypothesis.

    Raises
    ------
    ValueError
        If there is no sentence, or one without a reference.
    """
    return Errant(beta=beta, level=level).fold(map(overlaps, sentences))
