"""CLEME and CLEME2.0: chunks counted by category, one reference a sentence or any a chunk, with weights.

Ye et al., *CLEME: Debiasing Multi-reference Evaluation for Grammatical Error Correction*, EMNLP 2023: precision, recall
and F over chunks, without the bias of several references' different edits. Wrong and over-corrections of CLEME2.0 are
false positives together.

Ye et al., *CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for Grammatical Error Correction*, ACL
2025: how often a hypothesis is right, wrong, too timid and too bold; weighted scores are Equation 6. The default
trade-off factors are those of the paper's Table 12 at both levels; its text names others. The table's INPUT row shows
it: a hypothesis without edits scores 0.45.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

import attrs

from markscheme.contract import shape
from markscheme.documents.m2_lines import Line, Lines, View, corrected
from markscheme.edits.edit import Partition
from markscheme.metrics import base, overlap
from markscheme.metrics.base import NO_SENTENCE, Level, ModelNames, RunningMean, Score, numbers
from markscheme.metrics.overlap import Overlap, f_score
from markscheme.metrics.settings import number
from markscheme.metrics.weightings import (
    ChunkWeights,
    LengthWeighting,
    NoWeighting,
    Weighting,
    changed_lengths,
    weighting_or_name,
)
from markscheme.settings import FACTORS

Five = tuple[float, float, float, float, float]
"""Counts or summed weights of TP, FPne, FPun, FN and TN."""


class ChunkRow(NamedTuple):
    """A sentence against one reference, by its index among those given.

    ``reference`` is ``None`` under independence, ``weighed_against`` without weighting; both where none is left.
    ``weights`` is ``None`` where every chunk weighs 1 and where they are made of ``lengths``: (index of the category,
    length in tokens) of each chunk that has a category.
    """

    reference: int | None
    weighed_against: int | None
    counts: Five
    weights: Five | None = None
    lengths: tuple[tuple[int, int], ...] | None = None


class ChunkStatistics(NamedTuple):
    """A sentence's rows, one or more; ``changed``: of corrected and dummy chunks, 0 where weights don't need them."""

    rows: tuple[ChunkRow, ...]
    changed_tokens: int = 0
    changed_chunks: int = 0


def chunk_statistics(
    sentence: Partition, assumption: base.Assumption, weights: ChunkWeights | None = None
) -> ChunkStatistics:
    categories = base.category_rows(sentence, assumption)
    if assumption == "dependent" and sentence.references:
        rows = [
            _row(reference, reference, row, None if weights is None else weights[column])
            for column, (reference, row) in enumerate(zip(sentence.references, categories, strict=True))
        ]
    elif weights is None:
        rows = [_row(None, None, categories[0], None)]
    else:
        references: Sequence[int | None] = sentence.references or (None,)
        rows = [_row(None, index, categories[0], row) for index, row in zip(references, weights, strict=True)]
    return ChunkStatistics(tuple(rows))


_Stretch = tuple[int, int, Mapping[int, Lines]]
"""A chunk that a side changes: its source tokens, and the edits of each side that has any there, by its number."""


def line_statistics(
    source: str, length: int, hypothesis: Lines, references: Sequence[Lines], assumption: base.Assumption
) -> ChunkStatistics:
    """Return :func:`chunk_statistics` without weights, of chunks that are counted and not made."""
    present = [index for index, side in enumerate(references) if not side or _leaves_tokens(side, length)]
    stretches, unchanged = _stretches([hypothesis, *[references[index] for index in present]], length)
    columns = range(1, len(present) + 1)
    if assumption == "independent" or not present:
        found = [_independent(source, stretch, columns) for stretch in stretches]
        return ChunkStatistics((ChunkRow(None, None, _tallied(found, unchanged)),))
    return ChunkStatistics(
        tuple(
            [
                ChunkRow(
                    reference,
                    None,
                    _tallied([_dependent(source, stretch, column) for stretch in stretches], unchanged),
                )
                for column, reference in zip(columns, present, strict=True)
            ]
        )
    )


def _leaves_tokens(side: Lines, length: int) -> bool:
    return any(line[2] for line in side) or sum(line[1] - line[0] for line in side) < length


def _stretches(sides: Sequence[Lines], length: int) -> tuple[list[_Stretch], int]:
    """Return the chunks that sides change, as :meth:`PassageEdits.cut` makes them, and the number of the others."""
    edits = [(line[0], line[1], index, line) for index, side in enumerate(sides) for line in side]
    edits.sort(key=_PLACE)
    stretches: list[_Stretch] = []
    unchanged = first = 0
    end = -1
    by_side: dict[int, list[Line]] = {}
    for start, stop, index, line in edits:
        if start > end:
            if end >= 0:
                stretches.append((first, end, by_side))
            unchanged += start > max(end, 0)
            first, end, by_side = start, stop, {}
        elif stop > end:
            end = stop
        by_side.setdefault(index, []).append(line)
    if end >= 0:
        stretches.append((first, end, by_side))
    return stretches, unchanged + (max(end, 0) < length)


_PLACE = itemgetter(0, 1)
_TP, _FP_NE, _FP_UN, _FN, _TN = range(5)


def _dependent(source: str, stretch: _Stretch, reference: int) -> int:
    """Return the place in :data:`Five` of a chunk against one reference (:func:`~.base.dependent_category`)."""
    own, expected = stretch[2].get(0), stretch[2].get(reference)
    if own is None:
        return _TN if expected is None else _FN
    if expected is None:
        return _FP_UN
    return _TP if _are_same(source, stretch, own, expected) else _FP_NE


def _independent(source: str, stretch: _Stretch, references: Sequence[int]) -> int:
    """Return the same of a chunk against all references (:func:`~.base.independent_category`)."""
    own = stretch[2].get(0)
    expected = [lines for reference in references if (lines := stretch[2].get(reference)) is not None]
    if own is None:
        return _FN if expected and len(expected) == len(references) else _TN
    if not expected:
        return _FP_UN
    return _TP if any(_are_same(source, stretch, own, lines) for lines in expected) else _FP_NE


def _are_same(source: str, stretch: _Stretch, one: Lines, other: Lines) -> bool:
    """Return whether two sides have the same tokens in a chunk, whose edits may be cut otherwise."""
    if one == other:
        return True
    start, end, _ = stretch
    tokens = source.split(" ")
    return corrected(tokens, one, start, end) == corrected(tokens, other, start, end)


def _tallied(categories: Sequence[int], unchanged: int) -> Five:
    counts = [0, 0, 0, 0, unchanged]
    for category in categories:
        counts[category] += 1
    tp, fp_ne, fp_un, fn, tn = counts
    return (tp, fp_ne, fp_un, fn, tn)


def length_statistics(sentence: Partition, assumption: base.Assumption) -> ChunkStatistics:
    """Return the statistics for weights that depend on the chunks' lengths and on the corpus's mean length."""
    lengths = [chunk.length(chunk.hypothesis) for chunk in sentence.chunks]
    categories = base.category_rows(sentence, assumption)
    dependent = assumption == "dependent" and bool(sentence.references)
    references: Sequence[int | None] = sentence.references or (None,)
    rows: list[ChunkRow] = []
    for reference, row in zip(references, categories, strict=False):
        changed = tuple(
            (base.COUNTED.index(category), length)
            for category, length in zip(row, lengths, strict=True)
            if category is not None
        )
        rows.append(ChunkRow(reference if dependent else None, reference, _counted(row), None, changed))
    expected = changed_lengths(sentence)
    return ChunkStatistics(tuple(rows), sum(expected), len(expected))


def _row(
    reference: int | None,
    weighed_against: int | None,
    categories: Sequence[base.Category | None],
    weights: Sequence[float] | None,
) -> ChunkRow:
    counts = _counted(categories)
    if weights is None:
        return ChunkRow(reference, None, counts)
    sums = dict.fromkeys(base.COUNTED, 0.0)
    for category, weight in zip(categories, weights, strict=True):
        sums[category] += abs(weight)
    tp, fp_ne, fp_un, fn, tn = sums.values()
    return ChunkRow(reference, weighed_against, counts, (tp, fp_ne, fp_un, fn, tn))


def _counted(categories: Sequence[base.Category | None]) -> Five:
    tp, fp_ne, fp_un, fn, tn = map(categories.count, base.COUNTED)
    return (tp, fp_ne, fp_un, fn, tn)


CountsT = TypeVar("CountsT", bound=attrs.AttrsInstance)
SumsT = TypeVar("SumsT", bound=attrs.AttrsInstance)
ScoresT = TypeVar("ScoresT", bound=attrs.AttrsInstance)


@attrs.frozen
class Candidate(Generic[SumsT]):
    """A sentence against one reference; ``sums`` are its weights, or its counts where every chunk weighs 1."""

    row: ChunkRow
    sums: SumsT
    weighted: bool


@attrs.frozen(kw_only=True)
class ChunkMetric(base.StreamingMetric[ChunkStatistics], Generic[CountsT, SumsT, ScoresT]):
    """A metric over chunks and their categories."""

    assumption: base.Assumption = "dependent"
    weighting: Weighting = attrs.field(factory=NoWeighting, converter=weighting_or_name)

    @property
    def needs(self) -> frozenset[base.Need]:
        return frozenset({base.Need.REFERENCES, base.Need.EDITS, base.Need.CHUNKS}) | self.weighting.needs

    @property
    def run_settings(self) -> Mapping[str, object]:
        return {"assumption": self.assumption, "weighting": self.weighting.name}

    def inputs(self, sentence: base.Sentence) -> base.ModelInputs:
        return self.weighting.inputs(sentence.source, sentence.chunks) if self.weighting.needs else base.NO_INPUTS

    def statistics(self, sentence: base.Sentence, outputs: base.ModelOutputs) -> ChunkStatistics:
        chunks = sentence.chunks
        if self.weighting.by_length:
            return length_statistics(chunks, self.assumption)
        return chunk_statistics(chunks, self.assumption, self.weighting.weights(sentence.source, chunks, outputs))

    @property
    def view(self) -> View | None:
        return View.WORDS if isinstance(self.weighting, NoWeighting) else None

    def line_statistics(
        self, source: str, length: int, hypothesis: Lines, references: Sequence[Lines]
    ) -> ChunkStatistics:
        return line_statistics(source, length, hypothesis, references, self.assumption)

    def evaluate(
        self, sentences: Sequence[Partition], weights: Sequence[ChunkWeights] | None = None
    ) -> base.Score[CountsT, ScoresT]:
        """Return the score of a hypothesis, with ``weights`` in place of the weighting's; ValueError if it is empty."""
        rows = [None] * len(sentences) if weights is None else weights
        pairs = zip(sentences, rows, strict=True)
        score = self.fold(chunk_statistics(sentence, self.assumption, row) for sentence, row in pairs)
        return cast("base.Score[CountsT, ScoresT]", score)

    def fold_into(
        self, statistics: Iterable[ChunkStatistics], receive: base.Receive | None
    ) -> base.Score[CountsT, ScoresT]:
        """Reduce the statistics; those of weighting by length are read twice, as weights depend on the mean length."""
        if self.weighting.by_length:
            statistics = statistics if iter(statistics) is not statistics else tuple(statistics)
        read = self._reader(statistics)
        counts, total, running = self._counts((0, 0, 0, 0, 0)), self._sums((0, 0, 0, 0, 0)), self.level == "corpus"
        mean: base.RunningMean[ScoresT] = base.RunningMean()
        count, weighted = 0, False
        for rows, *_ in statistics:
            candidates = [read(ChunkRow(*row)) for row in rows]
            best = self._best(candidates, total if running else None)
            own = self._counts(best.row.counts)
            counts, total = self._added(counts, own), self._added(total, best.sums)
            count, weighted = count + 1, best.weighted
            if receive is not None or not running:
                scores = self.scores(best.sums)
                mean.add(scores)
            if receive is not None:
                weights = best.sums if best.weighted else None
                against = best.row.weighed_against if best.weighted else None
                receive(base.SentenceScore(best.row.reference, own, scores, weights, against))
        if not count:
            raise ValueError(base.NO_SENTENCE)
        scores = self.scores(total) if running else mean.value()
        return base.Score(counts, scores, count, weights=total if weighted else None)

    def _reader(self, statistics: Iterable[ChunkStatistics]) -> Callable[[ChunkRow], Candidate[SumsT]]:
        """Return what makes a candidate of a row; with weighting by length it reads the statistics once."""
        mean = mean_length(statistics) if self.weighting.by_length else 0.0

        def read(row: ChunkRow) -> Candidate[SumsT]:
            row = self.weighed(row, mean)
            sums = self._sums(row.counts if row.weights is None else row.weights)
            return Candidate(row, sums, row.weights is not None)

        return read

    def weighed(self, row: ChunkRow, mean: float) -> ChunkRow:
        """Return a row with weights in place of lengths, by the corpus's :func:`mean_length`."""
        if row.lengths is None:
            return row
        sums = [0.0, 0.0, 0.0, 0.0, float(row.counts[-1])]
        for category, length in row.lengths:
            sums[category] += self.weighting.length_weight(
                base.COUNTED[category], length, mean, self.assumption, self.level
            )
        tp, fp_ne, fp_un, fn, tn = sums
        return row._replace(weights=(tp, fp_ne, fp_un, fn, tn), lengths=None)

    def _best(self, candidates: Sequence[Candidate[SumsT]], running: SumsT | None) -> Candidate[SumsT]:
        first = candidates[0]
        if all(candidate.sums == first.sums for candidate in candidates):
            return first
        return max(candidates, key=lambda candidate: self.rank(candidate.sums, running))

    @staticmethod
    def _added(one: Any, other: Any) -> Any:
        return one + other

    @abstractmethod
    def _counts(self, counts: Five) -> CountsT:
        """Return counts as this metric shows them."""

    @abstractmethod
    def _sums(self, sums: Five) -> SumsT:
        """Return counts or summed weights as this metric computes with them."""

    @abstractmethod
    def scores(self, sums: SumsT) -> ScoresT:
        """Return the scores of counts or summed weights."""

    @abstractmethod
    def rank(self, sums: SumsT, running: SumsT | None) -> tuple[float, ...]:
        """Return what the chosen reference has most of; ``running``: of all before, ``None`` at sentence level."""

    def _signature_settings(self, models: base.ModelNames, **settings: object) -> Mapping[str, object]:
        return {"assumption": self.assumption, **self.weighting.signature_settings(models), **settings}


def mean_length(statistics: Iterable[ChunkStatistics]) -> float:
    """Return a mean in tokens of the longer side; 1 if there is no changed chunk."""
    tokens = chunks = 0
    for _, sentence_tokens, sentence_chunks in statistics:
        tokens += sentence_tokens
        chunks += sentence_chunks
    return tokens / chunks if chunks else 1.0


@shape()
@attrs.frozen
class Counts:
    """Numbers of CLEME2.0's chunks."""

    tp: int = 0
    """Hits."""
    fp_ne: int = 0
    """Wrong corrections."""
    fp_un: int = 0
    """Over-corrections."""
    fn: int = 0
    """Under-corrections."""
    tn: int = 0
    """Chunks that are rightly unchanged."""

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.tp + other.tp,
            self.fp_ne + other.fp_ne,
            self.fp_un + other.fp_un,
            self.fn + other.fn,
            self.tn + other.tn,
        )


@shape()
@attrs.frozen
class Weights:
    """The sums of the weights of CLEME2.0's chunks (w_TP and its like of Equation 6), each at least 0."""

    tp: float = 0.0
    """Of hits."""
    fp_ne: float = 0.0
    """Of wrong corrections."""
    fp_un: float = 0.0
    """Of over-corrections."""
    fn: float = 0.0
    """Of under-corrections."""
    tn: float = 0.0
    """Of chunks that are rightly unchanged."""

    def __add__(self, other: "Weights") -> "Weights":
        return Weights(
            self.tp + other.tp,
            self.fp_ne + other.fp_ne,
            self.fp_un + other.fp_un,
            self.fn + other.fn,
            self.tn + other.tn,
        )


@attrs.frozen
class Factors:
    """Trade-off factors alpha 1 to 4 of Equation 5, each at least 0."""

    hit: float = number(FACTORS.default[0], least=0)
    wrong: float = number(FACTORS.default[1], least=0)
    under: float = number(FACTORS.default[2], least=0)
    over: float = number(FACTORS.default[3], least=0)


@shape()
@attrs.frozen
class Scores:
    """CLEME2.0's Equations 1 to 5, each in 0 to 1 for factors that sum to 1."""

    hit: float
    """The share of hits among the places that need a correction."""
    wrong: float
    """The share of wrong corrections among those places; lower is better."""
    under: float
    """The share of under-corrections among those places; lower is better."""
    over: float
    """The share of over-corrections among the changes of the hypothesis; lower is better."""
    score: float
    """The four in one number, by the factors."""


Cleme2Score = Score[Counts, Scores]


def scores_of(counts: Counts | Weights, factors: Factors = Factors()) -> Scores:
    """Return Equations 1 to 5, or Equation 6 and the like of weights. A ratio whose denominator is 0 is 0.

    >>> round(scores_of(Counts(tp=380, fp_ne=276, fp_un=541, fn=1360, tn=6298)).score, 4)
    0.4832
    """
    return Scores(*_ratios(counts.tp, counts.fp_ne, counts.fp_un, counts.fn, factors))


def _ratios(
    tp: float, fp_ne: float, fp_un: float, fn: float, factors: Factors
) -> tuple[float, float, float, float, float]:
    necessary = tp + fp_ne + fn
    corrected = tp + fp_ne + fp_un
    hit, wrong, under = (tp / necessary, fp_ne / necessary, fn / necessary) if necessary else (0.0, 0.0, 0.0)
    over = fp_un / corrected if corrected else 0.0
    total = factors.hit * hit + factors.wrong * (1 - wrong) + factors.under * (1 - under) + factors.over * (1 - over)
    return hit, wrong, under, over, total


@attrs.frozen(kw_only=True)
class Cleme2(ChunkMetric[Counts, Weights, Scores]):
    """CLEME2.0.

    Under dependence a sentence's reference is, at corpus level, the one that makes the running total's score best, in
    file order, ties broken by more TP, fewer FP, fewer FN and more TN; at sentence level the one with the best score,
    then hit, then the lowest wrong, under and over. With weights, all of these are weights, as in the official
    implementation. Under independence they choose in the same way the reference against which chunks are weighed.
    """

    name = "cleme2"
    title = "CLEME2.0"
    lower_is_better = frozenset({"wrong", "under", "over"})

    factors: Factors = Factors()

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return self._signature_settings(models, factors=numbers(attrs.astuple(self.factors)))

    def _counts(self, counts: Five) -> Counts:
        return Counts(*map(int, counts))

    def _sums(self, sums: Five) -> Weights:
        return Weights(*map(float, sums))

    def scores(self, sums: Weights) -> Scores:
        return scores_of(sums, self.factors)

    def rank(self, sums: Weights, running: Weights | None) -> tuple[float, ...]:
        if running is None:
            scores = scores_of(sums, self.factors)
            return (scores.score, scores.hit, -scores.wrong, -scores.under, -scores.over)
        tp, fp_ne, fp_un, fn = sums.tp, sums.fp_ne, sums.fp_un, sums.fn
        total = _ratios(running.tp + tp, running.fp_ne + fp_ne, running.fp_un + fp_un, running.fn + fn, self.factors)
        return (total[-1], tp, -(fp_ne + fp_un), -fn, sums.tn)


def document_scores(sentences: Sequence[Counts | Weights], level: Level, factors: Factors = Factors()) -> Scores:
    """Return the summed counts' or weights' scores, or the mean of scores (Section 4.1); raise ValueError if empty."""
    if not sentences:
        raise ValueError(NO_SENTENCE)
    if level == "corpus":
        return scores_of(sum((_as_weights(sums) for sums in sentences), Weights()), factors)
    mean: RunningMean[Scores] = RunningMean()
    for sums in sentences:
        mean.add(scores_of(sums, factors))
    return mean.value()


def _as_weights(sums: Counts | Weights) -> Weights:
    return sums if isinstance(sums, Weights) else Weights(*map(float, attrs.astuple(sums)))


SCORE_DECIMALS = 4
"""Decimals to which the official implementation rounds scores when it chooses references."""


@attrs.frozen
class Tally(Overlap):
    """Hits, false corrections, misses and chunks rightly unchanged: their numbers, or their summed weights."""

    tn: float = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn)


@attrs.frozen
class ClemeScores(overlap.Scores):
    """Precision, recall, F of beta and accuracy, each in [0, 1]."""

    accuracy: float


ClemeScore = Score[Tally, ClemeScores]


def cleme_scores(tally: Tally, beta: float = 0.5) -> ClemeScores:
    """Return P, R and F, 1 where their denominator is 0; accuracy (TP + TN) / all, 0 where there is no chunk.

    >>> cleme_scores(Tally(tp=1, fp=1, fn=0, tn=2)).accuracy
    0.75
    """
    scores = f_score(tally, beta)
    chunks = tally.tp + tally.fp + tally.fn + tally.tn
    return ClemeScores(scores.precision, scores.recall, scores.f, (tally.tp + tally.tn) / chunks if chunks else 0.0)


@attrs.frozen(kw_only=True)
class Cleme(ChunkMetric[Tally, Tally, ClemeScores]):
    """CLEME.

    The reference of a sentence is, at corpus level, the one that makes the running total's F best, ties broken by
    more TP, fewer FP, fewer FN and more TN; at sentence level the one with the best F, then P, R and accuracy. With
    weights all of these are weights instead of counts.
    """

    name = "cleme"
    title = "CLEME"

    weighting: Weighting = attrs.field(factory=LengthWeighting, converter=weighting_or_name)
    beta: float = number(0.5, least=0)

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        return self._signature_settings(models, beta=self.beta)

    def _counts(self, counts: Five) -> Tally:
        tp, fp_ne, fp_un, fn, tn = map(int, counts)
        return Tally(tp, fp_ne + fp_un, fn, tn)

    def _sums(self, sums: Five) -> Tally:
        tp, fp_ne, fp_un, fn, tn = map(float, sums)
        return Tally(tp, fp_ne + fp_un, fn, tn)

    def scores(self, sums: Tally) -> ClemeScores:
        return cleme_scores(sums, self.beta)

    def rank(self, sums: Tally, running: Tally | None) -> tuple[float, ...]:
        if running is None:
            scores = cleme_scores(sums, self.beta)
            values = (scores.f, scores.precision, scores.recall, scores.accuracy)
            return tuple(round(value, SCORE_DECIMALS) for value in values)
        f = round(cleme_scores(running + sums, self.beta).f, SCORE_DECIMALS)
        return (f, sums.tp, -sums.fp, -sums.fn, sums.tn)
