"""Score a corpus that does not fit into memory: peak memory, Ctrl-C, and the sentences a second of official codes."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from benchmarks.large_corpora import SAMPLE_INTERVAL, SENTENCES, Command, Corpora, Files
from benchmarks.measurement import MIB, Benchmark, Goal, Measurement, Skipped, at_most, quantity
from benchmarks.official_codes import official_codes
from markscheme.cli import main

SMALL = 10
LARGE = int(os.environ.get("MARKSCHEME_SCALE_TIMES", "1000"))
"""Times that CoNLL-2014 is repeated for the memory of a large corpus; the variable takes fewer on a busy machine."""
SPEED = int(os.environ.get("MARKSCHEME_SCALE_SPEED_TIMES", "100"))
"""Times that it is repeated for Ctrl-C."""
MEMORY_LIMIT = 400
"""MiB."""
FLATNESS = 1.1
"""Most times as much memory as the small corpus takes."""
INTERRUPTED = 1.0
"""Seconds from Ctrl-C to the process's end."""
GRACE = 2.0
"""Processor seconds that each process has had before Ctrl-C."""


def measure(data: Path) -> list[Measurement]:
    folder = data / "conll14"
    if not (folder / "conll14.errant").is_file():
        raise Skipped(f"no CoNLL-2014 in {folder}")
    with TemporaryDirectory() as name:
        corpora = Corpora(folder, Path(name))
        return [
            *_memory(corpora),
            *official_codes(corpora),
            *_interruption(corpora),
        ]


BENCHMARK = Benchmark("scale", __doc__, measure)


def _memory(corpora: Corpora) -> list[Measurement]:
    """Measure one process's peak with a small and a large corpus."""
    small, large = (Command(corpora.m2(times), "cleme2").run(corpora.folder) for times in (SMALL, LARGE))
    count, base = SENTENCES * LARGE, f"{quantity(small.driver / MIB, 'MiB')} ({SENTENCES * SMALL:,})"
    flat = at_most(large.driver / small.driver, FLATNESS, "times")
    return [
        Measurement(
            f"peak memory, cleme2, {count:,} sentences",
            quantity(large.driver / MIB, "MiB"),
            base,
            small.driver / large.driver,
            Goal(f"≤ {MEMORY_LIMIT} MiB, and {flat.text} as much", flat.met and large.driver <= MEMORY_LIMIT * MIB),
            f"{count / large.seconds:,.0f} sentences a second, from start to end",
        )
    ]


def _interruption(corpora: Corpora) -> list[Measurement]:
    files = corpora.m2(SPEED)
    return [_interrupted(corpora, files, workers) for workers in (1, 2)]


def _interrupted(corpora: Corpora, files: Files, workers: int) -> Measurement:
    """Measure the time from Ctrl-C to the end of the command."""
    process = Command(files, "cleme2", ("--workers", str(workers))).started(corpora.folder)
    watched = psutil.Process(process.pid)
    while process.poll() is None and _processor_seconds(watched) < GRACE * (workers + 1):
        time.sleep(SAMPLE_INTERVAL)
    begin = time.perf_counter()
    process.send_signal(signal.SIGINT)
    if process.wait() != main.INTERRUPTED:
        raise Skipped(f"the command had ended before Ctrl-C, with {workers} workers; repeat the corpus more often")
    seconds = time.perf_counter() - begin
    return Measurement(
        f"Ctrl-C to the end, {workers} worker{'s' if workers > 1 else ''}",
        quantity(seconds, "s"),
        goal=at_most(seconds, INTERRUPTED, "s"),
    )


def _processor_seconds(process: psutil.Process) -> float:
    """Return the processor time of a process and its workers."""
    total = 0.0
    for item in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            total += item.cpu_times().user
    return total
