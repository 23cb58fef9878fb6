"""UOT-ERRANT: edit vectors of a hypothesis transported to those of a reference.

Goto, Sakai and Watanabe, *Grammatical Error Correction Evaluation by Optimally Transporting Edit
Representation*, TACL. Entropic unbalanced transport does not conserve mass, so ``fp`` and ``fn`` can be
negative and the score can pass 1; :mod:`markscheme.metrics.credit` is the bounded score to show a teacher.
"""

import warnings

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.metrics.overlap import Overlap
from markscheme.metrics.settings import Mass, UotSettings

FloatArray = npt.NDArray[np.floating]


@attrs.frozen(eq=False)
class Plan:
    """How hypothesis edits are transported to reference edits.

    Attributes
    ----------
    transport
        Shape (hypothesis edits, reference edits), not negative.
    hypothesis, reference
        Masses a and b, shapes (hypothesis edits,) and (reference edits,).
    """

    transport: FloatArray
    hypothesis: FloatArray
    reference: FloatArray

    @property
    def overlap(self) -> Overlap:
        """Equations 7 to 9."""
        moved = float(self.transport.sum())
        return Overlap(moved, float(self.hypothesis.sum()) - moved, float(self.reference.sum()) - moved)


def transport(hypothesis: FloatArray, reference: FloatArray, settings: UotSettings = UotSettings()) -> Plan:
    """The plan of Equation 4, by POT's stabilised Sinkhorn iteration (Schmitzer, 2019).

    The arithmetic is in the vectors' own precision. The official implementation's is float32, where the
    distance of two equal vectors can come out as 5e-4 and move a count by 1e-3; float64 is free of that.
    An edit whose vector is exactly zero stops POT's iteration at its start, here as there.

    Parameters
    ----------
    hypothesis, reference
        Edit vectors (Equation 1), shapes (n, d) and (m, d).
    """
    import ot

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


def _masses(vectors: FloatArray, mass: Mass) -> FloatArray:
    if mass == "uniform":
        return np.full(len(vectors), 1 / max(len(vectors), 1), dtype=vectors.dtype)
    return np.asarray(np.linalg.norm(vectors, axis=1))
