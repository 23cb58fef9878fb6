"""Measure the engine's memory on CPU while it marks the example exercises and a long document."""

import asyncio
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
import psutil

from benchmarks.exercises import example_tasks, long_task
from benchmarks.measurement import MIB, Benchmark, Measurement, Skipped, at_most, quantity
from benchmarks.resident_peak import ResidentPeak
from markscheme.inference.settings import EncoderSettings, EngineSettings
from markscheme.marking.driver import Task
from markscheme.server.engine.client import EngineClient
from markscheme.server.engine.endpoint import EngineIncomplete
from markscheme.server.engine.protocol import MARK, STATUS

WORDS = 3000
MEMORY_LIMIT = 1.5 * 1024
"""MiB."""


def measure(data: Path) -> list[Measurement]:
    del data
    with TemporaryDirectory() as folder:
        settings = EngineSettings(encoder=EncoderSettings(device="cpu"), cache=str(Path(folder) / "cache.sqlite"))
        return asyncio.run(_measured(settings))


BENCHMARK = Benchmark("memory", __doc__, measure)


async def _measured(settings: EngineSettings) -> list[Measurement]:
    tasks, long = example_tasks(), long_task(WORDS)
    words = len(long.marked.text.split())
    client = EngineClient(settings, idle=0)
    try:
        started = await client.ask(STATUS, None)
        with ResidentPeak(started.pid) as peak:
            for task in tasks:
                await _review(client, task)
            after_examples = peak.bytes
            findings = await _review(client, long)
            whole = peak.bytes
        left = (await client.ask(STATUS, None)).memory
    finally:
        client.stop()
    await _ended(started.pid)
    begin = quantity(started.memory / MIB, "MiB (just started)")
    return [
        _peak(f"peak over {len(tasks)} examples", after_examples, begin, started.memory),
        _peak(
            f"peak, and a document of {words:,} words",
            whole,
            begin,
            started.memory,
            note=f"{findings} findings in the long document; {quantity(left / MIB, 'MiB')} resident at the end",
        ),
    ]


async def _ended(pid: int) -> None:
    """Wait until the engine has ended; its parent may not collect its exit status."""
    with suppress(psutil.NoSuchProcess):
        engine = psutil.Process(pid)
        while engine.status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(0.05)


def _peak(subject: str, found: int, begin: str, started: int, note: str = "") -> Measurement:
    mib = found / MIB
    return Measurement(subject, quantity(mib, "MiB"), begin, found / started, at_most(mib, MEMORY_LIMIT, "MiB"), note)


async def _review(client: EngineClient, task: Task) -> int:
    """Run both passes of an editor's review, and return the number of findings."""
    found = 0
    for request in (attrs.evolve(task, with_vectors=False), task):
        try:
            outcome = (await client.ask(MARK, request)).outcome
        except EngineIncomplete as error:
            raise Skipped(str(error)) from error
        if outcome.review is None:
            raise Skipped("; ".join(str(problem) for problem in outcome.problems))
        found = len(outcome.review.findings)
    return found
