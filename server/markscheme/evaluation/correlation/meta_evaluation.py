"""The meta-evaluation of metrics: how far they agree with people on a benchmark's systems and sentences.

Every combination of a set of references, a set of systems and a kind of judgements is a column. Kinds of judgements
differ in people's scores alone: metrics' scores, and their samples, are the same.
"""

from collections.abc import Sequence
from typing import Any

import attrs

from markscheme.evaluation.correlation.columns import Column
from markscheme.evaluation.correlation.evaluation_settings import EvaluationSettings
from markscheme.evaluation.correlation.metric_scores import ScoredSet, metric_scores
from markscheme.evaluation.correlation.people_scores import PeopleScores
from markscheme.evaluation.correlation.samples import Samples
from markscheme.evaluation.judgements.benchmark import Benchmark
from markscheme.metrics.base import Metric
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models


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
    system_sets = [
        [benchmark.system_set(name) for name in settings.systems or (references.systems,)] for references in chosen
    ]
    human = PeopleScores(benchmark, settings.people)
    sets = [
        ScoredSet(references, tuple(name for name in benchmark.names if any(name in item.systems for item in own)))
        for references, own in zip(chosen, system_sets, strict=True)
    ]
    scores_of_sets = metric_scores(benchmark, sets, metrics, models, progress)
    columns: dict[tuple[int, int, int], Column] = {}
    for number, (references, scores) in enumerate(zip(chosen, scores_of_sets, strict=True)):
        for place, systems in enumerate(system_sets[number]):
            progress("samples", number, len(chosen))
            samples = Samples([item.of(systems.systems) for item in scores], settings)
            for kind, judgements in enumerate(benchmark.judgements):
                people = human.of(judgements, systems)
                columns[kind, place, number] = samples.column(judgements, references, systems, people)
    return MetaEvaluation(benchmark, settings, tuple(columns[key] for key in sorted(columns)))
