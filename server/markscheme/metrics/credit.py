"""Credit: a bounded soft score, 1 for a perfect correction and 0 where nothing that was due was done.

Ours. Edit vectors are UOT-ERRANT's (Equation 1); the transport is exact and partial, so no mass is made or
lost. With masses a_i = |u_i| and b_j = |v_j| (at least a floor), moving mass from a hypothesis edit i to a
reference edit j gains ``g_ij = max(0, 1 - |u_i - v_j| / (tau (|u_i| + |v_j|)))`` a unit; the plan T
gains the most under row sums at most a and column sums at most b. Then TP = sum g_ij T_ij, precision =
TP / sum a, recall = TP / sum b. At the default tau, 1/sqrt(2), two edits of equal size with orthogonal vectors gain 0.

An encoder may hardly see how two corrections differ: "carrier" to "A carrier" and to "A Carrier" gain 1. With a ceiling
below 1, only edits that make the same text of the source gain 1. All others gain ``min(g_ij, ceiling)``.

The encoder gives the same edit another length beside other edits. With a ceiling below 1, the credits of edits and of
places therefore give the reference's edit the mass of the hypothesis's edit that is the same correction; it takes all
of that mass, and the transport is between the others. Precision, recall and F keep the vectors' own masses: they agree
better with people, and precision one way is recall the other.

Without a gain F is 0, for a sentence that changes nothing as for one that changes the wrong words. People prefer the
first. A kept mass k counts what a sentence leaves as one more correction that every side has: TP is k + sum g_ij T_ij,
and k is in both sums of masses. The credit of edits and of places does not change.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from markscheme.edits.edit import Edit
from markscheme.metrics.base import ModelNames, ModelOutputs, Sentence, Vectorisation
from markscheme.metrics.overlap import Overlap, OverlapStatistics
from markscheme.metrics.settings import number
from markscheme.metrics.uot_errant import VectorMetric, scored_corrections
from markscheme.settings import BETA, TAU

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.floating]
    FloatArray = npt.NDArray[np.float64]
    BoolArray = npt.NDArray[np.bool_]

NULL_NORM = 1e-5
"""Vectors shorter than this are an encoder's rounding, not a change of meaning."""


@attrs.frozen
class CreditSettings:
    """What decides a plan and its score; see the module.

    ``tau`` is above 0, ``floor`` and ``kept`` at least 0, ``ceiling`` in [0, 1]. The floor lets an edit count that the
    encoder does not see, as a capital letter to an uncased one.
    """

    tau: float = TAU.default
    floor: float = 0.1
    beta: float = BETA.default
    ceiling: float = 1.0
    kept: float = 0.0

    def signature_settings(self, encoder: str) -> dict[str, object]:
        """Return credit's part of a signature; the ceiling only if it is below 1, the kept mass only if above 0."""
        ceiling = {"ceiling": self.ceiling} if self.ceiling < 1 else {}
        kept = {"kept": self.kept} if self.kept else {}
        return {"tau": self.tau, "floor": self.floor, "beta": self.beta, **ceiling, **kept, "encoder": encoder}


@attrs.frozen(kw_only=True)
class Credit(VectorMetric):
    """Credit's P, R and F of beta."""

    name = "credit"
    title = "Credit"

    tau: float = number(CreditSettings().tau, least=0, above=True)
    floor: float = number(CreditSettings().floor, least=0)
    ceiling: float = number(CreditSettings().ceiling, least=0, most=1)
    kept: float = number(CreditSettings().kept, least=0)
    vectorisation: Vectorisation = "removing"

    @property
    def settings(self) -> CreditSettings:
        return CreditSettings(self.tau, self.floor, self.beta, self.ceiling, self.kept)

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {"vectors": self.vectorisation, **self.settings.signature_settings(models.encoder)}

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> OverlapStatistics:
        hypothesis, *references = (
            EditVectors(correction.edits, outputs.edit_vectors[correction])
            for correction in scored_corrections(sentence)
        )
        source, own = sentence.edits.source, self.settings
        return tuple(credit(source, hypothesis, reference, own).overlap.row for reference in references)


def _exact(vectors: "Array") -> "FloatArray":
    import numpy as np

    return np.asarray(vectors, dtype=np.float64)


@attrs.frozen(eq=False)
class EditVectors:
    """A side's n edits, and their vectors, shape (n, d)."""

    edits: Sequence[Edit]
    vectors: "FloatArray" = attrs.field(converter=_exact)

    @property
    def order(self) -> list[int]:
        """The indices of the edits, sorted by place and replacement."""
        return sorted(range(len(self.edits)), key=lambda index: self.edits[index].key)


@attrs.frozen(eq=False)
class CreditPlan:
    """The plan T and the gains g, in [0, 1]: shapes (hypothesis edits, reference edits); and the masses a and b.

    With a ceiling below 1, b has the masses of the same corrections in a. The overlap has the vectors' own masses, is
    never negative, and its TP includes the kept mass.
    """

    transport: "FloatArray"
    gain: "FloatArray"
    hypothesis: "FloatArray"
    reference: "FloatArray"
    overlap: Overlap

    def place_credit(self, rows: Sequence[int], columns: Sequence[int]) -> float:
        """Return the smaller of precision and recall of the edits at one place, in [0, 1]; those of no edits are 1."""
        gained = self.gain * self.transport
        precision = _part(gained[list(rows)], self.hypothesis[list(rows)])
        recall = _part(gained[:, list(columns)], self.reference[list(columns)])
        return min(precision, recall)


def _part(gained: "FloatArray", masses: "FloatArray") -> float:
    total = float(masses.sum())
    return min(1.0, float(gained.sum()) / total) if total else 1.0


def credit(
    source: Sequence[str],
    hypothesis: EditVectors,
    reference: EditVectors,
    settings: CreditSettings = CreditSettings(),
) -> CreditPlan:
    """Return the plan that gains most between a hypothesis's edits and a reference's.

    Two edits with the same span and replacement gain 1 whatever their vectors; a vector of no length gains only so.
    With a ceiling below 1, edits that make the same text gain 1, too, and each is transported to the other as a whole.
    """
    import numpy as np

    row_order, column_order = hypothesis.order, reference.order
    a, b = (np.maximum(_norms(side.vectors), settings.floor) for side in (hypothesis, reference))
    same = _same_corrections(source, hypothesis, reference, settings)
    gain = _gains(same, hypothesis, reference, settings)
    plan = _plan(gain, a, b, row_order, column_order)
    overlap = _overlap(gain * plan, a, b, settings.kept)
    pairs = _pairs(same, hypothesis, reference) if settings.ceiling < 1 else {}
    if pairs:
        paired = frozenset(pairs.values())
        rows, columns = [i for i in row_order if i not in paired], [j for j in column_order if j not in pairs]
        plan = _plan(gain, a, b, rows, columns)
        for j, i in pairs.items():
            plan[i, j] = b[j] = a[i]
    return CreditPlan(plan, gain, a, b, overlap)


def gains(
    source: Sequence[str], hypothesis: EditVectors, reference: EditVectors, settings: CreditSettings
) -> "FloatArray":
    """Return the credit of each pair of edits of equal mass if alone, in [0, 1]; the rest as :func:`credit`."""
    return _gains(_same_corrections(source, hypothesis, reference, settings), hypothesis, reference, settings)


def _gains(
    same: "BoolArray", hypothesis: EditVectors, reference: EditVectors, settings: CreditSettings
) -> "FloatArray":
    import numpy as np

    by_vectors = _vector_gains(hypothesis.vectors, reference.vectors, settings.tau)
    gain: FloatArray = np.where(same, 1.0, np.minimum(by_vectors, settings.ceiling))
    return gain


def _plan(
    gain: "FloatArray", a: "FloatArray", b: "FloatArray", rows: Sequence[int], columns: Sequence[int]
) -> "FloatArray":
    import numpy as np

    plan = np.zeros_like(gain)
    cells = np.ix_(rows, columns)
    plan[cells] = _best_transport(gain[cells], a[rows], b[columns])
    return plan


def _overlap(gained: "FloatArray", a: "FloatArray", b: "FloatArray", kept: float) -> Overlap:
    total = float(gained.sum())
    return Overlap(kept + total, max(0.0, float(a.sum()) - total), max(0.0, float(b.sum()) - total))


def _pairs(same: "BoolArray", hypothesis: EditVectors, reference: EditVectors) -> dict[int, int]:
    """Pair edits with the same span and replacement before those that only make the same text, each at most once."""
    pairs: dict[int, int] = {}
    free = dict.fromkeys(hypothesis.order)
    for by_text in (False, True):
        for j in reference.order:
            key = reference.edits[j].key
            alike = (i for i in free if same[i, j] and (by_text or hypothesis.edits[i].key == key))
            if j not in pairs and (chosen := next(alike, None)) is not None:
                pairs[j] = chosen
                del free[chosen]
    return pairs


def _norms(vectors: "FloatArray") -> "FloatArray":
    import numpy as np

    return np.linalg.norm(vectors, axis=1) if len(vectors) else np.zeros(0)


def _vector_gains(u: "FloatArray", v: "FloatArray", tau: float) -> "FloatArray":
    """Return g, from lengths without the floor, which gives an edit mass and no likeness to others."""
    import numpy as np

    if not len(u) or not len(v):
        return np.zeros((len(u), len(v)))
    long, wide = _norms(u), _norms(v)
    distance = np.stack([np.linalg.norm(row - v, axis=1) for row in u])
    reach = np.maximum(tau * (long[:, None] + wide[None, :]), np.finfo(np.float64).tiny)
    gain: FloatArray = np.maximum(0.0, 1.0 - distance / reach)
    gain[long < NULL_NORM, :] = 0.0
    gain[:, wide < NULL_NORM] = 0.0
    return gain


def _same_corrections(
    source: Sequence[str], hypothesis: EditVectors, reference: EditVectors, settings: CreditSettings
) -> "BoolArray":
    import numpy as np

    by_text = settings.ceiling < 1
    same = np.zeros((len(hypothesis.edits), len(reference.edits)), dtype=np.bool_)
    for i, edit in enumerate(hypothesis.edits):
        for j, other in enumerate(reference.edits):
            same[i, j] = edit.key == other.key or (by_text and _make_same_text(source, edit, other))
    return same


def _make_same_text(source: Sequence[str], edit: Edit, other: Edit) -> bool:
    """Return whether two edits, each alone, make the same text of the source.

    >>> _make_same_text(("in", "the", "the", "end"), Edit(1, 2, ()), Edit(2, 3, ()))
    True
    """
    start, end = min(edit.start, other.start), max(edit.end, other.end)
    one, two = ((*source[start : each.start], *each.replacement, *source[each.end : end]) for each in (edit, other))
    return one == two


def _best_transport(gain: "FloatArray", a: "FloatArray", b: "FloatArray") -> "FloatArray":
    """Maximise sum g T under T 1 <= a, T' 1 <= b: a balanced problem with one slack row and column.

    A unit of real transport frees one unit of each slack, so slack costs of 1/2 a side make the balanced
    cost (1 - g) differ from the gain by a constant.
    """
    import numpy as np

    from markscheme.metrics._pot import ot

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
