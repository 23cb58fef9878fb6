"""Agreement of annotators in numbers: what a unit is, what each answered, kappas and alpha, and who confuses what.

The units of chance-corrected agreement: what each annotator does at each chunk of a source. A unit is a chunk of the
partition of a sentence by all annotators who have seen it (:mod:`markscheme.edits.edit`): edits whose source spans
touch or overlap, across all annotators, are in one unit, and what lies between two such units is one unit that nobody
changes, however long it is. So what a unit is depends on who takes part. An error that is marked without a correction
cuts as an edit does. Of several acceptable corrections of one annotator the first takes part.

Coefficients of agreement beyond chance, of many samples of sentences at once. Pure. Every function takes codes of
labels (:data:`~markscheme.annotation.coefficients.MISSING` where an annotator gives none), the index of each unit's
sentence, and weights of shape (samples, sentences): how often a sample has each sentence. It returns an array of shape
(samples,) with NaN where a coefficient is not defined; :func:`markscheme.resampling.draws.estimate` turns it into
values that say so. Everything is computed from sums over sentences, so a sample costs a product of matrices.

- Cohen's kappa of two annotators: ``(p_o - p_e) / (1 - p_e)``, over the units that both label (Cohen, 1960, A
  Coefficient of Agreement for Nominal Scales, Educational and Psychological Measurement 20(1), 37-46).
- Fleiss' kappa of any number of annotators: the same with ``p_o`` the mean, over units, of the share of agreeing pairs,
  and ``p_e`` the sum of the squared shares of labels (Fleiss, 1971, Measuring Nominal Scale Agreement among Many
  Raters, Psychological Bulletin 76(5), 378-382). Units with fewer than two labels take no part; where units have
  different numbers of labels, each has its own share of pairs.
- Krippendorff's alpha for nominal data with missing labels: ``1 - D_o / D_e`` of the coincidence matrix (Krippendorff,
  2011, Computing Krippendorff's Alpha-Reliability).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from types import MappingProxyType
from typing import Literal, NamedTuple

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.annotation.pool import Pool, PooledSentence, Version
from markscheme.edits.edit import Edit, Edits, PassageEdits
from markscheme.resampling.draws import UNDEFINED, Estimate, ResamplingSettings, Samples, Weights, estimate, mean

Labels = npt.NDArray[np.int64]
"""Codes of labels, shape (units, annotators): at least 0, or :data:`MISSING`."""

MISSING = -1
"""The code where an annotator gives no label: the sentence was not seen, or the question does not arise."""


@attrs.frozen
class Treatment:
    """What one annotator does at a unit.

    ``replacement``: ``None`` where the unit is left as it is, or only marked as an error. ``types``: in source order.
    ``detected``: whether the annotator corrects the unit, or marks an error there without a correction.
    """

    replacement: tuple[str, ...] | None = None
    types: tuple[str, ...] = ()
    detected: bool = False

    @property
    def corrects(self) -> bool:
        return self.replacement is not None

    @property
    def type(self) -> str:
        """The main types of the edits, each once, in the order of the alphabet and joined by ``+``; empty for none."""
        return "+".join(sorted({main_type(item) for item in self.types}))


LEFT = Treatment()


@attrs.frozen
class Unit:
    """A chunk of a sentence (the index in :attr:`Pool.sentences`), by its source tokens.

    ``treatments``: in the order of :attr:`Pool.annotators`; ``None`` for one who has not seen the sentence.
    """

    sentence: int
    start: int
    end: int
    treatments: tuple[Treatment | None, ...]


@attrs.frozen(slots=False)
class Units:
    """All units of a pool, in the order of the sentences, and of each source. ``sentence_count``: of the whole pool."""

    units: tuple[Unit, ...]
    sentence_count: int
    annotator_count: int

    @cached_property
    def sentences(self) -> Labels:
        """The index of each unit's sentence, shape (units,)."""
        return np.array([unit.sentence for unit in self.units], dtype=np.int64)

    @cached_property
    def detections(self) -> Labels:
        """Labels of detection: 1 where an annotator marks an error, 0 where not."""
        return self._labels(lambda item: int(item.detected))

    @cached_property
    def corrections(self) -> Labels:
        """Labels of correction: a code for each replacement; one for all units that are left; one for mere marks."""
        return self._coded(lambda item: item.replacement if item.corrects else item.detected)

    @cached_property
    def types(self) -> Labels:
        """Labels of type: a code for each :attr:`Treatment.type`; missing where an annotator corrects nothing."""
        return self._coded(lambda item: item.type if item.corrects else None)

    def _coded(self, label: Callable[[Treatment], object]) -> Labels:
        codes: dict[object, int] = {}
        return self._labels(
            lambda item: MISSING if (value := label(item)) is None else codes.setdefault(value, len(codes))
        )

    def _labels(self, code: Callable[[Treatment], int]) -> Labels:
        rows = [[MISSING if item is None else code(item) for item in unit.treatments] for unit in self.units]
        return np.array(rows, dtype=np.int64).reshape(len(rows), self.annotator_count)


def main_type(error_type: str) -> str:
    """Return a type without what the edit does (``M``, ``U`` or ``R``); a type of another scheme as it is.

    >>> [main_type(name) for name in ("R:VERB:SVA", "M:DET", "Vform")]
    ['VERB:SVA', 'DET', 'Vform']
    """
    operation, colon, rest = error_type.partition(":")
    return rest if colon and operation in ("M", "U", "R") else error_type


def units_of(pool: Pool) -> Units:
    units = tuple(unit for number, item in enumerate(pool.sentences) for unit in _units(number, item, pool.annotators))
    return Units(units, len(pool.sentences), len(pool.annotators))


def _units(number: int, sentence: PooledSentence, annotators: Sequence[int]) -> Iterator[Unit]:
    versions = [sentence.references[index] for index in annotators]
    absent = frozenset(column for column, version in enumerate(versions) if version.is_absent)
    sides = tuple(map(_marks, versions))
    cut = PassageEdits(sentence.source, (), sides, sentence.passage.parallel, absent).cut()
    present = set(cut.references)
    waiting = [list(reversed(side)) for side in sides]
    for chunk in cut.chunks:
        texts = dict(zip(cut.references, chunk.references, strict=True))
        treatments = [
            _treatment(waiting[column], chunk.end, texts[column]) if column in present else None
            for column in range(len(versions))
        ]
        yield Unit(number, chunk.start, chunk.end, tuple(treatments))


def _marks(version: Version) -> Edits:
    """A mere mark that shares a token with an edit, or with a mark before it, says nothing more."""
    marks = list(version.edits)
    for mark in version.detections:
        if all(mark.end <= other.start or other.end <= mark.start for other in marks) and mark not in marks:
            marks.append(mark)
    return tuple(sorted(marks, key=lambda edit: (edit.start, edit.end)))


def _treatment(waiting: list[Edit], end: int, text: tuple[str, ...] | None) -> Treatment:
    """Take the edits up to a source token from the end of a reversed list, and return what they do together."""
    if text is None:
        return LEFT
    edits: list[Edit] = []
    while waiting and waiting[-1].end <= end:
        edits.append(waiting.pop())
    types = tuple(edit.type for edit in edits if edit.corrects)
    corrects = any(edit.corrects for edit in edits)
    return Treatment(text if corrects else None, types, detected=True)


LABELS_AT_ONCE = 2048
"""Labels whose frequencies in all samples are in memory at a time."""


def cohen(one: Labels, other: Labels, sentences: Labels, weights: Weights) -> Samples:
    """Return Cohen's kappa; not defined where the two annotators have no unit in common, or one same label alone."""
    both = (one >= 0) & (other >= 0)
    one, other, rows = one[both], other[both], sentences[both]
    count = weights @ _per_sentence(rows, np.ones(len(rows)), weights)
    same = weights @ _per_sentence(rows, (one == other).astype(np.float64), weights)
    shared = np.intersect1d(one, other)
    chance = np.zeros(len(weights))
    samples = np.ascontiguousarray(weights.T)
    for begin in range(0, len(shared), LABELS_AT_ONCE):
        labels = shared[begin : begin + LABELS_AT_ONCE]
        chance += np.einsum("ij,ij->j", *(_frequencies(codes, rows, labels, samples) for codes in (one, other)))
    return _ratio(same * count - chance, count * count - chance)


def fleiss(labels: Labels, sentences: Labels, weights: Weights) -> Samples:
    """Return Fleiss' kappa; not defined where no unit has two labels, or all have one same label alone."""
    counts = (labels >= 0).sum(axis=1)
    paired = counts > 1
    labels, rows, counts = labels[paired], sentences[paired], counts[paired]
    units = weights @ _per_sentence(rows, np.ones(len(rows)), weights)
    given = weights @ _per_sentence(rows, counts, weights)
    observed = _ratio(weights @ _per_sentence(rows, _same_pairs(labels) / (counts * (counts - 1)), weights), units)
    squares = _squares(labels, rows, weights)
    return _ratio(observed * given * given - squares, given * given - squares)


def alpha(labels: Labels, sentences: Labels, weights: Weights) -> Samples:
    """Return Krippendorff's alpha; not defined where no unit has two labels, or all have one same label alone."""
    counts = (labels >= 0).sum(axis=1)
    paired = counts > 1
    labels, rows, counts = labels[paired], sentences[paired], counts[paired]
    given = weights @ _per_sentence(rows, counts, weights)
    differing = weights @ _per_sentence(rows, counts - _same_pairs(labels) / (counts - 1), weights)
    expected = given * given - _squares(labels, rows, weights)  # as the frequencies of labels sum to ``given``
    return 1.0 - _ratio((given - 1) * differing, expected)


def _same_pairs(labels: Labels) -> npt.NDArray[np.float64]:
    """Return the number of ordered pairs of annotators with the same label at each unit, shape (units,)."""
    pairs = np.zeros(len(labels))
    columns = labels.shape[1]
    for column in range(columns):
        for other in range(column + 1, columns):
            same = (labels[:, column] >= 0) & (labels[:, column] == labels[:, other])
            pairs += 2.0 * same
    return pairs


def _squares(labels: Labels, rows: Labels, weights: Weights) -> Samples:
    given = labels >= 0
    codes = labels[given]
    places = np.repeat(rows, given.sum(axis=1))
    distinct = np.unique(codes)
    squares = np.zeros(len(weights))
    samples = np.ascontiguousarray(weights.T)
    for begin in range(0, len(distinct), LABELS_AT_ONCE):
        frequencies = _frequencies(codes, places, distinct[begin : begin + LABELS_AT_ONCE], samples)
        squares += np.einsum("ij,ij->j", frequencies, frequencies)
    return squares


def _frequencies(
    codes: Labels, rows: Labels, wanted: Labels, samples: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Shape (labels, samples); ``wanted`` ascends. SciPy copies ``samples`` unless in one piece of memory by rows."""
    from scipy.sparse import csr_array

    columns = np.searchsorted(wanted, codes)
    columns[columns == len(wanted)] = 0
    kept = wanted[columns] == codes if len(wanted) else np.zeros(len(codes), dtype=np.bool_)
    counts = csr_array((np.ones(int(kept.sum())), (columns[kept], rows[kept])), shape=(len(wanted), len(samples)))
    counts.sum_duplicates()
    frequencies: npt.NDArray[np.float64] = np.asarray(counts @ samples)
    return frequencies


def _per_sentence(rows: Labels, values: npt.NDArray[np.float64], weights: Weights) -> npt.NDArray[np.float64]:
    return np.bincount(rows, values, weights.shape[1]).astype(np.float64)


def _ratio(above: Samples, below: Samples) -> Samples:
    quotient = np.full(len(above), np.nan)
    np.divide(above, below, out=quotient, where=below != 0)
    return quotient


Question = Literal["detection", "correction", "type"]

QUESTIONS: Mapping[Question, Callable[[Units], Labels]] = MappingProxyType(
    {
        "detection": lambda units: units.detections,
        "correction": lambda units: units.corrections,
        "type": lambda units: units.types,
    }
)
"""The labels of each question: is a unit marked as an error; what is it changed to; and of which type is the change,
where both annotators change it."""


@attrs.frozen
class Pair:
    """Two annotators' agreement on a question; ``one`` is the smaller index. ``units``: those that both label.

    ``kappa``: Cohen's; not defined where they label no unit in common, or give one same label alone.
    """

    one: int
    other: int
    units: int
    same: int
    kappa: Estimate


@attrs.frozen
class ChanceCorrected:
    """Agreement on one question.

    ``units``: number of units that at least two annotators label. ``mean_kappa``: over the pairs' kappas that are
    defined. ``annotators``: the mean of each annotator's kappas with the others that are defined.
    """

    question: Question
    units: int
    fleiss: Estimate
    alpha: Estimate
    mean_kappa: Estimate
    pairs: tuple[Pair, ...]
    annotators: tuple[Estimate, ...]

    def kappa(self, one: int, other: int) -> Estimate:
        """Return the kappa of two annotators, by their indices; not defined for one with themselves."""
        wanted = (min(one, other), max(one, other))
        return next((pair.kappa for pair in self.pairs if (pair.one, pair.other) == wanted), UNDEFINED)


def chance_corrected(
    question: Question, units: Units, resampling: ResamplingSettings, weights: Weights
) -> ChanceCorrected:
    labels = QUESTIONS[question](units)
    rows = units.sentences
    kappas: dict[tuple[int, int], Samples] = {
        (one, other): cohen(labels[:, one], labels[:, other], rows, weights)
        for one, other in combinations(range(units.annotator_count), 2)
    }

    def value(samples: Samples) -> Estimate:
        return estimate(samples, resampling)

    return ChanceCorrected(
        question,
        int(((labels >= 0).sum(axis=1) > 1).sum()),
        value(fleiss(labels, rows, weights)),
        value(alpha(labels, rows, weights)),
        value(mean(list(kappas.values()))),
        tuple(_pair(labels, one, other, value(samples)) for (one, other), samples in kappas.items()),
        tuple(
            value(mean([samples for pair, samples in kappas.items() if annotator in pair]))
            for annotator in range(units.annotator_count)
        ),
    )


def _pair(labels: Labels, one: int, other: int, kappa: Estimate) -> Pair:
    both = (labels[:, one] >= 0) & (labels[:, other] >= 0)
    same = both & (labels[:, one] == labels[:, other])
    return Pair(one, other, int(np.count_nonzero(both)), int(np.count_nonzero(same)), kappa)


KindOf = Callable[[int, str], str]
"""Return the kind of a type in the sentence of an index in the pool."""


@attrs.frozen
class Answers:
    """What other annotators do at the units that an annotator changes, one answer for each other annotator.

    ``changes``: number of units changed, once for each annotator who changes it.
    """

    changes: int = 0
    same: int = 0
    different: int = 0
    left: int = 0

    def __add__(self, other: "Answers") -> "Answers":
        return Answers(
            self.changes + other.changes,
            self.same + other.same,
            self.different + other.different,
            self.left + other.left,
        )

    @property
    def count(self) -> int:
        return self.same + self.different + self.left

    @property
    def same_share(self) -> float | None:
        """The share of answers that make the same change, in [0, 1]; ``None`` where nobody else has seen a unit."""
        return self.same / self.count if self.count else None

    @property
    def changed_share(self) -> float | None:
        """The share of answers that change the unit in any way, in [0, 1]; ``None`` as for :attr:`same_share`."""
        return (self.same + self.different) / self.count if self.count else None


@attrs.frozen
class Opinion:
    """What one annotator does at an example's place; ``words`` is ``None`` where it is left."""

    annotator: int
    words: tuple[str, ...] | None
    type: str


@attrs.frozen
class Example:
    """A place (source tokens) where two annotators differ, by the index of its sentence in the pool."""

    sentence: int
    start: int
    end: int
    one: Opinion
    other: Opinion


@attrs.frozen
class Kind:
    """How far annotators agree on one kind of error: a main type, such as ``VERB:SVA``, or a group in a teacher's
    words.

    ``alpha``: Krippendorff's, over all units, on whether a unit has an edit of the kind. ``by_annotator``: the answers
    to each annotator's own edits of the kind. ``example``: the first unit with an edit of the kind at which another
    annotator does something else.
    """

    name: str
    answers: Answers
    alpha: Estimate
    by_annotator: tuple[Answers, ...]
    example: Example | None

    @property
    def disagreements(self) -> int:
        return self.answers.different + self.answers.left


def main_types(units: Units, resampling: ResamplingSettings, weights: Weights) -> tuple[Kind, ...]:
    """Return each main type's agreement; the types with most disagreements come first."""
    return _kinds(units, lambda _, error_type: main_type(error_type), resampling, weights)


def groups(units: Units, group: KindOf, resampling: ResamplingSettings, weights: Weights) -> tuple[Kind, ...]:
    """Return the agreement on each group of types; the groups with most disagreements come first."""
    return _kinds(units, group, resampling, weights)


def all_answers(units: Units) -> tuple[Answers, ...]:
    tally = _Tally(units.annotator_count)
    for row, unit in enumerate(units.units):
        for column, own, others in _changes(unit):
            tally.add(row, unit, column, _answers(own, others))
    return tally.by_annotator


def alone(units: Units) -> tuple[int, ...]:
    """Return the number of units that each annotator changes and no other marks, of those that another has seen."""
    counts = [0] * units.annotator_count
    for unit in units.units:
        marking = [column for column, item in enumerate(unit.treatments) if item is not None and item.detected]
        seen = sum(item is not None for item in unit.treatments)
        if len(marking) == 1 and seen > 1:
            counts[marking[0]] += _corrects(unit.treatments[marking[0]])
    return tuple(counts)


@attrs.define
class _Tally:
    """``cells``: the units' rows and the annotators who have an edit of the kind there."""

    annotator_count: int
    rows: list[list[int]] = attrs.field(
        default=attrs.Factory(lambda self: [[0, 0, 0, 0] for _ in range(self.annotator_count)], takes_self=True)
    )
    cells: list[tuple[int, int]] = attrs.Factory(list)
    example: Example | None = None

    def add(self, row: int, unit: Unit, annotator: int, answers: "_AnswersToOne") -> None:
        counts = self.rows[annotator]
        counts[0] += 1
        for field, count in enumerate(answers.counts, 1):
            counts[field] += count
        self.cells.append((row, annotator))
        if self.example is None and answers.other is not None:
            self.example = example_of(unit, annotator, answers.other)

    @property
    def by_annotator(self) -> tuple[Answers, ...]:
        return tuple(Answers(*row) for row in self.rows)


class _AnswersToOne(NamedTuple):
    """How many annotators make the same change, another, and none; the first who does not make the same."""

    counts: tuple[int, int, int]
    other: int | None


def _kinds(units: Units, kind_of: KindOf, resampling: ResamplingSettings, weights: Weights) -> tuple[Kind, ...]:
    tallies: dict[str, _Tally] = {}
    for row, unit in enumerate(units.units):
        for column, own, others in _changes(unit):
            answers = _answers(own, others)
            for name in dict.fromkeys(kind_of(unit.sentence, item) for item in own.types):
                tallies.setdefault(name, _Tally(units.annotator_count)).add(row, unit, column, answers)
    kinds = [_kind(name, tally, units, resampling, weights) for name, tally in tallies.items()]
    return tuple(sorted(kinds, key=lambda kind: (-kind.disagreements, -kind.answers.changes, kind.name)))


def _kind(name: str, tally: _Tally, units: Units, resampling: ResamplingSettings, weights: Weights) -> Kind:
    labels = np.minimum(units.detections, 0)
    labels[tuple(np.array(tally.cells).T)] = 1
    coefficient = estimate(alpha(labels, units.sentences, weights), resampling)
    by_annotator = tally.by_annotator
    return Kind(name, sum(by_annotator, Answers()), coefficient, by_annotator, tally.example)


def _changes(unit: Unit) -> Iterator[tuple[int, Treatment, list[tuple[int, Treatment]]]]:
    present = [(column, item) for column, item in enumerate(unit.treatments) if item is not None]
    for column, item in present:
        if item.corrects:
            yield column, item, [entry for entry in present if entry[0] != column]


def _answers(own: Treatment, others: Sequence[tuple[int, Treatment]]) -> _AnswersToOne:
    counts = [0, 0, 0]
    first: int | None = None
    for column, item in others:
        if item.corrects and item.replacement == own.replacement:
            counts[0] += 1
            continue
        counts[1 if item.corrects else 2] += 1
        first = column if first is None else first
    same, different, left = counts
    return _AnswersToOne((same, different, left), first)


def example_of(unit: Unit, one: int, other: int) -> Example:
    return Example(unit.sentence, unit.start, unit.end, *map(_opinion, (one, other), _seen(unit, (one, other))))


def _seen(unit: Unit, annotators: Iterable[int]) -> Iterator[Treatment]:
    for annotator in annotators:
        if (treatment := unit.treatments[annotator]) is not None:
            yield treatment


def _opinion(annotator: int, treatment: Treatment) -> Opinion:
    return Opinion(annotator, treatment.replacement, treatment.type)


def _corrects(treatment: Treatment | None) -> bool:
    return treatment is not None and treatment.corrects


def pairs_who_change(unit: Unit) -> Iterator[tuple[int, int]]:
    """Yield each pair of annotators who both change a unit, the smaller index first."""
    return combinations([column for column, item in enumerate(unit.treatments) if _corrects(item)], 2)


@attrs.frozen
class Confusion:
    """Two types that annotators give at the same units, in the order of the alphabet; equal where they give the same.

    ``same_correction``, ``other_correction``: numbers of pairs of annotators who make the same change of a unit, and
    who change it in different ways. ``example``: the first unit, one with the same correction if there is one.
    """

    one: str
    other: str
    same_correction: int
    other_correction: int
    example: Example

    @property
    def count(self) -> int:
        return self.same_correction + self.other_correction


@attrs.define
class _ConfusionTally:
    same_correction: int = 0
    other_correction: int = 0
    same_example: Example | None = None
    other_example: Example | None = None

    def add(self, unit: Unit, one: int, other: int, is_same: bool) -> None:
        if is_same:
            self.same_correction += 1
            self.same_example = self.same_example or example_of(unit, one, other)
        else:
            self.other_correction += 1
            self.other_example = self.other_example or example_of(unit, one, other)


def confusions(units: Units) -> tuple[Confusion, ...]:
    """Return all pairs of types, the most frequent first; equal types are among them."""
    tallies: dict[tuple[str, str], _ConfusionTally] = {}
    for unit in units.units:
        for one, other in pairs_who_change(unit):
            first, second = unit.treatments[one], unit.treatments[other]
            if first is None or second is None:
                continue
            if second.type < first.type:
                first, second, one, other = second, first, other, one
            tally = tallies.setdefault((first.type, second.type), _ConfusionTally())
            tally.add(unit, one, other, first.replacement == second.replacement)
    return tuple(sorted(_confusions(tallies.items()), key=lambda item: (-item.count, item.one, item.other)))


def _confusions(tallies: Iterable[tuple[tuple[str, str], _ConfusionTally]]) -> Iterable[Confusion]:
    for (one, other), tally in tallies:
        if (example := tally.same_example or tally.other_example) is not None:
            yield Confusion(one, other, tally.same_correction, tally.other_correction, example)
