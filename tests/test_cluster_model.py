"""The model of a run that the simulation predicts with: what it must give where the answer is known."""

import attrs
import pytest
from benchmarks.cluster_model import Costs, Layout, predicted_seconds

from markscheme.scoring.scorer import BLOCK

FREE = Costs(start=0, copied=0, worker=0, load=0, look=0, cut=0, send=0, receive=0, mark=1, keep=0, fold=0)
"""Costs of a run that is nothing but marking, a second a block."""


def seconds(costs: Costs, layout: Layout, blocks: int = 12) -> float:
    return predicted_seconds(costs, layout, blocks * BLOCK, BLOCK)


def test_one_process_takes_the_sum_of_all_costs():
    sentences = 3 * BLOCK
    costs = Costs(1, 100, 100, 2, 1e-3, 0.25, 100, 100, 4, 0.5, 2e-3)
    assert seconds(costs, Layout(0), 3) == pytest.approx(1 + 2 + 3 * (0.25 + 4 + 0.5) + sentences * 3e-3)


@pytest.mark.parametrize(("workers", "hosts"), [(1, 1), (2, 1), (4, 1), (1, 4), (2, 3)])
def test_workers_with_a_core_each_share_the_marking(workers: int, hosts: int):
    assert seconds(FREE, Layout(workers, hosts, workers, workers)) == pytest.approx(12 / workers / hosts)


def test_workers_of_one_host_share_its_cores():
    assert seconds(FREE, Layout(4, 1, 2, 2)) == pytest.approx(6)
    assert seconds(FREE, Layout(4, 1, 1.5, 2)) == pytest.approx(8)


def test_a_full_machine_slows_every_core():
    crowded = attrs.evolve(FREE, crowding=1.25)
    assert seconds(crowded, Layout(2, 1, 2, 2)) == pytest.approx(6 * 1.25)
    assert seconds(crowded, Layout(0, 1, 2, 2)) == pytest.approx(12)


def test_the_driver_bounds_what_workers_can_do():
    busy = attrs.evolve(FREE, cut=0.2, send=0.2, keep=0.1)
    assert seconds(busy, Layout(8, 1, 9, 9), 64) == pytest.approx(64 * 0.5, rel=0.05)


def test_workers_start_beside_the_command():
    started = attrs.evolve(FREE, start=3, copied=2, worker=1)
    assert seconds(started, Layout(2, 1, 4, 4)) == pytest.approx(3 + 1 + 6)
    late = attrs.evolve(started, copied=5)
    assert seconds(late, Layout(2, 1, 4, 4)) == pytest.approx(5 + 1 + 6)


def test_a_wait_passes_beside_the_work_of_others():
    slow = attrs.evolve(FREE, start=3, wait=5)
    assert seconds(slow, Layout(2, 1, 2, 2)) == pytest.approx(3 + 5 + 6)
    assert seconds(attrs.evolve(slow, worker=1), Layout(4, 1, 2, 2)) == pytest.approx(3 + 5 + 4 / 2 + 6)


def test_a_last_block_leaves_a_worker_idle():
    assert seconds(FREE, Layout(2, 1, 2, 2), 3) == pytest.approx(2)
