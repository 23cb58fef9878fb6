"""The order of work: plain functions as work, a real worker thread."""

import asyncio
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.progress import Progress, silent
from markscheme.server.engine.process import Scheduler


class Gate:
    """Work that does one batch each time the test releases one."""

    def __init__(self, batches: int = 1) -> None:
        self.batches = batches
        self.begun = 0
        self._steps = threading.Semaphore(0)

    def let(self, batches: int) -> None:
        for _ in range(batches):
            self._steps.release()

    def __call__(self, progress: Progress) -> int:
        self.begun += 1
        for number in range(self.batches):
            progress("work", number, self.batches)
            self._steps.acquire()
        return self.begun


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


@given(st.lists(st.integers(0, 2), max_size=12))
def test_jobs_run_by_priority_then_by_arrival(priorities: list[int]):
    async def scenario() -> None:
        scheduler, gate, done = Scheduler(), Gate(), []

        async def ask(number: int, priority: int) -> None:
            done.append(await scheduler.result(number, lambda _: number, priority, silent))

        first = asyncio.create_task(scheduler.result("gate", gate, 0, silent))
        await until(lambda: gate.begun == 1)
        callers = [asyncio.create_task(ask(number, priority)) for number, priority in enumerate(priorities)]
        await asyncio.sleep(0)
        assert scheduler.queue == len(priorities)
        gate.let(1)
        await asyncio.gather(first, *callers)
        assert done == sorted(range(len(priorities)), key=lambda number: priorities[number])
        assert (scheduler.queue, scheduler.running) == (0, False)

    asyncio.run(scenario())


async def test_identical_work_runs_once_and_all_callers_get_its_progress():
    scheduler, gate = Scheduler(), Gate(2)
    stages_of: dict[int, list[str]] = {number: [] for number in range(5)}

    def watch(number: int) -> Progress:
        return lambda stage, done, total: stages_of[number].append(stage)

    callers = [asyncio.create_task(scheduler.result("same", gate, 0, watch(number))) for number in stages_of]
    await until(lambda: gate.begun == 1)
    gate.let(2)
    assert await asyncio.gather(*callers) == [1] * 5
    assert all("work" in stages for stages in stages_of.values())


async def test_joined_work_runs_until_all_callers_have_cancelled():
    scheduler, gate = Scheduler(), Gate(1000)
    callers = [asyncio.create_task(scheduler.result("same", gate, 0, silent)) for _ in range(3)]
    await until(lambda: scheduler.batches == 1)
    callers[0].cancel()
    callers[1].cancel()
    await asyncio.wait(callers[:2])
    gate.let(1)
    await until(lambda: scheduler.batches == 2)
    callers[2].cancel()
    with pytest.raises(asyncio.CancelledError):
        await callers[2]
    assert scheduler.running
    gate.let(1)
    await until(lambda: not scheduler.running)
    assert scheduler.batches == 2


async def test_cancelled_work_with_a_new_caller_before_it_stops_goes_on():
    scheduler, gate = Scheduler(), Gate(3)
    first = asyncio.create_task(scheduler.result("same", gate, 0, silent))
    await until(lambda: scheduler.batches == 1)
    first.cancel()
    await asyncio.wait({first})
    again = asyncio.create_task(scheduler.result("same", gate, 0, silent))
    await asyncio.sleep(0)
    gate.let(3)
    assert await again == 1


async def test_running_work_stops_for_better_priority_and_runs_later():
    scheduler, gate, order = Scheduler(), Gate(5), []
    slow = asyncio.create_task(scheduler.result("slow", gate, 1, silent))
    slow.add_done_callback(lambda _: order.append("slow"))
    await until(lambda: scheduler.batches == 1)
    quick = asyncio.create_task(scheduler.result("quick", lambda _: "done", 0, silent))
    quick.add_done_callback(lambda _: order.append("quick"))
    await asyncio.sleep(0)
    gate.let(1)
    assert await quick == "done"
    gate.let(5)
    assert await slow == 2
    assert order == ["quick", "slow"]


async def test_running_work_does_not_stop_for_equal_priority():
    scheduler, gate = Scheduler(), Gate(3)
    first = asyncio.create_task(scheduler.result("first", gate, 1, silent))
    await until(lambda: scheduler.batches == 1)
    second = asyncio.create_task(scheduler.result("second", lambda _: gate.begun, 1, silent))
    await asyncio.sleep(0)
    gate.let(3)
    assert await first == 1
    assert await second == 1


async def test_joining_waiting_work_with_better_priority_moves_it_forward():
    scheduler, gate, order = Scheduler(), Gate(), []

    async def ask(name: str, priority: int) -> None:
        await scheduler.result(name, lambda _: order.append(name), priority, silent)

    first = asyncio.create_task(scheduler.result("gate", gate, 0, silent))
    await until(lambda: gate.begun == 1)
    callers = [asyncio.create_task(ask(name, priority)) for name, priority in [("a", 1), ("b", 1), ("b", 0)]]
    await asyncio.sleep(0)
    assert scheduler.queue == 2
    gate.let(1)
    await asyncio.gather(first, *callers)
    assert order == ["b", "a"]


async def test_cancelled_waiting_work_never_begins():
    scheduler, gate, other = Scheduler(), Gate(), Gate()
    first = asyncio.create_task(scheduler.result("gate", gate, 0, silent))
    await until(lambda: gate.begun == 1)
    waiting = asyncio.create_task(scheduler.result("other", other, 0, silent))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})
    gate.let(1)
    await first
    assert await scheduler.result("last", lambda _: "last", 0, silent) == "last"
    assert other.begun == 0


async def test_a_failure_reaches_all_callers_and_the_next_work_runs():
    scheduler, gate = Scheduler(), Gate()

    def fail(progress: Progress) -> None:
        gate(progress)
        raise LookupError("nothing there")

    callers = [asyncio.create_task(scheduler.result("fail", fail, 0, silent)) for _ in range(2)]
    await until(lambda: gate.begun == 1)
    gate.let(1)
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(answer) for answer in answers] == [LookupError, LookupError]
    assert await scheduler.result("next", lambda _: "next", 0, silent) == "next"
