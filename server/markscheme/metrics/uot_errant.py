"""UOT-ERRANT: edit vectors of a hypothesis transported to those of a reference.

Goto, Sakai and Watanabe, *Grammatical Error Correction Evaluation by Optimally Transporting Edit
Representation*, TACL. Entropic unbalanced transport does not conserve mass, so ``fp`` and ``fn`` can be
negative and the score can pass 1; :mod:`markscheme.metrics.credit` is the bounded score to show a teacher.
"""

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import attrs

from markscheme.edits.edit import Correction
from markscheme.metrics.base import ModelInputs, ModelNames, ModelOutputs, Need, Sentence, Vectorisation
from markscheme.metrics.overlap import Overlap, OverlapMetric, OverlapStatistics, Rank, f_score

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.floating]

Mass = Literal["norm", "uniform"]
Cost = Literal["euclidean", "cosine"]


@attrs.frozen(kw_only=True)
class VectorMetric(OverlapMetric):
    """A metric that transports edit vectors; a sentence's reference is that with its highest F, the first of equals."""

    needs = frozenset({Need.REFERENCES, Need.EDITS, Need.VECTORS})
    costly = True

    def inputs(self, sentence: Sentence) -> ModelInputs:
        return ModelInputs(corrections=scored_corrections(sentence))

    def rank(self, overlap: Overlap, running: Overlap) -> Rank:
        return (f_score(overlap, self.beta).f,)


@attrs.frozen(kw_only=True)
class UotErrant(VectorMetric):
    """UOT-ERRANT, with the settings of the paper's Section 4.1 and the options of its Table 2.

    A sentence's reference is chosen as in Section 3.3. ``regularisation`` is epsilon and ``relaxation`` lambda 1 =
    lambda 2 of Equation 4, both above 0. An edit's mass is its vector's L2 norm, or 1 over the number of edits; the
    cost is Euclidean, or 1 - cosine similarity.
    """

    name = "uot-errant"
    title = "UOT-ERRANT"
    is_bounded = False

    regularisation: float = 0.1
    relaxation: float = 0.1
    mass: Mass = "norm"
    cost: Cost = "euclidean"
    vectorisation: Vectorisation = "removing"

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {
            "reg": self.regularisation,
            "reg_m": self.relaxation,
            "mass": self.mass,
            "cost": self.cost,
            "vectors": self.vectorisation,
            "beta": self.beta,
            "encoder": models.encoder,
        }

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> OverlapStatistics:
        hypothesis, *references = (
            outputs.edit_vectors[correction].astype("float64") for correction in scored_corrections(sentence)
        )
        return tuple(transport(hypothesis, reference, self).overlap.row for reference in references)


def scored_corrections(sentence: Sentence) -> tuple[Correction, ...]:
    """Return the hypothesis's correction and each reference's, without the edits that correct nothing."""
    edits = sentence.edits.scored()
    return tuple(Correction(edits.source, side) for side in (edits.hypothesis, *edits.references))


@attrs.frozen(eq=False)
class Plan:
    """How hypothesis edits (rows) are transported to reference edits (columns), and the masses a and b."""

    transport: "FloatArray"
    hypothesis: "FloatArray"
    reference: "FloatArray"

    @property
    def overlap(self) -> Overlap:
        """Equations 7 to 9 of UOT-ERRANT."""
        moved = float(self.transport.sum())
        return Overlap(moved, float(self.hypothesis.sum()) - moved, float(self.reference.sum()) - moved)


def transport(hypothesis: "FloatArray", reference: "FloatArray", settings: UotErrant = UotErrant()) -> Plan:
    """Return the plan of Equation 4, by POT's stabilised Sinkhorn iteration (Schmitzer, 2019); vectors: (n, d), (m, d).

    The official implementation's arithmetic is float32, where the distance of two equal vectors can come out as 5e-4
    and move a count by 1e-3; float64 is free of that. An edit whose vector is exactly zero stops POT's iteration at its
    start, as in the official implementation.
    """
    import numpy as np

    from markscheme.metrics._pot import ot

    a, b = _masses(hypothesis, settings.mass), _masses(reference, settings.mass)
    if not len(a) or not len(b):
        return Plan(np.zeros((len(a), len(b))), a, b)
    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        warnings.simplefilter("ignore", UserWarning)
        cost = np.nan_to_num(ot.dist(hypothesis, reference, metric=settings.cost), nan=1.0)
        plan = ot.unbalanced.sinkhorn_stabilized_unbalanced(
            a, b, cost, reg=settings.regularisation, reg_m=settings.relaxation
        )
    return Plan(plan, a, b)


def _masses(vectors: "FloatArray", mass: Mass) -> "FloatArray":
    import numpy as np

    if mass == "uniform":
        return np.full(len(vectors), 1 / max(len(vectors), 1), dtype=vectors.dtype)
    return np.asarray(np.linalg.norm(vectors, axis=1))
