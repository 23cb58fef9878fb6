"""Credit: a bounded soft score, 1 for a perfect correction and 0 where nothing that was due was done.

Ours. Edit vectors are UOT-ERRANT's (Equation 1); the transport is exact and partial, so no mass is made or
lost. With masses a_i = |u_i| and b_j = |v_j| (at least a floor), moving mass from a hypothesis edit i to a
reference edit j gains ``g_ij = max(0, 1 - |u_i - v_j| / (tau (|u_i| + |v_j|)))`` a unit; the plan T
gains the most under row sums at most a and column sums at most b. Then TP = sum g_ij T_ij, precision =
TP / sum a, recall = TP / sum b.

The default tau is 1/sqrt(2): two edits of equal size with orthogonal vectors, which have nothing to do with
each other, then gain exactly nothing.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from markscheme.edits.edit import Edit
from markscheme.encoders.settings import Vectorisation
from markscheme.metrics.base import ModelInputs, ModelNames, ModelOutputs, Need, Sentence
from markscheme.metrics.overlap import Overlap, OverlapMetric, OverlapStatistics, Rank, f_score
from markscheme.metrics.uot_errant import scored_corrections

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.float64]

NULL_NORM = 1e-5
"""Vectors shorter than this are an encoder's rounding, not a change of meaning."""


@attrs.frozen
class CreditSettings:
    """What decides a plan and its score.

    Attributes
    ----------
    tau
        How far apart two edits may be and still gain; above 0.
    floor
        Least mass of an edit, so that one the encoder does not see (a capital letter, to an uncased one)
        still counts; at least 0.
    beta
        Of the F score.
    """

    tau: float = 1 / math.sqrt(2)
    floor: float = 0.1
    beta: float = 0.5

    def signature_settings(self, encoder: str) -> dict[str, object]:
        """Return what a signature says of credit."""
        return {"tau": self.tau, "floor": self.floor, "beta": self.beta, "encoder": encoder}


@attrs.frozen(kw_only=True)
class Credit(OverlapMetric):
    """Credit's P, R and F of beta; a sentence is scored against the reference with its highest F, the first of equals.

    Attributes
    ----------
    tau, floor, beta
        As in :class:`CreditSettings`.
    vectorisation
        Whether an edit's vector comes from removing or from adding it.
    """

    name = "credit"
    title = "Credit"
    needs = frozenset({Need.REFERENCES, Need.EDITS, Need.VECTORS})
    costly = True

    tau: float = CreditSettings().tau
    floor: float = CreditSettings().floor
    vectorisation: Vectorisation = "removing"

    @property
    def settings(self) -> CreditSettings:
        """The settings of a plan and its score."""
        return CreditSettings(self.tau, self.floor, self.beta)

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {"vectors": self.vectorisation, **self.settings.signature_settings(models.encoder)}

    def inputs(self, sentence: Sentence) -> ModelInputs:
        return ModelInputs(corrections=scored_corrections(sentence))

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> OverlapStatistics:
        (hypothesis, u), *references = (
            (correction.edits, outputs.edit_vectors[correction].astype("float64"))
            for correction in scored_corrections(sentence)
        )
        return tuple(credit(hypothesis, u, reference, v, self.settings).overlap.row for reference, v in references)

    def rank(self, overlap: Overlap, running: Overlap) -> Rank:
        return (f_score(overlap, self.beta).f,)


@attrs.frozen(eq=False)
class CreditPlan:
    """The plan and what it gains.

    Attributes
    ----------
    transport, gain
        T and g, shapes (hypothesis edits, reference edits); g in [0, 1].
    hypothesis, reference
        Masses a and b.
    """

    transport: "FloatArray"
    gain: "FloatArray"
    hypothesis: "FloatArray"
    reference: "FloatArray"

    @property
    def overlap(self) -> Overlap:
        """TP, and the rest of each side's mass; never negative."""
        gained = float((self.gain * self.transport).sum())
        return Overlap(
            gained,
            max(0.0, float(self.hypothesis.sum()) - gained),
            max(0.0, float(self.reference.sum()) - gained),
        )

    @property
    def edit_credits(self) -> "FloatArray":
        """Each hypothesis edit's own credit, sum over j of g_ij T_ij / a_i; in [0, 1]."""
        import numpy as np

        gained = (self.gain * self.transport).sum(axis=1)
        credits_: FloatArray = np.divide(gained, self.hypothesis, out=np.zeros_like(gained), where=self.hypothesis > 0)
        return credits_.clip(0.0, 1.0)

    @property
    def shares(self) -> "FloatArray":
        """The part of each hypothesis edit's mass that goes to each reference edit; in [0, 1]."""
        import numpy as np

        masses = self.hypothesis[:, None]
        shares: FloatArray = np.divide(self.transport, masses, out=np.zeros_like(self.transport), where=masses > 0)
        return shares


def credit(
    hypothesis: Sequence[Edit],
    hypothesis_vectors: "FloatArray",
    reference: Sequence[Edit],
    reference_vectors: "FloatArray",
    settings: CreditSettings = CreditSettings(),
) -> CreditPlan:
    """Return the plan that gains most between a hypothesis's edits and one reference's.

    Parameters
    ----------
    hypothesis, reference
        Their n and m edits.
    hypothesis_vectors, reference_vectors
        Their vectors, shapes (n, d) and (m, d). Two edits with the same span and replacement gain 1
        whatever their vectors; a vector of no length gains only so.
    """
    import numpy as np

    row_order = sorted(range(len(hypothesis)), key=lambda i: hypothesis[i].key)
    column_order = sorted(range(len(reference)), key=lambda j: reference[j].key)
    u = np.asarray(hypothesis_vectors, dtype=np.float64)
    v = np.asarray(reference_vectors, dtype=np.float64)
    a, b = np.maximum(_norms(u), settings.floor), np.maximum(_norms(v), settings.floor)
    gain = _gains(hypothesis, u, reference, v, settings.tau)
    plan = np.zeros_like(gain)
    cells = np.ix_(row_order, column_order)
    plan[cells] = _best_transport(gain[cells], a[row_order], b[column_order])
    return CreditPlan(plan, gain, a, b)


def _norms(vectors: "FloatArray") -> "FloatArray":
    import numpy as np

    return np.linalg.norm(vectors, axis=1) if len(vectors) else np.zeros(0)


def _gains(
    hypothesis: Sequence[Edit], u: "FloatArray", reference: Sequence[Edit], v: "FloatArray", tau: float
) -> "FloatArray":
    """Return g, from the vectors' lengths without the floor, which gives an edit mass and no likeness to others."""
    import numpy as np

    if not len(u) or not len(v):
        return np.zeros((len(u), len(v)))
    long, wide = _norms(u), _norms(v)
    distance = np.linalg.norm(u[:, None, :] - v[None, :, :], axis=2)
    reach = np.maximum(tau * (long[:, None] + wide[None, :]), np.finfo(np.float64).tiny)
    gain: FloatArray = np.maximum(0.0, 1.0 - distance / reach)
    gain[long < NULL_NORM, :] = 0.0
    gain[:, wide < NULL_NORM] = 0.0
    for i, edit in enumerate(hypothesis):
        for j, other in enumerate(reference):
            if edit.key == other.key:
                gain[i, j] = 1.0
    return gain


def _best_transport(gain: "FloatArray", a: "FloatArray", b: "FloatArray") -> "FloatArray":
    """Maximise sum g T under T 1 <= a, T' 1 <= b: a balanced problem with one slack row and column.

    A unit of real transport frees one unit of each slack, so slack costs of 1/2 a side make the balanced
    cost (1 - g) differ from the gain by a constant.
    """
    import numpy as np
    import ot

    total = float(a.sum() + b.sum())
    if not gain.any() or total == 0.0:
        return np.zeros_like(gain)
    cost = np.full((len(a) + 1, len(b) + 1), 0.5)
    cost[:-1, :-1] = 1.0 - gain
    cost[-1, -1] = 0.0
    rows = np.append(a, b.sum()) / total
    columns = np.append(b, a.sum()) / total
    columns *= rows.sum() / columns.sum()
    plan = np.asarray(ot.emd(rows, columns, cost), dtype=np.float64) * total
    moved: FloatArray = np.where(gain > 0, plan[:-1, :-1], 0.0)
    return moved
