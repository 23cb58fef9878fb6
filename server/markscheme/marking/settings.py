"""Settings of marking. They stand apart from what marks, since an editor reads them before its server has answered."""

from collections.abc import Iterable
from typing import Literal

import attrs

from markscheme.exercises.schemes import MarkingOverrides
from markscheme.inference.judge import JudgeSettings
from markscheme.languages.language import tolerance_names
from markscheme.metrics.base import ASSUMPTIONS, Assumption, Level, Metric, metric_with
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.credit import CreditSettings
from markscheme.metrics.weightings import Weighting, WeightingName, weighting

Matrix = tuple[tuple[float, ...], ...]
"""Rows are hypothesis edits, columns reference edits."""

VocabularyName = Literal["verdicts", "cleme2"]
"""``verdicts``: places with verdicts. ``cleme2``: chunks with categories, types and scores."""
DEFAULT_VOCABULARY: VocabularyName = "verdicts"

CREDIT = CreditSettings(ceiling=0.75)
"""Credit as people are shown it. The ceiling is the lowest of those tried that costs less than 0.01 on GJG15."""


def _tolerances(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names once each, sorted; ValueError lists the tolerances if no language has one of these names."""
    for name in (unique := tuple(sorted(set(names)))):
        if name not in tolerance_names():
            raise ValueError(f"there is no tolerance {name!r}. The tolerances are {', '.join(tolerance_names())}")
    return unique


@attrs.frozen
class MarkSettings:
    """How a document is marked against its references.

    Without ``assumption``, one reference is followed in a passage for CLEME2.0, as published, and any at each place for
    verdicts. ``level`` decides the document's scores (of summed counts, or the mean over sentences) and the curves of
    weighting by length, not a passage's marks. ``judge`` is the model for the weighting ``llm``; no exercise's
    configuration sets it. ``metric`` names one more metric of the document. ``equal`` names the tolerances that are
    switched on.
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
        return self.assumption or "dependent"

    @property
    def verdict_assumption(self) -> Assumption:
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

    def document_metric(self) -> Metric[object] | None:
        """Return the metric that the settings name; RegistryError if there is none or its package can't be loaded."""
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
