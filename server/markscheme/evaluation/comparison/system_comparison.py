"""Several systems beside each other under several metrics."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from markscheme.evaluation.comparison.block_comparison import BlockComparison, MeasurePlan
from markscheme.evaluation.comparison.edit_filter import EditFilter
from markscheme.evaluation.comparison.grouping import Grouping
from markscheme.evaluation.comparison.marked_systems import MarkedSystems
from markscheme.evaluation.comparison.measures import measures_of
from markscheme.evaluation.comparison.metric_comparison import MetricComparison, metric_comparison
from markscheme.evaluation.comparison.spans import MODES, SpanErrant, SpanMode
from markscheme.evaluation.comparison.success import SentenceSuccess
from markscheme.execution.executor import Executor
from markscheme.metrics.base import Metric
from markscheme.metrics.errant import Errant
from markscheme.progress import Progress, silent
from markscheme.resampling.draws import ResamplingSettings
from markscheme.scoring.blocks.block import CorpusFiles
from markscheme.scoring.blocks.block_texts import BlockReaders
from markscheme.scoring.blocks.journal import Journal
from markscheme.scoring.blocks.marked_corpus import MarkedCorpus, block_size
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import tokenised_segment
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.text.errors import ChoiceError, DocumentError


@attrs.frozen
class Comparison:
    """Several systems on one source and references.

    Attributes
    ----------
    systems
        Names.
    sentences, references
        Their numbers.
    grouping
        How error types are grouped; ``None`` where they are not.
    chosen
        Which edits take part.
    unmatched
        The types and patterns to be left out that no edit has; a name may be mistyped.
    metrics
        One comparison for each metric.
    success
        Whether whole sentences are right, and what is changed without need.
    """

    systems: tuple[str, ...]
    sentences: int
    references: int
    settings: ResamplingSettings
    grouping: Grouping | None
    chosen: EditFilter
    unmatched: tuple[str, ...]
    metrics: tuple[MetricComparison, ...]
    success: MetricComparison

    @property
    def all(self) -> tuple[MetricComparison, ...]:
        """The metrics' comparisons, then that of whole sentences."""
        return (*self.metrics, self.success)


def in_mode(metric: Metric[Any], mode: SpanMode) -> Metric[Any]:
    """Return ERRANT in a mode; any other metric as it is."""
    if not isinstance(metric, Errant) or isinstance(metric, SpanErrant):
        return metric
    return SpanErrant(level=metric.level, beta=metric.beta, mode=mode)


@attrs.frozen
class SystemComparer:
    """Compares systems, a block of sentences at a time, under metrics that need no language model.

    Attributes
    ----------
    models
        Name the models in signatures; loaded only where the executor uses them.
    settings
        How many resamples are drawn.
    mode
        What ERRANT counts: the name of one of :data:`~markscheme.evaluation.comparison.spans.MODES`.
    grouping
        How error types are grouped, for scores by type.
    chosen
        Which edits take part in the metrics that work on edits.
    per_sentence
        Whether what each sentence counts is kept; memory then holds it.
    block
        Sentences of a block; ``None`` for what :func:`block_size` says.
    """

    models: Models
    executor: Executor[Models]
    settings: ResamplingSettings = ResamplingSettings()
    mode: str = "cs"
    grouping: Grouping | None = None
    chosen: EditFilter = EditFilter()
    per_sentence: bool = False
    block: int | None = None

    def compare(
        self,
        files: CorpusFiles,
        metrics: Sequence[Metric[Any]],
        *,
        journal: Path | None = None,
        progress: Progress = silent,
    ) -> Comparison:
        """Compare the hypotheses of a corpus.

        Parameters
        ----------
        journal
            Where to keep marked blocks, so that a later run can go on; the file stays there.

        Raises
        ------
        DocumentError
            If files can't be used or don't line up, there is no source, sentence or reference, two systems have one
            name, or the journal is another run's.
        ChoiceError
            If the settings draw no resample.
        """
        self._check(files)
        *plans, success = self._plans(metrics)
        with_success = (*plans, success)
        corpus = MarkedCorpus(files, self.block or block_size(files.carrier.size))
        work = BlockComparison(BlockReaders.of(files), with_success, self.chosen)
        with Journal(journal, self._identity(corpus, files, with_success) if journal is not None else {}) as kept:
            corpus.mark(work, self.executor, kept, progress)
            size = files.carrier.size
            systems = MarkedSystems(files.names, size, files.reference_count, self.models, self.chosen, kept)
            return Comparison(
                systems.names,
                size,
                systems.references,
                self.settings,
                self.grouping,
                self.chosen,
                systems.unmatched,
                tuple(self._compared(systems, plan, progress) for plan in plans),
                self._compared(systems, success, progress),
            )

    def _check(self, files: CorpusFiles) -> None:
        if not self.settings.resamples:
            raise ChoiceError("a comparison needs at least one resample")
        if not files.reference_count:
            raise DocumentError("there is no reference text")
        names = files.names
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise DocumentError(f"two systems are called {twice!r}", remedy="Give each one a name of its own")
        files.check(lambda text: tokenised_segment(text, self.models))

    def _plans(self, metrics: Sequence[Metric[Any]]) -> Iterator[MeasurePlan]:
        """Yield what is kept of each sentence for each metric, and at last for whole sentences."""
        for number, metric in enumerate(metrics):
            with_mode = in_mode(metric, MODES[self.mode])
            keeps_edits = self.per_sentence and isinstance(with_mode, SpanErrant)
            yield MeasurePlan(number, with_mode, self.grouping, keeps_edits)
        yield MeasurePlan(len(metrics), SentenceSuccess())

    def _identity(self, corpus: MarkedCorpus, files: CorpusFiles, plans: Sequence[MeasurePlan]) -> dict[str, object]:
        names = SignatureNames(self.models)
        grouping = self.grouping
        return {
            **corpus.identity,
            "command": "compare",
            "metrics": [score_signature(plan.metric, names, files.reference_count, 0, {}) for plan in plans],
            "error types": None if grouping is None else [grouping.name, *grouping.order],
            "edits": dict(self.chosen.settings),
            "per sentence": self.per_sentence,
        }

    def _compared(self, systems: MarkedSystems, plan: MeasurePlan, progress: Progress) -> MetricComparison:
        measures = measures_of(systems, plan, per_sentence=self.per_sentence)
        return metric_comparison(measures, systems, self.settings, progress)
