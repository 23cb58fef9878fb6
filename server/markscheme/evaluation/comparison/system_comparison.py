"""Several systems beside each other: scores with intervals, and differences with p values."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.comparison.block_comparison import BlockComparison, MeasurePlan
from markscheme.evaluation.comparison.counted_sentences import CountedSentence, counted_sentences
from markscheme.evaluation.comparison.edit_filter import EditFilter
from markscheme.evaluation.comparison.grouping import Grouping
from markscheme.evaluation.comparison.marked_systems import MarkedSystems
from markscheme.evaluation.comparison.measures import EVERYTHING, Column, Group, Measure, measures_of
from markscheme.evaluation.comparison.spans import MODES, SpanErrant, SpanMode
from markscheme.evaluation.comparison.success import SentenceSuccess
from markscheme.evaluation.resampling.candidates import Resamples
from markscheme.evaluation.resampling.folds import ResampleFold
from markscheme.execution.executor import Executor
from markscheme.metrics.base import Level, Metric
from markscheme.metrics.errant import Errant
from markscheme.progress import Progress, silent
from markscheme.resampling.draws import ResamplingSettings, bootstrap_blocks, swap_blocks
from markscheme.resampling.holm import holm
from markscheme.resampling.intervals import Estimate, percentile_intervals
from markscheme.resampling.significance import bootstrap_p, randomisation_p
from markscheme.scoring.blocks.block import CorpusFiles
from markscheme.scoring.blocks.block_texts import BlockReaders
from markscheme.scoring.blocks.journal import Journal
from markscheme.scoring.blocks.marked_corpus import MarkedCorpus, block_size
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import tokenised_segment
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.text.errors import ChoiceError, DocumentError

Floats = npt.NDArray[np.float64]

RESAMPLES = 500
"""Resamples that are folded side by side, at most; it changes no number."""
RESAMPLE_BYTES = 2**27
"""Bytes of the sentences of such resamples (128 MiB), of a corpus of any size."""
HEADLINES = ("f", "score", "success")
"""The score that a metric is known by: the first of these that it has."""


@attrs.frozen
class SystemScores:
    """One system's counts and scores, of the edits of a group of error types; of all edits where it is ``None``."""

    system: str
    group: Group
    counts: Mapping[str, float]
    scores: Mapping[str, Estimate]


@attrs.frozen
class PValue:
    """A two-sided p value, and the same adjusted by Holm's method; ``None`` where there is no difference to test."""

    value: float | None
    adjusted: float | None


UNTESTED = PValue(None, None)


@attrs.frozen
class Difference:
    """What the first system's score is above the second's.

    Attributes
    ----------
    randomisation
        By paired approximate randomisation. Holm's adjustment is over all pairs of systems and, by error type, over all
        groups: one family for each score.
    bootstrap
        By the paired bootstrap, adjusted in the same way.
    family
        Number of differences that Holm's adjustment is over: those of the family that are defined.
    """

    first: str
    second: str
    group: Group
    score: str
    estimate: Estimate
    randomisation: PValue
    bootstrap: PValue
    family: int


@attrs.frozen
class MetricComparison:
    """Systems beside each other under one metric.

    Attributes
    ----------
    mode
        What ERRANT counts; empty for other metrics.
    headline
        The score that the metric is known by.
    groups
        The groups of error types; empty without.
    scores
        Of each system over all edits, then of each group and system.
    differences
        Of each pair of systems, score and group.
    sentences
        What each sentence of each system counts; empty if that is not kept.
    """

    metric: str
    title: str
    mode: str
    level: Level
    signature: str
    headline: str
    groups: tuple[str, ...]
    scores: tuple[SystemScores, ...]
    differences: tuple[Difference, ...]
    sentences: tuple[CountedSentence, ...] = ()

    def of_group(self, group: Group = EVERYTHING) -> tuple[SystemScores, ...]:
        """Return the systems' scores over all edits, or over those of a group."""
        return tuple(item for item in self.scores if item.group == group)

    def headline_differences(self, group: Group = EVERYTHING) -> tuple[Difference, ...]:
        """Return the differences of the score that the metric is known by, of each pair of systems."""
        return tuple(item for item in self.differences if item.group == group and item.score == self.headline)


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
        return _compared(measures, systems, self.settings, progress)


@attrs.frozen(eq=False)
class _Resampled:
    """A measure's numbers on all sentences and on resamples.

    Attributes
    ----------
    values
        Shape (systems, columns).
    bootstrap
        Shape (systems, resamples, columns).
    swapped
        Shape (pairs, trials, columns): the differences where two systems have swapped sentences.
    """

    columns: tuple[Column, ...]
    values: Floats
    bootstrap: Floats
    swapped: Floats


def _compared(
    measures: Sequence[Measure], systems: MarkedSystems, settings: ResamplingSettings, progress: Progress
) -> MetricComparison:
    metric = measures[0].metric
    resampled = [_resampled(measure, systems, settings, progress) for measure in measures]
    columns = tuple(column for one in resampled for column in one.columns)
    whole = _Resampled(
        columns,
        np.concatenate([one.values for one in resampled], axis=-1),
        np.concatenate([one.bootstrap for one in resampled], axis=-1),
        np.concatenate([one.swapped for one in resampled], axis=-1),
    )
    names = [column.score for column in columns]
    return MetricComparison(
        metric.name,
        metric.title,
        metric.mode.name if isinstance(metric, SpanErrant) else "",
        metric.level,
        measures[0].signature,
        next((name for name in HEADLINES if name in names), names[-1]),
        tuple(group for measure in measures for group in measure.groups),
        tuple(_scores(measures, whole, systems.names, settings)),
        _differences(whole, systems.names, settings),
        tuple(counted_sentences(measures[0], systems)),
    )


def _resampled(
    measure: Measure, systems: MarkedSystems, settings: ResamplingSettings, progress: Progress
) -> _Resampled:
    size = systems.size
    rows = max(1, min(RESAMPLES, RESAMPLE_BYTES // (4 * size)))
    folds = [measure.fold(number) for number in range(len(systems.names))]
    pairs = list(combinations(folds, 2))
    steps = _Steps(settings.resamples * (len(folds) + len(pairs)), progress)
    everything = np.arange(size, dtype=np.int32)[None, :]
    values = np.stack([fold(everything)[0] for fold in folds])
    bootstrap = _bootstrapped(folds, bootstrap_blocks(size, settings, rows), steps)
    swapped = [_swapped(first.joined(second), swap_blocks(size, settings, rows), steps) for first, second in pairs]
    shape = (len(pairs), settings.resamples, len(measure.columns))
    return _Resampled(measure.columns, values, bootstrap, np.reshape(swapped, shape))


@attrs.define
class _Steps:
    """Tells how many resamples are folded."""

    total: int
    progress: Progress
    done: int = attrs.field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self.progress("resamples", 0, self.total)

    def add(self, count: int) -> None:
        self.done += count
        self.progress("resamples", self.done, self.total)


def _bootstrapped(folds: Sequence[ResampleFold], blocks: Iterable[Resamples], steps: _Steps) -> Floats:
    """Return the scores of each system's resamples; one block of these is in memory."""
    scores: list[list[Floats]] = [[] for _ in folds]
    for block in blocks:
        for fold, own in zip(folds, scores, strict=True):
            own.append(fold(block))
            steps.add(len(block))
    return np.stack([np.concatenate(own) for own in scores])


def _swapped(fold: ResampleFold, blocks: Iterable[npt.NDArray[np.bool_]], steps: _Steps) -> Floats:
    """Return the differences of two systems, one after the other in the fold, that have swapped some sentences."""
    differences: list[Floats] = []
    for swaps in blocks:
        sentences = np.arange(swaps.shape[1], dtype=np.int32)
        behind = sentences + np.int32(swaps.shape[1])
        difference = fold(np.where(swaps, behind, sentences))
        difference -= fold(np.where(swaps, sentences, behind))
        differences.append(difference)
        steps.add(len(swaps))
    return np.concatenate(differences)


def _scores(
    measures: Sequence[Measure], whole: _Resampled, systems: Sequence[str], settings: ResamplingSettings
) -> Iterator[SystemScores]:
    intervals = percentile_intervals(np.moveaxis(whole.bootstrap, 1, 0), settings)
    counts = [
        {key: value for measure in measures for key, value in measure.counts[i].items()} for i in range(len(systems))
    ]
    for group in dict.fromkeys(column.group for column in whole.columns):
        for index, system in enumerate(systems):
            scores = {
                column.score: Estimate.of(whole.values[index, place], *intervals[:, index, place])
                for place, column in enumerate(whole.columns)
                if column.group == group
            }
            yield SystemScores(system, group, counts[index][group], scores)


def _differences(whole: _Resampled, systems: Sequence[str], settings: ResamplingSettings) -> tuple[Difference, ...]:
    pairs = list(combinations(range(len(systems)), 2))
    if not pairs:
        return ()
    first, second = (np.asarray(side) for side in zip(*pairs, strict=True))
    measured = whole.values[first] - whole.values[second]
    resampled = np.moveaxis(whole.bootstrap[first] - whole.bootstrap[second], 1, 0)
    intervals = percentile_intervals(resampled, settings)
    families = tuple(_families(measured, whole.columns))
    by_swaps = _adjusted(randomisation_p(measured, np.moveaxis(whole.swapped, 1, 0)), families)
    by_bootstrap = _adjusted(bootstrap_p(measured, resampled), families)
    sizes = {cell: len(family) for family in families for cell in family}
    return tuple(
        Difference(
            systems[pairs[number][0]],
            systems[pairs[number][1]],
            column.group,
            column.score,
            Estimate.of(measured[number, place], *intervals[:, number, place]),
            by_swaps.get((number, place), UNTESTED),
            by_bootstrap.get((number, place), UNTESTED),
            sizes.get((number, place), 0),
        )
        for place, column in enumerate(whole.columns)
        for number in range(len(pairs))
    )


_Cell = tuple[int, int]
"""A pair of systems and a column, by their numbers."""


def _families(measured: Floats, columns: Sequence[Column]) -> Iterator[tuple[_Cell, ...]]:
    """Yield the defined differences that are adjusted together: those of one score, over all edits or by group."""
    families: dict[tuple[bool, str], list[_Cell]] = {}
    for place, column in enumerate(columns):
        family = families.setdefault((column.group is EVERYTHING, column.score), [])
        family += [(number, place) for number in range(len(measured)) if not math.isnan(measured[number, place])]
    yield from map(tuple, families.values())


def _adjusted(values: Floats, families: Iterable[Sequence[_Cell]]) -> dict[_Cell, PValue]:
    """Return p values by pair and column, adjusted within their families."""
    adjusted: dict[_Cell, PValue] = {}
    for family in families:
        numbers = [float(values[cell]) for cell in family]
        adjusted |= dict(zip(family, map(PValue, numbers, holm(numbers)), strict=True))
    return adjusted
