"""UOT-ERRANT: edit vectors of a hypothesis transported to those of a reference.

Goto, Sakai and Watanabe, *Grammatical Error Correction Evaluation by Optimally Transporting Edit
Representation*, TACL. Entropic unbalanced transport does not conserve mass, so ``fp`` and ``fn`` can be
negative and the score can pass 1; :mod:`markscheme.metrics.credit` is the bounded score to show a teacher.
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import attrs

from markscheme.edits.edit import Correction
from markscheme.metrics.base import (
    ModelInputs,
    ModelNames,
    ModelOutputs,
    Need,
    Receive,
    Sentence,
    SentenceScore,
    Vectorisation,
)
from markscheme.metrics.overlap import Overlap, OverlapMetric, OverlapScore, OverlapStatistics, Rank, Scores, f_score
from markscheme.metrics.settings import number

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.floating]

Mass = Literal["norm", "uniform"]
Cost = Literal["euclidean", "cosine"]
ZeroVectors = Literal["official", "dropped"]

STOPPED = 10
"""A sentence that moves more than this many times a side's mass is one at which POT's iteration stopped at its start.

Where it goes on, an edit moves its mass times the cube root of that, so edits of a mass over 1,000 would be needed.
"""


@attrs.frozen(kw_only=True)
class VectorMetric(OverlapMetric):
    """A metric that transports edit vectors; a sentence's reference is that with its highest F, the first of equals."""

    needs = frozenset({Need.REFERENCES, Need.EDITS, Need.VECTORS})
    costly = True

    def inputs(self, sentence: Sentence) -> ModelInputs:
        return ModelInputs(corrections=scored_corrections(sentence))

    def rank(self, row: Sequence[float], running: Sequence[float]) -> Rank:
        return (f_score(Overlap(*row), self.beta).f,)


@attrs.frozen(kw_only=True)
class UotErrant(VectorMetric):
    """UOT-ERRANT, with the settings of the paper's Section 4.1 and the options of its Table 2.

    A sentence's reference is chosen as in Section 3.3. ``regularisation`` is epsilon and ``relaxation`` lambda 1 =
    lambda 2 of Equation 4, both above 0. An edit's mass is its vector's L2 norm, or 1 over the number of edits; the
    cost is Euclidean, or 1 - cosine similarity.

    An uncased encoder gives a change of case the vector zero. There the official implementation's solver stops at its
    start, and can count a sentence as many thousands: ``zero_vectors`` is ``official`` for its numbers, or ``dropped``
    for Equation 4 solved, in which such an edit has no mass and moves nothing.
    """

    name = "uot-errant"
    title = "UOT-ERRANT"
    is_bounded = False

    regularisation: float = number(0.1, least=0, above=True)
    relaxation: float = number(0.1, least=0, above=True)
    mass: Mass = "norm"
    cost: Cost = "euclidean"
    vectorisation: Vectorisation = "removing"
    zero_vectors: ZeroVectors = "official"

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {
            "reg": self.regularisation,
            "reg_m": self.relaxation,
            "mass": self.mass,
            "cost": self.cost,
            "vectors": self.vectorisation,
            "zero": "dropped" if self.zero_vectors == "dropped" else None,
            "beta": self.beta,
            "encoder": models.encoder,
        }

    def fold_into(self, statistics: Iterable[OverlapStatistics], receive: Receive | None) -> OverlapScore:
        stopped = 0

        def hand_on(sentence: SentenceScore[Overlap, Scores]) -> None:
            nonlocal stopped
            stopped += _stopped(sentence.counts)
            if receive is not None:
                receive(sentence)

        score = super().fold_into(statistics, hand_on)
        return attrs.evolve(score, remark=_remark(stopped, score.sentence_count)) if stopped else score

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

    if settings.zero_vectors == "dropped":
        hypothesis, reference = (side[side.any(axis=1)] for side in (hypothesis, reference))
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


def _stopped(overlap: Overlap) -> bool:
    return overlap.tp > STOPPED * max(overlap.tp + overlap.fp, overlap.tp + overlap.fn)


def _remark(stopped: int, sentences: int) -> str:
    return (
        f"in {stopped:,} of {sentences:,} sentences an edit has the vector zero (a change of case, for an uncased "
        "encoder), and the official solver, which stops there, counts far too much; without such edits: "
        "--set uot-errant.zero_vectors=dropped"
    )


def _masses(vectors: "FloatArray", mass: Mass) -> "FloatArray":
    import numpy as np

    if mass == "uniform":
        return np.full(len(vectors), 1 / max(len(vectors), 1), dtype=vectors.dtype)
    return np.asarray(np.linalg.norm(vectors, axis=1))
