"""What a meta-evaluation finds: columns of judgements and references, with a row for each metric."""

from math import isnan

import attrs

from markscheme.evaluation.correlation.williams import Williams
from markscheme.evaluation.correlation.windows import Window
from markscheme.evaluation.judgements.benchmark import Judgements, ReferenceSet, SystemSet
from markscheme.resampling.intervals import UNDEFINED, Estimate


@attrs.frozen
class Interval:
    """A number with an interval over samples of sentences and one over samples of systems."""

    sentences: Estimate = UNDEFINED
    systems: Estimate = UNDEFINED

    @property
    def value(self) -> float | None:
        """The number; ``None`` where it is not defined."""
        return self.sentences.value


@attrs.frozen
class Row:
    """One metric's agreement with people.

    Attributes
    ----------
    metric, title
        The metric's name for programs and for people.
    signature
        The settings and models that made its scores.
    scores
        Its scores of the systems, in the column's order.
    correlations
        By the names of :data:`CORRELATIONS`.
    accuracy, tau
        Agreement on single comparisons, with intervals over sentences.
    compared, tied
        Number of comparisons that count, and of those that the metric ties.
    pairs
        Accuracy for each pair of systems with comparisons: the indices of both, accuracy, number of comparisons.
    windows
        Correlations over systems that people score alike.
    """

    metric: str
    title: str
    signature: str
    scores: tuple[float, ...]
    correlations: dict[str, Interval]
    accuracy: Estimate
    tau: Estimate
    compared: int
    tied: int
    pairs: tuple[tuple[int, int, float, int], ...]
    windows: tuple[Window, ...]


@attrs.frozen
class Difference:
    """Whether two metrics' Pearson correlations differ.

    Attributes
    ----------
    metrics
        The indices of the two rows.
    difference
        The first correlation minus the second one, with paired bootstrap intervals.
    test
        Williams' test; ``None`` with fewer than four systems.
    adjusted
        Its probability, adjusted for the column's number of pairs (Holm, 1979).
    """

    metrics: tuple[int, int]
    difference: Interval
    test: Williams | None
    adjusted: float | None


@attrs.frozen
class Column:
    """Metrics beside one kind of judgements, against one set of references.

    Attributes
    ----------
    method
        The name of the aggregation that made people's scores.
    people
        People's scores of the systems; NaN for one without a decided comparison, which no correlation is over.
    """

    judgements: Judgements
    method: str
    references: ReferenceSet
    systems: SystemSet
    people: tuple[float, ...]
    rows: tuple[Row, ...]
    differences: tuple[Difference, ...]

    @property
    def unrated(self) -> tuple[str, ...]:
        """The systems that people give no score."""
        return tuple(name for name, value in zip(self.systems.systems, self.people, strict=True) if isnan(value))
