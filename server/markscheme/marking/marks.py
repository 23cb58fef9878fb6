"""What a passage's marks are: token indices and numbers, no documents and nothing heavy to import."""

import attrs

from markscheme.exercises.configuration import MarkingOverrides
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.metrics.cleme2 import Assumption, Category, Counts, Factors, Level, Weights
from markscheme.metrics.overlap import Overlap
from markscheme.metrics.settings import ENCODED, CreditSettings, Weighting


@attrs.frozen
class MarkSettings:
    """What decides a passage's marks, given its edits and their vectors.

    ``level`` decides the document's scores alone: those of summed counts, or the mean of its sentences'; and the
    curves of weighting by length. ``judge`` is the language model that the person has named, for weighting by one; no
    exercise's configuration can set it.
    """

    assumption: Assumption = "dependent"
    factors: Factors = Factors()
    credit: CreditSettings = CreditSettings()
    level: Level = "corpus"
    weighting: Weighting = "none"
    judge: JudgeSettings | None = None

    @property
    def weighs_late(self) -> bool:
        """Whether edits are weighed by what the encoder or a language model says."""
        return self.weighting in ENCODED or (self.weighting == "llm" and self.judge is not None)

    def overridden(self, overrides: MarkingOverrides) -> "MarkSettings":
        """These settings, but for what an exercise's configuration says.

        >>> MarkSettings().overridden(MarkingOverrides("independent", tau=1.0)).credit.tau
        1.0
        """
        credit = attrs.evolve(
            self.credit,
            tau=self.credit.tau if overrides.tau is None else overrides.tau,
            beta=self.credit.beta if overrides.beta is None else overrides.beta,
        )
        factors = self.factors if overrides.factors is None else Factors(*overrides.factors)
        return attrs.evolve(
            self,
            assumption=overrides.assumption or self.assumption,
            factors=factors,
            credit=credit,
            weighting=overrides.weighting or self.weighting,
        )


@attrs.frozen
class Stretch:
    """Half-open token range."""

    start: int
    end: int


@attrs.frozen
class AlignedEdit:
    """A reference edit that takes part of a mark's mass.

    ``share`` is that part, ``gain`` how alike the two are; both in [0, 1]. ``source`` and ``target`` are its
    tokens in the source and in the reference.
    """

    source: Stretch
    target: Stretch
    type: str
    share: float
    gain: float


@attrs.frozen
class ReferenceMark:
    """One reference at a mark's place.

    Attributes
    ----------
    target
        The reference's own tokens here.
    category
        What the chunk is against this reference; ``None`` where neither changes it.
    alignment
        The credit of the mark's edits against this reference, in [0, 1]; ``None`` until vectors are there,
        and where the hypothesis has no edit.
    edits
        The reference's edits that the mark's edits line up with, largest share first.
    """

    target: Stretch
    category: Category | None
    alignment: float | None
    edits: tuple[AlignedEdit, ...]


@attrs.frozen
class Mark:
    """A chunk that is hit, wrong, under- or over-corrected.

    Attributes
    ----------
    source, target
        Its tokens in the source and in the hypothesis.
    type
        ERRANT types of the edits in it, joined by ``+``: the hypothesis's, or a missed reference's.
    weight
        What the chunk counts under the weighting; without one, the length of those edits' vectors, summed. At least
        0; ``None`` until what it needs is there.
    difference
        Under weighting by similarity, the weight with its sign: negative where the correction took the sentence
        away from the reference.
    references
        One a reference; ``None`` for one that is not there.
    credit
        Against the reference that the passage is marked against, in [0, 1]; ``None`` for an
        under-correction.
    """

    category: Category
    source: Stretch
    target: Stretch
    type: str
    weight: float | None
    difference: float | None
    credit: float | None
    references: tuple[ReferenceMark | None, ...]


@attrs.frozen
class PassageMarks:
    """A passage's marks, in source order, with its counts, weights and soft counts.

    ``weights`` is ``None`` without weighting, and until what it needs is there. ``reference`` is the index of the
    reference chosen under dependence; ``credit`` the overlap with the reference of the highest F, ``None`` until
    vectors are there.
    """

    marks: tuple[Mark, ...]
    counts: Counts
    weights: Weights | None
    reference: int | None
    credit: Overlap | None
