"""From the scores of sentences to those of systems, in samples of sentences; each way is an object in a registry.

People's judgements become scores of systems by Expected Wins or TrueSkill. A metric that is aggregated in the same way
is compared more fairly than by its own mean (Goto et al., 2025).
"""

from collections.abc import Callable, Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.judgements.ranking import Comparisons
from markscheme.evaluation.ranking.expected_wins import expected_wins, wins_by_scores, wins_in
from markscheme.evaluation.ranking.trueskill import rate_comparisons, rate_scores
from markscheme.metrics.base import Metric
from markscheme.registry import Registry
from markscheme.text.errors import ChoiceError

Numbers = npt.NDArray[np.float64]


@attrs.frozen(eq=False)
class MetricScores:
    """What one metric says of several systems' sentences.

    Attributes
    ----------
    metric
        At the level of the corpus.
    systems
        The systems' names.
    statistics
        Each system's statistics, in the order of sentences.
    sentences
        The scores of sentences, shape (systems, sentences).
    signature
        The settings and models that made the scores.
    score
        The name of the score that ranks; empty for the main one (:func:`ranking_score`).
    kept
        The indices in the benchmark of the sentences that are scored, shape (sentences,); ``None`` for all.
    """

    metric: Metric[Any]
    systems: tuple[str, ...]
    statistics: tuple[tuple[Any, ...], ...]
    sentences: Numbers
    signature: str
    score: str = ""
    kept: npt.NDArray[np.int64] | None = None

    def of(self, names: Sequence[str]) -> "MetricScores":
        """Return the scores of these systems alone, in their order."""
        numbers = [self.systems.index(name) for name in names]
        return attrs.evolve(
            self,
            systems=tuple(names),
            statistics=tuple(self.statistics[number] for number in numbers),
            sentences=self.sentences[numbers],
        )


def main_score(scores: attrs.AttrsInstance) -> float:
    """Return the one of a metric's scores that ranks systems: F, or the score."""
    name = "f" if hasattr(scores, "f") else "score"
    return float(getattr(scores, name))


def ranking_score(metric: Metric[Any], scores: attrs.AttrsInstance, name: str = "") -> float:
    """Return the number that ranks a system or a sentence; larger is better.

    Where a smaller score is better, such as CLEME2.0's ``wrong``, it is 1 minus the score (CLEME2.0, Section 5.2).

    Parameters
    ----------
    name
        One of the metric's scores; empty for the main one.

    Raises
    ------
    ChoiceError
        If the metric has no score of the name, with the names of its scores.
    """
    if not name:
        return main_score(scores)
    names = [field.name for field in attrs.fields(type(scores))]
    if name not in names:
        raise ChoiceError(f"{metric.name} has no score {name!r}. Its scores are {', '.join(names)}")
    value = float(getattr(scores, name))
    return 1 - value if name in metric.lower_is_better else value


@attrs.frozen
class Aggregation:
    """A way to score systems.

    Attributes
    ----------
    title
        What people call it.
    of_metric
        Return the scores of systems in samples of sentences, shape (samples, systems); counts have the shape
        (samples, sentences) and say how often each sample has each sentence.
    of_people
        Return the scores of systems, shape (systems,), from people's comparisons; ``None`` for a way that needs
        numbers.
    together
        Return the same as ``of_metric`` for several metrics of the same systems, in less time than one by one;
        ``None`` for a way that takes as long.
    """

    title: str
    of_metric: Callable[[MetricScores, Numbers], Numbers]
    of_people: Callable[[Comparisons, int], Numbers] | None = None
    together: Callable[[Sequence[MetricScores], Numbers], list[Numbers]] | None = None

    def people_scores(self, comparisons: Comparisons, systems: int) -> Numbers:
        """Return what ``of_people`` returns.

        Raises
        ------
        ChoiceError
            If comparisons can't be aggregated so.
        """
        if self.of_people is None:
            raise ChoiceError(f"people give no scores of sentences, so {self.title} can't aggregate them")
        return self.of_people(comparisons, systems)

    def of_metrics(self, scores: Sequence[MetricScores], counts: Numbers) -> list[Numbers]:
        """Return what ``of_metric`` returns for each of several metrics, which score the same systems."""
        if self.together is not None and scores:
            return self.together(scores, counts)
        return [self.of_metric(item, counts) for item in scores]


def _mean(scores: MetricScores, counts: Numbers) -> Numbers:
    means: Numbers = counts @ scores.sentences.T / counts.sum(axis=1, keepdims=True)
    return means


def _corpus(scores: MetricScores, counts: Numbers) -> Numbers:
    sizes = counts.astype(np.int64)
    return np.array(
        [
            [_folded(scores, [rows[number] for number in drawn]) for rows in scores.statistics]
            for drawn in (np.repeat(np.arange(len(row)), row) for row in sizes)
        ]
    )


def _folded(scores: MetricScores, statistics: Sequence[Any]) -> float:
    return ranking_score(scores.metric, scores.metric.fold(statistics, keep_sentences=False).scores, scores.score)


def _expected_wins(scores: MetricScores, counts: Numbers) -> Numbers:
    systems = len(scores.systems)
    wins = wins_by_scores(scores.sentences).reshape(-1, systems * systems)
    return expected_wins((counts @ wins).reshape(-1, systems, systems))


def _expected_wins_of_people(comparisons: Comparisons, systems: int) -> Numbers:
    return expected_wins(wins_in(comparisons, systems))


def _trueskill(scores: MetricScores, counts: Numbers) -> Numbers:
    return rate_scores(scores.sentences, counts)


def _trueskill_together(scores: Sequence[MetricScores], counts: Numbers) -> list[Numbers]:
    return list(rate_scores(np.stack([item.sentences for item in scores]), counts))


MEAN = Aggregation("mean of sentences", _mean)
CORPUS = Aggregation("corpus", _corpus)
EXPECTED_WINS = Aggregation("Expected Wins", _expected_wins, _expected_wins_of_people)
TRUESKILL = Aggregation("TrueSkill", _trueskill, rate_comparisons, _trueskill_together)

AGGREGATIONS: Registry[Aggregation] = Registry(
    "aggregation",
    {name: f"{__name__}:{name.upper().replace('-', '_')}" for name in ("mean", "corpus", "expected-wins", "trueskill")},
)
"""The ways by their names."""
