"""What metrics score in a meta-evaluation, and by which of their scores."""

from typing import Literal, get_args

import attrs

ReferenceEdits = Literal["extracted", "stated"]
REFERENCE_EDITS: dict[str, ReferenceEdits] = {name: name for name in get_args(ReferenceEdits)}
"""Where the edits of references come from, by name."""


@attrs.frozen
class ScoringSettings:
    """What metrics score, and by which of their scores.

    Attributes
    ----------
    score
        The name of the score that ranks, such as CLEME2.0's ``hit``; empty for each metric's main one. Where smaller
        is better, 1 minus the score ranks.
    unchanged_references
        Whether a reference that leaves a sentence as it is counts there. Without, sentences that no reference changes
        are left out, of scores and of single comparisons (CLEME2.0, Tables 1 and 8).
    reference_edits
        ``extracted``: by ERRANT, as for systems; ``stated``: those that the references' file states, where it does.
    """

    score: str = ""
    unchanged_references: bool = True
    reference_edits: ReferenceEdits = "extracted"
