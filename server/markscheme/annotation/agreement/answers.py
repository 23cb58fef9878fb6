"""How other annotators answer an annotator's edits: with the same words, with others, or by leaving the place."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import attrs
import numpy as np

from markscheme.annotation.agreement.coefficients import alpha
from markscheme.annotation.agreement.units import Treatment, Unit, Units, main_type
from markscheme.resampling.draws import ResamplingSettings, Weights
from markscheme.resampling.intervals import Estimate, estimate

KindOf = Callable[[int, str], str]
"""Return the kind of a type in the sentence of an index in the pool."""


@attrs.frozen
class Answers:
    """What other annotators do at the units that an annotator changes, one answer for each other annotator.

    Attributes
    ----------
    changes
        Number of units changed, once for each annotator who changes it.
    same, different, left
        Number of answers that make the same change, make another, and make none.
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
        """Number of answers."""
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
    """A place where two annotators differ.

    Attributes
    ----------
    sentence
        The index of its sentence in the pool.
    start, end
        Source token span.
    """

    sentence: int
    start: int
    end: int
    one: Opinion
    other: Opinion


@attrs.frozen
class Kind:
    """How far annotators agree on one kind of error.

    Attributes
    ----------
    name
        A main type, such as ``VERB:SVA``, or a group in a teacher's words.
    answers
        To the units that have an edit of the kind.
    alpha
        Krippendorff's, over all units, on whether a unit has an edit of the kind.
    by_annotator
        The answers to each annotator's own edits of the kind.
    example
        The first unit with an edit of the kind at which another annotator does something else; ``None`` for none.
    """

    name: str
    answers: Answers
    alpha: Estimate
    by_annotator: tuple[Answers, ...]
    example: Example | None

    @property
    def disagreements(self) -> int:
        """Number of answers that are not the same change."""
        return self.answers.different + self.answers.left


def main_types(units: Units, resampling: ResamplingSettings, weights: Weights) -> tuple[Kind, ...]:
    """Return each main type's agreement; the types with most disagreements come first."""
    return _kinds(units, lambda _, error_type: main_type(error_type), resampling, weights)


def groups(units: Units, group: KindOf, resampling: ResamplingSettings, weights: Weights) -> tuple[Kind, ...]:
    """Return the agreement on each group of types; the groups with most disagreements come first.

    Parameters
    ----------
    group
        Return the group of a type in an exercise's sentence.
    """
    return _kinds(units, group, resampling, weights)


def all_answers(units: Units) -> tuple[Answers, ...]:
    """Return the answers to all of each annotator's edits."""
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
    """The answers to edits of one kind, while units are read.

    Attributes
    ----------
    rows
        For each annotator the numbers of :class:`Answers`.
    cells
        The units' rows and the annotators who have an edit of the kind there.
    """

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
    """Yield each annotator who changes a unit, with how, and what all others who have seen it do there."""
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
    """Return a unit as an example of what two annotators, who have seen it, do."""
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
