"""The meta-evaluation of metrics: how far they agree with people on a benchmark's systems and sentences.

Every combination of a set of references, a set of systems, a kind of judgements and a way to make people's scores of
them is a column. Kinds of judgements differ in what people say alone: metrics' scores, and their samples, are the same.
"""

from collections.abc import Sequence
from typing import Any

import attrs

from markscheme.evaluation.correlation.benchmark_sentences import ScoredSet
from markscheme.evaluation.correlation.columns import Column
from markscheme.evaluation.correlation.evaluation_settings import EvaluationSettings
from markscheme.evaluation.correlation.metric_scores import metric_scores
from markscheme.evaluation.correlation.people_scores import PeopleScores
from markscheme.evaluation.correlation.samples import Samples
from markscheme.evaluation.correlation.times import Times, measured_times
from markscheme.evaluation.edit_space.typed_vectors import TypedVectors, output_of, typed_vectors
from markscheme.evaluation.judgements.benchmark import Benchmark
from markscheme.metrics.base import Metric
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models


@attrs.frozen
class MetaEvaluation:
    """How far metrics agree with people on a benchmark.

    Attributes
    ----------
    vectors
        One system's edits by type, if asked for.
    times
        How long metrics take for each system, if asked for: of the systems and references of the last column.
    """

    benchmark: Benchmark
    settings: EvaluationSettings
    columns: tuple[Column, ...]
    vectors: TypedVectors | None = None
    times: Times | None = None


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
    ChoiceError
        If the benchmark has no set of references or of systems of a name, or people's comparisons can't be aggregated
        so.
    """
    chosen = [benchmark.reference_set(name) for name in settings.references] or list(benchmark.references)
    system_sets = [
        [benchmark.system_set(name) for name in settings.systems or (references.systems,)] for references in chosen
    ]
    settings = attrs.evolve(settings, people=settings.people or benchmark.people)
    human = [PeopleScores(benchmark, method) for method in settings.people]
    sets = [
        ScoredSet(references, tuple(name for name in benchmark.names if any(name in item.systems for item in items)))
        for references, items in zip(chosen, system_sets, strict=True)
    ]
    if settings.vectors_of:
        output_of(benchmark, settings.vectors_of)  # refuses an unknown system before hours of work
    scores_of_sets = metric_scores(benchmark, sets, metrics, models, progress, settings.scoring)
    columns: dict[tuple[int, ...], Column] = {}
    for number, (references, scores) in enumerate(zip(chosen, scores_of_sets, strict=True)):
        for place, systems in enumerate(system_sets[number]):
            progress("samples", number, len(chosen))
            samples = Samples([item.of(systems.systems) for item in scores], settings)
            for kind, judgements in enumerate(benchmark.judgements):
                for way, people in enumerate(human):
                    scores_of_people = people.of(judgements, systems)
                    columns[kind, way, place, number] = samples.column(
                        judgements, references, systems, people.method, scores_of_people
                    )
    ordered = tuple(columns[key] for key in sorted(columns))
    vectors = times = None
    if settings.vectors_of:
        vectors = typed_vectors(benchmark, settings.vectors_of, models, progress, settings.least_edits)
    if settings.timed_sentences:
        last = ordered[-1]
        times = measured_times(
            benchmark, last.references, last.systems.systems, metrics, models, settings.timed_sentences, progress
        )
    return MetaEvaluation(benchmark, settings, ordered, vectors, times)
