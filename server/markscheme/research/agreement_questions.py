"""The questions on which annotators' agreement is computed, and the coefficients of each.

On a unit (:mod:`markscheme.research.annotation_units`) each annotator gives a question's label. On spans themselves two
annotators share those that are alike for the question; and each position of a sentence, a token or a gap between two,
has the value of the span over it, or is in a gap.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

import attrs
import numpy as np

from markscheme.contract import shape
from markscheme.edits.edit import Edit, Edits
from markscheme.research.annotation_units import Treatment, Units, main_type_in, positions
from markscheme.research.coefficients import MISSING, Floats, Labels, alpha, cohen, f1, fleiss, unitized_alpha
from markscheme.research.resampling import UNDEFINED, Estimate, Samples, mean

Question = Literal["detection", "span", "correction", "type"]


@attrs.frozen
class _Measured:
    """``label``: at a unit; ``None`` for none. ``alike``: what is equal in two spans that are shared; without it, they
    share a position. ``value``: at a span's positions. Both are ``None`` for a span that takes no part.
    """

    label: Callable[[Treatment], object]
    alike: Callable[[Edit], object] | None
    value: Callable[[Edit], object] | None


def _questions(main: Callable[[str], str]) -> Mapping[Question, _Measured]:
    return {
        "detection": _Measured(lambda item: item.detected, None, lambda _: True),
        "span": _Measured(lambda item: item.spans, lambda edit: (edit.start, edit.end), None),
        "correction": _Measured(
            lambda item: item.replacement if item.corrects else item.detected,
            lambda edit: edit.key if edit.corrects else None,
            lambda edit: edit.replacement if edit.corrects else True,
        ),
        "type": _Measured(
            lambda item: item.type if item.corrects else None,
            lambda edit: (edit.start, edit.end, main(edit.type)) if edit.corrects else None,
            lambda edit: main(edit.type),
        ),
    }


@shape("annotators", "units", "same", "kappa", "f1", name="AgreementPair")
@attrs.frozen
class Pair:
    """Two annotators' agreement on a question. ``differing``: the indices of the units with two labels."""

    annotators: tuple[str, str]
    """Their names."""
    units: int
    """The number of units that both label."""
    same: int
    """The number of these with the same label."""
    kappa: Estimate
    """Cohen's kappa; not defined where they label no unit in common, or give one same label alone."""
    f1: Estimate
    """F1 of their spans; not defined where neither has one in a sentence that both have seen."""
    differing: tuple[int, ...] = ()


@shape(
    *("question", "units", "fleiss", "alpha", "unitized_alpha", "mean_kappa", "mean_f1", "pairs"),
    name="AgreementQuestion",
)
@attrs.frozen
class QuestionAgreement:
    """Agreement on one question. ``annotators``: the mean of each one's kappas that are defined."""

    question: Question
    """Whether a unit is marked as an error; which spans are marked; what it is changed to; of which type that is."""
    units: int
    """The number of units that at least two annotators label."""
    fleiss: Estimate
    """Fleiss' kappa."""
    alpha: Estimate
    """Krippendorff's alpha for nominal data."""
    unitized_alpha: Estimate
    """Krippendorff's alpha for unitizing, over tokens and gaps between them; not defined for ``span``."""
    mean_kappa: Estimate
    """The mean of the pairs' kappas that are defined."""
    mean_f1: Estimate
    """The mean of the pairs' F1 that are defined."""
    pairs: tuple[Pair, ...]
    """Every pair of annotators."""
    annotators: Mapping[str, Estimate]

    def pair(self, one: str, other: str) -> Pair | None:
        return next((pair for pair in self.pairs if {*pair.annotators} == {one, other}), None)

    def kappa(self, one: str, other: str) -> Estimate:
        """Return the kappa of two annotators; not defined for one with themselves."""
        pair = self.pair(one, other)
        return UNDEFINED if pair is None else pair.kappa


def questions_of(units: Units) -> tuple[QuestionAgreement, ...]:
    """Return agreement on every question; nothing with fewer than two annotators."""
    if len(units.annotators) < 2:
        return ()
    return tuple(
        _agreement(question, measured, units) for question, measured in _questions(main_type_in(units.pool)).items()
    )


def _agreement(question: Question, measured: _Measured, units: Units) -> QuestionAgreement:
    labels, rows, weights = units.labels(measured.label), units.sentences, units.weights
    pairs = list(combinations(range(len(units.annotators)), 2))
    kappas = {(one, other): cohen(labels[:, one], labels[:, other], rows, weights) for one, other in pairs}
    shared = dict(zip(pairs, f1(*_shared(units.marks, pairs, measured.alike), weights).T, strict=True))
    unitized = np.full(len(weights), np.nan) if measured.value is None else _unitized(units, measured.value)
    return QuestionAgreement(
        question,
        int(((labels >= 0).sum(axis=1) > 1).sum()),
        units.estimate(fleiss(labels, rows, weights)),
        units.estimate(alpha(labels, rows, weights)),
        units.estimate(unitized),
        units.estimate(mean(list(kappas.values()))),
        units.estimate(mean(list(shared.values()))),
        tuple(_pair(units, labels, pair, samples, shared[pair]) for pair, samples in kappas.items()),
        {
            name: units.estimate(mean([samples for pair, samples in kappas.items() if number in pair]))
            for number, name in enumerate(units.annotators)
        },
    )


def _pair(units: Units, labels: Labels, pair: tuple[int, int], kappa: Samples, shared: Samples) -> Pair:
    one, other = pair
    both = (labels[:, one] >= 0) & (labels[:, other] >= 0)
    same = both & (labels[:, one] == labels[:, other])
    return Pair(
        (units.annotators[one], units.annotators[other]),
        int(np.count_nonzero(both)),
        int(np.count_nonzero(same)),
        units.estimate(kappa),
        units.estimate(shared),
        tuple(map(int, np.flatnonzero(both & ~same))),
    )


def _shared(
    marks: Sequence[Sequence[Edits | None]], pairs: Sequence[tuple[int, int]], alike: Callable[[Edit], object] | None
) -> tuple[Floats, Floats]:
    """Return the number of spans of either annotator that the other has too, and of all: shape (sentences, pairs)."""
    shared, sizes = np.zeros((2, len(marks), len(pairs)))
    for number, sides in enumerate(marks):
        keys = [None if side is None else _keys(side, alike) for side in sides]
        for column, (one, other) in enumerate(pairs):
            first, second = keys[one], keys[other]
            if first is None or second is None:
                continue
            sizes[number, column] = first.total() + second.total()
            if first and second:
                both = 2 * (first & second).total() if alike else _meeting(first, second) + _meeting(second, first)
                shared[number, column] = both
    return shared, sizes


def _keys(side: Edits, alike: Callable[[Edit], object] | None) -> Counter[Any]:
    """Return what is alike in shared spans, else their positions, with the number of spans that have it."""
    return Counter(key for edit in side if (key := alike(edit) if alike else positions(edit)) is not None)


def _meeting(spans: Counter[tuple[int, int]], others: Iterable[tuple[int, int]]) -> int:
    """Return the number of spans that share a position with one of the others."""
    return sum(
        count for (first, last), count in spans.items() if any(first < end and begin < last for begin, end in others)
    )


def _unitized(units: Units, value: Callable[[Edit], object]) -> Samples:
    codes: dict[object, int] = {}
    squares = np.zeros(len(units.marks))
    blocks = []
    for number, (sentence, sides) in enumerate(zip(units.pool.sentences, units.marks, strict=True)):
        size = 2 * len(sentence.source) + 1
        block = np.full((size, len(sides)), MISSING, dtype=np.int64)
        is_shared = sum(side is not None for side in sides) > 1
        for column, side in enumerate(sides):
            if side is None:
                continue
            block[:, column] = gap = codes.setdefault(None, len(codes))
            for edit in side:
                first, last = positions(edit)
                if (block[first:last, column] == gap).all():
                    block[first:last, column] = codes.setdefault(value(edit), len(codes))
                    squares[number] += (last - first) ** 2 * is_shared
            squares[number] += np.count_nonzero(block[:, column] == gap) * is_shared
        blocks.append(block)
    if not blocks:
        return np.full(len(units.weights), np.nan)
    rows = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    return unitized_alpha(np.concatenate(blocks), rows, squares, units.weights)
