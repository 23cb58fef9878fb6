"""Settings of metrics, chosen by how far scores agree with people, with the evidence for each choice.

To try one more setting of a metric, add an axis to its grid in :data:`GRIDS`. CLEME2.0's grid has 1,771 candidates, so
its sentences are scored in arrays, to the last bit as the metric scores them, ties included.

All candidates see the same samples and halves of sentences, so that their differences are paired. In a sample people's
scores of systems stay; in a half they are those of the half's own judgements. Systems are few, and a setting may rank
them better and yet tie most outputs, so agreement on single comparisons is an objective (:data:`OBJECTIVES`), too.

As for CLEME2.0's factors (the paper's Appendix B.5), each set of references is left out in turn and the candidate that
is best on the others wins. The winner with the best mean over all sets is taken; the paper leaves this open.
"""

import difflib
import hashlib
import json
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import groupby, islice, product
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.documents.corpus import ParallelText
from markscheme.errors import ChoiceError
from markscheme.inference.models import Models
from markscheme.metrics.base import METRICS, Metric, ModelOutputs, Need, Sentence, common_signature
from markscheme.metrics.cleme2 import ChunkRow, Cleme2, Factors
from markscheme.metrics.settings import fields_of, read_setting
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.research.judgements import Benchmark, Comparisons, ReferenceSet, comparisons_of
from markscheme.research.meta_evaluation import (
    DISAGREE,
    Agreements,
    agreements,
    kendall,
    names_of,
    pearson,
    spearman,
)
from markscheme.research.ranking import (
    AGGREGATIONS,
    Aggregation,
    BenchmarkScorer,
    MetricScores,
    ScoredSet,
    comparable_scores,
    main_score,
)
from markscheme.research.resampling import Estimate, ResamplingSettings, cleme2_score, cleme2_terms, estimate
from markscheme.scoring.statistics import compute

Settings = Mapping[str, object]


@attrs.frozen
class Axis:
    """The values, ascending, of one setting; if ``folded``, only ``fold`` reads it and statistics are shared."""

    setting: str
    values: tuple[object, ...]
    folded: bool = False


@attrs.frozen
class Grid:
    """Every combination of the axes' values of one metric, and the defaults; ``further`` axes only where asked for."""

    metric: str
    axes: tuple[Axis, ...]
    further: tuple[Axis, ...] = ()

    def with_axis(self, axis: Axis) -> "Grid":
        kept = [axis if other.setting == axis.setting else other for other in self.axes]
        return attrs.evolve(self, axes=tuple(kept if axis in kept else [*kept, axis]))

    @property
    def default(self) -> Settings:
        standard = METRICS.get(self.metric)()
        return {axis.setting: getattr(standard, axis.setting) for axis in self.axes}

    @property
    def candidates(self) -> tuple[Settings, ...]:
        """The default values first, then every other combination in the order of the axes."""
        names = [axis.setting for axis in self.axes]
        combinations = (dict(zip(names, values, strict=True)) for values in product(*(a.values for a in self.axes)))
        default = self.default
        return (default, *(candidate for candidate in combinations if candidate != default))

    def metric_of(self, candidate: Settings) -> Metric[object]:
        return METRICS.get(self.metric)(level="sentence", **candidate)

    @property
    def needs(self) -> frozenset[Need]:
        return self.metric_of(self.default).needs

    def statistics_key(self, candidate: Settings) -> tuple[object, ...]:
        return tuple(candidate[axis.setting] for axis in self.axes if not axis.folded)


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


CREDIT = Grid(
    "credit",
    (
        Axis("tau", (0.5, 0.65, 1 / math.sqrt(2), 0.85)),
        Axis("kept", (0.0, 0.0025, 0.01, 0.02, 0.05)),
        Axis("beta", (0.5, 1.0, 1.5, 2.0, 3.0), folded=True),
    ),
    (Axis("floor", (0.05, 0.1, 0.2)), Axis("ceiling", (0.6, 0.8, 0.9, 1.0))),
)
UOT_ERRANT = Grid(
    "uot-errant",
    (
        Axis("relaxation", (0.05, 0.1, 0.2)),
        Axis("beta", (0.5, 1.0, 2.0), folded=True),
    ),
    (Axis("regularisation", (0.05, 0.1, 0.2)),),
)
CLEME2 = Grid("cleme2", (Axis("factors", tuple(trade_offs()), folded=True),))
IMPARA = Grid(
    "impara",
    (Axis("threshold", (-1.0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99), folded=True),),
)

GRIDS: Registry[Grid] = Registry(
    "tuned metric",
    {
        "credit": f"{__name__}:CREDIT",
        "uot-errant": f"{__name__}:UOT_ERRANT",
        "cleme2": f"{__name__}:CLEME2",
        "impara": f"{__name__}:IMPARA",
    },
)


Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


@attrs.frozen(eq=False)
class Material:
    """All systems' different sentences against one set of references; ``places`` (systems, sentences): indices."""

    sentences: tuple[Sentence, ...]
    places: Indices

    @classmethod
    def read(
        cls,
        benchmark: Benchmark,
        references: ReferenceSet,
        needs: Collection[Need],
        models: Models,
        progress: Progress,
    ) -> "Material":
        """Return all systems' sentences with the edits that are needed; raise DocumentError if texts don't line up."""
        scorer = BenchmarkScorer(benchmark, models, progress=progress)
        [sentences] = scorer.sentences([ScoredSet(references, benchmark.names)], needs)
        numbers = {sentence: number for number, sentence in enumerate(dict.fromkeys(sentences))}
        places = np.array([numbers[sentence] for sentence in sentences], dtype=np.int64)
        return cls(tuple(numbers), places.reshape(len(benchmark.systems), -1))


class SharedOutputs:
    """What models compute for a material, once for all metrics; statistics, as many as candidates, are not cached."""

    def __init__(self, material: Material, models: Models, progress: Progress) -> None:
        self._material = material
        self._models = models
        self._progress = progress
        self._outputs: dict[tuple[Any, ...], ModelOutputs] = {}

    def statistics(self, grid: Grid, candidate: Settings) -> list[Any]:
        metric = grid.metric_of(candidate)
        outputs = self._outputs_of(metric)
        return [metric.statistics(sentence, outputs) for sentence in self._material.sentences]

    def _outputs_of(self, metric: Metric[Any]) -> ModelOutputs:
        inputs = [metric.inputs(sentence) for sentence in self._material.sentences]
        key = (metric.vectorisation, metric.estimator, frozenset(inputs))
        if key not in self._outputs:
            self._outputs[key] = compute(inputs, self._models, self._progress, metric)
        return self._outputs[key]


def fingerprints(benchmark: Benchmark) -> Mapping[str, str]:
    """Return a SHA-256 digest of each part of a benchmark, by what it is; not of files, which may be laid out anew."""
    parts: dict[str, object] = {
        "systems": {text.name: _lines(text) for text in (benchmark.source, *benchmark.systems)},
        "judgements": [
            [ranking.sentence, ranking.annotator, sorted(ranking.ranks)]
            for judgements in benchmark.judgements
            for ranking in judgements.rankings
        ],
    }
    for references in benchmark.references:
        parts[f"references.{references.name}"] = [_lines(text) for text in references.texts]
    return {name: hashlib.sha256(json.dumps(part).encode()).hexdigest() for name, part in parts.items()}


def _lines(text: ParallelText) -> list[Sequence[str]]:
    return [side.segment.tokens for side in text.sides]


NO_AXES = ("level", "factors", "weighting")
"""Settings that no values can be named for: candidates score sentences, and factors have a grid of their own."""


def grids_with(metrics: Sequence[str], axes: Sequence[str]) -> tuple[Grid, ...]:
    """Return the grids of metrics, with axes; a metric without a grid needs an axis with values.

    An axis is ``METRIC.SETTING``, one of the grid's further ones, or ``METRIC.SETTING=VALUE,VALUE`` in place of the
    grid's own values. Raise ChoiceError for a wrong axis, RegistryError if there is no such metric, or no grid for it.
    """
    named = [_parts(axis) for axis in axes]
    if unknown := next((metric for metric, _, _ in named if metric not in metrics), None):
        raise ChoiceError(f"{unknown} is not tuned. Add it with --metric {unknown}")
    grids: list[Grid] = []
    for metric in dict.fromkeys(metrics):
        values_of = {setting: values for name, setting, values in named if name == metric}
        grid = GRIDS.get(metric) if metric in GRIDS.names or not values_of else Grid(metric, ())
        for setting, values in values_of.items():
            grid = grid.with_axis(_axis(grid, setting, values))
        grids.append(grid)
    return tuple(grids)


def _parts(axis: str) -> tuple[str, str, str]:
    name, _, values = axis.partition("=")
    metric, point, setting = (part.strip() for part in name.partition("."))
    if not (metric and point and setting) or ("=" in axis and not values.strip()):
        raise ChoiceError(f"{axis!r} is no axis. Write one such as credit.floor or credit.tau=0.5,0.7")
    return metric, setting, values


def _axis(grid: Grid, setting: str, values: str) -> Axis:
    axes = {axis.setting: axis for axis in (*grid.axes, *grid.further)}
    if not values:
        if setting not in axes:
            raise ChoiceError(
                f"{grid.metric} has no axis {setting!r}. "
                f"Its axes are {', '.join(axes) or 'none'}; for another setting give values, such as {setting}=0.5,1"
            )
        return axes[setting]
    chosen = _values(grid.metric, setting, values.split(","))
    return attrs.evolve(axes[setting], values=chosen) if setting in axes else Axis(setting, chosen)


def _values(metric: str, setting: str, texts: Sequence[str]) -> tuple[Any, ...]:
    fields = {name: field for name, field in fields_of(METRICS.get(metric)).items() if name not in NO_AXES}
    if setting not in fields:
        likely = difflib.get_close_matches(setting, fields, 1) or list(fields)
        raise ChoiceError(f"{metric} has no setting {setting!r} to be tried. Choose {' or '.join(likely)}")
    try:
        return tuple(sorted({read_setting(fields[setting], text.strip()) for text in texts}))
    except ChoiceError as error:
        raise ChoiceError(f"{metric}: {error}") from error


def average(one: Numbers, other: Numbers) -> Numbers:
    """Return the mean of Pearson's r and Spearman's rho of each row, as the "Avg." of CLEME2.0's tables."""
    return (pearson(one, other) + spearman(one, other)) / 2


@attrs.frozen
class Objective:
    """What candidates are ranked by; the higher, the better.

    ``of`` is the agreement over systems for each row of two arrays (samples, systems), NaN where one is constant.
    Kendall's tau on single comparisons has the weight ``single``, in [0, 1], and ``of`` the rest.
    """

    title: str
    of: Callable[[Numbers, Numbers], Numbers]
    single: float = 0.0

    def with_people(self, ratings: Numbers, people: Numbers) -> Numbers:
        """Return agreement over systems of each sample, (samples, systems) or people (systems,); NaN is left out."""
        people = np.broadcast_to(people, ratings.shape)
        if not np.isnan(people).any():
            return self.of(ratings, people)
        rows = zip(ratings, people, ~np.isnan(people), strict=True)
        return np.array([self.of(row[None, rated], other[None, rated])[0] for row, other, rated in rows])


BOTH = Objective(
    "mean of two: Pearson's r and Spearman's ρ over systems, on average, and Kendall's τ on single comparisons",
    average,
    single=0.5,
)
AVERAGE = Objective("mean of Pearson's r and Spearman's ρ over systems", average)
PEARSON = Objective("Pearson's r over systems", pearson)
SPEARMAN = Objective("Spearman's ρ over systems", spearman)
KENDALL = Objective("Kendall's τ over systems", kendall)
COMPARISONS = Objective("Kendall's τ on single comparisons", average, single=1.0)

OBJECTIVES: Registry[Objective] = Registry(
    "objective",
    {
        name: f"{__name__}:{name.upper()}"
        for name in ("both", "average", "pearson", "spearman", "kendall", "comparisons")
    },
)


DECIMALS = 9
"""Decimals to which values are compared: beyond them, sums of floating-point numbers differ by their order."""
DEFAULT = 0
"""The index of the default settings among candidates."""

POLICY = (
    "The default stays unless all of this holds: the interval of the paired difference, best minus default, is above "
    "0; settings chosen on the other sets of references are better than the default on the set left out, on average; "
    "settings chosen on one half of the sentences are better than the default on the other half, on average."
)
ALWAYS = "The best settings are taken, whatever the evidence."


@attrs.frozen
class Fold:
    """Settings chosen on one part of the data, and how good they and the defaults are on the other part."""

    winner: int
    chosen: float
    default: float

    @property
    def gain(self) -> float:
        return self.chosen - self.default


def best(values: Numbers, among: Sequence[int] | None = None) -> int:
    """Return the index of the highest value, the first of equals; NaN is the lowest."""
    indices = np.arange(len(values)) if among is None else np.array(sorted(set(among)))
    return int(indices[np.argmax(np.nan_to_num(values[indices].round(DECIMALS), nan=-np.inf))])


def folds_over_references(values: Numbers) -> tuple[Fold, ...]:
    """Return a fold for each set of references that is left out of (sets, candidates); none if there is one set."""
    if len(values) < 2:
        return ()
    winners = [best(np.delete(values, number, axis=0).mean(axis=0)) for number in range(len(values))]
    return tuple(
        Fold(winner, float(row[winner]), float(row[DEFAULT])) for winner, row in zip(winners, values, strict=True)
    )


def folds_over_halves(values: Numbers) -> tuple[Fold, ...]:
    """Return a fold for each half that settings are chosen on, judged by the other; values: (candidates, splits, 2)."""
    folds: list[Fold] = []
    for split in range(values.shape[1]):
        for half in (0, 1):
            winner, other = best(values[:, split, half]), values[:, split, 1 - half]
            folds.append(Fold(winner, float(other[winner]), float(other[DEFAULT])))
    return tuple(folds)


def mean_gain(folds: Sequence[Fold]) -> float | None:
    gains = [fold.gain for fold in folds if not np.isnan(fold.gain)]
    return float(np.mean(gains)) if gains else None


def best_candidate(values: Numbers, folds: Sequence[Fold]) -> int:
    """Return the winner of a fold with the highest mean over all sets; without folds, the best of all candidates."""
    return best(values.mean(axis=0), [fold.winner for fold in folds] or None)


def holds(difference: Estimate, *gains: float | None) -> bool:
    """Return whether a difference, paired by sample, and gains suffice by :data:`POLICY`; ``None`` decides nothing."""
    return difference.low is not None and difference.low > 0 and all(gain is None or gain > 0 for gain in gains)


SentenceScores = Callable[[Metric[Any]], Numbers]
"""Returns the scores of sentences, shape (sentences,), under a metric that has these statistics."""


def sentence_scores(metric: Metric[Any], statistics: Sequence[Any]) -> SentenceScores:
    """Return what scores sentences with these statistics; a subclass of a registered metric folds."""
    return _scorer(metric, statistics) if type(metric) in _scorer.registry else _folding(statistics)


def _folding(statistics: Sequence[Any]) -> SentenceScores:
    def scores(metric: Metric[Any]) -> Numbers:
        return np.array([main_score(item.scores) for item in metric.fold(statistics).sentences])

    return scores


@singledispatch
def _scorer(metric: Metric[Any], statistics: Sequence[Any]) -> SentenceScores:
    return _folding(statistics)


@_scorer.register
def _(metric: Cleme2, statistics: Sequence[Any]) -> SentenceScores:
    rows = [[ChunkRow(*row) for row in one[0]] for one in statistics]
    if any(row.lengths is not None for references in rows for row in references):
        return _folding(statistics)
    firsts = np.cumsum([0, *map(len, rows[:-1])])
    sums = [row.counts if row.weights is None else row.weights for references in rows for row in references]
    terms = cleme2_terms(np.array(sums, dtype=np.float64))

    def scores(candidate: Metric[Any]) -> Numbers:
        totals = cleme2_score(terms, attrs.astuple(candidate.factors))  # type: ignore[attr-defined]
        best: Numbers = np.maximum.reduceat(totals, firsts)
        return best

    return scores


TOGETHER = 25
"""Candidates that are rated at once: TrueSkill then takes about half the time. It changes no number."""


@attrs.frozen(eq=False)
class Trial:
    """A metric's candidates against one set of references (empty: needs none), means over the kinds of judgements.

    Of the objective: ``values`` in samples, the whole first, shape (candidates, 1 + resamples), and ``halves``, shape
    (candidates, splits, 2). ``correlations`` have the whole's value under every objective.
    """

    references: str
    values: Numbers
    halves: Numbers
    correlations: dict[str, Numbers]


@attrs.frozen(eq=False)
class People:
    """People's judgements of one kind: scores for each way, of the whole (systems,) and halves (splits, 2, systems)."""

    comparisons: Comparisons
    whole: tuple[Numbers, ...]
    halves: tuple[Numbers, ...]


@attrs.frozen(eq=False)
class Samples:
    """The samples and halves of sentences that all candidates are tried on, with each kind of people's judgements.

    The objective is the mean over the aggregations. ``counts``: how often each sample has each sentence, shape
    (1 + resamples, sentences); ``halves``: what is in each split's first half, shape (splits, sentences).
    """

    systems: tuple[str, ...]
    aggregations: tuple[Aggregation, ...]
    objective: Objective
    counts: Numbers
    halves: npt.NDArray[np.bool_]
    people: tuple[People, ...]

    @classmethod
    def of(cls, benchmark: Benchmark, settings: "TuningSettings") -> "Samples":
        """Raise RegistryError for an unknown name, ChoiceError if people's comparisons can't be aggregated so."""
        methods = [AGGREGATIONS.get(name).people_scores for name in settings.people]
        names, sentences, splits = benchmark.names, len(benchmark.source.sides), settings.splits
        generator = np.random.default_rng(settings.resampling.seed)
        halves = np.zeros((splits, sentences), dtype=np.bool_)
        for row in halves:
            row[generator.permutation(sentences)[: sentences // 2]] = True

        def scored(comparisons: Comparisons) -> People:
            parts = [
                [[rated(comparisons.within(half), len(names)) for half in (row, ~row)] for row in halves]
                for rated in methods
            ]
            return People(
                comparisons,
                tuple(rated(comparisons, len(names)) for rated in methods),
                tuple(np.array(part).reshape(splits, 2, len(names)) for part in parts),
            )

        return cls(
            names,
            tuple(map(AGGREGATIONS.get, settings.aggregation)),
            OBJECTIVES.get(settings.objective),
            settings.resampling.weights(sentences),
            halves,
            tuple(scored(comparisons_of(item.rankings, names)) for item in benchmark.judgements),
        )

    def trial(
        self, grid: Grid, references: str, material: Material, outputs: SharedOutputs, progress: Progress
    ) -> Trial:
        candidates = grid.candidates
        values = np.empty((len(candidates), len(self.counts)))
        halves = np.empty((len(candidates), len(self.halves), 2))
        correlations = {name: np.empty(len(candidates)) for name in OBJECTIVES.names}
        whole = [scores for people in self.people for scores in people.whole]
        done = 0
        for numbers, block in self._blocks(grid, candidates, material, outputs):
            agreed = [
                [agreements(scores.sentences, people.comparisons, DISAGREE) for people in self.people]
                for scores in block
            ]
            for number, ratings, by_kind in zip(numbers, self._ratings(block, self.counts), agreed, strict=True):
                values[number] = _mean(self.objective, ratings, whole, by_kind, self.counts)
                first = [rating[:1] for rating in ratings]
                for name, objective in OBJECTIVES.variants().items():
                    [correlations[name][number]] = _mean(objective, first, whole, by_kind, self.counts[:1])
            for half, sentences in enumerate((self.halves, ~self.halves)):
                if len(sentences):
                    counts = sentences.astype(np.float64)
                    parts = [scores[:, half] for people in self.people for scores in people.halves]
                    for number, ratings, by_kind in zip(numbers, self._ratings(block, counts), agreed, strict=True):
                        halves[number, :, half] = _mean(self.objective, ratings, parts, by_kind, counts)
            done += len(numbers)
            progress("candidates", done, len(candidates))
        return Trial(references, values, halves, correlations)

    def _ratings(self, scores: Sequence[MetricScores], counts: Numbers) -> list[tuple[Numbers, ...]]:
        by_aggregation = [aggregation.of_metrics(scores, counts) for aggregation in self.aggregations]
        return list(zip(*by_aggregation, strict=True))

    def _blocks(
        self, grid: Grid, candidates: Sequence[Settings], material: Material, outputs: SharedOutputs
    ) -> Iterator[tuple[list[int], list[MetricScores]]]:
        scores = self._scores(grid, candidates, material, outputs)
        while block := list(islice(scores, TOGETHER)):
            yield [number for number, _ in block], [item for _, item in block]

    def _scores(
        self, grid: Grid, candidates: Sequence[Settings], material: Material, outputs: SharedOutputs
    ) -> Iterator[tuple[int, MetricScores]]:
        """Yield each candidate's number and scores, in an order in which statistics are computed once."""
        keys = [grid.statistics_key(candidate) for candidate in candidates]
        first: dict[tuple[Any, ...], int] = {}
        for number, key in enumerate(keys):
            first.setdefault(key, number)
        order = sorted(range(len(candidates)), key=lambda number: (first[keys[number]], number))
        for _, group in groupby(order, key=lambda number: first[keys[number]]):
            numbers = list(group)
            statistics = outputs.statistics(grid, candidates[numbers[0]])
            rows = tuple(tuple(statistics[place] for place in system) for system in material.places)
            score = sentence_scores(grid.metric_of(candidates[numbers[0]]), statistics)
            for number in numbers:
                metric = grid.metric_of(candidates[number])
                sentences = comparable_scores(metric, score(metric))[material.places]
                yield number, MetricScores(attrs.evolve(metric, level="corpus"), self.systems, rows, sentences, "")


def _mean(
    objective: Objective,
    ratings: Sequence[Numbers],
    people: Sequence[Numbers],
    agreed: Sequence[Agreements],
    counts: Numbers,
) -> Numbers:
    means = np.zeros(len(counts))
    if objective.single < 1:
        means += (1 - objective.single) * np.mean(
            [objective.with_people(rating, scores) for rating in ratings for scores in people], axis=0
        )
    if objective.single > 0:
        means += objective.single * np.mean([item.tau(counts) for item in agreed], axis=0)
    return means


_SEEDA = "SEEDA is for reporting only: settings that were chosen on it could not be reported on it"
REPORTING_ONLY = {"seeda": _SEEDA, "seeda-all": _SEEDA}


@attrs.frozen
class TuningSettings:
    """How settings are chosen.

    The objective, a name of :data:`OBJECTIVES`, is the mean over every aggregation beside every way to make people's
    scores. Empty ``references`` are all. The seed of ``resampling`` also draws the halves. ``always`` takes the best,
    whatever the evidence.
    """

    aggregation: tuple[str, ...] = attrs.field(default=("expected-wins",), converter=names_of)
    people: tuple[str, ...] = attrs.field(default=("expected-wins",), converter=names_of)
    objective: str = "both"
    references: tuple[str, ...] = ()
    splits: int = 5
    resampling: ResamplingSettings = ResamplingSettings(100)
    always: bool = False

    @property
    def policy(self) -> str:
        return ALWAYS if self.always else POLICY


@attrs.frozen
class Candidate:
    """A combination of settings: its mean objective by sample, and every objective by references (``correlations``)."""

    settings: Settings
    score: Estimate
    correlations: tuple[dict[str, float], ...]


@attrs.frozen
class MetricTuning:
    """What was tried of one metric, and what is chosen; ``best`` and ``chosen`` are indices of candidates.

    Candidates: the defaults first, then in the order of the grid. ``references`` is one empty name for a metric that
    needs none. ``difference`` is the best one's score minus the default's, paired by sample.
    """

    grid: Grid
    references: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    best: int
    difference: Estimate
    over_references: tuple[Fold, ...]
    over_halves: tuple[Fold, ...]
    chosen: int
    signature: str

    @property
    def metric(self) -> str:
        return self.grid.metric

    @property
    def title(self) -> str:
        return METRICS.get(self.grid.metric).title

    @property
    def settings(self) -> Settings:
        return self.candidates[self.chosen].settings

    @property
    def default(self) -> Candidate:
        return self.candidates[DEFAULT]


@attrs.frozen
class Tuning:
    """Settings chosen on a benchmark."""

    benchmark: Benchmark
    settings: TuningSettings
    fingerprints: dict[str, str]
    metrics: tuple[MetricTuning, ...]


def tune(
    benchmark: Benchmark,
    metrics: Sequence[str | Grid],
    models: Models,
    settings: TuningSettings = TuningSettings(),
    progress: Progress = silent,
) -> Tuning:
    """Choose the settings of metrics that agree best with people.

    What is chosen of a metric depends neither on the other metrics nor on what the cache holds. Raise DocumentError if
    texts don't line up, RegistryError if a grid, aggregation or objective is not there, ChoiceError if the benchmark is
    for reporting only, has no such references, or people's comparisons can't be aggregated so.
    """
    if benchmark.name in REPORTING_ONLY:
        raise ChoiceError(REPORTING_ONLY[benchmark.name])
    grids = _grids(metrics)
    sets = [benchmark.reference_set(name) for name in settings.references] or list(benchmark.references)
    samples = Samples.of(benchmark, settings)
    needs = frozenset[Need]().union(*(grid.needs for grid in grids))
    trials: dict[str, list[Trial]] = {grid.metric: [] for grid in grids}
    for number, references in enumerate(sets):
        compared = [grid for grid in grids if Need.REFERENCES in grid.needs or number == 0]
        material = Material.read(benchmark, references, needs, models, progress)
        outputs = SharedOutputs(material, models, progress)
        for grid in compared:
            name = references.name if Need.REFERENCES in grid.needs else ""
            trials[grid.metric].append(samples.trial(grid, name, material, outputs, progress))
    return Tuning(
        benchmark,
        settings,
        dict(fingerprints(benchmark)),
        tuple(_metric_tuning(grid, trials[grid.metric], settings, sets, models) for grid in grids),
    )


def _grids(metrics: Sequence[str | Grid]) -> list[Grid]:
    grids = [item if isinstance(item, Grid) else GRIDS.get(item) for item in metrics]
    return list({grid.metric: grid for grid in grids}.values())


def _metric_tuning(
    grid: Grid, trials: Sequence[Trial], settings: TuningSettings, sets: Sequence[ReferenceSet], models: Models
) -> MetricTuning:
    values = np.array([trial.values for trial in trials])
    whole = values[:, :, 0]
    over_references = folds_over_references(whole)
    over_halves = folds_over_halves(np.mean([trial.halves for trial in trials], axis=0))
    best = best_candidate(whole, over_references)
    means = values.mean(axis=0)
    difference = estimate(means[best] - means[DEFAULT], settings.resampling)
    supported = holds(difference, mean_gain(over_references), mean_gain(over_halves))
    chosen = best if settings.always or supported else DEFAULT
    candidates = tuple(
        Candidate(
            candidate,
            estimate(means[number], settings.resampling),
            tuple({name: float(row[number]) for name, row in trial.correlations.items()} for trial in trials),
        )
        for number, candidate in enumerate(grid.candidates)
    )
    metric = grid.metric_of(candidates[chosen].settings)
    signature = common_signature([models.signature(metric, len(item.texts)) for item in sets])
    references = tuple(trial.references for trial in trials)
    return MetricTuning(grid, references, candidates, best, difference, over_references, over_halves, chosen, signature)
