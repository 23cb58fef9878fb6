"""Scores of systems made of judgements or of the scores of sentences.

A metric that is aggregated as people's judgements are is compared more fairly than by its own mean (Goto et al., 2025).

Expected Wins (Bojar et al., WMT 2013, Section 3.2): a system's score is the mean, over the other systems, of its wins
as a share of the decided comparisons with that system, where there are any.

TrueSkill (Herbrich, Minka and Graepel, NIPS 2006) of games of two, in many samples at once: with two players and no
teams, the factor graph has a closed solution. The tests compare every rating with the package ``trueskill``.

A rating depends on the order of games: that of sentences, and within a sentence (0, 1), (0, 2), … (1, 2), …, as
gec-metrics. Games of a sentence whose systems' numbers have the same sum can be played at once without changing any
rating: they share no system, and every earlier game of either system has a smaller sum.

Scores of metrics on a benchmark's sentences, computed once for all questions about them.

Texts are parsed, edits extracted and variants encoded once for all systems, references and metrics. Statistics are
computed once for all systems with the same output, and stay in the cache.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, get_args

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.documents.corpus import sources_of
from markscheme.edits.passages import Passage, parallel_passages
from markscheme.errors import ChoiceError
from markscheme.inference.models import Models
from markscheme.metrics.base import Metric, Need, Sentence, headline
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.research.judgements import (
    Benchmark,
    Comparisons,
    ReferenceSet,
    sentences_with_references,
    without_unchanged,
)
from markscheme.scoring.statistics import SentenceReader, SentenceStatistics

Numbers = npt.NDArray[np.float64]


def expected_wins(wins: Numbers) -> Numbers:
    """Return scores in [0, 1], NaN without a decided comparison, of wins (..., systems, systems): rows over columns."""
    decided = wins + np.swapaxes(wins, -1, -2)
    shares = np.divide(wins, decided, out=np.zeros_like(wins), where=decided > 0)
    opponents = (decided > 0).sum(axis=-1)
    scores = np.full(wins.shape[:-1], np.nan)
    np.divide(shares.sum(axis=-1), opponents, out=scores, where=opponents > 0)
    return scores


def _wins_in(comparisons: Comparisons, systems: int) -> Numbers:
    wins = np.zeros((systems, systems))
    first, second = comparisons.outcomes > 0, comparisons.outcomes < 0
    np.add.at(wins, (comparisons.first[first], comparisons.second[first]), 1.0)
    np.add.at(wins, (comparisons.second[second], comparisons.first[second]), 1.0)
    return wins


def _wins_by_scores(scores: Numbers) -> Numbers:
    """Return, 1 or 0, where a row's sentence scores higher: (sentences, systems, systems) from (systems, sentences)."""
    by_sentence = scores.T
    return (by_sentence[:, :, None] > by_sentence[:, None, :]).astype(np.float64)


Indices = npt.NDArray[np.int64]

_SMALLEST = 1e-300
"""Stands for a probability that is 0 in floating point."""


@attrs.frozen
class TrueSkill:
    """Settings of ratings, as in papers on grammatical error correction; ``beta``: the deviation of a performance."""

    mean: float = 0.0
    deviation: float = 0.5
    beta: float = 0.25
    tie_probability: float = 0.25

    @property
    def margin(self) -> float:
        """The difference of two performances up to which a game is a tie."""
        from scipy.special import ndtri

        return float(ndtri((self.tie_probability + 1) / 2)) * 2**0.5 * self.beta


class Ratings:
    """Means and variances of systems in samples, both of shape (systems, samples); games change them."""

    def __init__(self, settings: TrueSkill, systems: int, samples: int) -> None:
        self._settings = settings
        self.means = np.full((systems, samples), settings.mean)
        self.variances = np.full((systems, samples), settings.deviation**2)

    def play(self, first: Indices, second: Indices, outcomes: Numbers) -> None:
        """Play games, (games, samples), at once, no system twice; outcomes: 1 the first wins, -1 it loses, 0 a tie."""
        mean, variance = self.means[first], self.variances[first]
        other_mean, other_variance = self.means[second], self.variances[second]
        spread = 2 * self._settings.beta**2 + variance + other_variance
        deviation = np.sqrt(spread)
        shift, shrinkage = _surprise((mean - other_mean) / deviation, self._settings.margin / deviation, outcomes)
        self.means[first] = mean + variance / deviation * shift
        self.means[second] = other_mean - other_variance / deviation * shift
        self.variances[first] = variance * (1 - variance / spread * shrinkage)
        self.variances[second] = other_variance * (1 - other_variance / spread * shrinkage)


def _surprise(lead: Numbers, margin: Numbers, outcomes: Numbers) -> tuple[Numbers, Numbers]:
    """Return v, which moves means, and w, which shrinks variances (Herbrich et al., Section 3)."""
    from scipy.special import ndtr

    side = np.where(outcomes < 0, -1.0, 1.0)
    lead = side * lead
    above = lead - margin
    density, chance = _density(above), ndtr(above)
    shift = density / np.maximum(chance, _SMALLEST)
    shrinkage = shift * (shift + above)
    if (ties := outcomes == 0).any():
        shift[ties], shrinkage[ties] = _tie(above[ties], -lead[ties] - margin[ties], density[ties], chance[ties])
    return side * shift, shrinkage


def _tie(above: Numbers, below: Numbers, density: Numbers, chance: Numbers) -> tuple[Numbers, Numbers]:
    from scipy.special import ndtr

    other_density = _density(below)
    tie_chance = np.maximum(1 - chance - ndtr(below), _SMALLEST)
    shift = (other_density - density) / tie_chance
    return shift, shift**2 - (above * density + below * other_density) / tie_chance


def _density(value: Numbers) -> Numbers:
    density: Numbers = np.exp(-0.5 * value**2) / np.sqrt(2 * np.pi)
    return density


def rate_scores(scores: Numbers, counts: Numbers, settings: TrueSkill = TrueSkill()) -> Numbers:
    """Return mean ratings of systems of which each plays every other one with each sentence; the higher score wins.

    Shapes: scores (systems, sentences), counts (samples, sentences), result (samples, systems); several metrics add a
    first axis to scores and result. All samples have as many sentences; one drawn twice is played twice in a row.
    """
    stacked = scores if scores.ndim > 2 else scores[None]
    metrics, systems, _ = stacked.shape
    drawn = np.stack([np.repeat(np.arange(len(row)), row) for row in counts.astype(np.int64)])
    ratings = Ratings(settings, systems, metrics * len(drawn))
    rounds = _rounds(systems)
    by_system = stacked.swapaxes(0, 1)
    for column in drawn.T:
        values = by_system[:, :, column].reshape(systems, -1)
        for first, second in rounds:
            ratings.play(first, second, np.sign(values[first] - values[second]))
    means = ratings.means.reshape(systems, metrics, len(drawn)).transpose(1, 2, 0)
    return means if scores.ndim > 2 else means[0]


def _rounds(systems: int) -> list[tuple[Indices, Indices]]:
    rounds: list[tuple[Indices, Indices]] = []
    for total in range(1, 2 * systems - 2):
        first = np.array([number for number in range(systems) if number < total - number < systems], dtype=np.int64)
        rounds.append((first, total - first))
    return rounds


def _rate_comparisons(comparisons: Comparisons, systems: int, settings: TrueSkill = TrueSkill()) -> Numbers:
    """Return mean ratings, shape (systems,), from comparisons in their order."""
    ratings = Ratings(settings, systems, 1)
    columns = (comparisons.first, comparisons.second, comparisons.outcomes.astype(np.float64))
    for first, second, outcome in zip(*columns, strict=True):
        ratings.play(np.array([first]), np.array([second]), np.array([[outcome]]))
    return ratings.means[:, 0]


@attrs.frozen(eq=False)
class MetricScores:
    """What one metric, at the level of the corpus, says of several systems' sentences.

    ``sentences`` are scores, shape (systems, sentences). ``score`` ranks (:func:`ranking_score`). ``kept`` has the
    indices in the benchmark of the sentences that are scored; ``None`` for all.
    """

    metric: Metric[Any]
    systems: tuple[str, ...]
    statistics: tuple[tuple[Any, ...], ...]
    sentences: Numbers
    signature: str
    score: str | None = None
    kept: npt.NDArray[np.int64] | None = None

    def of(self, names: Sequence[str]) -> "MetricScores":
        numbers = [self.systems.index(name) for name in names]
        return attrs.evolve(
            self,
            systems=tuple(names),
            statistics=tuple(self.statistics[number] for number in numbers),
            sentences=self.sentences[numbers],
        )


def main_score(scores: attrs.AttrsInstance) -> float:
    """Return the one of a metric's scores that ranks systems."""
    return float(getattr(scores, headline([field.name for field in attrs.fields(type(scores))])))


def ranking_score(metric: Metric[Any], scores: attrs.AttrsInstance, name: str | None = None) -> float:
    """Return the number that ranks a system or a sentence; larger is better.

    It is 1 minus a score of which less is better (CLEME2.0, Section 5.2). Raise ChoiceError if there is no such score.
    """
    if name is None:
        return main_score(scores)
    names = [field.name for field in attrs.fields(type(scores))]
    if name not in names:
        raise ChoiceError(f"{metric.name} has no score {name!r}. Its scores are {', '.join(names)}")
    value = float(getattr(scores, name))
    return 1 - value if name in metric.lower_is_better else value


@attrs.frozen
class Aggregation:
    """A way to score systems, from sentences or from people's comparisons.

    ``of_metric`` takes how often each sample has each sentence, (samples, sentences), and returns (samples, systems).
    ``of_people`` is ``None`` for a way that needs numbers. ``together`` does several metrics of the same systems in
    less time; ``None`` where that takes as long.
    """

    title: str
    of_metric: Callable[[MetricScores, Numbers], Numbers]
    of_people: Callable[[Comparisons, int], Numbers] | None = None
    together: Callable[[Sequence[MetricScores], Numbers], list[Numbers]] | None = None

    def people_scores(self, comparisons: Comparisons, systems: int) -> Numbers:
        """Raise ChoiceError if comparisons can't be aggregated so."""
        if self.of_people is None:
            raise ChoiceError(f"people give no scores of sentences, so {self.title} can't aggregate them")
        return self.of_people(comparisons, systems)

    def of_metrics(self, scores: Sequence[MetricScores], counts: Numbers) -> list[Numbers]:
        if self.together is not None and scores:
            return self.together(scores, counts)
        return [self.of_metric(item, counts) for item in scores]


def _mean(scores: MetricScores, counts: Numbers) -> Numbers:
    means: Numbers = counts @ scores.sentences.T / counts.sum(axis=1, keepdims=True)
    return means


def _corpus(scores: MetricScores, counts: Numbers) -> Numbers:
    sizes = counts.astype(np.int64)
    return np.array(
        [
            [_folded(scores, [rows[number] for number in drawn]) for rows in scores.statistics]
            for drawn in (np.repeat(np.arange(len(row)), row) for row in sizes)
        ]
    )


def _folded(scores: MetricScores, statistics: Sequence[Any]) -> float:
    return ranking_score(scores.metric, scores.metric.fold(statistics, keep_sentences=False).scores, scores.score)


def _expected_wins(scores: MetricScores, counts: Numbers) -> Numbers:
    systems = len(scores.systems)
    wins = _wins_by_scores(scores.sentences).reshape(-1, systems * systems)
    return expected_wins((counts @ wins).reshape(-1, systems, systems))


def _expected_wins_of_people(comparisons: Comparisons, systems: int) -> Numbers:
    return expected_wins(_wins_in(comparisons, systems))


def _trueskill(scores: MetricScores, counts: Numbers) -> Numbers:
    return rate_scores(scores.sentences, counts)


def _trueskill_together(scores: Sequence[MetricScores], counts: Numbers) -> list[Numbers]:
    return list(rate_scores(np.stack([item.sentences for item in scores]), counts))


MEAN = Aggregation("mean of sentences", _mean)
CORPUS = Aggregation("corpus", _corpus)
EXPECTED_WINS = Aggregation("Expected Wins", _expected_wins, _expected_wins_of_people)
TRUESKILL = Aggregation("TrueSkill", _trueskill, _rate_comparisons, _trueskill_together)

AGGREGATIONS: Registry[Aggregation] = Registry(
    "aggregation",
    {name: f"{__name__}:{name.upper().replace('-', '_')}" for name in ("mean", "corpus", "expected-wins", "trueskill")},
)


@attrs.frozen
class ScoredSet:
    """A set of references, and the names of the systems that are scored against it."""

    references: ReferenceSet
    systems: tuple[str, ...]


ReferenceEdits = Literal["extracted", "stated"]
REFERENCE_EDITS: dict[str, ReferenceEdits] = {name: name for name in get_args(ReferenceEdits)}


@attrs.frozen
class ScoringSettings:
    """What metrics score, and by which of their scores.

    A ``score`` of which less is better ranks by 1 minus it. Without ``unchanged_references``, sentences that no
    reference changes are left out (CLEME2.0, Tables 1 and 8).
    """

    score: str | None = None
    """The name of the score that ranks systems and sentences; ``null`` for each metric's main one."""
    unchanged_references: bool = True
    """Whether a reference that leaves a sentence as it is counts there."""
    reference_edits: ReferenceEdits = "extracted"
    """Where the edits of references come from: ERRANT, or their file where it states them."""


MODEL_DECIMALS = 5
"""Decimals of a sentence's score by a metric that needs models; sentences that differ by less tie.

What an encoder computes for a text differs by some 1e-6 with the other texts of its batch.
"""


def comparable_scores(metric: Metric[Any], scores: Numbers) -> Numbers:
    return scores.round(MODEL_DECIMALS) if metric.needs_models else scores


@attrs.frozen
class BenchmarkScorer:
    """Scores a benchmark's systems with one set of models."""

    benchmark: Benchmark
    models: Models
    settings: ScoringSettings = ScoringSettings()
    progress: Progress = silent

    def sentences(
        self, sets: Sequence[ScoredSet], needs: Collection[Need], numbers: Sequence[Indices] | None = None
    ) -> list[list[Sentence]]:
        """Return, for each set of references, its systems' sentences in turn, with the edits that these needs work on.

        ``numbers`` are indices of sentences for each set; ``None`` for all. Raise DocumentError if texts don't line up.
        """
        reader = SentenceReader(frozenset(needs), self.models)
        passages = [
            self._passages(item, None if numbers is None else numbers[place]) for place, item in enumerate(sets)
        ]
        reader.extract([passage for part in passages for passage in part], self.progress)
        return [reader.read(part, self.progress) for part in passages]

    def scores(self, sets: Sequence[ScoredSet], metrics: Sequence[Metric[Any]]) -> tuple[tuple[MetricScores, ...], ...]:
        """Return, for each set of references, each metric's scores of the systems, at the level of sentences.

        Raise DocumentError if texts don't line up; ChoiceError if a metric has no such score, or no sentence counts.
        """
        chosen = list(map(self._chosen_references, sets))
        kept = None
        if not self.settings.unchanged_references:
            kept = [sentences_with_references(item.references.texts) for item in chosen]
        needs = frozenset[Need]().union(*(metric.needs for metric in metrics))
        sentences = self.sentences(chosen, needs, kept)
        by_metric = [self._scores(metric, chosen, sentences) for metric in metrics]
        return tuple(
            tuple(attrs.evolve(scores[number], kept=None if kept is None else kept[number]) for scores in by_metric)
            for number in range(len(sets))
        )

    def _passages(self, scored: ScoredSet, numbers: Indices | None) -> list[Passage]:
        texts = {text.name: text for text in self.benchmark.systems}
        hypotheses, references = [texts[name] for name in scored.systems], scored.references.texts
        sources = sources_of([*hypotheses, *references], self.benchmark.source)
        by_system = [list(parallel_passages(sources, text, references)) for text in hypotheses]
        chosen = range(len(sources)) if numbers is None else numbers.tolist()
        return [passages[number] for passages in by_system for number in chosen]

    def _chosen_references(self, scored: ScoredSet) -> ScoredSet:
        references, settings = scored.references, self.settings
        texts = references.stated if settings.reference_edits == "stated" and references.stated else references.texts
        if not settings.unchanged_references:
            texts = without_unchanged(sources_of(texts, self.benchmark.source), texts)
        return attrs.evolve(scored, references=attrs.evolve(references, texts=texts))

    def _scores(
        self, metric: Metric[Any], sets: Sequence[ScoredSet], sentences: Sequence[Sequence[Sentence]]
    ) -> list[MetricScores]:
        by_sentence = attrs.evolve(metric, level="sentence")
        distinct = list(dict.fromkeys(sentence for part in sentences for sentence in part))
        computed = SentenceStatistics(by_sentence, self.models).of(distinct, self.progress)
        statistics = dict(zip(distinct, computed, strict=True))
        return [
            self._scores_of_set(by_sentence, scored, [statistics[sentence] for sentence in part])
            for scored, part in zip(sets, sentences, strict=True)
        ]

    def _scores_of_set(self, metric: Metric[Any], scored: ScoredSet, statistics: Sequence[Any]) -> MetricScores:
        size = len(statistics) // len(scored.systems)
        rows = tuple(tuple(statistics[start : start + size]) for start in range(0, len(statistics), size))
        scores = _sentence_scores(metric, rows, self.settings.score)
        signature = self.models.signature(metric, len(scored.references.texts))
        corpus = attrs.evolve(metric, level="corpus")
        return MetricScores(corpus, scored.systems, rows, scores, signature, self.settings.score)


def _sentence_scores(metric: Metric[Any], rows: Sequence[Sequence[Any]], name: str | None) -> npt.NDArray[np.float64]:
    """Return scores of the shape (systems, sentences)."""
    scores = np.array(
        [[ranking_score(metric, item.scores, name) for item in metric.fold(row).sentences] for row in rows]
    )
    return comparable_scores(metric, scores)
