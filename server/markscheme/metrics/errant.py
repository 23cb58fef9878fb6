"""ERRANT's span-based correction scores, as ``errant_compare`` gives them.

Bryant, Felice and Briscoe, *Automatic Annotation and Evaluation of Error Types for Grammatical Error
Correction*, ACL 2017. An edit counts where its span and its replacement are equal; its type does not matter. As
``errant_compare`` does, this counts the lines of M2 as they stand there, and so a line that stands twice twice. A
passage that was found unclear (``Um``) counts as a deletion where the line has no correction.
"""

from collections.abc import Iterable, Mapping

import attrs

from markscheme.edits.edit import Edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.formats.parallel import DETECTION
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
    return Overlap(*_overlap(_counted(hypothesis), _counted(reference)))


_Counted = Mapping[tuple[int, int, tuple[str, ...]], int]
"""How often each correction stands on a side."""


def _counted(edits: Edits) -> _Counted:
    counts: dict[tuple[int, int, tuple[str, ...]], int] = {}
    for edit in edits:
        if edit.type != DETECTION:
            key = edit.key
            counts[key] = counts.get(key, 0) + 1
    return counts


def _overlap(predicted: _Counted, expected: _Counted) -> tuple[int, int, int]:
    """Return tp, fp and fn."""
    tp = sum([expected[key] for key in predicted if key in expected])
    fp = sum([count for key, count in predicted.items() if key not in expected])
    fn = sum([count for key, count in expected.items() if key not in predicted])
    return tp, fp, fn


def overlaps(edits: PassageEdits) -> OverlapStatistics:
    """Return a sentence's overlap with each of its references, of the edits as the documents state them."""
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
