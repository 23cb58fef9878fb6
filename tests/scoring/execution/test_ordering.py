"""Results in the order of their items."""

import random

import attrs
import pytest

from markscheme.scoring.executor import in_order


@attrs.frozen
class Result:
    number: int
    text: str


@pytest.mark.parametrize("size", [0, 1, 200])
def test_results_come_by_number_whichever_is_done_first(seed: int, size: int):
    results = [Result(number, "é" * number) for number in range(size)]
    shuffled = random.Random(seed).sample(results, size)
    assert list(in_order(shuffled)) == results


def test_a_result_comes_as_soon_as_its_turn_has_come():
    taken: list[int] = []

    def results():
        for number in (1, 0, 3, 2):
            taken.append(number)
            yield Result(number, "")

    ordered = in_order(results())
    assert (next(ordered).number, taken) == (0, [1, 0])
    assert (next(ordered).number, taken) == (1, [1, 0])
    assert (next(ordered).number, taken) == (2, [1, 0, 3, 2])
