"""Metrics' scores of systems in samples, and how far they agree with people there.

Intervals are percentiles of bootstrap samples (:mod:`markscheme.resampling.intervals`). Samples of sentences
show how much the choice of sentences matters: metrics score each sample anew, people's scores of systems stay. Samples
of systems show how much the choice of systems matters, which with a dozen systems is much more.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.agreement_by_sentence import TIE_POLICIES, Agreements, agreements
from markscheme.evaluation.correlation.columns import Column, Difference, Interval, Row
from markscheme.evaluation.correlation.correlations import CORRELATIONS, pearson
from markscheme.evaluation.correlation.evaluation_settings import EvaluationSettings
from markscheme.evaluation.correlation.williams import LEAST_SYSTEMS, Williams, williams
from markscheme.evaluation.correlation.windows import windows
from markscheme.evaluation.judgements.benchmark import Judgements, ReferenceSet, SystemSet
from markscheme.evaluation.judgements.ranking import comparisons_of
from markscheme.evaluation.ranking.aggregations import AGGREGATIONS, MetricScores
from markscheme.metrics.signature import distinct_titles
from markscheme.resampling.draws import ResamplingSettings
from markscheme.resampling.holm import holm
from markscheme.resampling.intervals import estimate

LEAST_CORRELATED = 2
"""Number of systems from which scores can correlate."""
Numbers = npt.NDArray[np.float64]


class Samples:
    """Metrics' scores of the same systems, in samples of sentences; the first sample is the whole."""

    def __init__(self, scores: Sequence[MetricScores], settings: EvaluationSettings) -> None:
        aggregation = AGGREGATIONS.get(settings.aggregation)
        self._scores = scores
        self._settings = settings
        self._counts = settings.resampling.weights(scores[0].sentences.shape[1])
        self._ratings = aggregation.of_metrics(scores, self._counts)
        self._titles = distinct_titles([item.metric.title for item in scores], [item.signature for item in scores])

    def column(
        self, judgements: Judgements, references: ReferenceSet, systems: SystemSet, method: str, people: Numbers
    ) -> Column:
        """Return the metrics beside one kind of judgements, with people's scores of systems by a method."""
        comparisons = comparisons_of(judgements.rankings, systems.systems)
        if (kept := self._scores[0].kept) is not None:
            comparisons = comparisons.among(kept)
        policy = TIE_POLICIES.get(self._settings.ties)
        agreed = [agreements(item.sentences, comparisons, policy) for item in self._scores]
        rated = _RatedSystems.of(self._ratings, people, systems.systems, self._settings.resampling)
        rows = tuple(self._row(number, rated, item) for number, item in enumerate(agreed))
        return Column(judgements, method, references, systems, tuple(people.tolist()), rows, self._differences(rated))

    def _row(self, number: int, rated: "_RatedSystems", agreed: Agreements) -> Row:
        resampling, scores = self._settings.resampling, self._scores[number]
        correlations = {
            name: Interval(
                estimate(rated.over_sentences(correlation.of, number), resampling),
                estimate(rated.over_systems(correlation.of, number), resampling),
            )
            for name, correlation in CORRELATIONS.variants().items()
        }
        return Row(
            scores.metric.name,
            self._titles[number],
            scores.signature,
            tuple(self._ratings[number][0].tolist()),
            correlations,
            estimate(agreed.accuracy(self._counts), resampling),
            estimate(agreed.tau(self._counts), resampling),
            int(agreed.counted.sum()),
            agreed.tied,
            _pairs(agreed),
            windows(rated.names, rated.ratings[number][0], rated.people, self._settings.window),
        )

    def _differences(self, rated: "_RatedSystems") -> tuple[Difference, ...]:
        resampling, metrics = self._settings.resampling, range(len(self._ratings))
        by_sentences = [rated.over_sentences(pearson, number) for number in metrics]
        by_systems = [rated.over_systems(pearson, number) for number in metrics]
        pairs = list(combinations(metrics, 2))
        tests = [rated.test(first, second) for first, second in pairs]
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


@attrs.frozen(eq=False)
class _RatedSystems:
    """The systems that people rate; one without a decided comparison has no score by Expected Wins.

    Attributes
    ----------
    people
        Shape (systems,).
    ratings
        Each metric's, in samples of sentences, shape (samples, systems).
    drawn
        The systems of each sample of systems, shape (1 + resamples, systems).
    """

    names: tuple[str, ...]
    people: Numbers
    ratings: tuple[Numbers, ...]
    drawn: npt.NDArray[np.int64]

    @classmethod
    def of(
        cls, ratings: Sequence[Numbers], people: Numbers, names: Sequence[str], resampling: ResamplingSettings
    ) -> "_RatedSystems":
        """Return the rated ones of some systems; all of them where there are too few for a correlation."""
        rated = ~np.isnan(people)
        if rated.sum() < LEAST_CORRELATED:
            rated[:] = True
        kept = tuple(name for name, is_rated in zip(names, rated, strict=True) if is_rated)
        drawn = _drawn_systems(len(kept), resampling)
        return cls(kept, people[rated], tuple(item[:, rated] for item in ratings), drawn)

    def over_sentences(self, correlation: Callable[[Numbers, Numbers], Numbers], metric: int) -> Numbers:
        """Return a metric's correlation with people in samples of sentences."""
        ratings = self.ratings[metric]
        return correlation(ratings, np.broadcast_to(self.people, ratings.shape))

    def over_systems(self, correlation: Callable[[Numbers, Numbers], Numbers], metric: int) -> Numbers:
        """Return a metric's correlation with people in samples of systems."""
        return correlation(self.ratings[metric][0][self.drawn], self.people[self.drawn])

    def test(self, first: int, second: int) -> Williams | None:
        """Return Williams' test of two metrics; ``None`` where it is not defined."""
        one, other = (self.ratings[metric][:1] for metric in (first, second))
        people = self.people[None]
        values = tuple(float(pearson(*pair)[0]) for pair in ((one, people), (other, people), (one, other)))
        undefined = len(self.people) < LEAST_SYSTEMS or np.isnan(values).any()
        return None if undefined else williams(values[0], values[1], values[2], len(self.people))


def _drawn_systems(systems: int, resampling: ResamplingSettings) -> npt.NDArray[np.int64]:
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
