"""How far two teachers' marks and verdicts agree, in numbers. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

import attrs

FEW: Final = 10
"""Number of students below which a mean says little."""


@attrs.frozen
class MarkAgreement:
    """Differences of marks: the second teacher's less the first's.

    Attributes
    ----------
    count
        The number of students who have both marks.
    mean, absolute
        The mean difference, and the mean of its size.
    largest
        The largest difference in size, with its sign.
    outside
        How many differ by more than the tolerance.
    """

    count: int
    mean: Fraction
    absolute: Fraction
    largest: Fraction
    outside: int

    @property
    def is_small(self) -> bool:
        return self.count < FEW


def mark_agreement(differences: Sequence[Fraction], tolerance: Fraction) -> MarkAgreement | None:
    """Return the agreement of marks; ``None`` without a difference.

    >>> mark_agreement([Fraction(-2), Fraction(1)], Fraction(1))
    MarkAgreement(count=2, mean=Fraction(-1, 2), absolute=Fraction(3, 2), largest=Fraction(-2, 1), outside=1)
    """
    if not differences:
        return None
    count = len(differences)
    return MarkAgreement(
        count,
        sum(differences, Fraction(0)) / count,
        sum(map(abs, differences), Fraction(0)) / count,
        max(differences, key=abs),
        sum(abs(difference) > tolerance for difference in differences),
    )


@attrs.frozen
class LabelAgreement:
    """How often two teachers give the same label.

    Attributes
    ----------
    kappa
        Cohen's kappa, in [-1, 1]: agreement beyond what chance gives. ``None`` where both give one label alone.
    """

    count: int
    same: int
    kappa: float | None


def label_agreement(pairs: Iterable[tuple[str, str]]) -> LabelAgreement:
    """Return the agreement of labels.

    Kappa is ``(p_o - p_e) / (1 - p_e)`` (Cohen 1960, A Coefficient of Agreement for Nominal Scales, Educational and
    Psychological Measurement 20(1), 37-46): ``p_o`` is the share of equal pairs, and ``p_e`` the share that is expected
    of two teachers who give each label as often, and independently.

    >>> label_agreement([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    LabelAgreement(count=4, same=3, kappa=0.5)
    """
    labels = list(pairs)
    count, same = len(labels), sum(one == other for one, other in labels)
    ones, others = Counter(one for one, _ in labels), Counter(other for _, other in labels)
    chance = sum(number * others[label] for label, number in ones.items())
    if chance == count * count:
        return LabelAgreement(count, same, None)
    return LabelAgreement(count, same, (same * count - chance) / (count * count - chance))
