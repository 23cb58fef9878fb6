"""The meta-evaluation of metrics: how far they agree with people on a benchmark, and how long they take.

A column is a set of references, a set of systems, a kind of judgements and a way to make people's scores. Metrics'
scores, and their samples, are the same for all judgements.

Williams' test (Williams, 1959; Graham and Baldwin, EMNLP 2014) takes into account that two metrics score the same
systems. Correlations are NaN where a side is constant. For one sample they equal scipy's ``pearsonr``, ``spearmanr``
and ``kendalltau`` (tau-b); scipy has no form of the last two over samples.

On single comparisons accuracy is the share in which the metric agrees, and Kendall's tau the agreements minus the
disagreements, as a share of both (SEEDA, Section 5.2); people's ties do not count. What a metric's own tie means
differs between papers, and decides much.

Intervals are percentiles of bootstrap samples (:mod:`markscheme.research.resampling`). For samples of sentences metrics
score anew, and people's scores of systems stay. A time (UOT-ERRANT, Section 5.3 and Figure 7) is this process's CPU
time from texts to score, with the references' edits and vectors, with models loaded and an empty cache.
"""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import inf, isfinite, sqrt
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.contract import shape
from markscheme.documents.corpus import ParallelText
from markscheme.inference.models import Models
from markscheme.metrics.base import Metric, distinct_titles
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.research.judgements import (
    Benchmark,
    Comparisons,
    Judgements,
    ReferenceSet,
    SystemSet,
    comparisons_of,
    selected,
)
from markscheme.research.ranking import AGGREGATIONS, BenchmarkScorer, MetricScores, ScoredSet, ScoringSettings
from markscheme.research.resampling import Ends, Estimate, ResamplingSettings, estimate, holm
from markscheme.scoring.scorer import CorpusFiles, Scorer, ScoreRequest

LEAST_SYSTEMS = 4
"""Smallest number of systems for which the test has a degree of freedom."""


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None


@shape("t", "p", "holm", name="WilliamsTest")
@attrs.frozen
class Williams:
    """Williams' test of two correlations; ``statistic`` is Student's t, infinite where nothing is left to chance."""

    statistic: float
    p: float
    """The two-sided probability."""
    holm: float | None = None
    """The same, adjusted by Holm's method over the column's pairs of metrics."""

    @property
    def t(self) -> float | None:
        """Student's t; positive where the first correlation is higher; ``null`` where it is infinite."""
        return _finite(self.statistic)


def williams(first: float, second: float, between: float, systems: int) -> Williams:
    """Return Williams' test of two metrics' r with people and r ``between`` them; ValueError below four systems."""
    if systems < LEAST_SYSTEMS:
        raise ValueError(f"Williams' test needs {LEAST_SYSTEMS} systems, not {systems}")
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    variance = 2 * max(determinant, 0.0) * (systems - 1) / (systems - 3) + mean**2 * (1 - between) ** 3
    difference = first - second
    if variance <= 0:
        statistic = inf if difference > 0 else -inf if difference < 0 else 0.0
    else:
        statistic = difference * sqrt((systems - 1) * (1 + between) / variance)
    from scipy.stats import t as student

    return Williams(statistic, float(2 * student.sf(abs(statistic), systems - 3)))


Numbers = npt.NDArray[np.float64]


def pearson(one: Numbers, other: Numbers) -> Numbers:
    """Return Pearson's r of each row, shape (samples,), from two arrays of shape (samples, systems)."""
    one = one - one.mean(axis=1, keepdims=True)
    other = other - other.mean(axis=1, keepdims=True)
    return _cosine(one, other)


def spearman(one: Numbers, other: Numbers) -> Numbers:
    """Return Spearman's rho of each row, with the mean rank for equal values; as :func:`pearson`."""
    from scipy.stats import rankdata

    return pearson(rankdata(one, axis=1), rankdata(other, axis=1))


def kendall(one: Numbers, other: Numbers) -> Numbers:
    """Return tau-b of each row; as :func:`pearson`."""
    rows, columns = np.triu_indices(one.shape[1], 1)
    return _cosine(np.sign(one[:, rows] - one[:, columns]), np.sign(other[:, rows] - other[:, columns]))


def _cosine(one: Numbers, other: Numbers) -> Numbers:
    product = (one * other).sum(axis=1)
    size = np.sqrt((one**2).sum(axis=1) * (other**2).sum(axis=1))
    values = np.full(len(product), np.nan)
    np.divide(product, size, out=values, where=size > 0)
    clipped: Numbers = np.clip(values, -1.0, 1.0)
    return clipped


@attrs.frozen
class Correlation:
    """A correlation, computed for each sample; ``symbol`` is its letter in tables."""

    title: str
    symbol: str
    of: Callable[[Numbers, Numbers], Numbers]


PEARSON = Correlation("Pearson", "r", pearson)
SPEARMAN = Correlation("Spearman", "ρ", spearman)
KENDALL = Correlation("Kendall", "τ", kendall)

CORRELATIONS: Registry[Correlation] = Registry(
    "correlation", {name: f"{__name__}:{name.upper()}" for name in ("pearson", "spearman", "kendall")}
)


SIZE = 4
"""Systems in a window, as in the papers."""


@shape(name="SystemWindow")
@attrs.frozen
class Window:
    """Correlations over systems that follow each other by people's scores."""

    first: int
    """The rank of the first one; 1 is the best."""
    systems: tuple[str, ...]
    """The systems, the best first."""
    pearson: float | None
    """Pearson's r; ``null`` where the metric scores all of them alike."""
    spearman: float | None
    """Spearman's rho; ``null`` as for Pearson's r."""


def windows(names: tuple[str, ...], metric: Numbers, people: Numbers, size: int = SIZE) -> tuple[Window, ...]:
    """Return windows of systems by scores (systems,), best first (SEEDA, Section 5.3); none of too few systems."""
    order = np.argsort(-people, kind="stable")
    consecutive: list[Window] = []
    for start in range(len(order) - size + 1):
        chosen = order[start : start + size]
        rows = metric[chosen][None], people[chosen][None]
        values = [_finite(value) for value in (pearson(*rows)[0], spearman(*rows)[0])]
        consecutive.append(Window(start + 1, tuple(names[number] for number in chosen), *values))
    return tuple(consecutive)


@shape()
@attrs.frozen
class SampledNumber:
    """A number with its bootstrap interval over sentences."""

    value: float | None
    """The number, unrounded; ``null`` where it is not defined."""
    sentences: Ends
    """The two ends of the interval over sentences; ``null`` without one."""

    @classmethod
    def of(cls, sentences: Estimate) -> "SampledNumber":
        return cls(sentences.value, sentences.ends)


@shape("systems")
@attrs.frozen
class SampledCorrelation(SampledNumber):
    """A number with its intervals over sentences and over systems."""

    systems: Ends
    """The two ends of the interval over systems; ``null`` without one."""


@shape()
@attrs.frozen
class SystemPairAgreement:
    """How often a metric agrees with people on the outputs of two systems."""

    systems: tuple[str, str]
    """The two systems."""
    accuracy: float
    """The share of the comparisons that people decide in which the metric agrees."""
    comparisons: int
    """The number of comparisons that count."""


SystemScores = Mapping[str, float | None]
"""By the systems' names, in a column's order; ``None`` where a score is not defined."""


@shape(
    *("metric", "signature", "scores", "pearson", "spearman", "kendall", "accuracy", "sentence_tau", "comparisons"),
    *("tied", "pairs", "windows"),
    name="MetricAgreement",
    renamed={"pairs": "system_pairs"},
)
@attrs.frozen
class Row:
    """One metric beside people."""

    metric: str
    """The metric's name."""
    title: str
    signature: str
    """The metric and the settings that the numbers depend on."""
    scores: SystemScores
    """The metric's score of each system; ``null`` where it is not defined."""
    pearson: SampledCorrelation
    """Pearson's r over systems."""
    spearman: SampledCorrelation
    """Spearman's rho over systems."""
    kendall: SampledCorrelation
    """Kendall's tau-b over systems."""
    accuracy: SampledNumber
    """The share of single comparisons in which the metric agrees with people."""
    sentence_tau: SampledNumber
    """Kendall's tau on single comparisons."""
    comparisons: int
    """The number of single comparisons that count."""
    tied: int
    """The number of those that people decide and the metric ties."""
    pairs: tuple[SystemPairAgreement, ...]
    """Agreement by pairs of systems."""
    windows: tuple[Window, ...]
    """Window analysis, from the best system on."""

    @property
    def correlations(self) -> Mapping[str, SampledCorrelation]:
        return {name: getattr(self, name) for name in CORRELATIONS.names}


@shape("metrics", "pearson", "williams", name="MetricDifference")
@attrs.frozen
class Difference:
    """The first metric's correlation with people less the second's."""

    first: Row
    second: Row
    pearson: SampledCorrelation
    """The difference of Pearson's r, with intervals of the paired bootstrap."""
    williams: Williams | None
    """The test; ``null`` with fewer than four systems, and where a correlation is not defined."""

    @property
    def metrics(self) -> tuple[str, str]:
        """The two metrics."""
        return self.first.metric, self.second.metric


@shape(
    *("judgements.title", "method", "references.name", "reference_count", "systems.name", "people", "rows"),
    "differences",
    name="EvaluationColumn",
    renamed={
        "judgements.title": "judgements",
        "references.name": "references",
        "systems.name": "systems",
        "rows": "metrics",
    },
)
@attrs.frozen
class Column:
    """Metrics beside one kind of judgements, against one set of references.

    No correlation is over a system that people give no score, as they decide no comparison with it.
    """

    judgements: Judgements
    method: str
    """The aggregation that made people's scores."""
    references: ReferenceSet
    systems: SystemSet
    people: SystemScores
    """People's score of each system."""
    rows: tuple[Row, ...]
    """One for each metric."""
    differences: tuple[Difference, ...]
    """One for each pair of metrics."""

    @property
    def reference_count(self) -> int:
        """The number of references."""
        return len(self.references.texts)

    @property
    def unrated(self) -> tuple[str, ...]:
        return tuple(name for name, value in self.people.items() if value is None)


def names_of(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


@attrs.frozen
class EvaluationSettings:
    """What is evaluated, and how.

    Empty ``people`` are what papers show. Empty ``references`` are all; empty ``systems`` those that papers use with
    the references. A window has at least two systems. 0 ``timed_sentences``: no times.
    """

    aggregation: str = "trueskill"
    """How metrics' scores of sentences became scores of systems."""
    people: tuple[str, ...] = attrs.field(default=(), converter=names_of)
    """How people's judgements became scores of systems; each way has columns of its own."""
    ties: str = "disagree"
    """What a metric's tie of two sentences means."""
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    window: int = attrs.field(default=SIZE, validator=attrs.validators.ge(2))
    resampling: ResamplingSettings = ResamplingSettings(200)
    timed_sentences: int = 0
    scoring: ScoringSettings = ScoringSettings()


class PeopleScores:
    """People's scores of systems: the published ones, or those that derive from all rankings."""

    def __init__(self, benchmark: Benchmark, method: str) -> None:
        """Raise RegistryError without such an aggregation, ChoiceError if it can't be made of people's comparisons."""
        self.method = method
        aggregation = AGGREGATIONS.get(method)
        self._by_judgements = {
            judgements.name: judgements.published.get(method)
            or dict(
                zip(
                    benchmark.names,
                    aggregation.people_scores(
                        comparisons_of(judgements.rankings, benchmark.names), len(benchmark.names)
                    ),
                    strict=True,
                )
            )
            for judgements in benchmark.judgements
        }

    def of(self, judgements: Judgements, systems: SystemSet) -> Numbers:
        scores = self._by_judgements[judgements.name]
        return np.array([float(scores[name]) for name in systems.systems])


@attrs.frozen
class TiePolicy:
    """What a metric's tie counts as, given people's outcomes (``agreement``: 1 or 0); if not ``counts``, nothing."""

    title: str
    agreement: Callable[[npt.NDArray[np.int64]], Numbers]
    counts: bool = True


def _none(outcomes: npt.NDArray[np.int64]) -> Numbers:
    return np.zeros(len(outcomes))


DISAGREE = TiePolicy("a metric's tie is a disagreement", _none)
FIRST_LOSES = TiePolicy(
    "in a metric's tie the system whose name comes first loses, as in SEEDA's and gec-metrics' code",
    lambda outcomes: (outcomes < 0).astype(np.float64),
)
LEAVE_OUT = TiePolicy("a metric's ties do not count", _none, counts=False)

TIE_POLICIES: Registry[TiePolicy] = Registry(
    "policy on ties",
    {name: f"{__name__}:{name.upper().replace('-', '_')}" for name in ("disagree", "first-loses", "leave-out")},
)


@attrs.frozen(eq=False)
class Agreements:
    """How often a metric agrees, by sentence and by pair of systems; ``tied``: decided by people, not by the metric."""

    agreed: Numbers
    counted: Numbers
    agreed_by_pair: Numbers
    counted_by_pair: Numbers
    tied: int

    def accuracy(self, counts: Numbers) -> Numbers:
        """Return the accuracy in samples, shape (samples,), from how often each has each sentence."""
        counted = counts @ self.counted
        values = np.full(len(counts), np.nan)
        np.divide(counts @ self.agreed, counted, out=values, where=counted > 0)
        return values

    def tau(self, counts: Numbers) -> Numbers:
        return 2 * self.accuracy(counts) - 1

    @property
    def by_pair(self) -> Numbers:
        """NaN where no comparison counts."""
        values = np.full(self.counted_by_pair.shape, np.nan)
        np.divide(self.agreed_by_pair, self.counted_by_pair, out=values, where=self.counted_by_pair > 0)
        return values


def agreements(scores: Numbers, people: Comparisons, policy: TiePolicy) -> Agreements:
    """Return how often scores, shape (systems, sentences), agree with people's decided comparisons."""
    decided = people.decided
    metric = np.sign(scores[decided.first, decided.sentences] - scores[decided.second, decided.sentences]).astype(
        np.int64
    )
    ties = metric == 0
    agreed = np.where(ties, policy.agreement(decided.outcomes), metric == decided.outcomes).astype(np.float64)
    counted = np.where(ties, float(policy.counts), 1.0)
    systems, sentences = scores.shape
    return Agreements(
        _by_sentence(decided, agreed, sentences),
        _by_sentence(decided, counted, sentences),
        _symmetric(decided, agreed, systems),
        _symmetric(decided, counted, systems),
        int(ties.sum()),
    )


def _by_sentence(comparisons: Comparisons, values: Numbers, sentences: int) -> Numbers:
    table = np.zeros(sentences)
    np.add.at(table, comparisons.sentences, values)
    return table


def _symmetric(comparisons: Comparisons, values: Numbers, systems: int) -> Numbers:
    table = np.zeros((systems, systems))
    np.add.at(table, (comparisons.first, comparisons.second), values)
    return table + table.T


LEAST_CORRELATED = 2
"""Number of systems from which scores can correlate."""


class Samples:
    """Metrics' scores of the same systems, in samples of sentences; the first sample is the whole."""

    def __init__(self, scores: Sequence[MetricScores], settings: EvaluationSettings) -> None:
        aggregation = AGGREGATIONS.get(settings.aggregation)
        self._scores = scores
        self._settings = settings
        self._counts = settings.resampling.weights(scores[0].sentences.shape[1])
        self._ratings = aggregation.of_metrics(scores, self._counts)
        self._titles = distinct_titles([item.metric.title for item in scores], [item.signature for item in scores])

    def column(
        self, judgements: Judgements, references: ReferenceSet, systems: SystemSet, method: str, people: Numbers
    ) -> Column:
        comparisons = comparisons_of(judgements.rankings, systems.systems)
        if (kept := self._scores[0].kept) is not None:
            comparisons = comparisons.among(kept)
        policy = TIE_POLICIES.get(self._settings.ties)
        agreed = [agreements(item.sentences, comparisons, policy) for item in self._scores]
        rated = _RatedSystems.of(self._ratings, people, systems.systems, self._settings.resampling)
        rows = tuple(self._row(number, rated, item) for number, item in enumerate(agreed))
        scores_of_people = _by_system(systems.systems, people)
        return Column(judgements, method, references, systems, scores_of_people, rows, self._differences(rows, rated))

    def _row(self, number: int, rated: "_RatedSystems", agreed: Agreements) -> Row:
        resampling, scores = self._settings.resampling, self._scores[number]
        correlations = {
            name: self._sampled(
                rated.over_sentences(correlation.of, number), rated.over_systems(correlation.of, number)
            )
            for name, correlation in CORRELATIONS.variants().items()
        }
        return Row(
            scores.metric.name,
            self._titles[number],
            scores.signature,
            _by_system(scores.systems, self._ratings[number][0]),
            **correlations,
            accuracy=SampledNumber.of(estimate(agreed.accuracy(self._counts), resampling)),
            sentence_tau=SampledNumber.of(estimate(agreed.tau(self._counts), resampling)),
            comparisons=int(agreed.counted.sum()),
            tied=agreed.tied,
            pairs=tuple(_pairs(agreed, scores.systems)),
            windows=windows(rated.names, rated.ratings[number][0], rated.people, self._settings.window),
        )

    def _differences(self, rows: Sequence[Row], rated: "_RatedSystems") -> tuple[Difference, ...]:
        metrics = range(len(rows))
        by_sentences = [rated.over_sentences(pearson, number) for number in metrics]
        by_systems = [rated.over_systems(pearson, number) for number in metrics]
        pairs = list(combinations(metrics, 2))
        tests = [rated.test(first, second) for first, second in pairs]
        adjusted = iter(holm([test.p for test in tests if test is not None]))
        return tuple(
            Difference(
                rows[first],
                rows[second],
                self._sampled(by_sentences[first] - by_sentences[second], by_systems[first] - by_systems[second]),
                None if test is None else attrs.evolve(test, holm=next(adjusted)),
            )
            for (first, second), test in zip(pairs, tests, strict=True)
        )

    def _sampled(self, over_sentences: Numbers, over_systems: Numbers) -> SampledCorrelation:
        resampling = self._settings.resampling
        by_sentences, by_systems = estimate(over_sentences, resampling), estimate(over_systems, resampling)
        return SampledCorrelation(by_sentences.value, by_sentences.ends, by_systems.ends)


def _by_system(names: Sequence[str], values: Numbers) -> SystemScores:
    return dict(zip(names, map(_finite, values.tolist()), strict=True))


@attrs.frozen(eq=False)
class _RatedSystems:
    """The systems that people rate. Shapes: ratings (samples, systems) a metric; drawn (1 + resamples, systems)."""

    names: tuple[str, ...]
    people: Numbers
    ratings: tuple[Numbers, ...]
    drawn: npt.NDArray[np.int64]

    @classmethod
    def of(
        cls, ratings: Sequence[Numbers], people: Numbers, names: Sequence[str], resampling: ResamplingSettings
    ) -> "_RatedSystems":
        """Return the rated systems; all of them where there are too few for a correlation."""
        rated = ~np.isnan(people)
        if rated.sum() < LEAST_CORRELATED:
            rated[:] = True
        kept = tuple(name for name, is_rated in zip(names, rated, strict=True) if is_rated)
        drawn = _drawn_systems(len(kept), resampling)
        return cls(kept, people[rated], tuple(item[:, rated] for item in ratings), drawn)

    def over_sentences(self, correlation: Callable[[Numbers, Numbers], Numbers], metric: int) -> Numbers:
        ratings = self.ratings[metric]
        return correlation(ratings, np.broadcast_to(self.people, ratings.shape))

    def over_systems(self, correlation: Callable[[Numbers, Numbers], Numbers], metric: int) -> Numbers:
        return correlation(self.ratings[metric][0][self.drawn], self.people[self.drawn])

    def test(self, first: int, second: int) -> Williams | None:
        one, other = (self.ratings[metric][:1] for metric in (first, second))
        people = self.people[None]
        values = tuple(float(pearson(*pair)[0]) for pair in ((one, people), (other, people), (one, other)))
        undefined = len(self.people) < LEAST_SYSTEMS or np.isnan(values).any()
        return None if undefined else williams(values[0], values[1], values[2], len(self.people))


def _drawn_systems(systems: int, resampling: ResamplingSettings) -> npt.NDArray[np.int64]:
    """Return the systems of each sample, shape (1 + resamples, systems); the first sample has each once."""
    drawn = np.random.default_rng(resampling.seed).integers(systems, size=(resampling.resamples, systems))
    return np.concatenate([np.arange(systems)[None], drawn])


def _pairs(agreed: Agreements, systems: Sequence[str]) -> Iterator[SystemPairAgreement]:
    accuracy, counted = agreed.by_pair, agreed.counted_by_pair
    for first, second in combinations(range(len(counted)), 2):
        if counted[first, second]:
            names = systems[first], systems[second]
            yield SystemPairAgreement(names, float(accuracy[first, second]), int(counted[first, second]))


@shape("metric", "signature")
@attrs.frozen
class TimedMetric:
    """A metric whose time is measured."""

    metric: str
    """The metric's name."""
    title: str
    """Another one for each setting of a metric."""
    signature: str
    """The metric and the settings that its time depends on."""


@shape(name="SystemTimes")
@attrs.frozen
class SystemTime:
    """How long metrics take for one system's output."""

    system: str
    """The system's name."""
    edits: float
    """The mean number of edits in a sentence."""
    seconds: tuple[float, ...]
    """CPU seconds for a sentence, in the order of the metrics."""


@shape(
    *("references.name", "sentences", "metrics", "systems"),
    name="MetricTimes",
    renamed={"references.name": "references"},
)
@attrs.frozen
class Times:
    """How long metrics take with models loaded and an empty cache."""

    references: ReferenceSet
    sentences: int
    """The number of sentences."""
    metrics: tuple[TimedMetric, ...]
    """The metrics that were measured."""
    systems: tuple[SystemTime, ...]
    """One for each system, that with the fewest edits first."""


@attrs.define
class _Stopwatch:
    """Times metrics on sentences from the whole length of a benchmark, with an empty cache and ``loaded`` models."""

    benchmark: Benchmark
    models: Models
    references: ReferenceSet
    size: int
    loaded: Models = attrs.field(init=False, default=attrs.Factory(lambda self: self.models, takes_self=True))

    def times(self, metrics: Sequence[Metric[Any]], systems: Sequence[str], progress: Progress) -> Times:
        outputs = [self._part(text) for text in self.benchmark.systems if text.name in systems]
        source = self._part(self.benchmark.source)
        for metric in metrics:
            self._seconds(metric, outputs[0])  # loads what the metric needs
        rows: list[SystemTime] = []
        for number, output in enumerate(outputs):
            progress("times", number, len(outputs))
            seconds = tuple(self._seconds(metric, output) / self.size for metric in metrics)
            sides = zip(source.sides, output.sides, strict=True)
            edits = self.models.edits([(one.segment.tokens, other.segment.tokens) for one, other in sides])
            rows.append(SystemTime(output.name, sum(map(len, edits)) / self.size, seconds))
        signatures = [self.models.signature(metric, len(self.references.texts)) for metric in metrics]
        titles = distinct_titles([metric.title for metric in metrics], signatures)
        timed = map(TimedMetric, [metric.name for metric in metrics], titles, signatures)
        ordered = sorted(rows, key=lambda row: (row.edits, row.system))
        return Times(self.references, self.size, tuple(timed), tuple(ordered))

    def _part(self, text: ParallelText) -> ParallelText:
        count = len(self.benchmark.source.sides)
        return selected(text, [place * count // self.size for place in range(self.size)])

    def _seconds(self, metric: Metric[Any], output: ParallelText) -> float:
        source, references = self._part(self.benchmark.source), list(map(self._part, self.references.texts))
        with tempfile.TemporaryDirectory() as folder:
            self.loaded = self.loaded.with_cache(Path(folder) / "cache.sqlite")
            begin = time.process_time()
            request = ScoreRequest(metric, per_sentence=False)
            Scorer(self.loaded).score(CorpusFiles.held([output], references, source), request)
            elapsed = time.process_time() - begin
            self.loaded.cache.close()
        return elapsed


@shape(
    *("benchmark.name", "sentences", "settings.aggregation", "settings.people", "settings.scoring.score"),
    *("settings.scoring.unchanged_references", "settings.scoring.reference_edits", "settings.ties"),
    *("settings.resampling.resamples", "settings.resampling.seed", "settings.resampling.percentiles"),
    *("columns", "times"),
    renamed={"benchmark.name": "benchmark"},
    kind="document",
)
@attrs.frozen
class MetaEvaluation:
    """The output of ``evaluate seeda --format json`` and ``evaluate gjg15 --format json``. Numbers are unrounded."""

    benchmark: Benchmark
    settings: EvaluationSettings
    columns: tuple[Column, ...]
    """One for each kind of judgements, way to make people's scores, set of systems and set of references."""
    times: Times | None = None
    """How long metrics take, for the systems and references of the last column; ``null`` if not asked for."""

    @property
    def sentences(self) -> int:
        """The number of its sentences."""
        return len(self.benchmark.source.sides)


def evaluate(
    benchmark: Benchmark,
    metrics: Sequence[Metric[Any]],
    models: Models,
    settings: EvaluationSettings = EvaluationSettings(),
    progress: Progress = silent,
) -> MetaEvaluation:
    """Return how far metrics agree with people on a benchmark.

    Raise DocumentError if texts don't line up, RegistryError if there is no such aggregation or policy on ties,
    ChoiceError if the benchmark has no such set, or people's comparisons can't be aggregated so.
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
    scores_of_sets = BenchmarkScorer(benchmark, models, settings.scoring, progress).scores(sets, metrics)
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
    times = None
    if settings.timed_sentences:
        last = ordered[-1]
        size = min(settings.timed_sentences, len(benchmark.source.sides))
        watch = _Stopwatch(benchmark, models, last.references, size)
        times = watch.times(metrics, last.systems.systems, progress)
    return MetaEvaluation(benchmark, settings, ordered, times)
