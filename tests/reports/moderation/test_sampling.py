"""Samples for a second marking: the same seed draws the same, and all levels of marks are in it."""

from fractions import Fraction
from random import Random

import pytest

from markscheme.errors import DocumentError
from markscheme.reports.moderation import BORDER, CHANCE, MARK, Candidate, label_agreement

CLASS = [Candidate(f"s{number:02}", Fraction(number, 30), Fraction(abs(number - 15), 30)) for number in range(30)]


def test_all_levels_are_in_a_sample_by_mark():
    chosen = MARK.choose(CLASS, 9, Random(1))
    levels = [int(name[1:]) // 10 for name in chosen]
    assert [levels.count(level) for level in range(3)] == [3, 3, 3]
    assert len(set(chosen)) == 9
    assert chosen == MARK.choose(list(reversed(CLASS)), 9, Random(1))
    assert set(MARK.choose(CLASS, 100, Random(1))) == {item.name for item in CLASS}


def test_chance_takes_everybody_once_and_no_more():
    assert CHANCE.choose(CLASS, 5, Random(3)) == CHANCE.choose(CLASS[::-1], 5, Random(3))
    assert sorted(CHANCE.choose(CLASS, 100, Random(3))) == [item.name for item in CLASS]


def test_the_nearest_to_a_border_are_chosen():
    assert set(BORDER.choose(CLASS, 3, Random(1))) == {"s14", "s15", "s16"}
    with pytest.raises(DocumentError, match="no bands"):
        BORDER.choose([Candidate("a", Fraction(1))], 3, Random(1))


def test_kappa_is_that_of_a_known_table():
    table = {("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}
    agreement = label_agreement(pair for pair, count in table.items() for _ in range(count))
    assert agreement.kappa == pytest.approx(0.4)
    assert label_agreement([("a", "a")]).kappa is None
