"""What CLEME and CLEME2.0 share: chunks counted by category, one reference a sentence or any a chunk, weights."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import attrs

from markscheme.edits.edit import Partition
from markscheme.metrics import base
from markscheme.metrics.weightings import ChunkWeights, NoWeighting, Weighting, changed_lengths, weighting_or_name

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


Counts = TypeVar("Counts", bound=attrs.AttrsInstance)
Sums = TypeVar("Sums", bound=attrs.AttrsInstance)
Scores = TypeVar("Scores", bound=attrs.AttrsInstance)


@attrs.frozen
class Candidate(Generic[Sums]):
    """A sentence against one reference; ``sums`` are its weights, or its counts where every chunk weighs 1."""

    row: ChunkRow
    sums: Sums
    weighted: bool


@attrs.frozen(kw_only=True)
class ChunkMetric(base.StreamingMetric[ChunkStatistics], Generic[Counts, Sums, Scores]):
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

    def evaluate(
        self, sentences: Sequence[Partition], weights: Sequence[ChunkWeights] | None = None
    ) -> base.Score[Counts, Scores]:
        """Return the score of a hypothesis, with ``weights`` in place of the weighting's; ValueError if it is empty."""
        rows = [None] * len(sentences) if weights is None else weights
        return self.fold(
            chunk_statistics(sentence, self.assumption, row) for sentence, row in zip(sentences, rows, strict=True)
        )

    def fold_into(
        self, statistics: Iterable[ChunkStatistics], receive: base.Receive | None
    ) -> base.Score[Counts, Scores]:
        """Reduce the statistics; those of weighting by length are read twice, as weights depend on the mean length."""
        if self.weighting.by_length:
            statistics = statistics if iter(statistics) is not statistics else tuple(statistics)
        read = self._reader(statistics)
        counts, total, running = self._counts((0, 0, 0, 0, 0)), self._sums((0, 0, 0, 0, 0)), self.level == "corpus"
        mean: base.RunningMean[Scores] = base.RunningMean()
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

    def _reader(self, statistics: Iterable[ChunkStatistics]) -> Callable[[ChunkRow], Candidate[Sums]]:
        """Return what makes a candidate of a row; with weighting by length it reads the statistics once."""
        mean = mean_length(statistics) if self.weighting.by_length else 0.0

        def read(row: ChunkRow) -> Candidate[Sums]:
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

    def _best(self, candidates: Sequence[Candidate[Sums]], running: Sums | None) -> Candidate[Sums]:
        first = candidates[0]
        if all(candidate.sums == first.sums for candidate in candidates):
            return first
        return max(candidates, key=lambda candidate: self.rank(candidate.sums, running))

    @staticmethod
    def _added(one: Any, other: Any) -> Any:
        return one + other

    @abstractmethod
    def _counts(self, counts: Five) -> Counts:
        """Return counts as this metric shows them."""

    @abstractmethod
    def _sums(self, sums: Five) -> Sums:
        """Return counts or summed weights as this metric computes with them."""

    @abstractmethod
    def scores(self, sums: Sums) -> Scores:
        """Return the scores of counts or summed weights."""

    @abstractmethod
    def rank(self, sums: Sums, running: Sums | None) -> tuple[float, ...]:
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
