"""People's scores of systems."""

import numpy as np
import numpy.typing as npt

from markscheme.evaluation.judgements.benchmark import Benchmark, Judgements, SystemSet
from markscheme.evaluation.judgements.ranking import comparisons_of
from markscheme.evaluation.ranking.aggregations import AGGREGATIONS

Numbers = npt.NDArray[np.float64]


class PeopleScores:
    """People's scores of systems: the published ones, or those that derive from all rankings."""

    def __init__(self, benchmark: Benchmark, method: str) -> None:
        """Aggregate people's comparisons.

        Raises
        ------
        RegistryError
            If there is no aggregation of a name.
        ChoiceError
            If people's comparisons can't be aggregated so.
        """
        self.method = method
        aggregation = AGGREGATIONS.get(method)
        self._by_judgements = {
            judgements.name: judgements.published.get(method)
            or dict(
                zip(
                    benchmark.names,
                    aggregation.people_scores(
                        comparisons_of(judgements.rankings, benchmark.names), len(benchmark.names)
                    ),
                    strict=True,
                )
            )
            for judgements in benchmark.judgements
        }

    def of(self, judgements: Judgements, systems: SystemSet) -> Numbers:
        """Return the scores of some systems, shape (systems,)."""
        scores = self._by_judgements[judgements.name]
        return np.array([float(scores[name]) for name in systems.systems])
