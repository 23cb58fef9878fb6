"""Settings of metrics that agree best with people, chosen on a benchmark, with the evidence for each choice."""

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.evaluation_settings import names_of
from markscheme.evaluation.judgements.benchmark import Benchmark, ReferenceSet
from markscheme.evaluation.tuning.grids import GRIDS, Grid, Settings
from markscheme.evaluation.tuning.material import Material, SharedOutputs, fingerprints
from markscheme.evaluation.tuning.selection import (
    ALWAYS,
    DEFAULT,
    POLICY,
    Fold,
    best_candidate,
    folds_over_halves,
    folds_over_references,
    holds,
    mean_gain,
)
from markscheme.evaluation.tuning.trials import Samples, Trial
from markscheme.metrics.base import Metric, Need
from markscheme.metrics.registry import METRICS
from markscheme.metrics.signature import common_signature
from markscheme.progress import Progress, silent
from markscheme.resampling.draws import ResamplingSettings
from markscheme.resampling.intervals import Estimate, estimate
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.text.errors import ChoiceError

Numbers = npt.NDArray[np.float64]

_SEEDA = "SEEDA is for reporting only: settings that were chosen on it could not be reported on it"
REPORTING_ONLY = {"seeda": _SEEDA, "seeda-all": _SEEDA}
"""Benchmarks that are never tuned on, with the reason."""


@attrs.frozen
class TuningSettings:
    """How settings are chosen.

    Attributes
    ----------
    aggregation, people
        How a metric's scores of sentences, and people's comparisons, become scores of systems. With several names, the
        objective is the mean over every aggregation beside every way to make people's scores.
    objective
        What candidates are ranked by; a name of :data:`~markscheme.evaluation.tuning.objectives.OBJECTIVES`.
    references
        The names of sets of references; empty for all.
    splits
        How often the sentences are split into halves.
    resampling
        How intervals are made; its seed also draws the halves.
    always
        Whether the best settings are taken, whatever the evidence.
    """

    aggregation: tuple[str, ...] = attrs.field(default=("expected-wins",), converter=names_of)
    people: tuple[str, ...] = attrs.field(default=("expected-wins",), converter=names_of)
    objective: str = "both"
    references: tuple[str, ...] = ()
    splits: int = 5
    resampling: ResamplingSettings = ResamplingSettings(100)
    always: bool = False

    @property
    def policy(self) -> str:
        """When the default is left, in one sentence."""
        return ALWAYS if self.always else POLICY


@attrs.frozen
class Candidate:
    """One combination of settings.

    Attributes
    ----------
    score
        The mean of the objective over sets of references, with an interval over samples of sentences.
    correlations
        For each set of references, every objective's value by its name.
    """

    settings: Settings
    score: Estimate
    correlations: tuple[dict[str, float], ...]


@attrs.frozen
class MetricTuning:
    """What was tried of one metric, and what is chosen.

    Attributes
    ----------
    references
        The names of the sets of references; one empty name for a metric that needs none.
    candidates
        The defaults first, then in the order of the grid.
    best
        The index of the best candidate.
    difference
        The best candidate's score minus the default's, paired by sample.
    over_references, over_halves
        Settings chosen on a part of the data and tried on the other part.
    chosen
        The index of the candidate that is chosen.
    signature
        The chosen settings and the models that made the scores.
    """

    grid: Grid
    references: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    best: int
    difference: Estimate
    over_references: tuple[Fold, ...]
    over_halves: tuple[Fold, ...]
    chosen: int
    signature: str

    @property
    def metric(self) -> str:
        """The metric's name."""
        return self.grid.metric

    @property
    def title(self) -> str:
        """What people call the metric."""
        return METRICS.get(self.grid.metric).title

    @property
    def settings(self) -> Settings:
        """The chosen settings."""
        return self.candidates[self.chosen].settings

    @property
    def default(self) -> Candidate:
        """The default settings."""
        return self.candidates[DEFAULT]


@attrs.frozen
class Tuning:
    """Settings chosen on a benchmark."""

    benchmark: Benchmark
    settings: TuningSettings
    fingerprints: dict[str, str]
    metrics: tuple[MetricTuning, ...]


def tune(
    benchmark: Benchmark,
    metrics: Sequence[str | Grid],
    models: Models,
    settings: TuningSettings = TuningSettings(),
    progress: Progress = silent,
) -> Tuning:
    """Choose the settings of metrics that agree best with people.

    What is chosen of a metric depends neither on the other metrics nor on what the cache holds.

    Parameters
    ----------
    metrics
        Names of metrics that have a grid, or grids.

    Raises
    ------
    DocumentError
        If texts don't line up.
    RegistryError
        If a metric has no grid, or there is no aggregation or objective of a name.
    ChoiceError
        If the benchmark is for reporting only, has no set of references of a name, or people's comparisons can't be
        aggregated so.
    """
    if benchmark.name in REPORTING_ONLY:
        raise ChoiceError(REPORTING_ONLY[benchmark.name])
    grids = _grids(metrics)
    sets = [benchmark.reference_set(name) for name in settings.references] or list(benchmark.references)
    counts = settings.resampling.weights(len(benchmark.source.sides))
    samples = Samples.of(
        benchmark,
        settings.aggregation,
        settings.people,
        settings.objective,
        counts,
        settings.splits,
        settings.resampling.seed,
    )
    needs = frozenset[Need]().union(*(_standard(grid).needs for grid in grids))
    trials: dict[str, list[Trial]] = {grid.metric: [] for grid in grids}
    for number, references in enumerate(sets):
        compared = [grid for grid in grids if _needs_references(grid) or number == 0]
        material = Material.read(benchmark, references, needs, models, progress)
        outputs = SharedOutputs(material, models, progress)
        for grid in compared:
            name = references.name if _needs_references(grid) else ""
            trials[grid.metric].append(samples.trial(grid, name, material, outputs, progress))
    return Tuning(
        benchmark,
        settings,
        dict(fingerprints(benchmark)),
        tuple(_metric_tuning(grid, trials[grid.metric], settings, sets, models) for grid in grids),
    )


def _grids(metrics: Sequence[str | Grid]) -> list[Grid]:
    """Return the grids of metrics, one for each metric."""
    grids = [item if isinstance(item, Grid) else GRIDS.get(item) for item in metrics]
    return list({grid.metric: grid for grid in grids}.values())


def _standard(grid: Grid) -> Metric[Any]:
    return grid.metric_of(grid.default)


def _needs_references(grid: Grid) -> bool:
    return Need.REFERENCES in _standard(grid).needs


def _metric_tuning(
    grid: Grid, trials: Sequence[Trial], settings: TuningSettings, sets: Sequence[ReferenceSet], models: Models
) -> MetricTuning:
    values = np.array([trial.values for trial in trials])
    whole = values[:, :, 0]
    over_references = folds_over_references(whole)
    over_halves = folds_over_halves(np.mean([trial.halves for trial in trials], axis=0))
    best = best_candidate(whole, over_references)
    means = values.mean(axis=0)
    difference = estimate(means[best] - means[DEFAULT], settings.resampling)
    supported = holds(difference, mean_gain(over_references), mean_gain(over_halves))
    chosen = best if settings.always or supported else DEFAULT
    candidates = tuple(
        Candidate(
            candidate,
            estimate(means[number], settings.resampling),
            tuple({name: float(row[number]) for name, row in trial.correlations.items()} for trial in trials),
        )
        for number, candidate in enumerate(grid.candidates)
    )
    metric, names = grid.metric_of(candidates[chosen].settings), SignatureNames(models)
    signature = common_signature([score_signature(metric, names, len(item.texts), 0) for item in sets])
    references = tuple(trial.references for trial in trials)
    return MetricTuning(grid, references, candidates, best, difference, over_references, over_halves, chosen, signature)
