"""The meta-evaluation of metrics: how far they agree with people on a benchmark, and how long they take.

Each combination of a set of references, a set of systems, a kind of judgements and a way to make people's scores is a
column. Metrics' scores, and their samples, are the same for all judgements.

Williams' test (Williams, 1959; Graham and Baldwin, EMNLP 2014) takes into account that two metrics score the same
systems. Correlations are NaN where a side is constant. For one sample they equal scipy's ``pearsonr``, ``spearmanr``
and ``kendalltau`` (tau-b); scipy has no form of the last two over samples.

On single comparisons accuracy is the share in which the metric agrees, and Kendall's tau the agreements minus the
disagreements, as a share of both (SEEDA, Section 5.2); people's ties do not count. What a metric's own tie means
differs between papers, and decides much: metrics often tie two outputs.

Intervals are percentiles of bootstrap samples (:mod:`markscheme.resampling.draws`). For samples of sentences metrics
score anew, and people's scores of systems stay. Samples of systems vary much more, with a dozen systems.

A time (UOT-ERRANT, Section 5.3 and Figure 7) is that of this process's own CPU, with models loaded and an empty cache:
from texts to the score of the output, with the edits and vectors of the references.

CLEME2.0's trade-off factors (Table 11 and Appendix B.5) decide which reference a sentence is scored against, so each
combination folds the corpus anew, all side by side.
"""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import inf, isnan, sqrt
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata
from scipy.stats import t as student

from markscheme.evaluation.edit_space import LEAST_EDITS, TypedVectors, output_of, typed_vectors
from markscheme.evaluation.judgements import (
    Benchmark,
    Comparisons,
    Judgements,
    ReferenceSet,
    SystemSet,
    comparisons_of,
    selected,
)
from markscheme.evaluation.metric_scores import ScoredSet, ScoringSettings, metric_scores
from markscheme.evaluation.ranking import AGGREGATIONS, MetricScores
from markscheme.evaluation.resampling import (
    Candidates,
    cleme2_preferences,
    cleme2_score,
    cleme2_terms,
    totals_by_choice,
)
from markscheme.formats.corpus import ParallelText
from markscheme.metrics.base import Level, Metric, distinct_titles
from markscheme.metrics.chunk_metric import ChunkRow
from markscheme.metrics.cleme2 import Factors
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.resampling.draws import UNDEFINED, Estimate, ResamplingSettings, estimate, holm
from markscheme.scoring.models import Models, SignatureNames, score_signature
from markscheme.scoring.scorer import Scorer, ScoreRequest

LEAST_SYSTEMS = 4
"""Smallest number of systems for which the test has a degree of freedom."""


@attrs.frozen
class Williams:
    """Student's t, positive where the first correlation is higher, and the two-sided probability."""

    statistic: float
    p: float


def williams(first: float, second: float, between: float, systems: int) -> Williams:
    """Return Williams' test of two metrics' Pearson correlations with people; ``between`` is that of the metrics.

    Raise ValueError with fewer than four systems.
    """
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
    return Williams(statistic, float(2 * student.sf(abs(statistic), systems - 3)))


Numbers = npt.NDArray[np.float64]


def pearson(one: Numbers, other: Numbers) -> Numbers:
    """Return Pearson's r of each row, shape (samples,), from two arrays of shape (samples, systems)."""
    one = one - one.mean(axis=1, keepdims=True)
    other = other - other.mean(axis=1, keepdims=True)
    return _cosine(one, other)


def spearman(one: Numbers, other: Numbers) -> Numbers:
    """Return Spearman's rho of each row, with the mean rank for equal values; as :func:`pearson`."""
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


@attrs.frozen
class Window:
    """Consecutive systems by people's scores, the best first; ``first`` is a rank, 1 is the best.

    Correlations are ``None`` where the metric scores all of them alike.
    """

    first: int
    systems: tuple[str, ...]
    pearson: float | None
    spearman: float | None


def windows(names: tuple[str, ...], metric: Numbers, people: Numbers, size: int = SIZE) -> tuple[Window, ...]:
    """Return every window of systems, from the best on (SEEDA, Section 5.3); none where there are fewer systems.

    Scores have the shape (systems,).
    """
    order = np.argsort(-people, kind="stable")
    consecutive: list[Window] = []
    for start in range(len(order) - size + 1):
        chosen = order[start : start + size]
        rows = metric[chosen][None], people[chosen][None]
        values = [None if np.isnan(value) else float(value) for value in (pearson(*rows)[0], spearman(*rows)[0])]
        consecutive.append(Window(start + 1, tuple(names[number] for number in chosen), *values))
    return tuple(consecutive)


@attrs.frozen
class Interval:
    """A number with an interval over samples of sentences and one over samples of systems."""

    sentences: Estimate = UNDEFINED
    systems: Estimate = UNDEFINED

    @property
    def value(self) -> float | None:
        return self.sentences.value


@attrs.frozen
class Row:
    """One metric's agreement with people.

    ``scores`` of systems are in the column's order; ``compared`` comparisons count, and the metric ties ``tied`` of
    them. ``pairs`` have the indices of two systems, accuracy and the number of comparisons.
    """

    metric: str
    title: str
    signature: str
    scores: tuple[float, ...]
    correlations: dict[str, Interval]
    accuracy: Estimate
    tau: Estimate
    compared: int
    tied: int
    pairs: tuple[tuple[int, int, float, int], ...]
    windows: tuple[Window, ...]


@attrs.frozen
class Difference:
    """Whether two metrics' Pearson correlations differ: the first minus the second, with paired bootstrap intervals.

    The metrics are indices of rows. Williams' test is ``None`` with fewer than four systems; ``adjusted`` is its p for
    the column's number of pairs (Holm, 1979).
    """

    metrics: tuple[int, int]
    difference: Interval
    test: Williams | None
    adjusted: float | None


@attrs.frozen
class Column:
    """Metrics beside one kind of judgements, against one set of references; ``method`` aggregated people's scores.

    People's score is NaN for a system without a decided comparison, which no correlation is over.
    """

    judgements: Judgements
    method: str
    references: ReferenceSet
    systems: SystemSet
    people: tuple[float, ...]
    rows: tuple[Row, ...]
    differences: tuple[Difference, ...]

    @property
    def unrated(self) -> tuple[str, ...]:
        return tuple(name for name, value in zip(self.systems.systems, self.people, strict=True) if isnan(value))


def names_of(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


@attrs.frozen
class EvaluationSettings:
    """What is evaluated, and how.

    ``aggregation`` makes a metric's scores of sentences into scores of systems, ``people`` people's comparisons:
    ``trueskill`` or ``expected-wins``, or both, each with columns of its own; empty for what papers show. ``ties`` is
    what a metric's tie means. Empty ``references`` are all; empty ``systems`` those that papers use with the
    references. A window has at least two systems. Empty ``vectors_of`` and 0 ``timed_sentences``: no such analysis.
    """

    aggregation: str = "trueskill"
    people: tuple[str, ...] = attrs.field(default=(), converter=names_of)
    ties: str = "disagree"
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    window: int = attrs.field(default=SIZE, validator=attrs.validators.ge(2))
    resampling: ResamplingSettings = ResamplingSettings(200)
    vectors_of: str = ""
    least_edits: int = LEAST_EDITS
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
    """What a metric's tie means where people prefer one output.

    ``agreement`` returns the share, 1 or 0, that ties count as, given people's outcomes; if not ``counts``, none do.
    """

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
    """How often a metric agrees with people: by sentence, and by pair of systems (systems, systems), symmetric.

    ``tied`` is the number of comparisons that people decide and the metric ties.
    """

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
        return Column(judgements, method, references, systems, tuple(people.tolist()), rows, self._differences(rated))

    def _row(self, number: int, rated: "_RatedSystems", agreed: Agreements) -> Row:
        resampling, scores = self._settings.resampling, self._scores[number]
        correlations = {
            name: Interval(
                estimate(rated.over_sentences(correlation.of, number), resampling),
                estimate(rated.over_systems(correlation.of, number), resampling),
            )
            for name, correlation in CORRELATIONS.variants().items()
        }
        return Row(
            scores.metric.name,
            self._titles[number],
            scores.signature,
            tuple(self._ratings[number][0].tolist()),
            correlations,
            estimate(agreed.accuracy(self._counts), resampling),
            estimate(agreed.tau(self._counts), resampling),
            int(agreed.counted.sum()),
            agreed.tied,
            _pairs(agreed),
            windows(rated.names, rated.ratings[number][0], rated.people, self._settings.window),
        )

    def _differences(self, rated: "_RatedSystems") -> tuple[Difference, ...]:
        resampling, metrics = self._settings.resampling, range(len(self._ratings))
        by_sentences = [rated.over_sentences(pearson, number) for number in metrics]
        by_systems = [rated.over_systems(pearson, number) for number in metrics]
        pairs = list(combinations(metrics, 2))
        tests = [rated.test(first, second) for first, second in pairs]
        adjusted = iter(holm([test.p for test in tests if test is not None]))
        return tuple(
            Difference(
                (first, second),
                Interval(
                    estimate(by_sentences[first] - by_sentences[second], resampling),
                    estimate(by_systems[first] - by_systems[second], resampling),
                ),
                test,
                None if test is None else next(adjusted),
            )
            for (first, second), test in zip(pairs, tests, strict=True)
        )


@attrs.frozen(eq=False)
class _RatedSystems:
    """The systems that people rate; one without a decided comparison has no score by Expected Wins.

    Shapes: ratings (samples, systems) for each metric; drawn (1 + resamples, systems).
    """

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


def _pairs(agreed: Agreements) -> tuple[tuple[int, int, float, int], ...]:
    accuracy, counted = agreed.by_pair, agreed.counted_by_pair
    return tuple(
        (first, second, float(accuracy[first, second]), int(counted[first, second]))
        for first, second in combinations(range(len(counted)), 2)
        if counted[first, second]
    )


@attrs.frozen
class TimedMetric:
    """A metric whose time is measured; one with two settings has two titles."""

    metric: str
    title: str
    signature: str


@attrs.frozen
class SystemTime:
    """CPU seconds for a sentence of one system, in the order of the metrics; ``edits`` is the mean in a sentence."""

    system: str
    edits: float
    seconds: tuple[float, ...]


@attrs.frozen
class Times:
    """How long metrics take; the system with the fewest edits first."""

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
    """Each time has an empty cache, and the models that were loaded before."""

    def __init__(self, models: Models, references: Sequence[ParallelText], source: ParallelText) -> None:
        self._models = models
        self._references = references
        self._source = source

    def seconds(self, metric: Metric[Any], output: ParallelText) -> float:
        with tempfile.TemporaryDirectory() as folder:
            self._models = self._models.with_cache(Path(folder) / "cache.sqlite")
            begin = time.process_time()
            request = ScoreRequest(metric, per_sentence=False)
            Scorer(self._models).score([output], self._references, self._source, request)
            elapsed = time.process_time() - begin
            self._models.cache.close()
        return elapsed


@attrs.frozen
class MetaEvaluation:
    """How far metrics agree with people on a benchmark; times are of the systems and references of the last column."""

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


Floats = npt.NDArray[np.float64]

STEPS = 20
"""The paper's grid: multiples of 0.05."""


def trade_offs(steps: int = STEPS) -> Iterator[Factors]:
    """Yield all factors that are multiples of 1 / steps and sum to 1.

    >>> len(list(trade_offs()))
    1771
    """
    for hit in range(steps + 1):
        for wrong in range(steps + 1 - hit):
            for under in range(steps + 1 - hit - wrong):
                parts = (hit, wrong, under, steps - hit - wrong - under)
                yield Factors(*(part / steps for part in parts))


def scores_by_factors(scores: MetricScores, factors: Sequence[Factors], level: Level) -> Floats:
    """Return CLEME2.0's scores of systems under each of these factors, shape (factors, systems).

    Raise ValueError if chunks are weighed by length, which depends on the corpus.
    """
    alphas = np.array([attrs.astuple(item) for item in factors])
    columns = [_system(_candidates(rows), alphas, level) for rows in scores.statistics]
    return np.stack(columns, axis=1)


def _candidates(statistics: Sequence[Sequence[object]]) -> list[list[tuple[float, ...]]]:
    sentences: list[list[tuple[float, ...]]] = []
    for rows, *_ in statistics:
        chunk_rows = [ChunkRow(*row) for row in rows]  # type: ignore[attr-defined]
        if any(row.lengths is not None for row in chunk_rows):
            raise ValueError("weights by length depend on the corpus; take another weighting")
        sentences.append([tuple(row.counts if row.weights is None else row.weights) for row in chunk_rows])
    return sentences


def _system(sentences: Sequence[Sequence[tuple[float, ...]]], alphas: Floats, level: Level) -> Floats:
    candidates = Candidates.of(sentences)
    if level == "sentence":
        return _mean_of_best(candidates, alphas)
    order = np.broadcast_to(np.arange(len(sentences)), (len(alphas), len(sentences)))
    preferred = cleme2_preferences(candidates.values)
    totals = totals_by_choice(candidates, order, lambda totals: _scores(totals, alphas[:, None, :]), preferred)
    return _scores(totals, alphas)


def _mean_of_best(candidates: Candidates, alphas: Floats) -> Floats:
    """Return the mean of the best references' scores: ties between references don't change it."""
    total = np.zeros(len(alphas))
    for places in candidates.places:
        values = candidates.values[places[places >= 0]]
        total += _scores(values[None], alphas[:, None, :]).max(axis=1)
    return total / len(candidates.places)


def _scores(totals: Floats, alphas: Floats) -> Floats:
    """Return Equations 1 to 5 of totals, shape (..., 5), under factors, shape (..., 4)."""
    return cleme2_score(cleme2_terms(totals), tuple(np.moveaxis(alphas, -1, 0)))
