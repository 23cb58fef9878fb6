"""ERRANT's span-based correction scores, as ``errant_compare`` gives them.

Bryant, Felice and Briscoe, *Automatic Annotation and Evaluation of Error Types for Grammatical Error
Correction*, ACL 2017. An edit counts where its span and its replacement are equal; its type does not matter.
"""

from collections.abc import Sequence

import attrs

from markscheme.edits.edit import Edits
from markscheme.metrics.overlap import Aggregation, Overlap, Result, best_by_total

ROUNDED = 4
"""``errant_compare`` chooses references by F rounded to so many decimals."""


@attrs.frozen
class ErrantSentence:
    """A hypothesis's edits and each reference's, of one sentence."""

    hypothesis: Edits
    references: tuple[Edits, ...]


def overlap(hypothesis: Edits, reference: Edits) -> Overlap:
    """Edits in both, in the hypothesis only, in the reference only; ``UNK`` marks no correction and is left out."""
    found = {edit.key for edit in hypothesis if edit.type != "UNK"}
    due = {edit.key for edit in reference if edit.type != "UNK"}
    return Overlap(len(found & due), len(found - due), len(due - found))


def evaluate(sentences: Sequence[ErrantSentence], *, beta: float = 0.5, level: Aggregation = "corpus") -> Result:
    """P, R and F of beta over a corpus.

    At corpus level a sentence's reference is the one that makes the running total's F best, ties broken by
    more TP, fewer FP and fewer FN, as ``errant_compare`` does; at sentence level the one with the best F.

    Raises
    ------
    ValueError
        If there is no sentence, or one without a reference.
    """
    overlaps = [[overlap(item.hypothesis, reference) for reference in item.references] for item in sentences]
    return best_by_total(overlaps, beta=beta, level=level, decimals=ROUNDED)
