"""PT-ERRANT: ERRANT whose edits count as much as they change the similarity of source and reference.

Gong et al., *Revisiting Grammatical Error Correction Evaluation and Beyond*, EMNLP 2022; in the words of UOT-ERRANT,
Equation 13 with w_e = |BERTScore(S, R) - BERTScore(S with e alone, R)|. Rescaling BERTScore by a baseline multiplies
all weights by one number, and so changes no score.
"""

import attrs

from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.metrics.overlap import Overlap
from markscheme.metrics.weighting import Similarity, TextPair

INVISIBLE = 1e-6
"""A weight of less is 0: similarities are exact to about as much."""


@attrs.frozen
class WeighedSentence:
    """A sentence's tokens, a hypothesis's edits of it and those of one reference, to be weighed."""

    source: tuple[str, ...]
    hypothesis: Edits
    due: Edits

    @property
    def asked(self) -> tuple[TextPair, ...]:
        """Whose similarity it takes: S and R, and S with each edit alone and R; none where there is no edit."""
        edits = (*self.hypothesis, *self.due)
        return (self._before, *map(self._after, edits)) if edits else ()

    @property
    def _before(self) -> TextPair:
        return self._beside_reference(())

    def _after(self, edit: Edit) -> TextPair:
        return self._beside_reference((edit,))

    def _beside_reference(self, made: Edits) -> TextPair:
        return " ".join(apply_edits(self.source, made)), " ".join(apply_edits(self.source, self.due))

    def overlap(self, similarity: Similarity) -> Overlap:
        """The weights of edits in both, in the hypothesis only, in the reference only; each at least 0."""
        found = {edit.key: edit for edit in self.hypothesis}
        due = {edit.key: edit for edit in self.due}

        def weight(edit: Edit) -> float:
            own = abs(similarity(self._after(edit)) - similarity(self._before))
            return own if own > INVISIBLE else 0.0

        return Overlap(
            sum(weight(edit) for key, edit in found.items() if key in due),
            sum(weight(edit) for key, edit in found.items() if key not in due),
            sum(weight(edit) for key, edit in due.items() if key not in found),
        )
