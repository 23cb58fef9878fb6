"""Several systems beside each other: scores with intervals, and differences with p values."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.comparison.counted_sentences import CountedSentence, counted_sentences
from markscheme.evaluation.comparison.edit_filter import EditFilter
from markscheme.evaluation.comparison.grouping import Grouping
from markscheme.evaluation.comparison.measures import EVERYTHING, Column, Group, Measure, measures_of
from markscheme.evaluation.comparison.spans import MODES, SpanErrant, SpanMode
from markscheme.evaluation.comparison.success import SentenceSuccess
from markscheme.evaluation.comparison.system_sentences import SystemSentences, read_systems
from markscheme.formats.parallel import ParallelText
from markscheme.metrics.base import Level, Metric
from markscheme.metrics.errant import Errant
from markscheme.progress import Progress, silent
from markscheme.resampling.draws import ResamplingSettings, bootstrap_resamples, random_swaps
from markscheme.resampling.holm import holm
from markscheme.resampling.intervals import Estimate, percentile_intervals
from markscheme.resampling.significance import bootstrap_p, randomisation_p
from markscheme.scoring.models import Models
from markscheme.text.errors import ChoiceError

Floats = npt.NDArray[np.float64]

BLOCK = 500
"""Resamples that are folded side by side; it bounds memory and changes no number."""
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


def compare_systems(
    hypotheses: Sequence[ParallelText],
    references: Sequence[ParallelText],
    source: ParallelText | None,
    metrics: Sequence[Metric[Any]],
    models: Models,
    progress: Progress = silent,
    *,
    settings: ResamplingSettings = ResamplingSettings(),
    mode: str = "cs",
    grouping: Grouping | None = None,
    chosen: EditFilter = EditFilter(),
    per_sentence: bool = False,
) -> Comparison:
    """Compare systems under metrics that need no language model.

    Parameters
    ----------
    mode
        What ERRANT counts: the name of one of :data:`~markscheme.evaluation.comparison.spans.MODES`.
    grouping
        How error types are grouped, for scores by type.
    chosen
        Which edits take part in the metrics that work on edits.
    per_sentence
        Whether what each sentence counts is kept.

    Raises
    ------
    DocumentError
        If the texts don't line up, or there is no source, sentence or reference, or two systems have one name.
    ChoiceError
        If the settings draw no resample.
    """
    if not settings.resamples:
        raise ChoiceError("a comparison needs at least one resample")
    with_modes = [in_mode(metric, MODES[mode]) for metric in metrics]
    success = SentenceSuccess()
    texts = read_systems(hypotheses, references, source, [*with_modes, success], models, progress).only(chosen)

    def compared(metric: Metric[Any], groups: Grouping | None) -> MetricComparison:
        measures = measures_of(texts, metric, groups, progress, per_sentence=per_sentence)
        return _compared(measures, texts, settings, progress)

    return Comparison(
        texts.systems,
        len(texts.sentences[0]),
        texts.references,
        settings,
        grouping,
        chosen,
        texts.unmatched,
        tuple(compared(metric, grouping) for metric in with_modes),
        compared(success, None),
    )


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
    measures: Sequence[Measure], texts: SystemSentences, settings: ResamplingSettings, progress: Progress
) -> MetricComparison:
    metric = measures[0].metric
    resampled = [_resampled(measure, settings, progress) for measure in measures]
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
        tuple(_scores(measures, whole, texts.systems, settings)),
        _differences(whole, texts.systems, settings),
        tuple(counted_sentences(measures[0], texts)),
    )


def _resampled(measure: Measure, settings: ResamplingSettings, progress: Progress) -> _Resampled:
    size = len(measure.statistics[0])
    everything = np.arange(size)[None, :]
    resamples, swaps = bootstrap_resamples(size, settings), random_swaps(size, settings)
    pairs = list(combinations(measure.statistics, 2))
    steps = len(measure.statistics) + len(pairs)
    values, bootstrap, swapped = [], [], []
    for done, statistics in enumerate(measure.statistics):
        progress("resamples", done, steps)
        fold = measure.make_fold(statistics)
        values.append(fold(everything)[0])
        bootstrap.append(np.concatenate([fold(block) for block in _blocks(resamples)]))
    for done, (first, second) in enumerate(pairs, len(measure.statistics)):
        progress("resamples", done, steps)
        fold = measure.make_fold([*first, *second])
        swapped.append(np.concatenate([_swapped(fold, block, size) for block in _blocks(swaps)]))
    progress("resamples", steps, steps)
    shape = (len(pairs), settings.resamples, len(measure.columns))
    return _Resampled(measure.columns, np.stack(values), np.stack(bootstrap), np.reshape(swapped, shape))


def _swapped(fold: Any, swaps: npt.NDArray[np.bool_], size: int) -> Floats:
    """Return the differences of two systems, one after the other in the fold, that have swapped some sentences."""
    sentences = np.arange(size)
    first = np.where(swaps, sentences + size, sentences)
    second = np.where(swaps, sentences, sentences + size)
    difference: Floats = fold(first) - fold(second)
    return difference


def _blocks(rows: npt.NDArray[Any]) -> Iterator[npt.NDArray[Any]]:
    for begin in range(0, len(rows), BLOCK):
        yield rows[begin : begin + BLOCK]


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
