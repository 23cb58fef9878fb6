"""Measure how far metrics agree with people under many settings, with each metric's sentences scored once.

A :class:`Setup` says everything that decides a correlation. Setups that differ in one field show what that field does.
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme import Engine, EngineSettings
from markscheme.inference.models import Models
from markscheme.metrics.base import Metric
from markscheme.research.judgements import BENCHMARKS, Benchmark, Judgements, SystemSet, comparisons_of
from markscheme.research.meta_evaluation import DISAGREE, PeopleScores, agreements, pearson, spearman
from markscheme.research.metric_scores import BenchmarkScorer, ScoredSet, ScoringSettings, ranked_by
from markscheme.research.ranking import AGGREGATIONS, MetricScores

FOLDERS = {"seeda": "seeda", "seeda-all": "seeda", "gjg15": "gjg15"}
"""The benchmarks' folders in the folder of data."""
REFERENCE_SETS = ("official", "expert-minimal", "non-expert-minimal", "expert-fluency", "non-expert-fluency")
TITLES = {
    "official": "Official",
    "expert-minimal": "E-Minimal",
    "non-expert-minimal": "NE-Minimal",
    "expert-fluency": "E-Fluency",
    "non-expert-fluency": "NE-Fluency",
    "expected-wins": "Expected Wins",
    "trueskill": "TrueSkill",
    "edit": "SEEDA-E",
    "sent": "SEEDA-S",
}
"""What papers call sets of references, people's scores and kinds of judgements."""
DIGITS = 4
"""Decimals of stored figures."""

Pair = list[float]
"""Pearson's r and Spearman's rho, as stored."""


@attrs.frozen(kw_only=True)
class Setup:
    """What decides a correlation over systems.

    Attributes
    ----------
    benchmark, references, systems, judgements
        Their names; for ``systems`` empty for the set that papers use with the references.
    aggregation, people
        How the metric's scores of sentences, and people's comparisons, become scores of systems.
    """

    metric: Metric[Any]
    benchmark: str
    references: str = "official"
    systems: str = ""
    judgements: str = ""
    aggregation: str = "trueskill"
    people: str = "trueskill"
    scoring: ScoringSettings = ScoringSettings()


class Study:
    """Scores systems with one engine's models.

    Parameters
    ----------
    data
        The folder with ``seeda``, ``gjg15``, ``conll14`` and ``sn8gec``.
    """

    def __init__(self, data: Path, engine: EngineSettings = EngineSettings()) -> None:
        self.data = data
        self.engine = Engine(engine)
        self._benchmarks: dict[str, Benchmark] = {}
        self._people: dict[tuple[str, str], PeopleScores] = {}
        self._pairs: dict[Setup, Pair] = {}

    @property
    def models(self) -> Models:
        """The models of the engine."""
        return self.engine.models

    @property
    def made_with(self) -> dict[str, str]:
        """The models that decide figures, as signatures name them."""
        return {"encoder": self.models.encoder_identity, "pipeline": self.models.pipeline_identity}

    def benchmark(self, name: str) -> Benchmark:
        """Return a benchmark, read once."""
        if name not in self._benchmarks:
            self._benchmarks[name] = BENCHMARKS.get(name)(self.data / FOLDERS[name], self.data)
        return self._benchmarks[name]

    def scores(
        self, benchmark: str, references: str, metrics: Sequence[Metric[Any]], scoring: ScoringSettings
    ) -> tuple[MetricScores, ...]:
        """Return the metrics' scores of all systems."""
        own = self.benchmark(benchmark)
        scored = ScoredSet(own.reference_set(references), own.names)
        [scores] = BenchmarkScorer(own, self.models, scoring).scores([scored], metrics)
        return scores

    def correlations(self, setups: Sequence[Setup]) -> dict[Setup, Pair]:
        """Return Pearson's r and Spearman's rho of each setup.

        Setups that differ in aggregation, people, systems or the score that ranks share the scores of sentences. A
        setup that was measured before is not measured again.
        """
        groups: dict[tuple[str, str, ScoringSettings], list[Setup]] = defaultdict(list)
        for setup in dict.fromkeys(setups):
            if setup in self._pairs:
                continue
            groups[setup.benchmark, setup.references, attrs.evolve(setup.scoring, score=None)].append(setup)
        for (benchmark, references, scoring), group in groups.items():
            metrics = list(dict.fromkeys(setup.metric for setup in group))
            scores = dict(zip(metrics, self.scores(benchmark, references, metrics, scoring), strict=True))
            self._pairs |= {setup: self._pair(setup, scores[setup.metric]) for setup in group}
        return {setup: self._pairs[setup] for setup in setups}

    def _pair(self, setup: Setup, scores: MetricScores) -> Pair:
        systems = self.systems(setup)
        own = scores.of(systems.systems)
        if setup.scoring.score is not None:
            own = ranked_by(own, setup.scoring.score)
        once = np.ones((1, own.sentences.shape[1]))
        ratings = AGGREGATIONS.get(setup.aggregation).of_metric(own, once)
        people = self.people(setup, systems)[None]
        return [round(float(correlation(ratings, people)[0]), DIGITS) for correlation in (pearson, spearman)]

    def people(self, setup: Setup, systems: SystemSet) -> npt.NDArray[np.float64]:
        """Return people's scores of systems, shape (systems,)."""
        key = (setup.benchmark, setup.people)
        if key not in self._people:
            self._people[key] = PeopleScores(self.benchmark(setup.benchmark), setup.people)
        return self._people[key].of(self._judgements(setup), systems)

    def comparisons(self, setup: Setup) -> list[float]:
        """Return accuracy and Kendall's tau over single comparisons; a metric's tie is a disagreement."""
        systems = self.systems(setup)
        [scores] = self.scores(setup.benchmark, setup.references, [setup.metric], setup.scoring)
        people = comparisons_of(self._judgements(setup).rankings, systems.systems)
        agreed = agreements(scores.of(systems.systems).sentences, people, DISAGREE)
        once = np.ones((1, scores.sentences.shape[1]))
        return [round(float(values[0]), DIGITS) for values in (agreed.accuracy(once), agreed.tau(once))]

    def systems(self, setup: Setup) -> SystemSet:
        """Return the systems of a setup."""
        own = self.benchmark(setup.benchmark)
        return own.system_set(setup.systems or own.reference_set(setup.references).systems)

    def _judgements(self, setup: Setup) -> Judgements:
        kinds = self.benchmark(setup.benchmark).judgements
        return next((kind for kind in kinds if kind.name == setup.judgements), kinds[0])
