"""A passage's marks: token indices and numbers. No documents, and nothing heavy to import."""

from collections.abc import Iterable
from typing import Any

import attrs

from markscheme.exercises.configuration import MarkingOverrides
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.languages.catalogue import tolerance_names
from markscheme.marking.verdicts.verdict import Place, Points, Stretch
from markscheme.metrics.base import Level, Metric
from markscheme.metrics.categories import ASSUMPTIONS, Assumption, Category
from markscheme.metrics.cleme2 import Counts, Factors, Weights
from markscheme.metrics.credit import CreditSettings
from markscheme.metrics.overlap import Overlap
from markscheme.metrics.registry import metric_with
from markscheme.metrics.weightings.catalogue import weighting
from markscheme.metrics.weightings.weighting import Weighting, WeightingName

CREDIT = CreditSettings(ceiling=0.75)
"""Credit as people are shown it. The ceiling is the lowest of those tried that costs less than 0.01 on GJG15."""


def _tolerances(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of tolerances once each, sorted.

    Raises
    ------
    ValueError
        If no language has a tolerance of one of these names, with the names that there are.
    """
    for name in (unique := tuple(sorted(set(names)))):
        if name not in tolerance_names():
            raise ValueError(f"there is no tolerance {name!r}. The tolerances are {', '.join(tolerance_names())}")
    return unique


@attrs.frozen
class MarkSettings:
    """How a document is marked against its references.

    Attributes
    ----------
    assumption
        Whether one reference is followed in a passage, or any at each place; ``None``: one for CLEME2.0, as published,
        and any for verdicts.
    level
        Decides the document's scores (those of summed counts, or the mean over sentences) and the curves of weighting
        by length; not a passage's marks.
    judge
        The language model for the weighting ``llm``, which the person has named. No exercise's configuration sets it.
    metric
        The name of one more metric whose score of the document is wanted; empty for none.
    equal
        The names of the tolerances that are switched on: the kinds of differences from a reference that do not count.
    """

    assumption: Assumption | None = None
    factors: Factors = Factors()
    credit: CreditSettings = CREDIT
    level: Level = "corpus"
    weighting: WeightingName = "none"
    judge: JudgeSettings | None = None
    metric: str = ""
    equal: tuple[str, ...] = attrs.field(default=(), converter=_tolerances)

    @property
    def cleme2_assumption(self) -> Assumption:
        """CLEME2.0's assumption."""
        return self.assumption or "dependent"

    @property
    def verdict_assumption(self) -> Assumption:
        """The assumption of verdicts."""
        return self.assumption or "independent"

    @property
    def weighs_late(self) -> bool:
        """Whether edits are weighed by the encoder or a judge, and so after the categories are there."""
        weighting = self.chunk_weighting
        return weighting.needs_encoder or (weighting.needs_judge and self.judge is not None)

    @property
    def chunk_weighting(self) -> Weighting:
        """The weighting, with the least weight of credit."""
        return weighting(self.weighting, floor=self.credit.floor)

    def document_metric(self) -> Metric[Any] | None:
        """Return the metric whose score of the document is wanted, with these settings.

        Raises
        ------
        RegistryError
            If there is no such metric, or its package can't be loaded.
        """
        settings = {"level": self.level, "assumption": self.cleme2_assumption, "factors": self.factors}
        credit = attrs.asdict(self.credit)
        return metric_with(self.metric, {**settings, **credit, "weighting": self.weighting}) if self.metric else None

    def overridden(self, overrides: MarkingOverrides) -> "MarkSettings":
        """Return these settings with an exercise's own in their place.

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
            assumption=ASSUMPTIONS[overrides.assumption] if overrides.assumption else self.assumption,
            factors=factors,
            credit=credit,
            weighting=weighting(overrides.weighting).name if overrides.weighting else self.weighting,
            equal=self.equal if overrides.equal is None else overrides.equal,
        )


@attrs.frozen
class AlignedEdit:
    """A reference edit that takes a part of a mark's mass.

    Attributes
    ----------
    source, target
        Its tokens in the source and in the reference.
    share
        That part, in [0, 1].
    gain
        How alike the two edits are, in [0, 1].
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
        The reference's tokens here.
    category
        The chunk's category against this reference; ``None`` where neither changes it.
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
class ChunkMark:
    """A chunk that is hit, wrong, under- or over-corrected.

    Attributes
    ----------
    source, target
        Its tokens in the source and in the hypothesis.
    type
        ERRANT types of the edits in it, joined by ``+``: the hypothesis's, or those of a missed reference.
    weight
        The chunk's weight; without weighting, the length of those edits' vectors, summed. At least 0; ``None`` until
        the vectors or judgements are there.
    difference
        Under weighting by similarity, the weight with its sign: negative where the correction made the sentence less
        like the reference.
    references
        One for each reference; ``None`` for one that is not there.
    credit
        Against the reference that the passage is marked against, in [0, 1]; ``None`` for an under-correction.
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
class PlaceMark:
    """A place with its verdict, and what CLEME2.0 and credit say of it.

    Attributes
    ----------
    category, weight, difference
        Those of its chunk; ``None`` where CLEME2.0 counts the chunk as left rightly.
    credit
        Against the reference that the verdict follows first, in [0, 1]; ``None`` until vectors are there, and where the
        hypothesis has no edit.
    references
        One for each version of the place, in their order; the category is the chunk's.
    """

    place: Place
    category: Category | None
    weight: float | None
    difference: float | None
    credit: float | None
    references: tuple[ReferenceMark, ...]


@attrs.frozen
class PassageMarks:
    """A passage's marks, in source order, with its counts.

    Attributes
    ----------
    marks
        CLEME2.0's chunks.
    places
        The places that people are shown.
    rewritten
        Whether the hypothesis rewrites the passage freely; see :mod:`markscheme.marking.verdicts.free_rewriting`.
    weights
        ``None`` without weighting, and until the vectors or judgements are there.
    reference
        The index of the reference chosen under dependence.
    credit
        The overlap with the reference of the highest F; ``None`` until vectors are there.
    """

    marks: tuple[ChunkMark, ...]
    counts: Counts
    weights: Weights | None
    reference: int | None
    credit: Overlap | None
    places: tuple[PlaceMark, ...] = ()
    rewritten: bool = False

    @property
    def points(self) -> Points:
        """What the places earn, and what was due; in a passage that is rewritten freely only what was needed is due.

        A new sentence has many changes that nobody asked for. They say nothing of how much was to be corrected.
        """
        total = sum((item.place.points for item in self.places), Points())
        if not self.rewritten:
            return total
        needs = sum(item.place.needs for item in self.places)
        return Points(min(total.earned, needs), needs)
