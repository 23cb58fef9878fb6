"""Passages that a hypothesis rewrites freely: too far from everything known for verdicts to mean anything. Ours."""

from rapidfuzz.distance import Levenshtein

from markscheme.edits.edit import apply_edits
from markscheme.edits.passage_edits import PassageEdits

LEAST_SHARE = 0.5
"""Share of a passage's tokens that differ from the source and from every reference where it is rewritten freely."""
LEAST_TOKENS = 5
"""Number of source tokens of the shortest passage that can be rewritten freely; a greeting can't."""


def changed_beyond(edits: PassageEdits) -> float:
    """Return the share of a passage that is changed beyond the source and any reference, in [0, 1].

    It is the smallest Levenshtein distance over tokens to one of them, divided by the longer one's number of tokens.
    Another reference never raises it.
    """
    target = apply_edits(edits.source, edits.hypothesis)
    references = (apply_edits(edits.source, edits.references[number]) for number in edits.present_references)
    return min(Levenshtein.normalized_distance(target, text) for text in (edits.source, *references))


def is_rewritten(edits: PassageEdits) -> bool:
    """Return whether the hypothesis rewrites a passage freely; one that is left out, or added, is not rewritten."""
    if len(edits.source) < LEAST_TOKENS or len(apply_edits(edits.source, edits.hypothesis)) < LEAST_TOKENS:
        return False
    return changed_beyond(edits) >= LEAST_SHARE
