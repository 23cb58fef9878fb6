"""Systems beside each other under one metric: scores with intervals, and differences with p values."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import attrs
import numpy as np

from markscheme.evaluation.comparison.counted_sentences import CountedSentence, counted_sentences
from markscheme.evaluation.comparison.marked_systems import MarkedSystems
from markscheme.evaluation.comparison.measures import EVERYTHING, Column, Group, Measure
from markscheme.evaluation.comparison.resampled_measure import Floats, ResampledMeasure, resampled_measure
from markscheme.evaluation.comparison.spans import SpanErrant
from markscheme.metrics.base import Level
from markscheme.progress import Progress
from markscheme.resampling.draws import ResamplingSettings
from markscheme.resampling.holm import holm
from markscheme.resampling.intervals import Estimate, percentile_intervals
from markscheme.resampling.significance import bootstrap_p, randomisation_p

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


def metric_comparison(
    measures: Sequence[Measure], systems: MarkedSystems, settings: ResamplingSettings, progress: Progress
) -> MetricComparison:
    """Return what the measures of one metric say of systems.

    Parameters
    ----------
    measures
        That of all edits, then those of groups of error types.
    """
    metric = measures[0].metric
    whole = ResampledMeasure.joined([resampled_measure(one, systems, settings, progress) for one in measures])
    names = [column.score for column in whole.columns]
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


def _scores(
    measures: Sequence[Measure], whole: ResampledMeasure, systems: Sequence[str], settings: ResamplingSettings
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


def _differences(
    whole: ResampledMeasure, systems: Sequence[str], settings: ResamplingSettings
) -> tuple[Difference, ...]:
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
