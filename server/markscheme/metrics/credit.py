"""Credit: a bounded soft score, 1 for a perfect correction and 0 where nothing that was due was done.

Ours. Edit vectors are UOT-ERRANT's (Equation 1); the transport is exact and partial, so no mass is made or
lost. With masses a_i = |u_i| and b_j = |v_j| (at least a floor), moving mass from a hypothesis edit i to a
reference edit j gains ``g_ij = max(0, 1 - |u_i - v_j| / (tau (|u_i| + |v_j|)))`` a unit; the plan T
gains the most under row sums at most a and column sums at most b. Then TP = sum g_ij T_ij, precision =
TP / sum a, recall = TP / sum b.

The default tau is 1/sqrt(2): two edits of equal size with orthogonal vectors, which have nothing to do with
each other, then gain exactly nothing.
"""

from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.edits.edit import Edit
from markscheme.metrics.overlap import Overlap
from markscheme.metrics.settings import CreditSettings

FloatArray = npt.NDArray[np.float64]

NULL_NORM = 1e-5
"""A vector shorter than this is an encoder's rounding, not a change of meaning."""


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

    transport: FloatArray
    gain: FloatArray
    hypothesis: FloatArray
    reference: FloatArray

    @property
    def overlap(self) -> Overlap:
        """TP, and what is left of either side's mass: never negative."""
        gained = float((self.gain * self.transport).sum())
        return Overlap(
            gained,
            max(0.0, float(self.hypothesis.sum()) - gained),
            max(0.0, float(self.reference.sum()) - gained),
        )

    @property
    def edit_credits(self) -> FloatArray:
        """Each hypothesis edit's own credit, sum over j of g_ij T_ij / a_i; in [0, 1]."""
        gained = (self.gain * self.transport).sum(axis=1)
        own: FloatArray = np.divide(gained, self.hypothesis, out=np.zeros_like(gained), where=self.hypothesis > 0)
        return own.clip(0.0, 1.0)

    @property
    def shares(self) -> FloatArray:
        """The part of each hypothesis edit's mass that goes to each reference edit; in [0, 1]."""
        masses = self.hypothesis[:, None]
        shares: FloatArray = np.divide(self.transport, masses, out=np.zeros_like(self.transport), where=masses > 0)
        return shares


def credit(
    hypothesis: Sequence[Edit],
    hypothesis_vectors: FloatArray,
    reference: Sequence[Edit],
    reference_vectors: FloatArray,
    settings: CreditSettings = CreditSettings(),
) -> CreditPlan:
    """The plan that gains most between a hypothesis's edits and one reference's.

    Parameters
    ----------
    hypothesis, reference
        The edits, n and m of them.
    hypothesis_vectors, reference_vectors
        Their vectors, shapes (n, d) and (m, d). Two edits with the same span and replacement gain 1
        whatever their vectors; a vector of no length gains only so.
    """
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


def _norms(vectors: FloatArray) -> FloatArray:
    return np.linalg.norm(vectors, axis=1) if len(vectors) else np.zeros(0)


def _gains(
    hypothesis: Sequence[Edit], u: FloatArray, reference: Sequence[Edit], v: FloatArray, tau: float
) -> FloatArray:
    """g, from the vectors' own lengths: the floor gives an edit mass, not likeness to others."""
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


def _best_transport(gain: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """Maximise sum g T under T 1 <= a, T' 1 <= b: a balanced problem with one slack row and column.

    A unit of real transport frees one unit of each slack, so slack costs of 1/2 a side make the balanced
    cost (1 - g) differ from the gain by a constant.
    """
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
