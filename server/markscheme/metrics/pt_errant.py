"""PT-ERRANT: ERRANT whose edits count as much as they change the similarity of source and reference.

Gong et al., *Revisiting Grammatical Error Correction Evaluation and Beyond*, EMNLP 2022; in the words of UOT-ERRANT,
Equation 13 with w_e = |BERTScore(S, R) - BERTScore(S with e alone, R)|. Rescaling BERTScore by a baseline multiplies
all weights by one number, and so changes no score.
"""

from collections.abc import Callable, Mapping

import attrs

from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.metrics.base import ModelInputs, ModelNames, ModelOutputs, Need, Sentence, TextPair
from markscheme.metrics.overlap import Overlap, OverlapMetric, OverlapStatistics, Rank, rank_by_total

MIN_WEIGHT = 1e-6
"""A smaller weight is 0: similarities are exact to about as much."""


@attrs.frozen
class WeighedSentence:
    """A sentence's tokens, a hypothesis's edits of it and those of one reference, to be weighed."""

    source: tuple[str, ...]
    hypothesis: Edits
    reference: Edits

    @property
    def pairs(self) -> tuple[TextPair, ...]:
        """Pairs whose similarity is needed: S and R, and S with each edit alone and R; none where there is no edit."""
        edits = (*self.hypothesis, *self.reference)
        return (self._beside_reference(()), *(self._beside_reference((edit,)) for edit in edits)) if edits else ()

    def _beside_reference(self, edits: Edits) -> TextPair:
        return " ".join(apply_edits(self.source, edits)), " ".join(apply_edits(self.source, self.reference))

    def overlap(self, similarity: Callable[[TextPair], float]) -> Overlap:
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


def weighed_sentences(sentence: Sentence) -> tuple[WeighedSentence, ...]:
    """Return a sentence beside each of its references, without the edits that correct nothing."""
    edits = sentence.edits.scored()
    return tuple(WeighedSentence(edits.source, edits.hypothesis, reference) for reference in edits.references)


@attrs.frozen(kw_only=True)
class PtErrant(OverlapMetric):
    """PT-ERRANT's P, R and F of beta; references are chosen as by ERRANT, and F is not rounded."""

    name = "pt-errant"
    title = "PT-ERRANT"
    needs = frozenset({Need.REFERENCES, Need.EDITS, Need.SIMILARITIES})

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {"beta": self.beta, "layer": models.token_layer, "encoder": models.encoder}

    def inputs(self, sentence: Sentence) -> ModelInputs:
        return ModelInputs(similarities=tuple(pair for item in weighed_sentences(sentence) for pair in item.pairs))

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> OverlapStatistics:
        similarity = outputs.similarities.__getitem__
        return tuple(item.overlap(similarity).row for item in weighed_sentences(sentence))

    def rank(self, overlap: Overlap, running: Overlap) -> Rank:
        return rank_by_total(overlap, running, self.beta)
