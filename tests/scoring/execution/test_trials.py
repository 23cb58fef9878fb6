"""An item that ends every process is found among others, and its work says what becomes of it."""

import os
import signal
from functools import partial
from pathlib import Path

import attrs
import pytest

from markscheme.errors import DocumentError
from markscheme.progress import Progress, silent
from markscheme.scoring import executor
from markscheme.scoring.executor import ATTEMPTS, ATTEMPTS_IN_ONE, Loss, Trial, Trials, in_order
from markscheme.scoring.worker_pool import WorkerPool
from scoring.execution.deadly_work import Numbers, Squared, Squares, no_tools

SIZE = 4


def items(count: int) -> list[Numbers]:
    return [Numbers(number, SIZE * number, SIZE * (number + 1)) for number in range(count)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process ends itself by a POSIX signal")
def test_a_pool_loses_what_ends_its_workers_and_nothing_else():
    work = Squares(deadly=frozenset({6}), large=frozenset({9}))
    done = list(in_order(WorkerPool(2, no_tools).run(work, items(4), lambda _: silent)))
    assert [part.number for part in done] == [0, 1, 2, 3]
    assert [square for part in done for square in part.squares] == [n**2 for n in range(16) if n not in (6, 9)]
    died = "the process that worked on numbers 6 to 6 died 3 times (exit status -9)"
    full = "the process that worked on numbers 9 to 9 ran out of memory 3 times"
    remedy = "If memory is short, take fewer workers"
    assert [part.problems for part in done] == [(), (f"{died}. {remedy}",), (f"{full}. {remedy}",), ()]


@attrs.frozen
class Orphaned(Squares):
    """Work that ends at a number the process that its own is a copy of, and its own; once, as a file notes."""

    at: int = 0
    note: Path = Path()

    def done(self, item: Numbers, tools: None, progress: Progress) -> Squared:
        if item.begin <= self.at < item.end and not self.note.exists():
            self.note.touch()
            for process in (os.getppid(), os.getpid()):
                os.kill(process, signal.SIGKILL)
        return super().done(item, tools, progress)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="where processes can't be copied, workers have no common parent")
def test_a_pool_goes_on_when_that_dies_which_its_workers_are_copies_of(tmp_path: Path):
    work = Orphaned(at=6, note=tmp_path / "note")
    done = list(in_order(WorkerPool(2, no_tools).run(work, items(8), lambda _: silent)))
    assert work.note.exists()
    assert [square for part in done for square in part.squares] == [n**2 for n in range(32)]


def attempts(work: Squares, item: Numbers) -> list[Numbers]:
    """Return every item that is tried until an item is done with, in a process that dies at each number of the work."""
    own: Trials[Numbers, Squared] = Trials(work)
    tried: list[Numbers] = []
    waiting = [Trial[Numbers, Squared](item)]
    while waiting:
        trial = waiting.pop()
        tried.append(trial.item)
        if work.deadly.intersection(range(trial.item.begin, trial.item.end)):
            following = own.failed(trial, Loss())
            waiting += following.trials
        else:
            list(own.done(trial, Squared(trial.item.number, ())))
    return tried


def test_an_item_is_tried_whole_before_it_is_cut_and_each_part_as_often_as_any_item():
    tried = attempts(Squares(deadly=frozenset({0})), Numbers(0, 0, 4))
    assert tried.count(Numbers(0, 0, 4)) == tried.count(Numbers(0, 0, 2)) == ATTEMPTS_IN_ONE
    assert tried.count(Numbers(0, 0, 1)) == ATTEMPTS
    assert tried.count(Numbers(0, 2, 4)) == tried.count(Numbers(0, 1, 2)) == 1


def test_parts_that_are_done_in_any_order_are_joined_in_theirs():
    work = Squares()
    own: Trials[Numbers, Squared] = Trials(work)
    trial = Trial[Numbers, Squared](Numbers(0, 0, 4), ATTEMPTS_IN_ONE - 1)
    first, second = own.failed(trial, Loss()).trials
    assert not list(own.done(second, Squared(0, (4, 9))))
    assert list(own.done(first, Squared(0, (0, 1)))) == [Squared(0, (0, 1, 4, 9))]


def test_where_nothing_is_done_any_more_the_run_ends(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(executor, "MAX_LOSSES", 2)
    own: Trials[Numbers, Squared] = Trials(Squares())
    lost = [partial(own.failed, Trial(Numbers(number, number, number + 1), ATTEMPTS - 1)) for number in range(4)]
    assert len(lost[0](Loss()).results) == len(lost[1](Loss()).results) == 1
    list(own.done(Trial(Numbers(9, 9, 10)), Squared(9, (81,))))
    assert len(lost[0](Loss()).results) == len(lost[1](Loss()).results) == 1
    with pytest.raises(DocumentError, match="numbers 2 to 2, and on each of 2 items before, died 3 times"):
        lost[2](Loss())


def test_work_that_lacks_no_item_ends_the_run():
    with pytest.raises(DocumentError, match="no number is negative"):
        Trials(Squares()).failed(Trial(Numbers(0, -1, 0), ATTEMPTS - 1), Loss())
