"""Metrics' scores of systems in samples, and how far they agree with people there.

Intervals are percentiles of bootstrap samples (:mod:`markscheme.resampling.intervals`). Samples of sentences
show how much the choice of sentences matters: metrics score each sample anew, people's scores of systems stay. Samples
of systems show how much the choice of systems matters, which with a dozen systems is much more.
"""

from collections.abc import Sequence
from itertools import combinations

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
from markscheme.resampling.draws import ResamplingSettings
from markscheme.resampling.holm import holm
from markscheme.resampling.intervals import estimate

Numbers = npt.NDArray[np.float64]


class Samples:
    """Metrics' scores of the same systems, in samples of sentences; the first sample is the whole."""

    def __init__(self, scores: Sequence[MetricScores], settings: EvaluationSettings) -> None:
        aggregation = AGGREGATIONS.get(settings.aggregation)
        self._scores = scores
        self._settings = settings
        self._counts = settings.resampling.weights(scores[0].sentences.shape[1])
        self._systems = _drawn_systems(len(scores[0].systems), settings.resampling)
        self._ratings = aggregation.of_metrics(scores, self._counts)

    def column(
        self, judgements: Judgements, references: ReferenceSet, systems: SystemSet, method: str, people: Numbers
    ) -> Column:
        """Return the metrics beside one kind of judgements, with people's scores of systems by a method."""
        comparisons = comparisons_of(judgements.rankings, systems.systems)
        if (kept := self._scores[0].kept) is not None:
            comparisons = comparisons.among(kept)
        policy = TIE_POLICIES.get(self._settings.ties)
        rows = tuple(
            self._row(item, ratings, people, agreements(item.sentences, comparisons, policy))
            for item, ratings in zip(self._scores, self._ratings, strict=True)
        )
        differences = self._differences(people)
        return Column(judgements, method, references, systems, tuple(people.tolist()), rows, differences)

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
