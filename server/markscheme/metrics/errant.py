"""ERRANT's span-based correction scores, as ``errant_compare`` gives them.

Bryant, Felice and Briscoe, *Automatic Annotation and Evaluation of Error Types for Grammatical Error
Correction*, ACL 2017. An edit counts where its span and its replacement are equal; its type does not matter. As
``errant_compare`` does, this counts the lines of M2 as they stand there, and so a line that stands twice twice. A
passage that was found unclear (``Um``) counts as a deletion where the line has no correction.
"""

from collections import Counter
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
    """Return edits in both, in the hypothesis only, in the reference only; ``UNK`` corrects nothing and is left out.

    An edit that stands several times counts as often as it stands there: in the reference if both have it.
    """
    predicted, expected = _counted(hypothesis), _counted(reference)
    return Overlap(
        sum(expected[key] for key in predicted if key in expected),
        sum(count for key, count in predicted.items() if key not in expected),
        sum(count for key, count in expected.items() if key not in predicted),
    )


def _counted(edits: Edits) -> Counter[tuple[int, int, tuple[str, ...]]]:
    return Counter(edit.key for edit in edits if edit.type != "UNK")


def overlaps(edits: PassageEdits) -> OverlapStatistics:
    """Return a sentence's overlap with each of its references, of the edits as the documents state them."""
    return tuple(overlap(edits.counted_hypothesis, reference).row for reference in edits.counted_references)


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
