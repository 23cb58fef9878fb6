"""Several systems beside each other under several metrics."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.contract import shape
from markscheme.documents.corpus import Faults
from markscheme.documents.m2_lines import Lines, View, corrected
from markscheme.edits.edit import TagsUsed
from markscheme.errors import ChoiceError, DocumentError
from markscheme.inference.models import Models
from markscheme.metrics.base import (
    NO_SENTENCE,
    Level,
    Metric,
    ModelNames,
    ModelOutputs,
    Need,
    Score,
    Sentence,
    SentenceScore,
    headline,
)
from markscheme.metrics.errant import MODES, EditFilter, Errant, Mode
from markscheme.progress import Progress, silent
from markscheme.research.measures import (
    EVERYTHING,
    BlockComparison,
    Column,
    CountedSentence,
    Group,
    Grouping,
    MarkedSystems,
    Measure,
    MeasurePlan,
    ResampledMeasure,
    counted_sentences,
    measures_of,
    resampled_measure,
    works_on_edits,
)
from markscheme.research.resampling import (
    Estimate,
    ResampleFold,
    ResamplingSettings,
    SumFold,
    array_fold,
    bootstrap_p,
    holm,
    percentile_intervals,
    randomisation_p,
    rows_of,
)
from markscheme.scoring.executor import Executor
from markscheme.scoring.journal import Journal
from markscheme.scoring.scorer import CorpusFiles, MarkedCorpus, block_size, unnoticed

Floats = npt.NDArray[np.float64]


@shape(name="ComparedSystem")
@attrs.frozen
class SystemScores:
    """One system's counts and scores."""

    system: str
    """The system's name."""
    group: Group
    """The group of error types; ``null`` for all edits."""
    counts: Mapping[str, float]
    """Counts, with members that depend on the metric."""
    scores: Mapping[str, Estimate]
    """Scores, with members that depend on the metric."""


@shape(name="ComparisonPValue")
@attrs.frozen
class PValue:
    """A two-sided p value."""

    value: float | None
    """The value; ``null`` where there is no difference to test."""
    adjusted: float | None
    """The same, adjusted by Holm's method over the pairs of systems, and over the groups of types if there are any."""


UNTESTED = PValue(None, None)


@shape(name="SystemDifference", renamed={"estimate": "difference"})
@attrs.frozen
class Difference:
    """The first system's score less the second's."""

    first: str
    """The first system's name."""
    second: str
    """The second system's name."""
    group: Group
    """The group of error types; ``null`` for all edits."""
    score: str
    """The name of the score."""
    estimate: Estimate
    """The difference."""
    randomisation: PValue
    """By paired approximate randomisation."""
    bootstrap: PValue
    """By the paired bootstrap, shifted to no difference."""
    family: int
    """The number of differences that Holm's adjustment is over; 0 where the difference is not defined."""


@shape(
    *("metric", "level", "headline", "signature", "groups", "scores", "differences", "mode", "sentences"),
    renamed={"scores": "systems", "sentences": "per_sentence"},
    optional=("mode", "sentences"),
)
@attrs.frozen
class MetricComparison:
    """Systems beside each other under one metric."""

    metric: str
    """The metric's name; ``sentences`` for shares of whole sentences."""
    title: str
    mode: str
    """What ERRANT counts."""
    level: Level
    """Whether the scores are computed from the total counts, or are the mean of the sentences' scores."""
    signature: str
    """The metric and the settings that the numbers depend on."""
    headline: str
    """The name of the score that the metric is known by."""
    groups: tuple[str, ...]
    """The groups of error types."""
    scores: tuple[SystemScores, ...]
    """Each system's scores: of all edits, then of each group."""
    differences: tuple[Difference, ...]
    """The differences of each pair of systems in each score and group."""
    sentences: tuple[CountedSentence, ...] = ()
    """What each sentence of each system counts; with ``--per-sentence``."""

    def of_group(self, group: Group = EVERYTHING) -> tuple[SystemScores, ...]:
        return tuple(item for item in self.scores if item.group == group)

    def headline_differences(self, group: Group = EVERYTHING) -> tuple[Difference, ...]:
        return tuple(item for item in self.differences if item.group == group and item.score == self.headline)


def _metric_comparison(
    measures: Sequence[Measure], systems: MarkedSystems, settings: ResamplingSettings, progress: Progress
) -> MetricComparison:
    """Return a comparison from the measures of one metric: that of all edits, then those of groups of error types."""
    metric = measures[0].metric
    whole = ResampledMeasure.joined([resampled_measure(one, systems, settings, progress) for one in measures])
    names = [column.score for column in whole.columns]
    return MetricComparison(
        metric.name,
        metric.title,
        metric.mode if isinstance(metric, Errant) else "",
        metric.level,
        measures[0].signature,
        headline(names),
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


def _families(measured: Floats, columns: Sequence[Column]) -> Iterator[tuple[_Cell, ...]]:
    families: dict[tuple[bool, str], list[_Cell]] = {}
    for place, column in enumerate(columns):
        family = families.setdefault((column.group is EVERYTHING, column.score), [])
        family += [(number, place) for number in range(len(measured)) if not math.isnan(measured[number, place])]
    yield from map(tuple, families.values())


def _adjusted(values: Floats, families: Iterable[Sequence[_Cell]]) -> dict[_Cell, PValue]:
    adjusted: dict[_Cell, PValue] = {}
    for family in families:
        numbers = [float(values[cell]) for cell in family]
        adjusted |= dict(zip(family, map(PValue, numbers, holm(numbers)), strict=True))
    return adjusted


SuccessStatistics = tuple[int, int, int]
"""Whether the sentence is right, whether it is unedited, and whether it is unedited and changed: 1 or 0 each."""


@attrs.frozen
class SentenceCounts:
    """Numbers of sentences.

    Right ones have exactly the tokens of a reference. At least one reference changes an ``edited`` sentence, and none
    an ``unedited`` one; ``changed`` are the unedited ones that the system changes.
    """

    right: int
    edited: int
    right_edited: int
    unedited: int
    changed: int


@attrs.frozen
class SentenceShares:
    """Shares of sentences in [0, 1]; ``nan`` where there is no sentence of the kind.

    Right ones among all, and among those that a reference changes; changed ones among those that no reference changes.
    """

    success: float
    success_edited: float
    over_correction: float


@attrs.frozen(kw_only=True)
class SentenceSuccess(Metric[SuccessStatistics]):
    """Shares of sentences that are right, or changed without need."""

    name = "sentences"
    title = "Whole sentences"
    lower_is_better = frozenset({"over_correction"})
    needs = frozenset({Need.TEXTS, Need.REFERENCES})
    view = View.WORDS

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return {}

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> SuccessStatistics:
        right = sentence.hypothesis in sentence.references
        unedited = set(sentence.references) == {sentence.source}
        return int(right), int(unedited), int(unedited and not right)

    def line_statistics(
        self, source: str, length: int, hypothesis: Lines, references: Sequence[Lines]
    ) -> SuccessStatistics:
        tokens = source.split(" ")
        texts = [corrected(tokens, lines) if lines else tokens for lines in references]
        right = hypothesis in references or (corrected(tokens, hypothesis) if hypothesis else tokens) in texts
        unedited = bool(texts) and all(text == tokens for text in texts)
        return int(right), int(unedited), int(unedited and not right)

    def fold(
        self, statistics: Iterable[SuccessStatistics], *, keep_sentences: bool = True
    ) -> Score[SentenceCounts, SentenceShares]:
        rows = [tuple(row) for row in statistics]
        if not rows:
            raise ValueError(NO_SENTENCE)
        sentences = tuple(_scored([row]) for row in rows) if keep_sentences else ()
        total = _scored(rows)
        return Score(total.counts, total.scores, len(rows), sentences)


def _scored(rows: list[tuple[int, ...]]) -> SentenceScore[SentenceCounts, SentenceShares]:
    right, unedited, changed = (sum(column) for column in zip(*rows, strict=True))
    counts = SentenceCounts(right, len(rows) - unedited, right - (unedited - changed), unedited, changed)
    return SentenceScore(None, counts, shares(right, len(rows), unedited, changed))


def shares(right: float, sentences: float, unedited: float, changed: float) -> SentenceShares:
    def share(part: float, whole: float) -> float:
        return part / whole if whole else math.nan

    edited_right = right - (unedited - changed)
    return SentenceShares(share(right, sentences), share(edited_right, sentences - unedited), share(changed, unedited))


@array_fold.register
def _(metric: SentenceSuccess, statistics: Iterable[SuccessStatistics]) -> ResampleFold:
    values = rows_of((*row, 1) for row in statistics)

    def score(sums: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> tuple[float, ...]:
        right, unedited, changed, sentences = sums.tolist()
        return attrs.astuple(shares(right, sentences, unedited, changed))

    return SumFold(values, score)


@attrs.frozen
class ComparisonRequest:
    """How systems are compared; ``mode`` is what ERRANT counts; ``per_sentence`` keeps each sentence's counts."""

    metrics: tuple[Metric[Any], ...]
    settings: ResamplingSettings = ResamplingSettings()
    mode: str = "cs"
    grouping: Grouping | None = None
    edits: EditFilter = EditFilter()
    per_sentence: bool = False
    tags: TagsUsed = "own"

    def check(self) -> None:
        """Raise ChoiceError if parts don't go together."""
        if self.mode not in MODES:
            raise ChoiceError(f"there is no mode {self.mode!r}. The modes are {', '.join(MODES)}")
        if self.edits and not any(map(works_on_edits, self.metrics)):
            raise ChoiceError("edits can't be left out: no metric here works on edits")
        if not self.settings.resamples:
            raise ChoiceError("a comparison needs at least one resample")

    @property
    def plans(self) -> tuple[MeasurePlan, ...]:
        """One for each metric, then that of whole sentences."""
        metrics = [
            attrs.evolve(one, mode=cast("Mode", self.mode)) if isinstance(one, Errant) and self.mode != "cs" else one
            for one in self.metrics
        ]
        return (
            *(
                MeasurePlan(number, metric, self.grouping, self.per_sentence and isinstance(metric, Errant))
                for number, metric in enumerate(metrics)
            ),
            MeasurePlan(len(metrics), SentenceSuccess()),
        )


@shape(
    *("systems", "sentences", "references", "request.settings.resamples", "request.settings.confidence"),
    *("request.settings.seed", "request.grouping.name", "request.edits.without", "unmatched", "request.edits.length"),
    "all",
    name="SystemComparison",
    renamed={"request.grouping.name": "by", "request.edits.length": "edits", "all": "metrics"},
    kind="document",
)
@attrs.frozen
class Comparison:
    """The output of ``compare --format json``. Numbers are unrounded."""

    systems: tuple[str, ...]
    """The systems' names."""
    sentences: int
    """The number of sentences."""
    references: int
    """The number of references."""
    request: ComparisonRequest
    unmatched: tuple[str, ...]
    """Those of them that no edit has: a name may be mistyped."""
    metrics: tuple[MetricComparison, ...]
    success: MetricComparison

    @property
    def all(self) -> tuple[MetricComparison, ...]:
        """One comparison for each metric, then that of whole sentences."""
        return (*self.metrics, self.success)


@attrs.frozen
class SystemComparer:
    """Compares systems by ``block`` sentences (``None``: :func:`block_size`); ``models`` are named in signatures."""

    models: Models
    executor: Executor[Models]
    block: int | None = None

    def compare(
        self,
        files: CorpusFiles,
        request: ComparisonRequest,
        *,
        journal: Path | None = None,
        notice: Callable[[Faults], None] = unnoticed,
        progress: Progress = silent,
    ) -> Comparison:
        """Compare the hypotheses of a corpus; marked blocks stay in ``journal``, so that a later run can go on.

        ``notice`` is that of :meth:`markscheme.scoring.scorer.Scorer.score`.

        Raise DocumentError if files can't be used or don't line up, there is no source, sentence or reference, two
        systems have one name, or the journal is another run's.
        """
        self._check(files)
        corpus = MarkedCorpus(files, self.block or block_size(files.carrier.size))
        plans = request.plans
        work = BlockComparison(files.readers, plans, request.edits, request.tags)
        with Journal(journal, self._identity(corpus, request) if journal is not None else {}) as kept:
            corpus.mark(work, self.executor, kept, progress)
            size = files.carrier.size
            systems = MarkedSystems(
                files.names, size, files.reference_count, self.models, request.edits, kept, request.tags
            )
            for plan in plans:
                systems.size_for(plan.metric)
            notice(kept.faults())
            *metrics, success = [
                _metric_comparison(
                    measures_of(systems, plan, per_sentence=request.per_sentence), systems, request.settings, progress
                )
                for plan in plans
            ]
            return Comparison(
                systems.names, size, systems.references, request, systems.unmatched, tuple(metrics), success
            )

    def _check(self, files: CorpusFiles) -> None:
        if not files.reference_count:
            raise DocumentError("there is no reference text")
        names = files.names
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise DocumentError(f"two systems are called {twice!r}", remedy="Give each one a name of its own")
        files.check(self.models.segment)

    def _identity(self, corpus: MarkedCorpus, request: ComparisonRequest) -> dict[str, object]:
        references, grouping = corpus.files.reference_count, request.grouping
        return {
            **corpus.identity,
            "command": "compare",
            "metrics": [self.models.signature(plan.metric, references) for plan in request.plans],
            "error types": None if grouping is None else [grouping.name, *grouping.order],
            "edits": dict(request.edits.settings),
            "per sentence": request.per_sentence,
            "tags": request.tags,
        }
