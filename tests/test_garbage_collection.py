"""Garbage is collected between two pieces of work, and not while there is work."""

import asyncio
import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pytest

from markscheme import processes
from markscheme.processes import (
    COMMAND_VALUES,
    NEW_VALUES,
    QuietCollection,
    collect_seldom,
    collection_after_item,
)


class Cycle:
    """A value that refers to itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def seldom(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    thresholds = gc.get_threshold()
    monkeypatch.setattr(processes, "YOUNG_QUIET", 0.01)
    monkeypatch.setattr(processes, "FULL_QUIET", 0.01)
    monkeypatch.setattr(processes, "YOUNG_PER_FULL", 2)
    gc.freeze()  # all that other tests have loaded: a search through that takes a second
    collect_seldom()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def garbage() -> "weakref.ref[Cycle]":
    return weakref.ref(Cycle())


async def collected(left: "weakref.ref[Cycle]") -> None:
    """Wait until a value is collected: timers may be late."""
    async with asyncio.timeout(10):
        while left() is not None:
            await asyncio.sleep(0.01)


def test_python_itself_collects_seldom():
    assert gc.get_threshold()[0] == NEW_VALUES


def test_new_values_are_collected_when_work_has_ended():
    async def run() -> None:
        collection = QuietCollection()
        collection.work_begins()
        left = garbage()
        await asyncio.sleep(0.05)
        assert left() is not None
        collection.work_ends()
        assert left() is not None
        await collected(left)

    asyncio.run(run())


def test_nothing_is_collected_when_more_work_begins_at_once():
    async def run() -> None:
        collection = QuietCollection()
        left = garbage()
        collection.work_ends()
        collection.work_begins()
        await asyncio.sleep(0.05)
        assert left() is not None

    asyncio.run(run())


def test_work_without_a_pause_does_not_put_it_off_for_ever(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(processes, "MAX_WAIT", 0.1)
    returned: list[bool] = []
    monkeypatch.setattr(processes, "give_back_memory", lambda: returned.append(True))

    async def run() -> None:
        collection = QuietCollection()
        old = Cycle()
        left, older = garbage(), weakref.ref(old)
        gc.collect(0)
        gc.collect(1)
        del old
        async with asyncio.timeout(10):
            while left() is not None or older() is not None:
                collection.work_begins()
                await asyncio.sleep(0.001)  # less than a moment of quiet
                collection.work_ends()

    asyncio.run(run())
    assert returned


LARGE_VALUES_COME_AND_GO = """
import psutil, sys
from markscheme.processes import keep_large_values_apart
if sys.argv[1] == "apart":
    keep_large_values_apart()
del (whole := bytearray(30 * 2**20))[:]  # glibc learns that values of this size come and go
large, small = [], []
for _ in range(50):
    large.append(bytearray(b"x" * 2**21))
    small.append(bytes(2000))
before = psutil.Process().memory_info().rss
del large[:-1]
print((before - psutil.Process().memory_info().rss) >> 20)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's allocator is set")
def test_the_memory_of_large_values_goes_back_at_once():
    def returned(how: str) -> int:
        done = subprocess.run([sys.executable, "-c", LARGE_VALUES_COME_AND_GO, how], capture_output=True, check=True)
        return int(done.stdout)

    assert returned("apart") > 90
    assert returned("together") < 50


def test_old_values_are_collected_in_a_longer_quiet():
    async def run() -> None:
        collection = QuietCollection()
        old = Cycle()
        left = weakref.ref(old)
        gc.collect()
        del old
        collection.work_ends()
        await asyncio.sleep(0.05)
        assert left() is not None  # one search among new values: one of all values is not due
        collection.work_ends()
        await collected(left)

    asyncio.run(run())


def test_an_items_values_are_looked_through_at_its_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(processes, "is_own_process", lambda: True)
    gc.set_threshold(1)
    with collection_after_item():
        left = garbage()
        assert not gc.isenabled()
        assert [item for item in range(1000) if {item: Cycle()}]
        assert left() is not None
    assert left() is None
    assert gc.isenabled()


def test_a_program_that_uses_markscheme_searches_less_often_during_an_item(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(processes, "is_own_process", lambda: False)
    gc.set_threshold(700, 10, 10)
    one, other = collection_after_item(), collection_after_item()
    with one:
        assert gc.isenabled()
        assert gc.get_threshold() == (COMMAND_VALUES, 10, 10)
        other.__enter__()
    assert gc.get_threshold() == (COMMAND_VALUES, 10, 10)  # another thread's item is not done
    other.__exit__(None, None, None)
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("threshold", [0, 2 * COMMAND_VALUES])
def test_a_program_that_searches_seldom_or_never_is_left_alone(monkeypatch: pytest.MonkeyPatch, threshold: int):
    monkeypatch.setattr(processes, "is_own_process", lambda: False)
    gc.set_threshold(threshold, 10, 10)
    with collection_after_item():
        assert gc.get_threshold() == (threshold, 10, 10)
    assert gc.get_threshold() == (threshold, 10, 10)
