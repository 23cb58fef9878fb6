"""The meta-evaluation of metrics: how far they agree with people on a benchmark's systems and sentences.

Every combination of a set of references and a kind of judgements is a column. Intervals are percentiles of bootstrap
samples (:mod:`markscheme.annotation.agreement.resampling`). Samples of sentences show how much the choice of
sentences matters: metrics score each sample anew, people's scores of systems stay. Samples of systems show how much
the choice of systems matters, which with a dozen systems is much more.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.annotation.agreement.resampling import UNDEFINED, Estimate, Resampling, estimate
from markscheme.evaluation.correlation.agreement_by_sentence import TIE_POLICIES, Agreements, agreements
from markscheme.evaluation.correlation.correlations import CORRELATIONS, pearson
from markscheme.evaluation.correlation.metric_scores import metric_scores
from markscheme.evaluation.correlation.williams import LEAST_SYSTEMS, Williams, williams
from markscheme.evaluation.correlation.windows import SIZE, Window, windows
from markscheme.evaluation.judgements.benchmark import Benchmark, Judgements, ReferenceSet, SystemSet
from markscheme.evaluation.judgements.ranking import comparisons_of
from markscheme.evaluation.ranking.aggregations import AGGREGATIONS, MetricScores
from markscheme.evaluation.resampling.holm import holm
from markscheme.metrics.base import Metric
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models

Numbers = npt.NDArray[np.float64]


@attrs.frozen
class EvaluationSettings:
    """What is evaluated, and how.

    Attributes
    ----------
    aggregation
        How a metric's scores of sentences become scores of systems.
    people
        How people's comparisons become scores of systems: ``trueskill`` or ``expected-wins``.
    ties
        What a metric's tie means at the level of sentences.
    references
        The names of sets of references; empty for all.
    systems
        The names of sets of systems; empty for the set that papers use with each set of references.
    window
        Number of systems in a window.
    resampling
        How intervals are made.
    """

    aggregation: str = "trueskill"
    people: str = "trueskill"
    ties: str = "disagree"
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    window: int = SIZE
    resampling: Resampling = Resampling(200)


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
    people
        People's scores of the systems.
    """

    judgements: Judgements
    references: ReferenceSet
    systems: SystemSet
    people: tuple[float, ...]
    rows: tuple[Row, ...]
    differences: tuple[Difference, ...]


@attrs.frozen
class MetaEvaluation:
    """How far metrics agree with people on a benchmark."""

    benchmark: Benchmark
    settings: EvaluationSettings
    columns: tuple[Column, ...]


def evaluate(
    benchmark: Benchmark,
    metrics: Sequence[Metric[Any]],
    models: Models,
    settings: EvaluationSettings = EvaluationSettings(),
    progress: Progress = silent,
) -> MetaEvaluation:
    """Return how far metrics agree with people on a benchmark.

    Raises
    ------
    DocumentError
        If texts don't line up.
    RegistryError
        If there is no aggregation, or no policy on ties, of a name.
    ValueError
        If the benchmark has no set of references or of systems of a name, or people's comparisons can't be aggregated
        so.
    """
    chosen = [benchmark.reference_set(name) for name in settings.references] or list(benchmark.references)
    sets = {item.name: [benchmark.system_set(name) for name in settings.systems or (item.systems,)] for item in chosen}
    human = _PeopleScores(benchmark, settings.people)
    columns: dict[tuple[int, int, int], Column] = {}
    for number, references in enumerate(chosen):
        names = [name for name in benchmark.names if any(name in item.systems for item in sets[references.name])]
        scores = metric_scores(benchmark, references, metrics, names, models, progress)
        for place, systems in enumerate(sets[references.name]):
            of_systems = [item.of(systems.systems) for item in scores]
            samples = _Samples(of_systems, settings)
            for kind, judgements in enumerate(benchmark.judgements):
                people = human.of(judgements, systems)
                columns[kind, place, number] = samples.column(judgements, references, systems, people)
    return MetaEvaluation(benchmark, settings, tuple(columns[key] for key in sorted(columns)))


class _PeopleScores:
    """People's scores of systems: the published ones, or those that derive from all rankings."""

    def __init__(self, benchmark: Benchmark, method: str) -> None:
        aggregation = AGGREGATIONS.get(method)
        if aggregation.of_people is None:
            raise ValueError(f"people give no scores of sentences, so {aggregation.title} can't aggregate them")
        self._by_judgements = {
            judgements.name: judgements.published.get(method)
            or dict(
                zip(
                    benchmark.names,
                    aggregation.of_people(comparisons_of(judgements.rankings, benchmark.names), len(benchmark.names)),
                    strict=True,
                )
            )
            for judgements in benchmark.judgements
        }

    def of(self, judgements: Judgements, systems: SystemSet) -> Numbers:
        """Return the scores of some systems, shape (systems,)."""
        scores = self._by_judgements[judgements.name]
        return np.array([float(scores[name]) for name in systems.systems])


class _Samples:
    """Metrics' scores of the same systems, in samples of sentences; the first sample is the whole."""

    def __init__(self, scores: Sequence[MetricScores], settings: EvaluationSettings) -> None:
        aggregation = AGGREGATIONS.get(settings.aggregation)
        self._scores = scores
        self._settings = settings
        self._counts = settings.resampling.weights(scores[0].sentences.shape[1])
        self._systems = _drawn_systems(len(scores[0].systems), settings.resampling)
        self._ratings = [aggregation.of_metric(item, self._counts) for item in scores]

    def column(self, judgements: Judgements, references: ReferenceSet, systems: SystemSet, people: Numbers) -> Column:
        comparisons = comparisons_of(judgements.rankings, systems.systems)
        policy = TIE_POLICIES.get(self._settings.ties)
        rows = tuple(
            self._row(item, ratings, people, agreements(item.sentences, comparisons, policy))
            for item, ratings in zip(self._scores, self._ratings, strict=True)
        )
        differences = self._differences(people)
        return Column(judgements, references, systems, tuple(people.tolist()), rows, differences)

    def _row(self, scores: MetricScores, ratings: Numbers, people: Numbers, agreed: Agreements) -> Row:
        resampling = self._settings.resampling
        correlations = {
            name: Interval(
                estimate(correlation.of(ratings, np.broadcast_to(people, ratings.shape)), resampling),
                estimate(correlation.of(ratings[0][self._systems], people[self._systems]), resampling),
            )
            for name, correlation in CORRELATIONS.variants().items()
        }
        return Row(
            scores.metric.name,
            scores.metric.title,
            scores.signature,
            tuple(ratings[0].tolist()),
            correlations,
            estimate(agreed.accuracy(self._counts), resampling),
            estimate(agreed.tau(self._counts), resampling),
            int(agreed.counted.sum()),
            agreed.tied,
            _pairs(agreed),
            windows(scores.systems, ratings[0], people, self._settings.window),
        )

    def _differences(self, people: Numbers) -> tuple[Difference, ...]:
        resampling = self._settings.resampling
        by_sentences = [pearson(ratings, np.broadcast_to(people, ratings.shape)) for ratings in self._ratings]
        by_systems = [pearson(ratings[0][self._systems], people[self._systems]) for ratings in self._ratings]
        pairs = list(combinations(range(len(self._ratings)), 2))
        tests = [self._test(by_sentences, first, second) for first, second in pairs]
        adjusted = iter(holm([test.p for test in tests if test is not None]))
        return tuple(
            Difference(
                (first, second),
                Interval(
                    estimate(by_sentences[first] - by_sentences[second], resampling),
                    estimate(by_systems[first] - by_systems[second], resampling),
                ),
                test,
                None if test is None else next(adjusted),
            )
            for (first, second), test in zip(pairs, tests, strict=True)
        )

    def _test(self, correlations: Sequence[Numbers], first: int, second: int) -> Williams | None:
        between = pearson(self._ratings[first][:1], self._ratings[second][:1])[0]
        values = (float(correlations[first][0]), float(correlations[second][0]), float(between))
        systems = self._systems.shape[1]
        return None if systems < LEAST_SYSTEMS or np.isnan(values).any() else williams(*values, systems)


def _drawn_systems(systems: int, resampling: Resampling) -> npt.NDArray[np.int64]:
    """Return the systems of each sample, shape (1 + resamples, systems); the first sample has each once."""
    drawn = np.random.default_rng(resampling.seed).integers(systems, size=(resampling.resamples, systems))
    return np.concatenate([np.arange(systems)[None], drawn])


def _pairs(agreed: Agreements) -> tuple[tuple[int, int, float, int], ...]:
    accuracy, counted = agreed.by_pair, agreed.counted_by_pair
    return tuple(
        (first, second, float(accuracy[first, second]), int(counted[first, second]))
        for first, second in combinations(range(len(counted)), 2)
        if counted[first, second]
    )
