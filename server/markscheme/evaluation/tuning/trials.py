"""Every candidate of a metric against one set of references: how far its scores of systems agree with people's.

All candidates see the same samples and the same halves of sentences, so that their differences are paired. In a sample
metrics score each sentence as often as it was drawn, and people's scores of systems stay, as in
:mod:`markscheme.evaluation.correlation.meta_evaluation`. In a half, people's scores are those of the half's own
judgements: nothing of the other half takes part in a choice.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.agreement_by_sentence import DISAGREE, Agreements, agreements
from markscheme.evaluation.correlation.metric_scores import comparable_scores
from markscheme.evaluation.judgements.benchmark import Benchmark
from markscheme.evaluation.judgements.ranking import Comparisons, comparisons_of
from markscheme.evaluation.ranking.aggregations import AGGREGATIONS, Aggregation, MetricScores
from markscheme.evaluation.tuning.grids import Grid, Settings
from markscheme.evaluation.tuning.material import Material, SharedOutputs
from markscheme.evaluation.tuning.objectives import OBJECTIVES, Objective
from markscheme.evaluation.tuning.sentence_scores import sentence_scores
from markscheme.progress import Progress

Numbers = npt.NDArray[np.float64]

TOGETHER = 25
"""Candidates that are rated at once: TrueSkill then takes about half the time. It changes no number."""


@attrs.frozen(eq=False)
class Trial:
    """A metric's candidates against one set of references, means over the kinds of judgements.

    Attributes
    ----------
    references
        The set's name; empty for a metric that needs none.
    values
        The objective in samples, the whole first; shape (candidates, 1 + resamples).
    halves
        The objective in the halves of splits, shape (candidates, splits, 2).
    correlations
        The whole's value under every objective, by its name, shape (candidates,).
    """

    references: str
    values: Numbers
    halves: Numbers
    correlations: dict[str, Numbers]


@attrs.frozen(eq=False)
class People:
    """One kind of judgements.

    Attributes
    ----------
    comparisons
        Of two outputs of one sentence.
    whole
        People's scores of systems, each of shape (systems,): one for each way to make them.
    halves
        The same from the judgements of each split's halves alone, each of shape (splits, 2, systems).
    """

    comparisons: Comparisons
    whole: tuple[Numbers, ...]
    halves: tuple[Numbers, ...]


@attrs.frozen(eq=False)
class Samples:
    """The samples and halves of sentences that all candidates are tried on, with people's scores.

    Attributes
    ----------
    systems
        The systems' names.
    aggregations
        How scores of sentences become scores of systems; the objective is the mean over them.
    objective
        What candidates are ranked by.
    counts
        How often each sample has each sentence, shape (1 + resamples, sentences).
    halves
        Which sentences are in each split's first half, shape (splits, sentences).
    people
        One for each kind of judgements.
    """

    systems: tuple[str, ...]
    aggregations: tuple[Aggregation, ...]
    objective: Objective
    counts: Numbers
    halves: npt.NDArray[np.bool_]
    people: tuple[People, ...]

    @classmethod
    def of(
        cls,
        benchmark: Benchmark,
        aggregations: Sequence[str],
        people: Sequence[str],
        objective: str,
        counts: Numbers,
        splits: int,
        seed: int,
    ) -> "Samples":
        """Return the samples of a benchmark.

        Raises
        ------
        RegistryError
            If there is no aggregation or objective of a name.
        ChoiceError
            If people's comparisons can't be aggregated so.
        """
        methods = [AGGREGATIONS.get(name).people_scores for name in people]
        names, sentences = benchmark.names, counts.shape[1]
        generator = np.random.default_rng(seed)
        halves = np.zeros((splits, sentences), dtype=np.bool_)
        for row in halves:
            row[generator.permutation(sentences)[: sentences // 2]] = True

        def scored(comparisons: Comparisons) -> People:
            parts = [
                [[rated(comparisons.within(half), len(names)) for half in (row, ~row)] for row in halves]
                for rated in methods
            ]
            return People(
                comparisons,
                tuple(rated(comparisons, len(names)) for rated in methods),
                tuple(np.array(part).reshape(splits, 2, len(names)) for part in parts),
            )

        return cls(
            names,
            tuple(map(AGGREGATIONS.get, aggregations)),
            OBJECTIVES.get(objective),
            counts,
            halves,
            tuple(scored(comparisons_of(item.rankings, names)) for item in benchmark.judgements),
        )

    def trial(
        self, grid: Grid, references: str, material: Material, outputs: SharedOutputs, progress: Progress
    ) -> Trial:
        """Return how good every candidate of a grid is on a material."""
        candidates = grid.candidates
        values = np.empty((len(candidates), len(self.counts)))
        halves = np.empty((len(candidates), len(self.halves), 2))
        correlations = {name: np.empty(len(candidates)) for name in OBJECTIVES.names}
        whole = [scores for people in self.people for scores in people.whole]
        done = 0
        for numbers, block in self._blocks(grid, candidates, material, outputs):
            agreed = [
                [agreements(scores.sentences, people.comparisons, DISAGREE) for people in self.people]
                for scores in block
            ]
            for number, ratings, by_kind in zip(numbers, self._ratings(block, self.counts), agreed, strict=True):
                values[number] = _mean(self.objective, ratings, whole, by_kind, self.counts)
                first = [rating[:1] for rating in ratings]
                for name, objective in OBJECTIVES.variants().items():
                    [correlations[name][number]] = _mean(objective, first, whole, by_kind, self.counts[:1])
            for half, sentences in enumerate((self.halves, ~self.halves)):
                if len(sentences):
                    counts = sentences.astype(np.float64)
                    parts = [scores[:, half] for people in self.people for scores in people.halves]
                    for number, ratings, by_kind in zip(numbers, self._ratings(block, counts), agreed, strict=True):
                        halves[number, :, half] = _mean(self.objective, ratings, parts, by_kind, counts)
            done += len(numbers)
            progress("candidates", done, len(candidates))
        return Trial(references, values, halves, correlations)

    def _ratings(self, scores: Sequence[MetricScores], counts: Numbers) -> list[tuple[Numbers, ...]]:
        """Return each candidate's scores of systems in samples, by each aggregation."""
        by_aggregation = [aggregation.of_metrics(scores, counts) for aggregation in self.aggregations]
        return list(zip(*by_aggregation, strict=True))

    def _blocks(
        self, grid: Grid, candidates: Sequence[Settings], material: Material, outputs: SharedOutputs
    ) -> Iterator[tuple[list[int], list[MetricScores]]]:
        """Yield the numbers and scores of candidates that are rated together."""
        scores = self._scores(grid, candidates, material, outputs)
        while block := list(islice(scores, TOGETHER)):
            yield [number for number, _ in block], [item for _, item in block]

    def _scores(
        self, grid: Grid, candidates: Sequence[Settings], material: Material, outputs: SharedOutputs
    ) -> Iterator[tuple[int, MetricScores]]:
        """Yield each candidate's number and scores, in an order in which statistics are computed once."""
        keys = [grid.statistics_key(candidate) for candidate in candidates]
        first: dict[tuple[Any, ...], int] = {}
        for number, key in enumerate(keys):
            first.setdefault(key, number)
        order = sorted(range(len(candidates)), key=lambda number: (first[keys[number]], number))
        for _, group in groupby(order, key=lambda number: first[keys[number]]):
            numbers = list(group)
            statistics = outputs.statistics(grid, candidates[numbers[0]])
            rows = tuple(tuple(statistics[place] for place in system) for system in material.places)
            score = sentence_scores(grid.metric_of(candidates[numbers[0]]), statistics)
            for number in numbers:
                metric = grid.metric_of(candidates[number])
                sentences = comparable_scores(metric, score(metric))[material.places]
                yield number, MetricScores(attrs.evolve(metric, level="corpus"), self.systems, rows, sentences, "")


def _mean(
    objective: Objective,
    ratings: Sequence[Numbers],
    people: Sequence[Numbers],
    agreed: Sequence[Agreements],
    counts: Numbers,
) -> Numbers:
    """Return the objective in each sample, the mean over aggregations, kinds of judgements and people's scores."""
    means = np.zeros(len(counts))
    if objective.single < 1:
        means += (1 - objective.single) * np.mean(
            [objective.with_people(rating, scores) for rating in ratings for scores in people], axis=0
        )
    if objective.single > 0:
        means += objective.single * np.mean([item.tau(counts) for item in agreed], axis=0)
    return means
