"""Compute soft scores without sharing, as the official UOT-ERRANT does: one side at a time, no cache, padded texts."""

import warnings
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchmarks import bare_model
from markscheme.edits.edit import Edits, PassageEdits, apply_edits
from markscheme.inference.settings import EncoderSettings
from markscheme.metrics.credit import EditVectors, credit
from markscheme.metrics.overlap import Overlap
from markscheme.metrics.uot_errant import UotErrant

TEXT_LENGTH = 128
"""Tokens of each text: shorter texts are padded, longer texts are truncated."""

Array = npt.NDArray[np.float32]


class PlainScorer:
    """Score one sentence at a time, in float32, with a separate encoder."""

    def __init__(self, settings: EncoderSettings) -> None:
        self._bare = bare_model.load(settings)
        self._dimension = int(self._bare.model.config.hidden_size)

    def overlaps(self, sentence: PassageEdits) -> tuple[list[Overlap], list[Overlap]]:
        """Return UOT-ERRANT's and credit's overlap with each reference; encode each side once for both."""
        hypothesis = self._edit_vectors(sentence.source, sentence.hypothesis)
        transported: list[Overlap] = []
        credited: list[Overlap] = []
        for reference in sentence.references:
            own = self._edit_vectors(sentence.source, reference)
            transported.append(_transported(hypothesis, own))
            sides = EditVectors(sentence.hypothesis, hypothesis), EditVectors(reference, own)
            plan = credit(sentence.source, *sides)
            credited.append(plan.overlap)
        return transported, credited

    def _edit_vectors(self, source: tuple[str, ...], edits: Edits) -> Array:
        if not edits:
            return np.zeros((0, self._dimension), dtype=np.float32)
        kept = [edits, *(edits[:index] + edits[index + 1 :] for index in range(len(edits)))]
        vectors = self._encoded([" ".join(apply_edits(source, some)) for some in kept])
        differences: Array = vectors[0] - vectors[1:]
        return differences

    def _encoded(self, texts: Sequence[str]) -> Array:
        import torch

        batch = self._bare.tokenizer(
            list(texts), padding="max_length", truncation=True, max_length=TEXT_LENGTH, return_tensors="pt"
        ).to(self._bare.device)
        with torch.inference_mode():
            states = self._bare.model(**batch).last_hidden_state
            mask = batch["attention_mask"].unsqueeze(-1)
            vectors: Array = ((states * mask).sum(1) / mask.sum(1)).cpu().numpy()
        return vectors


def _transported(hypothesis: Array, reference: Array, settings: UotErrant = UotErrant()) -> Overlap:
    import ot

    a, b = np.linalg.norm(hypothesis, axis=1), np.linalg.norm(reference, axis=1)
    moved = 0.0
    if len(a) and len(b):
        cost = ot.dist(hypothesis, reference, metric=settings.cost)
        with warnings.catch_warnings(), np.errstate(divide="ignore"):
            warnings.simplefilter("ignore", UserWarning)
            plan = ot.unbalanced.sinkhorn_stabilized_unbalanced(
                a, b, cost, reg=settings.regularisation, reg_m=settings.relaxation
            )
        moved = float(plan.sum())
    return Overlap(moved, float(a.sum()) - moved, float(b.sum()) - moved)
