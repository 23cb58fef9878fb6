"""How long metrics take for each system's output (UOT-ERRANT, Section 5.3 and Figure 7).

A time is that of this process's own CPU, with models loaded and an empty cache: from texts to the score of the output,
with the edits and vectors of the references. A busy machine hardly changes it.
"""

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from markscheme.evaluation.judgements.benchmark import Benchmark, ReferenceSet
from markscheme.evaluation.judgements.texts import selected
from markscheme.formats.parallel import ParallelText
from markscheme.metrics.base import Metric
from markscheme.metrics.signature import distinct_titles
from markscheme.progress import Progress
from markscheme.scoring.models import Models
from markscheme.scoring.scorer import Scorer
from markscheme.scoring.signatures import SignatureNames, score_signature


@attrs.frozen
class TimedMetric:
    """A metric whose time is measured.

    Attributes
    ----------
    metric, title
        The metric's name for programs and for people; a metric with two settings has two titles.
    signature
        The settings and models that made its scores.
    """

    metric: str
    title: str
    signature: str


@attrs.frozen
class SystemTime:
    """How long metrics take for one system.

    Attributes
    ----------
    system
        The system's name.
    edits
        Mean number of its edits in a sentence.
    seconds
        CPU seconds for a sentence, in the order of the metrics.
    """

    system: str
    edits: float
    seconds: tuple[float, ...]


@attrs.frozen
class Times:
    """How long metrics take.

    Attributes
    ----------
    references
        The set of references that was used.
    sentences
        Number of sentences that were scored.
    metrics
        The metrics that were measured.
    systems
        By system, that with the fewest edits first.
    """

    references: ReferenceSet
    sentences: int
    metrics: tuple[TimedMetric, ...]
    systems: tuple[SystemTime, ...]


def measured_times(
    benchmark: Benchmark,
    references: ReferenceSet,
    systems: Sequence[str],
    metrics: Sequence[Metric[Any]],
    models: Models,
    sentences: int,
    progress: Progress,
) -> Times:
    """Return how long metrics take for systems, on a number of sentences from the whole length of the benchmark."""
    count = len(benchmark.source.sides)
    size = min(sentences, count)
    numbers = [place * count // size for place in range(size)]
    source = selected(benchmark.source, numbers)
    against = [selected(text, numbers) for text in references.texts]
    outputs = [selected(text, numbers) for text in benchmark.systems if text.name in systems]
    watch = _Stopwatch(models, against, source)
    for metric in metrics:
        watch.seconds(metric, outputs[0])  # loads what the metric needs
    rows: list[SystemTime] = []
    for number, output in enumerate(outputs):
        progress("times", number, len(outputs))
        seconds = tuple(watch.seconds(metric, output) / size for metric in metrics)
        sides = zip(source.sides, output.sides, strict=True)
        edits = models.edits([(one.segment.tokens, other.segment.tokens) for one, other in sides])
        rows.append(SystemTime(output.name, sum(map(len, edits)) / size, seconds))
    signatures = [score_signature(metric, SignatureNames(models), len(references.texts), 0) for metric in metrics]
    titles = distinct_titles([metric.title for metric in metrics], signatures)
    timed = map(TimedMetric, [metric.name for metric in metrics], titles, signatures)
    return Times(references, size, tuple(timed), tuple(sorted(rows, key=lambda row: (row.edits, row.system))))


class _Stopwatch:
    """Measures metrics, each time with an empty cache, and with the models that were loaded before."""

    def __init__(self, models: Models, references: Sequence[ParallelText], source: ParallelText) -> None:
        self._models = models
        self._references = references
        self._source = source

    def seconds(self, metric: Metric[Any], output: ParallelText) -> float:
        """Return the CPU seconds that a metric takes for an output."""
        with tempfile.TemporaryDirectory() as folder:
            self._models = self._models.with_cache(Path(folder) / "cache.sqlite")
            begin = time.process_time()
            Scorer(self._models).score([output], self._references, self._source, metric, per_sentence=False)
            elapsed = time.process_time() - begin
            self._models.cache.close()
        return elapsed
